#include "stages/ci/causes.hpp"

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::stages {

using forge::Conclusion;

std::string_view to_string(CiCause cause) {
  static constexpr auto kNames = fixed_words("ours", "infrastructure", "flaky", "preexisting");
  return kNames[static_cast<std::size_t>(cause)];
}

std::string_view infrastructure_words(std::string_view log) {
  const auto rows = asset("words/ci-infrastructure.txt");
  PAWL_CHECK(rows.has_value(), "words/ci-infrastructure.txt");
  const std::string text = lower(log);
  for (const std::string_view row : split_lines(*rows)) {
    if (row.starts_with('#')) continue;
    const std::string_view words = trim(row.substr(0, row.find('|')));
    if (!words.empty() && contains(text, words)) return words;
  }
  return {};
}

CiReason cause_of(const CiFacts& facts) {
  if (facts.red_on_base) return {CiCause::preexisting, "it is red on the base branch, too"};
  switch (facts.conclusion) {
    case Conclusion::cancelled: return {CiCause::infrastructure, "it was cancelled"};
    case Conclusion::startup_failure: return {CiCause::infrastructure, "it could not start"};
    case Conclusion::timed_out: return {CiCause::infrastructure, "it timed out"};
    default: break;
  }
  const std::string_view words = infrastructure_words(facts.log);
  if (!words.empty() && !facts.names_the_change) {
    return {CiCause::infrastructure, "its log says \"" + std::string(words) + "\""};
  }
  if (facts.names_the_change) return {CiCause::ours, "its log names a file of the change"};
  if (facts.ran_again)
    return {CiCause::ours, "it still fails, and is not known to be red on the base"};
  if (facts.known_flaky) return {CiCause::flaky, "it failed and passed on one commit before"};
  return {CiCause::flaky, "its log names no file of the change"};
}

bool left_to_a_person(const CiReason& reason, bool ran_again) {
  if (reason.cause == CiCause::preexisting) return true;
  return reason.cause == CiCause::infrastructure && ran_again;
}

}  // namespace pawl::stages
