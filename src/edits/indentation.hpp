// How deep lines are, and the way from one text's indentation to another's: a model writes blanks
// for tabs, steps of another width, or the lines of a block as if it stood at the margin.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "edits/lines.hpp"

namespace pawl::edits {

// From the indentation a model wrote to that of the file.
class Indentation {
 public:
  // How a file indents: what one step is, where it uses blanks.
  struct Style {
    std::size_t step = 0;  // 0: unknown
  };
  static Style style_of(const Lines& lines);

  // Nothing when no rule makes the file's indentations out of the anchor's.
  static std::optional<Indentation> between(const Lines& anchor, const Lines& place,
                                            const Lines& content, const Style& style);
  // Nothing when the line is less deep than the rule can say.
  std::optional<std::string> of(std::string_view indent) const;

 private:
  enum class Rule : std::uint8_t { deeper, shallower, units };

  bool fits(const Lines& anchor, const Lines& place) const;
  bool covers(const Lines& content) const;
  void add_units(const Lines& written, const Lines& anchor, const Lines& place,
                 std::vector<Indentation>& out) const;

  Rule rule_ = Rule::deeper;
  std::string prefix_;       // of deeper and shallower
  std::size_t width_ = 0;    // of units: blanks, or tabs, of one step of the anchor
  char sign_ = ' ';          // that the anchor indents with
  std::string step_;         // one step of the file
  std::ptrdiff_t more_ = 0;  // steps the file is deeper
};

}  // namespace pawl::edits
