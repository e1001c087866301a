#include <array>

#include "forge/forge.hpp"

namespace pawl::forge {

std::string_view to_string(PullState state) {
  constexpr std::array<std::string_view, 3> kNames{"open", "merged", "closed"};
  return kNames[static_cast<std::size_t>(state)];
}

Json to_json(const Pull& pull) {
  return Json::object({{"number", pull.number},
                       {"url", pull.url},
                       {"title", pull.title},
                       {"body", pull.body},
                       {"state", to_string(pull.state)},
                       {"base", pull.base},
                       {"branch", pull.branch},
                       {"base_commit", pull.base_commit},
                       {"head_commit", pull.head_commit},
                       {"merge_commit", pull.merge_commit},
                       {"run", pull.run},
                       {"labels", Json::array_of(pull.labels)},
                       {"created_at", pull.created_at},
                       {"updated_at", pull.updated_at}});
}

}  // namespace pawl::forge
