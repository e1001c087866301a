// `pawl pipeline list|show|schema`: which pipelines there are, and what they say.
#include "base/text/text.hpp"
#include "cli/kit/output.hpp"
#include "cli/pipelines/pipeline_desk.hpp"
#include "pipeline/expand.hpp"
#include "pipeline/json_schema.hpp"
#include "stages/stage.hpp"

namespace pawl::cli {
namespace {

class PipelineList final : public Command {
 public:
  std::string target;
  std::string base;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--target", "TARGET", "a path; the repository of the current folder when absent", &target},
        {"--base", "BRANCH", "whose pipelines; the default branch when absent", &base},
        {"--json", "", "one JSON document", &json}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto desk, open_pipelines(context, target, base));
    TRY_ASSIGN(const std::vector<std::string> names, desk->files->pipeline_names());
    Json list = Json::array();
    std::vector<std::vector<std::string>> rows;
    for (const std::string& name : names) {
      TRY_ASSIGN(const auto file, desk->files->pipeline(name));
      TRY_ASSIGN(const pipeline::Reading reading, runner::read_pipeline(*desk->files, name));
      const std::string from(to_string(runner::origin_of(*file)));
      const bool good = reading.problems.empty();
      const std::string& summary = reading.definition.summary;
      rows.push_back({name, from, std::to_string(stage_count(reading.definition.root)),
                      good ? summary
                           : painted(context, Paint::red, "broken") + ": " +
                                 reading.problems.front().to_line()});
      list.push(
          Json::object({{"pipeline", name},
                        {"from", from},
                        {"file", file->name},
                        {"stages", static_cast<long long>(stage_count(reading.definition.root))},
                        {"summary", summary},
                        {"good", good}}));
    }
    if (json) {
      context.console.document(
          Json::object({{"branch", desk->branch}, {"pipelines", std::move(list)}}));
    } else {
      context.console.out(table({"PIPELINE", "FROM", "STAGES", "WHAT IT DOES"}, rows));
    }
    return Exit::done;
  }
};

class PipelineShow final : public Command {
 public:
  std::string name;
  std::string target;
  std::string base;
  bool source = false;
  bool json = false;

  std::vector<Flag> flags() override {
    return {
        {"--source", "", "the file as it is, its prompts not put in", &source},
        {"--target", "TARGET", "a path; the repository of the current folder when absent", &target},
        {"--base", "BRANCH", "whose pipelines; the default branch when absent", &base},
        {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {
        {"PIPELINE", "a name of `pawl pipeline list`, or a file", &name, true, kOfferPipelines}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto desk, open_pipelines(context, target, base));
    if (source) return show_source(context, *desk);
    TRY_ASSIGN(const pipeline::Definition definition, runner::load_pipeline(*desk->files, name));
    if (json) {
      context.console.document(pipeline::expanded(definition));
    } else {
      context.console.out(pipeline::expanded_yaml(definition));
    }
    return Exit::done;
  }

 private:
  Result<Exit> show_source(Context& context, PipelineDesk& desk) const {
    TRY_ASSIGN([[maybe_unused]] const auto reading, runner::read_pipeline(*desk.files, name));
    TRY_ASSIGN(const auto file, desk.files->pipeline(name));
    if (json) {
      context.console.document(Json::object({{"file", file->name}, {"text", file->text}}));
    } else {
      context.console.out(file->text);
    }
    return Exit::done;
  }
};

class PipelineSchema final : public Command {
 public:
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--json", "", "the same: it is one JSON document", &json}};
  }

  Result<Exit> run(Context& context) override {
    context.console.document(pipeline::pipeline_schema(stages::kinds()));
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_pipeline_list() { return std::make_unique<PipelineList>(); }
std::unique_ptr<Command> make_pipeline_show() { return std::make_unique<PipelineShow>(); }
std::unique_ptr<Command> make_pipeline_schema() { return std::make_unique<PipelineSchema>(); }

}  // namespace pawl::cli
