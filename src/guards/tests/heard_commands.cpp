#include "guards/tests/heard_commands.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/tests/command_files.hpp"

namespace pawl::guards {
namespace {

// Options with which a program that found faults says that all is well.
constexpr auto kLenient = fixed_words(
    "--exit-zero", "--exit-code=0", "--error-exitcode=0", "--issues-exit-code=0",
    "--continue-on-error", "--ignore-errors", "--ignore-failures", "--ignore-exit-code",
    "--no-exit-code", "--soft-fail", "--warn-only", "--no-fail", "--no-error", "--fail-never",
    "--fail-level=none", "--suppress-tests-failed-exit-code", "-Dmaven.test.failure.ignore",
    "-Dmaven.test.failure.ignore=true", "--allow-failure", "--allow-failures", "--exit0");

// What a line of this file puts before its command.
constexpr auto kBefore =
    fixed_words("- run:", "run:", "- script:", "script:", "command:", "- command:", "RUN ",
                "commands =", "commands=", "- ");

bool is_success(std::string_view command) {
  static constexpr auto kSuccess = fixed_words(
      "true", ":", "exit 0", "exit", "/bin/true", "/usr/bin/true", "return 0", "return", "cd .",
      "exit /b 0", "cmd /c exit 0", "pass", "set +e", "node -e 0", "continue", "python -c pass",
      "python -c \"\"", "python -c ''", "python -V", "python --version");
  if (among(kSuccess, command)) return true;
  return contains(command, "process.exit(0)") || contains(command, "sys.exit(0)");
}

// What stands behind a command so that the whole succeeds: it says something at most.
bool succeeds(std::string_view rest) {
  rest = trim(rest);
  const bool wrapped = rest.size() > 1 && ((rest.front() == '{' && rest.back() == '}') ||
                                           (rest.front() == '(' && rest.back() == ')'));
  if (wrapped) rest = trim(rest.substr(1, rest.size() - 2));
  bool any = false;
  std::string parts = replace_all(replace_all(rest, "&&", ";"), "||", ";");
  for (std::string_view part : split(std::string_view(parts), ';')) {
    part = trim(part);
    if (part.empty()) continue;
    any = true;
    const bool says = part == "echo" || part.starts_with("echo ") || part.starts_with("printf ") ||
                      part.starts_with("@echo ");
    if (!says && !is_success(part)) return false;
  }
  return any;
}

// What ends the whole: `exit 1`, `die "…"`.
bool ends_all(std::string_view text) {
  for (const std::string_view word : {"exit", "return", "die", "fail", "false", "abort", "fatal",
                                      "failed", "error", "err", "status", "rc", "ret"}) {
    if (contains_word_folded(text, word)) return true;
  }
  return contains_folded(text, "fail") || contains_folded(text, "err");
}

class HeardReader {
 public:
  HeardReader(const RepoPath& path, std::string_view text)
      : path_(path),
        lines_(split_lines(text)),
        make_(is_makefile(path)),
        tox_(path.name() == "tox.ini"),
        pipes_are_heard_(contains(text, "pipefail")) {}

  std::vector<HeardCommand> run() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
      const int line = static_cast<int>(i) + 1;
      const bool recipe = make_ && lines_[i].starts_with('\t');
      std::string whole(lines_[i]);
      while (whole.ends_with('\\') && i + 1 < lines_.size()) {
        whole.pop_back();
        whole += " " + std::string(trim(lines_[++i]));
      }
      const std::string_view text = trim(whole);
      if (text.empty() || text.starts_with('#')) continue;
      HeardCommand command;
      command.line = line;
      read(text, recipe, command);
      if (command.core.empty()) continue;
      if (is_question(command)) ask(i, command);
      out_.push_back(std::move(command));
    }
    return std::move(out_);
  }

 private:
  void read(std::string_view text, bool recipe, HeardCommand& command) const {
    text = text.substr(0, text.find_last_not_of(",\" ") + 1);
    text = without_key(text);
    if (recipe) {
      while (!text.empty() && contains("@-+", text.substr(0, 1))) {
        command.ignored = command.ignored || text.front() == '-';
        text.remove_prefix(1);
      }
    } else if (tox_ && text.starts_with('-') && !text.starts_with("--")) {
      command.ignored = true;
      text.remove_prefix(1);
    }
    text = trim(text);
    while (drop_end(text, command) || drop_wrapping(text, command)) {
    }
    command.core = without_options(text, command);
  }

  std::string_view without_key(std::string_view text) const {
    if (text.starts_with('"')) {
      const auto colon = text.find("\":");
      if (colon == std::string_view::npos) return text.substr(1);
      text = trim(text.substr(colon + 2));
      if (text.starts_with('"')) text.remove_prefix(1);
      return text;
    }
    for (const std::string_view before : kBefore) {
      if (tox_ && before == "- ") continue;
      if (text.starts_with(before)) text = trim(text.substr(before.size()));
    }
    const auto equals = text.find(" = ");
    if (path_.extension() == ".toml" && equals != std::string_view::npos)
      text = trim(text.substr(equals + 3));
    while (!text.empty() && (text.front() == '"' || text.front() == '\'')) text.remove_prefix(1);
    return text;
  }

