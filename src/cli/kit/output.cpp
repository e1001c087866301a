#include "cli/kit/output.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::cli {
namespace {

std::string_view sequence_of(Paint paint) {
  switch (paint) {
    case Paint::plain: return "";
    case Paint::bold: return "\x1b[1m";
    case Paint::dim: return "\x1b[2m";
    case Paint::red: return "\x1b[31m";
    case Paint::green: return "\x1b[32m";
    case Paint::yellow: return "\x1b[33m";
    case Paint::blue: return "\x1b[34m";
  }
  return "";
}

constexpr std::string_view kPlainAgain = "\x1b[0m";

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

void append_row(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths,
                std::string& out) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line += cells[i];
    const std::size_t width = display_width(cells[i]);
    if (i + 1 < cells.size()) line.append(widths[i] - width + 2, ' ');
  }
  out += std::string(trim_end(line)) + "\n";
}

}  // namespace

std::string_view own_sequence(std::string_view text) {
  if (text.starts_with(kPlainAgain)) return kPlainAgain;
  for (const Paint paint :
       {Paint::bold, Paint::dim, Paint::red, Paint::green, Paint::yellow, Paint::blue}) {
    if (text.starts_with(sequence_of(paint))) return sequence_of(paint);
  }
  return {};
}

std::string colored(Paint paint, std::string_view text) {
  const std::string_view sequence = sequence_of(paint);
  if (sequence.empty()) return std::string(text);
  return std::string(sequence) + std::string(text) + std::string(kPlainAgain);
}

std::string painted(const Context& context, Paint paint, std::string_view text) {
  return context.color ? colored(paint, text) : std::string(text);
}

std::string colored_diff(std::string_view diff) {
  std::string out;
  bool in_header = true;  // of a file: its lines may begin with + and -, too
  for (const std::string_view line : split_lines(diff)) {
    if (line.starts_with("diff ")) in_header = true;
    if (line.starts_with("@@")) in_header = false;
    const Paint paint = in_header                ? Paint::bold
                        : line.starts_with("@@") ? Paint::blue
                        : line.starts_with('+')  ? Paint::green
                        : line.starts_with('-')  ? Paint::red
                                                 : Paint::plain;
    out += colored(paint, line) + "\n";
  }
  return out;
}

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  bool in_sequence = false;
  for (const char c : text) {
    if (c == '\x1b') {
      in_sequence = true;
    } else if (in_sequence) {
      in_sequence = c != 'm';
    } else if (begins_character(c)) {
      ++width;
    }
  }
  return width;
}

std::string shortened(std::string_view text, std::size_t width) {
  if (display_width(text) <= width || width == 0) return std::string(text);
  std::size_t characters = 0;
  std::size_t end = 0;
  while (end < text.size()) {
    if (begins_character(text[end]) && ++characters == width) break;
    ++end;
  }
  return std::string(text.substr(0, end)) + "…";
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t at = 0;  // in the current line, whose indent somebody else wrote for the first
  for (const std::string_view word : split_words(text)) {
    const std::size_t length = display_width(word);
    if (at > 0 && indent + at + 1 + length > width) {
      out += "\n" + std::string(indent, ' ');
      at = 0;
    }
    if (at > 0) out += " ";
    at += length + (at > 0 ? 1 : 0);
    out += word;
  }
  return out;
}

std::string table(const std::vector<std::string>& header,
                  const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::size_t> widths;
  const auto measure = [&widths](const std::vector<std::string>& cells) {
    widths.resize(std::max(widths.size(), cells.size()));
    for (std::size_t i = 0; i < cells.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(cells[i]));
    }
  };
  measure(header);
  for (const auto& row : rows) measure(row);
  std::string out;
  if (!header.empty()) append_row(header, widths, out);
  for (const auto& row : rows) append_row(row, widths, out);
  return out;
}

}  // namespace pawl::cli
