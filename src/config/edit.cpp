#include "config/edit.hpp"

#include <cstdint>
#include <optional>
#include <vector>

#include "base/text/text.hpp"

namespace pawl::config {
namespace {

struct Line {
  enum class Kind : std::uint8_t { other, header, value };
  Kind kind = Kind::other;
  std::string key;           // of a header: the table; of a value: the whole dotted key
  bool dotted = false;       // a value that names its table in its own line
  std::size_t value_at = 0;  // where the value begins and ends in the line
  std::size_t value_end = 0;
};

std::string_view unquoted(std::string_view part) {
  part = trim(part);
  const bool quoted = part.size() >= 2 && (part.front() == '"' || part.front() == '\'') &&
                      part.front() == part.back();
  return quoted ? part.substr(1, part.size() - 2) : part;
}

std::string plain_key(std::string_view text) {
  std::string key;
  for (const std::string_view part : split(text, '.')) {
    if (!key.empty()) key += '.';
    key += unquoted(part);
  }
  return key;
}

// The end of a value that begins at `at`: after the closing quote, or before a comment.
std::size_t end_of_value(std::string_view line, std::size_t at) {
  const char quote = at < line.size() ? line[at] : '\0';
  if (quote == '"' || quote == '\'') {
    for (std::size_t i = at + 1; i < line.size(); ++i) {
      if (line[i] == '\\' && quote == '"') {
        ++i;
      } else if (line[i] == quote) {
        return i + 1;
      }
    }
    return line.size();
  }
  const std::string_view value = line.substr(at, line.find('#', at) - at);
  return at + trim_end(value).size();
}

Line read_line(std::string_view line, const std::string& table) {
  const std::string_view text = trim(line);
  Line out;
  if (text.starts_with("[")) {
    out.kind = Line::Kind::header;
    const bool single = !text.starts_with("[[") && contains(text, "]");
    if (single) out.key = plain_key(text.substr(1, text.find(']') - 1));
    return out;
  }
  const auto equals = line.find('=');
  if (text.empty() || text.starts_with("#") || equals == std::string_view::npos) return out;
  const std::string own = plain_key(line.substr(0, equals));
  out.kind = Line::Kind::value;
  out.key = table.empty() ? own : table + "." + own;
  out.dotted = table.empty() && contains(own, ".");
  out.value_at = line.find_first_not_of(" \t", equals + 1);
  if (out.value_at == std::string_view::npos) out.value_at = line.size();
  out.value_end = end_of_value(line, out.value_at);
  return out;
}

// Where a new line of the table belongs.
struct Gap {
  std::size_t after = 0;  // index of the line it follows
  bool dotted = false;
};

}  // namespace

std::string with_value(std::string_view text, std::string_view key, std::string_view literal) {
  const std::string_view table = key.substr(0, key.find('.'));
  const std::string_view name = key.substr(key.find('.') + 1);
  std::vector<std::string_view> lines = split(text, '\n');
  const bool ended = lines.back().empty();
  if (ended) lines.pop_back();
  std::vector<std::string> out(lines.begin(), lines.end());

  std::optional<Gap> gap;
  std::string current;
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const Line line = read_line(lines[i], current);
    if (line.kind == Line::Kind::header) current = line.key.empty() ? "?" : line.key;
    if (line.kind == Line::Kind::value && line.key == key) {
      out[i].replace(line.value_at, line.value_end - line.value_at, literal);
      return join(out, "\n") + (ended ? "\n" : "");
    }
    const bool of_table = line.kind != Line::Kind::other && current == table;
    const bool dotted = line.dotted && line.key.starts_with(std::string(table) + ".");
    if (of_table || dotted) gap = Gap{i, dotted};
  }

  const std::string assignment = " = " + std::string(literal);
  if (gap) {
    const std::string whole = std::string(gap->dotted ? key : name) + assignment;
    out.insert(out.begin() + static_cast<std::ptrdiff_t>(gap->after) + 1, whole);
  } else {
    if (!out.empty() && !trim(out.back()).empty()) out.emplace_back();
    out.push_back("[" + std::string(table) + "]");
    out.push_back(std::string(name) + assignment);
  }
  return join(out, "\n") + "\n";
}

}  // namespace pawl::config
