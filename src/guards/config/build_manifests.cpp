// G1: a build manifest changes only when the plan names exactly that file, and never while the
// build of the base is broken.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/config/unused_dependencies.hpp"
#include "guards/guards.hpp"
#include "guards/paths/path_policy.hpp"

namespace pawl::guards {

Verdict build_manifests(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!is_build_manifest(file.path)) continue;
    verdict.applies();
    const bool hinted =
        std::find(context.hints.begin(), context.hints.end(), file.path) != context.hints.end();
    if (context.compile_fix) {
      verdict.refuse({.rule = "build-manifest/build-broken",
                      .kind = RuleKind::scope,
                      .path = file.path.text(),
                      .line = 0,
                      .message = "the build is broken; manifests stay as they are until it works",
                      .feedback = "Mend the sources the build complains about, without touching " +
                                  file.path.text() + "."});
    } else if (!hinted) {
      verdict.refuse({.rule = "build-manifest/not-sanctioned",
                      .kind = RuleKind::scope,
                      .path = file.path.text(),
                      .line = 0,
                      .message = "this build manifest is not named by the subtask",
                      .feedback = "Do the work without changing " + file.path.text() + "."});
    }
  }
  if (context.head == nullptr) return verdict;
  for (const UnusedDependency& each : unused_dependencies(change, *context.head)) {
    verdict.refuse(
        {.rule = "build-manifest/unused-dependency",
         .kind = RuleKind::scope,
         .path = each.manifest.text(),
         .line = each.line,
         .message = "nothing in the repository uses the new dependency \"" +
                    printable(each.name, 80) + "\"",
         .feedback = "Leave " + printable(each.name, 80) + " out, or use it in the same change."});
  }
  return verdict;
}

}  // namespace pawl::guards
