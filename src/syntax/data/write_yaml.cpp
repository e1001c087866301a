#include "syntax/data/write_yaml.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

// Words that some reader of YAML takes for a boolean, a null or a number.
constexpr auto kWords =
    fixed_words("true", "false", "null", "yes", "no", "on", "off", "y", "n", "nan", "inf");

// Letters that are line breaks or marks to YAML, in UTF-8.
constexpr auto kEscaped =
    std::to_array<std::pair<std::string_view, std::string_view>>({{"\x7f", "\\x7f"},
                                                                  {"\xc2\x85", "\\x85"},
                                                                  {"\xe2\x80\xa8", "\\u2028"},
                                                                  {"\xe2\x80\xa9", "\\u2029"},
                                                                  {"\xef\xbb\xbf", "\\ufeff"}});

bool holds_escaped(std::string_view text) {
  return std::any_of(kEscaped.begin(), kEscaped.end(),
                     [&](const auto& pair) { return contains(text, pair.first); });
}

bool is_plain(std::string_view text) {
  constexpr std::string_view kInside = "_-./ ()+;";
  if (text.empty() || text.back() == ' ') return false;
  const char first = text.front();
  const bool begins = is_letter_or_digit(first) && (first < '0' || first > '9');
  if (!begins || among(kWords, lower(text))) return false;
  return std::all_of(text.begin(), text.end(), [&](char c) {
    return is_letter_or_digit(c) || kInside.find(c) != std::string_view::npos;
  });
}

std::string quoted_text(std::string_view text) {
  std::string out = Json(text).dump();
  for (const auto& [from, to] : kEscaped) out = replace_all(out, from, to);
  return out;
}

// A literal block keeps every character, but for what stands at its very ends.
bool fits_a_block(std::string_view text) {
  if (!contains(text, "\n") || holds_escaped(text) || !is_utf8(text)) return false;
  if (text.front() == ' ' || text.front() == '\n' || text.ends_with("\n\n")) return false;
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return c == '\n' || static_cast<unsigned char>(c) >= 0x20; });
}

std::string block_text(std::string_view text, const std::string& indent) {
  std::string out = text.ends_with('\n') ? "|\n" : "|-\n";
  for (const std::string_view line : split_lines(text)) {
    out += line.empty() ? "\n" : indent + std::string(line) + "\n";
  }
  return out;
}

class YamlWriter {
 public:
  std::string text() && { return std::move(out_); }

  // What follows `key:` or `-`, up to the end of its last line.
  void value(const Json& json, std::size_t depth) {
    if (json.is_object() && json.size() > 0) {
      out_ += "\n";
      members(json, depth);
    } else if (json.is_array() && json.size() > 0) {
      out_ += "\n";
      items(json, depth);
    } else {
      out_ += " ";
      scalar(json, depth);
    }
  }

  void members(const Json& json, std::size_t depth) {
    bool first = true;
    for (const auto& [name, member] : json.members()) {
      if (!first || !in_item_) out_ += std::string(depth * 2, ' ');
      first = false;
      in_item_ = false;
      out_ += (is_plain(name) ? name : quoted_text(name)) + ":";
      value(member, depth + 1);
    }
  }

  void scalar(const Json& json, std::size_t depth) {
    if (!json.is_string()) {
      out_ += json.is_array() ? "[]\n" : json.is_object() ? "{}\n" : json.dump() + "\n";
    } else if (fits_a_block(json.text())) {
      out_ += block_text(json.text(), std::string(std::max<std::size_t>(depth, 1) * 2, ' '));
    } else {
      out_ += (is_plain(json.text()) ? std::string(json.text()) : quoted_text(json.text())) + "\n";
    }
  }

 private:
  void items(const Json& json, std::size_t depth) {
    for (const Json& item : json.items()) {
      out_ += std::string(depth * 2, ' ') + "-";
      if (item.is_object() && item.size() > 0) {
        out_ += " ";
        in_item_ = true;
        members(item, depth + 1);
      } else {
        value(item, depth + 1);
      }
    }
  }

  std::string out_;
  bool in_item_ = false;  // the next member stands behind a dash
};

}  // namespace

std::string write_yaml(const Json& json) {
  YamlWriter writer;
  if (json.is_object() && json.size() > 0) {
    writer.members(json, 0);
  } else if (json.is_array() && json.size() > 0) {
    writer.value(json, 0);
  } else {
    writer.scalar(json, 0);
  }
  std::string text = std::move(writer).text();
  return text.starts_with('\n') ? text.substr(1) : text;
}

}  // namespace pawl::syntax
