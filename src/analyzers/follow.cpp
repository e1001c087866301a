#include "analyzers/follow.hpp"

#include <algorithm>
#include <deque>

#include "analyzers/steps.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::analyzers {
namespace {

constexpr std::size_t kExpandedBytesMax = 64U << 10U;
constexpr std::size_t kScriptBytesMax = 64U << 10U;
constexpr std::size_t kBuildFilesMax = 30;

std::string inside(const std::string& folder, std::string_view path) {
  if (path.starts_with("./")) path.remove_prefix(2);
  return folder.empty() || path.starts_with('/') ? std::string(path)
                                                 : folder + "/" + std::string(path);
}

// `a/../b/./c` → `b/c`; empty when it leads out of the repository.
std::string plain_path(std::string_view path) {
  std::vector<std::string_view> parts;
  for (const std::string_view part : split(path, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      parts.push_back(part);
    } else if (parts.empty()) {
      return {};
    } else {
      parts.pop_back();
    }
  }
  return join(parts, "/");
}

bool is_shell(std::string_view path, std::string_view text) {
  for (const std::string_view ending : {".sh", ".bash", ".zsh", ".ps1", ".bat", ".cmd"}) {
    if (path.ends_with(ending)) return true;
  }
  if (!text.starts_with("#!")) return false;
  const std::string_view line = text.substr(0, text.find('\n'));
  return line.ends_with("sh") || contains(line, "sh ") || contains(line, "bash");
}

bool is_variable(std::string_view word) { return contains(word, "$") || contains(word, "{"); }

std::string_view base_name(std::string_view program) {
  const std::size_t slash = program.find_last_of("/\\");
  return slash == std::string_view::npos ? program : program.substr(slash + 1);
}

}  // namespace

struct Follower::Place {
  std::string folder;
  std::string_view around;
  std::set<std::string> done;  // names that were followed already
};

std::string Follower::expanded(std::string_view text, std::string_view around) {
  struct Waiting {
    std::string folder;
    std::string text;
  };
  Place place{"", around, {}};
  std::string all;
  std::deque<Waiting> waiting = {{"", std::string(text)}};
  while (!waiting.empty()) {
    const Waiting next = std::move(waiting.front());
    waiting.pop_front();
    if (all.size() + next.text.size() > kExpandedBytesMax) break;
    all += (all.empty() ? "" : "\n") + next.text;
    place.folder = next.folder;
    for (const std::vector<std::string>& words : shell_commands(next.text)) {
      const auto command = command_of(words);
      if (command.empty()) continue;
      std::string more = meaning({command.begin(), command.end()}, place);
      if (!trim(more).empty()) waiting.push_back({place.folder, std::move(more)});
    }
  }
  return all;
}

std::string Follower::meaning(const std::vector<std::string>& words, Place& place) {
  const std::string_view program = base_name(words.front());
  if (program == "cd" || program == "pushd") {
    if (words.size() > 1 && !is_variable(words[1]))
      place.folder = plain_path(inside(place.folder, words[1]));
    return {};
  }
  static constexpr auto kNpm =
      fixed_words("npm", "yarn", "pnpm", "bun", "run-s", "run-p", "npm-run-all");
  if (among(kNpm, program)) return npm(words, place);
  if (program == "make" || program == "gmake" || program == "just") {
    return make(program == "gmake" ? "make" : program, words, place);
  }
  if (program == "tox" || program == "nox") return environments(program, words, place);
  if (program == "rake" || program == "task" || program == "composer") {
    std::string found;
    bool any = false;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (words[i].starts_with('-') || words[i] == "run" || words[i] == "run-script") continue;
      any = true;
      found += named(program, words[i], place);
    }
    return any ? found : named(program, "", place);
  }
  if (std::string checks = life_cycle(program, words); !checks.empty()) return checks;
  return script(words, place);
}

Recipes Follower::read(std::string_view kind, const std::string& folder) const {
  const auto first = [&](std::initializer_list<std::string_view> names) -> std::string {
    for (const std::string_view name : names) {
      if (auto text = view_.text(inside(folder, name))) return *text;
    }
    return {};
  };
  const auto json = [&](std::string_view name) {
    const Result<Json> parsed = Json::parse(first({name}));
    return parsed ? json_scripts(*parsed) : Recipes();
  };
  if (kind == "npm") return json("package.json");
  if (kind == "composer") return json("composer.json");
  if (kind == "make") {
    std::string text = first({"GNUmakefile", "makefile", "Makefile"});
    const std::string own = text;
    for (const std::string_view line : split_lines(own)) {
      if (!line.starts_with("include ") && !line.starts_with("-include ")) continue;
      for (const std::string_view name : split_words(line.substr(line.find(' ')))) {
        text += "\n" + view_.text(inside(folder, name)).value_or("");
      }
    }
    return make_recipes(text, "make");
  }
  if (kind == "just") return make_recipes(first({"justfile", "Justfile", ".justfile"}), "just");
  if (kind == "rake") return rake_tasks(first({"Rakefile", "rakefile", "Rakefile.rb"}));
  if (kind == "tox") return tox_environments(first({"tox.ini", "setup.cfg"}));
  if (kind == "nox") return nox_sessions(first({"noxfile.py"}));
  if (kind == "task") {
    const auto documents =
        syntax::parse_yaml(first({"Taskfile.yml", "Taskfile.yaml", "taskfile.yml"}));
    return documents && !documents->empty() ? taskfile_tasks(documents->front()) : Recipes();
  }
  return {};
}

const Recipes& Follower::recipes(std::string_view kind, const std::string& folder) {
  const std::string key = std::string(kind) + ":" + folder;
  const auto found = read_.find(key);
  return found != read_.end() ? found->second
                              : read_.emplace(key, read(kind, folder)).first->second;
}

