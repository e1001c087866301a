#include <array>

#include "forge/forge.hpp"

namespace pawl::forge {
namespace {

Json number_or_null(std::int64_t number) { return number == 0 ? Json() : Json(number); }

}  // namespace

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
                       {"fixes", number_or_null(pull.fixes)},
                       {"created_at", pull.created_at},
                       {"updated_at", pull.updated_at}});
}

std::string_view to_string(IssueState state) {
  return state == IssueState::open ? "open" : "closed";
}

Json to_json(const Issue& issue) {
  return Json::object({{"number", issue.number},
                       {"url", issue.url},
                       {"title", issue.title},
                       {"body", issue.body},
                       {"state", to_string(issue.state)},
                       {"author", issue.author},
                       {"labels", Json::array_of(issue.labels)},
                       {"closed_by", number_or_null(issue.closed_by)},
                       {"created_at", issue.created_at},
                       {"updated_at", issue.updated_at}});
}

}  // namespace pawl::forge
