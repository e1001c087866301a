#include "evidence/mutant_runs.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "evidence/mutant_choice.hpp"
#include "repo/checks/test_loop.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/overlay_view.hpp"

namespace pawl::evidence {
namespace {

using guards::MutantFate;
using guards::TriedMutant;
using repo::CheckOutcome;
using repo::CheckRun;
using Ids = std::set<std::string, std::less<>>;

constexpr Milliseconds kPatience{10'000};
constexpr int kSlowerMax = 4;  // times as long as the tests take on the code as it is
constexpr std::size_t kShownBytes = 160;

template <class Tests>
Ids ids_of(const Tests& tests) {
  Ids ids;
  for (const auto& test : tests) ids.insert(test.id);
  return ids;
}

// The lines a piece of text is on, in one line.
std::string line_around(std::string_view text, std::size_t begin, std::size_t end) {
  const auto before = begin == 0 ? std::string_view::npos : text.rfind('\n', begin - 1);
  const std::size_t first = before == std::string_view::npos ? 0 : before + 1;
  const std::size_t last = std::min(text.find('\n', end), text.size());
  std::string out;
  for (const std::string_view word : split_words(text.substr(first, last - first))) {
    out += (out.empty() ? "" : " ") + std::string(word);
  }
  return printable(out, kShownBytes);
}

// The change without the tests it adds: what older tests are tried on.
git::Change without_tests(const git::Change& change) {
  git::Change rest;
  for (const git::FileChange& file : change.files) {
    if (!repo::is_test_file(file.path)) rest.files.push_back(file);
  }
  return rest;
}

// A tree of the run, and a loop over its tests.
struct Side {
  Side(const repo::RepoView& base, git::Change put_on_it)
      : change(std::move(put_on_it)), view(base, change), facts(repo::gather_facts(view)) {}

  git::Change change;
  repo::OverlayView view;
  repo::Facts facts;
  std::unique_ptr<repo::TestLoop> loop;
  Ids failing;  // on the code as it is
};

class Trial {
 public:
  Trial(const guards::AddedTestFile& file, const MutantSetup& setup)
      : file_(file), setup_(setup), head_(setup.base, setup.change) {
    trial_.file = file.path;
  }

  guards::MutantTrial run(Milliseconds time) {
    time_ = time;
    begun_ = setup_.clock.ticks();
    std::vector<MutantCandidate> candidates = mutant_candidates(file_, head_.view, setup_.graph);
    if (candidates.empty() || !start()) return std::move(trial_);
    std::size_t next = 0;
    while (next < candidates.size() && tried_ < setup_.mutants_max && may_go_on()) {
      attempt(candidates[next++]);
    }
    const std::size_t most = tried_ + setup_.mutants_max;
    for (; next < candidates.size() && tried_ < most && may_go_on(); ++next) {
      if (has_idle_user(candidates[next])) attempt(candidates[next]);
    }
    return std::move(trial_);
  }

 private:
  Milliseconds spent() const {
    return std::chrono::duration_cast<Milliseconds>(setup_.clock.ticks() - begun_);
  }
  void give_up(std::string why) {
    if (trial_.trouble.empty()) trial_.trouble = std::move(why);
  }

  bool may_go_on() {
    if (!trial_.trouble.empty()) return false;
    if (setup_.pair.ports.cancel != nullptr && setup_.pair.ports.cancel->requested()) {
      give_up("it was asked to stop");
    } else if (spent() > time_) {
      give_up("the time for mutants (tests.mutants_time) ran out");
    } else if (const Status read = head_.view.trouble(); !read) {
      give_up(read.error().to_line());
    }
    return trial_.trouble.empty();
  }

  Status open(Side& side, std::string_view folder) {
    repo::CheckOptions options = setup_.pair.options;
    options.scratch = os::join_path(options.scratch, folder);
    const auto export_base = options.export_to;
    options.export_to = [&side, export_base](const std::string& to) -> Status {
      TRY(export_base(to));
      return apply_to_copy(side.change, to);
    };
    TRY_ASSIGN(side.loop,
               repo::TestLoop::open(side.facts, side.view, setup_.pair.ports, std::move(options),
                                    {.stack = file_.stack, .folder = file_.folder}));
    return Done{};
  }

  // The new tests pass on the code as it is, alone if they can be run so.
  bool start() {
    const Status opened = open(head_, "mutants");
    if (!opened) {
      give_up("no copy of the files could be made: " + opened.error().to_line());
      return false;
    }
    std::string why;
    for (const bool alone : {true, false}) {
      head_.loop->narrow_to(alone ? file_.path : std::string());
      const CheckRun run = head_.loop->run(setup_.pair.options.test_deadline);
      if (all_pass(run)) {
        head_.failing = ids_of(run.failing);
        limit_ = std::min<Milliseconds>(setup_.pair.options.test_deadline,
                                        run.duration * kSlowerMax + kPatience);
        return true;
      }
      why = run.reason;
    }
    give_up("its tests do not pass when they are run again" + (why.empty() ? "" : ": " + why));
    return false;
  }

  bool all_pass(const CheckRun& run) const {
    if (run.outcome == CheckOutcome::unknown) return false;
    if (file_.whole) return true;
    const Ids passing = ids_of(run.passing);
    return std::all_of(file_.tests.begin(), file_.tests.end(), [&](const auto& test) {
      return std::all_of(test.ids.begin(), test.ids.end(),
                         [&](const std::string& id) { return passing.contains(id); });
    });
  }

  bool has_idle_user(const MutantCandidate& candidate) const {
    return std::any_of(candidate.used_by.begin(), candidate.used_by.end(),
                       [&](const std::string& test) { return !busy_.contains(test); });
  }

  void attempt(const MutantCandidate& candidate) {
    const auto text = head_.view.text(candidate.path);
    const Result<RepoPath> path = RepoPath::from_git(candidate.path);
    if (!text || !path) return;
    const std::string wrong = syntax::mutated(*text, candidate.mutant);
    if (!syntax::parses_as_well(candidate.language, *text, wrong)) return;
    ++tried_;
    if (setup_.pair.options.progress) {
      setup_.pair.options.progress("mutant " + std::to_string(tried_) + ", " + candidate.path +
                                   ":" + std::to_string(candidate.mutant.line));
    }
    const syntax::Mutant& mutant = candidate.mutant;
    TriedMutant tried{.path = candidate.path,
                      .line = mutant.line,
                      .before = line_around(*text, mutant.begin, mutant.end),
                      .after = line_around(wrong, mutant.begin, mutant.begin + mutant.text.size()),
                      .used_by = candidate.used_by};
    if (!head_.loop->put(*path, wrong)) return give_up("a copy could not be written to");
    judge(head_.loop->run(limit_), tried);
    if (file_.whole && tried.fate == MutantFate::noticed) ask_older(*path, *text, wrong, tried);
    if (!head_.loop->put(*path, *text)) give_up("a copy could not be written to");
    if (tried.fate == MutantFate::noticed) busy_.insert(tried.by.begin(), tried.by.end());
    trial_.mutants.push_back(std::move(tried));
  }

  static void no_say(TriedMutant& tried, std::string why) {
    tried.fate = MutantFate::no_say;
    tried.why = std::move(why);
  }

  void judge(const CheckRun& run, TriedMutant& tried) const {
    if (run.outcome == CheckOutcome::unknown) return no_say(tried, run.reason);
    const Ids failing = ids_of(run.failing);
    if (file_.whole) {
      const bool more = std::any_of(failing.begin(), failing.end(), [&](const std::string& id) {
        return !head_.failing.contains(id);
      });
      if (more) tried.by.push_back(file_.path);
      if (run.outcome == CheckOutcome::failed && failing.empty()) return no_say(tried, run.reason);
    } else {
      judge_by_id(run, failing, tried);
    }
    if (!tried.by.empty()) tried.fate = MutantFate::noticed;
  }

  // A test that was not run at all proves nothing: the code may not even load.
  void judge_by_id(const CheckRun& run, const Ids& failing, TriedMutant& tried) const {
    const Ids passing = ids_of(run.passing);
    std::vector<std::string> ran;
    for (const guards::AddedTest& test : file_.tests) {
      const auto any_in = [&](const Ids& ids) {
        return std::any_of(test.ids.begin(), test.ids.end(),
                           [&](const std::string& id) { return ids.contains(id); });
      };
      const bool fails = any_in(failing);
      if (fails) tried.by.push_back(test.name);
      if (fails || any_in(passing)) ran.push_back(test.name);
    }
    if (ran.empty()) return no_say(tried, run.reason.empty() ? "it does not run" : run.reason);
    std::erase_if(tried.used_by, [&](const std::string& test) {
      return std::find(ran.begin(), ran.end(), test) == ran.end();
    });
  }

  // Where tests have no names, what older tests notice is no proof of new ones.
  void ask_older(const RepoPath& path, const std::string& text, const std::string& wrong,
                 TriedMutant& tried) {
    if (!older_) {
      older_ = std::make_unique<Side>(setup_.base, without_tests(setup_.change));
      const Status opened = open(*older_, "mutants-before");
      if (!opened) return give_up("no copy of the files could be made");
      const CheckRun run = older_->loop->run(setup_.pair.options.test_deadline);
      older_run_ = run.outcome != CheckOutcome::unknown;
      older_->failing = ids_of(run.failing);
    }
    // There were no tests before.
    if (!older_run_) return;
    if (!older_->loop->put(path, wrong)) return give_up("a copy could not be written to");
    const CheckRun run = older_->loop->run(limit_);
    if (!older_->loop->put(path, text)) give_up("a copy could not be written to");
    const Ids failing = ids_of(run.failing);
    const bool noticed = std::any_of(failing.begin(), failing.end(), [&](const std::string& id) {
      return !older_->failing.contains(id);
    });
    if (!noticed) return;
    no_say(tried, "older tests notice it");
    tried.by.clear();
  }

  const guards::AddedTestFile& file_;
  const MutantSetup& setup_;
  Side head_;
  std::unique_ptr<Side> older_;
  bool older_run_ = false;
  guards::MutantTrial trial_;
  Milliseconds time_{0};
  std::chrono::nanoseconds begun_{0};
  Milliseconds limit_{0};
  std::size_t tried_ = 0;
  Ids busy_;  // tests that noticed something
};

}  // namespace

std::vector<guards::MutantTrial> try_mutants(const guards::AddedTests& added,
                                             const MutantSetup& setup) {
  std::vector<guards::MutantTrial> trials;
  const auto begun = setup.clock.ticks();
  for (const guards::AddedTestFile& file : added.files) {
    if (!file.trouble.empty() || (file.tests.empty() && !file.whole)) continue;
    const auto spent = std::chrono::duration_cast<Milliseconds>(setup.clock.ticks() - begun);
    trials.push_back(Trial(file, setup).run(setup.time_max - spent));
  }
  return trials;
}

}  // namespace pawl::evidence
