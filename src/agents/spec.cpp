#include "agents/spec.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "agents/agent.hpp"
#include "agents/agents_of.hpp"
#include "base/text/text.hpp"
#include "os/files/files.hpp"

namespace pawl::agents {
namespace {

constexpr auto kProviders = std::to_array<Provider>({
    {"claude", "a model", "claude", "@anthropic-ai/claude-code", Told::lines, "anthropic", true,
     true},
    {"codex", "a model", "codex", "@openai/codex", Told::lines, "responses", true, false},
    {"opencode", "a provider and its model, as in opencode:openai/gpt-5", "opencode", "opencode-ai",
     Told::lines, "chat responses anthropic gemini", true, true},
    {"copilot", "a model", "copilot", "@github/copilot", Told::lines, "chat responses", true,
     false},
    {"gemini", "a model", "gemini", "@google/gemini-cli", Told::lines, "gemini", true, false},
    {"acp", "a program that speaks the Agent Client Protocol, with its arguments", "", "",
     Told::protocol, "chat responses anthropic gemini", false, false},
    {"command", "a program with its arguments", "", "", Told::nothing,
     "chat responses anthropic gemini", false, false},
    {"scripted", "a file of answers", "", "", Told::by_itself, "", true, true},
    {"pawl", "a chat model, as in pawl:openai:gpt-5", "", "", Told::by_itself, "", true, true},
});

Error unknown_agent(std::string_view text, std::string_view name) {
  std::vector<std::string> names;
  for (const Provider& row : kProviders) names.emplace_back(row.name);
  std::string message = "agent " + printable(text, 200) + ": no agent " + printable(name, 80);
  const auto near = nearest(name, names);
  message += near ? ", did you mean " + *near + "?" : ".";
  return fail(Errc::invalid, message + " Agents: " + join(names, ", "));
}

// What stands behind `pawl:` is a chat model whose provider is named, so that a model called
// `claude` is not taken for one.
Status check_chat_model(std::string_view text, const std::string& rest) {
  const bool named = contains(rest, ":");
  const auto spec = llm::parse_spec(rest);
  if (named && spec) return Done{};
  return fail(Errc::invalid, "agent " + printable(text, 200) +
                                 " names no chat model behind pawl:, as in " + "pawl:openai:gpt-5" +
                                 (named ? ": " + spec.error().message : ""));
}

// One word, as words_of takes them apart.
std::string quoted(std::string_view word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\"'\"'") : std::string(1, c);
  return out + "'";
}

// What a sandbox is shown anyway.
bool is_of_the_system(std::string_view path) {
  return path.starts_with("/usr/") || path.starts_with("/bin/") || path.starts_with("/sbin/");
}

bool names_a_file(std::string_view word) {
  if (contains(word, "..")) return contains(word, "/");
  return word.starts_with('/') && !is_of_the_system(word);
}

}  // namespace

std::span<const Provider> providers() { return kProviders; }

std::string_view to_string(WorkEnd end) {
  switch (end) {
    case WorkEnd::done: return "done";
    case WorkEnd::bailed: return "bailed";
    case WorkEnd::failed: return "failed";
    case WorkEnd::stalled: return "stalled";
    case WorkEnd::timed_out: return "timed_out";
    case WorkEnd::over_budget: return "over_budget";
    case WorkEnd::cancelled: return "cancelled";
  }
  return "failed";
}

Result<Spec> parse_agent_spec(std::string_view text) {
  text = trim(text);
  const auto colon = text.find(':');
  const std::string_view name = text.substr(0, colon);
  const auto row = std::find_if(kProviders.begin(), kProviders.end(),
                                [&](const Provider& each) { return each.name == name; });
  if (text.empty()) return fail(Errc::invalid, "the agent is empty; write one as claude:sonnet");
  if (row == kProviders.end()) return unknown_agent(text, name);
  Spec spec{.provider = &*row, .rest = {}};
  if (colon != std::string_view::npos) spec.rest = trim(text.substr(colon + 1));
  if (spec.rest.empty()) {
    return fail(Errc::invalid, "agent " + std::string(text) + " lacks " + std::string(row->rest) +
                                   " behind the colon");
  }
  if (row->name == "pawl") TRY(check_chat_model(text, spec.rest));
  const bool in_parts = contains(spec.rest, "/");
  if (row->name == "opencode" && !in_parts) {
    return fail(Errc::invalid, "agent " + std::string(text) + " lacks " + std::string(row->rest));
  }
  return spec;
}

Status check_spec(std::string_view spec) {
  TRY(parse_agent_spec(spec));
  return Done{};
}

std::string absolute_spec(std::string_view text, const std::string& folder) {
  const auto spec = parse_agent_spec(text);
  const std::string as_is(text);
  if (!spec || spec->rest.starts_with('/')) return as_is;
  const std::string name(spec->provider->name);
  if (name == "scripted") return name + ":" + os::join_path(folder, spec->rest);
  if (!among({"acp", "command"}, name)) return as_is;
  const auto words = words_of(spec->rest);
  // A program without a slash is looked up in PATH.
  if (!words || !contains(words->front(), "/")) return as_is;
  const std::string program = os::join_path(folder, words->front());
  const bool plain = program.find_first_of(" \t'\"") == std::string::npos;
  if (plain && spec->rest.starts_with(words->front())) {
    return name + ":" + program + spec->rest.substr(words->front().size());
  }
  std::string whole = name + ":" + quoted(program);
  for (std::size_t i = 1; i < words->size(); ++i) whole += " " + quoted((*words)[i]);
  return whole;
}

Status check_names_no_file(std::string_view text) {
  TRY_ASSIGN(const Spec spec, parse_agent_spec(text));
  std::vector<std::string> words;
  if (among({"acp", "command"}, spec.provider->name)) {
    TRY_ASSIGN(words, words_of(spec.rest));
  }
  for (const std::string& word : words) {
    const bool is_program = &word == &words.front();
    const bool relative = is_program && contains(word, "/") && !word.starts_with('/');
    if (!names_a_file(word) && !relative) continue;
    return fail(Errc::denied, "a pipeline of a repository names no files of this machine, and " +
                                  printable(word, 200) + " is one; name a program in PATH");
  }
  return Done{};
}

}  // namespace pawl::agents
