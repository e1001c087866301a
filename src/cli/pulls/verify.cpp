// `pawl verify`: does the proof of a pull request again.
#include "proof/verify.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/kit/progress.hpp"
#include "cli/kit/scratch.hpp"
#include "cli/pulls/pull_command.hpp"
#include "evidence/check_needs.hpp"
#include "evidence/confinement.hpp"
#include "evidence/gather.hpp"
#include "git/worktrees/attachment.hpp"
#include "git/worktrees/clone.hpp"
#include "proof/bundle.hpp"
#include "run/run_index.hpp"
#include "run/snapshot.hpp"

namespace pawl::cli {
namespace {

constexpr std::string_view kPullWord = "/pull/";

Exit exit_of_outcome(proof::Outcome outcome) {
  switch (outcome) {
    case proof::Outcome::same: return Exit::done;
    case proof::Outcome::unknown: return Exit::partial;
    case proof::Outcome::differs: break;
  }
  return Exit::findings;
}

// What the words of the command name.
struct Asked {
  std::unique_ptr<Desk> desk;
  std::string run;    // that opened the pull request; the one that was named where there is none
  std::string named;  // by its id; empty: a pull request was
  std::optional<forge::Pull> pull;
};

// A pull request by number or URL; nothing when the text names neither.
struct PullName {
  std::string target;
  std::string number;
};
std::optional<PullName> pull_named(const std::string& text, const std::string& target) {
  const auto at = text.find(kPullWord);
  if (text.starts_with("http") && at != std::string::npos) {
    const std::string rest = text.substr(at + kPullWord.size());
    return PullName{.target = text.substr(0, at), .number = rest.substr(0, rest.find('/'))};
  }
  const std::string number = text.starts_with('#') ? text.substr(1) : text;
  if (number.empty() || !parse_int(number)) return std::nullopt;
  return PullName{.target = target, .number = number};
}

Result<Asked> pull_asked(Context& context, const PullName& name) {
  TRY_ASSIGN(const std::int64_t number,
             forge_number(name.number, "a pull request", "pawl pr list"));
  Asked asked;
  TRY_ASSIGN(asked.desk, open_desk(context, name.target));
  TRY_ASSIGN(asked.pull, asked.desk->forge->pulls().get(number));
  asked.run = asked.pull->run;
  if (!asked.run.empty()) return asked;
  return fail(Errc::not_found, "no run of Pawl opened pull request #" + std::to_string(number));
}

Result<Asked> run_asked(Context& context, const std::string& text) {
  TRY_ASSIGN(const RunId id, run::find_run(context.ports.files, context.layout, text));
  TRY_ASSIGN(const run::RunState state, run::load_run(context.layout, id));
  Asked asked{.desk = nullptr, .run = id.text(), .named = id.text(), .pull = {}};
  TRY_ASSIGN(asked.desk, open_desk(context, state.target));
  if (!state.pr) return asked;
  TRY_ASSIGN(asked.pull, asked.desk->forge->pulls().get(state.pr->number));
  // A run that went on with a pull request put its proof on top of that of the run that opened it.
  if (!asked.pull->run.empty()) asked.run = asked.pull->run;
  return asked;
}

// The folder of the run on this machine; empty when it is not here.
Result<std::string> folder_of_run(Context& context, const std::string& run) {
  const Result<RunId> id = RunId::parse(run);
  if (!id) return std::string();
  const std::string folder = context.layout.run(*id);
  TRY_ASSIGN(const auto stat, context.ports.files.stat(os::join_path(folder, "events.jsonl")));
  return stat ? folder : std::string();
}

// A repository on this machine with what the target has of the commits of the proof, and with the
// proof itself.
struct Fetched {
  std::string folder;
  std::string out_of_sight = {};  // proof::Claim has it
};

// Where the proof is: beside the branch.
Result<git::Target> place_of_proof(const Asked& asked) {
  if (!asked.pull || asked.pull->head_repository.empty()) return asked.desk->target;
  return git::parse_target(asked.pull->head_repository, "", asked.desk->git.options().home);
}

// Fetches it unless it is not there: whether it was.
Result<bool> fetch_ref(git::Git& git, const git::Target& target, const std::string& folder,
                       const std::string& refspec) {
  const Status fetched =
      git::fetch_from(git, target, {.folder = folder, .refspecs = {"+" + refspec}});
  if (!fetched && fetched.error().code != Errc::not_found) return fetched.error();
  return fetched.ok();
}

std::string branch_is_gone(const Desk& desk, const std::string& branch) {
  return "the branch " + printable(branch, 200) + " is gone from " + desk.target.name +
         ": its commits cannot be looked at";
}

Result<Fetched> repository_of(Asked& asked, const std::string& scratch) {
  Desk& desk = *asked.desk;
  if (desk.target.kind == git::TargetKind::local) {
    Fetched here{.folder = desk.target.location};
    if (!asked.pull) return here;
    const std::string& branch = asked.pull->branch;
    TRY_ASSIGN(const auto tip, desk.git.resolve(here.folder, "refs/heads/" + branch));
    if (!tip) here.out_of_sight = branch_is_gone(desk, branch);
    return here;
  }
  Fetched out{.folder = os::join_path(scratch, "repository")};
  TRY(desk.git.text(scratch, {"init", "--quiet", "--bare", out.folder}));
  if (asked.pull) {
    const forge::Pull& pull = *asked.pull;
    const bool github = desk.forge->kind() == "github";
    const std::string head =
        github ? "refs/pull/" + std::to_string(pull.number) + "/head" : "refs/heads/" + pull.branch;
    TRY_ASSIGN(const bool there,
               fetch_ref(desk.git, desk.target, out.folder, head + ":refs/pawl/head"));
    if (!there) {
      out.out_of_sight = branch_is_gone(desk, pull.branch);
      // A merge may have kept them.
      TRY(fetch_ref(desk.git, desk.target, out.folder,
                    "refs/heads/" + pull.base + ":refs/pawl/base"));
    }
  } else {
    out.out_of_sight = "no pull request shows the branch of the run in " + desk.target.name +
                       ": its commits cannot be looked at";
  }
  const std::string ref = proof::proof_ref(asked.run);
  TRY_ASSIGN(const git::Target place, place_of_proof(asked));
  TRY(fetch_ref(desk.git, place, out.folder, ref + ":" + ref));
  return out;
}

// Where the pull request is now. Of the local forge it is where its branch is, while there is one:
// nobody notices a push there before it is merged.
Result<std::string> head_of(Asked& asked, const std::string& repository) {
  const forge::Pull& pull = *asked.pull;
  if (asked.desk->forge->kind() != "local") return pull.head_commit;
  TRY_ASSIGN(auto tip, asked.desk->git.resolve(repository, "refs/heads/" + pull.branch));
  return tip.value_or(pull.head_commit);
}

using Text = std::optional<std::string>;

Result<Text> text_at(Context& context, const std::string& run_folder) {
  if (run_folder.empty()) return Text();
  auto text = context.ports.files.read(os::join_path(run_folder, "artifacts/proof.json"),
                                       proof::kBundleBytesMax);
  if (!text && text.error().code == Errc::not_found) return Text();
  if (!text) return std::move(text).error();
  return Text(*std::move(text));
}

// The proofs that can be found: the newest that the repository holds, and those before it; then
// those that stayed on this machine.
struct Texts {
  std::vector<std::string> list = {};
  bool published = false;  // the first is in the repository
  // The newest one. What the repository holds is what everybody sees, right or wrong.
  const std::string& newest(const Text& digest) const {
    return published ? list.front() : with(digest);
  }
  // The one with that digest, else the first.
  const std::string& with(const Text& digest) const {
    const auto found = std::find_if(list.begin(), list.end(), [&](const std::string& text) {
      return digest && proof::digest_of(text) == *digest;
    });
    return found == list.end() ? list.front() : *found;
  }
};

Result<Texts> texts_of(Context& context, Asked& asked, const std::string& folder) {
  constexpr int kEarlierMax = 100;
  Texts texts;
  for (int back = 0; back < kEarlierMax; ++back) {
    auto text = git::attached(asked.desk->git, folder,
                              proof::proof_ref(asked.run) + "~" + std::to_string(back),
                              std::string(proof::kProofFile), proof::kBundleBytesMax);
    if (!text && text.error().code != Errc::not_found) return std::move(text).error();
    if (!text) break;
    texts.list.push_back(*std::move(text));
  }
  texts.published = !texts.list.empty();
  for (const std::string& run : {asked.named, asked.run}) {
    TRY_ASSIGN(const std::string run_folder, folder_of_run(context, run));
    TRY_ASSIGN(Text text, text_at(context, run_folder));
    if (text) texts.list.push_back(*std::move(text));
  }
  return texts;
}

// The folder of the run that made it, where that is here.
Result<std::string> folder_of_proof(Context& context, const Asked& asked,
                                    const Result<Json>& bundle) {
  return folder_of_run(context, bundle ? (*bundle)["run"].string_or("") : asked.run);
}

// The proof of the pull request, and those it goes on from, each of which holds for what the one
// after it began with. `missing` is the digest of one that cannot be found; empty: all are there.
struct Claims {
  std::vector<proof::Claim> list;
  std::string missing = {};
};

Result<Claims> claims_of(Context& context, Asked& asked, const Fetched& fetched) {
  TRY_ASSIGN(const Texts texts, texts_of(context, asked, fetched.folder));
  if (texts.list.empty()) {
    return fail(Errc::not_found, "there is no proof of run " + printable(asked.run, 80) + " in " +
                                     asked.desk->target.name + ", nor on this machine");
  }
  Claims claims;
  proof::Claim claim;
  if (asked.pull) {
    claim.digest = proof::marked_digest(asked.pull->body);
    TRY_ASSIGN(claim.head, head_of(asked, fetched.folder));
  }
  for (;;) {
    claim.text = claims.list.empty() ? texts.newest(claim.digest) : texts.with(claim.digest);
    claim.out_of_sight = fetched.out_of_sight;
    const Result<Json> bundle = proof::parse_bundle(claim.text);
    TRY_ASSIGN(claim.run_folder, folder_of_proof(context, asked, bundle));
    const bool named = !claim.digest || proof::digest_of(claim.text) == *claim.digest;
    if (!claims.list.empty() && !named) {
      claims.missing = *claim.digest;
      return claims;
    }
    claims.list.push_back(std::move(claim));
    // A digest cannot name itself, nor one that names it: this comes to an end.
    if (!bundle || !named || !bundle->has("goes_on_from")) return claims;
    claim = {.text = {},
             .digest = (*bundle)["goes_on_from"].string_or(""),
             .head = (*bundle)["base"]["commit"].string_or(""),
             .run_folder = {}};
  }
}

class Verify final : public Command {
 public:
  std::string what;
  std::string target = ".";
  bool checks = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--checks", "", "run builds and tests again, in the sandbox", &checks},
            {"--json", "", "one JSON document: the steps, and what they came to", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"PR", "a pull request by number or URL, or a run", &what, true, kOfferRuns},
            {"TARGET", "the repository of a number; the current directory when absent", &target,
             false}};
  }

