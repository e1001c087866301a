#include "guards/tests/added_tests.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/tests/paired_runs.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"
#include "syntax/outline/outline.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::guards {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;

struct Runner {
  repo::Family family;
  std::string_view stack;
};
constexpr auto kFamilyStacks = std::to_array<Runner>({
    {repo::Family::python, "Python"},
    {repo::Family::go, "Go"},
    {repo::Family::rust, "Rust"},
    {repo::Family::node, "npm"},
    {repo::Family::native, "CMake"},
    {repo::Family::native, "Make"},
    {repo::Family::jvm, "Maven"},
    {repo::Family::jvm, "Gradle"},
});

// Runners whose tests are programs, each of which may hold many.
bool runs_programs(std::string_view stack) { return stack == "CMake" || stack == "Make"; }

// A file's tests by its syntax: those it has after the change and had not before.
struct Spelled {
  const git::FileChange* file;
  repo::Family family;
  std::vector<AddedTest> added;
  NameSet hollow;
};

NameSet known_ids(const CheckRun& run) {
  NameSet ids = ids_of(run.passing);
  ids.merge(ids_of(run.failing));
  ids.merge(ids_of(run.flaky));
  ids.merge(ids_of(run.inconclusive));
  ids.merge(ids_of(run.unjudged));
  ids.merge(ids_of(run.skipped));
  return ids;
}

// Something that stands for an assertion: a helper of the file, or a name that says so.
bool may_assert(const syntax::Outline& outline, const AddedTest& test, bool by_name) {
  static constexpr auto kWords =
      fixed_words("assert", "check", "expect", "verify", "should", "require");
  for (const syntax::Reference& reference : outline.references) {
    if (reference.line < test.line || reference.line > test.last_line) continue;
    const std::string name = lower(reference.name);
    for (const std::string_view word : kWords) {
      if (by_name && contains(name, word)) return true;
    }
    for (const syntax::Symbol& symbol : outline.symbols) {
      if (symbol.definition.name == reference.name && symbol.definition.kind == "function") {
        return true;
      }
    }
  }
  return false;
}

// An example of Go is compared with what its comment says it prints.
bool is_example(const syntax::Test& test) { return test.name.starts_with("Example"); }

bool asserts_nothing(const syntax::Test& test) {
  return std::all_of(test.assertions.begin(), test.assertions.end(), [](const auto& assertion) {
    return assertion.strength == syntax::Strength::nothing;
  });
}

std::optional<Spelled> spelled(const git::FileChange& file) {
  const auto family = repo::family_of(file.path);
  if (!family || !file.after || !repo::is_test_file(file.path)) return {};
  Spelled out{.file = &file, .family = *family, .added = {}, .hollow = {}};
  const auto language = syntax::kind_of(file.path, *file.after).language;
  if (!language) return out;
  std::multiset<std::string> before;
  if (file.before) {
    for (syntax::Test& test : syntax::tests_of(*language, *file.before)) {
      before.insert(std::move(test.name));
    }
  }
  const std::vector<syntax::Test> after = syntax::tests_of(*language, *file.after);
  const auto outline = syntax::shared_outline(*language, *file.after);
  const int lines = static_cast<int>(split_lines(*file.after).size());
  for (std::size_t i = 0; i < after.size(); ++i) {
    if (const auto known = before.find(after[i].name); known != before.end()) {
      before.erase(known);
      continue;
    }
    const int last = i + 1 < after.size() ? after[i + 1].line - 1 : lines;
    AddedTest test{.name = after[i].name, .line = after[i].line, .last_line = last, .ids = {}};
    const bool hollow = asserts_nothing(after[i]) && !is_example(after[i]);
    // Idle assertions have such names, too.
    const bool by_name = after[i].assertions.empty();
    if (hollow && !may_assert(*outline, test, by_name)) out.hollow.insert(test.name);
    out.added.push_back(std::move(test));
  }
  return out;
}

