// Pawl's own agent: a loop around any chat model. It answers with one action at a time, Pawl
// carries it out and gives back what came of it.
#include <algorithm>

#include "agents/agents_of.hpp"
#include "agents/bail.hpp"
#include "agents/conclusion.hpp"
#include "agents/own_talk.hpp"
#include "agents/own_tools.hpp"
#include "base/assets.hpp"
#include "base/saturate.hpp"
#include "base/text/text.hpp"
#include "llm/answers/json_answer.hpp"

namespace pawl::agents {
namespace {

constexpr int kStepsDefault = 60;
// Of the last steps the model hears how many are left.
constexpr int kStepsAnnounced = 5;
// So many times in a row nothing it says can be used.
constexpr int kUnusableMax = 2;
constexpr Milliseconds kNoWall{7 * 24 * 3'600'000LL};
constexpr std::string_view kOneAtATime =
    "Only the first of the actions you named was carried out. Name one, look at its result, then "
    "name the next.";
constexpr std::string_view kRepeats =
    "You did exactly this before, and the same came of it. Do something else, or end with done or "
    "bail.";

// Counts what each answer used, also those that could not be used.
class Counted final : public llm::ChatModel {
 public:
  explicit Counted(llm::ChatModel& inner) : inner_(inner) {}

  std::string name() const override { return inner_.name(); }
  Result<llm::ModelHealth> check() override { return inner_.check(); }
  Result<llm::ChatAnswer> ask(const llm::ChatRequest& request) override {
    llm::Lost lost;
    llm::ChatRequest counted = request;
    counted.lost = &lost;
    Result<llm::ChatAnswer> answer = inner_.ask(counted);
    add(lost.usage, lost.cost);
    if (answer) {
      add(answer->usage, answer->cost.value_or(0));
      priced_ = priced_ && answer->cost.has_value();
    }
    return answer;
  }

  std::int64_t tokens() const { return saturating_add(in_, out_); }
  std::int64_t cost() const { return cost_; }
  bool priced() const { return priced_; }
  void put(Usage& usage) const {
    usage.tokens_in = in_;
    usage.tokens_out = out_;
    if (priced_) usage.cost_micros = cost_;
  }

 private:
  void add(const llm::Usage& usage, std::int64_t cost) {
    in_ = saturating_add(in_, usage.tokens_in);
    out_ = saturating_add(out_, usage.tokens_out);
    cost_ = saturating_add(cost_, cost);
  }

  llm::ChatModel& inner_;
  std::int64_t in_ = 0;
  std::int64_t out_ = 0;
  std::int64_t cost_ = 0;
  bool priced_ = true;
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
        start_(ports.ports.clock.monotonic()) {}

