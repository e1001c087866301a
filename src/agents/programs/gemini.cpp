// Gemini CLI: `gemini --output-format stream-json`.
#include "agents/programs/kinds.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

std::string gemini_settings() {
  Json auth = Json::object({{"selectedType", "gemini-api-key"}});
  Json security = Json::object();
  security.set("auth", std::move(auth));
  Json all = Json::object();
  all.set("security", std::move(security));
  all.set("general", Json::object({{"enableAutoUpdate", false}}));
  all.set("privacy", Json::object({{"usageStatisticsEnabled", false}}));
  all.set("telemetry", Json::object({{"enabled", false}}));
  return all.pretty();
}

}  // namespace

Result<Variables> gemini_variables(Session& session) {
  TRY(session.put_in_home(".gemini/settings.json", gemini_settings()));
  return Variables{{"GEMINI_API_KEY", session.placeholder()},
                   {"GOOGLE_GEMINI_BASE_URL", session.model_url("/gemini")},
                   {"GEMINI_CLI_TRUST_WORKSPACE", "true"},
                   {"GEMINI_TELEMETRY_ENABLED", "false"},
                   // It would start itself again, with more memory.
                   {"GEMINI_CLI_NO_RELAUNCH", "true"}};
}

Result<Program> gemini_program(const std::string& model, const Order& order, Session& session) {
  Program program;
  // The prompt comes on standard input; the flag makes it work without a terminal.
  program.argv = {"gemini",      "-m", model, "--approval-mode", "yolo", "--output-format",
                  "stream-json", "-p", " "};
  TRY_ASSIGN(program.environment, gemini_variables(session));
  program.input = order.prompt;
  return program;
}

void gemini_line(const Json& line, Hearing& hearing) {
  const std::string_view type = line["type"].text();
  if (type == "init") hearing.model(line["model"].text());
  if (type == "message" && line["role"].text() == "assistant") {
    hearing.said_more(line["content"].text());
  } else {
    hearing.said_all();
  }
  if (type == "tool_use") hearing.tool(line["tool_name"].text(), what_of(line["parameters"]));
  if (type == "tool_result" && line["status"].text() == "error") {
    const Json& error = line["error"];
    hearing.tool_failed("", error["message"].string_or(line["output"].text()));
  }
  if (type == "error") hearing.error(line["message"].text());
  if (type == "result") {
    const Json& stats = line["stats"];
    hearing.used({.tokens_in = reported_tokens(stats["input_tokens"]),
                  .tokens_out = reported_tokens(stats["output_tokens"]),
                  .cached_in = reported_tokens(stats["cached"]),
                  .cost_micros = {},
                  .tool_calls = 0,
                  .turns = 0});
    if (line["status"].text() == "success") return hearing.result("");
    const Json& error = line["error"];
    hearing.failed(error["message"].string_or(error["type"].string_or("it ended with an error")));
  }
}

}  // namespace pawl::agents
