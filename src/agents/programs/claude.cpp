// Claude Code: `claude -p --output-format stream-json`.
#include <algorithm>
#include <limits>

#include "agents/programs/kinds.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

// Of a tool's result: a text, or a list of parts.
std::string result_text(const Json& content) {
  if (content.is_string()) return std::string(content.text());
  std::string text;
  for (const Json& part : content.items()) text += part["text"].text();
  return text;
}

void assistant(const Json& message, Hearing& hearing) {
  // What Claude Code itself says in the model's name, of errors.
  const bool synthetic = message["model"].text() == "<synthetic>";
  if (!synthetic) hearing.model(message["model"].text());
  for (const Json& part : message["content"].items()) {
    if (part["type"].text() == "text" && !synthetic) hearing.said(part["text"].text());
    if (part["type"].text() == "tool_use") {
      hearing.tool(part["name"].text(), what_of(part["input"]));
    }
  }
}

void user(const Json& message, Hearing& hearing) {
  for (const Json& part : message["content"].items()) {
    if (part["type"].text() != "tool_result" || !part["is_error"].bool_or(false)) continue;
    hearing.tool_failed("", result_text(part["content"]));
  }
}

void result(const Json& line, Hearing& hearing) {
  const Json& usage = line["usage"];
  const std::int64_t cached = reported_tokens(usage["cache_read_input_tokens"]);
  Usage used{.tokens_in = reported_tokens(usage["input_tokens"]) + cached +
                          reported_tokens(usage["cache_creation_input_tokens"]),
             .tokens_out = reported_tokens(usage["output_tokens"]),
             .cached_in = cached,
             .cost_micros = {},
             .tool_calls = 0,
             .turns = static_cast<int>(std::clamp<std::int64_t>(line["num_turns"].int_or(0), 0,
                                                                std::numeric_limits<int>::max()))};
  used.cost_micros = reported_micros(line["total_cost_usd"]);
  hearing.used(used);
  const std::string_view subtype = line["subtype"].text();
  const std::string_view text = line["result"].text();
  // A refused request of the model arrives as a success that is an error.
  if (line["is_error"].bool_or(false) || subtype != "success") {
    const int status = static_cast<int>(line["api_error_status"].int_or(0));
    return hearing.failed(text.empty() ? subtype : text, status);
  }
  hearing.result(text);
}

}  // namespace

Variables claude_variables(const Session& session) {
  return {{"ANTHROPIC_BASE_URL", session.model_url("/anthropic")},
          {"ANTHROPIC_API_KEY", session.placeholder()},
          {"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC", "1"},
          {"DISABLE_AUTOUPDATER", "1"},
          {"DISABLE_TELEMETRY", "1"},
          {"DISABLE_ERROR_REPORTING", "1"},
          // Where Pawl is root and confines nothing, Claude Code would refuse to work.
          {"IS_SANDBOX", "1"}};
}

Result<Program> claude_program(const std::string& model, const Order& order, Session& session) {
  Program program;
  program.argv = {"claude",
                  "-p",
                  "--output-format",
                  "stream-json",
                  "--verbose",
                  "--permission-mode",
                  "bypassPermissions",
                  "--model",
                  model};
  if (!order.may_write) {
    program.argv.insert(program.argv.end(), {"--disallowedTools", "Edit", "Write", "NotebookEdit"});
  }
  program.environment = claude_variables(session);
  program.input = order.prompt;
  return program;
}

void claude_line(const Json& line, Hearing& hearing) {
  const std::string_view type = line["type"].text();
  if (type == "system" && line["subtype"].text() == "init") hearing.model(line["model"].text());
  if (type == "system" && line["subtype"].text() == "api_retry") {
    hearing.error("the model answered with an error; the agent asks again",
                  static_cast<int>(line["error_status"].int_or(0)));
  }
  if (type == "assistant") assistant(line["message"], hearing);
  if (type == "user") user(line["message"], hearing);
  if (type == "result") result(line, hearing);
}

}  // namespace pawl::agents
