#include "base/text/text.hpp"
#include "guards/tests/tampering_parts.hpp"

namespace pawl::guards {

// A test that nobody runs or that cannot fail is of no use to anyone; to ask less of the code may
// be what somebody wanted.
Finding tampering_finding(std::string_view rule, const git::FileChange& file, int line,
                          std::string message, std::string feedback) {
  const bool wrong_for_anyone =
      among({"cannot-fail", "focused-test", "shadowed-test", "not-collected", "hollow-test",
             "passed-over", "unheard-test", "stand-in", "knows-tests"},
            rule);
  return {.rule = "test-tampering/" + std::string(rule),
          .kind = wrong_for_anyone ? RuleKind::defect : RuleKind::scope,
          .path = file.path.text(),
          .line = line,
          .message = std::move(message),
          .feedback = std::move(feedback)};
}

}  // namespace pawl::guards
