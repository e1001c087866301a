#include "guards/text/left_behind.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;

// Names that stand for whoever reads, of images and of services; a person is none of these.
constexpr auto kNobody = fixed_words(
    "user", "username", "users", "runner", "me", "you", "ubuntu", "vagrant", "node", "app",
    "vscode", "circleci", "travis", "jovyan", "jenkins", "git", "pi", "deploy", "admin", "root",
    "foo", "foobar", "bar", "baz", "example", "someone", "myuser", "youruser", "alice", "bob",
    "john", "jane", "dev", "build", "builder", "ec2-user", "runneradmin", "linuxbrew", "shared",
    "public", "default", "test", "coder", "gitpod", "codespace", "worker", "sandbox", "appuser",
    "nonroot", "xxx", "name", "home", "joe", "developer", "guest", "nobody", "centos", "debian",
    "docker", "postgres", "mysql", "redis", "nginx", "www", "www-data", "container", "python",
    "ruby", "rust", "go", "java", "gradle", "maven", "conda", "airflow", "spark", "hadoop", "kali",
    "steam", "abc", "johndoe", "jdoe", "john.doe", "myname", "yourname", "your-name", "your_name",
    "your-username", "your_username", "my-user", "service", "package", "project", "workspace",
    "code", "src", "data", "opt", "u", "x", "a", "appveyor", "step", "buildbot", "teamcity",
    "semaphore", "bamboo", "administrator");

// An image has no home below `/Users`: there a developer is somebody.
constexpr auto kSomebodyThere = fixed_words("dev", "developer", "coder", "admin", "deploy", "build",
                                            "builder", "worker", "administrator", "code");

bool is_somebody(std::string_view name, bool in_home) {
  if (name.empty() || name.size() > 32) return false;
  for (const char c : name) {
    if (!is_letter_or_digit(c) && c != '.' && c != '_' && c != '-') return false;
  }
  const std::string plain = lower(name);
  const bool nobody = among(kNobody, plain) && (in_home || !among(kSomebodyThere, plain));
  return !nobody && !contains(plain, "user") && !contains(plain, "example") &&
         is_letter(name.front());
}

// Where a path below somebody's home begins in a line.
std::size_t find_home(std::string_view line) {
  for (const std::string_view start :
       {"/home/", "/Users/", ":\\Users\\", ":\\\\Users\\\\", ":/Users/"}) {
    for (auto at = line.find(start); at != std::string_view::npos; at = line.find(start, at + 1)) {
      // A path of a site or of a route, not of a machine.
      const bool inside = at > 0 && start.front() == '/' &&
                          (is_word(line[at - 1]) || line[at - 1] == '.' || line[at - 1] == '}' ||
                           line[at - 1] == '*' || line[at - 1] == '~' || line[at - 1] == '-');
      if (inside) continue;
      const std::string_view rest = line.substr(at + start.size());
      const std::size_t end = rest.find_first_of("/\\");
      const bool in_home = start == "/home/";
      if (end == std::string_view::npos || !is_somebody(rest.substr(0, end), in_home)) continue;
      const std::string_view below = rest.substr(end + 1);
      if (!below.empty() &&
          (is_word(below.front()) || below.front() == '.' || below.front() == '\\')) {
        return at;
      }
    }
  }
  return std::string_view::npos;
}

}  // namespace

bool names_homes_of_containers(const TextChange& change) {
  const std::string name = lower(change.file().path.name());
  return change.kind().format == syntax::Format::yaml || contains(name, "docker") ||
         contains(name, "container") || contains(name, "jenkins") || contains(name, "vagrant") ||
         name.ends_with(".service") || change.kind().language == syntax::Language::bash;
}

// In Rust tests lie below the code they test.
std::size_t end_of_product(const TextChange& change) {
  if (change.kind().language != Language::rust) return change.after.size();
  for (std::size_t i = 0; i < change.after.size(); ++i) {
    if (trim(change.after[i]).starts_with("#[cfg(test)]")) return i;
  }
  return change.after.size();
}

std::vector<Remain> machine_paths(const TextChange& change) {
  std::vector<Remain> found;
  const RepoPath& path = change.file().path;
  if (change.sort() == TextSort::other || repo::is_fixture(path)) return found;
  if (!contains(change.text(), "/home/") && !contains(change.text(), "Users")) return found;
  const bool document = change.sort() == TextSort::document;
  if (!document && repo::is_sample_place(path)) return found;
  for (const std::size_t line : change.added()) {
    const std::string_view text = change.after[line];
    if (!contains(text, "home") && !contains(text, "Users")) continue;
    if (line >= end_of_product(change)) continue;
    const std::size_t at = find_home(text);
    if (at == std::string_view::npos) continue;
    if (names_homes_of_containers(change) && text.substr(at).starts_with("/home/")) continue;
    if (document) {
      const std::string_view before = text.substr(0, at);
      const bool link = before.ends_with("](") || before.ends_with("](file://");
      if (!link) continue;
    } else if (change.place_of(line) == Place::comment || uncommented(text).is_comment) {
      continue;
    } else if (change.sort() == TextSort::code &&
               change.place_at(change.offset_of(line) + at) == Place::comment) {
      continue;
    }
    found.push_back({line, "a path of somebody's machine"});
  }
  return found;
}

}  // namespace pawl::guards
