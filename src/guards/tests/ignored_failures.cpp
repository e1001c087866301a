#include "guards/tests/ignored_failures.hpp"

#include <algorithm>
#include <iterator>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/tests/command_files.hpp"
#include "guards/tests/heard_commands.hpp"
#include "syntax/quoted.hpp"

namespace pawl::guards {
namespace {

using Commands = std::vector<HeardCommand>;

// Words without which a checker only shows, or mends, what it would have failed for.
constexpr auto kStrict = fixed_words(
    "--check", "--exit-code", "--error-exitcode=1", "--max-warnings", "--max-warnings=0",
    "--strict", "-Werror", "--Werror", "--fail-on-warning", "--fail-on-warnings", "--werror",
    "--error-on-warnings", "--failfast=true", "--fail-on-errors", "-W", "--strict-peer-deps",
    "--exit-code=1", "--ci", "--locked", "--frozen");

// Two commands are one when they are spelt alike, when one has the other in it, or when they begin
// with the same two words.
bool is_same(std::string_view a, std::string_view b) {
  constexpr std::size_t kWholeMin = 6;
  if (a == b || (a.size() >= kWholeMin && contains(b, a))) return true;
  const auto first = split_words(a);
  const auto second = split_words(b);
  return first.size() > 1 && second.size() > 1 && first[0] == second[0] && first[1] == second[1];
}

// The same command, but for options by which it fails.
bool is_laxer(std::string_view before, std::string_view after) {
  const auto old_words = split_words(before);
  const auto words = split_words(after);
  if (words.size() >= old_words.size()) return false;
  std::size_t next = 0;
  bool strict = false;
  for (const std::string_view word : old_words) {
    if (next < words.size() && words[next] == word) {
      ++next;
    } else if (among(kStrict, word) || (strict && among({"0", "1", "error"}, word))) {
      strict = true;
    } else {
      return false;
    }
  }
  return strict && next == words.size();
}

// It went by a lock file, and does not any more: no loss where the file that was put there for it
// is not put there either.
bool drops_lock(std::string_view before, std::string_view after, const Commands& old,
                const Commands& now) {
  const auto left = split_words(after);
  const auto words = split_words(before);
  const bool lock_alone = std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    return word == "--locked" || word == "--frozen" || among(left, word);
  });
  return lock_alone && std::any_of(old.begin(), old.end(), [&](const HeardCommand& each) {
           return contains(each.core, ".lock") &&
                  std::none_of(now.begin(), now.end(),
                               [&](const HeardCommand& other) { return other.core == each.core; });
         });
}

// Does a failure end this script where it occurs?
bool ends_at_failure(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const std::string_view plain = trim(line);
    const bool mark = line.starts_with("#!") && contains(line, " -") && !contains(line, "env ");
    const bool set = plain.starts_with("set -") || contains(plain, "; set -");
    if (contains(plain, "errexit") && !contains(plain, "set +o")) return true;
    if (!mark && !set) continue;
    const std::string_view options = plain.substr(plain.find(" -") + 1);
    for (const std::string_view word : split_words(options)) {
      if (word.starts_with('-') && !word.starts_with("--") && contains(word, "e")) return true;
    }
  }
  return false;
}

void find_commands(const git::FileChange& file, std::vector<IgnoredFailure>& found) {
  const Commands before = heard_commands(file.path, *file.before);
  const Commands after = heard_commands(file.path, *file.after);
  const auto key = [](const HeardCommand& each) {
    return each.core + (each.ignored ? " ignored" : each.loud ? " loud" : "");
  };
  std::set<std::string> old_keys;
  std::set<std::string> keys;
  for (const HeardCommand& each : before) old_keys.insert(key(each));
  for (const HeardCommand& each : after) keys.insert(key(each));
  std::vector<HeardCommand> gone;
  std::copy_if(
      before.begin(), before.end(), std::back_inserter(gone),
      [&](const HeardCommand& each) { return !each.ignored && !keys.contains(key(each)); });
  if (gone.empty()) return;
  const bool goes_on = is_shell(file.path, *file.after) && !ends_at_failure(*file.after);
  for (const HeardCommand& each : after) {
    if (old_keys.contains(key(each)) || !looks_for_faults(each.core) || only_tidies(each.core)) {
      continue;
    }
    const bool lost = std::any_of(gone.begin(), gone.end(), [&](const HeardCommand& old) {
      if (each.ignored) return is_same(old.core, each.core);
      if (goes_on && old.loud && !each.loud && old.core == each.core) return true;
      return is_laxer(old.core, each.core) && !drops_lock(old.core, each.core, before, after);
    });
    if (lost) found.push_back({each.core, each.line, runs_tests(each.core)});
  }
}

// `exit $failed` → `exit 0`; `failed=1` → `failed=0`.
bool tells_success(std::string_view before, std::string_view after, bool shell) {
  before = trim(before);
  after = trim(after);
  for (const std::string_view leaves : {"exit", "return"}) {
    if (!before.starts_with(leaves) || (leaves == "return" && !shell)) continue;
    const std::string_view said = trim(before.substr(leaves.size()));
    if (said.empty() || said == "0" || said.front() == '(' || contains(said, ";")) continue;
    return after == std::string(leaves) + " 0" || after == "true" || after == ":" ||
           after == leaves;
  }
  const auto equals = before.find('=');
  if (!shell || equals == std::string_view::npos || equals + 2 != before.size()) return false;
  const std::string_view name = before.substr(0, equals);
  const bool status = contains_folded(name, "status") || contains_folded(name, "fail") ||
                      contains_folded(name, "err") || contains_folded(name, "exit") ||
                      among({"rc", "ret", "RC", "RET", "code", "result", "ec"}, name);
  return status && before.ends_with("=1") && after == std::string(name) + "=0";
}

