// `pawl pipeline check`: what is wrong with pipelines, all of it, and what a run of one would do.
#include "base/text/text.hpp"
#include "cli/kit/output.hpp"
#include "cli/pipelines/pipeline_desk.hpp"
#include "pipeline/dry_walk.hpp"

namespace pawl::cli {
namespace {

Json problem_json(const pipeline::Problem& problem) {
  return Json::object({{"file", problem.file},
                       {"line", problem.line},
                       {"key", problem.key},
                       {"message", problem.message}});
}

// `STAGE=KIND` or `STAGE=bail:CLASS`, blank-separated.
Result<std::map<std::string, pipeline::Outcome>> outcomes_of(const std::string& text) {
  using pipeline::Outcome;
  std::map<std::string, Outcome> outcomes;
  const std::vector<std::string> kinds = {"done", "partial", "skipped", "finish", "bail", "wait"};
  for (const std::string_view word : split_words(text)) {
    const auto mark = word.rfind('=');
    const std::string kind(mark == std::string_view::npos ? "" : word.substr(mark + 1));
    const std::string bare = kind.substr(0, kind.find(':'));
    if (!among(kinds, bare)) {
      return fail(Errc::invalid, "--outcomes: \"" + printable(word, 100) +
                                     "\" is no STAGE=KIND, KIND being one of " + join(kinds, ", ") +
                                     " (bail:CLASS names a class)");
    }
    const std::string bail = kind.size() > bare.size() ? kind.substr(bare.size() + 1) : "other";
    Outcome outcome;
    if (bare == "bail") outcome = Outcome::bail(bail, 1, "as asked for");
    if (bare == "partial") outcome = Outcome::part(bail, 7, "as asked for");
    if (bare == "wait") outcome = Outcome::wait("as asked for");
    if (bare == "skipped") outcome = Outcome::skip("as asked for");
    if (bare == "finish")
      outcome = Outcome::finish(run::RunStatus::nothing_to_do, 3, "as asked for");
    outcomes[std::string(word.substr(0, mark))] = std::move(outcome);
  }
  return outcomes;
}

class PipelineCheck final : public Command {
 public:
  std::vector<std::string> names;
  std::string target;
  std::string base;
  std::string outcomes;
  bool walk = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--walk", "", "list the stages a run would come to, without doing any", &walk},
        {"--outcomes", "LIST",
         "with --walk: how stages end, as \"STAGE=KIND …\"; all others are done", &outcomes},
        {"--target", "TARGET", "a path; the repository of the current folder when absent", &target},
        {"--base", "BRANCH", "whose pipelines; the default branch when absent", &base},
        {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"PIPELINE", "a name of `pawl pipeline list`, or a file; all without one", &names,
             false, kOfferPipelines}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto asked, outcomes_of(outcomes));
    if (!outcomes.empty()) walk = true;
    TRY_ASSIGN(const auto desk, open_pipelines(context, target, base));
    std::vector<std::string> all = names;
    if (all.empty()) {
      TRY_ASSIGN(all, desk->files->pipeline_names());
    }
    bool good = true;
    Json list = Json::array();
    std::string text;
    for (const std::string& name : all) {
      TRY_ASSIGN(const pipeline::Reading reading, runner::read_pipeline(*desk->files, name));
      good = good && reading.problems.empty();
      Json one = Json::object({{"pipeline", name}, {"good", reading.problems.empty()}});
      text += said(name, reading, one);
      if (walk && reading.problems.empty()) TRY(add_walk(reading.definition, asked, one, text));
      list.push(std::move(one));
    }
    if (json) {
      context.console.document(Json::object({{"good", good}, {"pipelines", std::move(list)}}));
    } else {
      context.console.out(text);
    }
    return good ? Exit::done : Exit::findings;
  }

 private:
  static std::string said(const std::string& name, const pipeline::Reading& reading, Json& one) {
    Json problems = Json::array();
    std::string text;
    for (const pipeline::Problem& problem : reading.problems) {
      problems.push(problem_json(problem));
      text += problem.to_line() + "\n";
    }
    one.set("problems", std::move(problems));
    if (!reading.problems.empty()) return text;
    return name + ": good, " + counted(stage_count(reading.definition.root), "stage") + "\n";
  }

  static std::string listed(const std::vector<std::vector<std::string>>& rows) {
    return table({"", "STAGE", "TYPE", "CLIENT", "ENDS AS"}, rows);
  }

  static Status add_walk(const pipeline::Definition& definition,
                         const std::map<std::string, pipeline::Outcome>& asked, Json& one,
                         std::string& text) {
    TRY_ASSIGN(const pipeline::DryWalk walked, pipeline::dry_walk(definition, asked));
    Json steps = Json::array();
    std::vector<std::vector<std::string>> rows;
    for (const pipeline::DryStep& step : walked.steps) {
      const bool works = step.part == pipeline::Part::stage;
      const std::string client = !works                      ? ""
                                 : step.node->client.empty() ? definition.default_client
                                                             : step.node->client;
      const std::string ends(to_string(step.outcome.kind));
      const std::string type = step.part == pipeline::Part::stage     ? step.node->type
                               : step.part == pipeline::Part::fan_out ? "fan-out"
                                                                      : "fan-in";
      rows.push_back({step.beside ? "|" : "", step.path, type, client, ends});
      steps.push(Json::object({{"stage", step.path},
                               {"type", type},
                               {"client", client},
                               {"beside", step.beside},
                               {"outcome", ends}}));
    }
    const std::string end(to_string(walked.end.status));
    one.set("walk", std::move(steps));
    one.set("end", Json::object({{"state", end},
                                 {"exit", walked.end.exit},
                                 {"reason", walked.end.reason},
                                 {"bail_class", walked.end.bail_class}}));
    text += listed(rows) + "ends as " + end +
            (walked.end.reason.empty() ? "" : ": " + walked.end.reason) + "\n";
    return Done{};
  }
};

}  // namespace

std::unique_ptr<Command> make_pipeline_check() { return std::make_unique<PipelineCheck>(); }

}  // namespace pawl::cli