// The run of the tests this file belongs to: its family's, in the folder nearest above it.
const PairedRun* run_of(const Spelled& spelled, const Evidence& evidence) {
  const PairedRun* nearest = nullptr;
  const std::string_view path = spelled.file->path.text();
  for (const PairedRun& pair : *evidence.tests) {
    if (!pair.head) continue;
    const bool fits =
        std::any_of(kFamilyStacks.begin(), kFamilyStacks.end(), [&](const Runner& row) {
          return row.family == spelled.family && row.stack == pair.head->stack;
        });
    const std::string& folder = pair.head->folder;
    if (!fits || (!folder.empty() && !path.starts_with(folder + "/"))) continue;
    if (nearest == nullptr || folder.size() > nearest->head->folder.size()) nearest = &pair;
  }
  return nearest;
}

// `tests.test_box.BoxTest.test_opens[1]` for pytest's `tests/test_box.py::BoxTest::test_opens[1]`.
std::string plain_id(std::string_view id) {
  return replace_all(id.substr(0, id.ends_with(']') ? id.rfind('[') : id.size()), "::", ".");
}

// The runner's name of a test ends like the file's, or goes on with a part of the test.
bool names(std::string_view id, std::string_view name) {
  const std::string plain = plain_id(id);
  const std::string own = replace_all(name, "::", ".");
  for (auto at = plain.find(own); at != std::string::npos; at = plain.find(own, at + 1)) {
    const std::string_view before = std::string_view(plain).substr(0, at);
    const std::string_view after = std::string_view(plain).substr(at + own.size());
    const bool starts = before.empty() || before.ends_with('.') || before.ends_with(" > ");
    const bool ends = after.empty() || after.starts_with('/') || after.starts_with(" > ");
    if (starts && ends) return true;
  }
  return false;
}

AddedTest* named_by(std::vector<AddedTest>& added, std::string_view id) {
  const auto found = std::find_if(added.begin(), added.end(),
                                  [&](const AddedTest& test) { return names(id, test.name); });
  return found == added.end() ? nullptr : &*found;
}

std::string_view last_part_of_id(std::string_view id) {
  const auto at = id.find_last_of(".:/> ");
  return at == std::string_view::npos ? id : id.substr(at + 1);
}

// One run of a stack, and the changed files it runs.
class Sorter {
 public:
  Sorter(const PairedRun& pair, std::vector<Spelled*> files)
      : pair_(pair), files_(std::move(files)) {}

  void sort(AddedTests& out) {
    for (const Spelled* file : files_) {
      results_.push_back({.path = file->file->path.text(),
                          .stack = head().stack,
                          .folder = head().folder,
                          .trouble = trouble()});
    }
    if (results_.front().trouble.empty()) {
      out.fails = out.fails || fails();
      if (!out.fails) sort_tests();
    }
    for (AddedTestFile& file : results_) out.files.push_back(std::move(file));
  }

 private:
  const CheckRun& head() const { return *pair_.head; }

  std::string trouble() const {
    const std::string place =
        head().folder.empty() ? head().stack : head().stack + " in " + head().folder;
    if (head().outcome == CheckOutcome::unknown && !head().no_tests) {
      return place + ": " + head().reason;
    }
    const bool dark = pair_.base && pair_.base->outcome == CheckOutcome::unknown;
    if (dark && !pair_.base->no_tests) {
      return place + ": which tests are new is not known: " + pair_.base->reason;
    }
    return {};
  }

  bool fails() const {
    NameSet failed;
    NameSet flaky;
    if (pair_.base) {
      failed = ids_of(pair_.base->failing);
      failed.merge(ids_of(pair_.base->inconclusive));
      flaky = ids_of(pair_.base->flaky);
    }
    const bool worse =
        std::any_of(head().failing.begin(), head().failing.end(), [&](const auto& test) {
          const bool known = flaky.contains(test.id) && test.times < repo::kFlakyRunsMax;
          return !known && !failed.contains(test.id);
        });
    const bool nameless = head().failing.empty() && head().inconclusive.empty();
    return worse || (head().outcome == CheckOutcome::failed && nameless);
  }