// Once a text: what a name stands for in the folder of the command, or else at the root.
std::string Follower::named(std::string_view kind, const std::string& name, Place& place) {
  for (const std::string& folder : {place.folder, std::string()}) {
    const Recipes& known = recipes(kind, folder);
    const auto found = known.find(name);
    if (found == known.end()) continue;
    if (!place.done.insert(std::string(kind) + ":" + folder + ":" + name).second) return {};
    return "cd /" + folder + "\n" + found->second;
  }
  return {};
}

std::string Follower::npm(const std::vector<std::string>& words, Place& place) {
  std::string found;
  const std::string folder = place.folder;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const bool elsewhere = words[i] == "--prefix" || words[i] == "--cwd" || words[i] == "-C" ||
                           words[i] == "-w" || words[i] == "--workspace" || words[i] == "--filter";
    if (elsewhere && i + 1 < words.size()) {
      const std::string other = plain_path(words[++i]);
      if (view_.has(inside(other, "package.json"))) place.folder = other;
      continue;
    }
    std::string name = words[i] == "t" || words[i] == "tst" ? "test" : words[i];
    if (name.starts_with('-')) continue;
    const bool many = name.ends_with('*');
    if (many) {
      const std::string start = name.substr(0, name.size() - 1);
      for (const auto& [script, command] : Recipes(recipes("npm", place.folder))) {
        if (script.starts_with(start)) found += named("npm", script, place);
      }
      continue;
    }
    for (const std::string_view prefix : {"pre", "", "post"})
      found += named("npm", std::string(prefix) + name, place);
  }
  place.folder = folder;
  return found;
}

std::string Follower::make(std::string_view program, const std::vector<std::string>& words,
                           Place& place) {
  std::string found;
  bool any = false;
  const std::string folder = place.folder;
  for (std::size_t i = 1; i < words.size(); ++i) {
    const std::string& word = words[i];
    const bool apart = word == "-C" || word == "--directory";
    if ((apart && i + 1 < words.size()) || word.starts_with("--directory=")) {
      const std::string where = apart ? words[++i] : word.substr(12);
      place.folder = plain_path(inside(folder, where));
      continue;
    }
    if (word.starts_with('-') || contains(word, "=")) continue;
    any = true;
    found += named(program, word, place);
  }
  if (!any) found = named(program, "", place);
  place.folder = folder;
  return found;
}

// `-e lint,types`, `-s tests`; a variable stands for those whose names the definition mentions.
std::string Follower::environments(std::string_view program, const std::vector<std::string>& words,
                                   Place& place) {
  std::string found;
  bool chosen = false;
  for (std::size_t i = 1; i + 1 < words.size(); ++i) {
    static constexpr auto kOptions = fixed_words("-e", "-s", "--session", "--sessions", "-t", "-f");
    if (!among(kOptions, words[i]) && words[i] != "--env") continue;
    chosen = true;
    if (is_variable(words[i + 1])) {
      for (const auto& [name, commands] : Recipes(recipes(program, place.folder))) {
        if (!name.empty() && contains_word_folded(place.around, name))
          found += named(program, name, place);
      }
      continue;
    }
    for (const std::string_view name : split(words[i + 1], ','))
      found += named(program, std::string(name), place);
  }
  return chosen ? found : named(program, "", place);
}

std::string Follower::life_cycle(std::string_view program,
                                 const std::vector<std::string>& words) const {
  const auto has = [&](std::initializer_list<std::string_view> goals) {
    return std::any_of(words.begin() + 1, words.end(), [&](std::string_view word) {
      return among(goals, word.substr(word.rfind(':') + 1));
    });
  };
  if (program == "mvn" || program == "mvnw" || program == "mvnw.cmd") {
    if (!has({"verify", "install", "deploy"})) return {};
    return maven_checks(view_.text("pom.xml").value_or(""));
  }
  if (!program.starts_with("gradle") || !has({"build", "check"})) return {};
  std::size_t read = 0;
  for (const repo::Entry& entry : view_.files()) {
    const std::string_view name = entry.path.name();
    if (!name.ends_with(".gradle") && !name.ends_with(".gradle.kts")) continue;
    if (++read > kBuildFilesMax) break;
    if (std::string checks = gradle_checks(view_.text(entry.path.text()).value_or(""));
        !checks.empty()) {
      return checks;
    }
  }
  return {};
}

// The text of a shell script of the repository that is started by its path or by a shell.
std::string Follower::script(const std::vector<std::string>& words, Place& place) const {
  static constexpr auto kShells =
      fixed_words("sh", "bash", "zsh", "dash", "source", ".", "pwsh", "powershell", "ksh", "&");
  std::string word = words.front();
  if (among(kShells, word)) {
    const auto argument = std::find_if(words.begin() + 1, words.end(), [](const std::string& one) {
      return !one.starts_with('-');
    });
    if (argument == words.end()) return {};
    word = *argument;
  } else if (word.find_first_of("/\\.") == std::string::npos) {
    return {};
  }
  std::replace(word.begin(), word.end(), '\\', '/');
  for (const std::string& folder : {place.folder, std::string()}) {
    const std::string path = plain_path(inside(folder, word));
    const repo::Entry* entry = path.empty() ? nullptr : view_.find(path);
    if (entry == nullptr || entry->symlink || entry->size > kScriptBytesMax) continue;
    const auto text = view_.text(path);
    if (!text || !is_shell(path, *text)) return {};
    return place.done.insert("script:" + path).second ? *text : std::string();
  }
  return {};
}

}  // namespace pawl::analyzers
