#include "guards/references/command_names.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/paths/relative_path.hpp"
#include "guards/references/shell_commands.hpp"

namespace pawl::guards {
namespace {

using CommandWords = std::span<const std::string>;

// They run the command that follows.
constexpr auto kWrappers = fixed_words("sudo", "env", "exec", "command", "nice", "nohup",
                                       "cross-env", "xvfb-run", "dotenv", "time");
// Of package managers, that run a program in the environment of the project.
constexpr auto kRunners = fixed_words("uv", "poetry", "pipenv", "pdm", "hatch", "rye", "bundle");
constexpr auto kScriptEndings =
    fixed_words(".sh", ".bash", ".py", ".js", ".mjs", ".cjs", ".ts", ".rb", ".pl", ".ps1", ".zsh");
// What brings files along, or makes them.
constexpr auto kMakingCommands =
    fixed_words("curl", "wget", "touch", "tar", "unzip", "git", "tee", "mkdir", "ln", "gh", "aws",
                "scp", "rsync", "install", "cp", "mv", "echo", "printf", "cat", "sed", "openssl");
// What asks whether something is there.
constexpr auto kAskers = fixed_words("[", "[[", "test", "ls", "rm", "stat");

bool has_ending(std::string_view word, WordsView endings) {
  return std::any_of(endings.begin(), endings.end(), [&](std::string_view ending) {
    return word.size() > ending.size() && word.ends_with(ending);
  });
}

bool is_assignment(std::string_view word) {
  const auto at = word.find('=');
  if (at == 0 || at == std::string_view::npos) return false;
  return std::all_of(word.begin(), word.begin() + static_cast<std::ptrdiff_t>(at),
                     [](char c) { return is_word(c); });
}

// Of the words, those behind what only says how the command is run.
CommandWords bare_command(CommandWords words) {
  while (!words.empty()) {
    const std::string_view first = words.front();
    const bool runner =
        among(kRunners, first) && words.size() > 2 && (words[1] == "run" || words[1] == "exec");
    if (runner && words[2].starts_with('-')) return {};
    if (runner) {
      words = words.subspan(2);
    } else if (is_assignment(first) || among(kWrappers, first)) {
      words = words.subspan(1);
      while (!words.empty() && words.front().starts_with('-')) words = words.subspan(1);
    } else {
      break;
    }
  }
  return words;
}

bool is_name(std::string_view word) {
  return !word.empty() && is_letter_or_digit(word.front()) &&
         std::all_of(word.begin(), word.end(), [](char c) {
           return is_word(c) || c == '-' || c == ':' || c == '.' || c == '/';
         });
}

class CommandReader {
 public:
  CommandReader(NameCollector& out, const CommandPlace& place) : out_(out), place_(place) {}

  void read(std::string_view text) {
    const std::vector<ShellCommand> commands = shell_commands(text);
    for (const ShellCommand& command : commands) note_made(command);
    for (const ShellCommand& command : commands) {
      if (command.may_fail || !command.folder) continue;
      const auto folder = joined_path(place_.folder, *command.folder);
      if (!folder || is_of_another(*command.folder)) continue;
      folder_ = *folder;
      line_ = place_.line == 0 ? 0 : place_.line + command.line;
      one(bare_command(command.words));
    }
  }

 private:
  // What commands make, fetch or ask about: the last words of its paths.
  void note_made(const ShellCommand& command) {
    const CommandWords words = bare_command(command.words);
    if (words.empty()) return;
    if (words.size() > 2 && words[0] == "git" && words[1] == "clone") note_cloned(words.back());
    const bool copies = words[0] == "cp" || words[0] == "mv";
    if (!among(kMakingCommands, words[0]) && !among(kAskers, words[0])) return;
    for (std::size_t i = copies ? std::min<std::size_t>(2, words.size() - 1) : 1; i < words.size();
         ++i) {
      const std::string_view word = words[i];
      made_.emplace(word.substr(word.rfind('/') + 1));
    }
  }

  // `vcpkg` of `git clone https://example.org/vcpkg.git`, unless the title has the name: its own
  // project.
  void note_cloned(std::string_view from) {
    if (from.ends_with(".git")) from.remove_suffix(4);
    const std::string_view name = from.substr(from.find_last_of("/:") + 1);
    const std::string_view title = trim(out_.text()).substr(0, trim(out_.text()).find('\n'));
    if (!name.empty() && !contains_folded(title, name)) {
      cloned_.emplace(name);
    }
  }

  bool is_of_another(std::string_view folder) const {
    return cloned_.contains(folder.substr(0, folder.find('/')));
  }

