// What a repository itself says of how a machine is made ready for it. Shown to people, never run
// unasked.
#pragma once

#include <string>
#include <vector>

#include "repo/facts/facts.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {

struct SetupProposal {
  std::string path;                   // the file that says it
  std::vector<std::string> commands;  // of a shell, in their order; at most kProposedMax
};

inline constexpr std::size_t kProposedMax = 12;

// From a devcontainer (its create commands), `copilot-setup-steps`, and the jobs of GitHub
// workflows that run tests, as far as the first command that does. Steps that use actions are left
// out.
std::vector<SetupProposal> setup_proposals(const Facts& facts, const RepoView& view);

}  // namespace pawl::repo
