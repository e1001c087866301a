#include "critics/weighing.hpp"

#include <algorithm>

#include "base/text/repo_path.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::critics {
namespace {

constexpr double kOfSize = 0.5;
constexpr double kLargeLines = 300;
constexpr double kOfRemoved = 0.2;
constexpr double kOfUntested = 0.3;
constexpr double kDocumentsMost = 0.2;
// A remark is mended by less than the change it is about, and never by much.
constexpr std::size_t kRefinedLinesMin = 40;
constexpr std::size_t kRefinedLinesMax = 400;

struct Touched {
  bool code = false;
  bool tests = false;
};

void note_path(Touched& touched, const std::string& text) {
  const Result<RepoPath> path = RepoPath::from_git(text);
  if (!path || repo::is_document(*path)) return;
  (repo::is_test_file(*path) ? touched.tests : touched.code) = true;
}

}  // namespace

double risk_of(const Diff& diff) {
  std::size_t lines = 0;
  std::size_t removed = 0;
  Touched touched;
  for (const DiffFile& file : diff.files) {
    note_path(touched, file.path);
    for (const DiffHunk& hunk : file.hunks) {
      for (const DiffLine& line : hunk.lines) {
        if (line.side != Side::context) ++lines;
        if (line.side == Side::removed) ++removed;
      }
    }
  }
  if (lines == 0) return 0;
  const double size = std::min(1.0, static_cast<double>(lines) / kLargeLines);
  const double gone = static_cast<double>(removed) / static_cast<double>(lines);
  const double risk =
      kOfSize * size + kOfRemoved * gone + (touched.code && !touched.tests ? kOfUntested : 0);
  return touched.code || touched.tests ? risk : std::min(risk, kDocumentsMost);
}

std::string_view to_string(Winner winner) {
  switch (winner) {
    case Winner::v0: return "v0";
    case Winner::v1: return "v1";
    case Winner::tie: return "tie";
  }
  return "v0";
}

MetaVerdict meta_eval(const MetaFacts& facts) {
  if (!facts.admitted) return {.winner = Winner::v0, .rationale = "the guards refuse it"};
  if (facts.lines == 0) return {.winner = Winner::v0, .rationale = "it changes nothing"};
  const std::size_t most = std::clamp(facts.lines_before, kRefinedLinesMin, kRefinedLinesMax);
  if (facts.lines > most) {
    return {.winner = Winner::v0,
            .rationale = "it changes " + counted(facts.lines, "line") + ", at most " +
                         std::to_string(most) + " are taken"};
  }
  if (facts.tests_fixed > 0) {
    return {.winner = Winner::v1, .rationale = counted(facts.tests_fixed, "test") + " mended"};
  }
  return {.winner = Winner::tie, .rationale = "no check tells them apart"};
}

}  // namespace pawl::critics
