#include "planner/ci/ci_critic_prompt.hpp"

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/text.hpp"
#include "planner/prompts/template.hpp"

namespace pawl::planner {
namespace {

constexpr int kLinesNeeded = 20;  // of the change, at least
constexpr std::size_t kJobBytes = 300;

Block ci_logs_block(std::span<const TestFailure> logs, const Redactor* redactor) {
  Block block{.name = "CI logs", .place = "logs", .priority = Priority::target};
  for (const TestFailure& log : logs) {
    block.units.push_back({.text = printable(log.id, kJobBytes) + "\n"});
    for (Unit& unit : end_units(cleaned(redactor, log.message), 1)) {
      block.units.push_back(std::move(unit));
    }
  }
  block.wrap = [](const std::string& text, bool) { return framed("CI logs", text); };
  return block;
}

Block ci_change_block(std::string_view change, const Redactor* redactor) {
  Block block{.name = "proposed change", .place = "change", .priority = Priority::evidence};
  block.units = line_units(cleaned(redactor, change));
  for (std::size_t i = 0; i < block.units.size(); ++i) {
    block.units[i].needed = static_cast<int>(i) < kLinesNeeded;
  }
  block.wrap = [](const std::string& text, bool) { return framed("proposed change", text); };
  return block;
}

std::string critic_text(const std::vector<Fitted>& blocks, const std::string& left_out) {
  return render("prompts/ci-critic-user.md", {{"logs", text_at(blocks, "logs")},
                                              {"change", text_at(blocks, "change")},
                                              {"left_out", left_out}});
}

}  // namespace

Result<Prompt> ci_critic_prompt(std::span<const TestFailure> logs, std::string_view change,
                                const Redactor* redactor, const llm::Room& window) {
  std::string system = render("prompts/ci-critic-system.md", {});
  const std::int64_t fixed =
      llm::weight_of(system) + llm::weight_of(critic_text({}, {})) + left_out_weight();
  TRY_ASSIGN(
      std::vector<Fitted> blocks,
      fit({ci_change_block(change, redactor), ci_logs_block(logs, redactor)}, fixed, window));
  std::string user = critic_text(blocks, left_out_note(blocks));
  return made_prompt(window, std::move(system), std::move(user), std::move(blocks));
}

Json ci_critic_schema() {
  const auto text = asset("schemas/ci-critic.json");
  PAWL_CHECK(text.has_value(), "schemas/ci-critic.json");
  return Json::parse(*text).value();
}

}  // namespace pawl::planner
