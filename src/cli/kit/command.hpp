// A command: a class with public option fields, flags() that binds names to them, run().
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/result.hpp"
#include "cli/kit/console.hpp"
#include "config/config.hpp"
#include "os/ports.hpp"
#include "store/layout.hpp"

namespace pawl::cli {

// The exit codes of Pawl, byte-stable (docs/cli/exit-codes.md).
enum class Exit : std::uint8_t {
  done = 0,
  failed = 1,
  usage = 2,
  nothing_to_do = 3,
  refused = 4,
  ci_red = 5,
  findings = 6,
  partial = 7,
  busy = 8,
  not_found = 9,
  out_of_memory = 10,
  decision = 11,  // a person is to say what is to become of it
  later = 75,
  interrupted = 130,
};
// invalid → usage, not_found → not_found, conflict → busy, denied → refused, timeout and upstream
// → later, cancelled → interrupted, io → failed.
Exit exit_of(Errc code);

struct Flag {
  std::string_view name;   // `--max-attempts`, or `-y,--yes`
  std::string_view value;  // placeholder, `N`; empty for a switch
  std::string_view help;
  std::variant<bool*, std::string*, std::optional<std::string>*, std::int64_t*, double*,
               std::optional<double>*, std::optional<std::int64_t>*, std::vector<std::string>*>
      target;
  std::string_view offers = {};  // what completions offer as its value; likewise
};
struct Argument {
  std::string_view name;  // `TARGET`
  std::string_view help;
  std::variant<std::string*, std::vector<std::string>*> target;
  bool required = true;
  // What completions offer: words, blank-separated, or one of kOffer…; empty: files.
  std::string_view offers = {};
};
inline constexpr std::string_view kOfferRuns = "@runs";      // ids of the runs of this machine
inline constexpr std::string_view kOfferGuards = "@guards";  // ids of guards
inline constexpr std::string_view kOfferPipelines = "@pipelines";  // of the current folder
inline constexpr std::string_view kOfferSettings = "@settings";
inline constexpr std::string_view kOfferCommands = "@commands";

// What a command gets: the ports, the configuration and where things live.
struct Context {
  os::Ports& ports;
  Console& console;
  const config::Resolved& config;  // defaults only when the row says Needs::nothing
  store::Layout layout;            // likewise empty
  bool out_is_terminal = false;
  bool err_is_terminal = false;
  bool color = false;  // terminal and no NO_COLOR
};

class Command {
 public:
  virtual ~Command() = default;
  virtual std::vector<Flag> flags() { return {}; }
  virtual std::vector<Argument> arguments() { return {}; }
  // Flags that set a configuration key for this call, e.g. {"model", …}.
  virtual std::map<std::string, std::string> settings() const { return {}; }
  // standard output is data, standard error is narration.
  virtual Result<Exit> run(Context& context) = 0;
};

enum class Needs : std::uint8_t {
  forge,          // as configuration, and who Pawl is at a forge is known
  configuration,  // folders and configuration are resolved before run()
  little,         // likewise, and fails never: a hook of another program. Settings that are wrong
                  // are the defaults
  nothing,        // run() gets neither, so the command starts at once and works without a HOME
};

struct CommandRow {
  std::string_view name;     // `pr list`
  std::string_view summary;  // one line
  std::unique_ptr<Command> (*make)();
  Needs needs = Needs::forge;
};
// In the order of completions.
std::span<const CommandRow> commands();
// Commands that belong together, as `pawl help` shows them.
struct CommandGroup {
  std::string_view title;
  std::string_view words;  // the first words of its commands, blank-separated
};
std::span<const CommandGroup> command_groups();
// What the commands that begin with that word are about; empty for a word that is a command itself.
std::string_view family_summary(std::string_view word);
// The row of that exact name; nullptr when there is none.
const CommandRow* find_command(std::string_view name);
// The page behind `--help`, docs/cli/<name with dashes>.md; nothing when there is none.
std::optional<std::string_view> page_of(std::string_view name);

}  // namespace pawl::cli
