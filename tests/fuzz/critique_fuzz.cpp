// A diff and an answer with a zero byte between them: what is read of the diff is cut into
// questions within their limits, and no finding stands at a line that was not shown.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "critics/finding.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using namespace pawl::critics;
  const std::string_view input(reinterpret_cast<const char*>(data), size);
  const auto zero = input.find('\0');
  const Diff diff = parse_diff(input.substr(0, zero));
  const ChunkLimits limits{.chunk = 400, .fixed = 50, .total = 4000};
  const auto chunks = cut(diff, limits);
  std::int64_t spent = 0;
  for (const Chunk& chunk : chunks) {
    PAWL_CHECK(chunk.weight <= limits.chunk, "a question is too large");
    spent += chunk.weight + limits.fixed;
    PAWL_CHECK(!text_of(diff, chunk).empty(), "a question about nothing");
  }
  PAWL_CHECK(spent <= limits.total, "the budget is overdrawn");
  const Coverage coverage = coverage_of(diff, chunks);
  PAWL_CHECK(coverage.lines_read <= coverage.lines, "more was read than there is");
  if (zero == std::string_view::npos) return 0;
  const auto answer = pawl::Json::parse(input.substr(zero + 1));
  if (!answer) return 0;
  for (Finding& finding : parse_findings(*answer).findings) {
    for (const Chunk& chunk : chunks) {
      if (!settle(finding, diff, chunk)) continue;
      PAWL_CHECK(diff.find(finding.file) != nullptr, "a finding outside of the change");
    }
  }
  return 0;
}
