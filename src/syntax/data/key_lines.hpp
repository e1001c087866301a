// The lines of every key and list item of a JSON or TOML document, found in one pass; locate.hpp
// answers about one of them.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "syntax/locate.hpp"

namespace pawl::syntax {

class KeyLines {
 public:
  KeyLines() = default;
  // Of a text that parses; anything else, and YAML, knows no line.
  KeyLines(DataFormat format, std::string_view text);

  // The line, from 1, of the key or list item (`dependencies`, `0`) that the names lead to; 0 when
  // it is not there. Keys more than eight levels down are not kept.
  int line(std::span<const std::string_view> path) const;
  int line(std::initializer_list<std::string_view> path) const {
    return line(std::span(path.begin(), path.size()));
  }

 private:
  using Row = std::pair<std::uint64_t, int>;  // a hash of the names, the line
  std::vector<Row> rows_;                     // sorted
};

}  // namespace pawl::syntax
