// What the commands of the fleet share.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/kit/command.hpp"
#include "fleet/stop.hpp"
#include "fleet/table.hpp"

namespace pawl::cli {

// pawl.db, and what the functions of the fleet want.
class FleetDesk {
 public:
  static Result<FleetDesk> open(Context& context);
  fleet::FleetPorts ports() const;

 private:
  FleetDesk(Context& context, std::unique_ptr<store::Database> database)
      : context_(&context), database_(std::move(database)) {}
  Context* context_;
  std::unique_ptr<store::Database> database_;
};

// The runs of these ids or unambiguous prefixes; all of them, or not_found.
Result<std::vector<RunId>> named_runs(Context& context, const std::vector<std::string>& words);
Result<RunId> named_run(Context& context, const std::string& word);
// What `--attempt N` says.
std::optional<int> attempt_of(std::optional<std::int64_t> flag);

// `failed, exit 1`, `stalled 3m`, `bailed`.
std::string liveness_text(const fleet::RunLine& line, Timestamp now);
Json json_of_line(const fleet::RunLine& line, Timestamp now);
// The columns of the fleet, the newest line last on no terminal; wide enough for `width`
// characters.
std::string fleet_table(const Context& context, const std::vector<fleet::RunLine>& lines);
// What models cost, `$0.12`, `$0.12+?` where some of it is not known, `?`, or `-` where nothing was
// asked.
std::string cost_text(const run::RunRow& row);

}  // namespace pawl::cli
