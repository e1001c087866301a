#include "stages/results.hpp"

#include "evidence/gather.hpp"

namespace pawl::stages {

Result<std::string> head_tree(const Checkout& checkout) {
  return checkout.git.text(checkout.worktree->folder(), {"rev-parse", "HEAD^{tree}"});
}

evidence::CheckCache check_cache(const Scope& scope) {
  return {scope.ports.files, scope.redactor, scope.layout.artifacts(scope.id)};
}

std::string flaky_file(const Scope& scope, const Checkout& checkout) {
  return evidence::flaky_file(scope.layout, checkout.target);
}

}  // namespace pawl::stages
