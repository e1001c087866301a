// `pawl fix`: one issue, in the files it cites.
#include <algorithm>

#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "cli/kit/desk.hpp"
#include "cli/runs/run_command.hpp"
#include "git/objects/object_reader.hpp"
#include "git/worktrees/worktree.hpp"
#include "guards/paths/path_policy.hpp"
#include "index/repository_index.hpp"
#include "planner/prompts/citations.hpp"
#include "repo/facts/facts.hpp"
#include "repo/views/tree_view.hpp"
#include "stages/roles.hpp"

namespace pawl::cli {
namespace {

// `owner/repo` of the end of an address, whatever its form.
std::string end_of_address(std::string_view address) {
  std::string plain = lower(trim(address));
  while (plain.ends_with('/')) plain.pop_back();
  if (plain.ends_with(".git")) plain.resize(plain.size() - 4);
  std::replace(plain.begin(), plain.end(), ':', '/');
  const auto repository = plain.rfind('/');
  if (repository == std::string::npos || repository == 0) return {};
  const auto owner = plain.rfind('/', repository - 1);
  return plain.substr(owner == std::string::npos ? 0 : owner + 1);
}

class Fix final : public RunCommand {
 public:
  Fix() : RunCommand("fix") {}

  std::string number;
  std::string files;

  std::vector<Flag> flags() override {
    std::vector<Flag> all = RunCommand::flags();
    all.insert(all.begin(), {{"--issue", "N", "the issue to fix", &number},
                             {"--files", "PATHS",
                              "the files it is about, separated by commas, instead of those it "
                              "cites",
                              &files}});
    return all;
  }

  Result<Exit> run(Context& context) override {
    if (number.empty()) {
      return fail(Errc::invalid,
                  "--issue is missing: the number of the issue to fix; `pawl issue list` shows "
                  "those there are");
    }
    TRY_ASSIGN(const std::int64_t wanted, forge_number(number, "an issue", "pawl issue list"));
    TRY_ASSIGN(runner::RunOptions out, options());
    out.issue = planner::IssueWork{.number = wanted};
    out.pipeline = "fix";
    if (out.start == runner::Start::resume) return go(context, out);
    TRY(check_model(context));
    TRY_ASSIGN(const auto desk, open_desk(context, target));
    TRY_ASSIGN(const forge::Issue issue, desk->forge->issues().get(wanted));
    if (issue.state == forge::IssueState::closed) {
      return fail(Errc::invalid, "issue #" + std::to_string(wanted) + " of " + desk->target.name +
                                     " is closed; nothing is left to fix");
    }
    TRY_ASSIGN(const std::optional<forge::Pull> offered, open_pull_for(*desk, wanted));
    if (offered) return say_offered(context, *desk, *offered);
    TRY_ASSIGN(out.issue, bound(context, *desk, issue));
    return go(context, out);
  }

 private:
  // Recipes mend no code, and a run that can do nothing is not worth its time.
  static Status check_model(const Context& context) {
    const config::Config& config = context.config.config;
    const std::string spec = stages::spec_of(config, config::Role::worker);
    if (!spec.starts_with("recipes:")) return Done{};
    return fail(Errc::invalid,
                "recipes: cannot fix an issue, that takes a model; give one with --model, as in "
                "--model openai:qwen3-coder");
  }

  static Result<std::optional<forge::Pull>> open_pull_for(Desk& desk, std::int64_t number) {
    TRY_ASSIGN(const std::vector<forge::Pull> pulls,
               all_pulls(*desk.forge, forge::PullState::open));
    for (const forge::Pull& pull : pulls) {
      if (pull.fixes == number) return std::optional<forge::Pull>(pull);
    }
    return std::optional<forge::Pull>();
  }

  Result<Exit> say_offered(Context& context, const Desk& desk, const forge::Pull& pull) const {
    const std::string id = std::to_string(pull.number);
    if (json) context.console.document(Json::object({{"pr", forge::to_json(pull)}}));
    context.console.say("pull request #" + id + " fixes issue #" + std::to_string(pull.fixes) +
                        " already; nothing was done\n  merge it:  pawl pr merge " + id + " " +
                        shell_word(desk.target.location) +
                        "\n  or make place for another one:  pawl pr close " + id + " " +
                        shell_word(desk.target.location));
    return Exit::nothing_to_do;
  }

