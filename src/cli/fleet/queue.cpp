// `pawl queue`: what waits for its turn.
#include <algorithm>
#include <csignal>
#include <mutex>

#include "base/text/shell_word.hpp"
#include "base/text/text.hpp"
#include "cli/fleet/background.hpp"
#include "cli/fleet/fleet_kit.hpp"
#include "cli/kit/output.hpp"
#include "fleet/queue_runner.hpp"
#include "os/processes/detached.hpp"
#include "os/processes/process_handle.hpp"

namespace pawl::cli {
namespace {

using fleet::Item;
using fleet::ItemState;

Result<std::int64_t> item_number(const std::string& text) {
  const auto number = parse_int(text.starts_with('#') ? text.substr(1) : text);
  if (number && *number > 0) return static_cast<std::int64_t>(*number);
  return fail(Errc::invalid, "not the number of an item of the queue: \"" + printable(text, 40) +
                                 "\"; `pawl queue list` shows those there are");
}

std::string words_text(const Item& item) {
  std::string text;
  for (const std::string& word : item.words) {
    text += (text.empty() ? "" : " ") + (item.words.size() == 1 ? word : shell_word(word));
  }
  return (item.kind == fleet::ItemKind::launch ? "launch " : "") + text;
}

Json json_of_item(const Item& item) {
  const auto known = [](const std::string& text) { return text.empty() ? Json() : Json(text); };
  Json needs = Json::array();
  for (const std::int64_t one : item.needs) needs.push(one);
  return Json::object({{"id", item.id},
                       {"kind", fleet::to_string(item.kind)},
                       {"words", Json::array_of(item.words)},
                       {"folder", item.folder},
                       {"state", fleet::to_string(item.state)},
                       {"attempts", item.attempts},
                       {"attempts_max", item.attempts_max},
                       {"needs", std::move(needs)},
                       {"behind", Json::array_of(item.behind)},
                       {"run", known(item.run)},
                       {"exit", item.exit < 0 ? Json() : Json(item.exit)},
                       {"reason", known(item.reason)},
                       {"made_at", item.made_at},
                       {"begun_at", known(item.begun_at)},
                       {"ended_at", known(item.ended_at)}});
}

class QueueAdd final : public Command {
 public:
  std::vector<std::string> words;
  std::vector<std::string> after;
  std::string folder;
  std::int64_t retries = 0;
  std::optional<std::string> timeout;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--after", "ITEM", "only once that item is done; may be given again", &after},
            {"--cwd", "DIR", "where it is run; the current directory when absent", &folder},
            {"--retries", "N", "how often it is tried again when it fails", &retries},
            {"--timeout", "TIME", "how long a command may take: 90s, 30m, 2h", &timeout},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"COMMAND",
             "after `--`: a command with its words, one line for the shell, or the "
             "words of `pawl launch`",
             &words, true, kOfferCommands}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const fleet::NewItem item, new_item(context));
    TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
    TRY_ASSIGN(const std::int64_t id,
               fleet::Queue(desk.ports().database).add(item, context.ports.clock.now()));
    if (json) {
      context.console.document(Json::object({{"item", id}}));
    } else {
      context.console.out(std::to_string(id) + "\n");
    }
    if (!fleet::queue_runner(context.ports.files, context.layout)) {
      context.console.say("nobody works off the queue; `pawl queue run` does");
    }
    return Exit::done;
  }

 private:
  Result<fleet::NewItem> new_item(Context& context) const {
    constexpr std::int64_t kRetriesMax = 100;
    if (retries < 0 || retries > kRetriesMax) {
      return fail(Errc::invalid, "--retries wants a number from 0 to 100");
    }
    fleet::NewItem item{.words = words, .attempts_max = static_cast<int>(retries) + 1};
    const auto begin = words.begin() + (words.front() == "pawl" && words.size() > 1 ? 1 : 0);
    if (*begin == "launch") {
      item.kind = fleet::ItemKind::launch;
      item.words.assign(begin + 1, words.end());
      TRY(check_launch_words(item.words));
    }
    if (trim(words.front()).empty()) return fail(Errc::invalid, "COMMAND is empty");
    if (timeout) {
      TRY_ASSIGN(item.timeout, fleet::parse_age(*timeout, "--timeout"));
    }
    const std::string& here = context.ports.folder;
    TRY_ASSIGN(item.folder,
               os::canonical_path(folder.starts_with('/') ? folder : os::join_path(here, folder)));
    for (const std::string& one : after) {
      TRY_ASSIGN(const std::int64_t needed, item_number(one));
      item.needs.push_back(needed);
    }
    return item;
  }
};

