#include "analyzers/recipe_files.hpp"

#include <algorithm>
#include <vector>

#include "base/text/text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::analyzers {
namespace {

constexpr int kVariableDepthMax = 4;

using Variables = std::map<std::string, std::string, std::less<>>;

// `$(NAME)`, `${NAME}` and just's `{{name}}` by what they hold; what is unknown stays as it is.
std::string replaced_once(std::string_view text, const Variables& variables) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const std::string_view rest = text.substr(i);
    const bool make = rest.starts_with("$(") || rest.starts_with("${");
    const bool just = rest.starts_with("{{");
    const std::string_view closing = just ? "}}" : rest.starts_with("$(") ? ")" : "}";
    const std::size_t end = make || just ? rest.find(closing) : std::string_view::npos;
    if (end != std::string_view::npos) {
      const auto found = variables.find(trim(rest.substr(2, end - 2)));
      if (found != variables.end()) {
        out += found->second;
        i += end + closing.size() - 1;
        continue;
      }
    }
    out.push_back(text[i]);
  }
  return out;
}

std::string replaced(std::string text, const Variables& variables) {
  for (int depth = 0; depth < kVariableDepthMax; ++depth) {
    std::string next = replaced_once(text, variables);
    if (next == text) break;
    text = std::move(next);
  }
  return text;
}

// `NAME = value`, also `:=`, `::=`, `?=` and `+=`.
bool read_variable(std::string_view line, Variables& variables) {
  const std::size_t equals = line.find('=');
  if (equals == std::string_view::npos || equals == 0) return false;
  std::string_view name = line.substr(0, equals);
  const bool appends = name.ends_with('+');
  while (!name.empty() && std::string_view(":?+").find(name.back()) != std::string_view::npos) {
    name.remove_suffix(1);
  }
  name = trim(name);
  if (name.starts_with("export ")) name = trim(name.substr(7));
  if (name.empty() || name.find_first_of(" \t:$") != std::string_view::npos) return false;
  std::string value(trim(line.substr(equals + 1)));
  if (value.size() > 1 && (value.front() == '"' || value.front() == '\'')) {
    value = value.substr(1, value.size() - 2);
  }
  std::string& held = variables[std::string(name)];
  held = appends && !held.empty() ? held + " " + value : value;
  return true;
}

// `a b: c d` and, for just, `@a arg='x': c`; nothing when the line is no head of a recipe.
struct Head {
  std::vector<std::string> names;
  std::vector<std::string> needs;
};

Head head_of(std::string_view line, bool just, const Variables& variables) {
  Head head;
  const std::size_t colon = line.find(':');
  if (colon == std::string_view::npos || line.substr(colon).starts_with(":=")) return head;
  std::string_view names = line.substr(0, colon);
  std::string_view needs = line.substr(colon + 1);
  if (needs.starts_with(':')) needs.remove_prefix(1);
  if (const std::size_t semicolon = needs.find(';'); semicolon != std::string_view::npos) {
    needs = needs.substr(0, semicolon);
  }
  if (names.starts_with('@')) names.remove_prefix(1);
  const std::string all_names = replaced(std::string(names), variables);
  for (const std::string_view name : split_words(all_names)) {
    head.names.emplace_back(name);
    if (just) break;  // arguments follow
  }
  const std::string all_needs = replaced(std::string(needs), variables);
  for (const std::string_view need : split_words(all_needs)) {
    if (need.front() == '#') break;
    if (need != "|" && need != "&&") head.needs.emplace_back(need);
  }
  return head;
}

std::string without_marks(std::string_view command) {
  command = trim(command);
  while (!command.empty() && (command[0] == '@' || command[0] == '-' || command[0] == '+'))
    command = trim(command.substr(1));
  return std::string(command);
}

std::vector<std::string_view> words_between(std::string_view text, std::string_view separators) {
  std::vector<std::string_view> words;
  std::size_t from = 0;
  while ((from = text.find_first_not_of(separators, from)) != std::string_view::npos) {
    const std::size_t end = std::min(text.find_first_of(separators, from), text.size());
    words.push_back(text.substr(from, end - from));
    from = end;
  }
  return words;
}

