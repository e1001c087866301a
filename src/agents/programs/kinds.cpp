#include "agents/programs/kinds.hpp"

#include <array>

namespace pawl::agents {
namespace {

constexpr auto kLineKinds = std::to_array<LineKind>({
    {"claude", claude_program, claude_line},
    {"codex", codex_program, codex_line},
    {"opencode", opencode_program, opencode_line},
    {"copilot", copilot_program, copilot_line},
    {"gemini", gemini_program, gemini_line},
});

}  // namespace

std::span<const LineKind> line_kinds() { return kLineKinds; }

Variables model_variables(const Session& session) {
  const std::string openai = session.model_url("/openai/v1");
  const std::string anthropic = session.model_url("/anthropic");
  const std::string gemini = session.model_url("/gemini");
  return {{"ANTHROPIC_BASE_URL", anthropic},
          {"ANTHROPIC_API_KEY", session.placeholder()},
          {"OPENAI_BASE_URL", openai},
          {"OPENAI_API_BASE", openai},
          {"OPENAI_API_KEY", session.placeholder()},
          {"GOOGLE_GEMINI_BASE_URL", gemini},
          {"GEMINI_API_KEY", session.placeholder()}};
}

}  // namespace pawl::agents
