// `pawl top`: the table of the fleet on a terminal, with keys.
#include <algorithm>

#include "base/text/text.hpp"
#include "cli/fleet/background.hpp"
#include "cli/fleet/fleet_kit.hpp"
#include "cli/kit/output.hpp"
#include "cli/runs/runs.hpp"
#include "fleet/facts.hpp"
#include "os/terminal.hpp"

namespace pawl::cli {
namespace {

constexpr std::string_view kKeysLine =
    "j k: choose   enter: show   l: log   s: stop   r: resume   c: close   a: all   q: quit";
constexpr std::size_t kLinesAround = 4;  // head, header of the table, message, keys

class Top final : public Command {
 public:
  bool here = false;
  double every = 1;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "the table once, as one JSON document", &json},
            {"--here", "", "only runs on the repository of this folder", &here},
            {"--every", "SECONDS", "how often to look", &every}};
  }

  Result<Exit> run(Context& context) override {
    constexpr double kEveryMax = 3600;
    if (every < 0.1 || every > kEveryMax) {
      return fail(Errc::invalid, "--every wants seconds from 0.1 to 3600");
    }
    if (here) {
      TRY_ASSIGN(wanted_.repositories, names_of_target(context, "."));
    }
    if (json) return show_json(context);
    if (!context.out_is_terminal) {
      return fail(Errc::invalid,
                  "pawl top draws on a terminal; `pawl fleet` prints the table anywhere");
    }
    TRY_ASSIGN(os::KeyTerminal terminal, os::KeyTerminal::open());
    while (!over_ && !context.ports.cancel.requested()) {
      TRY(look(context));
      draw(context, terminal.size());
      const auto key = terminal.key(Milliseconds(static_cast<std::int64_t>(every * 1000)));
      if (key) TRY(act(context, terminal, *key));
    }
    context.console.clear_screen();
    return Exit::done;
  }

 private:
  Status look(Context& context) {
    TRY_ASSIGN(fleet::Table table, fleet::read_table(context.ports, context.layout));
    all_ = table.runs.size();
    lines_ = fleet::select_runs(std::move(table.runs), wanted_, context.ports.clock.now());
    // The chosen run stays chosen where others come and go.
    const auto same = std::find_if(lines_.begin(), lines_.end(), [&](const fleet::RunLine& line) {
      return line.row.run == chosen_;
    });
    if (same != lines_.end()) at_ = static_cast<std::size_t>(same - lines_.begin());
    choose(at_);
    return Done{};
  }

  Result<Exit> show_json(Context& context) {
    TRY(look(context));
    const Timestamp now = context.ports.clock.now();
    Json list = Json::array();
    for (const fleet::RunLine& line : lines_) list.push(json_of_line(line, now));
    context.console.document(Json::object({{"runs", std::move(list)}, {"all", all_}}));
    return Exit::done;
  }

  void choose(std::size_t at) {
    at_ = lines_.empty() ? 0 : std::min(at, lines_.size() - 1);
    chosen_ = lines_.empty() ? "" : lines_[at_].row.run;
  }

  void draw(Context& context, os::KeyTerminal::Size size) const {
    const std::size_t rows = size.height > kLinesAround ? size.height - kLinesAround : 1;
    const std::size_t first = at_ < rows ? 0 : at_ - rows + 1;
    const std::size_t last = std::min(lines_.size(), first + rows);
    const auto live = std::count_if(lines_.begin(), lines_.end(), [](const fleet::RunLine& line) {
      return fleet::is_live(line.status);
    });
    std::string text = counted(all_, "run") + ", " + std::to_string(live) + " at work, " +
                       std::to_string(lines_.size()) + " shown\n";
    // Colours would be cut through at the edge.
    Context plain = context;
    plain.color = false;
    const std::vector<fleet::RunLine> shown(lines_.begin() + static_cast<std::ptrdiff_t>(first),
                                            lines_.begin() + static_cast<std::ptrdiff_t>(last));
    std::size_t at = 0;
    const std::string drawn = fleet_table(plain, shown);
    for (const std::string_view line : split_lines(drawn)) {
      const bool chosen = at > 0 && first + at - 1 == at_;
      const std::string cut = shortened((chosen ? "> " : "  ") + std::string(line), size.width - 1);
      text += (chosen && context.color ? colored(Paint::bold, cut) : cut) + "\n";
      ++at;
    }
    context.console.clear_screen();
    context.console.out(text + shortened(message_, size.width - 1) + "\n" +
                        shortened(kKeysLine, size.width - 1));
  }

  Status act(Context& context, os::KeyTerminal& terminal, const std::string& key) {
    if (key == "q" || key == "escape" || key == "end") over_ = true;
    if (key == "j" || key == "down") choose(at_ + 1);
    if (key == "k" || key == "up") choose(at_ == 0 ? 0 : at_ - 1);
    if (key == "a") wanted_.closed = !wanted_.closed;
    const auto run = RunId::parse(chosen_);
    if (!run) return Done{};
    if (key == "enter") {
      context.console.clear_screen();
      TRY(show_run(context, *run, false));
      wait_for_key(context, terminal);
    }
    if (key == "l") {
      context.console.clear_screen();
      show_log(context, *run, terminal.size());
      wait_for_key(context, terminal);
    }
    if (key == "s" || key == "r" || key == "c") return change(context, terminal, *run, key);
    return Done{};
  }

  Status change(Context& context, os::KeyTerminal& terminal, const RunId& run,
                const std::string& key) {
    const std::string what = key == "s" ? "stop" : key == "r" ? "resume" : "close";
    message_ = what + " " + run.text() + "? y/n";
    draw(context, terminal.size());
    const auto answer = terminal.key(Milliseconds(30'000));
    message_.clear();
    if (!answer || *answer != "y") return Done{};
    const Status done = apply(context, run, key);
    message_ = done ? what + ": done" : printable(done.error().to_line(), 400);
    return Done{};
  }

  static Status apply(Context& context, const RunId& run, const std::string& key) {
    TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
    if (key == "s") TRY(fleet::stop(desk.ports(), run));
    if (key == "c") TRY(fleet::close_run(desk.ports(), run));
    if (key == "r") TRY(fleet::resume(quiet_ports(context), run, "", {}));
    return Done{};
  }

  static void show_log(Context& context, const RunId& run, os::KeyTerminal::Size size) {
    const auto text = context.ports.files.read(context.layout.log(run));
    if (!text) {
      context.console.say("run " + run.text() + " has no log: it was not run in the background");
      return;
    }
    std::vector<std::string_view> lines = split_lines(*text);
    const std::size_t shown = std::min(lines.size(), size.height > 2 ? size.height - 2 : 1);
    for (std::size_t i = lines.size() - shown; i < lines.size(); ++i) {
      context.console.out(shortened(printable(lines[i], 1'000), size.width - 1) + "\n");
    }
  }

  static void wait_for_key(Context& context, os::KeyTerminal& terminal) {
    context.console.out("— any key —");
    while (!context.ports.cancel.requested() && !terminal.key(Milliseconds(200))) {
    }
  }

  fleet::Wanted wanted_;
  std::vector<fleet::RunLine> lines_;
  std::size_t all_ = 0;
  std::size_t at_ = 0;
  std::string chosen_;
  std::string message_;
  bool over_ = false;
};

}  // namespace

std::unique_ptr<Command> make_top() { return std::make_unique<Top>(); }

}  // namespace pawl::cli
