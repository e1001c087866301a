#include "guards/tests/lost_tests.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text/text.hpp"
#include "guards/limits.hpp"
#include "guards/tests/test_places.hpp"
#include "guards/tests/written_tests.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using repo::CheckRun;
using repo::FailingTest;
using repo::TestName;

constexpr std::string_view kSkipped = " (skipped)";  // after the name of a test

std::string list_of(const std::vector<std::string>& names) {
  std::vector<std::string> shown(
      names.begin(),
      names.begin() + static_cast<std::ptrdiff_t>(std::min(names.size(), kShownMax)));
  std::string out = join(shown, ", ");
  if (names.size() > kShownMax) {
    out += " and " + std::to_string(names.size() - kShownMax) + " more";
  }
  return printable(out, 600);
}

bool all_skipped(const std::vector<std::string>& tests) {
  return std::all_of(tests.begin(), tests.end(),
                     [](const std::string& test) { return test.ends_with(kSkipped); });
}

template <class Set>
bool take_one(Set& set, std::string_view key) {
  const auto found = set.find(std::string(key));
  if (found == set.end()) return false;
  set.erase(found);
  return true;
}

// All tests the run speaks of, but for those it skipped.
NameSet run_in(const CheckRun& run) {
  NameSet ids = ids_of(run.passing);
  ids.merge(ids_of(run.failing));
  ids.merge(ids_of(run.flaky));
  ids.merge(ids_of(run.inconclusive));
  ids.merge(ids_of(run.unjudged));
  return ids;
}

// Passing tests of the head that the base does not have: where renamed tests went.
struct NewTests {
  std::multiset<std::string> groups;
  std::multiset<std::string> names;

  NewTests(const CheckRun& base, const CheckRun& head) {
    const NameSet known = ids_of(base.passing);
    for (const TestName& test : head.passing) {
      if (known.contains(test.id)) continue;
      groups.insert(group_of(test));
      names.insert(std::string(own_name(test.id)));
    }
  }
  // True: one of them may be this test; it is used up.
  bool take(const TestName& test) {
    return take_one(names, own_name(test.id)) || take_one(groups, group_of(test));
  }
};

NameSet stems_of(const NameSet& ids) {
  NameSet stems;
  for (const std::string& id : ids) stems.insert(std::string(stem_of(id)));
  return stems;
}

}  // namespace

struct LostTests::Group {
  std::string file;  // or what the ids begin with
  std::vector<std::string> tests;
  bool some_left = false;    // others of the file still pass
  bool all_written = false;  // each of them still stands in its file, and nobody had it skipped
};

void LostTests::refuse_silence(const CheckRun& base, const std::string& why) {
  verdict_.refuse({.rule = "tests/disappeared",
                   .kind = RuleKind::scope,
                   .path = base.folder,
                   .line = 0,
                   .message = "`" + base.command + "` ran tests before and runs none now: " + why,
                   .feedback = "Leave the tests and the way they are run as they are."});
}

void LostTests::refuse_none(const CheckRun& base, const std::string& why) {
  if (removes_a_test()) return refuse_silence(base, why);
  verdict_.refuse({.rule = "tests/none-left",
                   .kind = RuleKind::defect,
                   .path = base.folder,
                   .line = 0,
                   .message = "`" + base.command +
                              "` ran tests before and finds none now: " + printable(why, 300),
                   .feedback = "The change removes no test. Undo what keeps the tests from being "
                               "found and run."});
}

void LostTests::refuse_run(const CheckRun& base, const CheckRun& head) {
  cannot_run(head.folder, 0,
             "`" + base.command +
                 "` could be judged before and cannot be now: " + printable(head.reason, 300),
             last_lines(head.output));
}

bool LostTests::refuse_unjudged(const CheckRun& base, const CheckRun& head) {
  const NameSet passed = ids_of(base.passing);
  std::size_t refused = 0;
  for (const FailingTest& test : head.unjudged) {
    if (!passed.contains(test.id) || ++refused > kShownMax) continue;
    cannot_run(test.file, line_of_test(context_, test.file, test.id),
               "`" + printable(test.id, 300) + "` passed before and cannot be run now",
               head_and_tail(test.message, kTestMessageBytesMax));
  }
  return refused > 0;
}

void LostTests::cannot_run(std::string path, int line, const std::string& what,
                           const std::string& output) {
  verdict_.refuse(
      {.rule = "tests/cannot-run",
       .kind = RuleKind::defect,
       .path = std::move(path),
       .line = line,
       .message = what,
       .feedback = "Without the change it runs here. Undo what keeps it from running. It says:" +
                   indented(output)});
}