class QueueList final : public Command {
 public:
  std::string state;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--state", "STATE", "only items in that state", &state, "pending running done failed"},
            {"--json", "", "one JSON document", &json}};
  }

  Result<Exit> run(Context& context) override {
    if (!state.empty() && !fleet::item_state_named(state)) {
      return fail(Errc::invalid, "--state is pending, running, done or failed, not '" +
                                     printable(state, 40) + "'");
    }
    TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
    TRY_ASSIGN(std::vector<Item> items, fleet::Queue(desk.ports().database).items());
    const auto runner = fleet::queue_runner(context.ports.files, context.layout);
    if (!state.empty()) {
      std::erase_if(items, [&](const Item& item) { return fleet::to_string(item.state) != state; });
    }
    if (json) {
      Json list = Json::array();
      for (const Item& item : items) list.push(json_of_item(item));
      context.console.document(
          Json::object({{"items", std::move(list)},
                        {"runner", runner ? Json::object({{"pid", runner->pid}}) : Json()}}));
      return Exit::done;
    }
    show(context, items);
    context.console.say(runner ? "process " + std::to_string(runner->pid) + " works it off"
                               : "nobody works it off; `pawl queue run` does");
    return Exit::done;
  }

 private:
  static void show(Context& context, const std::vector<Item>& items) {
    std::vector<std::vector<std::string>> rows;
    for (const Item& item : items) {
      std::vector<std::string> needs;
      for (const std::int64_t one : item.needs) needs.push_back(std::to_string(one));
      needs.insert(needs.end(), item.behind.begin(), item.behind.end());
      rows.push_back({std::to_string(item.id), std::string(fleet::to_string(item.state)),
                      needs.empty() ? "-" : join(needs, ","),
                      item.exit < 0 ? "-" : std::to_string(item.exit),
                      item.run.empty() ? "-" : item.run, printable(words_text(item), 80),
                      printable(item.reason, 80)});
    }
    if (!rows.empty()) {
      context.console.out(
          table({"ITEM", "STATE", "AFTER", "EXIT", "RUN", "COMMAND", "REASON"}, rows));
    }
  }
};