  // `|| true`, `; exit 0`, ` &`, `| tee log`: what stands behind.
  bool drop_end(std::string_view& text, HeardCommand& command) const {
    for (const std::string_view sign : {"||", ";"}) {
      const auto at = sign == ";" ? text.rfind(sign) : text.find(sign);
      if (at == std::string_view::npos || at == 0) continue;
      const std::string_view rest = text.substr(at + sign.size());
      if (succeeds(rest)) {
        command.ignored = true;
      } else if (sign == "||" && ends_all(rest) && !contains(rest, "exit 0")) {
        command.loud = true;
      } else {
        continue;
      }
      text = trim(text.substr(0, at));
      return true;
    }
    if (text.ends_with(" &")) {
      command.ignored = true;
      text = trim(text.substr(0, text.size() - 2));
      return true;
    }
    return drop_pipe(text, command);
  }

  // Of a pipe the last command alone is heard.
  bool drop_pipe(std::string_view& text, HeardCommand& command) const {
    if (pipes_are_heard_) return false;
    const auto at = text.rfind(" | ");
    if (at == std::string_view::npos || text.substr(0, at).ends_with('|')) return false;
    const auto words = split_words(text.substr(at + 3));
    if (words.empty() || !among({"tee", "cat", "head", "tail", "sed", "less"}, words.front())) {
      return false;
    }
    command.ignored = true;
    text = trim(text.substr(0, at));
    return true;
  }

  // `(…)`, `{ …; }`, `set +e; …`, `! …`.
  static bool drop_wrapping(std::string_view& text, HeardCommand& command) {
    for (const std::string_view off : {"set +e;", "set +e &&", "! ", "set +o errexit;"}) {
      if (!text.starts_with(off)) continue;
      command.ignored = true;
      text = trim(text.substr(off.size()));
      return true;
    }
    const bool wrapped = text.size() > 2 && ((text.front() == '(' && text.back() == ')') ||
                                             (text.starts_with("{ ") && text.back() == '}'));
    if (!wrapped) return false;
    text = trim(text.substr(1, text.size() - 2));
    if (text.ends_with(';')) text.remove_suffix(1);
    return true;
  }

  static std::string without_options(std::string_view text, HeardCommand& command) {
    std::string out;
    const auto words = split_words(text);
    const std::string_view program = program_of(text);
    const bool make = among({"make", "$(MAKE)", "gmake", "${MAKE}"}, program);
    const bool maven = contains(program, "mvn");
    for (const std::string_view word : words) {
      if (among(kLenient, word) || (make && (word == "-i" || word == "-ik" || word == "-ki")) ||
          (maven && word == "-fn")) {
        command.ignored = true;
        continue;
      }
      out += (out.empty() ? "" : " ") + std::string(word);
    }
    return out;
  }

  // `if ! make test; then` and `make test || {`.
  static bool is_question(const HeardCommand& command) {
    const std::string_view text = command.core;
    return text.starts_with("if ") || text.ends_with("|| {") || text.ends_with("|| (");
  }

  // A failure that is asked for counts where the block does more than to say so.
  void ask(std::size_t line, HeardCommand& command) const {
    std::string_view text = command.core;
    const bool block = text.starts_with("if ");
    if (block) {
      text.remove_prefix(3);
      if (text.starts_with("! ")) text.remove_prefix(2);
      const auto then = text.find("; then");
      std::string_view rest = then == std::string_view::npos ? "" : text.substr(then + 6);
      if (ends_all(rest)) return;
      text = trim(text.substr(0, then));
      if (contains(rest, "fi")) return asked(text, command);
    } else {
      text = trim(text.substr(0, text.size() - 4));
    }
    constexpr std::size_t kBlockMax = 12;
    for (std::size_t i = line + 1; i < std::min(lines_.size(), line + kBlockMax); ++i) {
      const std::string_view each = trim(lines_[i]);
      if (block ? each.starts_with("fi") : each.starts_with('}') || each.starts_with(')')) {
        return asked(text, command);
      }
      if (ends_all(each) && !contains(each, "exit 0") && !each.starts_with("echo") &&
          !each.starts_with("printf")) {
        return;
      }
    }
  }
  static void asked(std::string_view text, HeardCommand& command) {
    command.ignored = true;
    command.core = std::string(text);
  }

  const RepoPath& path_;
  std::vector<std::string_view> lines_;
  bool make_;
  bool tox_;
  bool pipes_are_heard_;
  std::vector<HeardCommand> out_;
};

}  // namespace

bool only_succeeds(std::string_view command) { return succeeds(command); }

std::vector<HeardCommand> heard_commands(const RepoPath& path, std::string_view text) {
  if (!holds_commands(path, text)) return {};
  return HeardReader(path, text).run();
}

}  // namespace pawl::guards
