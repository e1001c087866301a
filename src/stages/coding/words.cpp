// What texts and answers are called.

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "stages/coding/handoff.hpp"
#include "stages/coding/prompts.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kTitleShown = 70;
constexpr auto kExitStates = fixed_words("next-plan", "chain-done", "bail");

}  // namespace

std::string title_of_text(std::string_view text) {
  std::string_view first;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view plain = trim(line);
    if (plain.empty()) continue;
    if (plain.starts_with("# ")) return printable(trim(plain.substr(2)), kTitleShown);
    if (first.empty()) first = plain;
  }
  return printable(first, kTitleShown);
}

std::string_view to_string(ExitState state) {
  return kExitStates.at(static_cast<std::size_t>(state));
}

}  // namespace pawl::stages
