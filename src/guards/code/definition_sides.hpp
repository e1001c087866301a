// The definitions of a source file before and after a change, to be looked up by name.
#pragma once

#include <string_view>
#include <unordered_map>
#include <vector>

#include "git/change.hpp"
#include "syntax/outline/definitions.hpp"

namespace pawl::guards {

// One state of a file. Not to be copied: what it finds by is in its own definitions.
class Side {
 public:
  Side() = default;
  // The text is borrowed.
  Side(std::string_view text, std::vector<syntax::Definition> definitions);
  Side(const Side&) = delete;
  Side& operator=(const Side&) = delete;
  Side(Side&&) = default;
  Side& operator=(Side&&) = default;

  std::string_view text() const { return text_; }
  const std::vector<syntax::Definition>& definitions() const { return definitions_; }
  std::string_view text_of(const syntax::Definition& definition) const {
    return text_.substr(definition.begin, definition.end - definition.begin);
  }
  // The first of that name; null when there is none.
  const syntax::Definition* find(std::string_view qualified) const;
  // All of that name, in order of their place.
  const std::vector<const syntax::Definition*>& all(std::string_view qualified) const;
  // All that are called so, whatever they belong to.
  const std::vector<const syntax::Definition*>& called(std::string_view name) const;

 private:
  using ByName = std::unordered_map<std::string_view, std::vector<const syntax::Definition*>>;

  std::string_view text_;
  std::vector<syntax::Definition> definitions_;
  ByName by_qualified_;
  ByName by_name_;
};

struct FileSides {
  const git::FileChange* file = nullptr;
  syntax::Language language{};
  Side before;
  Side after;
};

}  // namespace pawl::guards
