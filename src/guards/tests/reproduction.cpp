#include "guards/tests/reproduction.hpp"

#include <algorithm>
#include <array>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/tests/paired_runs.hpp"
#include "guards/tests/test_places.hpp"
#include "guards/tests/written_tests.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;
using repo::FailingTest;

constexpr std::size_t kNameMax = 200;

// What a test says that never got as far as the code: it cannot be loaded, or uses what is not
// there. In lower case.
constexpr auto kOwnFaults = fixed_words(
    "syntaxerror", "indentationerror", "taberror", "importerror", "modulenotfounderror",
    "cannot find module", "cannot find package", "err_module_not_found", "loaderror",
    "cannot load such file", "noclassdeffounderror", "classnotfoundexception", "nameerror",
    "referenceerror", "is not defined", "is not a function", "is not a constructor",
    "uninitialized constant", "undefined local variable", "failed on setup", "error at setup",
    "failed on teardown", "fixture '", "cannot use import statement");

// What assertions print, of any framework: all parts of a row, in this order. In lower case.
struct Mark {
  std::string_view first;
  std::string_view then = {};
};
constexpr auto kAssertions = std::to_array<Mark>({
    {"assert"},
    {"did not raise"},
    {"not raised"},
    {"expected", "equal"},
    {"expected", "actual"},
    {"expected", "got"},
    {"expected", "but"},
    {"expected", "received"},
    {"expected", "to "},
    {"expected", "exception"},
    {"unwanted exception"},
    {"expect("},
    {"expectation"},
    {"not equal"},
    {" == "},
    {" != "},
    {" === "},
    {" !== "},
    {"falsy value"},
    {"to be true"},
    {"failed: ["},
});

bool has_parts_of(std::string_view text, const Mark& mark) {
  const auto at = text.find(mark.first);
  return at != std::string_view::npos && contains(text.substr(at + mark.first.size()), mark.then);
}

