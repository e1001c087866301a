#include "stages/publishing/proof.hpp"

#include <algorithm>
#include <span>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "base/version.hpp"
#include "evidence/gather.hpp"
#include "evidence/tool_versions.hpp"
#include "git/worktrees/attachment.hpp"
#include "guards/config/configured.hpp"
#include "proof/bundle.hpp"
#include "repo/views/tree_view.hpp"
#include "run/effects.hpp"
#include "stages/publishing/pr_body.hpp"
#include "stages/publishing/private_words.hpp"
#include "stages/results.hpp"
#include "store/journal.hpp"

namespace pawl::stages {
namespace {

// The settings of some families that are not as by default. What people write freely may name
// folders and servers of theirs, and is only said to be set.
Json changed_settings(const config::Config& config, WordsView families) {
  Json json = Json::object();
  for (const config::Setting& setting : config::settings()) {
    const bool wanted = std::any_of(families.begin(), families.end(), [&](std::string_view family) {
      return setting.key.starts_with(family);
    });
    if (!wanted || config::is_secret(setting)) continue;
    const std::string text = config::shown(config, setting);
    if (text == setting.default_text) continue;
    const bool free = std::holds_alternative<std::string config::Config::*>(setting.field) &&
                      setting.range.empty() && setting.key != "plan.rules_off";
    json.set(setting.key, free ? "set" : text);
  }
  return json;
}

Json softening_settings(const config::Config& config) {
  static constexpr auto kOthers = fixed_words("checks.run", "plan.rules_off", "sandbox.mode");
  Json json = guards::judging_settings(config);
  const Json others = changed_settings(config, kOthers);
  for (const auto& [key, value] : others.members()) json.set(key, value);
  return json;
}

// The first words of the commands that ran.
std::vector<std::string> programs_of(const repo::CheckResults& before,
                                     const repo::CheckResults& after) {
  std::vector<std::string> programs;
  for (const repo::CheckResults* results : {&before, &after}) {
    for (const auto* runs : {&results->builds, &results->tests}) {
      for (const repo::CheckRun& run : *runs) {
        if (!run.exit_code || run.command.empty()) continue;
        programs.push_back(run.command.substr(0, run.command.find(' ')));
      }
    }
  }
  return programs;
}

Result<proof::Environment> environment_of(const Scope& scope, const RunSettings& settings,
                                          const Checkout& checkout,
                                          std::span<const std::string> programs) {
  static constexpr auto kFamilies = fixed_words("checks.", "sandbox.");
  proof::Environment out{.sandbox = scope.state().sandbox_level,
                         .programs = {},
                         .settings = changed_settings(settings.config, kFamilies)};
  TRY_ASSIGN(std::string git, checkout.git.text(checkout.worktree->folder(), {"version"}));
  if (!programs.empty()) {
    const std::string scratch = scope.layout.scratch(scope.id);
    TRY(scope.ports.files.make_folders(scratch, 0700));
    TRY_ASSIGN(auto folder, os::Tainted::create(os::join_path(scratch, "versions"),
                                                {.owner = checkout.sandbox.files_owner(),
                                                 .cancel = &scope.ports.cancel}));
    out.programs =
        evidence::tool_versions({.processes = scope.ports.processes,
                                 .sandbox = checkout.sandbox,
                                 .path_list = evidence::tool_places(scope.ports).path_list,
                                 .folder = std::move(folder),
                                 .cancel = &scope.ports.cancel},
                                programs);
  }
  out.programs.emplace_back("git", std::move(git));
  return out;
}

Result<proof::Tip> tip_of(const Checkout& checkout, std::string branch, std::string commit) {
  TRY_ASSIGN(std::string tree, checkout.git.tree_of(checkout.worktree->folder(), commit));
  return proof::Tip{
      .branch = std::move(branch), .commit = std::move(commit), .tree = std::move(tree)};
}

Result<std::vector<guards::Suppression>> suppressions_at_base(const Checkout& checkout) {
  const std::string& folder = checkout.worktree->folder();
  git::ObjectReader objects(checkout.git, folder);
  const auto base =
      repo::tree_view(checkout.git, objects, folder, checkout.worktree->base_commit());
  TRY_ASSIGN(auto suppressions, guards::suppressions_of(*base));
  TRY(base->trouble());
  return suppressions;
}

Result<Json> bundle_of(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                       const std::string& head, const std::string& goes_on_from) {
  const run::RunState state = scope.state();
  const std::string run_folder = scope.layout.run(scope.id);
  TRY_ASSIGN(const store::ReadChain chain, store::read_chain(run_folder));
  TRY_ASSIGN(const store::JournalContent journal, store::read_journal(run_folder));
  TRY_ASSIGN(const repo::CheckResults before, results_at(scope, checkout, state.base_commit));
  TRY_ASSIGN(const repo::CheckResults after, results_at(scope, checkout, head));
  TRY_ASSIGN(proof::Tip base, tip_of(checkout, state.base, state.base_commit));
  // A run that goes on with a pull request has a branch of its own that nobody sees.
  TRY_ASSIGN(proof::Tip tip,
             tip_of(checkout, state.pr ? state.pr->branch : settings.request.branch, head));
  TRY_ASSIGN(std::vector<git::CommitInfo> commits, checkout.worktree->commits());
  TRY_ASSIGN(std::vector<guards::Suppression> suppressions, suppressions_at_base(checkout));
  TRY_ASSIGN(proof::Environment environment,
             environment_of(scope, settings, checkout, programs_of(before, after)));
  return proof::make_bundle({.version = std::string(version()),
                             .state = state,
                             .events = journal.events,
                             .chain = chain,
                             .base = std::move(base),
                             .head = std::move(tip),
                             .commits = std::move(commits),
                             .before = before,
                             .after = after,
                             .suppressions = std::move(suppressions),
                             .softening = softening_settings(settings.config),
                             .environment = std::move(environment),
                             .model_name = public_model_name,
                             .goes_on_from = goes_on_from});
}

Result<Proof> proof_of(std::string text) {
  Proof proof{.text = std::move(text), .digest = {}, .bundle = {}};
  proof.digest = proof::digest_of(proof.text);
  TRY_ASSIGN(proof.bundle, proof::parse_bundle(proof.text));
  return proof;
}

}  // namespace

Result<Proof> make_proof(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
                         const std::string& goes_on_from) {
  TRY_ASSIGN(const std::string head, checkout.worktree->head());
  TRY_ASSIGN(std::optional<std::string> kept, scope.artifacts.read(kProof));
  if (kept) {
    Result<Proof> known = proof_of(*std::move(kept));
    if (known && known->bundle["head"]["commit"].text() == head) return known;
  }
  TRY_ASSIGN(const Json bundle, bundle_of(scope, settings, checkout, head, goes_on_from));
  const std::vector<std::string> hidden = private_words(
      settings.config, settings.request, scope.layout, checkout.target, scope.ports.folder);
  std::string text = without_private_words(scope.redactor.apply(proof::text_of(bundle)), hidden);
  TRY(scope.artifacts.write(kProof, text));
  return proof_of(std::move(text)).during("putting the proof of the run together");
}

namespace {

std::string words_of_proof(const ProofPlace& place, const Proof& proof, std::string_view remark) {
  return proof::summary_of(proof.bundle, proof.digest, proof::proof_ref(place.run), markdown_text) +
         std::string(remark) + "\n" + proof::proof_mark(proof.digest) + "\n";
}

}  // namespace

std::string words_of_kept_proof(const ProofPlace& place, const Proof& proof) {
  return words_of_proof(place, proof,
                        "- The repository does not take it: it is kept where the run was made\n");
}

Result<std::string> attach_proof(const Scope& scope, const Checkout& checkout,
                                 const ProofPlace& place, const Proof& proof) {
  const std::string ref = proof::proof_ref(place.run);
  const run::Effect effect{.key = "proof:" + proof.digest,
                           .kind = "proof",
                           .intent = Json::object({{"ref", ref}, {"digest", proof.digest}})};
  TRY_ASSIGN(const git::CommitInfo head,
             checkout.git.commit_info(checkout.worktree->folder(), "HEAD"));
  // Attaching is idempotent by itself: the same text under the same ref is no change.
  const run::EffectSteps steps{
      .find = []() -> Result<std::optional<Json>> { return std::optional<Json>(); },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const std::string commit,
                   git::attach(checkout.git, checkout.worktree->folder(), place.target,
                               {.ref = ref,
                                .file = std::string(proof::kProofFile),
                                .text = proof.text,
                                .message = "Proof of the run " + scope.id.text(),
                                .at = head.at}));
        return Json::object({{"commit", commit}});
      }};
  const Result<Json> done = run::perform(scope.events, scope.state(), effect, steps);
  if (done) return words_of_proof(place, proof, "");
  // A resume asks again.
  if (done.error().code != Errc::denied) return done.error();
  TRY(say(scope, "the proof stays on this machine: " + done.error().message));
  return words_of_kept_proof(place, proof);
}

}  // namespace pawl::stages
