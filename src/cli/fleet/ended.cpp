// `pawl stop`, `close`, `rm`, `ack`, `skip`: what is done to runs, one after the other.
#include <vector>

#include "base/text/text.hpp"
#include "cli/fleet/fleet_kit.hpp"
#include "fleet/facts.hpp"

namespace pawl::cli {
namespace {

// What became of one of them.
struct Told {
  bool changed = false;
  std::string line;  // for people
  Json facts = Json::object();
};

class OnRuns : public Command {
 public:
  std::vector<std::string> ids;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"RUN", "runs, or their prefixes", &ids, true, kOfferRuns}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::vector<RunId> runs, named_runs(context, ids));
    TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
    bool changed = false;
    Json list = Json::array();
    for (const RunId& id : runs) {
      TRY_ASSIGN(Told told, act(context, desk.ports(), id).during("run " + id.text()));
      changed = changed || told.changed;
      context.console.say(told.line);
      told.facts.set("run", id.text());
      told.facts.set("changed", told.changed);
      list.push(std::move(told.facts));
    }
    if (json) context.console.document(Json::object({{"runs", std::move(list)}}));
    return changed ? Exit::done : Exit::nothing_to_do;
  }

 private:
  virtual Result<Told> act(Context& context, const fleet::FleetPorts& ports, const RunId& id) = 0;
};

class Stop final : public OnRuns {
  Result<Told> act(Context&, const fleet::FleetPorts& ports, const RunId& id) override {
    TRY_ASSIGN(const fleet::Stopped stopped, fleet::stop(ports, id));
    Told told{.changed = !stopped.ended_before};
    told.facts.set("killed", stopped.killed);
    told.facts.set("ms", stopped.took.count());
    if (stopped.ended_before) {
      told.line = id.text() + " has ended already";
    } else if (!stopped.was_alive) {
      told.line = id.text() + " had crashed; its journal says now that it was stopped";
    } else {
      told.line = "stopped " + id.text() + " in " + std::to_string(stopped.took.count()) + " ms" +
                  (stopped.killed ? "; it did not end by itself and was killed" : "");
    }
    return told;
  }
};

class Close final : public OnRuns {
  Result<Told> act(Context&, const fleet::FleetPorts& ports, const RunId& id) override {
    TRY_ASSIGN(const bool changed, fleet::close_run(ports, id));
    return Told{.changed = changed,
                .line = changed ? "closed " + id.text() : id.text() + " was closed before"};
  }
};

class Remove final : public OnRuns {
  Result<Told> act(Context& context, const fleet::FleetPorts& ports, const RunId& id) override {
    TRY_ASSIGN(const fleet::Removed removed, fleet::remove_run(ports, context.config.config, id));
    std::string line = "removed " + id.text();
    if (removed.worktree || !removed.refs.empty()) {
      line += "; what it made and no other branch holds is under refs/pawl/rescue/ in the target";
    }
    if (!removed.branch_kept.empty()) {
      line += "; its branch stays: " + printable(removed.branch_kept, 300);
    }
    Told told{.changed = true, .line = std::move(line)};
    told.facts.set("branches", removed.branches);
    told.facts.set("worktree", removed.worktree);
    told.facts.set("branch", removed.branch);
    told.facts.set("branch_kept", removed.branch_kept.empty() ? Json() : Json(removed.branch_kept));
    return told;
  }
};

class Decide final : public OnRuns {
 public:
  explicit Decide(fleet::Decision decision) : decision_(decision) {}

  std::vector<Flag> flags() override {
    std::vector<Flag> all = OnRuns::flags();
    all.push_back({"--attempt", "N", "only where this is its newest attempt", &attempt_});
    return all;
  }

 private:
  Result<Told> act(Context&, const fleet::FleetPorts& ports, const RunId& id) override {
    TRY_ASSIGN(const bool changed, fleet::decide(ports, id, decision_, attempt_of(attempt_)));
    const std::string what =
        decision_ == fleet::Decision::ack ? "its work counts as landed" : "nothing of it is wanted";
    return Told{.changed = changed,
                .line = id.text() + ": " + what + (changed ? "" : ", as was said before")};
  }

  fleet::Decision decision_;
  std::optional<std::int64_t> attempt_;
};

}  // namespace

std::unique_ptr<Command> make_stop() { return std::make_unique<Stop>(); }
std::unique_ptr<Command> make_close() { return std::make_unique<Close>(); }
std::unique_ptr<Command> make_rm() { return std::make_unique<Remove>(); }
std::unique_ptr<Command> make_ack() { return std::make_unique<Decide>(fleet::Decision::ack); }
std::unique_ptr<Command> make_skip() { return std::make_unique<Decide>(fleet::Decision::skip); }

}  // namespace pawl::cli