bool is_assertion(std::string_view lowered) {
  return std::any_of(kAssertions.begin(), kAssertions.end(),
                     [&](const Mark& mark) { return has_parts_of(lowered, mark); });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

bool may_stand_in_path(char c) {
  return is_word(c) || c == '.' || c == '/' || c == '-' || c == '+' || c == '@';
}

// The path as the repository has it: what a tool says may begin at the root of a copy of it.
bool is_code_of(const repo::RepoView& view, std::string_view path) {
  static constexpr auto kOthers =
      fixed_words("node_modules/", "site-packages/", "dist-packages/", "/usr/", "/lib/python");
  for (const std::string_view other : kOthers) {
    if (contains(path, other)) return false;
  }
  while (!path.empty()) {
    const Result<RepoPath> parsed = RepoPath::from_git(path);
    if (parsed && view.has(path)) return repo::is_product_file(*parsed);
    const auto slash = path.find('/');
    if (slash == std::string_view::npos) return false;
    path.remove_prefix(slash + 1);
  }
  return false;
}

// A place of the repository's own code stands there: `src/box.py:12`, `File "/x/box.py", line 12`.
bool has_frame_in_code(std::string_view text, const repo::RepoView& view) {
  constexpr std::string_view kPythonLine = "\", line ";
  for (std::size_t end = text.find_first_of(":\""); end != std::string_view::npos;
       end = text.find_first_of(":\"", end + 1)) {
    const std::string_view rest = text.substr(end);
    const bool place =
        (rest.size() > 1 && rest[0] == ':' && is_digit(rest[1])) || rest.starts_with(kPythonLine);
    if (!place) continue;
    std::size_t begin = end;
    while (begin > 0 && may_stand_in_path(text[begin - 1])) --begin;
    if (is_code_of(view, text.substr(begin, end - begin))) return true;
  }
  return false;
}

// Whether the test fails at an assertion, or by an error out of the repository's own code.
bool fails_for_code(const NewFailure& failure, const repo::RepoView* view, bool alone) {
  const std::string message = lower(trim(failure.test->message));
  if (message.starts_with("assert")) return true;
  const auto from_code = [&] {
    if (view == nullptr) return false;
    // What others print that fail, too, says nothing of this one.
    return has_frame_in_code(failure.test->message, *view) ||
           (alone && has_frame_in_code(failure.run->output, *view));
  };
  const bool own = std::any_of(kOwnFaults.begin(), kOwnFaults.end(),
                               [&](std::string_view fault) { return contains(message, fault); });
  if (own) return from_code();
  if (is_assertion(message)) return true;
  // Go has no assertions: a test says in its own words what is wrong.
  if (failure.run->stack == "Go" && !message.empty() && !contains(message, "panic")) return true;
  if (message.empty() && alone && is_assertion(lower(failure.run->output))) return true;
  return from_code();
}

// One test with parameters or parts.
bool is_part_of(std::string_view lead, std::string_view id) {
  const std::string_view stem = stem_of(lead);
  if (stem_of(id) == stem) return true;
  if (!id.starts_with(stem)) return false;
  const std::string_view rest = id.substr(stem.size());
  return rest.starts_with("/") || rest.starts_with(" > ") || rest.starts_with("::");
}

std::size_t count_others(const std::string& lead, const std::vector<NewFailure>& failures,
                         const Evidence& evidence) {
  NameSet others;
  for (const NewFailure& one : failures) {
    if (!is_part_of(lead, one.test->id)) others.emplace(stem_of(one.test->id));
  }
  for (const PairedRun& pair : *evidence.tests) {
    if (!pair.head || !pair.head->every_id) continue;
    if (pair.base && !pair.base->every_id && !pair.base->no_tests) continue;
    const NameSet known = pair.base ? ids_of(pair.base->passing) : NameSet();
    for (const repo::TestName& test : pair.head->passing) {
      const bool told =
          known.contains(test.id) || (pair.base && (ids_of(pair.base->flaky).contains(test.id) ||
                                                    ids_of(pair.base->failing).contains(test.id)));
      if (!told && !is_part_of(lead, test.id)) others.emplace(stem_of(test.id));
    }
  }
  return others.size();
}

// A new test that failed once and passed once.
const FailingTest* new_flaky(const Evidence& evidence) {
  for (const PairedRun& pair : *evidence.tests) {
    if (!pair.head) continue;
    for (const FailingTest& test : pair.head->flaky) {
      const bool known = pair.base && (ids_of(pair.base->flaky).contains(test.id) ||
                                       ids_of(pair.base->passing).contains(test.id));
      if (!known) return &test;
    }
  }
  return nullptr;
}

class ReproductionJudge {
 public:
  ReproductionJudge(const git::Change& change, const Context& context, Verdict& verdict)
      : change_(change), context_(context), verdict_(verdict) {
    if (!change.files.empty()) path_ = change.files.front().path.text();
  }

  void judge(const std::vector<NewFailure>& failures) {
    if (verdict_.ruling == Ruling::unknown) {
      return refuse("shows-nothing", "whether it fails could not be found out: " + verdict_.reason,
                    "Write the test so that the project's own runner runs it here.");
    }
    if (failures.empty()) return refuse_nothing();
    for (const NewFailure& one : failures) {
      if (is_no_test(change_, *one.run, *one.test)) return refuse_own_fault(one, "cannot be run");
    }
    std::string lead = failures.front().test->id;
    for (const NewFailure& one : failures) {
      if (one.test->id.size() < lead.size()) lead = one.test->id;
    }
    if (const auto others = count_others(lead, failures, *context_.evidence); others > 0) {
      return refuse("not-one-test", "it adds " + counted(others, "test") + " besides " + lead,
                    "Add one test alone, the one that shows what is reported.");
    }
    judge_failures(failures);
  }

 private:
  void judge_failures(const std::vector<NewFailure>& failures) {
    const bool alone = failures.front().run->failing.size() == failures.size();
    for (const NewFailure& one : failures) {
      if (!one.test->alike) {
        return refuse("unsteady", in_quotes(one.test->id) + " fails otherwise each time it is run",
                      "Use fixed inputs, and nothing that differs from run to run: no random "
                      "numbers, no time of day.");
      }
      if (!fails_for_code(one, context_.head, alone)) {
        return refuse_own_fault(one, "fails by an error of its own");
      }
    }
  }

  void refuse_nothing() {
    if (const FailingTest* flaky = new_flaky(*context_.evidence)) {
      return refuse("unsteady", in_quotes(flaky->id) + " fails now and then",
                    "Use fixed inputs, and nothing that differs from run to run.");
    }
    refuse("shows-nothing", "no new test fails on the code as it is",
           "Assert what the report says should be, so that the test fails now and passes once it "
           "is. Where the code does what the report asks for already, or no test can show it, "
           "change nothing and say so.");
  }

  void refuse_own_fault(const NewFailure& one, const std::string& what) {
    const std::string said = one.test->message.empty()
                                 ? last_lines(one.run->output)
                                 : head_and_tail(one.test->message, kTestMessageBytesMax);
    refuse("fails-by-itself", in_quotes(one.test->id) + " " + what,
           "It has to load, use only what is there, and fail at an assertion about what the code "
           "does, or by an error out of that code. `" +
               one.run->command + "` says:" + indented(said));
  }

  static std::string in_quotes(const std::string& id) {
    return "`" + printable(id, kNameMax) + "`";
  }

  void refuse(std::string_view rule, std::string message, std::string feedback) {
    verdict_.refuse({.rule = "tests/" + std::string(rule),
                     .kind = RuleKind::scope,
                     .path = path_,
                     .line = 0,
                     .message = std::move(message),
                     .feedback = std::move(feedback)});
  }

  const git::Change& change_;
  const Context& context_;
  Verdict& verdict_;
  std::string path_;
};

// The last word of its id stands in test files more often than before.
bool adds_name(const git::Change& change, const FailingTest& test) {
  const std::string_view name = stem_of(own_name(test.id));
  const std::size_t dot = name.rfind('.');
  const Context none;
  return WrittenTests(change, none)
             .added_by_change(dot == std::string_view::npos ? name : name.substr(dot + 1),
                              test.file) > 0;
}

// Of one run; nothing where it does not know the test.
std::optional<bool> passes_in(const CheckRun& run, const std::string& id) {
  if (ids_of(run.passing).contains(id)) return true;
  const bool named = ids_of(run.failing).contains(id) || ids_of(run.flaky).contains(id) ||
                     ids_of(run.inconclusive).contains(id) || ids_of(run.unjudged).contains(id) ||
                     ids_of(run.skipped).contains(id);
  if (named) return false;
  return std::nullopt;
}

}  // namespace

