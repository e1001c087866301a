#include "guards/text/left_behind.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

using syntax::Language;

// What writes to a terminal, up to its first argument.
constexpr auto kPrints = std::to_array<std::string_view>({"print(",
                                                          "print ",
                                                          "console.log(",
                                                          "console.error(",
                                                          "console.warn(",
                                                          "console.debug(",
                                                          "console.info(",
                                                          "fmt.Println(",
                                                          "fmt.Printf(",
                                                          "fmt.Print(",
                                                          "log.Println(",
                                                          "log.Printf(",
                                                          "println!(",
                                                          "eprintln!(",
                                                          "print!(",
                                                          "printf(",
                                                          "fprintf(stderr, ",
                                                          "fprintf(stdout, ",
                                                          "std::cout << ",
                                                          "std::cerr << ",
                                                          "cout << ",
                                                          "cerr << ",
                                                          "System.out.println(",
                                                          "System.err.println(",
                                                          "System.out.printf(",
                                                          "System.out.print(",
                                                          "puts ",
                                                          "puts(",
                                                          "p ",
                                                          "pp ",
                                                          "p(",
                                                          "warn ",
                                                          "echo ",
                                                          "printf ",
                                                          "sys.stderr.write(",
                                                          "$stderr.puts ",
                                                          "puts(",
                                                          "process.stdout.write(",
                                                          "fmt.Fprintln(os.Stderr, ",
                                                          "fmt.Fprintf(os.Stderr, ",
                                                          "println("});

// How such output calls itself.
constexpr auto kLabels = std::to_array<std::string_view>(
    {"debug:",      "debug ",       "debug]",     "[debug",    "debug -",      "debug>",
     "debug\"",     "debug'",       "xxx",        "here\"",    "here'",        "here ",
     "here:",       "here!",        "here\\n",    "got here",  "reached here", "i am here",
     "i'm here",    "*** debug",    "=== debug",  ">>> debug", ">>> here",     ">>>> debug",
     "todo remove", "fixme remove", "temp debug", "debugging", "dbg:",         "dbg ",
     "==== here",   "**** debug",   "test test",  "asdf",      "--- debug",    "---debug",
     "debug=",      "===debug",     "remove me"});

bool begins_with_label(std::string_view argument) {
  std::size_t at = 0;
  while (at < argument.size() &&
         std::string_view("fFrRbBuL$@").find(argument[at]) != std::string_view::npos) {
    ++at;
  }
  if (at >= argument.size() || at > 2) return false;
  if (argument[at] != '"' && argument[at] != '\'' && argument[at] != '`') return false;
  const std::string said = lower(argument.substr(at + 1, 40));
  return std::any_of(kLabels.begin(), kLabels.end(),
                     [&](std::string_view label) { return said.starts_with(label); });
}

bool is_debug_print(std::string_view line) {
  for (const std::string_view print : kPrints) {
    if (!line.starts_with(print)) continue;
    std::string_view argument = line.substr(print.size());
    while (!argument.empty() && (argument.front() == ' ' || argument.front() == '(')) {
      argument.remove_prefix(1);
    }
    if (argument.starts_with("stderr, ")) argument.remove_prefix(8);
    if (begins_with_label(argument)) return true;
  }
  return false;
}

bool asks_whether_to_debug(std::string_view line) {
  return contains_folded(line, "debug") || contains_folded(line, "verbose") ||
         contains_folded(line, "trace") || contains_folded(line, "log_level") ||
         contains_folded(line, "loglevel");
}

// The lines above, up to the one that opens the block.
bool below_a_question(const TextChange& change, std::size_t line) {
  constexpr std::size_t kAbove = 4;
  std::size_t seen = 0;
  for (std::size_t i = line; i-- > 0 && seen < kAbove;) {
    const std::string_view text = trim(change.after[i]);
    if (text.empty()) continue;
    ++seen;
    if (asks_whether_to_debug(text) && !is_debug_print(text)) return true;
  }
  return false;
}

