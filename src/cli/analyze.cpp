// `pawl analyze`: the eleven metrics, nothing else.
#include <cstdio>

#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/kit/progress.hpp"
#include "cli/kit/scratch.hpp"
#include "evidence/check_needs.hpp"
#include "evidence/confinement.hpp"
#include "git/worktrees/worktree.hpp"
#include "repo/views/view.hpp"
#include "runner/target.hpp"
#include "stages/measuring/measure.hpp"

namespace pawl::cli {
namespace {

using analyzers::Metric;
using analyzers::MetricStatus;

Paint paint_of_status(MetricStatus status) {
  switch (status) {
    case MetricStatus::pass: return Paint::green;
    case MetricStatus::warn: return Paint::yellow;
    case MetricStatus::fail: return Paint::red;
    case MetricStatus::unknown: return Paint::dim;
  }
  return Paint::plain;
}

std::string decimals(double value, int digits) {
  char text[32];
  std::snprintf(text, sizeof text, "%.*f", digits, value);
  return text;
}

// The files to measure. A target on this machine is read where it is; it is cloned only when a copy
// is needed to build and test it.
class Source {
 public:
  struct Opened {
    std::unique_ptr<repo::RepoView> view;
    std::string commit;
  };

  Source(git::Git& git, os::Files& files, git::Target target, std::string folder)
      : git_(git),
        files_(files),
        plan_{.target = std::move(target),
              .folder = std::move(folder),
              .base_branch = "",
              .branch = "pawl/analyze"} {}

  const std::string& name() const { return plan_.target.name; }
  const git::Target& target() const { return plan_.target; }

  Result<Opened> open() {
    if (plan_.target.kind == git::TargetKind::local) {
      TRY_ASSIGN(const git::Tip tip, git::local_tip(git_, plan_.target, ""));
      TRY_ASSIGN(auto view, repo::commit_view(git_, plan_.target.location, tip.commit));
      return Opened{std::move(view), tip.commit};
    }
    TRY(clone());
    TRY_ASSIGN(auto view, repo::checkout_view(git_, worktree_->folder()));
    return Opened{std::move(view), worktree_->base_commit()};
  }

  // A copy of the files of the commit that was opened.
  Status export_to(const std::string& folder, const std::string& commit) {
    if (!worktree_) TRY(clone());
    if (worktree_->base_commit() != commit) {
      return fail(Errc::conflict, name() + " got new commits meanwhile; analyze it again");
    }
    return worktree_->export_to(folder);
  }

 private:
  Status clone() {
    TRY_ASSIGN(worktree_, git::Worktree::create(git_, files_, plan_));
    return Done{};
  }

  git::Git& git_;
  os::Files& files_;
  git::WorktreePlan plan_;
  std::optional<git::Worktree> worktree_;
};

class Analyze final : public Command {
 public:
  std::string target = ".";
  bool json = false;
  bool no_checks = false;
  std::optional<double> fail_under;

  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document: the report", &json},
            {"--fail-under", "X", "exit 6 when the overall score is below X (0 to 1)", &fail_under},
            {"--no-checks", "", "do not build or test the target", &no_checks}};
  }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "a path, a URL or owner/repo; the current directory when absent", &target,
             false}};
  }
  std::map<std::string, std::string> settings() const override {
    std::map<std::string, std::string> out;
    if (no_checks) out["checks.run"] = "false";
    return out;
  }

  Result<Exit> run(Context& context) override {
    if (fail_under && (*fail_under < 0 || *fail_under > 1)) {
      return fail(Errc::invalid, "--fail-under is a score between 0 and 1");
    }
    TRY_ASSIGN(const analyzers::Report report, measure(context));
    if (json) {
      context.console.document(analyzers::to_json(report));
    } else {
      show(context, report);
    }
    const bool below = fail_under && report.overall() < *fail_under;
    if (below) {
      context.console.say("the overall score " + decimals(report.overall(), 3) + " is below " +
                          decimals(*fail_under, 3));
    }
    return below ? Exit::findings : Exit::done;
  }

 private:
  Result<analyzers::Report> measure(Context& context) {
    git::Git git(context.ports.processes,
                 runner::git_options(context.ports, context.config.config));
    TRY_ASSIGN(git::Target place, runner::resolve_target(context.ports, git, target));
    // It lives as long as the analysis.
    TRY_ASSIGN(const std::unique_ptr<Scratch> scratch,
               Scratch::make(context.ports, context.layout, "analyze"));
    Source source(git, context.ports.files, std::move(place), scratch->folder() + "/clone");
    Result<analyzers::Report> report = measure_in(context, source, scratch->folder());
    const Status removed = scratch->remove();
    if (report && !removed) return removed.error();
    return report;
  }

  static Result<analyzers::Report> measure_in(Context& context, Source& source,
                                              const std::string& folder) {
    const config::Config& config = context.config.config;
    Progress progress(context.console, context.ports.clock);
    progress.line("reading the files");
    progress.doing("reading the files");
    TRY_ASSIGN(const Source::Opened opened, source.open());
    std::optional<os::Sandbox> sandbox;
    stages::MeasureOptions options;
    options.target = source.name();
    options.commit = opened.commit;
    options.scratch = folder + "/scratch";
    if (config.run_checks) {
      options.sandbox =
          &sandbox.emplace(evidence::make_sandbox(context.ports, config, context.layout));
    }
    options.build_timeout = Seconds(config.build_timeout_s);
    options.test_timeout = Seconds(config.test_timeout_s);
    stages::look_up_tools(context.ports, options);
    options.needs = evidence::check_needs(context.ports, config, context.layout, source.target());
    options.threads = static_cast<unsigned>(config.analyzer_threads);
    options.export_to = [&](const std::string& to) { return source.export_to(to, opened.commit); };
    options.on_step = [&](std::string_view text) {
      progress.line(text);
      progress.doing(text);
    };
    options.on_metric = [&](const analyzers::Progress& step) {
      progress.update(step.done, step.total, step.display_name);
    };
    TRY_ASSIGN(stages::Measured measured, stages::measure(*opened.view, context.ports, options));
    return std::move(measured.report);
  }

  static void show(Context& context, const analyzers::Report& report) {
    std::vector<std::vector<std::string>> rows;
    for (const Metric& metric : report.metrics) {
      const bool known = metric.status != MetricStatus::unknown;
      rows.push_back({painted(context, paint_of_status(metric.status), to_string(metric.status)),
                      known ? decimals(metric.score, 2) : "-", metric.display_name,
                      printable(metric.details, 160)});
    }
    context.console.out(table({"STATUS", "SCORE", "METRIC", "DETAILS"}, rows));
    context.console.out("\noverall " + decimals(report.overall(), 3) +
                        ", languages: " + join(report.languages, ", ") + "\n");
  }
};

}  // namespace

std::unique_ptr<Command> make_analyze() { return std::make_unique<Analyze>(); }

}  // namespace pawl::cli
