// Any program that speaks the Agent Client Protocol (JSON-RPC, a message a line) over its standard
// input and output: `copilot --acp`, `gemini --acp`, `opencode acp`.
#include <algorithm>
#include <condition_variable>
#include <deque>
#include <mutex>
#include <set>
#include <thread>

#include "agents/agents_of.hpp"
#include "agents/conclusion.hpp"
#include "base/text/text.hpp"
#include "base/version.hpp"
#include "os/processes/pipe.hpp"

namespace pawl::agents {
namespace {

constexpr int kProtocolVersion = 1;
constexpr int kAuthRequired = -32000;
constexpr int kNoSuchMethod = -32601;
constexpr std::size_t kWaitingMax = 1'000;  // messages
constexpr std::size_t kToolsMax = 100'000;  // of one conversation

// Messages on their way to a program that may be slow to read: whoever hears it must not wait for
// it, or both would.
class Outbox {
 public:
  static Result<std::unique_ptr<Outbox>> open() {
    TRY_ASSIGN(os::Pipe pipe, os::Pipe::open());
    return std::unique_ptr<Outbox>(new Outbox(std::move(pipe)));
  }
  // The program has ended, or is about to: what it did not read is not sent.
  ~Outbox() {
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    wake_.notify_all();
    pipe_.close_reader();
    writing_.join();
  }
  Outbox(const Outbox&) = delete;
  Outbox& operator=(const Outbox&) = delete;

  int reader() const { return pipe_.reader(); }
  // False: the program reads nothing, and too much waits for it already.
  bool send(const Json& message) {
    {
      const std::lock_guard lock(mutex_);
      if (waiting_.size() >= kWaitingMax) return false;
      waiting_.push_back(message.dump() + "\n");
    }
    wake_.notify_all();
    return true;
  }

 private:
  explicit Outbox(os::Pipe pipe) : pipe_(std::move(pipe)), writing_([this] { write_all(); }) {}

  void write_all() {
    for (;;) {
      std::string next;
      {
        std::unique_lock lock(mutex_);
        wake_.wait(lock, [this] { return ended_ || !waiting_.empty(); });
        if (ended_) return;
        next = std::move(waiting_.front());
        waiting_.pop_front();
      }
      if (!pipe_.write(next)) return;
    }
  }

  os::Pipe pipe_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<std::string> waiting_;
  bool ended_ = false;
  std::thread writing_;
};

// The client's side of one conversation.
class Conversation {
 public:
  Conversation(Outbox& outbox, Hearing& hearing, Session& session, const Order& order)
      : outbox_(outbox), hearing_(hearing), session_(session), order_(order) {}

  void begin() {
    Json files = Json::object({{"readTextFile", false}, {"writeTextFile", false}});
    Json can = Json::object();
    can.set("fs", std::move(files));
    can.set("terminal", false);
    Json parameters = Json::object();
    parameters.set("protocolVersion", kProtocolVersion);
    parameters.set("clientCapabilities", std::move(can));
    parameters.set("clientInfo", Json::object({{"name", "pawl"}, {"version", version()}}));
    request(Step::initialize, "initialize", std::move(parameters));
  }

  void take(const Json& message) {
    session_.heard();
    if (message.has("method")) {
      return message.has("id") ? answer(message)
                               : notice(message["method"].text(), message["params"]);
    }
    if (message["id"].int_or(-1) != asked_) return;
    const Json& error = message["error"];
    error.is_object() ? refused(error) : next(message["result"]);
  }

 private:
  enum class Step : std::uint8_t { initialize, authenticate, open, prompt, over };

  void request(Step step, std::string_view method, Json parameters) {
    step_ = step;
    Json message = Json::object();
    message.set("jsonrpc", "2.0");
    message.set("id", ++asked_);
    message.set("method", method);
    message.set("params", std::move(parameters));
    outbox_.send(message);
  }

  void open_session() {
    Json parameters = Json::object();
    parameters.set("cwd", order_.folder);
    parameters.set("mcpServers", Json::array());
    request(Step::open, "session/new", std::move(parameters));
  }

  void next(const Json& result) {
    switch (step_) {
      case Step::initialize:
        // The one that is done with a key, where there are several.
        for (const Json& method : result["authMethods"].items()) {
          const std::string id = method["id"].string_or("");
          if (way_in_.empty() || contains_folded(id, "api-key")) way_in_ = id;
        }
        return open_session();
      case Step::authenticate: return open_session();
      case Step::open: return prompt(result);
      case Step::prompt: return ended(result["stopReason"].text());
      case Step::over: return;
    }
  }

  void prompt(const Json& result) {
    const Json& models = result["models"];
    if (models.has("currentModelId")) hearing_.model(models["currentModelId"].text());
    Json text = Json::object({{"type", "text"}, {"text", order_.prompt}});
    Json parameters = Json::object();
    parameters.set("sessionId", result["sessionId"]);
    parameters.set("prompt", Json(Json::Array{std::move(text)}));
    request(Step::prompt, "session/prompt", std::move(parameters));
  }

  void ended(std::string_view reason) {
    hearing_.said_all();
    step_ = Step::over;
    if (reason == "end_turn") {
      hearing_.result("");
    } else {
      hearing_.failed("it stopped because of " + printable(reason, 80));
    }
    session_.end();
  }