// Names that stand for whoever reads, of images and of services; a person is none of these.
constexpr auto kNobody = std::to_array<std::string_view>({"user",
                                                          "username",
                                                          "users",
                                                          "runner",
                                                          "me",
                                                          "you",
                                                          "ubuntu",
                                                          "vagrant",
                                                          "node",
                                                          "app",
                                                          "vscode",
                                                          "circleci",
                                                          "travis",
                                                          "jovyan",
                                                          "jenkins",
                                                          "git",
                                                          "pi",
                                                          "deploy",
                                                          "admin",
                                                          "root",
                                                          "foo",
                                                          "foobar",
                                                          "bar",
                                                          "baz",
                                                          "example",
                                                          "someone",
                                                          "myuser",
                                                          "youruser",
                                                          "alice",
                                                          "bob",
                                                          "john",
                                                          "jane",
                                                          "dev",
                                                          "build",
                                                          "builder",
                                                          "ec2-user",
                                                          "runneradmin",
                                                          "linuxbrew",
                                                          "shared",
                                                          "public",
                                                          "default",
                                                          "test",
                                                          "coder",
                                                          "gitpod",
                                                          "codespace",
                                                          "worker",
                                                          "sandbox",
                                                          "appuser",
                                                          "nonroot",
                                                          "xxx",
                                                          "name",
                                                          "home",
                                                          "joe",
                                                          "developer",
                                                          "guest",
                                                          "nobody",
                                                          "centos",
                                                          "debian",
                                                          "docker",
                                                          "postgres",
                                                          "mysql",
                                                          "redis",
                                                          "nginx",
                                                          "www",
                                                          "www-data",
                                                          "container",
                                                          "python",
                                                          "ruby",
                                                          "rust",
                                                          "go",
                                                          "java",
                                                          "gradle",
                                                          "maven",
                                                          "conda",
                                                          "airflow",
                                                          "spark",
                                                          "hadoop",
                                                          "kali",
                                                          "steam",
                                                          "abc",
                                                          "johndoe",
                                                          "jdoe",
                                                          "john.doe",
                                                          "myname",
                                                          "yourname",
                                                          "your-name",
                                                          "your_name",
                                                          "your-username",
                                                          "your_username",
                                                          "my-user",
                                                          "service",
                                                          "package",
                                                          "project",
                                                          "workspace",
                                                          "code",
                                                          "src",
                                                          "data",
                                                          "opt",
                                                          "u",
                                                          "x",
                                                          "a",
                                                          "appveyor",
                                                          "step",
                                                          "buildbot",
                                                          "teamcity",
                                                          "semaphore",
                                                          "bamboo",
                                                          "administrator"});

bool is_somebody(std::string_view name) {
  if (name.empty() || name.size() > 32) return false;
  for (const char c : name) {
    if (!is_letter_or_digit(c) && c != '.' && c != '_' && c != '-') return false;
  }
  const std::string plain = lower(name);
  return !among(kNobody, plain) && !contains(plain, "user") && !contains(plain, "example") &&
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
      if (end == std::string_view::npos || !is_somebody(rest.substr(0, end))) continue;
      const std::string_view below = rest.substr(end + 1);
      if (!below.empty() &&
          (is_word(below.front()) || below.front() == '.' || below.front() == '\\')) {
        return at;
      }
    }
  }
  return std::string_view::npos;
}

// Images and runners of CI have users of their own.
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

}  // namespace

std::vector<Remain> debug_remains(const TextChange& change) {
  std::vector<Remain> found;
  const auto language = change.kind().language;
  const RepoPath& path = change.file().path;
  if (!language || repo::is_sample_place(path) || !repo::is_product_file(path)) return found;
  if (contains_folded(path.text(), "debug") || repo::is_helper_place(path)) return found;
  const std::size_t end = end_of_product(change);
  for (const std::size_t line : change.added()) {
    const std::string_view text = trim(change.after[line]);
    if (text.empty() || line >= end) continue;
    if (!is_debug_print(text) || change.place_of(line) != Place::plain) continue;
    if (below_a_question(change, line)) continue;
    found.push_back({line, "output of somebody's debugging"});
  }
  return found;
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
