#include "base/text/line_diff.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/text/text.hpp"

namespace pawl::line_diff_test {
namespace {

std::vector<Hunk> diff(std::string_view before, std::string_view after) {
  return diff_lines(split_lines(before), split_lines(after));
}

// What the hunks say, done to the old lines.
std::string applied(std::string_view before, std::string_view after) {
  const auto from = split_lines(before);
  const auto to = split_lines(after);
  std::string out;
  std::size_t at = 0;
  for (const Hunk& hunk : diff_lines(from, to)) {
    for (; at < hunk.before_begin; ++at) out.append(from[at]).append("\n");
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) out.append(to[i]).append("\n");
    at = hunk.before_end;
  }
  for (; at < from.size(); ++at) out.append(from[at]).append("\n");
  return out;
}

}  // namespace

TEST_CASE("the hunks between two texts") {
  struct Row {
    const char* name;
    const char* before;
    const char* after;
    std::vector<Hunk> want;
  };
  const Row rows[] = {
      {"equal", "a\nb\n", "a\nb\n", {}},
      {"both empty", "", "", {}},
      {"all new", "", "a\nb\n", {{0, 0, 0, 2}}},
      {"all gone", "a\nb\n", "", {{0, 2, 0, 0}}},
      {"one changed", "a\nb\nc\n", "a\nX\nc\n", {{1, 2, 1, 2}}},
      {"one added", "a\nc\n", "a\nb\nc\n", {{1, 1, 1, 2}}},
      {"one gone", "a\nb\nc\n", "a\nc\n", {{1, 2, 1, 1}}},
      {"two apart", "a\nb\nc\nd\ne\n", "X\nb\nc\nd\nY\n", {{0, 1, 0, 1}, {4, 5, 4, 5}}},
      {"inner two", "0\na\nb\nc\n9\n", "0\nX\nb\nY\n9\n", {{1, 2, 1, 2}, {3, 4, 3, 4}}},
      {"line endings do not count", "a\r\nb\r\n", "a\nb\n", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(diff(row.before, row.after) == row.want);
  }
}

TEST_CASE("hunks lead from one text to the other") {
  unsigned state = 7;
  const auto next = [&state](unsigned below) {
    state = state * 1103515245U + 12345U;
    return (state >> 16U) % below;
  };
  for (int round = 0; round < 300; ++round) {
    std::string before;
    std::string after;
    for (unsigned i = next(30); i > 0; --i) before += std::string(1, char('a' + next(4))) + "\n";
    for (unsigned i = next(30); i > 0; --i) after += std::string(1, char('a' + next(4))) + "\n";
    CAPTURE(before);
    CAPTURE(after);
    CHECK(applied(before, after) == after);
  }
}

TEST_CASE("a rewritten file is one hunk rather than a long search") {
  std::string before;
  std::string after;
  for (int i = 0; i < 5000; ++i) {
    before += "old " + std::to_string(i) + "\n";
    after += "new " + std::to_string(i) + "\n";
  }
  CHECK(diff(before, after).size() == 1);
  CHECK(applied(before, after) == after);
}

TEST_CASE("where two texts part") {
  CHECK_FALSE(first_difference("a\nb\n", "a\nb\n"));
  const auto middle = first_difference("a\nb\nc\n", "a\n  B\nc\n");
  REQUIRE(middle);
  CHECK(middle->line == 2);
  CHECK(middle->before == "b");
  CHECK(middle->after == "B");
  const auto over = first_difference("a\n", "a\nb\n");
  REQUIRE(over);
  CHECK(over->line == 2);
  CHECK(over->before == "(the end)");
  CHECK(over->after == "b");
}

TEST_CASE("added lines") {
  CHECK(added_lines("a\nb\n", "a\nX\nb\nY\n") == std::vector<bool>{false, true, false, true});
  CHECK(added_lines("", "a\n") == std::vector<bool>{true});
  CHECK(added_lines("a\n", "").empty());
}

}  // namespace pawl::line_diff_test
