// `pawl verify`: does the proof of a pull request again.
#include "proof/verify.hpp"

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
  std::string run;
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
  Asked asked{.desk = nullptr, .run = id.text(), .pull = {}};
  TRY_ASSIGN(asked.desk, open_desk(context, state.target));
  if (!state.pr) return asked;
  TRY_ASSIGN(asked.pull, asked.desk->forge->pulls().get(state.pr->number));
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

// A repository on this machine with the commits of the proof, and the proof itself where the
// target has it.
Result<std::string> repository_of(Asked& asked, const std::string& scratch) {
  Desk& desk = *asked.desk;
  if (desk.target.kind == git::TargetKind::local) return desk.target.location;
  const std::string folder = os::join_path(scratch, "repository");
  TRY(desk.git.text(scratch, {"init", "--quiet", "--bare", folder}));
  if (asked.pull) {
    const bool github = desk.forge->kind() == "github";
    const std::string head = github ? "refs/pull/" + std::to_string(asked.pull->number) + "/head"
                                    : "refs/heads/" + asked.pull->branch;
    TRY(git::fetch_from(desk.git, desk.target,
                        {.folder = folder, .refspecs = {"+" + head + ":refs/pawl/head"}}));
  }
  const std::string ref = proof::proof_ref(asked.run);
  const Status fetched = git::fetch_from(desk.git, desk.target,
                                         {.folder = folder, .refspecs = {"+" + ref + ":" + ref}});
  if (!fetched && fetched.error().code != Errc::not_found) return fetched.error();
  return folder;
}

// Where the pull request is now. Of the local forge it is where its branch is, while there is one:
// nobody notices a push there before it is merged.
Result<std::string> head_of(Asked& asked, const std::string& repository) {
  const forge::Pull& pull = *asked.pull;
  if (asked.desk->forge->kind() != "local") return pull.head_commit;
  TRY_ASSIGN(auto tip, asked.desk->git.resolve(repository, "refs/heads/" + pull.branch));
  return tip.value_or(pull.head_commit);
}

Result<proof::Claim> claim_of(Context& context, Asked& asked, const std::string& repository) {
  proof::Claim claim;
  TRY_ASSIGN(claim.run_folder, folder_of_run(context, asked.run));
  Result<std::string> text = git::attached(asked.desk->git, repository, proof::proof_ref(asked.run),
                                           std::string(proof::kProofFile), proof::kBundleBytesMax);
  if (!text && text.error().code == Errc::not_found && !claim.run_folder.empty()) {
    text = context.ports.files.read(os::join_path(claim.run_folder, "artifacts/proof.json"),
                                    proof::kBundleBytesMax);
  }
  if (!text && text.error().code == Errc::not_found) {
    return fail(Errc::not_found, "there is no proof of run " + printable(asked.run, 80) + " in " +
                                     asked.desk->target.name + ", nor on this machine");
  }
  TRY_ASSIGN(claim.text, std::move(text));
  if (asked.pull) {
    claim.digest = proof::marked_digest(asked.pull->body);
    TRY_ASSIGN(claim.head, head_of(asked, repository));
  }
  return claim;
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
    TRY_ASSIGN(const std::string repository, repository_of(asked, scratch->folder()));
    TRY_ASSIGN(proof::Claim claim, claim_of(context, asked, repository));
    TRY_ASSIGN(const proof::Verification done,
               verify(context, asked, std::move(claim), repository, scratch->folder()));
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
  Result<proof::Verification> verify(Context& context, Asked& asked, proof::Claim claim,
                                     const std::string& repository,
                                     const std::string& scratch) const {
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
    TRY_ASSIGN(proof::Verification done, proof::verify(std::move(claim), ports));
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