  Result<Work> run() {
    TRY(begin());
    while (!over_) TRY(step());
    model_.put(work_.usage);
    work_.settled = true;
    work_.recorded = ports_.chats_recorded;
    work_.usage.turns = steps_;
    work_.usage.tool_calls = hearing_.usage().tool_calls;
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

  // A model that is not there, or not known there, is asked nothing; what it can be asked at once
  // is good to know.
  Status begin() {
    auto health = model_.check();
    if (!health) {
      take_trouble(health.error());
      return Done{};
    }
    context_ = health->context_length.value_or(0);
    talk_.emplace(order_.prompt, context_);
    return Done{};
  }

  int steps_max() const { return order_.limits.steps > 0 ? order_.limits.steps : kStepsDefault; }

  Milliseconds left() const {
    if (order_.limits.wall <= Milliseconds(0)) return kNoWall;
    return order_.limits.wall - (ports_.ports.clock.monotonic() - start_);
  }

  // Whether there is room for one more answer.
  bool within_limits() {
    const Limits& limits = order_.limits;
    if (ports_.ports.cancel.requested()) {
      end(WorkEnd::cancelled, "it was stopped");
    } else if (left() <= Milliseconds(0)) {
      out_of_time();
    } else if (steps_ >= steps_max()) {
      end(WorkEnd::over_budget, "the limit of " +
                                    counted(static_cast<std::size_t>(steps_max()), "step") +
                                    " is reached (max_steps sets another)");
    } else if (limits.tokens > 0 && model_.tokens() >= limits.tokens) {
      end(WorkEnd::over_budget,
          "the limit of " + std::to_string(limits.tokens) + " tokens is reached");
    } else if (limits.cost_micros > 0 && model_.cost() >= limits.cost_micros) {
      end(WorkEnd::over_budget, "the limit of " + llm::usd(limits.cost_micros) + " is reached");
    } else if (limits.cost_micros > 0 && !limits.cost_if_priced && !model_.priced()) {
      end(WorkEnd::over_budget,
          "nobody knows what " + model_.name() + " costs, so a limit in dollars cannot be held");
    }
    return !over_;
  }

  void out_of_time() {
    end(WorkEnd::timed_out,
        "it did not end within " + std::to_string(order_.limits.wall.count() / 1000) + " s");
  }

  Status step() {
    if (!within_limits()) return Done{};
    if (!talk_->fit()) {
      too_long();
      return Done{};
    }
    auto answer = ask();
    if (!answer) {
      take_trouble(answer.error());
      return Done{};
    }
    unusable_ = 0;
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
    return act(action, answer->more);
  }

  Result<llm::JsonAnswer> ask() {
    llm::ChatRequest request;
    request.role = "agent";
    request.purpose = order_.label + " step " + std::to_string(++steps_);
    request.messages = talk_->messages();
    request.time_max = left();
    request.cancel = &ports_.ports.cancel;
    constexpr int kAnswersMax = 3;
    return llm::ask_json(model_, std::move(request), schema_, events_, kAnswersMax,
                         llm::Which::first);
  }

  void too_long() {
    const std::string holds =
        context_ > 0 ? ", whose context holds " + std::to_string(context_) + " tokens" : "";
    end(WorkEnd::failed, "the task is too long for " + model_.name() + holds +
                             ": take a model with a larger one, or a shorter task");
  }

  void take_trouble(const Error& error) {
    hearing_.error(error.message);
    if (error.code == Errc::cancelled) return end(WorkEnd::cancelled, "it was stopped");
    if (error.code == Errc::timeout && left() <= Milliseconds(0)) return out_of_time();
    if (error.code == Errc::invalid && talk_) {
      if (llm::speaks_of_context(error.message)) {
        if (!talk_->shrink()) too_long();
        return;
      }
      if (++unusable_ < kUnusableMax) {
        talk_->remind(
            "Your last answers could not be used. Answer with one JSON object: the next "
            "action.");
        return;
      }
    }
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

  Status act(const Json& action, bool others) {
    hearing_.tool(action["do"].text(), what_of(action));
    TRY_ASSIGN(const ToolAnswer result, use_tool(action, session_, order_, left()));
    if (result.failed) hearing_.tool_failed(action["do"].text(), result.text);
    if (auto found = session_.take_bail()) {
      bail(*std::move(found));
      return Done{};
    }
    talk_->add(action,
               ports_.redactor.apply((result.failed ? "It did not work: " : "") + result.text));
    const Going going = talk_->going();
    if (going == Going::in_circle) {
      end(WorkEnd::failed, "it goes round in a circle: it does the same again and again, last " +
                               std::string(action["do"].text()) + " " + what_of(action));
      return Done{};
    }
    remind(going, others);
    return Done{};
  }

  void remind(Going going, bool others) {
    std::vector<std::string> words;
    if (others) words.emplace_back(kOneAtATime);
    if (going == Going::repeats) words.emplace_back(kRepeats);
    const int steps = steps_max() - steps_;
    if (steps > 0 && steps <= kStepsAnnounced) {
      words.push_back("You have " + counted(static_cast<std::size_t>(steps), "step") + " left.");
    }
    if (!words.empty()) talk_->remind(join(words, "\n"));
  }

  const AgentPorts& ports_;
  Counted model_;
  const schema::JsonSchema& schema_;
  const Order& order_;
  EventSink& events_;
  Session& session_;
  Hearing hearing_;
  std::optional<Talk> talk_;  // once the model is there
  std::int64_t context_ = 0;  // of the model, in tokens; 0: nobody knows
  Milliseconds start_;
  int steps_ = 0;
  int unusable_ = 0;  // in a row
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
