#include "recipes/common.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "guards/paths/path_policy.hpp"

namespace pawl::recipes {
namespace {

constexpr std::size_t kTextBytesMax = 512U << 10U;

constexpr auto kTestFolders = std::to_array<std::string_view>(
    {"fixtures", "fixture", "testdata", "test-data", "__snapshots__", "snapshots", "golden",
     "goldens", "corpus", "cassettes", "mocks", "expected", "patches"});
constexpr auto kLeftAlone = std::to_array<std::string_view>(
    {".patch", ".diff", ".snap", ".svg", ".lock", ".sum", ".map", ".csv", ".tsv", ".po", ".pem",
     ".crt", ".key", ".out", ".golden", ".bin"});

std::string stem_of(std::string_view name) {
  return lower(name.substr(0, name.find('.') == 0 ? std::string_view::npos : name.find('.')));
}

}  // namespace

std::optional<std::string> root_file(const repo::RepoView& view,
                                     std::span<const std::string_view> stems) {
  for (const repo::Entry& entry : view.files()) {
    if (entry.path.components().size() != 1) continue;
    const std::string stem = stem_of(entry.path.name());
    if (std::find(stems.begin(), stems.end(), stem) != stems.end()) return entry.path.text();
  }
  return {};
}

Person parse_person(std::string_view text) {
  Person person;
  const auto open = text.find('<');
  const auto close = text.find('>');
  const auto bracket = text.find('(');
  person.name = std::string(trim(text.substr(0, std::min(open, bracket))));
  if (open != std::string_view::npos && close != std::string_view::npos && open < close) {
    const std::string_view email = trim(text.substr(open + 1, close - open - 1));
    if (contains(email, "@") && contains(email, ".")) person.email = std::string(email);
  }
  return person;
}

std::optional<std::string> web_address(std::string_view repository_url) {
  std::string url(trim(repository_url));
  if (url.starts_with("git+")) url.erase(0, 4);
  // npm's short form means GitHub.
  if (split(url, '/').size() == 2 && !contains(url, ":")) url = "github:" + url;
  if (url.starts_with("github:")) url = "https://github.com/" + url.substr(7);
  if (url.starts_with("git@")) url = "https://" + replace_all(url.substr(4), ":", "/");
  for (const std::string_view scheme : {"ssh://git@", "git://", "http://"}) {
    if (url.starts_with(scheme)) url = "https://" + url.substr(scheme.size());
  }
  if (url.ends_with("/")) url.pop_back();
  if (url.ends_with(".git")) url.erase(url.size() - 4);
  if (!url.starts_with("https://") || contains(url, " ") || contains(url.substr(8), "@")) return {};
  const auto parts = split(std::string_view(url).substr(8), '/');
  if (parts.size() < 3 || parts[1].empty() || parts[2].empty()) return {};
  return "https://" + std::string(parts[0]) + "/" + std::string(parts[1]) + "/" +
         std::string(parts[2]);
}

bool is_own_text(const repo::Entry& entry) {
  if (entry.symlink || entry.size == 0 || entry.size > kTextBytesMax) return false;
  if (repo::is_vendored(entry.path) || repo::is_generated(entry.path)) return false;
  if (!guards::unasked_denial_of(entry.path).empty()) return false;
  const std::string ending = entry.path.extension();
  if (std::find(kLeftAlone.begin(), kLeftAlone.end(), ending) != kLeftAlone.end()) return false;
  for (const std::string& component : entry.path.components()) {
    const std::string folded = lower(component);
    if (std::find(kTestFolders.begin(), kTestFolders.end(), folded) != kTestFolders.end()) {
      return false;
    }
  }
  return true;
}

std::string shell_block(const std::vector<repo::Sourced>& commands) {
  std::string out = "```sh\n";
  for (const repo::Sourced& command : commands) out += command.value + "\n";
  return out + "```\n";
}

}  // namespace pawl::recipes