class QueueRun final : public Command {
 public:
  std::int64_t concurrent = 1;
  bool once = false;
  bool stop_on_failure = false;
  bool detach = false;
  double poll = 1;
  bool word = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document at its end", &json},
            {"--concurrent", "N", "so many items at once", &concurrent},
            {"--once", "", "end when nothing is ready, instead of waiting for more", &once},
            {"--stop-on-failure", "", "begin nothing more after an item failed", &stop_on_failure},
            {"--detach", "", "in the background", &detach},
            {"--poll-interval", "SECONDS", "how often to look for new items", &poll},
            {"--word", "", "say on descriptor 3 that it began; for --detach", &word}};
  }

  Result<Exit> run(Context& context) override {
    constexpr std::int64_t kConcurrentMax = 64;
    constexpr double kPollMax = 3600;
    if (concurrent < 1 || concurrent > kConcurrentMax) {
      return fail(Errc::invalid, "--concurrent wants a number from 1 to 64");
    }
    if (poll < 0.01 || poll > kPollMax) {
      return fail(Errc::invalid, "--poll-interval wants seconds from 0.01 to 3600");
    }
    return detach ? run_detached(context) : run_here(context);
  }

 private:
  Result<Exit> run_here(Context& context) const {
    TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
    // Launches read configuration and start processes: one after the other is enough.
    std::mutex one_launch;
    const auto launch = [&](const Item& item, const auto& reserved) {
      const std::lock_guard<std::mutex> guard(one_launch);
      return launch_words(context, item.words, item.folder, reserved);
    };
    const fleet::QueueOptions options{.concurrent = static_cast<int>(concurrent),
                                      .once = once,
                                      .stop_on_failure = stop_on_failure,
                                      .poll = Milliseconds(static_cast<std::int64_t>(poll * 1000))};
    const bool heard = word && os::has_word_descriptor();
    const Result<fleet::QueueReport> report = fleet::run_queue(
        desk.ports(), launch, options, [&](const std::string& line) { context.console.say(line); },
        [&] {
          if (heard) os::say_word("ready");
        });
    if (!report) return report.error();
    if (json) {
      context.console.document(Json::object({{"done", report->done}, {"failed", report->failed}}));
    }
    if (context.ports.cancel.requested()) return Exit::interrupted;
    return report->failed > 0 ? Exit::partial : Exit::done;
  }

  Result<Exit> run_detached(Context& context) const {
    const std::string log = fleet::item_log(context.layout, 0);
    TRY(context.ports.files.make_folders(os::parent_path(log), 0700));
    std::vector<std::string> words{"pawl",
                                   "queue",
                                   "run",
                                   "--word",
                                   "--concurrent",
                                   std::to_string(concurrent),
                                   "--poll-interval",
                                   Json(poll).dump()};
    if (once) words.emplace_back("--once");
    if (stop_on_failure) words.emplace_back("--stop-on-failure");
    TRY_ASSIGN(os::Detached process, os::start_detached({.program = os::kThisProgram,
                                                         .argv = std::move(words),
                                                         .environment = context.ports.environment,
                                                         .folder = context.layout.state_folder,
                                                         .log = log}));
    constexpr Milliseconds kPatience{30'000};
    TRY_ASSIGN(const std::string line, process.word({.clock = context.ports.clock,
                                                     .cancel = context.ports.cancel,
                                                     .most = kPatience}));
    if (line.empty()) {
      return fail(Errc::conflict,
                  "the runner ended at once; another one may be at work. See " + log);
    }
    if (json) context.console.document(Json::object({{"pid", process.pid()}}));
    if (!json) context.console.out(std::to_string(process.pid()) + "\n");
    return Exit::done;
  }
};

// What is done to items, one after the other.
class OnItems : public Command {
 public:
  std::vector<std::string> ids;
  bool json = false;

  std::vector<Argument> arguments() override {
    return {{"ITEM", "items of the queue", &ids, false}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
    fleet::Queue queue(desk.ports().database);
    TRY_ASSIGN(const std::vector<std::int64_t> chosen, choose(queue));
    Json list = Json::array();
    for (const std::int64_t id : chosen) {
      const Status done = act(queue, id, context.ports.clock.now());
      // Of those nobody named, one that cannot go stays.
      if (!done && ids.empty() && done.error().code == Errc::denied) continue;
      TRY(done);
      list.push(id);
    }
    const std::size_t count = list.items().size();
    if (json) context.console.document(Json::object({{"items", std::move(list)}}));
    if (!json) context.console.say(counted(count, "item"));
    return count == 0 ? Exit::nothing_to_do : Exit::done;
  }

 protected:
  // Those a person names, or all that are in one of these states.
  Result<std::vector<std::int64_t>> choose(fleet::Queue& queue,
                                           const std::vector<ItemState>& states) const {
    std::vector<std::int64_t> out;
    for (const std::string& text : ids) {
      TRY_ASSIGN(const std::int64_t id, item_number(text));
      out.push_back(id);
    }
    if (!ids.empty()) return out;
    TRY_ASSIGN(const std::vector<Item> items, queue.items());
    // Those that need others first, so that those can go, too.
    for (auto item = items.rbegin(); item != items.rend(); ++item) {
      if (std::find(states.begin(), states.end(), item->state) != states.end()) {
        out.push_back(item->id);
      }
    }
    return out;
  }

 private:
  virtual Result<std::vector<std::int64_t>> choose(fleet::Queue& queue) const = 0;
  virtual Status act(fleet::Queue& queue, std::int64_t id, Timestamp now) = 0;
};

class QueueRequeue final : public OnItems {
 public:
  bool done = false;

