// `pawl facts`: what a repository's own files say about it.
#include "repo/facts/facts.hpp"

#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/kit/scratch.hpp"
#include "git/objects/object_reader.hpp"
#include "git/worktrees/worktree.hpp"
#include "inspect/subject.hpp"
#include "repo/facts/fact_rows.hpp"
#include "repo/facts/facts_cache.hpp"
#include "runner/target.hpp"

namespace pawl::cli {
namespace {

std::string table_of(const repo::Facts& facts) {
  std::vector<std::vector<std::string>> rows;
  for (const repo::FactRow& row : repo::rows_of(facts)) {
    rows.push_back({std::string(row.fact), printable(row.value, 100), printable(row.place, 100)});
  }
  return table({"FACT", "VALUE", "FROM"}, rows);
}

class Facts final : public Command {
 public:
  std::string target = ".";
  std::string at;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--at", "REV", "of this commit; the newest of the default branch when absent", &at},
            {"--json", "", "one JSON document: the facts", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "a path, a URL or owner/repo; the current directory when absent", &target,
             false}};
  }

  Result<Exit> run(Context& context) override {
    git::Git git(context.ports.processes,
                 runner::git_options(context.ports, context.config.config));
    TRY_ASSIGN(const git::Target place, runner::resolve_target(context.ports, git, target));
    if (place.kind == git::TargetKind::local) {
      std::string revision = at;
      if (revision.empty()) {
        TRY_ASSIGN(const git::Tip tip, git::local_tip(git, place, ""));
        revision = tip.commit;
      }
      return show(context, git, place.location, revision);
    }
    TRY_ASSIGN(const std::unique_ptr<Scratch> scratch,
               Scratch::make(context.ports, context.layout, "facts"));
    TRY_ASSIGN(const git::Worktree clone,
               git::Worktree::create(git, context.ports.files,
                                     {.target = place,
                                      .folder = scratch->folder() + "/clone",
                                      .base_branch = at,
                                      .branch = "pawl/facts"}));
    return show(context, git, clone.folder(), clone.base_commit());
  }

 private:
  Result<Exit> show(Context& context, git::Git& git, const std::string& folder,
                    const std::string& revision) const {
    git::ObjectReader objects(git, folder);
    TRY_ASSIGN(const inspect::CommitIds commit, inspect::commit_ids(objects, revision));
    repo::FactsCache cache(context.ports.files, context.layout.facts_folder());
    TRY_ASSIGN(const repo::Facts facts,
               repo::facts_of_commit(git, objects, folder, commit.id, &cache));
    if (json) {
      Json document = repo::to_json(facts);
      document.set("commit", commit.id);
      context.console.document(document);
    } else {
      context.console.out(table_of(facts));
    }
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_facts() { return std::make_unique<Facts>(); }

}  // namespace pawl::cli