  Result<Exit> run(Context& context) override {
    const auto name = pull_named(what, target);
    TRY_ASSIGN(Asked asked, name ? pull_asked(context, *name) : run_asked(context, what));
    TRY_ASSIGN(const auto scratch, Scratch::make(context.ports, context.layout, "verify"));
    TRY_ASSIGN(const Fetched fetched, repository_of(asked, scratch->folder()));
    TRY_ASSIGN(const Claims claims, claims_of(context, asked, fetched));
    TRY_ASSIGN(const proof::Verification done,
               verify_all(context, asked, claims, {fetched.folder, scratch->folder()}));
    if (json) {
      Json document = proof::to_json(done);
      document.set("run", asked.run);
      document.set("pull", asked.pull ? Json(asked.pull->number) : Json());
      context.console.document(document);
    } else {
      show(context, done);
    }
    return exit_of_outcome(done.outcome());
  }

 private:
  struct Places {
    std::string repository;
    std::string scratch;
  };

  // From the newest proof back to the first one, until one differs.
  Result<proof::Verification> verify_all(Context& context, Asked& asked, const Claims& claims,
                                         const Places& places) const {
    proof::Verification all;
    for (std::size_t i = 0; i < claims.list.size(); ++i) {
      TRY_ASSIGN(proof::Verification one, verify(context, asked, claims.list[i], places));
      for (proof::Step& step : one.steps) {
        if (i > 0) step.name = "earlier " + step.name;
        all.steps.push_back(std::move(step));
      }
      if (all.outcome() == proof::Outcome::differs) return all;
    }
    if (!claims.missing.empty()) {
      all.steps.push_back({.name = "earlier digest",
                           .outcome = proof::Outcome::unknown,
                           .says = {"the proof with the digest " + claims.missing.substr(0, 10) +
                                    "…, from which this one goes on, cannot be found"}});
    }
    return all;
  }