  std::vector<Flag> flags() override {
    return {{"--done", "", "without ITEM: also those that are done", &done},
            {"--json", "", "one JSON document", &json}};
  }

 private:
  Result<std::vector<std::int64_t>> choose(fleet::Queue& queue) const override {
    std::vector<ItemState> states{ItemState::failed};
    if (done) states.push_back(ItemState::done);
    return OnItems::choose(queue, states);
  }
  Status act(fleet::Queue& queue, std::int64_t id, Timestamp now) override {
    return queue.set_state(id, ItemState::pending, now);
  }
};

class QueueClear final : public OnItems {
 public:
  bool done = false;
  bool failed = false;
  bool pending = false;

  std::vector<Flag> flags() override {
    return {{"--done", "", "all that are done; what is meant without ITEM and flags", &done},
            {"--failed", "", "all that failed", &failed},
            {"--pending", "", "all that wait", &pending},
            {"--json", "", "one JSON document", &json}};
  }

 private:
  Result<std::vector<std::int64_t>> choose(fleet::Queue& queue) const override {
    std::vector<ItemState> states;
    if (done || (!failed && !pending)) states.push_back(ItemState::done);
    if (failed) states.push_back(ItemState::failed);
    if (pending) states.push_back(ItemState::pending);
    return OnItems::choose(queue, states);
  }
  Status act(fleet::Queue& queue, std::int64_t id, Timestamp) override { return queue.remove(id); }
};

class QueueSetState final : public Command {
 public:
  std::string id;
  std::string state;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"ITEM", "an item of the queue", &id, true},
            {"STATE", "pending, done or failed", &state, true, "pending done failed"}};
  }

  Result<Exit> run(Context& context) override {
    const auto wanted = fleet::item_state_named(state);
    if (!wanted || *wanted == ItemState::running) {
      return fail(Errc::invalid,
                  "STATE is pending, done or failed, not '" + printable(state, 40) + "'");
    }
    TRY_ASSIGN(const std::int64_t number, item_number(id));
    TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
    TRY(fleet::Queue(desk.ports().database).set_state(number, *wanted, context.ports.clock.now()));
    if (json) context.console.document(Json::object({{"item", number}, {"state", state}}));
    return Exit::done;
  }
};

class QueueStop final : public Command {
 public:
  bool now = false;
  bool wait = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "one JSON document", &json},
            {"--now", "", "end what is at work, too", &now},
            {"--wait", "", "wait for the end of the runner", &wait}};
  }

  Result<Exit> run(Context& context) override {
    const auto runner = fleet::queue_runner(context.ports.files, context.layout);
    if (json) {
      context.console.document(Json::object({{"runner", runner ? Json(runner->pid) : Json()}}));
    }
    if (!runner) {
      context.console.say("nobody works off the queue");
      return Exit::nothing_to_do;
    }
    TRY_ASSIGN(const FleetDesk desk, FleetDesk::open(context));
    TRY(fleet::Queue(desk.ports().database).ask_to_stop(*runner));
    const auto process = os::ProcessHandle::open({.pid = runner->pid, .started = runner->started});
    if (now && process) process->signal(SIGTERM);
    while (process && (wait || now) && !process->ended(Milliseconds(100))) {
      if (context.ports.cancel.requested()) return Exit::interrupted;
    }
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_queue_add() { return std::make_unique<QueueAdd>(); }
std::unique_ptr<Command> make_queue_list() { return std::make_unique<QueueList>(); }
std::unique_ptr<Command> make_queue_run() { return std::make_unique<QueueRun>(); }
std::unique_ptr<Command> make_queue_requeue() { return std::make_unique<QueueRequeue>(); }
std::unique_ptr<Command> make_queue_clear() { return std::make_unique<QueueClear>(); }
std::unique_ptr<Command> make_queue_set_state() { return std::make_unique<QueueSetState>(); }
std::unique_ptr<Command> make_queue_stop() { return std::make_unique<QueueStop>(); }

}  // namespace pawl::cli
