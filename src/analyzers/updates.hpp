// The bots that keep dependencies fresh.
#pragma once

#include "repo/views/view.hpp"

namespace pawl::analyzers {

// The configuration of Dependabot or Renovate; nothing when there is none.
const repo::Entry* update_bot(const repo::RepoView& view);

}  // namespace pawl::analyzers
