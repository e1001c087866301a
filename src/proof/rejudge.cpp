#include "proof/rejudge.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "git/changes.hpp"
#include "guards/config/configured.hpp"
#include "guards/order_json.hpp"
#include "judge/judge.hpp"

namespace pawl::proof {
namespace {

using guards::Evaluated;
using guards::Ruling;

std::string short_name(const Json& commit) {
  constexpr std::size_t kDigits = 10;
  return "commit " + commit["commit"].string_or("").substr(0, kDigits);
}

std::string rules_text(const std::vector<std::string>& rules) {
  return rules.empty() ? "" : " (" + printable(join(rules, ", "), 200) + ")";
}

std::vector<std::string> rules_from(const Json& list) {
  std::vector<std::string> rules;
  for (const Json& rule : list.items()) rules.push_back(rule.string_or(""));
  return rules;
}

// The test that came with a fix is in the commit: what its files held then is what they hold there.
void take_reproduction(const git::Change& change, guards::Order& order) {
  for (guards::Reproduction::File& file : order.reproduction.files) {
    const git::FileChange* found = change.find(file.path);
    if (found != nullptr && found->after) file.text = *found->after;
  }
}

class Comparison {
 public:
  Comparison(const RejudgePorts& ports, const Json& commit) : ports_(ports), commit_(commit) {}

  // `now` is null where no guard of that name looked.
  void take(const Json& then, const Evaluated* now) {
    const std::string name = then["guard"].string_or("");
    const std::string ruling = then["ruling"].string_or("");
    const std::vector<std::string> rules = rules_from(then["rules"]);
    const std::string was = ruling + rules_text(rules);
    if (now == nullptr) return missing(name, ruling);
    const std::vector<std::string> rules_now = guards::rules_of(now->verdict);
    const std::string ruling_now(to_string(now->verdict.ruling));
    if (ruling == ruling_now && rules == rules_now) {
      ++out_.same;
      return;
    }
    const std::string is = ruling_now + rules_text(rules_now);
    if (now->verdict.ruling == Ruling::unknown) {
      return unknown(name + " said " + was +
                     ", and cannot say it here: " + printable(now->verdict.reason, 200));
    }
    const bool refused = now->verdict.ruling == Ruling::refuse;
    if (ruling == to_string(Ruling::unknown) && !refused) {
      return unknown(name + " could not say then, and says " + is + " now");
    }
    differ(name + " said " + was + ", and says " + is + " now");
  }
  // A guard that looks now and did not then.
  void extra(const Evaluated& now) {
    differ(std::string(now.guard->id) + " has no verdict, and says " +
           std::string(to_string(now.verdict.ruling)) + " now");
  }
  Compared end() { return std::move(out_); }

 private:
  void missing(const std::string& name, const std::string& ruling) {
    const guards::Guard* guard = guards::find(name);
    if (guard == nullptr) return unknown("there is no guard " + printable(name, 60) + " here");
    const bool spared = guard->tier == guards::Tier::tool && !ports_.checks;
    if (!spared) return differ(name + " said " + ruling + ", and is not asked now");
    // It claimed nothing.
    if (ruling == to_string(Ruling::not_applicable) || ruling == to_string(Ruling::unknown)) {
      ++out_.same;
      return;
    }
    unknown(name + " said " + ruling + " by running programs: `--checks` runs them again");
  }
  void differ(std::string what) {
    auto& list = ports_.same_version ? out_.differs : out_.unknown;
    list.push_back(short_name(commit_) + ": " + std::move(what) +
                   (ports_.same_version ? "" : " (another version of Pawl judged it)"));
  }
  void unknown(std::string what) {
    out_.unknown.push_back(short_name(commit_) + ": " + std::move(what));
  }

  const RejudgePorts& ports_;
  const Json& commit_;
  Compared out_;
};

Compared only_unknown(const Json& commit, std::string why) {
  return {.differs = {}, .unknown = {short_name(commit) + ": " + std::move(why)}};
}

// What was committed though a guard refused it is no proof of anything.
std::string refused_then(const Json& commit) {
  for (const Json& verdict : commit["verdicts"].items()) {
    if (verdict["ruling"].text() == to_string(Ruling::refuse)) {
      return short_name(commit) + ": " + verdict["guard"].string_or("") +
             " refused it, and it was committed";
    }
  }
  return {};
}

Compared compare(const RejudgePorts& ports, const Json& commit,
                 const guards::Evaluation& evaluation) {
  Comparison comparison(ports, commit);
  const auto& results = evaluation.results;
  const auto& then = commit["verdicts"].items();
  for (const Json& verdict : then) {
    const auto now = std::find_if(results.begin(), results.end(), [&](const Evaluated& result) {
      return result.guard->id == verdict["guard"].text();
    });
    comparison.take(verdict, now == results.end() ? nullptr : &*now);
  }
  for (const Evaluated& result : results) {
    const bool known = std::any_of(then.begin(), then.end(), [&](const Json& verdict) {
      return verdict["guard"].text() == result.guard->id;
    });
    if (!known) comparison.extra(result);
  }
  return comparison.end();
}

}  // namespace

Result<Compared> rejudge(const RejudgePorts& ports, const Json& commit, const std::string& base) {
  if (std::string refused = refused_then(commit); !refused.empty()) {
    return Compared{.differs = {std::move(refused)}, .unknown = {}};
  }
  if (!commit["order"].is_object() || !commit["policy"].is_object()) {
    return only_unknown(commit, "the journal does not say what it was judged by");
  }
  Result<guards::Order> order = guards::order_from_json(commit["order"]);
  Result<guards::Policy> read_policy = guards::policy_from_json(commit["policy"]);
  const Result<config::Config> config =
      guards::with_judging_settings(ports.config, commit["settings"]);
  // What this Pawl cannot read another one may have written.
  if (!order) return only_unknown(commit, order.error().to_line());
  if (!read_policy) return only_unknown(commit, read_policy.error().to_line());
  if (!config) return only_unknown(commit, config.error().to_line());
  guards::Policy policy = *std::move(read_policy);
  policy.scope_refuses = true;
  if (!ports.checks) policy.last = guards::Tier::index;
  const std::string id = commit["commit"].string_or("");
  git::Git& git = ports.reader.git();
  TRY_ASSIGN(const git::CommitInfo info, git.commit_info(ports.reader.folder(), id));
  TRY_ASSIGN(git::ReadChange read,
             git::change_between(ports.reader.objects(), info.parent, info.id));
  take_reproduction(read.change, *order);
  const judge::Base parent(ports.reader, info.parent);
  const judge::Base owner(ports.reader, base);
  const std::unique_ptr<judge::Tools> tools = ports.tools(parent);
  TRY_ASSIGN(const auto judge, judge::Judge::open({.base = parent,
                                                   .tools = tools.get(),
                                                   .config = *config,
                                                   .files = ports.files,
                                                   .schemas = ports.schemas,
                                                   .policy = std::move(policy),
                                                   .owner = &owner.tree(),
                                                   .order = *std::move(order),
                                                   .stopwatch = ports.stopwatch}));
  TRY_ASSIGN(const guards::Evaluation evaluation,
             judge->evaluate(read.change,
                             {.unsafe = std::move(read.unsafe), .unread = std::move(read.unread)}));
  if (ports.checks && tools != nullptr) TRY(tools->keep_head(info.tree));
  return compare(ports, commit, evaluation);
}

}  // namespace pawl::proof
