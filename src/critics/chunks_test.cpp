#include "critics/chunks.hpp"

#include <doctest/doctest.h>

#include <set>

#include "base/text/text.hpp"
#include "critics/test_diff.hpp"
#include "llm/context_window.hpp"

namespace pawl::critics::chunks_test {
namespace {

constexpr ChunkLimits kWide{.chunk = 1'000'000, .fixed = 100, .total = 10'000'000};

std::int64_t spent(const std::vector<Chunk>& chunks, const ChunkLimits& limits) {
  std::int64_t sum = 0;
  for (const Chunk& chunk : chunks) sum += chunk.weight + limits.fixed;
  return sum;
}

// 5,000 changed lines: one file of 4,000, forty of 25.
Diff large_diff() {
  std::string text = new_file_diff("a_large.txt", 4000);
  for (int i = 10; i < 50; ++i) text += new_file_diff("f" + std::to_string(i) + ".txt", 25);
  return parse_diff(text);
}

TEST_CASE("what fits is one question, each line with its number") {
  const Diff diff = parse_diff(
      "diff --git a/x.py b/x.py\n--- a/x.py\n+++ b/x.py\n@@ -7,2 +7,2 @@\n one\n-two\n+2\n"
      "@@ -20 +20 @@\n-a\n+b\n");
  const auto chunks = cut(diff, kWide);
  REQUIRE(chunks.size() == 1);
  CHECK(text_of(diff, chunks[0]) ==
        "file x.py\n     7  one\n       -two\n     8 +2\n       ...\n       -a\n    20 +b\n");
  const Coverage coverage = coverage_of(diff, chunks);
  CHECK(coverage.whole());
  CHECK(coverage.lines == 4);
  CHECK(coverage.lines_read == 4);
  CHECK(coverage.files_read == 1);
}

TEST_CASE("a change of 5,000 lines is read within its budget, and how much of it is known") {
  const Diff diff = large_diff();
  for (const std::int64_t total : {0, 3'000, 20'000, 60'000, 150'000, 300'000, 2'000'000}) {
    CAPTURE(total);
    const ChunkLimits limits{.chunk = 20'000, .fixed = 2'500, .total = total};
    const auto chunks = cut(diff, limits);
    CHECK(spent(chunks, limits) <= total);
    std::int64_t lines = 0;
    std::set<std::tuple<std::size_t, std::size_t, std::size_t>> seen;
    for (const Chunk& chunk : chunks) {
      const std::string text = text_of(diff, chunk);
      CHECK(llm::weight_of(text) <= limits.chunk);
      CHECK(llm::weight_of(text) <= chunk.weight);
      for (const Piece& piece : chunk.pieces) {
        for (std::size_t i = piece.first; i < piece.last; ++i) {
          CHECK(seen.emplace(piece.file, piece.hunk, i).second);
          ++lines;
        }
      }
    }
    const Coverage coverage = coverage_of(diff, chunks);
    CHECK(coverage.files == 41);
    CHECK(coverage.lines == 5000);
    CHECK(static_cast<std::int64_t>(coverage.lines_read) == lines);
    CHECK(coverage.files_read + coverage.unread.size() == 41);
    if (total == 2'000'000) CHECK(coverage.whole());
    // The large file comes first, and hides no other.
    if (total == 150'000) {
      CHECK(coverage.files_read == 40);
      CHECK(coverage.lines_read > 1000);
      CHECK(coverage.unread == std::vector<std::string>{"a_large.txt"});
    }
  }
}

TEST_CASE("a line that fits into no question is left out, and what is withheld is not read") {
  Diff diff = parse_diff("diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1,3 @@\n+one\n+" +
                         std::string(9000, 'x') + "\n+three\n" + new_file_diff("y", 2));
  const ChunkLimits limits{.chunk = 3'000, .fixed = 100, .total = 100'000};
  auto chunks = cut(diff, limits);
  REQUIRE(chunks.size() == 1);
  CHECK(contains(text_of(diff, chunks[0]), "     1 +one\n       ...\n     3 +three\n"));
  CHECK(coverage_of(diff, chunks).lines_read == 4);
  CHECK(coverage_of(diff, chunks).unread == std::vector<std::string>{"x"});
  diff.files[1].hunks[0].withheld = true;
  chunks = cut(diff, limits);
  CHECK(coverage_of(diff, chunks).unread == std::vector<std::string>{"x", "y"});
}

TEST_CASE("a file that fits into one question is not torn apart while the budget allows it") {
  const Diff diff = parse_diff(new_file_diff("a", 40) + new_file_diff("b", 40));
  const std::int64_t one = cut(parse_diff(new_file_diff("a", 40)), kWide)[0].weight;
  const ChunkLimits limits{.chunk = one + one / 2, .fixed = 0, .total = 10 * one};
  const auto chunks = cut(diff, limits);
  REQUIRE(chunks.size() == 2);
  for (const Piece& piece : chunks[0].pieces) CHECK(piece.file == 0);
  for (const Piece& piece : chunks[1].pieces) CHECK(piece.file == 1);
}

}  // namespace
}  // namespace pawl::critics::chunks_test
