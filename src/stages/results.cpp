#include "stages/results.hpp"

#include "evidence/flaky_memory.hpp"
#include "evidence/gather.hpp"

namespace pawl::stages {

Result<std::string> head_tree(const Checkout& checkout) {
  return checkout.git.tree_of(checkout.worktree->folder(), "HEAD");
}

evidence::CheckCache check_cache(const Scope& scope) {
  return {scope.ports.files, scope.redactor, scope.layout.artifacts(scope.id)};
}

Result<repo::CheckResults> results_at(const Scope& scope, const Checkout& checkout,
                                      const std::string& commit) {
  TRY_ASSIGN(const std::string tree, checkout.git.tree_of(checkout.worktree->folder(), commit));
  const auto kept = check_cache(scope).find(tree);
  if (!kept) return repo::CheckResults();
  repo::CheckResults results = kept->results;
  evidence::FlakyMemory::load(scope.ports.files, flaky_file(scope, checkout),
                              scope.ports.clock.now())
      .settle(results.tests);
  return results;
}

std::string flaky_file(const Scope& scope, const Checkout& checkout) {
  return evidence::flaky_file(scope.layout, checkout.target);
}

}  // namespace pawl::stages
