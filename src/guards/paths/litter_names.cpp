#include "guards/paths/litter_names.hpp"

#include <algorithm>
#include <string_view>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/characters.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

struct NamePart {
  std::string text;
  bool glob = false;
};

struct Pattern {
  std::vector<NamePart> parts;
  bool root = false;
  bool folder = false;  // the last part is one
  bool cased = false;   // its capitals are
  LitterPlace place = LitterPlace::always;
  std::string_view what;
};

LitterPlace place_named(std::string_view name) {
  if (name == "place") return LitterPlace::place;
  if (name == "beside") return LitterPlace::beside;
  if (name == "person") return LitterPlace::person;
  if (name == "trial") return LitterPlace::trial;
  if (name == "made") return LitterPlace::made;
  PAWL_CHECK(name == "always", "a kind of data/paths/litter.txt");
  return LitterPlace::always;
}

Pattern read_pattern(std::string_view text) {
  Pattern pattern;
  pattern.root = text.starts_with('/');
  pattern.folder = text.ends_with('/');
  if (pattern.root) text.remove_prefix(1);
  if (pattern.folder) text.remove_suffix(1);
  pattern.cased = std::any_of(text.begin(), text.end(), is_upper);
  for (const std::string_view part : split(text, '/')) {
    pattern.parts.push_back(
        {std::string(part), part.find_first_of("*?[") != std::string_view::npos});
  }
  return pattern;
}

std::vector<Pattern> read_patterns() {
  const auto list = asset("paths/litter.txt");
  PAWL_CHECK(list.has_value(), "data/paths/litter.txt is embedded");
  std::vector<Pattern> patterns;
  for (const std::string_view line : split_lines(*list)) {
    if (line.empty() || line.starts_with('#')) continue;
    std::vector<std::string_view> cells;
    std::string_view rest = line;
    for (std::size_t bar = rest.find(" | "); bar != std::string_view::npos;
         bar = rest.find(" | ")) {
      cells.push_back(rest.substr(0, bar));
      rest.remove_prefix(bar + 3);
    }
    cells.push_back(rest);
    PAWL_CHECK(cells.size() > 2, "a row of data/paths/litter.txt");
    for (std::size_t i = 2; i < cells.size(); ++i) {
      Pattern pattern = read_pattern(cells[i]);
      pattern.place = place_named(cells[0]);
      pattern.what = cells[1];
      patterns.push_back(std::move(pattern));
    }
  }
  return patterns;
}

bool fits(const NamePart& part, std::string_view name) {
  return part.glob ? glob_match(part.text, name) : part.text == name;
}

// Behind the components that fit; nothing where they do not.
std::optional<std::size_t> fit(const Pattern& pattern, const std::vector<std::string>& names) {
  const std::size_t count = pattern.parts.size();
  const std::size_t usable = names.size() - (pattern.folder ? 1 : 0);
  if (usable < count) return std::nullopt;
  const std::size_t last = pattern.root ? 0 : usable - count;
  for (std::size_t at = pattern.folder || pattern.root ? 0 : last; at <= last; ++at) {
    bool all = true;
    for (std::size_t i = 0; i < count && all; ++i) all = fits(pattern.parts[i], names[at + i]);
    if (!all) continue;
    if (!pattern.folder && at + count != names.size()) continue;
    return at + count;
  }
  return std::nullopt;
}

}  // namespace

std::optional<LitterName> litter_name(const RepoPath& path) {
  static const std::vector<Pattern> patterns = read_patterns();
  const auto components = path.components();
  const std::vector<std::string> written(components.begin(), components.end());
  std::vector<std::string> names;
  for (const std::string& name : components) names.push_back(lower(name));
  for (const Pattern& pattern : patterns) {
    const auto end = fit(pattern, pattern.cased ? written : names);
    if (!end) continue;
    LitterName out{.place = pattern.place, .what = std::string(pattern.what), .folder = {}};
    if (*end == names.size()) return out;
    for (std::size_t i = 0; i < *end; ++i) out.folder += (i == 0 ? "" : "/") + components[i];
    return out;
  }
  return std::nullopt;
}

}  // namespace pawl::guards
