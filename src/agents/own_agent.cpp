// Pawl's own agent: a loop around any chat model. It answers with one action at a time, Pawl
// carries it out and gives back what came of it.
#include <algorithm>

#include "agents/agents_of.hpp"
#include "agents/bail.hpp"
#include "agents/conclusion.hpp"
#include "agents/own_tools.hpp"
#include "base/assets.hpp"
#include "base/saturate.hpp"
#include "base/text/text.hpp"
#include "llm/answers/json_answer.hpp"

namespace pawl::agents {
namespace {

constexpr int kStepsDefault = 60;
// Of the conversation; results of tools that are older than what fits are left out.
constexpr std::size_t kTalkBytesMax = 160'000;
constexpr std::string_view kLeftOut = "(the result is left out: it was long ago)";
constexpr Milliseconds kNoWall{7 * 24 * 3'600'000LL};

// The conversation with the model.
class Talk {
 public:
  explicit Talk(const Order& order) {
    messages_.push_back({"system", std::string(asset("agents/own-system.md").value_or(""))});
    messages_.push_back({"user", order.prompt});
  }

  const std::vector<llm::Message>& messages() const { return messages_; }
  void add(std::string action, std::string result) {
    messages_.push_back({"assistant", std::move(action)});
    messages_.push_back({"user", std::move(result)});
    std::size_t bytes = 0;
    for (const llm::Message& each : messages_) bytes += each.content.size();
    // The task, the question and the latest results stay.
    for (std::size_t i = 3; i + 4 < messages_.size() && bytes > kTalkBytesMax; i += 2) {
      std::string& old = messages_[i].content;
      if (old.size() <= kLeftOut.size()) continue;
      bytes -= old.size() - kLeftOut.size();
      old = std::string(kLeftOut);
    }
  }

 private:
  std::vector<llm::Message> messages_;
};

class OwnWork {
 public:
  OwnWork(const AgentPorts& ports, llm::ChatModel& model, const schema::JsonSchema& schema,
          const Order& order, EventSink& events, Session& session)
      : ports_(ports),
        model_(model),
        schema_(schema),
        order_(order),
        events_(events),
        session_(session),
        hearing_(order.label, ports.redactor, events),
        talk_(order),
        start_(ports.ports.clock.monotonic()) {}

  Result<Work> run() {
    while (!over_) TRY(step());
    work_.usage = usage_;
    work_.usage.tool_calls = hearing_.usage().tool_calls;
    if (!priced_) work_.usage.cost_micros.reset();
    work_.model = model_.name();
    work_.text = ports_.redactor.apply(work_.text);
    work_.reason = printable(ports_.redactor.apply(work_.reason), 600);
    return work_;
  }

 private:
  void end(WorkEnd how, std::string reason) {
    over_ = true;
    work_.end = how;
    work_.reason = std::move(reason);
  }

  Milliseconds left() const {
    if (order_.limits.wall <= Milliseconds(0)) return kNoWall;
    return order_.limits.wall - (ports_.ports.clock.monotonic() - start_);
  }

  // Whether there is room for one more answer.
  bool within_limits() {
    const Limits& limits = order_.limits;
    const int steps = limits.steps > 0 ? limits.steps : kStepsDefault;
    const std::int64_t tokens = saturating_add(usage_.tokens_in, usage_.tokens_out);
    if (ports_.ports.cancel.requested()) {
      end(WorkEnd::cancelled, "it was stopped");
    } else if (left() <= Milliseconds(0)) {
      end(WorkEnd::timed_out,
          "it did not end within " + std::to_string(limits.wall.count() / 1000) + " s");
    } else if (usage_.turns >= steps) {
      end(WorkEnd::over_budget, "the limit of " + std::to_string(steps) + " steps is reached");
    } else if (limits.tokens > 0 && tokens >= limits.tokens) {
      end(WorkEnd::over_budget,
          "the limit of " + std::to_string(limits.tokens) + " tokens is reached");
    } else if (limits.cost_micros > 0 && usage_.cost_micros.value_or(0) >= limits.cost_micros) {
      end(WorkEnd::over_budget, "the limit of " + llm::usd(limits.cost_micros) + " is reached");
    } else if (limits.cost_micros > 0 && !limits.cost_if_priced && usage_.turns > 0 && !priced_) {
      end(WorkEnd::over_budget,
          "nobody knows what " + model_.name() + " costs, so a limit in dollars cannot be held");
    }
    return !over_;
  }

