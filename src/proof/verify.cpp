#include "proof/verify.hpp"

#include <algorithm>
#include <map>

#include "base/check.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "base/version.hpp"
#include "evidence/paired_checks.hpp"
#include "proof/bundle.hpp"
#include "proof/judged_commits.hpp"
#include "run/run_state.hpp"
#include "store/journal.hpp"

namespace pawl::proof {
namespace {

std::string short_id(std::string_view id) {
  constexpr std::size_t kDigits = 10;
  return std::string(id.substr(0, kDigits));
}

Step differs(std::string name, std::string what) {
  return {.name = std::move(name), .outcome = Outcome::differs, .says = {std::move(what)}};
}
Step unknown(std::string name, std::string why) {
  return {.name = std::move(name), .outcome = Outcome::unknown, .says = {std::move(why)}};
}
Step same(std::string name, std::string what) {
  return {.name = std::move(name), .outcome = Outcome::same, .says = {std::move(what)}};
}

Step check_digest(const Claim& claim) {
  const std::string digest = digest_of(claim.text);
  if (!claim.digest) return unknown("digest", "no pull request names the digest of this proof");
  if (*claim.digest != digest) {
    return differs("digest", "the pull request names the digest " + short_id(*claim.digest) +
                                 "…, the proof has " + short_id(digest) + "…");
  }
  return same("digest", "the pull request names " + short_id(digest) + "…");
}

Result<bool> is_there(judge::Reader& reader, const Json& entry) {
  TRY_ASSIGN(const auto found,
             reader.git().resolve(reader.folder(), entry["commit"].string_or("") + "^{commit}"));
  return found.has_value();
}

// Whether a commit is there with that tree; why not, else empty.
Result<std::string> why_no_commit(judge::Reader& reader, const Json& entry) {
  const std::string commit = entry["commit"].string_or("");
  TRY_ASSIGN(const auto found, reader.git().resolve(reader.folder(), commit));
  if (!found) return "commit " + short_id(commit) + " is not there";
  TRY_ASSIGN(const git::CommitInfo info, reader.git().commit_info(reader.folder(), commit));
  const std::string tree = entry["tree"].string_or("");
  if (info.tree == tree) return std::string();
  return "commit " + short_id(commit) + " has the tree " + short_id(info.tree) +
         ", the proof names " + short_id(tree);
}

Result<Step> check_commits(const Claim& claim, const Json& bundle, judge::Reader& reader) {
  const std::string head = bundle["head"]["commit"].string_or("");
  if (claim.head && *claim.head != head) {
    return differs("commits", "the pull request is at " + short_id(*claim.head) +
                                  ", the proof is of " + short_id(head));
  }
  std::vector<const Json*> entries{&bundle["base"], &bundle["head"]};
  for (const Json& commit : bundle["commits"].items()) entries.push_back(&commit);
  for (const Json* entry : entries) {
    TRY_ASSIGN(const bool there, is_there(reader, *entry));
    if (!there && !claim.out_of_sight.empty()) return unknown("commits", claim.out_of_sight);
    TRY_ASSIGN(std::string why, why_no_commit(reader, *entry));
    if (!why.empty()) return differs("commits", std::move(why));
  }
  TRY_ASSIGN(const auto log,
             reader.git().log(reader.folder(), bundle["base"]["commit"].string_or(""), head));
  const auto& named = bundle["commits"].items();
  for (std::size_t i = 0; i < std::max(log.size(), named.size()); ++i) {
    const std::string is = i < log.size() ? log[i].id : "nothing";
    const std::string was = i < named.size() ? named[i]["commit"].string_or("") : "nothing";
    if (is == was) continue;
    return differs("commits", "commit " + std::to_string(i + 1) + " of the branch is " +
                                  short_id(is) + ", the proof names " + short_id(was));
  }
  return same("commits", counted(named.size(), "commit") + " with the trees the proof names");
}

const store::Link* link_at(const store::ReadChain& chain, std::uint64_t seq) {
  const auto found = std::find_if(chain.links.begin(), chain.links.end(),
                                  [&](const store::Link& link) { return link.seq == seq; });
  return found == chain.links.end() ? nullptr : &*found;
}

// Why the journal is not the one that link is of; empty when it is.
std::string why_other_journal(const store::ReadChain& chain, const Json& link) {
  const auto seq = static_cast<std::uint64_t>(link["event"].int_or(0));
  const store::Link* found = link_at(chain, seq);
  const std::string place = "event " + std::to_string(seq) + " of the journal";
  if (found == nullptr) return place + " has no digest";
  if (found->hash == link["digest"].text()) return {};
  return place + ", or one before it, is not the one the proof saw";
}

Step check_journal(const Json& bundle, const store::ReadChain& chain) {
  if (chain.links.empty() && chain.broken.empty()) {
    return unknown("journal", "an older Pawl wrote the journal: it has no chain");
  }
  std::vector<const Json*> links;
  for (const Json& commit : bundle["commits"].items()) {
    if (commit.has("journal")) links.push_back(&commit["journal"]);
  }
  if (bundle["journal"].is_object()) links.push_back(&bundle["journal"]);
  // In the order of the journal, so that the first one that differs is named.
  for (const Json* link : links) {
    const auto seq = static_cast<std::uint64_t>((*link)["event"].int_or(0));
    if (!chain.broken.empty() && (chain.links.empty() || seq > chain.links.back().seq)) break;
    if (std::string why = why_other_journal(chain, *link); !why.empty()) {
      return differs("journal", std::move(why));
    }
  }
  if (!chain.broken.empty()) {
    return differs("journal", "the journal was changed " + chain.broken);
  }
  if (links.empty()) return unknown("journal", "the proof names no place of the journal");
  return same("journal", counted(chain.links.size(), "link") + " of its chain hold, " +
                             counted(links.size(), "one the proof names", "the proof names"));
}

bool same_verdicts(const Json& commit, const JudgedCommit& judged) {
  const auto& then = commit["verdicts"].items();
  return std::equal(then.begin(), then.end(), judged.verdicts.begin(), judged.verdicts.end(),
                    [](const Json& a, const guards::GuardVerdict& b) {
                      return a["guard"].text() == b.guard && a["ruling"].text() == b.ruling &&
                             a["rules"] == Json::array_of(b.rules);
                    });
}

// What the proof says of verdicts is what the journal says.
Step check_records(const Json& bundle, std::span<const JournalEvent> events) {
  const auto judged = judged_commits(events);
  for (const Json& commit : bundle["commits"].items()) {
    const auto found = judged.find(commit["commit"].string_or(""));
    const std::string name = "commit " + short_id(commit["commit"].text());
    if (found == judged.end()) return differs("records", name + " is not in the journal");
    if (!same_verdicts(commit, found->second)) {
      return differs("records", "the journal has other verdicts on " + name + " than the proof");
    }
  }
  return same("records", "the journal has the commits and verdicts of the proof");
}

bool same_use(const Json& use, const run::Cost& cost) {
  return use["calls"].int_or(-1) == cost.calls && use["tokens_in"].int_or(-1) == cost.tokens_in &&
         use["tokens_out"].int_or(-1) == cost.tokens_out &&
         use["micro_usd"].int_or(-1) == cost.micros && use["unpriced"].int_or(-1) == cost.unpriced;
}

// The sum over the models; and over the calls of the journal up to the place the proof names.
Step check_cost(const Json& bundle, std::span<const JournalEvent> events) {
  run::Cost sum;
  for (const Json& use : bundle["models"].items()) {
    sum.calls += use["calls"].int_or(0);
    sum.tokens_in += use["tokens_in"].int_or(0);
    sum.tokens_out += use["tokens_out"].int_or(0);
    sum.micros += use["micro_usd"].int_or(0);
    sum.unpriced += use["unpriced"].int_or(0);
  }
  if (!same_use(bundle["cost"], sum)) {
    return differs("cost", "what the models cost does not add up to the whole");
  }
  if (events.empty() || !bundle["journal"].is_object()) {
    return same("cost", "the costs of the models add up");
  }
  const auto last = static_cast<std::uint64_t>(bundle["journal"]["event"].int_or(0));
  const auto end = std::find_if(events.begin(), events.end(),
                                [&](const JournalEvent& event) { return event.seq > last; });
  const run::RunState state =
      run::fold(events.first(static_cast<std::size_t>(end - events.begin())));
  if (!same_use(bundle["cost"], state.cost)) {
    return differs("cost", "the calls in the journal come to another cost than the proof names");
  }
  return same("cost", counted(static_cast<std::size_t>(sum.calls), "call") +
                          " of the journal come to what the proof names");
}

Result<Step> check_verdicts(const Json& bundle, const RejudgePorts& ports) {
  Step step{.name = "verdicts", .outcome = Outcome::same, .says = {}};
  std::size_t same_count = 0;
  for (const Json& commit : bundle["commits"].items()) {
    TRY_ASSIGN(Compared compared, rejudge(ports, commit, bundle["base"]["commit"].string_or("")));
    if (!compared.differs.empty()) {
      return Step{.name = "verdicts",
                  .outcome = Outcome::differs,
                  .says = {std::move(compared.differs.front())}};
    }
    same_count += compared.same;
    for (std::string& why : compared.unknown) step.says.push_back(std::move(why));
  }
  if (!step.says.empty()) step.outcome = Outcome::unknown;
  step.says.insert(step.says.begin(), counted(same_count, "verdict") + " said again");
  return step;
}

constexpr auto kCheckOutcomes = fixed_words("passed", "failed", "unknown");

// Commands that said something of the code.
std::size_t commands_judged(const Json& bundle) {
  const auto& commands = bundle["commands"].items();
  return static_cast<std::size_t>(std::count_if(
      commands.begin(), commands.end(),
      [](const Json& command) { return command["outcome"].text() != kCheckOutcomes[2]; }));
}

const repo::CheckRun* run_of(const repo::CheckResults& results, const Json& command) {
  const auto& runs = command["step"].text() == "build" ? results.builds : results.tests;
  const auto found = std::find_if(runs.begin(), runs.end(), [&](const repo::CheckRun& run) {
    return run.stack == command["stack"].text() && run.folder == command["folder"].text();
  });
  return found == runs.end() ? nullptr : &*found;
}

}  // namespace

std::string_view to_string(Outcome outcome) {
  static constexpr auto kNames = fixed_words("same", "unknown", "differs");
  return kNames[static_cast<std::size_t>(outcome)];
}

Outcome Verification::outcome() const {
  Outcome worst = Outcome::same;
  for (const Step& step : steps) worst = std::max(worst, step.outcome);
  return worst;
}

Json to_json(const Verification& verification) {
  static constexpr auto kWords = fixed_words("verified", "partially", "not");
  Json steps = Json::array();
  for (const Step& step : verification.steps) {
    steps.push(Json::object({{"step", step.name},
                             {"outcome", to_string(step.outcome)},
                             {"says", Json::array_of(step.says)}}));
  }
  return Json::object(
      {{"verified", kWords[static_cast<std::size_t>(verification.outcome())]}, {"steps", steps}});
}

Step compare_checks(
    const Json& bundle,
    const std::function<std::optional<repo::CheckResults>(const std::string&)>& results) {
  Step step{.name = "checks", .outcome = Outcome::same, .says = {}};
  std::size_t same_count = 0;
  for (const Json& command : bundle["commands"].items()) {
    const std::string on = command["on"].string_or("");
    const std::string then = command["outcome"].string_or("");
    if (then == kCheckOutcomes[2]) continue;
    const std::string name = printable(command["command"].text(), 120) + " on the " + on;
    const auto known = results(bundle[on]["tree"].string_or(""));
    const repo::CheckRun* now = known ? run_of(*known, command) : nullptr;
    const std::string is(now == nullptr ? "unknown"
                                        : kCheckOutcomes[static_cast<std::size_t>(now->outcome)]);
    if (is == then) {
      ++same_count;
    } else if (is == kCheckOutcomes[2]) {
      step.outcome = Outcome::unknown;
      step.says.push_back(name + " " + then + " then; now nobody can tell" +
                          (now == nullptr ? "" : ": " + printable(now->reason, 200)));
    } else {
      return differs("checks", name + " " + then + " then, and " + is + " now");
    }
  }
  step.says.insert(step.says.begin(), counted(same_count, "command") + " said the same again");
  return step;
}

Result<Verification> verify(const Claim& claim, RejudgePorts ports) {
  Verification out;
  const auto goes_on = [&](Step step) {
    out.steps.push_back(std::move(step));
    return out.steps.back().outcome != Outcome::differs;
  };
  if (!goes_on(check_digest(claim))) return out;
  const Result<Json> parsed = parse_bundle(claim.text);
  if (!parsed) {
    goes_on(differs("digest", parsed.error().to_line()));
    return out;
  }
  const Json& bundle = *parsed;
  ports.same_version = bundle["pawl"].text() == version();
  TRY_ASSIGN(Step commits, check_commits(claim, bundle, ports.reader));
  const bool seen = commits.outcome == Outcome::same;
  if (!goes_on(std::move(commits))) return out;
  std::vector<JournalEvent> events;
  if (claim.run_folder.empty()) {
    goes_on(unknown("journal", "the run was made elsewhere: its journal is not on this machine"));
  } else {
    TRY_ASSIGN(const store::ReadChain chain, store::read_chain(claim.run_folder));
    if (!goes_on(check_journal(bundle, chain))) return out;
    TRY_ASSIGN(store::JournalContent journal, store::read_journal(claim.run_folder));
    events = std::move(journal.events);
    if (!goes_on(check_records(bundle, events))) return out;
  }
  if (!goes_on(check_cost(bundle, events))) return out;
  if (!seen) {
    goes_on(unknown("verdicts", "commits that cannot be looked at cannot be judged again"));
    return out;
  }
  TRY_ASSIGN(Step verdicts, check_verdicts(bundle, ports));
  if (!goes_on(std::move(verdicts))) return out;
  if (!ports.checks) {
    if (const std::size_t count = commands_judged(bundle); count > 0) {
      goes_on(unknown("checks", counted(count, "command") +
                                    " of the proof not run again: `--checks` runs them"));
    }
    return out;
  }
  PAWL_CHECK(ports.redactor != nullptr, "checks need a redactor");
  for (const std::string_view side : {"base", "head"}) {
    const judge::Base at(ports.reader, bundle[side]["commit"].string_or(""));
    TRY(ports.tools(at)->take_baseline());
  }
  const evidence::CheckCache cache(ports.files, *ports.redactor, ports.results);
  goes_on(compare_checks(bundle, [&](const std::string& tree) -> std::optional<repo::CheckResults> {
    auto kept = cache.find(tree);
    if (!kept) return std::nullopt;
    return std::move(kept->results);
  }));
  return out;
}

}  // namespace pawl::proof
