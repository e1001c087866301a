// `pawl facts`: what a repository's own files say about it.
#include "repo/facts.hpp"

#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"
#include "cli/scratch.hpp"
#include "git/object_reader.hpp"
#include "git/worktree.hpp"
#include "inspect/subject.hpp"
#include "repo/manifests.hpp"
#include "repo/tree_view.hpp"
#include "runner/target.hpp"

namespace pawl::cli {
namespace {

using repo::Sourced;
using Rows = std::vector<std::vector<std::string>>;

std::string place_of(const std::string& path, int line) {
  return printable(line > 0 ? path + ":" + std::to_string(line) : path, 100);
}

void add(Rows& rows, std::string_view name, const Sourced& fact) {
  rows.push_back({std::string(name), printable(fact.value, 100), place_of(fact.path, fact.line)});
}

void add(Rows& rows, std::string_view name, const std::optional<Sourced>& fact) {
  if (fact) add(rows, name, *fact);
}

void add(Rows& rows, std::string_view name, const std::vector<Sourced>& facts) {
  for (const Sourced& fact : facts) add(rows, name, fact);
}

void add_identity(Rows& rows, const repo::Facts& facts) {
  for (const repo::LanguageCount& one : facts.languages) {
    rows.push_back({"language", one.name, counted(one.files, "file")});
  }
  add(rows, "name", facts.name);
  add(rows, "description", facts.description);
  add(rows, "version", facts.version);
  add(rows, "licence declared", facts.license_declared);
  add(rows, "licence file", facts.license_file);
  add(rows, "author", facts.author);
  add(rows, "repository", facts.repository_url);
  add(rows, "homepage", facts.homepage);
  add(rows, "readme", facts.readme);
}

void add_packages(Rows& rows, const repo::Facts& facts) {
  for (const repo::WorkspaceMember& one : facts.workspaces) {
    const std::string value = (one.name.empty() ? "" : one.name + ", ") + one.folder + ", " +
                              std::string(repo::to_string(one.kind));
    rows.push_back({"workspace member", printable(value, 100), place_of(one.path, one.line)});
  }
  for (const repo::Framework& one : facts.frameworks) {
    const std::string value = one.name + " (" + one.proof.name + ", " +
                              std::string(repo::to_string(one.proof.kind)) + ")";
    rows.push_back({"framework", printable(value, 100), place_of(one.proof.path, one.proof.line)});
  }
  for (const repo::Dependency& one : facts.dependencies) {
    std::string value = one.name;
    if (!one.constraint.empty()) value += " " + one.constraint;
    value += " (" + std::string(repo::to_string(one.kind));
    if (!one.group.empty()) value += ", " + one.group;
    rows.push_back({"dependency", printable(value + ")", 100), place_of(one.path, one.line)});
  }
}

Rows rows_of(const repo::Facts& facts) {
  Rows rows;
  add_identity(rows, facts);
  add(rows, "package manager", facts.package_managers);
  add(rows, "install", facts.install_commands);
  add(rows, "build", facts.build_commands);
  add(rows, "test", facts.test_commands);
  add(rows, "lint", facts.lint_commands);
  add(rows, "run", facts.run_commands);
  add(rows, "workflow", facts.workflows);
  add(rows, "entry point", facts.entry_points);
  for (const repo::Manifest& manifest : facts.manifests) {
    rows.push_back({"manifest", std::string(repo::to_string(manifest.kind)),
                    printable(manifest.path.text(), 100)});
  }
  add(rows, "unreadable manifest", facts.unreadable);
  add_packages(rows, facts);
  return rows;
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
    const auto view = repo::tree_view(git, objects, folder, commit.id);
    const repo::Facts facts = repo::gather_facts(*view);
    if (json) {
      Json document = repo::to_json(facts);
      document.set("commit", commit.id);
      context.console.document(document);
    } else {
      context.console.out(table({"FACT", "VALUE", "FROM"}, rows_of(facts)));
    }
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_facts() { return std::make_unique<Facts>(); }

}  // namespace pawl::cli
