// `pawl guard check`: the guard stack on any change of any repository.
#include "base/text/text.hpp"
#include "cli/guard/guard_flags.hpp"
#include "cli/guard/guard_report.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/progress.hpp"
#include "cli/kit/scratch.hpp"
#include "evidence/check_needs.hpp"
#include "evidence/confinement.hpp"
#include "inspect/sarif.hpp"
#include "inspect/subject.hpp"
#include "judge/judge.hpp"
#include "runner/target.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kPatchBytesMax = 64U << 20U;

std::string absolute(const Context& context, const std::string& path) {
  return path.starts_with('/') ? path : context.ports.folder + "/" + path;
}

// The index a running `git commit` prepares, which may be another than the repository's own.
std::string index_of_hook(const Context& context) {
  for (const auto& [name, value] : context.ports.environment) {
    if (name == "GIT_INDEX_FILE" && !value.empty()) return absolute(context, value);
  }
  return {};
}

class GuardCheck final : public Command {
 public:
  std::string base;
  std::string head;
  std::string patch;
  std::string repo;
  std::string format = "text";
  bool staged = false;
  bool worktree = false;
  bool json = false;
  GuardFlags guard;

  std::vector<Flag> flags() override {
    std::vector<Flag> flags = {
        {"--base", "REV", "what to compare with", &base},
        {"--head", "REV", "judge this commit; without --base, what it changed", &head},
        {"--staged", "", "judge what is staged", &staged},
        {"--worktree", "", "judge the files as they are (the default)", &worktree},
        {"--patch", "FILE", "judge a patch; - is standard input", &patch},
        {"--repo", "DIR", "the repository; the current directory when absent", &repo},
        {"--format", "FORMAT", "text, json, sarif or github", &format, "text json sarif github"},
        {"--json", "", "the same as --format json", &json}};
    for (Flag& flag : guard.flags()) flags.push_back(flag);
    return flags;
  }

  Result<Exit> run(Context& context) override {
    if (json) format = "json";
    if (!among({"text", "json", "sarif", "github"}, format)) {
      return fail(Errc::invalid,
                  "--format is text, json, sarif or github, not \"" + printable(format, 40) + "\"");
    }
    TRY_ASSIGN(const guards::Policy policy, guard.policy(context.config.config));
    git::Git git(context.ports.processes,
                 runner::git_options(context.ports, context.config.config));
    TRY_ASSIGN(inspect::SubjectRequest request, this->request(context));
    std::unique_ptr<Scratch> scratch;
    if (!guard.fast || !patch.empty()) {
      TRY_ASSIGN(scratch, Scratch::make(context.ports, context.layout, "guard"));
    }
    if (!patch.empty()) {
      request.scratch = os::join_path(scratch->folder(), "patch");
      TRY(context.ports.files.make_folders(request.scratch, 0700));
    }
    TRY_ASSIGN(const std::unique_ptr<inspect::Subject> subject,
               inspect::open_subject(git, request));
    Progress progress(context.console, context.ports.clock);
    progress.doing("reading the change");
    std::optional<judge::Tools> tools;
    if (!guard.fast) {
      TRY_ASSIGN(judge::ToolPorts ports,
                 tool_ports(context, git, request.folder, scratch->folder()));
      ports.progress = [&](std::string_view text) {
        progress.line(text);
        progress.doing(text);
      };
      tools.emplace(std::move(ports), *subject->base);
    }
    return judge(context, *subject, policy, tools ? &*tools : nullptr);
  }

 private:
  Result<inspect::SubjectRequest> request(Context& context) const {
    const int choices =
        (head.empty() ? 0 : 1) + (staged ? 1 : 0) + (worktree ? 1 : 0) + (patch.empty() ? 0 : 1);
    if (choices > 1) {
      return fail(Errc::invalid, "--head, --staged, --worktree and --patch exclude each other");
    }
    inspect::SubjectRequest request;
    request.folder = absolute(context, repo.empty() ? "." : repo);
    request.cache = context.layout.index_folder();
    request.base = base;
    request.head = head;
    if (!head.empty()) request.against = inspect::Against::head;
    if (staged) {
      request.against = inspect::Against::staged;
      request.index_file = index_of_hook(context);
    }
    if (!patch.empty()) TRY(read_patch(context, request));
    return request;
  }

  Status read_patch(Context& context, inspect::SubjectRequest& request) const {
    request.against = inspect::Against::patch;
    if (patch == "-") {
      TRY_ASSIGN(request.patch, context.console.read_all(kPatchBytesMax));
    } else {
      TRY_ASSIGN(request.patch, context.ports.files.read(absolute(context, patch), kPatchBytesMax));
    }
    return Done{};
  }

  static Result<judge::ToolPorts> tool_ports(Context& context, git::Git& git,
                                             const std::string& folder,
                                             const std::string& scratch) {
    TRY_ASSIGN(const git::Target target, runner::resolve_target(context.ports, git, folder));
    return judge::ToolPorts{
        .world = context.ports,
        .config = context.config.config,
        .redactor = context.config.redactor,
        .sandbox = evidence::lazy_sandbox(context.ports, context.config.config, context.layout),
        .scratch = scratch,
        .results = os::join_path(scratch, "results"),
        .flaky_file = evidence::flaky_file(context.layout, target),
        .url_cache = context.layout.url_cache(),
        .needs =
            evidence::check_needs(context.ports, context.config.config, context.layout, target),
        .progress = {}};
  }

  Result<Exit> judge(Context& context, const inspect::Subject& subject,
                     const guards::Policy& policy, judge::Tools* tools) const {
    guards::Order order;
    order.fenced = false;
    TRY(guard.apply_to(order));
    TRY_ASSIGN(const auto judge, judge::Judge::open({.base = *subject.base,
                                                     .tools = tools,
                                                     .config = context.config.config,
                                                     .files = context.ports.files,
                                                     .schemas = context.layout.schemas(),
                                                     .policy = policy,
                                                     .order = std::move(order),
                                                     .stopwatch = [&clock = context.ports.clock] {
                                                       return clock.ticks();
                                                     }}));
    TRY_ASSIGN(const guards::Evaluation evaluation,
               judge->evaluate(subject.change, subject.unjudged));
    if (context.ports.cancel.requested()) return fail(Errc::cancelled, "the check was interrupted");
    if (format == "sarif") {
      context.console.document(inspect::sarif_of(evaluation));
    } else if (format == "github") {
      context.console.out(guard_annotations(evaluation));
    } else if (format == "json") {
      Json document = guard_json(evaluation);
      document.set("base", subject.base->commit());
      document.set("head", subject.head);
      document.set("files", subject.change.files.size());
      context.console.document(document);
    } else {
      const git::Change* shown = context.out_is_terminal ? &subject.change : nullptr;
      context.console.out(guard_text(context, evaluation, shown));
    }
    return evaluation.refused() ? Exit::findings : Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_guard_check() { return std::make_unique<GuardCheck>(); }

}  // namespace pawl::cli