bool is_new_failure(const git::Change& change, const CheckRun* base, const CheckRun& head,
                    const FailingTest& test) {
  if (base == nullptr || base->no_tests) return true;
  const auto known = [&](const auto& tests) {
    return std::any_of(tests.begin(), tests.end(),
                       [&](const auto& one) { return one.id == test.id; });
  };
  if (known(base->passing) || known(base->failing) || known(base->flaky) ||
      known(base->inconclusive)) {
    return false;
  }
  return stands_for_many(head, test) || base->every_id || adds_name(change, test);
}

bool is_no_test(const git::Change& change, const CheckRun& run, const FailingTest& test) {
  // unittest's ids are words with dots, those of modules that cannot be loaded, too.
  return stands_for_many(run, test) && (test.id == run.command || !adds_name(change, test));
}

std::vector<NewFailure> new_failures(const git::Change& change, const Evidence& evidence) {
  std::vector<NewFailure> out;
  if (!evidence.tests) return out;
  for (const PairedRun& pair : *evidence.tests) {
    if (!pair.head) continue;
    for (const FailingTest& test : pair.head->failing) {
      if (is_new_failure(change, pair.base ? &*pair.base : nullptr, *pair.head, test)) {
        out.push_back({&*pair.head, &test});
      }
    }
  }
  return out;
}

void judge_new_failures(const std::vector<NewFailure>& failures, const git::Change& change,
                        const Context& context, Verdict& verdict) {
  if (verdict.ruling == Ruling::refuse) return;
  ReproductionJudge(change, context, verdict).judge(failures);
}

std::string why_not_passing(const Evidence* evidence, const Reproduction& shown) {
  if (evidence == nullptr || !evidence->tests) return "no tests were run";
  for (const std::string& id : shown.ids) {
    bool passes = false;
    std::string why = "`" + printable(id, kNameMax) + "` was not run";
    for (const PairedRun& pair : *evidence->tests) {
      if (!pair.head) continue;
      const CheckRun& head = *pair.head;
      const std::optional<bool> known = passes_in(head, id);
      // Where passing tests are not named, one that was named when it failed has passed.
      const bool silent = head.stack == shown.stack && head.folder == shown.folder &&
                          !head.every_id && repo::is_judged(head);
      passes = passes || known.value_or(silent);
      if (known && !*known) why = "`" + printable(id, kNameMax) + "` does not pass";
    }
    if (!passes) return why;
  }
  return {};
}

void judge_reproduction(const Context& context, Verdict& verdict) {
  const Reproduction& shown = context.reproduction;
  if (shown.ids.empty() || verdict.ruling == Ruling::refuse) return;
  const std::string why = why_not_passing(context.evidence, shown);
  if (why.empty()) return;
  verdict.refuse({.rule = "tests/not-mended",
                  .kind = RuleKind::scope,
                  .path = shown.files.empty() ? std::string() : shown.files.front().path.text(),
                  .line = 0,
                  .message = why,
                  .feedback = "The test shows what is reported, and the change is to make it pass. "
                              "Keep it where its runner finds it, and let it run."});
}

Finding still_fails(const Context& context, const CheckRun& run, const FailingTest& test) {
  return {.rule = "tests/not-mended",
          .kind = RuleKind::scope,
          .path = test.file,
          .line = line_of_test(context, test.file, test.id),
          .message = "`" + printable(test.id, 300) + "` still fails",
          .feedback =
              "The subtask is to make it pass, and the change does not. `" + run.command +
              "` says:" +
              indented(test.message.empty() ? last_lines(run.output)
                                            : head_and_tail(test.message, kTestMessageBytesMax))};
}

}  // namespace pawl::guards
