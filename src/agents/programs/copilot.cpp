// GitHub Copilot's command line: `copilot --output-format json`. It writes `******` for the values
// of secrets anywhere in its output.
#include "agents/programs/kinds.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {

Variables copilot_variables(const std::string& model, const Session& session) {
  Variables variables = {{"COPILOT_PROVIDER_BASE_URL", session.model_url("/openai/v1")},
                         {"COPILOT_PROVIDER_TYPE", "openai"},
                         {"COPILOT_PROVIDER_API_KEY", session.placeholder()},
                         {"COPILOT_OFFLINE", "true"},
                         {"COPILOT_AUTO_UPDATE", "false"}};
  if (!model.empty()) variables.emplace_back("COPILOT_MODEL", model);
  return variables;
}

Result<Program> copilot_program(const std::string& model, const Order& order, Session& session) {
  Program program;
  program.argv = {"copilot", "--allow-all-tools", "--allow-all-paths", "--output-format", "json"};
  if (!order.may_write) program.argv.insert(program.argv.end(), {"--deny-tool", "write"});
  program.environment = copilot_variables(model, session);
  program.input = order.prompt;
  return program;
}

void copilot_line(const Json& line, Hearing& hearing) {
  const std::string_view type = line["type"].text();
  const Json& data = line["data"];
  if (type == "assistant.message") {
    if (!data["model"].text().empty()) hearing.model(data["model"].text());
    hearing.said(data["content"].text());
    hearing.turn();
  }
  if (type == "tool.execution_start") {
    hearing.tool(data["toolName"].text(), what_of(data["arguments"]));
  }
  if (type == "tool.execution_complete" && !data["success"].bool_or(true)) {
    hearing.tool_failed(data["toolName"].text(), data["error"]["message"].text());
  }
  if (type == "assistant.usage") {
    hearing.used_more({.tokens_in = reported_tokens(data["inputTokens"]),
                       .tokens_out = reported_tokens(data["outputTokens"]),
                       .cached_in = reported_tokens(data["cacheReadTokens"]),
                       .cost_micros = {},
                       .tool_calls = 0,
                       .turns = 0});
  }
  if (type == "session.error") {
    hearing.error(data["message"].text(), static_cast<int>(data["statusCode"].int_or(0)));
  }
  if (type == "result") {
    if (line["exitCode"].int_or(0) == 0) return hearing.result("");
    const std::string why = hearing.trouble();
    hearing.failed(why.empty() ? "it ended with an error" : why);
  }
}

}  // namespace pawl::agents
