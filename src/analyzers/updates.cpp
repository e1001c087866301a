#include "analyzers/updates.hpp"

#include <string_view>

namespace pawl::analyzers {

const repo::Entry* update_bot(const repo::RepoView& view) {
  constexpr std::string_view kFiles[] = {".github/dependabot.yml",
                                         ".github/dependabot.yaml",
                                         "renovate.json",
                                         "renovate.json5",
                                         ".renovaterc",
                                         ".renovaterc.json",
                                         ".github/renovate.json",
                                         ".github/renovate.json5",
                                         ".gitlab/renovate.json"};
  return view.first_of(kFiles);
}

}  // namespace pawl::analyzers