  Status step() {
    if (!within_limits()) return Done{};
    auto answer = ask();
    if (!answer) {
      take_trouble(answer.error());
      return Done{};
    }
    const Json& action = answer->value;
    const std::string_view what = action["do"].text();
    if (what == "done") {
      work_.text = action["text"].string_or("");
      hearing_.said(work_.text);
      end(WorkEnd::done, "");
      return Done{};
    }
    if (what == "bail") {
      bail(bail_of(action["class"].text(), action["detail"].text()));
      return Done{};
    }
    return act(action);
  }

  Result<llm::JsonAnswer> ask() {
    llm::Lost lost;
    llm::ChatRequest request;
    request.role = "agent";
    request.purpose = order_.label + " step " + std::to_string(usage_.turns + 1);
    request.messages = talk_.messages();
    request.time_max = left();
    request.cancel = &ports_.ports.cancel;
    request.lost = &lost;
    auto answer = llm::ask_json(model_, std::move(request), schema_, events_);
    ++usage_.turns;
    usage_.tokens_in = saturating_add(usage_.tokens_in, lost.usage.tokens_in);
    usage_.tokens_out = saturating_add(usage_.tokens_out, lost.usage.tokens_out);
    std::int64_t cost = lost.cost;
    if (answer) {
      usage_.tokens_in = saturating_add(usage_.tokens_in, answer->answer.usage.tokens_in);
      usage_.tokens_out = saturating_add(usage_.tokens_out, answer->answer.usage.tokens_out);
      priced_ = priced_ && answer->answer.cost.has_value();
      cost = saturating_add(cost, answer->answer.cost.value_or(0));
    }
    usage_.cost_micros = saturating_add(usage_.cost_micros.value_or(0), cost);
    return answer;
  }

  void take_trouble(const Error& error) {
    hearing_.error(error.message);
    if (error.code == Errc::cancelled) return end(WorkEnd::cancelled, "it was stopped");
    work_.transient = error.code == Errc::upstream || error.code == Errc::timeout;
    // A budget of the caller's.
    if (error.code == Errc::denied) return end(WorkEnd::over_budget, error.message);
    end(WorkEnd::failed, error.to_line());
  }

  void bail(Bail found) {
    const std::string detail = found.detail;
    end(WorkEnd::bailed, found.bail_class + (detail.empty() ? "" : ": " + detail));
    work_.bail = std::move(found);
  }

  Status act(const Json& action) {
    hearing_.tool(action["do"].text(), what_of(action));
    TRY_ASSIGN(const ToolAnswer result, use_tool(action, session_, order_, left()));
    if (result.failed) hearing_.tool_failed(action["do"].text(), result.text);
    if (auto found = session_.take_bail()) {
      bail(*std::move(found));
      return Done{};
    }
    talk_.add(action.dump(), (result.failed ? "It did not work: " : "") + result.text);
    return Done{};
  }

  const AgentPorts& ports_;
  llm::ChatModel& model_;
  const schema::JsonSchema& schema_;
  const Order& order_;
  EventSink& events_;
  Session& session_;
  Hearing hearing_;
  Talk talk_;
  Milliseconds start_;
  Usage usage_;
  bool priced_ = true;
  bool over_ = false;
  Work work_;
};

class OwnAgent final : public JournalledAgent {
 public:
  OwnAgent(std::string spec, std::string model, schema::JsonSchema schema, AgentPorts ports)
      : JournalledAgent(std::move(spec), std::move(ports)),
        model_(std::move(model)),
        schema_(std::move(schema)) {}

 protected:
  Result<Work> do_work(const Order& order, EventSink& events) override {
    TRY_ASSIGN(const auto model, ports().open_chat(model_));
    TRY_ASSIGN(const auto session, Session::open(ports(), order, events));
    return OwnWork(ports(), *model, schema_, order, events, *session).run();
  }

 private:
  std::string model_;
  schema::JsonSchema schema_;
};

}  // namespace

Result<std::unique_ptr<Agent>> own_agent(std::string spec, const std::string& model,
                                         AgentPorts ports) {
  if (!ports.open_chat) {
    return fail(Errc::invalid, "agent " + spec + " cannot be used here: nobody opens chat models");
  }
  TRY_ASSIGN(const Json json, Json::parse(asset("agents/own-action.json").value_or("{}")));
  TRY_ASSIGN(schema::JsonSchema schema, schema::JsonSchema::compile(json));
  return std::unique_ptr<Agent>(
      std::make_unique<OwnAgent>(std::move(spec), model, std::move(schema), std::move(ports)));
}

}  // namespace pawl::agents
