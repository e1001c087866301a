#include "guards/config/config_document.hpp"

#include <algorithm>
#include <vector>

#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::guards {
namespace {

std::string unquoted(std::string_view word) {
  word = trim(word);
  if (word.size() >= 2 && (word.front() == '"' || word.front() == '\'') &&
      word.back() == word.front()) {
    word = word.substr(1, word.size() - 2);
  }
  return std::string(word);
}

// `tool."a.b".c` → tool, a.b, c
void add_parts(std::string_view dotted, std::vector<std::string>& out) {
  std::size_t begin = 0;
  char quote = 0;
  for (std::size_t i = 0; i <= dotted.size(); ++i) {
    if (i == dotted.size() || (dotted[i] == '.' && quote == 0)) {
      out.push_back(unquoted(dotted.substr(begin, i - begin)));
      begin = i + 1;
    } else if (quote != 0) {
      if (dotted[i] == quote) quote = 0;
    } else if (dotted[i] == '"' || dotted[i] == '\'') {
      quote = dotted[i];
    }
  }
}

// How many parts of `path` the parts name, from the start; -1 when they name something else.
int agreement(std::span<const std::string> path, const std::vector<std::string>& parts) {
  const std::size_t both = std::min(path.size(), parts.size());
  if (!std::equal(parts.begin(), parts.begin() + static_cast<std::ptrdiff_t>(both), path.begin())) {
    return -1;
  }
  return static_cast<int>(both);
}

int line_in_toml(std::string_view text, std::span<const std::string> path) {
  std::vector<std::string> table;
  int best = 0;
  int best_agreement = 0;
  int row = 0;
  for (const std::string_view line : split_lines(text)) {
    ++row;
    const std::string_view content = trim(line);
    std::vector<std::string> parts;
    if (content.starts_with('[') && content.find(']') != std::string_view::npos &&
        !content.starts_with("[\"") && !content.starts_with("['")) {
      const auto begin = content.find_first_not_of('[');
      if (begin == std::string_view::npos) continue;
      table.clear();
      add_parts(content.substr(begin, content.find(']') - begin), table);
      parts = table;
    } else if (const auto at = content.find('='); at != std::string_view::npos) {
      if (content.front() == '#') continue;
      parts = table;
      add_parts(content.substr(0, at), parts);
    } else {
      continue;
    }
    const int agreed = agreement(path, parts);
    if (agreed > best_agreement) {
      best = row;
      best_agreement = agreed;
    }
  }
  return best;
}

int line_in_ini(std::string_view text, std::span<const std::string> path) {
  std::string section;
  int best = 0;
  int row = 0;
  for (const std::string_view line : split_lines(text)) {
    ++row;
    const std::string_view content = trim(line);
    if (content.starts_with('[')) {
      section = std::string(content.substr(1, content.rfind(']') - 1));
      if (section == path.front() && best == 0) best = row;
      continue;
    }
    const auto at = content.find_first_of("=:");
    if (path.size() < 2 || at == std::string_view::npos || section != path.front()) continue;
    if (trim(content.substr(0, at)) == path[1]) return row;
  }
  return best;
}

// Does the line, behind a dash of a list, begin with that key?
bool opens_key(std::string_view content, std::string_view key) {
  while (content.starts_with("- ") || content.starts_with('{')) content = trim(content.substr(1));
  const auto colon = content.find(':');
  return colon != std::string_view::npos && unquoted(content.substr(0, colon)) == key;
}

// Takes the names in order, each on a line at or below the one before.
int line_in_nested(std::string_view text, std::span<const std::string> path) {
  int best = 0;
  int row = 0;
  std::size_t next = 0;
  for (const std::string_view line : split_lines(text)) {
    ++row;
    while (next < path.size() && opens_key(trim(line), path[next])) {
      best = row;
      if (++next == path.size()) return best;
      if (!contains(line, path[next])) break;
    }
  }
  return best;
}

}  // namespace

std::optional<Json> read_config(ConfigForm form, std::string_view text) {
  if (form == ConfigForm::yaml) {
    auto documents = syntax::parse_yaml(text);
    if (!documents.ok() || documents->empty()) return std::nullopt;
    return std::move(documents->front());
  }
  auto read = form == ConfigForm::toml  ? syntax::parse_toml(text)
              : form == ConfigForm::ini ? syntax::parse_ini(text)
                                        : syntax::parse_jsonc(text);
  if (!read.ok()) return std::nullopt;
  return std::move(*read);
}

int line_of_key(ConfigForm form, std::string_view text, std::span<const std::string> path) {
  if (path.empty()) return 0;
  switch (form) {
    case ConfigForm::toml: return line_in_toml(text, path);
    case ConfigForm::ini: return line_in_ini(text, path);
    case ConfigForm::yaml:
    case ConfigForm::json: return line_in_nested(text, path);
  }
  return 0;
}

}  // namespace pawl::guards
