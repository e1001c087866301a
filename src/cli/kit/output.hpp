// How things look: colour, columns, a table. Pure text in, text out.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/kit/command.hpp"

namespace pawl::cli {

enum class Paint : std::uint8_t { plain, bold, dim, red, green, yellow, blue };

// The colour or the end of one that the text begins with, as painted() writes it; else empty.
std::string_view own_sequence(std::string_view text);
// The text in that colour.
std::string colored(Paint paint, std::string_view text);
// Likewise, when the context's output has colours.
std::string painted(const Context& context, Paint paint, std::string_view text);

// A unified diff with its lines in colours: what is added green, removed red, places blue.
std::string colored_diff(std::string_view diff);

// Characters a terminal shows: colour sequences count nothing, UTF-8 sequences one.
std::size_t display_width(std::string_view text);
// At most that many characters, the last one an ellipsis when something was cut. No colours.
std::string shortened(std::string_view text, std::size_t width);

// Words of the text in lines of at most that width, every line but the first begun with `indent`
// blanks. A longer word has a line of its own. No newline at the end.
std::string wrapped(std::string_view text, std::size_t width, std::size_t indent);

// Columns padded to their widest cell, two blanks between; the header may be empty. Cells come
// without line breaks.
std::string table(const std::vector<std::string>& header,
                  const std::vector<std::vector<std::string>>& rows);

}  // namespace pawl::cli
