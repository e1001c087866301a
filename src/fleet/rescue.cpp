#include "fleet/rescue.hpp"

#include <algorithm>
#include <array>
#include <mutex>

#include "base/assets.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "fleet/events.hpp"
#include "fleet/facts.hpp"
#include "llm/answers/json_answer.hpp"
#include "llm/events.hpp"
#include "run/run_index.hpp"
#include "store/journal.hpp"

namespace pawl::fleet {
namespace {

constexpr auto kVerdicts = fixed_words("fixed", "transient", "structural", "unsalvageable");
constexpr std::size_t kLinesShown = 200;
constexpr std::size_t kSummaryMax = 500;
constexpr std::size_t kFileShownMax = std::size_t{256} << 10U;

constexpr agents::Limits kLimits{
    .wall = Milliseconds(1'800'000), .idle = Milliseconds(600'000), .tokens = 400'000, .steps = 60};

std::string last_lines(std::string_view text) {
  text = text.substr(text.size() - std::min(text.size(), kFileShownMax));
  std::size_t at = text.size();
  for (std::size_t i = 0; i <= kLinesShown && at != std::string_view::npos && at > 0; ++i) {
    at = text.rfind('\n', at - 1);
  }
  const bool cut = at != std::string_view::npos && at > 0;
  return std::string(cut ? text.substr(at + 1) : text);
}

// The answers of an agent and its costs go into the journal of the run it looked at.
class IntoJournal final : public EventSink {
 public:
  explicit IntoJournal(EndedRun& run) : run_(run) {}
  Status append(const Event& event) override {
    const std::lock_guard<std::mutex> guard(mutex_);
    return run_.note(event);
  }

 private:
  EndedRun& run_;
  std::mutex mutex_;
};

// Copies of what there is to read: the agent's folder is its own.
Status lay_out(const FleetPorts& ports, const RunId& run, const std::string& folder) {
  os::Files& files = ports.world.files;
  TRY(files.remove_tree(folder));
  // The agent is another user of this machine, and only what is above keeps others out.
  TRY(files.make_folders(folder, 0755));
  struct Copy {
    std::string from;
    std::string_view to;
  };
  const std::string of_run = ports.layout.run(run);
  const std::array<Copy, 4> copies{
      {{of_run + "/state.json", "state.json"},
       {of_run + "/events.jsonl", "events.jsonl"},
       {ports.layout.log(run), "log.txt"},
       {ports.layout.artifacts(run) + "/pipeline.yaml", "pipeline.yaml"}}};
  for (const Copy& copy : copies) {
    const auto text = files.read(copy.from, store::kJournalBytesMax);
    if (!text && text.error().code == Errc::not_found) continue;
    if (!text) return text.error();
    const std::string shown = copy.to == "state.json" ? *text : last_lines(*text);
    TRY(files.write_atomic(os::join_path(folder, copy.to), ports.redactor.apply(shown), 0644));
  }
  return Done{};
}

// It is a cost of the run it was about.
Status record_cost(EndedRun& ended, const agents::Agent& agent, const agents::Work& work,
                   Milliseconds took) {
  const agents::Usage& usage = work.usage;
  if (usage.tokens_in + usage.tokens_out == 0) return Done{};
  llm::LlmCall call{.role = "rescue",
                    .model = std::string(agent.spec()),
                    .took = took,
                    .tokens_in = usage.tokens_in,
                    .tokens_out = usage.tokens_out,
                    .finish = std::string(to_string(work.end)),
                    .outcome = "answered",
                    .error = {},
                    .record = {},
                    .cost = {}};
  if (usage.cost_micros) call.cost = static_cast<double>(*usage.cost_micros) / 1e6;
  return ended.note(to_event(call));
}

Result<agents::Work> ask(const FleetPorts& ports, agents::Agent& agent, EndedRun& ended,
                         const RunId& run) {
  os::Files& files = ports.world.files;
  const std::string folder = ports.layout.scratch(run) + "/rescue";
  const std::string worktree = ports.layout.worktree(run);
  TRY(lay_out(ports, run, folder));
  TRY_ASSIGN(const auto there, files.stat(worktree));
  const auto prompt = asset("prompts/rescue.md");
  PAWL_CHECK(prompt.has_value(), "prompts/rescue.md");
  agents::Order order{.label = "rescue",
                      .prompt = replace_all(std::string(*prompt), "{{worktree}}",
                                            there ? "Its checkout, as it was left: " + worktree
                                                  : "Its checkout is gone."),
                      .folder = folder,
                      .home = ports.layout.scratch(run) + "/rescue-home",
                      .may_write = false,
                      .limits = kLimits};
  if (there) order.readable.push_back(worktree);
  IntoJournal events(ended);
  const Milliseconds start = ports.world.clock.monotonic();
  Result<agents::Work> work = agent.work(order, events);
  if (work) TRY(record_cost(ended, agent, *work, ports.world.clock.monotonic() - start));
  TRY(ended.show());
  TRY(files.remove_tree(folder));
  TRY(files.remove_tree(order.home));
  return work;
}

Result<int> rescues_of(const FleetPorts& ports, const RunId& run) {
  int count = 0;
  const auto wanted = [](std::string_view) { return true; };
  TRY(store::walk_journal(ports.layout.run(run), wanted, [&](const JournalEvent& event) {
    if (event.is(kRescueDiagnosed) && !rescue_diagnosed_of(event).client.empty()) ++count;
  }));
  return count;
}

}  // namespace

std::string_view to_string(Verdict verdict) { return kVerdicts[static_cast<std::size_t>(verdict)]; }

std::string excluded(const run::RunState& state, int rescues_before) {
  if (among({"reviewer_requested_changes", "security", "secrets"}, state.bail_class)) {
    return "excluded_class:" + state.bail_class;
  }
  return rescues_before >= kRescuesMax ? "attempts_exhausted" : "";
}

bool goes_on(const Diagnosis& diagnosis) {
  return diagnosis.verdict == Verdict::fixed || diagnosis.verdict == Verdict::transient;
}

Diagnosis read_diagnosis(const agents::Work& work) {
  using agents::WorkEnd;
  if (work.end == WorkEnd::timed_out || work.end == WorkEnd::stalled ||
      work.end == WorkEnd::over_budget) {
    return {.verdict = {}, .summary = work.reason, .reason = "diagnosis_timeout"};
  }
  if (work.end != WorkEnd::done) {
    return {.verdict = {}, .summary = work.reason, .reason = "diagnosis_claude_error"};
  }
  const auto found = llm::extract_json(work.text, false);
  if (!found) return {.verdict = {}, .summary = {}, .reason = "diagnosis_no_marker"};
  const std::string_view status = found->value["status"].text();
  const auto known = std::find(kVerdicts.begin(), kVerdicts.end(), status);
  const Json& summary = found->value["summary"];
  const bool told = summary.is_string() || !found->value.has("summary");
  if (known == kVerdicts.end() || !told) {
    return {.verdict = {}, .summary = {}, .reason = "diagnosis_bad_marker"};
  }
  return {.verdict = static_cast<Verdict>(known - kVerdicts.begin()),
          .summary = printable(join(split_words(summary.text()), " "), kSummaryMax),
          .reason = {}};
}

Result<Diagnosis> diagnose(const FleetPorts& ports, agents::Agent& agent, const RunId& run) {
  TRY_ASSIGN(EndedRun ended, EndedRun::lock(ports, run));
  const run::RunState state = ended.state();  // what it was before anybody looked
  const bool good =
      state.status == run::RunStatus::succeeded || state.status == run::RunStatus::nothing_to_do;
  if (good) {
    return fail(Errc::conflict, "run " + run.text() + " came to its end (" +
                                    std::string(run::to_string(state.status)) +
                                    "): there is nothing to rescue");
  }
  TRY_ASSIGN(const int before, rescues_of(ports, run));
  Diagnosis diagnosis{.verdict = {}, .summary = {}, .reason = excluded(state, before)};
  const bool asked = diagnosis.reason.empty();
  if (asked) {
    TRY_ASSIGN(const agents::Work work, ask(ports, agent, ended, run));
    diagnosis = read_diagnosis(work);
  }
  TRY(ended.append(to_event(RescueDiagnosed{
      .attempt = state.attempt,
      .client = asked ? std::string(agent.spec()) : "",
      .verdict = diagnosis.verdict ? std::string(to_string(*diagnosis.verdict)) : "",
      .summary = printable(diagnosis.summary, kSummaryMax),
      .action = goes_on(diagnosis) ? "resume" : "none",
      .reason = diagnosis.reason})));
  return diagnosis;
}

}  // namespace pawl::fleet
