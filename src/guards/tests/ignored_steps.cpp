// Steps and jobs of CI that may fail, and settings of tools by which what they find counts no more.
#include <algorithm>
#include <set>

#include "base/json.hpp"
#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/tests/command_files.hpp"
#include "guards/tests/ignored_failures.hpp"
#include "repo/checks/workflow_steps.hpp"
#include "syntax/data/data.hpp"

namespace pawl::guards {
namespace {

using Steps = std::vector<const Json*>;

bool is_true(const Json& value) {
  return value.is_string() ? lower(trim(value.text())) == "true" || contains(value.text(), "${{")
                           : value.bool_or(false);
}

// What a step is known by from one version to the next.
std::set<std::string> names_of_step(const Json& step) {
  std::set<std::string> names;
  for (const std::string_view key : {"name", "run", "uses", "id"}) {
    if (step[key].is_string()) names.insert(std::string(key) + ":" + std::string(step[key].text()));
  }
  return names;
}

std::string said_by_step(const Json& step) {
  std::string text;
  for (const std::string_view key : {"name", "run", "uses"}) text += step[key].string_or("") + "\n";
  return text;
}

bool is_same_step(const Json& step, const Json& old) {
  const std::set<std::string> others = names_of_step(old);
  const std::set<std::string> names = names_of_step(step);
  return std::any_of(names.begin(), names.end(),
                     [&](const std::string& one) { return others.contains(one); });
}

// Its failure counted for nothing before.
bool was_ignored(const Json& step, const Steps& old_steps) {
  return std::any_of(old_steps.begin(), old_steps.end(), [&](const Json* old) {
    return is_true((*old)["continue-on-error"]) && is_same_step(step, *old);
  });
}

// What the job says of what it looks for; of a job some of whose steps could fail before as they
// liked, only what the others say.
std::string heard_in_job(const Json& job, const Json& before, const std::string& name) {
  std::string text = name + "\n" + job["name"].string_or("") + "\n";
  std::string steps;
  bool ignored = false;
  const Steps old_steps = repo::steps_of_job(before);
  for (const Json* step : repo::steps_of_job(job)) {
    if (was_ignored(*step, old_steps)) {
      ignored = true;
    } else {
      steps += said_by_step(*step);
    }
  }
  if (ignored) return steps;
  for (const Json& line : job["script"].items()) steps += line.string_or("") + "\n";
  return text + steps + std::string(job["script"].string_or(""));
}

// The first line the change adds that says it.
int line_that_says(const git::FileChange& file, std::string_view key) {
  const std::vector<bool> added = added_lines(*file.before, *file.after);
  const auto lines = split_lines(*file.after);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (added[i] && contains(lines[i], key)) return static_cast<int>(i) + 1;
  }
  return 0;
}

bool names_a_test(std::string_view commands) {
  const auto lines = split_lines(commands);
  return std::any_of(lines.begin(), lines.end(), runs_tests);
}

// `if: false`, which no run makes true.
bool is_left_out(const Json& part) {
  const Json& condition = part["if"];
  if (condition.is_bool()) return !condition.bool_or(true);
  const std::string said = replace_all(condition.text(), " ", "");
  return said == "false" || said == "${{false}}";
}

// `if: steps.tester.outcome == 'failure'`: what follows hears of it.
bool asks_outcome(const Json& job, std::string_view id) {
  return !id.empty() && contains(job["steps"].dump(), "steps." + std::string(id) + ".outcome");
}

void find_in_jobs(const std::string& name, const Json& before, const Json& after,
                  std::vector<IgnoredFailure>& found) {
  const std::string heard = heard_in_job(after, before, name);
  for (const std::string_view key : {"continue-on-error", "allow_failure"}) {
    if (is_true(after[key]) && !is_true(before[key]) && looks_for_faults(heard)) {
      const bool tests = after[key].bool_or(false) && names_a_test(heard);
      found.push_back({"the job " + name, 0, tests});
    }
  }
  if (is_left_out(after) && !is_left_out(before) && names_a_test(heard)) {
    found.push_back({"the job " + name, 0, true});
  }
  const Steps old_steps = repo::steps_of_job(before);
  for (const Json* each : repo::steps_of_job(after)) {
    const Json& step = *each;
    const bool left_out = is_left_out(step) && names_a_test(step["run"].text());
    if (!is_true(step["continue-on-error"]) && !left_out) continue;
    if (!left_out && asks_outcome(after, step["id"].text())) continue;
    const bool counted = std::any_of(old_steps.begin(), old_steps.end(), [&](const Json* old) {
      return is_same_step(step, *old) && !is_true((*old)["continue-on-error"]) &&
             !(left_out && is_left_out(*old));
    });
    if (!counted || !looks_for_faults(said_by_step(step))) continue;
    const std::string known_as =
        step["name"].string_or(step["run"].string_or(step["uses"].string_or("")));
    const bool tests =
        left_out || (step["continue-on-error"].bool_or(false) && names_a_test(step["run"].text()));
    found.push_back({"the step \"" + known_as.substr(0, known_as.find('\n')) + "\"", 0, tests});
  }
}

// `continue-on-error: true  # https://example.org/issues/3`: somebody decided it, and says where.
bool says_why(std::string_view text, int line) {
  if (line < 1) return false;
  const auto lines = split_lines(text);
  const auto at = static_cast<std::size_t>(line) - 1;
  const auto links = [&](std::size_t row) {
    const std::size_t mark = lines[row].find('#');
    return mark != std::string_view::npos && contains(lines[row].substr(mark), "://");
  };
  return links(at) || (at > 0 && trim(lines[at - 1]).starts_with('#') && links(at - 1));
}

void find_in_ci(const git::FileChange& file, std::vector<IgnoredFailure>& found) {
  const bool says = contains(*file.after, "continue-on-error") ||
                    contains(*file.after, "allow_failure") || contains(*file.after, "if: false") ||
                    contains(*file.after, "if: ${{ false");
  if (!says || !among({".yml", ".yaml"}, file.path.extension())) return;
  const auto before = syntax::parse_yaml(*file.before);
  const auto after = syntax::parse_yaml(*file.after);
  if (!before || !after || before->size() != 1 || after->size() != 1) return;
  const Json& old_jobs = before->front().has("jobs") ? before->front()["jobs"] : before->front();
  const Json& jobs = after->front().has("jobs") ? after->front()["jobs"] : after->front();
  const std::size_t first = found.size();
  for (const auto& [name, job] : jobs.members()) {
    if (old_jobs.has(name)) find_in_jobs(name, old_jobs[name], job, found);
  }
  int line = 0;
  for (const std::string_view key : {"continue-on-error", "allow_failure", "if: "}) {
    if (line == 0) line = line_that_says(file, key);
  }
  const bool reasoned = says_why(*file.after, line);
  for (std::size_t i = first; i < found.size(); ++i) {
    found[i].line = line;
    found[i].tests = found[i].tests && !reasoned;
  }
}

// Keys by which failures are let pass when they are true, and keys by which they count.
constexpr auto kLettingPass =
    fixed_words("continueonerror", "allowfailure", "allowfailures", "ignorefailure",
                "ignorefailures", "ignoreerrors", "ignoreoutcome", "ignoreexitcode", "softfail",
                "testfailureignore", "maventestfailureignore", "skiptests", "maventestskip",
                "exitzero", "ignorefailed", "allowtofail", "warnonly", "nofail");
constexpr auto kCounting = fixed_words(
    "failonerror", "failonerrors", "failonwarning", "failonwarnings", "failonfailure",
    "failonviolation", "failsonerror", "haltonfailure", "haltonerror", "failcierror",
    "failciiferror", "abortonerror", "throwonerror", "failonissues", "failtask", "exitcode",
    "issuesexitcode", "checkcoverage", "failonrisky", "failonskipped", "warningsaserrors",
    "allwarningsaserrors", "stoponfailure", "errexit", "failontestfailure");

struct Setting {
  std::string key;  // lower case, without signs
  std::string value;
};

// `key: value`, `"key": value`, `key = value`, `key.set(value)`, `<key>value</key>`.
Setting setting_in(std::string_view line) {
  Setting out;
  line = trim(line);
  if (line.starts_with("- ")) line = trim(line.substr(2));
  const std::size_t sign = line.find_first_of(":=>(");
  if (sign == std::string_view::npos || line.starts_with('#') || line.starts_with("//")) return out;
  std::string_view key = line.substr(0, sign);
  if (key.ends_with(".set")) key = key.substr(0, key.size() - 4);
  key = key.substr(key.rfind(' ', trim_end(key).size()) + 1);
  for (const char c : lower(key)) {
    if (is_letter_or_digit(c)) out.key.push_back(c);
  }
  for (const char c : lower(line.substr(sign + 1))) {
    if (c == '<' || c == ',' || c == ';' || c == '#' || c == ')') break;
    if (!is_space(c) && c != '"' && c != '\'' && c != '=') out.value.push_back(c);
  }
  return out;
}

bool is_on(std::string_view value) { return among({"true", "yes", "on", "1"}, value); }
bool is_off(std::string_view value) { return among({"false", "no", "off", "0", "none"}, value); }

// Does the setting let pass what counted before?
bool lets_pass(const Setting& before, const Setting& after) {
  if (after.key == "failure" && after.value == "ignore") return before.value != "ignore";
  if (after.key == "shell" && contains(after.value, "{0}") && !contains(after.value, "-e")) {
    return before.key != "shell" || before.value != after.value;
  }
  if (after.key == "failedwhen") return is_off(after.value) && !is_off(before.value);
  if (among(kLettingPass, after.key)) {
    return is_on(after.value) && !(before.key == after.key && is_on(before.value));
  }
  return among(kCounting, after.key) && before.key == after.key && is_off(after.value) &&
         !is_off(before.value);
}

// Settings of a whole step or environment; others are of a tool that may have found little.
bool lets_tests_pass(const Setting& setting) {
  return among({"continueonerror", "ignoreoutcome", "ignoreerrors", "softfail", "failure", "shell",
                "ignorefailure", "ignorefailures", "allowfailures"},
               setting.key);
}

// What is said around a line, up to a few lines each way.
std::string around(const std::vector<std::string_view>& lines, std::size_t at) {
  constexpr std::size_t kAround = 8;
  std::string out;
  const std::size_t last = std::min(lines.size(), at + kAround);
  for (std::size_t i = at < kAround ? 0 : at - kAround; i < last; ++i) {
    if (i != at) out += std::string(lines[i]) + "\n";
  }
  return out;
}

// Lines that set one of these. A whole step that is new brings its own.
void find_in_settings(const git::FileChange& file, const ChangedLines& changed,
                      std::vector<IgnoredFailure>& found) {
  constexpr std::size_t kTogetherMax = 2;
  const auto lines = split_lines(*file.after);
  for (std::size_t i = 0; i < changed.size(); ++i) {
    const ChangedLine& each = changed[i];
    if (each.after.empty()) continue;
    // Known by the step or job they are of.
    if (contains(each.after, "continue-on-error") || contains(each.after, "allow_failure:"))
      continue;
    const Setting now = setting_in(each.after);
    if (now.key.empty() || !lets_pass(setting_in(each.before), now)) continue;
    std::size_t first = i;
    std::size_t last = i;
    const auto adjoin = [&](std::size_t a, std::size_t b) {
      return changed[b].before.empty() && changed[b].line == changed[a].line + 1;
    };
    while (first > 0 && changed[first].before.empty() && adjoin(first - 1, first)) --first;
    while (last + 1 < changed.size() && adjoin(last, last + 1)) ++last;
    if (each.before.empty() && last - first >= kTogetherMax) continue;
    const auto at = static_cast<std::size_t>(each.line) - 1;
    const std::string what(trim(each.after));
    const bool tests = among(
        {"testfailureignore", "skiptests", "maventestskip", "maventestfailureignore"}, now.key);
    if (!tests && !looks_for_faults(around(lines, at))) continue;
    found.push_back({what, each.line, lets_tests_pass(now) && names_a_test(around(lines, at))});
  }
}

}  // namespace

void find_ignored_steps(const git::FileChange& file, const ChangedLines& changed,
                        std::vector<IgnoredFailure>& found) {
  find_in_ci(file, found);
  if (!found.empty() || !is_settings(file.path, *file.after)) return;
  find_in_settings(file, changed, found);
}

}  // namespace pawl::guards