  Result<proof::Verification> verify(Context& context, Asked& asked, const proof::Claim& claim,
                                     const Places& places) const {
    const auto& [repository, scratch] = places;
    const config::Config& config = context.config.config;
    const auto sandbox = evidence::lazy_sandbox(context.ports, config, context.layout);
    const std::string results = os::join_path(scratch, "results");
    TRY(context.ports.files.make_folders(results, 0700));
    judge::Reader reader(
        asked.desk->git, repository,
        judge::IndexPlace{context.layout.index_folder(), asked.desk->target.key + " verify"});
    Progress progress(context.console, context.ports.clock);
    const auto tools = [&](const judge::Base& base) {
      return std::make_unique<judge::Tools>(
          judge::ToolPorts{.world = context.ports,
                           .config = config,
                           .redactor = context.config.redactor,
                           .sandbox = sandbox,
                           .scratch = scratch,
                           .results = results,
                           .flaky_file = evidence::flaky_file(context.layout, asked.desk->target),
                           .url_cache = context.layout.url_cache(),
                           .needs = evidence::check_needs(context.ports, config, context.layout,
                                                          asked.desk->target),
                           .progress = [&](std::string_view text) { progress.doing(text); },
                           .all_checks = checks},
          base);
    };
    const proof::RejudgePorts ports{
        .reader = reader,
        .config = config,
        .files = context.ports.files,
        .schemas = context.layout.schemas(),
        .stopwatch = [&clock = context.ports.clock] { return clock.ticks(); },
        .tools = tools,
        .checks = checks,
        .results = results,
        .redactor = &context.config.redactor};
    TRY_ASSIGN(proof::Verification done, proof::verify(claim, ports));
    if (context.ports.cancel.requested()) return fail(Errc::cancelled, "asked to stop");
    return done;
  }

  static void show(Context& context, const proof::Verification& done) {
    std::vector<std::vector<std::string>> rows;
    for (const proof::Step& step : done.steps) {
      const Paint paint = step.outcome == proof::Outcome::same      ? Paint::green
                          : step.outcome == proof::Outcome::unknown ? Paint::yellow
                                                                    : Paint::red;
      for (std::size_t i = 0; i < step.says.size(); ++i) {
        rows.push_back({i == 0 ? step.name : "",
                        i == 0 ? painted(context, paint, to_string(step.outcome)) : "",
                        printable(step.says[i], 300)});
      }
    }
    std::string end = "Verified.\n";
    if (done.outcome() == proof::Outcome::unknown) {
      end = "Partially verified: what is unknown above could not be done again.\n";
    }
    if (done.outcome() == proof::Outcome::differs) {
      end = "Not verified: " + printable(done.steps.back().says.front(), 300) + ".\n";
    }
    context.console.out(table({"STEP", "OUTCOME", ""}, rows) + "\n" + end);
  }
};

}  // namespace

std::unique_ptr<Command> make_verify() { return std::make_unique<Verify>(); }

}  // namespace pawl::cli
