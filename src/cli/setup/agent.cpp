// `pawl agent list|try`: which coding agents there are, and whether one works on this machine.
#include "agents/agent.hpp"

#include <algorithm>
#include <mutex>

#include "agents/spec.hpp"
#include "base/text/text.hpp"
#include "cli/kit/agent_budget.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/kit/scratch.hpp"
#include "cli/kit/text_flags.hpp"
#include "evidence/confinement.hpp"
#include "os/files/tainted.hpp"
#include "repo/checks/workbench.hpp"
#include "stages/agent_chat.hpp"

namespace pawl::cli {
namespace {

constexpr std::string_view kTryPrompt =
    "Make a file named pawl-was-here.txt with one line in it: it works. Change nothing else.";
constexpr std::size_t kPromptBytesMax = 1U << 20U;

std::string path_variable(const os::Ports& ports) {
  for (const auto& [name, value] : ports.environment) {
    if (name == "PATH") return value;
  }
  return {};
}

std::string_view told_name(agents::Told told) {
  switch (told) {
    case agents::Told::nothing: return "output";
    case agents::Told::lines: return "JSON lines";
    case agents::Told::protocol: return "ACP";
    case agents::Told::by_itself: return "Pawl's own";
  }
  return "output";
}

class AgentList final : public Command {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    const std::string path = path_variable(context.ports);
    Json list = Json::array();
    std::vector<std::vector<std::string>> rows;
    for (const agents::Provider& one : agents::providers()) {
      const auto tool =
          one.program.empty() ? std::nullopt : repo::find_tool(std::string(one.program), path);
      const std::string found = tool ? tool->path : "";
      rows.push_back(
          {std::string(one.name) + ":", std::string(told_name(one.told)), std::string(one.apis),
           found.empty() && !one.program.empty() ? "not found" : found, std::string(one.rest)});
      list.push(Json::object({{"agent", one.name},
                              {"rest", one.rest},
                              {"program", found.empty() ? Json() : Json(found)},
                              {"package", one.package.empty() ? Json() : Json(one.package)},
                              {"events", told_name(one.told)},
                              {"apis", one.apis},
                              {"reports_tokens", one.own_usage},
                              {"reports_cost", one.own_cost}}));
    }
    if (json) {
      context.console.document(Json::object({{"agents", std::move(list)}}));
    } else {
      context.console.out(
          table({"AGENT", "REPORTS BY", "MODEL APIS", "PROGRAM", "BEHIND THE COLON"}, rows));
    }
    return Exit::done;
  }
};

// Events as they come, for people and for the document.
class TriedEvents final : public EventSink {
 public:
  explicit TriedEvents(Console& console) : console_(console) {}

  Status append(const Event& event) override {
    const std::lock_guard lock(mutex_);
    const std::string name(event.kind.get().name);
    Json one = Json::object({{"kind", name}, {"data", event.data}});
    if (!console_.quiet()) console_.err(printable(name + " " + event.data.dump(), 400) + "\n");
    all_.push(std::move(one));
    return Done{};
  }
  Json take() { return std::move(all_); }

 private:
  Console& console_;
  std::mutex mutex_;
  Json all_ = Json::array();
};

class AgentTry final : public Command {
 public:
  std::string spec;
  BodyFlags prompt;
  std::string from;
  std::string into;
  std::string label = "try";
  std::string hosts;
  bool read_only = false;
  bool json = false;
  std::int64_t tokens = 200'000;
  std::optional<double> cost;
  std::int64_t steps = 0;
  std::int64_t wall = 600;
  std::int64_t idle = 300;

  std::vector<Flag> flags() override {
    return {{"--prompt", "TEXT", "what it is to do", &prompt.text},
            {"--prompt-file", "FILE", "the same from a file; - is standard input", &prompt.file},
            {"--from", "DIR", "give it a copy of this folder to work in", &from},
            {"--into", "DIR", "keep its folder here; DIR must not exist", &into},
            {"--read-only", "", "let it change nothing", &read_only},
            {"--hosts", "LIST", "hosts it may reach beside its model", &hosts},
            {"--label", "NAME", "what its work is called in events", &label},
            {"--max-tokens", "N", "tokens it may use; 0: no limit", &tokens},
            {"--max-cost", "USD", "dollars it may cost", &cost},
            {"--max-steps", "N", "answers of its model it may use", &steps},
            {"--wall", "SECONDS", "how long it may take", &wall},
            {"--idle", "SECONDS", "how long it may stand still", &idle},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"AGENT", "as claude:sonnet; see agent list", &spec}};
  }

