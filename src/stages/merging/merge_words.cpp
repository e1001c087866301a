#include "stages/merging/merge_words.hpp"

#include "base/text/text.hpp"
#include "stages/publishing/pr_body.hpp"
#include "stages/publishing/public_words.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kMergeReasonShown = 300;
constexpr std::size_t kMergesBytesMax = std::size_t{1} << 20U;

std::string path_of(const Scope& scope) {
  return os::join_path(scope.layout.artifacts(scope.id), std::string(kMerges));
}

Json all_merges(const Scope& scope) {
  const auto text = scope.ports.files.read(path_of(scope), kMergesBytesMax);
  if (!text) return Json::array();
  return Json::parse(*text).value_or(Json::array());
}

}  // namespace

// It is written by no stage, so no row of one can name it.
Status keep_merge(const Scope& scope, const Json& merge) {
  const Json before = all_merges(scope);
  Json kept = Json::array();
  for (const Json& each : before.items()) {
    if (each["group"].text() != merge["group"].text()) kept.push(each);
  }
  kept.push(merge);
  return scope.ports.files.write_atomic(path_of(scope), scope.redactor.apply(kept.pretty()), 0600);
}

std::string merge_words(const Scope& scope) {
  const Json merges = all_merges(scope);
  std::string out;
  for (const Json& merge : merges.items()) {
    if (merge["policy"].text() == "none") continue;
    for (const Json& branch : merge["branches"].items()) {
      const std::string_view outcome = branch["outcome"].text();
      if (outcome == "unchanged") continue;
      out += "- " + markdown_text(merge["group"].text(), 100) + ", " +
             markdown_text(branch["branch"].text(), 100) + ": " + markdown_text(outcome, 40);
      const std::string why = harmless_line(branch["reason"].text(), kMergeReasonShown);
      out += (why.empty() ? "" : " (" + why + ")") + "\n";
    }
  }
  return out;
}

}  // namespace pawl::stages
