// Which names of a program a text speaks of.
#pragma once

#include <cstdint>
#include <set>
#include <string>

namespace pawl::planner {

enum class Mention : std::uint8_t {
  none,
  word,  // a word of the text, which may mean something else: `open`
  name,  // no usual word (`open_box`, `openBox`), or set apart as code: `open`, open(), box.open
};

class Mentions {
 public:
  explicit Mentions(const std::string& text);
  // Names of one or two letters are never spoken of.
  Mention of(const std::string& name) const;

 private:
  void note(std::size_t begin, std::size_t end);

  std::string text_;
  std::set<std::string> words_;  // in small letters
  std::set<std::string> coded_;
};

}  // namespace pawl::planner