  void refused(const Json& error) {
    const bool wants_a_way_in = error["code"].int_or(0) == kAuthRequired && step_ == Step::open;
    if (wants_a_way_in && !way_in_.empty() && !tried_way_in_) {
      tried_way_in_ = true;
      Json parameters = Json::object({{"methodId", way_in_}});
      return request(Step::authenticate, "authenticate", std::move(parameters));
    }
    hearing_.said_all();
    step_ = Step::over;
    const Json& data = error["data"];
    const std::string more = data.is_string() ? std::string(data.text())
                                              : data["details"].string_or(data["message"].text());
    const std::string message = error["message"].string_or("an error");
    hearing_.failed(more.empty() ? message : message + ": " + more);
    session_.end();
  }

  void notice(std::string_view method, const Json& parameters) {
    if (method != "session/update") return;
    const Json& update = parameters["update"];
    const std::string_view kind = update["sessionUpdate"].text();
    if (kind == "agent_message_chunk") {
      return hearing_.said_more(update["content"]["text"].text());
    }
    if (kind.starts_with("tool_call")) note_tool(update);
    if (kind == "tool_call_update" && update["status"].text() == "failed") {
      hearing_.tool_failed(update["title"].text(), update["rawOutput"].dump());
    }
  }

  // Some report a tool when it begins, some only when they ask for permission, or at its end.
  void note_tool(const Json& call) {
    if (tools_.size() >= kToolsMax) return;
    if (!tools_.insert(call["toolCallId"].string_or("")).second) return;
    hearing_.said_all();
    const std::string what = what_of(call["rawInput"]);
    hearing_.tool(call["kind"].string_or("tool"),
                  what.empty() ? call["title"].text() : std::string_view(what));
  }

  // What it asks of whoever uses it: permissions are given, for the sandbox holds; files and
  // terminals it has of its own.
  void answer(const Json& message) {
    Json reply = Json::object();
    reply.set("jsonrpc", "2.0");
    reply.set("id", message["id"]);
    if (message["method"].text() == "session/request_permission") {
      note_tool(message["params"]["toolCall"]);
      Json outcome = Json::object({{"outcome", "selected"}});
      outcome.set("optionId", permission_in(message["params"]["options"]));
      reply.set("result", Json::object({{"outcome", std::move(outcome)}}));
    } else {
      reply.set("error", Json::object({{"code", kNoSuchMethod}, {"message", "not offered"}}));
    }
    if (outbox_.send(reply) || step_ == Step::over) return;
    step_ = Step::over;
    hearing_.failed("it asks without end and reads no answer");
    session_.end();
  }

  static std::string permission_in(const Json& options) {
    for (const std::string_view kind : {"allow_always", "allow_once"}) {
      for (const Json& option : options.items()) {
        if (option["kind"].text() == kind) return option["optionId"].string_or("");
      }
    }
    return options.items().empty() ? "" : options.items().front()["optionId"].string_or("");
  }

  Outbox& outbox_;
  Hearing& hearing_;
  Session& session_;
  const Order& order_;
  Step step_ = Step::initialize;
  std::int64_t asked_ = 0;
  std::set<std::string> tools_;  // by their ids
  std::string way_in_;
  bool tried_way_in_ = false;
};

// The model among its arguments, as `--model gpt-5`.
std::string model_in(const std::vector<std::string>& argv) {
  const auto flag = std::find_if(argv.begin(), argv.end(), [](const std::string& word) {
    return word == "--model" || word == "-m";
  });
  return flag == argv.end() || flag + 1 == argv.end() ? std::string() : *(flag + 1);
}

class AcpAgent final : public JournalledAgent {
 public:
  AcpAgent(std::string spec, std::vector<std::string> argv, AgentPorts ports)
      : JournalledAgent(std::move(spec), std::move(ports)), argv_(std::move(argv)) {}

 protected:
  Result<Work> do_work(const Order& order, EventSink& events) override {
    TRY_ASSIGN(const auto session, Session::open(ports(), order, events));
    TRY_ASSIGN(Program program, program_for(*session));
    TRY_ASSIGN(auto outbox, Outbox::open());
    program.input_from = outbox->reader();
    Hearing hearing(order.label, ports().redactor, events);
    Conversation conversation(*outbox, hearing, *session, order);
    JsonLines lines([&](const Json& line) { conversation.take(line); });
    conversation.begin();
    auto ended = session->run(program, [&](std::string_view piece) { lines.feed(piece); });
    outbox.reset();
    if (!ended) return ended.error();
    lines.end();
    hearing.said_all();
    return conclude(*ended, hearing, *session, order, ports().redactor, ResultWanted::yes);
  }

 private:
  // Those that are known get their own settings besides.
  Result<Program> program_for(Session& session) const {
    Program program{.argv = argv_, .environment = model_variables(session)};
    program.readable = readable_words(argv_);
    const std::string name = os::file_name(argv_.front());
    const std::string model = model_in(argv_);
    Variables own;
    if (name.starts_with("claude")) own = claude_variables(session);
    if (name == "copilot") own = copilot_variables(model, session);
    if (name == "gemini") {
      TRY_ASSIGN(own, gemini_variables(session));
    }
    if (name == "opencode") {
      own = opencode_variables(model, session);
      // It takes its model from its configuration alone.
      const auto flag = std::find(program.argv.begin(), program.argv.end(), "--model");
      if (flag != program.argv.end()) program.argv.erase(flag, flag + (model.empty() ? 1 : 2));
    }
    program.environment.insert(program.environment.end(), own.begin(), own.end());
    return program;
  }

  std::vector<std::string> argv_;
};

}  // namespace

std::unique_ptr<Agent> acp_agent(std::string spec, std::vector<std::string> argv,
                                 AgentPorts ports) {
  return std::make_unique<AcpAgent>(std::move(spec), std::move(argv), std::move(ports));
}

}  // namespace pawl::agents
