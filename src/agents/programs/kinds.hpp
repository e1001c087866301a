// The coding agents whose events are lines of JSON: how each is started, and what its lines say.
#pragma once

#include <span>
#include <string_view>

#include "agents/hearing.hpp"
#include "agents/session.hpp"

namespace pawl::agents {

struct LineKind {
  std::string_view name;  // as in the table of providers
  // `model` is what stands behind the colon of the spec.
  Result<Program> (*program)(const std::string& model, const Order& order, Session& session);
  void (*line)(const Json& line, Hearing& hearing);
};
std::span<const LineKind> line_kinds();

// What leads any agent to its models: base URLs and placeholders under every name in use.
Variables model_variables(const Session& session);

Result<Program> claude_program(const std::string& model, const Order& order, Session& session);
void claude_line(const Json& line, Hearing& hearing);
Result<Program> codex_program(const std::string& model, const Order& order, Session& session);
void codex_line(const Json& line, Hearing& hearing);
Result<Program> opencode_program(const std::string& model, const Order& order, Session& session);
void opencode_line(const Json& line, Hearing& hearing);
Result<Program> copilot_program(const std::string& model, const Order& order, Session& session);
void copilot_line(const Json& line, Hearing& hearing);
Result<Program> gemini_program(const std::string& model, const Order& order, Session& session);
void gemini_line(const Json& line, Hearing& hearing);

// The environments alone, for the same programs behind another protocol.
Variables claude_variables(const Session& session);
Variables opencode_variables(const std::string& model, const Session& session);
Variables copilot_variables(const std::string& model, const Session& session);
Result<Variables> gemini_variables(Session& session);

}  // namespace pawl::agents
