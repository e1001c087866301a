#include "base/text/path_alias.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/hidden.hpp"
#include "base/text/text.hpp"

namespace pawl {
namespace {

struct Fold {
  std::string_view from;
  std::string_view to;
};

// The only characters beyond ASCII that case folding or canonical decomposition turns into ASCII
// letters (CaseFolding.txt, UnicodeData.txt): APFS and HFS+ see no difference.
constexpr auto kFolds = std::to_array<Fold>({{"\u212A", "k"},
                                             {"\u017F", "s"},
                                             {"\u00DF", "ss"},
                                             {"\u1E9E", "ss"},
                                             {"\uFB00", "ff"},
                                             {"\uFB01", "fi"},
                                             {"\uFB02", "fl"},
                                             {"\uFB03", "ffi"},
                                             {"\uFB04", "ffl"},
                                             {"\uFB05", "st"},
                                             {"\uFB06", "st"}});

struct GitFile {
  std::string_view name;
  std::string_view short_hash;  // how its short name begins when the plain ones are taken
};

// The hashes are those NTFS makes of these names; git's path.c lists the same.
constexpr auto kGitFiles = std::to_array<GitFile>({{".gitmodules", "gi7eba"},
                                                   {".gitattributes", "gi7d29"},
                                                   {".gitignore", "gi250a"},
                                                   {".mailmap", "maba30"}});

std::string_view without_tail(std::string_view name) {
  while (!name.empty() && (name.back() == '.' || name.back() == ' ')) name.remove_suffix(1);
  return name;
}

// `gitmod~1` to `gitmod~4`, or two letters, four digits of a hash and any number.
bool is_short_name_of(std::string_view folded, const GitFile& file) {
  const auto tilde = folded.find('~');
  if (tilde == std::string_view::npos || tilde + 1 >= folded.size()) return false;
  const std::string_view stem = folded.substr(0, tilde);
  const std::string_view number = folded.substr(tilde + 1);
  const bool digits = std::all_of(number.begin(), number.end(), is_digit) && number[0] != '0';
  if (!digits || folded.size() > 8) return false;
  if (stem == file.name.substr(1, 6)) return number.size() == 1 && number[0] <= '4';
  return !stem.empty() && file.short_hash.starts_with(stem);
}

}  // namespace

std::string alias_folded(std::string_view component) {
  std::string plain = is_utf8(component) ? std::string(component) : to_utf8(component);
  std::string shown;
  std::size_t done = 0;
  for (const HiddenChar& one : hidden_in(plain)) {
    shown.append(plain, done, one.at - done);
    done = one.at + one.length;
  }
  shown = lower(shown.append(plain, done, std::string::npos));
  for (const Fold& fold : kFolds) {
    if (contains(shown, fold.from)) shown = replace_all(shown, fold.from, fold.to);
  }
  if (shown == "." || shown == "..") return shown;
  const auto colon = shown.find(':');
  if (colon != std::string::npos && colon > 0) shown.resize(colon);
  const std::string_view name = without_tail(shown);
  return name.empty() ? lower(component) : std::string(name);
}

bool is_short_name(std::string_view component) {
  const std::string name = alias_folded(component);
  const auto tilde = name.find('~');
  if (tilde == std::string::npos || tilde == 0 || tilde > 6) return false;
  if (name.find('.') < tilde) return false;
  const auto dot = name.find('.', tilde);
  const std::string_view number =
      std::string_view(name).substr(tilde + 1, dot == std::string::npos ? dot : dot - tilde - 1);
  if (number.empty() || number[0] == '0' || tilde + 1 + number.size() > 8) return false;
  if (!std::all_of(number.begin(), number.end(), is_digit)) return false;
  return dot == std::string::npos || (name.size() - dot <= 4 && name.rfind('.') == dot);
}

bool is_dot_git(std::string_view component) {
  const auto parts = split(component, '\\');
  return std::any_of(parts.begin(), parts.end(), [](std::string_view part) {
    if (part.empty()) return false;
    const std::string name = alias_folded(part);
    return name == ".git" || name == "git~1" || (name == ".." && part != "..");
  });
}

bool is_dot_git_file(std::string_view component) {
  if (component.empty()) return false;
  const std::string name = alias_folded(component);
  return std::any_of(kGitFiles.begin(), kGitFiles.end(), [&](const GitFile& file) {
    return name == file.name || is_short_name_of(name, file);
  });
}

}  // namespace pawl