bool ends_in_ignoring(std::string_view flags) {
  for (const std::string_view word : split_words(flags)) {
    if (word == "-i" || word == "--ignore-errors" || word == "i") return true;
  }
  return false;
}

// `set +e` around one command that is asked about is set back below it.
bool is_set_back(const std::vector<std::string_view>& lines, int line) {
  for (auto i = static_cast<std::size_t>(line); i < lines.size(); ++i) {
    const std::string_view plain = trim(lines[i]);
    if (plain.starts_with("set -") || contains(plain, "$?") || contains(plain, "PIPESTATUS")) {
      return true;
    }
  }
  return false;
}

// `exit 0` or `true` as the new last line, behind a command that tests and whose status was that
// of the script.
void find_success_at_end(const git::FileChange& file, const ChangedLines& changed,
                         std::vector<IgnoredFailure>& found) {
  if (!found.empty() || !is_shell(file.path, *file.after) || ends_at_failure(*file.after)) return;
  const auto lines = split_lines(*file.after);
  std::size_t last = lines.size();
  while (last > 0 && trim(lines[last - 1]).empty()) --last;
  if (last < 2 || !among({"exit 0", "true", ":", "exit"}, trim(lines[last - 1]))) return;
  const bool added = std::any_of(changed.begin(), changed.end(), [&](const ChangedLine& each) {
    return each.before.empty() && each.line == static_cast<int>(last);
  });
  std::size_t above = last - 1;
  while (above > 0 && trim(lines[above - 1]).empty()) --above;
  if (added && above > 0 && runs_tests(lines[above - 1])) {
    found.push_back({std::string(trim(lines[above - 1])), static_cast<int>(last), true});
  }
}

bool names_tests(const std::vector<std::string_view>& lines) {
  return std::any_of(lines.begin(), lines.end(), [](std::string_view line) {
    return !trim(line).starts_with('#') && runs_tests(line);
  });
}

// A line by which all commands below it are heard no more.
bool turns_off(const ChangedLine& changed) {
  const std::string_view now = trim(changed.after);
  if (among({"set +e", "set +o errexit", "set +o pipefail", "set +eu", ".IGNORE:"}, now)) {
    return true;
  }
  if (now.starts_with(".SHELLFLAGS")) return contains(changed.before, "e") && !contains(now, "-e");
  return (now.starts_with("MAKEFLAGS") && ends_in_ignoring(now)) ||
         now.starts_with("trap 'exit 0'") || now.starts_with("trap \"exit 0\"");
}

// Within quotes that stretch over lines stands a program of another language, as of awk, whose
// output may be what is looked at. What a shell is given there counts like the script itself.
bool is_of_inner_program(const git::FileChange& file, const ChangedLine& changed) {
  static constexpr auto kPrograms = fixed_words("awk", "perl", "ruby", "python", "node");
  const std::string_view after = *file.after;
  const auto at = static_cast<std::size_t>(changed.after.data() - after.data());
  const auto language = syntax::kind_of(file.path, after).language;
  if (!language || at >= after.size()) return false;
  const auto all = syntax::quoted(*language, after);
  return std::any_of(all.begin(), all.end(), [&](const syntax::Quoted& each) {
    if (each.begin >= at || at >= each.end) return false;
    const std::string_view before = after.substr(0, each.begin);
    const std::string_view line = before.substr(before.rfind('\n') + 1);
    return std::any_of(kPrograms.begin(), kPrograms.end(),
                       [&](std::string_view program) { return contains(line, program); });
  });
}

// It did not stand anywhere before: `set +e` that only gets another place turns nothing off.
bool is_new_line(std::string_view before, const std::vector<std::string_view>& lines,
                 const ChangedLine& changed) {
  const auto same = [&](std::string_view line) { return trim(line) == trim(changed.after); };
  const auto old = split_lines(before);
  return std::count_if(lines.begin(), lines.end(), same) >
         std::count_if(old.begin(), old.end(), same);
}

// A script whose commands are heard no more, as a whole.
void find_in_script(const git::FileChange& file, const ChangedLines& changed,
                    std::vector<IgnoredFailure>& found) {
  constexpr std::size_t kFew = 3;
  const auto lines = split_lines(*file.after);
  const bool shell = is_shell(file.path, *file.after);
  const bool tests = names_tests(lines);
  for (const ChangedLine& each : changed) {
    if (tells_success(each.before, each.after, shell) && !is_of_inner_program(file, each)) {
      found.push_back({std::string(trim(each.before)), each.line, tests});
    } else if (tests && turns_off(each) && !is_set_back(lines, each.line) &&
               is_new_line(*file.before, lines, each)) {
      found.push_back({"all commands below", each.line, true});
    }
  }
  if (!shell || !tests || !found.empty()) return;
  const bool few = changed.size() <= kFew;
  if (ends_at_failure(*file.before) && !ends_at_failure(*file.after)) {
    found.push_back({"all commands of the script", 0, few});
  } else if (contains(*file.before, "pipefail") && !contains(*file.after, "pipefail") &&
             contains(*file.after, " | ")) {
    found.push_back({"commands before a pipe", 0, few});
  }
  find_success_at_end(file, changed, found);
}

}  // namespace

std::vector<IgnoredFailure> ignored_failures(const git::FileChange& file,
                                             const ChangedLines& changed) {
  std::vector<IgnoredFailure> found;
  if (changed.empty() || !file.before || !file.after || looks_binary(*file.after)) return found;
  if (holds_commands(file.path, *file.after)) {
    find_commands(file, found);
    if (found.empty()) find_in_script(file, changed, found);
  }
  if (found.empty()) find_ignored_steps(file, changed, found);
  return found;
}

}  // namespace pawl::guards