  bool is_made(std::string_view written) const {
    return made_.contains(std::string(written.substr(written.rfind('/') + 1)));
  }

  void add(std::string_view written, NamedAs as) {
    while (written.starts_with("./")) written.remove_prefix(2);
    if (!is_plain_path(written) || is_made(written)) return;
    out_.add_from(folder_, {.key = place_.key,
                            .written = std::string(written),
                            .path = {},
                            .as = as,
                            .line = line_,
                            .anywhere = place_.anywhere});
  }

  // A name of a script or a target, which is no path.
  void add_name(std::string_view name, NamedAs as, const std::string& folder) {
    if (!is_name(name)) return;
    out_.add({.key = place_.key,
              .written = std::string(name),
              .path = folder,
              .as = as,
              .line = line_,
              .anywhere = place_.anywhere});
  }

  void one(CommandWords words) {
    if (words.empty()) return;
    const std::string_view program = words[0];
    const CommandWords rest = words.subspan(1);
    if (program == "npm" || program == "pnpm") return npm(rest);
    if (program == "run-s" || program == "run-p" || program == "npm-run-all") return scripts(rest);
    if (program == "make" || program == "gmake") return make(rest);
    if (program.starts_with("python") || program == "py") return python(rest);
    if (program == "node" || program == "tsx" || program == "ts-node") return node(rest);
    if (among({"bash", "sh", "zsh", "source", "."}, program)) return shell(rest);
    if (program == "chmod") return chmod(rest);
    if (program == "ruby") return first_with(rest, ".rb", NamedAs::file);
    if (program == "perl") return first_with(rest, ".pl", NamedAs::file);
    if (program == "php") return first_with(rest, ".php", NamedAs::file);
    if (program == "cp") return copy(rest);
    if (program == "pytest") return tests(rest);
    if (program == "go") return go(rest);
    if (program == "pip" || program == "pip3" || program == "uv") return option(rest, "-r", "");
    if (program == "docker" || program == "docker-compose") return option(rest, "-f", "--file");
    if (program == "kubectl") return option(rest, "-f", "--filename");
    if (program == "tsc") return project(rest);
    if (program == "ansible-playbook") return first_with(rest, ".yml", NamedAs::file);
    script(program);
  }

  // A script by its path: `./scripts/x.sh`, `tools/x.py`.
  void script(std::string_view program) {
    const bool path = program.find('/') != std::string_view::npos;
    if (path && has_ending(program, kScriptEndings)) return add(program, NamedAs::file);
    // Without an ending it may have been built.
    const std::string_view folder = program.substr(program.starts_with("./") ? 2 : 0);
    const bool tools = folder.starts_with("scripts/") || folder.starts_with("script/") ||
                       folder.starts_with("tools/") || folder.starts_with("hack/") ||
                       folder.starts_with("ci/");
    if (tools) add(program, NamedAs::file);
  }

  void npm(CommandWords words) {
    if (words.empty()) return;
    const bool run = words[0] == "run" || words[0] == "run-script";
    // Another package, or no matter whether it is there.
    for (const std::string& word : words) {
      if (word == "--") break;
      if (word.starts_with('-') && word != "-s" && word != "--silent") return;
    }
    if (run && words.size() > 1) {
      const auto name = std::find_if(words.begin() + 1, words.end(),
                                     [](const std::string& word) { return word[0] != '-'; });
      if (name != words.end()) add_name(*name, NamedAs::script, folder_);
    } else if (words[0] == "test") {
      add_name("test", NamedAs::script, folder_);
    }
  }

  void scripts(CommandWords words) {
    for (const std::string& word : words) {
      if (word.starts_with('-')) return;
    }
    for (const std::string& word : words) add_name(word, NamedAs::script, folder_);
  }

  void make(CommandWords words) {
    std::string folder = folder_;
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string_view word = words[i];
      if (word == "-C" && i + 1 < words.size()) {
        const auto below =
            is_plain_path(words[i + 1]) ? joined_path(folder_, words[i + 1]) : std::nullopt;
        if (!below) return;
        folder = *below;
        ++i;
      } else if (word == "-j" && i + 1 < words.size() && !words[i + 1].empty() &&
                 is_digit(words[i + 1][0])) {
        ++i;
      } else if (word.starts_with("-j") || word == "-s" || word == "-k" || word == "-B" ||
                 word == "--no-print-directory" || word == "-n" || is_assignment(word)) {
        continue;
      } else if (word.starts_with('-') || word.find('$') != std::string_view::npos) {
        return;
      } else {
        names.push_back(word);
      }
    }
    for (const std::string_view name : names) add_name(name, NamedAs::target, folder);
  }

