// `pawl migrate`: a site of the documents, by a generator of one's choice.
#include "base/text/text.hpp"
#include "cli/runs/run_command.hpp"
#include "git/objects/object_reader.hpp"
#include "git/worktrees/worktree.hpp"
#include "recipes/site.hpp"
#include "repo/views/tree_view.hpp"
#include "runner/target.hpp"

namespace pawl::cli {
namespace {

class Migrate final : public RunCommand {
 public:
  Migrate() : RunCommand("migrate") {}

  std::string to;

  std::vector<Flag> flags() override {
    return {
        {"--to", "TOOL", "vitepress, mkdocs or docusaurus", &to, "vitepress mkdocs docusaurus"},
        {"--base", "BRANCH", "the branch to work on; the default branch when absent", &base},
        {"--branch", "NAME", "the branch to make; named after the run when absent", &branch},
        {"--forge", "KIND", "where the pull request is opened: auto, local or github", &forge,
         "auto local github"},
        {"--resume", "", "go on with the newest unfinished run of the target", &resume},
        {"--reset", "", "give up unfinished runs of the target first", &reset},
        {"--dry-run", "", "plan, change nothing", &dry_run},
        {"-y,--yes", "", "do not ask before work starts", &yes},
        {"--json", "", "one JSON document when the run has ended", &json},
    };
  }

  Result<Exit> run(Context& context) override {
    if (to.empty()) {
      return fail(Errc::invalid, "--to is missing: vitepress, mkdocs or docusaurus");
    }
    TRY_ASSIGN(const recipes::SiteTool* tool, recipes::site_tool_named(to));
    TRY_ASSIGN(runner::RunOptions out, options());
    out.recipes = tool->recipes();
    if (out.start == runner::Start::resume) return go(context, out);
    git::Git git(context.ports.processes,
                 runner::git_options(context.ports, context.config.config));
    TRY_ASSIGN(const git::Target place, runner::resolve_target(context.ports, git, target));
    // Of a repository elsewhere the run itself reports what there is to do.
    if (place.kind != git::TargetKind::local) return go(context, out);
    TRY_ASSIGN(recipes::SitePlan plan, look(git, place, *tool));
    if (plan.writes.empty()) {
      if (json) context.console.document(Json::object({{"reason", plan.obstacle}}));
      context.console.say("nothing to do: " + plan.obstacle);
      return Exit::nothing_to_do;
    }
    for (const std::string& note : plan.left) {
      context.console.say("left to you: " + printable(note, 1000));
    }
    out.title = "A " + std::string(tool->title) + " site of the documents" +
                (plan.lost.empty() ? "" : ", without " + join(plan.lost, ", "));
    if (!plan.lost.empty()) context.console.say("not carried over: " + join(plan.lost, ", "));
    out.notes = std::move(plan.left);
    out.notes.push_back("Build the site: " + plan.build);
    TRY_ASSIGN(const Exit exit, go(context, out));
    if (exit == Exit::done && !dry_run) context.console.say("build it:       " + plan.build);
    return exit;
  }

 private:
  // What there is to do, before a run is made of it.
  Result<recipes::SitePlan> look(git::Git& git, const git::Target& place,
                                 const recipes::SiteTool& tool) const {
    TRY_ASSIGN(const git::Tip tip, git::local_tip(git, place, base));
    git::ObjectReader objects(git, place.location);
    const auto view = repo::tree_view(git, objects, place.location, tip.commit);
    const repo::Facts facts = repo::gather_facts(*view);
    TRY(view->trouble());
    const recipes::Settings settings;
    auto planned = tool.plan({.view = *view, .facts = facts, .settings = settings});
    TRY(view->trouble());
    return planned;
  }
};

}  // namespace

std::unique_ptr<Command> make_migrate() { return std::make_unique<Migrate>(); }

}  // namespace pawl::cli
