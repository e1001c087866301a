#include "forge/values.hpp"

#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

Json number_or_null(std::int64_t number) { return number == 0 ? Json() : Json(number); }

constexpr auto kAssociationNames =
    fixed_words("none", "contributor", "collaborator", "member", "owner");
constexpr auto kStatusNames = fixed_words("queued", "in_progress", "completed");
constexpr auto kConclusionNames =
    fixed_words("", "success", "failure", "neutral", "cancelled", "skipped", "timed_out",
                "action_required", "stale", "startup_failure");

template <class Value>
std::optional<Value> named(WordsView names, std::string_view name) {
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (names[i] == name) return static_cast<Value>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view to_string(PullState state) {
  static constexpr auto kNames = fixed_words("open", "merged", "closed");
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
                       {"draft", pull.draft},
                       {"frozen", pull.frozen},
                       {"head_repository", pull.head_repository},
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

Json to_json(const Comment& comment) {
  return Json::object({{"id", comment.id},
                       {"number", comment.number},
                       {"author", comment.author},
                       {"body", comment.body},
                       {"created_at", comment.created_at},
                       {"association", to_string(comment.association)}});
}

std::string_view to_string(Association association) {
  return kAssociationNames[static_cast<std::size_t>(association)];
}

std::optional<Association> association_named(std::string_view name) {
  return named<Association>(kAssociationNames, lower(name));
}

std::string_view to_string(Mergeable mergeable) {
  static constexpr auto kNames = fixed_words("unknown", "clean", "conflicting");
  return kNames[static_cast<std::size_t>(mergeable)];
}

std::string_view to_string(ReviewDecision decision) {
  static constexpr auto kNames = fixed_words("none", "approved", "changes_requested", "required");
  return kNames[static_cast<std::size_t>(decision)];
}

std::string_view to_string(ReviewState state) {
  static constexpr auto kNames = fixed_words("commented", "approved", "changes_requested");
  return kNames[static_cast<std::size_t>(state)];
}

Json to_json(const Review& review) {
  Json comments = Json::array();
  for (const LineComment& comment : review.comments) {
    comments.push(
        Json::object({{"path", comment.path}, {"line", comment.line}, {"body", comment.body}}));
  }
  return Json::object({{"id", review.id},
                       {"number", review.number},
                       {"state", to_string(review.state)},
                       {"author", review.author},
                       {"body", review.body},
                       {"head_commit", review.head_commit},
                       {"comments", std::move(comments)},
                       {"created_at", review.created_at},
                       {"association", to_string(review.association)}});
}

std::string_view to_string(CheckStatus status) {
  return kStatusNames[static_cast<std::size_t>(status)];
}

std::string_view to_string(Conclusion conclusion) {
  return kConclusionNames[static_cast<std::size_t>(conclusion)];
}

std::optional<CheckStatus> check_status_named(std::string_view name) {
  return named<CheckStatus>(kStatusNames, name);
}

std::optional<Conclusion> conclusion_named(std::string_view name) {
  return named<Conclusion>(kConclusionNames, name);
}

Json to_json(const Check& check) {
  return Json::object(
      {{"name", check.name},
       {"head_commit", check.head_commit},
       {"status", to_string(check.status)},
       {"conclusion",
        check.conclusion == Conclusion::none ? Json() : Json(to_string(check.conclusion))},
       {"output", check.output},
       {"created_at", check.created_at},
       {"updated_at", check.updated_at}});
}

bool is_red(Conclusion conclusion) {
  return conclusion == Conclusion::failure || conclusion == Conclusion::timed_out ||
         conclusion == Conclusion::cancelled || conclusion == Conclusion::startup_failure;
}

bool is_red(const Check& check) { return is_red(check.conclusion); }

}  // namespace pawl::forge