void LostTests::refuse_absent(const CheckRun& base, const CheckRun& head) {
  if (!base.every_id || !head.every_id) return;
  const NameSet there = run_in(head);
  const NameSet skipped = ids_of(head.skipped);
  NewTests fresh(base, head);
  const NameSet running = stems_of(there);
  WrittenTests written(change_, context_);
  std::map<std::string, Group> gone;
  std::size_t gone_count = 0;
  for (const TestName& test : base.passing) {
    if (there.contains(test.id) || is_removed(test.file) || fresh.take(test)) continue;
    const bool skip = skipped.contains(test.id);
    const auto [found, first] = gone.try_emplace(group_of(test));
    Group& group = found->second;
    group.tests.push_back(test.id + std::string(skip ? kSkipped : ""));
    // Another set of parameters still runs: which there are may follow from the code under test.
    const bool asked = skip && touches_tests();
    const bool stands = !asked && !running.contains(stem_of(test.id)) && written.has(test);
    group.all_written = (first || group.all_written) && stands;
    ++gone_count;
  }
  if (gone_count > 0 && gone_count == base.passing.size() && skipped.empty()) {
    return refuse_none(base, "none of the " + counted(gone_count, "test") + " is run any more");
  }
  for (auto& [file, group] : gone) {
    group.file = file;
    group.some_left = std::any_of(head.passing.begin(), head.passing.end(),
                                  [&](const TestName& test) { return group_of(test) == file; });
    refuse_group(head, group);
  }
}

// A file whose tests are all gone, and that nobody touched, is not found or not run any more.
void LostTests::refuse_group(const CheckRun& head, const Group& group) {
  const bool is_file = context_.base != nullptr && context_.base->has(group.file);
  const bool lost =
      is_file && !group.some_left && !is_changed(group.file) && !all_skipped(group.tests);
  if (!lost && group.all_written) {
    return refuse_not_run(is_file ? group.file : head.folder,
                          counted(group.tests.size(), "test") + " that passed before " +
                              (group.tests.size() == 1 ? "is" : "are") +
                              " still written and run no more: " + list_of(group.tests));
  }
  verdict_.refuse({.rule = lost ? "tests/file-lost" : "tests/disappeared",
                   .kind = lost ? RuleKind::defect : RuleKind::scope,
                   .path = is_file ? group.file : head.folder,
                   .line = 0,
                   .message = counted(group.tests.size(), "test") + " that passed before " +
                              (group.tests.size() == 1 ? "is" : "are") +
                              " run no more: " + list_of(group.tests),
                   .feedback = "Keep these tests, and have them run."});
}

void LostTests::refuse_fewer(const CheckRun& base, const CheckRun& head) {
  const bool named = base.every_id && head.every_id;
  // Names count as well, where the head has none.
  const auto were = std::max(static_cast<std::size_t>(std::max(base.tests_passed.value_or(0), 0)),
                             base.every_id ? base.passing.size() : 0);
  if (named || were == 0) return;
  if (!head.tests_passed && run_in(head).empty()) {
    return verdict_.refuse({.rule = "tests/no-summary",
                            .kind = RuleKind::defect,
                            .path = head.folder,
                            .line = 0,
                            .message = "`" + head.command + "` counted " + counted(were, "test") +
                                       " before, and ends without counting any now",
                            .feedback = "Something ends the run of the tests early. It says:" +
                                        indented(last_lines(head.output))});
  }
  const std::size_t other = head.flaky.size() + head.inconclusive.size() + head.unjudged.size() +
                            head.skipped.size() + head.failing.size();
  const auto there = std::max(static_cast<std::size_t>(std::max(head.tests_passed.value_or(0), 0)),
                              head.passing.size()) +
                     other;
  if (there >= were) return;
  const std::string message = "`" + head.command + "` ran " + counted(were, "test") +
                              " before and runs " + std::to_string(there) + " now";
  if (!touches_tests()) return refuse_not_run(head.folder, message);
  verdict_.refuse({.rule = "tests/fewer",
                   .kind = RuleKind::scope,
                   .path = head.folder,
                   .line = 0,
                   .message = message,
                   .feedback = "Keep the tests, and have them run."});
}

void LostTests::refuse_own_command(const CheckRun& head) {
  if (!head.own_counts || head.own_counts->now >= head.own_counts->before) return;
  const auto before = static_cast<std::size_t>(head.own_counts->before);
  const std::string now = head.own_commands.empty()
                              ? "the makefile has no target for them any more"
                              : "the makefile's target runs " +
                                    std::to_string(std::max(head.own_counts->now, 0)) + " now";
  refuse_not_run(head.folder, "what the makefile ran for tests before runs " +
                                  counted(before, "test") + " here, and " + now);
}

void LostTests::refuse_not_run(std::string path, const std::string& what) {
  verdict_.refuse(
      {.rule = "tests/not-run",
       .kind = RuleKind::defect,
       .path = std::move(path),
       .line = 0,
       .message = what,
       .feedback = "The change removes no test. Undo what keeps these from being run."});
}

bool LostTests::touches_tests() const {
  return std::any_of(change_.files.begin(), change_.files.end(),
                     [](const git::FileChange& one) { return repo::is_test_file(one.path); });
}

bool LostTests::removes_a_test() const {
  return std::any_of(change_.files.begin(), change_.files.end(), [](const git::FileChange& one) {
    return one.action == git::Action::remove && repo::is_test_file(one.path);
  });
}

// Guards of deletions judge a test file that goes; its tests go with it.
bool LostTests::is_removed(const std::string& file) const {
  return std::any_of(change_.files.begin(), change_.files.end(), [&](const git::FileChange& one) {
    return one.action == git::Action::remove && one.path.text() == file;
  });
}

bool LostTests::is_changed(const std::string& file) const {
  return std::any_of(change_.files.begin(), change_.files.end(),
                     [&](const git::FileChange& one) { return one.path.text() == file; });
}

}  // namespace pawl::guards
