#include "analyzers/updates.hpp"

#include <string_view>

#include "base/text/fixed_words.hpp"

namespace pawl::analyzers {

const repo::Entry* update_bot(const repo::RepoView& view) {
  static constexpr auto kFiles =
      fixed_words(".github/dependabot.yml", ".github/dependabot.yaml", "renovate.json",
                  "renovate.json5", ".renovaterc", ".renovaterc.json", ".github/renovate.json",
                  ".github/renovate.json5", ".gitlab/renovate.json");
  return view.first_of(kFiles);
}

}  // namespace pawl::analyzers
