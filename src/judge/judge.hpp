// The judge: asks the guards about a change, with all that is known of the commit it is made on. A
// run and `pawl guard` have the same one. It alone makes git::Admitted, the value a commit asks
// for.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/event.hpp"
#include "config/config.hpp"
#include "git/changes.hpp"
#include "guards/stack.hpp"
#include "judge/base.hpp"
#include "judge/tools.hpp"

namespace pawl::judge {

struct Setup {
  const Base& base;
  Tools* tools = nullptr;  // null: no program is run, the network is not asked
  const config::Config& config;
  os::Files& files;
  std::string schemas;    // the folder of public schemas that were fetched
  guards::Policy policy;  // its suppressions are replaced by those of `owner`
  // Whose `.pawl/guards.yaml` counts; null: the base's.
  const repo::RepoView* owner = nullptr;
  guards::Order order;  // what the change was asked for
  guards::Stopwatch stopwatch;
};

// What of a change could not be put into a git::Change, and is judged all the same.
struct Unjudged {
  std::vector<git::Unsafe> unsafe;  // that no honest change holds
  std::vector<git::Unread> unread;  // too large to be read
};

// Names the attempt in the events.
struct Attempt {
  std::string subtask;
  int number = 1;
};

struct Judged {
  // Set when nothing refused; git::PatchTransaction::commit wants it. Never set of a change that is
  // to show by a failing test what is reported: such a change is tried, and not committed.
  std::optional<git::Admitted> admitted;
  guards::Tier refused_at = guards::Tier::gate;  // when something refused
  std::vector<guards::Finding> findings;         // that refused
  guards::Evaluation evaluation;
};

class Judge {
 public:
  // Everything that is named is borrowed. Errc::invalid when the owner's file is broken: then what
  // its owner wanted is unknown.
  static Result<std::unique_ptr<Judge>> open(Setup setup);
  Judge(const Judge&) = delete;
  Judge& operator=(const Judge&) = delete;

  // Of paths alone, before anything behind them is read: what the guards of the gate refuse.
  std::vector<guards::Finding> refuse_paths(const git::Change& change) const;
  // What the guards say. An error: the base could not be read.
  Result<guards::Evaluation> evaluate(const git::Change& change, const Unjudged& unjudged = {});
  // Judges a change of a run: scope refuses unless the policy sanctions it, and each verdict is an
  // event. Failing to write one is an error: a verdict nobody can read afterwards does not count.
  Result<Judged> judge(const git::Change& change, const Attempt& attempt, EventSink& events,
                       const Unjudged& unjudged = {});
  // From now on changes are judged as asked for by that order.
  void take_order(guards::Order order) { static_cast<guards::Order&>(context_) = std::move(order); }

  // Ψ of the change evaluated last (docs/guards/psi-lite.md), whatever guards are on; of one
  // without text that of nothing wrong.
  double psi(const git::Change& change) const;

  // Of the change evaluated last; null when no guard asked for any.
  const guards::Evidence* evidence() const { return context_.evidence; }

 private:
  explicit Judge(Setup setup);

  Setup setup_;
  guards::Context context_;
  std::unique_ptr<index::CodeIndex> index_;  // with the change on top
};

// A refusal found before there is a change to judge (a path of no valid shape, an anchor that is
// not there), reported like any guard's: same events, same findings.
Status report_refusal(const std::vector<guards::Finding>& findings, std::string_view guard,
                      std::string_view event, const Attempt& attempt, EventSink& events);

}  // namespace pawl::judge
