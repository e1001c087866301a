#include "stages/coding/prompts.hpp"

#include <algorithm>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "planner/prompts/template.hpp"

namespace pawl::stages {
namespace {

std::string with_blank(std::string text) { return text.empty() ? text : text + "\n\n"; }

}  // namespace

std::string shown_data(const Scope& scope, std::string_view label, std::string_view text,
                       std::size_t bytes_max, std::string_view nothing) {
  if (trim(text).empty()) return std::string(nothing);
  // A secret that is cut in two would not be known any more.
  return planner::framed(label, head_and_tail(scope.redactor.apply(to_utf8(text)), bytes_max));
}

std::string filled(std::string_view text, const PromptValues& values) {
  std::string out;
  while (!text.empty()) {
    const auto value = std::find_if(values.begin(), values.end(), [&](const auto& each) {
      return text.starts_with("{" + each.first + "}");
    });
    if (value != values.end()) {
      out += value->second;
      text.remove_prefix(value->first.size() + 2);
      continue;
    }
    const auto next = std::min(text.find('{', 1), text.size());
    out += text.substr(0, next);
    text.remove_prefix(next);
  }
  return out;
}

Result<std::string> own_prompt(const Scope& scope) {
  PromptValues values;
  for (const pipeline::Taken& taken : scope.in) {
    if (!contains(scope.prompt, "{" + taken.variable + "}")) continue;
    TRY_ASSIGN(const std::optional<std::string> artifact, scope.artifacts.read(taken.artifact));
    if (!artifact && !taken.optional) {
      return fail(Errc::not_found, "the stage " + scope.node + " is handed " + taken.artifact +
                                       ", which no stage before it left");
    }
    values.emplace_back(taken.variable,
                        shown_data(scope, taken.variable, artifact.value_or(taken.fallback)));
  }
  return std::string(trim_end(filled(scope.prompt, values)));
}

Result<std::string> agent_prompt(const Scope& scope, std::string_view name, PromptValues values) {
  const std::string path = "prompts/" + std::string(name) + ".md";
  const std::string text(asset(path).value_or(""));
  if (contains(text, "{{own}}")) {
    TRY_ASSIGN(std::string own, own_prompt(scope));
    values.emplace_back("own", with_blank(std::move(own)));
  }
  if (contains(text, "{{bail}}")) {
    values.emplace_back("bail",
                        std::string(trim_end(planner::render("prompts/agent-bail.md", {}))));
  }
  return planner::render(path, values);
}

Result<std::string> plan_text(const Bench& bench) {
  TRY_ASSIGN(const std::optional<std::string> written, bench.scope().artifacts.read("plan.md"));
  if (written && !trim(*written).empty()) return *written;
  const Request& request = bench.request();
  for (const std::string* text : {&request.plan, &request.instructions, &request.task}) {
    if (!trim(*text).empty()) return *text;
  }
  return std::string();
}

std::string spec_block(const Bench& bench) {
  const std::string& spec = bench.request().spec;
  if (trim(spec).empty()) return {};
  return "\nThe larger aim it is a part of; do only the part above:\n" +
         shown_data(bench.scope(), "specification", spec) + "\n";
}

Result<std::string> whole_diff(const Bench& bench) {
  return bench.shop().checkout.git.diff(bench.worktree().folder(), bench.worktree().base_commit(),
                                        "HEAD");
}

std::string without_fence(std::string_view text) {
  const std::string_view plain = trim(text);
  const auto first_end = plain.find('\n');
  if (!plain.starts_with("```") || !plain.ends_with("```") || first_end == std::string_view::npos) {
    return std::string(plain);
  }
  const std::string_view inner = plain.substr(first_end + 1, plain.size() - first_end - 4);
  if (contains(inner, "\n```")) return std::string(plain);
  return std::string(trim(inner));
}

}  // namespace pawl::stages