  // The issue with the files the run is bound to.
  Result<planner::IssueWork> bound(Context& context, Desk& desk, const forge::Issue& issue) const {
    const std::string& folder = desk.target.location;
    TRY_ASSIGN(const git::Tip tip, git::local_tip(desk.git, desk.target, base));
    git::ObjectReader objects(desk.git, folder);
    const auto view = repo::tree_view(desk.git, objects, folder, tip.commit);
    planner::IssueWork out{.number = issue.number,
                           .title = planner::readable_issue(issue.title),
                           .body = planner::readable_issue(issue.body),
                           .files = {}};
    if (!files.empty()) {
      TRY_ASSIGN(out.files, named_files(*view));
      out.files_by_person = true;
      TRY(view->trouble());
      return out;
    }
    const auto indexes =
        index::RepositoryIndex::later(objects, context.layout.index_folder(), desk.target.key);
    const auto index = indexes->lazily_at(tip.commit, {});
    planner::Citations cited = planner::citations_of(out.title + "\n" + out.body,
                                                     {.view = *view,
                                                      .graph = &index->head(),
                                                      .names = names_of(desk, *view),
                                                      .forbidden = guards::unasked_denial_of});
    TRY(view->trouble());
    if (cited.files.empty()) return nothing_cited(issue.number, cited);
    for (const planner::NotCited& one : cited.left_out) {
      context.console.say("left out " + printable(one.spelled, 200) + ": " +
                          printable(one.reason, 300));
    }
    out.files = std::move(cited.files);
    for (const planner::CitedFile& file : out.files) {
      context.console.say(
          "issue #" + std::to_string(issue.number) + " cites " + printable(file.path, 300) +
          (file.spelled == file.path ? "" : " (" + printable(file.spelled, 300) + ")"));
    }
    return out;
  }

  Result<std::vector<planner::CitedFile>> named_files(const repo::RepoView& view) const {
    std::vector<planner::CitedFile> out;
    for (const std::string_view item : split(files, ',')) {
      if (trim(item).empty()) continue;
      TRY_ASSIGN(const RepoPath path, RepoPath::parse(trim(item)));
      if (const std::string reason = guards::denial_of(path); !reason.empty()) {
        return fail(Errc::denied, path.text() + " may not be changed: " + reason);
      }
      if (!view.has(path.text())) {
        return fail(Errc::not_found,
                    "the base has no file " + path.text() + ", which --files names");
      }
      out.push_back({.path = path.text(), .lines = {}, .spelled = path.text()});
    }
    if (out.empty()) return fail(Errc::invalid, "--files names no file");
    return out;
  }

  static Error nothing_cited(std::int64_t number, const planner::Citations& cited) {
    std::string message =
        "issue #" + std::to_string(number) + " cites no file or definition of the repository";
    constexpr std::size_t kShown = 3;
    for (std::size_t i = 0; i < std::min(kShown, cited.left_out.size()); ++i) {
      const planner::NotCited& one = cited.left_out[i];
      message += (i == 0 ? " (" : "; ") + one.spelled + ": " + printable(one.reason, 200);
    }
    if (!cited.left_out.empty()) message += ")";
    return fail(Errc::invalid, message + "; name the files it is about with --files PATH,PATH");
  }

  // The names under which links to the repository may know it.
  static std::vector<std::string> names_of(Desk& desk, const repo::RepoView& view) {
    std::vector<std::string> names;
    const auto add = [&](std::string_view address) {
      if (std::string name = end_of_address(address); !name.empty()) names.push_back(name);
    };
    const Result<std::string> remotes =
        desk.git.text(desk.target.location, {"config", "--get-regexp", "^remote\\..*\\.url$"});
    if (remotes) {
      for (const std::string_view line : split_lines(*remotes)) {
        add(line.substr(std::min(line.find(' '), line.size())));
      }
    }
    const repo::Facts facts = repo::gather_facts(view);
    if (facts.repository_url) add(facts.repository_url->value);
    if (names.empty()) names.push_back(lower(desk.target.name));
    return names;
  }
};

}  // namespace

std::unique_ptr<Command> make_fix() { return std::make_unique<Fix>(); }

std::unique_ptr<RunCommand> make_fix_of(const std::string& issue) {
  auto fix = std::make_unique<Fix>();
  fix->number = issue;
  return fix;
}

}  // namespace pawl::cli
