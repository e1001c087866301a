#include "recipes/common.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/paths/path_policy.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::recipes {
namespace {

constexpr std::size_t kTextBytesMax = 512U << 10U;

constexpr auto kTestFolders = fixed_words(
    "fixtures", "fixture", "testdata", "test-data", "__snapshots__", "snapshots", "golden",
    "goldens", "corpus", "cassettes", "mock", "mocks", "__mocks__", "expected", "patches", "prompt",
    "prompts", "bundle", "bundles", "bundled", "generated");
constexpr std::size_t kMarkBytesMax = 2000;
constexpr std::size_t kLineBytesMax = 5000;
constexpr auto kLeftAlone =
    fixed_words(".patch", ".diff", ".snap", ".svg", ".lock", ".sum", ".map", ".csv", ".tsv", ".po",
                ".pem", ".crt", ".key", ".out", ".golden", ".bin");

std::string stem_of(std::string_view name) {
  return lower(name.substr(0, name.find('.') == 0 ? std::string_view::npos : name.find('.')));
}

bool is_in_chart(const repo::RepoView& view, const RepoPath& path) {
  std::string folder(path.folder());
  while (true) {
    if (view.has(folder.empty() ? "Chart.yaml" : folder + "/Chart.yaml")) return true;
    if (folder.empty()) return false;
    const auto slash = folder.rfind('/');
    folder.erase(slash == std::string::npos ? 0 : slash);
  }
}

}  // namespace

std::optional<std::string> root_file(const repo::RepoView& view, WordsView stems) {
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

bool is_own_text(const repo::RepoView& view, const repo::Entry& entry) {
  if (entry.symlink || entry.size == 0 || entry.size > kTextBytesMax) return false;
  if (repo::is_vendored(entry.path) || repo::is_generated(entry.path)) return false;
  if (repo::is_fixture(entry.path) || is_in_chart(view, entry.path)) return false;
  if (repo::has_word(entry.path.name(), "prompt") || repo::has_word(entry.path.name(), "prompts")) {
    return false;
  }
  if (!guards::unasked_denial_of(entry.path).empty()) return false;
  const std::string ending = entry.path.extension();
  if (std::find(kLeftAlone.begin(), kLeftAlone.end(), ending) != kLeftAlone.end()) return false;
  for (const std::string& component : entry.path.components()) {
    const std::string folded = lower(component);
    if (among(kTestFolders, folded) || contains(folded, "template") || contains(folded, "{{") ||
        contains(folded, "cookiecutter")) {
      return false;
    }
  }
  return true;
}

bool is_for_tests(std::string_view path) {
  for (const std::string_view part : split(path, '/')) {
    for (const std::string_view word :
         {"test", "tests", "spec", "example", "examples", "fixtures"}) {
      if (repo::has_word(part, word)) return true;
    }
  }
  return false;
}

bool is_record(const RepoPath& path) {
  for (const std::string& part : path.components()) {
    const std::string name = replace_all(replace_all(lower(part), "-", ""), "_", "");
    for (const std::string_view word :
         {"changelog", "releasenotes", "migrat", "upgrad", "archive"}) {
      if (contains(name, word)) return true;
    }
    const std::string stem = name.substr(0, name.find('.'));
    if (among({"changes", "history", "news", "releases"}, stem)) return true;
  }
  return false;
}

bool is_made_by_tool(std::string_view text) {
  const std::string start = lower(text.substr(0, kMarkBytesMax));
  for (const std::string_view mark :
       {"@generated", "do not edit", "auto-generated", "autogenerated", "automatically generated",
        "code generated", "generated by", "generated from", "file is generated"}) {
    if (contains(start, mark)) return true;
  }
  for (const std::string_view line : split_lines(text)) {
    if (line.size() > kLineBytesMax) return true;
  }
  return false;
}

std::string shell_block(const std::vector<repo::Sourced>& commands) {
  std::string out = "```sh\n";
  for (const repo::Sourced& command : commands) out += command.value + "\n";
  return out + "```\n";
}

}  // namespace pawl::recipes
