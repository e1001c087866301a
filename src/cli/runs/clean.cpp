// `pawl clean`: removes what killed processes and ended runs left behind.
#include "runner/clean.hpp"

#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "runner/target.hpp"

namespace pawl::cli {
namespace {

using runner::LeftOver;

Json json_of_leftover(const LeftOver& item) {
  Json out = Json::object({{"kind", item.kind}, {"path", item.path}, {"reason", item.reason}});
  if (!item.kept.empty()) out.set("kept", item.kept).set("failed", item.failed);
  return out;
}

class Clean final : public Command {
 public:
  bool dry_run = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--dry-run", "", "say what would be removed, remove nothing", &dry_run},
            {"--json", "", "one JSON document: what was removed and what was kept", &json}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::vector<LeftOver> found, look(context));
    report(context, found);
    bool removed = false;
    for (const LeftOver& item : found) {
      if (item.failed) return Exit::partial;
      removed = removed || item.kept.empty();
    }
    return removed ? Exit::done : Exit::nothing_to_do;
  }

 private:
  Result<std::vector<LeftOver>> look(Context& context) const {
    TRY_ASSIGN(const auto state, context.ports.files.stat(context.layout.state_folder));
    if (!state) return std::vector<LeftOver>{};
    git::Git git(context.ports.processes,
                 runner::git_options(context.ports, context.config.config));
    TRY_ASSIGN(const auto database, store::Database::open(context.layout.database()));
    return runner::clean({.world = context.ports,
                          .git = git,
                          .database = *database,
                          .layout = context.layout,
                          .config = context.config.config,
                          .dry_run = dry_run});
  }

  void report(Context& context, const std::vector<LeftOver>& found) const {
    if (json) {
      Json gone = Json::array();
      Json kept = Json::array();
      for (const LeftOver& item : found)
        (item.kept.empty() ? gone : kept).push(json_of_leftover(item));
      context.console.document(
          Json::object({{"dry_run", dry_run}, {"removed", gone}, {"kept", kept}}));
      return;
    }
    for (const LeftOver& item : found) {
      const std::string what = printable(item.path, 400) + " (" + item.reason + ")";
      if (item.kept.empty()) {
        context.console.out((dry_run ? "would remove " : "removed ") + what + "\n");
      } else {
        context.console.out("kept " + what + ": " + printable(item.kept, 600) + "\n");
      }
    }
    if (found.empty()) context.console.say("nothing was left behind");
  }
};

}  // namespace

std::unique_ptr<Command> make_clean() { return std::make_unique<Clean>(); }

}  // namespace pawl::cli