// Strings in quotes, in their order; a text without an end is left out.
std::vector<std::string_view> quoted(std::string_view text) {
  std::vector<std::string_view> found;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '"' && text[i] != '\'') continue;
    const std::size_t end = text.find(text[i], i + 1);
    if (end == std::string_view::npos) break;
    found.push_back(text.substr(i + 1, end - i - 1));
    i = end;
  }
  return found;
}

struct Task {
  std::string name;
  std::vector<std::string> needs;
};

// `task :a`, `task "a"`, `task a: :b`, `task :a => [:b, :c]`, `task default: %w[a b]`.
Task rake_task(std::string_view line) {
  Task task;
  line = line.substr(0, line.find(" do"));
  line = line.substr(0, line.find('#'));
  const auto words = words_between(line.substr(4), " \t(),[]{}=>|\"'");
  for (std::string_view word : words) {
    if (word == "%w" || word == "%i") continue;
    while (word.starts_with(':')) word.remove_prefix(1);
    while (word.ends_with(':')) word.remove_suffix(1);
    if (word.empty()) continue;
    if (task.name.empty()) {
      task.name = word;
    } else {
      task.needs.emplace_back(word);
    }
  }
  return task;
}

}  // namespace

Recipes make_recipes(std::string_view text, std::string_view program) {
  const bool just = program == "just";
  Recipes recipes;
  Variables variables{{"MAKE", "make"}};
  std::vector<std::string> current;
  std::string first;
  const std::string joined = replace_all(replace_all(text, "\r\n", "\n"), "\\\n", " ");
  for (const std::string_view line : split_lines(joined)) {
    const bool own = line.starts_with('\t') || (just && line.starts_with("  "));
    if (own) {
      const std::string command = without_marks(replaced(std::string(line), variables));
      for (const std::string& name : current) recipes[name] += command + "\n";
      continue;
    }
    if (trim(line).empty() || line.front() == '#') continue;
    if (!just && read_variable(line, variables)) continue;
    if (just && contains(line, ":=")) {
      read_variable(line, variables);
      continue;
    }
    const Head head = head_of(line, just, variables);
    current = head.names;
    for (const std::string& name : current) {
      std::string& recipe = recipes[name];
      for (const std::string& need : head.needs)
        recipe.append(program).append(" ").append(need).append("\n");
      const bool counts = !name.starts_with('.') && !contains(name, "%");
      if (first.empty() && counts) first = name;
    }
  }
  if (const auto goal = variables.find(".DEFAULT_GOAL"); goal != variables.end())
    first = goal->second;
  if (!first.empty()) recipes[""] = std::string(program) + " " + first + "\n";
  return recipes;
}

Recipes rake_tasks(std::string_view text) {
  Recipes recipes;
  std::string name;
  for (const std::string_view raw : split_lines(text)) {
    const std::string_view line = trim(raw);
    if (line.starts_with("task ") || line.starts_with("task(")) {
      const Task task = rake_task(line);
      name = task.name;
      for (const std::string& need : task.needs) recipes[name] += "rake " + need + "\n";
    } else if (!name.empty() && (line.starts_with("sh ") || line.starts_with("system "))) {
      for (const std::string_view command : quoted(line)) {
        recipes[name].append(command).append("\n");
      }
    }
  }
  if (recipes.contains("default")) recipes[""] = "rake default\n";
  return recipes;
}

Recipes tox_environments(std::string_view text) {
  Recipes recipes;
  std::string name;
  bool in_environment = false;
  bool in_commands = false;
  const std::string joined = replace_all(text, "\\\n", " ");
  for (const std::string_view raw : split_lines(joined)) {
    const std::string_view line = trim(raw);
    if (line.empty() || line.front() == '#') continue;
    if (line.front() == '[') {
      in_environment = line.starts_with("[testenv");
      const std::size_t colon = line.find(':');
      name =
          colon == std::string_view::npos ? "" : line.substr(colon + 1, line.find(']') - colon - 1);
      in_commands = false;
      continue;
    }
    std::string_view command = line;
    if (raw.front() != ' ' && raw.front() != '\t') {
      const std::size_t equals = line.find('=');
      const std::string_view key = trim(line.substr(0, equals));
      in_commands =
          in_environment && equals != std::string_view::npos && key.starts_with("commands");
      command = in_commands ? trim(line.substr(equals + 1)) : "";
    }
    if (!in_commands || command.empty()) continue;
    const std::string bare = without_marks(command) + "\n";
    if (!name.empty()) recipes[name] += bare;
    recipes[""] += bare;
  }
  return recipes;
}