  void sort_tests() {
    if (!head().no_tests) {
      const NameSet known = pair_.base ? known_ids(*pair_.base) : NameSet();
      for (const repo::TestName& test : head().passing) {
        if (!known.contains(test.id)) place(test);
      }
    }
    const bool none = std::all_of(results_.begin(), results_.end(),
                                  [](const AddedTestFile& file) { return file.tests.empty(); });
    const bool blind = !head().every_id || runs_programs(head().stack);
    if (none && blind && !head().no_tests) {
      results_.front().whole = true;
    } else if (!blind || head().no_tests) {
      for (std::size_t i = 0; i < files_.size(); ++i) note_not_run(i);
    }
    for (std::size_t i = 0; i < files_.size(); ++i) note_hollow(i);
  }

  // The file of a test: the one the runner names, the one that spells it, the only one.
  std::size_t file_of(const repo::TestName& test) const {
    const auto first = [&](const auto& fits) {
      for (std::size_t i = 0; i < files_.size(); ++i) {
        if (fits(*files_[i])) return i;
      }
      return files_.size();
    };
    std::size_t found = first([&](Spelled& file) { return file.file->path.text() == test.file; });
    if (found == files_.size()) {
      found = first([&](Spelled& file) { return named_by(file.added, test.id) != nullptr; });
    }
    if (found == files_.size() && files_.size() == 1) return 0;
    if (found == files_.size()) {
      found = first(
          [&](Spelled& file) { return contains(*file.file->after, last_part_of_id(test.id)); });
    }
    return found;
  }

  void place(const repo::TestName& test) {
    const std::size_t at = file_of(test);
    if (at == files_.size()) return;
    AddedTest* known = named_by(files_[at]->added, test.id);
    const std::string name = known != nullptr ? known->name : plain_id(test.id);
    std::vector<AddedTest>& tests = results_[at].tests;
    auto group = std::find_if(tests.begin(), tests.end(),
                              [&](const AddedTest& one) { return one.name == name; });
    if (group == tests.end()) {
      tests.push_back({.name = name,
                       .line = known != nullptr ? known->line : 0,
                       .last_line = known != nullptr ? known->last_line : 0,
                       .ids = {}});
      group = tests.end() - 1;
    }
    group->ids.push_back(test.id);
  }

  void note_not_run(std::size_t at) {
    for (const AddedTest& test : files_[at]->added) {
      const auto& tests = results_[at].tests;
      const bool run = std::any_of(tests.begin(), tests.end(),
                                   [&](const AddedTest& one) { return one.name == test.name; });
      if (!run && !is_elsewhere(test)) results_[at].not_run.push_back(test);
    }
  }

  // It was known before under this name, or waits for something that is missing here.
  bool is_elsewhere(const AddedTest& test) const {
    const auto among = [&](const auto& tests) {
      return std::any_of(tests.begin(), tests.end(),
                         [&](const auto& one) { return names(one.id, test.name); });
    };
    return among(head().passing) || among(head().unjudged) || among(head().flaky) ||
           among(head().inconclusive);
  }

  void note_hollow(std::size_t at) {
    for (const AddedTest& test : files_[at]->added) {
      if (files_[at]->hollow.contains(test.name)) results_[at].hollow.push_back(test);
    }
  }

  const PairedRun& pair_;
  std::vector<Spelled*> files_;
  std::vector<AddedTestFile> results_;
};

}  // namespace

AddedTests added_tests(const git::Change& change, const Evidence& evidence) {
  AddedTests out;
  std::vector<Spelled> files;
  for (const git::FileChange& file : change.files) {
    if (auto one = spelled(file)) files.push_back(*std::move(one));
  }
  std::map<const PairedRun*, std::vector<Spelled*>> runs;
  for (Spelled& file : files) {
    if (const PairedRun* run = run_of(file, evidence)) {
      runs[run].push_back(&file);
    } else {
      out.files.push_back(
          {.path = file.file->path.text(),
           .trouble = "nobody here runs tests of " + std::string(repo::display_name(file.family))});
    }
  }
  for (const PairedRun& pair : *evidence.tests) {
    if (const auto found = runs.find(&pair); found != runs.end()) {
      Sorter(pair, std::move(found->second)).sort(out);
    }
  }
  return out;
}

}  // namespace pawl::guards