  Result<Exit> run(Context& context) override {
    TRY(agents::check_spec(spec));
    TRY_ASSIGN(agents::Order order, this->order(context));
    TRY_ASSIGN(const auto scratch, Scratch::make(context.ports, context.layout, "agent"));
    const os::Sandbox sandbox =
        evidence::make_sandbox(context.ports, context.config.config, context.layout);
    TRY_ASSIGN(const auto place, os::Tainted::create(os::join_path(scratch->folder(), "place"),
                                                     {.owner = sandbox.files_owner(),
                                                      .cancel = &context.ports.cancel}));
    TRY_ASSIGN(const RepoPath work_folder, RepoPath::parse("work"));
    if (from.empty()) {
      TRY(place->fill(work_folder, nullptr));
    } else {
      TRY(place->copy_in(absolute(context, from), work_folder, {}));
    }
    order.folder = os::join_path(place->path_for_sandbox(), work_folder.text());
    order.home = os::join_path(scratch->folder(), "home");
    TriedEvents events(context.console);
    TRY_ASSIGN(AgentBudget budget, AgentBudget::open(context));
    TRY_ASSIGN(const auto agent,
               agents::open_agent(spec, agent_ports(context, sandbox, events, budget.budget())));
    TRY_ASSIGN(const agents::Work work, agent->work(order, events));
    if (!into.empty()) TRY(place->hand_over(work_folder, absolute(context, into)));
    show(context, work, events.take());
    return exit_for(work);
  }

 private:
  static std::string absolute(const Context& context, const std::string& path) {
    return os::absolute_path(path.starts_with('/') ? path
                                                   : os::join_path(context.ports.folder, path));
  }

  Result<agents::Order> order(Context& context) const {
    agents::Order order;
    order.label = label;
    TRY_ASSIGN(order.prompt, prompt.read(context, "What is it to do?"));
    if (!prompt.given()) order.prompt = std::string(kTryPrompt);
    if (order.prompt.size() > kPromptBytesMax) return fail(Errc::invalid, "the prompt is too long");
    order.may_write = !read_only;
    for (const std::string_view host : split(hosts, ',')) {
      if (!trim(host).empty()) order.hosts.emplace_back(trim(host));
    }
    order.limits = {.wall = Seconds(wall),
                    .idle = Seconds(idle),
                    .tokens = tokens,
                    .cost_micros = static_cast<std::int64_t>(cost.value_or(0) * 1e6),
                    .steps = static_cast<int>(steps)};
    return order;
  }

  static agents::AgentPorts agent_ports(Context& context, const os::Sandbox& sandbox,
                                        EventSink& events, llm::Budget& budget) {
    return {.ports = context.ports,
            .sandbox = sandbox,
            .config = context.config.config,
            .redactor = context.config.redactor,
            .open_chat = stages::agent_chat(context.ports, context.config.config, events, budget),
            .budget = &budget};
  }

  void show(Context& context, const agents::Work& work, Json events) const {
    const std::string end(agents::to_string(work.end));
    if (!json) {
      const std::string cost_text =
          work.usage.cost_micros ? llm::usd(*work.usage.cost_micros) : "nobody knows";
      context.console.out(end + (work.reason.empty() ? "" : ": " + work.reason) + "\n" +
                          (work.text.empty() ? "" : work.text + "\n"));
      context.console.say("tokens: " + std::to_string(work.usage.tokens_in) + " in, " +
                          std::to_string(work.usage.tokens_out) + " out; cost: " + cost_text +
                          "; tools used: " + std::to_string(work.usage.tool_calls));
      return;
    }
    Json usage = Json::object();
    usage.set("tokens_in", work.usage.tokens_in);
    usage.set("tokens_out", work.usage.tokens_out);
    usage.set("cached_in", work.usage.cached_in);
    usage.set("cost_micros",
              work.usage.cost_micros ? Json(*work.usage.cost_micros) : Json(nullptr));
    usage.set("tool_calls", work.usage.tool_calls);
    usage.set("turns", work.usage.turns);
    Json document = Json::object();
    document.set("agent", spec);
    document.set("end", end);
    document.set("reason", work.reason);
    document.set("transient", work.transient);
    document.set("text", work.text);
    document.set("model", work.model);
    document.set("bail", work.bail ? Json::object({{"class", work.bail->bail_class},
                                                   {"detail", work.bail->detail}})
                                   : Json(nullptr));
    document.set("usage", std::move(usage));
    document.set("events", std::move(events));
    context.console.document(document);
  }

  static Exit exit_for(const agents::Work& work) {
    switch (work.end) {
      case agents::WorkEnd::done: return Exit::done;
      case agents::WorkEnd::bailed: return Exit::refused;
      case agents::WorkEnd::cancelled: return Exit::interrupted;
      default: return work.transient ? Exit::later : Exit::failed;
    }
  }
};

}  // namespace

std::unique_ptr<Command> make_agent_list() { return std::make_unique<AgentList>(); }
std::unique_ptr<Command> make_agent_try() { return std::make_unique<AgentTry>(); }

}  // namespace pawl::cli