Recipes nox_sessions(std::string_view text) {
  Recipes recipes;
  std::vector<std::string> names;
  bool decorated = false;
  const auto lines = split_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::string_view line = trim(lines[i]);
    if (contains(line, "nox.session") || line.starts_with("@session")) {
      names.clear();
      decorated = true;
      const std::size_t at = line.find("name=");
      if (at != std::string_view::npos && !quoted(line.substr(at)).empty())
        names.emplace_back(quoted(line.substr(at)).front());
    } else if (line.starts_with("def ")) {
      if (!decorated) names.clear();
      if (decorated) names.emplace_back(line.substr(4, line.find('(') - 4));
      decorated = false;
    } else if (contains(line, "session.run") && !names.empty()) {
      std::string call(line);
      for (std::size_t more = i + 1; more < lines.size() && more < i + 12 && !contains(call, ")");
           ++more) {
        call += lines[more];
      }
      std::string command;
      for (const std::string_view word : quoted(call)) command.append(word).append(" ");
      for (const std::string& name : names) recipes[name] += command + "\n";
      recipes[""] += command + "\n";
    }
  }
  return recipes;
}

Recipes taskfile_tasks(const Json& document) {
  Recipes recipes;
  for (const auto& [name, task] : document["tasks"].members()) {
    std::string& recipe = recipes[name];
    const auto add = [&](const Json& command) {
      if (command.is_string()) recipe.append(command.text()).append("\n");
      if (command["cmd"].is_string()) recipe.append(command["cmd"].text()).append("\n");
      if (command["task"].is_string())
        recipe.append("task ").append(command["task"].text()).append("\n");
    };
    add(task);
    for (const Json& need : task["deps"].items())
      recipe.append("task ")
          .append(need.is_string() ? need.text() : need["task"].text())
          .append("\n");
    for (const Json& command : task["cmds"].items()) add(command);
    for (const Json& command : task.items()) add(command);
  }
  if (recipes.contains("default")) recipes[""] = "task default\n";
  return recipes;
}

Recipes json_scripts(const Json& manifest) {
  Recipes recipes;
  for (const auto& [name, command] : manifest["scripts"].members()) {
    std::string& recipe = recipes[name];
    if (command.is_string()) recipe = std::string(command.text()) + "\n";
    for (const Json& one : command.items()) recipe.append(one.text()).append("\n");
  }
  return recipes;
}

std::string maven_checks(std::string_view pom) {
  struct Plugin {
    std::string_view artifact;
    std::string_view goal;
    std::string_view command;
  };
  constexpr Plugin kPlugins[] = {{"spotless-maven-plugin", "check", "mvn spotless:check\n"},
                                 {"maven-checkstyle-plugin", "check", "mvn checkstyle:check\n"},
                                 {"maven-pmd-plugin", "check", "mvn checkstyle:check\n"},
                                 {"spotbugs-maven-plugin", "check", "mvn checkstyle:check\n"},
                                 {"fmt-maven-plugin", "check", "mvn spotless:check\n"},
                                 {"dependency-check-maven", "check", "dependency-check\n"}};
  std::string commands;
  for (const Plugin& plugin : kPlugins) {
    const std::string artifact = "<artifactId>" + std::string(plugin.artifact);
    for (std::size_t at = pom.find(artifact); at != std::string_view::npos;
         at = pom.find(artifact, at + 1)) {
      const std::string_view body = pom.substr(at, pom.find("</plugin>", at) - at);
      const std::string goal = "<goal>" + std::string(plugin.goal) + "</goal>";
      if (!contains(body, goal) || contains(body, "<phase>none")) continue;
      commands += plugin.command;
      break;
    }
  }
  return commands;
}

std::string gradle_checks(std::string_view build_file) {
  for (const std::string_view mark :
       {"com.diffplug.spotless", "com.diffplug.gradle.spotless", "detekt", "ktlint", "checkstyle",
        "com.github.spotbugs", "'pmd'", "\"pmd\"", "`pmd`", "net.ltgt.errorprone", "spotless {"}) {
    if (contains(build_file, mark)) return "gradle spotlessCheck\n";
  }
  return {};
}

}  // namespace pawl::analyzers
