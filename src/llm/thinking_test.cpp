#include "llm/thinking.hpp"

#include <doctest/doctest.h>

namespace pawl::llm::thinking_test {

TEST_CASE("thinking marks are found in the order of the text") {
  using Kind = ThinkingMark::Kind;
  const auto marks = thinking_marks("a<Think>b</think>[THINK]<|channel|>analysis<|end|><thin>");
  REQUIRE(marks.size() == 5);
  CHECK(marks[0] == ThinkingMark{.begin = 1, .end = 8, .kind = Kind::opens, .family = 0});
  CHECK(marks[1] == ThinkingMark{.begin = 9, .end = 17, .kind = Kind::closes, .family = 0});
  CHECK(marks[2].kind == Kind::opens);
  CHECK(marks[2].family != marks[0].family);
  CHECK(marks[3].kind == Kind::opens);
  CHECK(marks[4].kind == Kind::closes_gently);
  CHECK(marks[4].family == marks[3].family);
}

TEST_CASE("the final channel ends thinking together with its message mark") {
  const std::string_view text = "<|channel|>final <|constrain|>json<|message|>{}";
  const auto marks = thinking_marks(text);
  REQUIRE(marks.size() == 1);
  CHECK(marks[0].kind == ThinkingMark::Kind::closes);
  CHECK(text.substr(marks[0].end) == "{}");
}

}  // namespace pawl::llm::thinking_test
