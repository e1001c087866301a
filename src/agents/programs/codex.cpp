// Codex: `codex exec --json`.
#include "agents/programs/kinds.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

void begun(const Json& item, Hearing& hearing) {
  const std::string_view type = item["type"].text();
  if (type == "command_execution") hearing.tool("command", item["command"].text());
  if (type == "mcp_tool_call") hearing.tool(item["tool"].text(), item["server"].text());
  if (type == "web_search") hearing.tool("web_search", item["query"].text());
}

void completed(const Json& item, Hearing& hearing) {
  const std::string_view type = item["type"].text();
  if (type == "agent_message") hearing.said(item["text"].text());
  if (type == "file_change") {
    for (const Json& change : item["changes"].items()) {
      hearing.tool("file_change", change["path"].text());
    }
  }
  if (type == "command_execution" && item["exit_code"].int_or(0) != 0) {
    hearing.tool_failed("command", item["aggregated_output"].text());
  }
}

}  // namespace

Result<Program> codex_program(const std::string& model, const Order& order, Session& session) {
  Program program;
  const std::string provider = "model_providers.pawl={name=\"pawl\",base_url=\"" +
                               session.model_url("/openai/v1") +
                               "\",env_key=\"OPENAI_API_KEY\",wire_api=\"responses\"}";
  // The sandbox around it is Pawl's, and it reaches nothing to update itself from or report to.
  program.argv = {"codex",
                  "exec",
                  "--json",
                  "--skip-git-repo-check",
                  "--dangerously-bypass-approvals-and-sandbox",
                  "-m",
                  model};
  for (const std::string& setting :
       {std::string("model_provider=\"pawl\""), provider, std::string("web_search=\"disabled\""),
        std::string("check_for_update_on_startup=false"), std::string("analytics.enabled=false"),
        std::string("features.plugins=false")}) {
    program.argv.insert(program.argv.end(), {"-c", setting});
  }
  program.argv.emplace_back("-");
  program.environment = {{"OPENAI_API_KEY", session.placeholder()}};
  program.input = order.prompt;
  return program;
}

void codex_line(const Json& line, Hearing& hearing) {
  const std::string_view type = line["type"].text();
  if (type == "item.started") begun(line["item"], hearing);
  if (type == "item.completed") completed(line["item"], hearing);
  if (type == "error") hearing.error(line["message"].text());
  if (type == "turn.failed") hearing.failed(line["error"]["message"].text());
  if (type == "turn.completed") {
    const Json& usage = line["usage"];
    hearing.used_more({.tokens_in = reported_tokens(usage["input_tokens"]),
                       .tokens_out = reported_tokens(usage["output_tokens"]),
                       .cached_in = reported_tokens(usage["cached_input_tokens"]),
                       .cost_micros = {},
                       .tool_calls = 0,
                       .turns = 1});
    hearing.result("");
  }
}

}  // namespace pawl::agents