  void python(CommandWords words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string_view word = words[i];
      if (word == "-m" && i + 1 < words.size()) {
        const CommandWords rest = words.subspan(i + 2);
        if (words[i + 1] == "pytest") return tests(rest);
        if (words[i + 1] == "pip") return option(rest, "-r", "");
        return add_module(words[i + 1]);
      }
      if (word == "-W" || word == "-X") {
        ++i;
      } else if (word == "-c" || word == "-") {
        return;
      } else if (!word.starts_with('-')) {
        if (word.ends_with(".py")) add(word, NamedAs::file);
        return;
      }
    }
  }

  void add_module(std::string_view name) {
    const bool plain = !name.empty() && std::all_of(name.begin(), name.end(),
                                                    [](char c) { return is_word(c) || c == '.'; });
    if (!plain) return;
    out_.add({.key = place_.key,
              .written = std::string(name),
              .path = folder_,
              .as = NamedAs::python,
              .line = line_,
              .anywhere = place_.anywhere});
  }

  void node(CommandWords words) {
    static constexpr auto kEndings = fixed_words(".js", ".mjs", ".cjs", ".ts", ".mts", ".cts");
    for (const std::string& word : words) {
      if (among({"-e", "-p", "--eval", "--print", "-r", "--require", "--import", "--loader", "-C",
                 "--experimental-loader", "--env-file", "--test", "-P", "--project"},
                word)) {
        return;
      }
      if (word.starts_with('-')) continue;
      if (has_ending(word, kEndings)) add(word, NamedAs::module);
      return;
    }
  }

  void shell(CommandWords words) {
    for (std::size_t i = 0; i < words.size(); ++i) {
      const std::string_view word = words[i];
      if (word == "-c") return;
      if (word == "-o" || word == "-O") {
        ++i;
      } else if (!word.starts_with('-') && !word.starts_with('+')) {
        if (has_ending(word, kScriptEndings)) add(word, NamedAs::file);
        return;
      }
    }
  }

  void chmod(CommandWords words) {
    for (const std::string& word : words) {
      if (has_ending(word, kScriptEndings)) add(word, NamedAs::file);
    }
  }

  void first_with(CommandWords words, std::string_view ending, NamedAs as) {
    if (!words.empty() && words[0].ends_with(ending)) add(words[0], as);
  }

  // `cp .env.example .env`
  void copy(CommandWords words) {
    if (words.size() != 2) return;
    const std::string_view name = std::string_view(words[0]).substr(words[0].rfind('/') + 1);
    const bool sample = contains(name, "example") || contains(name, "sample") ||
                        contains(name, "template") || contains(name, "dist");
    if (sample && name.find('.') != std::string_view::npos) add(words[0], NamedAs::either);
  }

  void tests(CommandWords words) {
    for (const std::string& word : words) {
      if (among({"-k", "-m", "-p", "-o", "-c", "-n"}, word) || word.starts_with("--")) return;
      if (word.starts_with('-')) continue;
      const std::string_view file = std::string_view(word).substr(0, word.find("::"));
      if (file.ends_with(".py") || file.find('/') != std::string_view::npos) {
        add(file, NamedAs::either);
      }
    }
  }

  void go(CommandWords words) {
    if (words.empty() || !among({"run", "build", "test", "vet", "install"}, words[0])) return;
    for (const std::string& word : words.subspan(1)) {
      if (word.starts_with('-')) {
        // Options with a value of their own.
        if (word.find('=') == std::string::npos) return;
        continue;
      }
      std::string_view path = word;
      if (path.ends_with("/...")) path.remove_suffix(4);
      if (path.starts_with("./") && path.size() > 2) add(path, NamedAs::either);
      if (words[0] == "run") return;
    }
  }

  void option(CommandWords words, std::string_view brief, std::string_view full) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] != brief && (full.empty() || words[i] != full)) continue;
      if (words[i + 1].find('.') != std::string::npos) add(words[i + 1], NamedAs::either);
    }
  }

  void project(CommandWords words) {
    for (std::size_t i = 0; i + 1 < words.size(); ++i) {
      if (words[i] == "-p" || words[i] == "--project") add(words[i + 1], NamedAs::config);
    }
  }

  NameCollector& out_;
  const CommandPlace& place_;
  std::set<std::string, std::less<>> made_;
  std::set<std::string, std::less<>> cloned_;  // folders of other repositories
  std::string folder_;
  int line_ = 0;
};

}  // namespace

void add_commands(NameCollector& out, std::string_view text, const CommandPlace& place) {
  CommandReader(out, place).read(text);
}

}  // namespace pawl::guards
