// `pawl fleet`: the table of all runs, and one of them.
#include <algorithm>

#include "base/text/text.hpp"
#include "cli/fleet/fleet_kit.hpp"
#include "cli/runs/runs.hpp"
#include "fleet/queue_runner.hpp"

namespace pawl::cli {
namespace {

struct QueueLook {
  Json json;
  std::string line;  // empty where the queue is
};

Result<QueueLook> look_at_queue(Context& context) {
  TRY_ASSIGN(const auto there, context.ports.files.stat(context.layout.database()));
  if (!there) return QueueLook{};
  TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
  TRY_ASSIGN(const fleet::Queue::Counts counts, fleet::Queue(desk.ports().database).counts());
  const auto runner = fleet::queue_runner(context.ports.files, context.layout);
  QueueLook look;
  look.json = Json::object({{"pending", counts.pending},
                            {"running", counts.running},
                            {"failed", counts.failed},
                            {"runner", runner ? Json(runner->pid) : Json()}});
  if (counts.pending + counts.running + counts.failed == 0) return look;
  look.line = "queue: " + std::to_string(counts.pending) + " pending, " +
              std::to_string(counts.running) + " running, " + std::to_string(counts.failed) +
              " failed" + (runner ? "" : "; nobody works it off, `pawl queue run` does");
  return look;
}

class Fleet final : public Command {
 public:
  std::string id;
  bool here = false;
  bool running = false;
  bool dead = false;
  bool stalled = false;
  bool all = false;
  bool branches = false;
  std::optional<std::string> since;
  std::optional<std::string> recent;
  std::string pipeline;
  std::string parent;
  std::int64_t limit = 0;
  bool watch = false;
  double every = 2;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--here", "", "only runs on the repository of this folder", &here},
            {"--running", "", "only runs that a process works on", &running},
            {"--dead", "", "only runs that ended or crashed", &dead},
            {"--stalled", "", "only runs whose process has been silent", &stalled},
            {"--all", "", "also runs that were closed", &all},
            {"--branches", "", "also branches of parallel groups, below their runs", &branches},
            {"--since", "AGE", "only runs begun within that time: 30s, 5m, 2h, 1d", &since},
            {"--recent", "AGE", "only runs that ended within that time, closed ones too", &recent},
            {"--pipeline", "NAME", "only runs of that pipeline", &pipeline},
            {"--parent", "RUN", "only runs that this run launched", &parent, kOfferRuns},
            {"--limit", "N", "at most so many runs; 0 for all", &limit},
            {"--watch", "", "show it again and again until Ctrl-C", &watch},
            {"--every", "SECONDS", "with --watch: how often", &every},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"RUN", "one run, or its prefix; all of them when absent", &id, false, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    TRY(check_flags());
    if (!id.empty()) {
      TRY_ASSIGN(const RunId run, named_run(context, id));
      return show_run(context, run, json);
    }
    TRY_ASSIGN(const fleet::Wanted chosen, wanted(context));
    while (true) {
      TRY(show_table(context, chosen));
      if (!watch || context.console.reader_gone()) return Exit::done;
      const Milliseconds pause(static_cast<std::int64_t>(every * 1000));
      if (!context.ports.clock.sleep(pause, &context.ports.cancel)) return Exit::done;
    }
  }

 private:
  Status check_flags() const {
    if (watch && (json || !id.empty())) {
      return fail(Errc::invalid, "--watch shows the table of all runs; leave --json and RUN out");
    }
    if (recent && (running || dead || stalled)) {
      return fail(Errc::invalid,
                  "--recent is about runs that ended: leave --running, --dead and --stalled out");
    }
    constexpr double kEveryMax = 3600;
    if (every < 0.1 || every > kEveryMax) {
      return fail(Errc::invalid, "--every wants seconds from 0.1 to 3600");
    }
    if (limit < 0) return fail(Errc::invalid, "--limit wants a number from 0 up");
    return Done{};
  }

  Result<fleet::Wanted> wanted(Context& context) const {
    fleet::Wanted out{.repositories = {},
                      .running = running,
                      .dead = dead,
                      .stalled = stalled,
                      .closed = all,
                      .since = {},
                      .recent = {},
                      .pipeline = pipeline,
                      .parent = {},
                      .branches = branches};
    if (here) {
      TRY_ASSIGN(out.repositories, names_of_target(context, "."));
    }
    if (since) {
      TRY_ASSIGN(out.since, fleet::parse_age(*since, "--since"));
    }
    if (recent) {
      TRY_ASSIGN(out.recent, fleet::parse_age(*recent, "--recent"));
    }
    if (!parent.empty()) {
      TRY_ASSIGN(const RunId run, named_run(context, parent));
      out.parent = run.text();
    }
    return out;
  }

  Status show_table(Context& context, const fleet::Wanted& chosen) const {
    TRY_ASSIGN(fleet::Table table, fleet::read_table(context.ports, context.layout));
    const Timestamp now = context.ports.clock.now();
    const std::size_t all_runs = table.runs.size();
    std::vector<fleet::RunLine> lines = fleet::select_runs(std::move(table.runs), chosen, now);
    const std::size_t found = lines.size();
    if (limit > 0 && found > static_cast<std::size_t>(limit)) {
      lines.resize(static_cast<std::size_t>(limit));
    }
    if (watch) context.console.clear_screen();
    for (const std::string& run : table.broken) context.console.say("pawl: warning: " + run);
    TRY_ASSIGN(const QueueLook queue, look_at_queue(context));
    if (json) {
      Json list = Json::array();
      for (const fleet::RunLine& line : lines) list.push(json_of_line(line, now));
      context.console.document(Json::object(
          {{"runs", std::move(list)}, {"total", found}, {"all", all_runs}, {"queue", queue.json}}));
      return Done{};
    }
    if (!queue.line.empty()) context.console.say(queue.line);
    if (lines.empty()) {
      context.console.say(all_runs == 0
                              ? "There are no runs yet; `pawl launch` makes one."
                              : "No run fits; `pawl fleet --all` shows closed ones, too.");
      return Done{};
    }
    context.console.out(fleet_table(context, lines));
    if (lines.size() < found) {
      context.console.say(std::to_string(found - lines.size()) + " more; see --limit");
    }
    return Done{};
  }
};

}  // namespace

std::unique_ptr<Command> make_fleet() { return std::make_unique<Fleet>(); }

}  // namespace pawl::cli
