// An agent that plays a file, for tests and demonstrations: what it did, said and used, answer by
// answer. It works in its folder as any agent does.
#include "agents/agents_of.hpp"
#include "agents/bail.hpp"
#include "agents/conclusion.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

// Of each key of the script how many of its answers were given, in the agent's HOME, so that a run
// that was resumed goes on where it was.
constexpr std::string_view kPlaceFile = ".pawl-scripted.json";
constexpr std::size_t kPlaceBytesMax = 1U << 20U;

std::optional<WorkEnd> end_of(std::string_view name) {
  for (const WorkEnd end : {WorkEnd::done, WorkEnd::bailed, WorkEnd::failed, WorkEnd::stalled,
                            WorkEnd::timed_out, WorkEnd::over_budget, WorkEnd::cancelled}) {
    if (to_string(end) == name) return end;
  }
  return {};
}

constexpr auto kAnswerMembers =
    fixed_words("files", "shell", "text", "bail", "usage", "end", "reason", "transient");

Status check_answer(const Json& answer, const std::string& place) {
  if (!answer.is_object()) return fail(Errc::invalid, place + " is no object");
  for (const auto& [name, value] : answer.members()) {
    if (!among(kAnswerMembers, name))
      return fail(Errc::invalid, place + " has an unknown member " + name);
  }
  if (answer.has("end") && !end_of(answer["end"].text())) {
    return fail(Errc::invalid, place + ": '" + answer["end"].string_or("") + "' is no end of work");
  }
  return Done{};
}

Status check_script(const Json& script, const std::string& file) {
  if (!script.is_object()) return fail(Errc::invalid, file + " is no object of labels");
  for (const auto& [label, answers] : script.members()) {
    if (!answers.is_array()) return fail(Errc::invalid, file + ": " + label + " is no list");
    for (std::size_t i = 0; i < answers.items().size(); ++i) {
      TRY(check_answer(answers.items()[i],
                       file + ": answer " + std::to_string(i + 1) + " of " + label));
    }
  }
  return Done{};
}

// `review-code:style` is answered by its own list, else by that of `review-code`; `verify-fix-2` by
// `verify-fix`.
std::string key_for(const Json& script, const std::string& label) {
  if (script.has(label)) return label;
  const std::string before = label.substr(0, label.find(':'));
  if (script.has(before)) return before;
  const auto dash = before.rfind('-');
  const bool numbered = dash != std::string::npos && parse_int(before.substr(dash + 1));
  const std::string stem = numbered ? before.substr(0, dash) : std::string();
  return numbered && script.has(stem) ? stem : std::string();
}

class ScriptedAgent final : public JournalledAgent {
 public:
  ScriptedAgent(std::string spec, Json script, std::string file, AgentPorts ports)
      : JournalledAgent(std::move(spec), std::move(ports)),
        script_(std::move(script)),
        file_(std::move(file)) {}

 protected:
  Result<Work> do_work(const Order& order, EventSink& events) override {
    TRY_ASSIGN(const auto session, Session::open(ports(), order, events));
    const std::string key = key_for(script_, order.label);
    TRY_ASSIGN(const Json* answer, next_answer(*session, key));
    Hearing hearing(order.label, ports().redactor, events);
    Work work;
    if (answer == nullptr) {
      work.end = WorkEnd::failed;
      work.reason = file_ + " has no answer left for " + order.label;
      return work;
    }
    TRY(write_files((*answer)["files"], order, *session));
    Ended ended;
    ended.finished.exit_code = 0;
    if (answer->has("shell")) {
      const Program shell{.argv = {"/bin/sh", "-c", (*answer)["shell"].string_or("")},
                          .environment = model_variables(*session)};
      TRY_ASSIGN(ended, session->run(shell, [&](std::string_view) { session->heard(); }));
    }
    hearing.said((*answer)["text"].text());
    work = conclude(ended, hearing, *session, order, ports().redactor, ResultWanted::no);
    add_told(*answer, work);
    return work;
  }

 private:
  // Nothing: there is none left.
  Result<const Json*> next_answer(Session& session, const std::string& key) const {
    const Json* none = nullptr;
    if (key.empty()) return none;
    const Json& answers = script_[key];
    Json places = Json::object();
    if (const auto text = session.read_from_home(kPlaceFile, kPlaceBytesMax)) {
      if (auto json = Json::parse(*text)) places = *std::move(json);
    }
    const auto place = static_cast<std::size_t>(std::max<std::int64_t>(0, places[key].int_or(0)));
    if (place >= answers.size()) return none;
    places.set(key, static_cast<std::int64_t>(place + 1));
    TRY(session.put_in_home(kPlaceFile, places.dump()));
    return &answers.items()[place];
  }

  static Status write_files(const Json& files, const Order& order, Session& session) {
    for (const auto& [path, content] : files.members()) {
      if (!order.may_write) return fail(Errc::denied, order.label + " may not write " + path);
      TRY_ASSIGN(const RepoPath place, RepoPath::from_git(path));
      TRY(content.is_null() ? session.folder().remove(place)
                            : session.folder().write(place, content.text(), 0644));
    }
    return Done{};
  }

  // What the script says of the work itself goes before what was seen.
  static void add_told(const Json& answer, Work& work) {
    if (const Json* bail = answer.find("bail")) {
      work.bail = bail_of((*bail)["class"].text(), (*bail)["detail"].text());
      work.end = WorkEnd::bailed;
      work.reason = work.bail->bail_class + ": " + work.bail->detail;
    }
    if (answer.has("end")) work.end = *end_of(answer["end"].text());
    if (answer.has("reason")) work.reason = answer["reason"].string_or("");
    if (answer.has("transient")) work.transient = answer["transient"].bool_or(false);
    const Json& usage = answer["usage"];
    if (!usage.is_object()) return;
    work.usage.tokens_in = usage["tokens_in"].int_or(0);
    work.usage.tokens_out = usage["tokens_out"].int_or(0);
    work.usage.cached_in = usage["cached_in"].int_or(0);
    work.usage.tool_calls = static_cast<int>(usage["tool_calls"].int_or(0));
    work.usage.turns = static_cast<int>(usage["turns"].int_or(1));
    if (usage.has("cost_micros")) work.usage.cost_micros = usage["cost_micros"].int_or(0);
  }

  Json script_;
  std::string file_;
};

}  // namespace

Result<std::unique_ptr<Agent>> scripted_agent(std::string spec, const std::string& file,
                                              AgentPorts ports) {
  const std::string path = file.starts_with('/') ? file : os::join_path(ports.ports.folder, file);
  TRY_ASSIGN(const std::string text, ports.ports.files.read(path).during("opening agent " + spec));
  auto script = Json::parse(text);
  if (!script) return fail(Errc::invalid, path + ": " + script.error().message);
  TRY(check_script(*script, path));
  return std::unique_ptr<Agent>(
      std::make_unique<ScriptedAgent>(std::move(spec), *std::move(script), path, std::move(ports)));
}

}  // namespace pawl::agents
