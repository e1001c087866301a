#include "guards/text/rooted_paths.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/text/left_behind.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kPathMax = 400;

// Homes and folders for a time. Of the first three a container has none.
constexpr auto kOfPeople = fixed_words("/Users/", ":/Users/", "/mnt/c/Users/");
constexpr auto kAnywhere = fixed_words("/home/", "/root/", "/workspace/", "/workspaces/", "/tmp/",
                                       "/private/", "/var/folders/", "/mnt/data/", "/sandbox/");

bool is_path_sign(char c) {
  return is_word(c) || c == '/' || c == '.' || c == '-' || c == '+' || c == '@' || c == ':';
}

// Whether the home is that of whoever reads.
bool names_reader(std::string_view path) {
  static constexpr auto kReaders =
      fixed_words("me", "you", "alice", "bob", "john", "jane", "foo", "bar", "someone", "xxx");
  const auto parts = split(path, '/');
  const auto home = std::find_if(parts.begin(), parts.end(), [](std::string_view part) {
    return part == "home" || part == "Users";
  });
  if (home == parts.end() || home + 1 == parts.end()) return false;
  const std::string name = lower(*(home + 1));
  return among(kReaders, name) || contains(name, "user") || contains(name, "your") ||
         contains(name, "example") || contains(name, "name") || contains(name, "doe");
}

// The path that begins at a byte, with slashes, `C:\\Users` and the escapes of strings as well.
std::string path_at(std::string_view line, std::size_t at) {
  std::string path;
  for (; at < line.size() && path.size() < kPathMax; ++at) {
    char c = line[at];
    if (c == '\\') c = '/';
    if (!is_path_sign(c)) break;
    if (c == '/' && path.ends_with("/.")) path.pop_back();
    if (c == '/' && path.ends_with('/')) continue;
    path.push_back(c);
  }
  while (path.ends_with('.') || path.ends_with(':')) path.pop_back();
  return path;
}

// Whether something below the start is of the repository, from its root or from where the line
// stands: two folders or more above it, and in a folder of its own, or the very file that says so.
bool leads_into(std::string_view path, const repo::RepoView& view, const RepoPath& own) {
  constexpr std::size_t kAboveMin = 2;
  const std::string beside = own.folder().empty() ? "" : std::string(own.folder()) + "/";
  std::size_t above = 0;
  for (std::size_t at = path.find('/', 1); at != std::string_view::npos;
       at = path.find('/', at + 1)) {
    const std::string tail(path.substr(at + 1));
    if (++above < kAboveMin || tail.empty()) continue;
    if (tail == own.text()) return true;
    const std::string from_here = beside + tail;
    if (!beside.empty() && (view.has(from_here) || view.has_folder(from_here))) return true;
    if (contains(tail, "/") && (view.has(tail) || view.has_folder(tail))) return true;
  }
  return false;
}

// Where a path begins that `starts` may begin, and nothing of a longer one comes before it.
template <typename Take>
bool any_start(std::string_view line, WordsView starts, const Take& take) {
  for (const std::string_view start : starts) {
    for (auto at = line.find(start); at != std::string_view::npos; at = line.find(start, at + 1)) {
      const char before = at == 0 ? ' ' : line[at - 1];
      const bool inside = start.front() == '/' && (is_word(before) || before == '.' ||
                                                   before == '}' || before == '-' || before == '~');
      if (!inside && take(at)) return true;
    }
  }
  return false;
}

}  // namespace

std::vector<Remain> rooted_paths(const TextChange& change, const Context& context) {
  std::vector<Remain> found;
  const RepoPath& path = change.file().path;
  const repo::RepoView* view = context.head != nullptr ? context.head : context.base;
  if (view == nullptr || repo::is_fixture(path) || change.sort() == TextSort::other) return found;
  const auto names = [&](std::string_view folder) { return contains(change.text(), folder); };
  if (!names("Users") && std::none_of(kAnywhere.begin(), kAnywhere.end(), names)) return found;
  const bool people_only =
      names_homes_of_containers(change) || repo::is_test_file(path) || repo::lies_among_tests(path);
  for (const std::size_t line : change.added()) {
    if (change.after[line].find_first_of("/\\") == std::string_view::npos) continue;
    const std::string text = replace_all(replace_all(change.after[line], "\\\\", "/"), "\\", "/");
    const auto leads = [&](std::size_t at) {
      const std::string named = path_at(text, at);
      return !names_reader(named) && leads_into(named, *view, path);
    };
    if (any_start(text, kOfPeople, leads) || (!people_only && any_start(text, kAnywhere, leads))) {
      found.push_back({line, "a file of the repository by its place on one machine"});
    }
  }
  return found;
}

}  // namespace pawl::guards
