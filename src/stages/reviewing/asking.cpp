#include "stages/reviewing/asking.hpp"

#include "base/text/text.hpp"
#include "planner/prompts/shown_files.hpp"
#include "stages/context_windows.hpp"

namespace pawl::stages {
namespace {

// Whether it makes sense to ask for the next part although this one got no answer.
bool goes_on_after(const Error& error) { return error.code == Errc::timeout || is_too_long(error); }

// Nobody was there to ask.
Result<critics::Review> unanswered(const critics::Diff& diff, const Error& error) {
  if (error.code == Errc::cancelled || error.code == Errc::io) return error;
  critics::ReviewSum sum;
  sum.add_failure(printable(error.to_line(), 300));
  return sum.of(diff);
}

}  // namespace

llm::ChatModel* model_of(Models& models, config::Role role) {
  const auto found = models.others.find(role);
  return found == models.others.end() ? nullptr : found->second.model;
}

Result<critics::Diff> shown_diff(const Scope& scope, const Checkout& checkout,
                                 const std::string& head) {
  TRY_ASSIGN(const std::string text,
             checkout.git.diff(checkout.worktree->folder(), scope.state().base_commit, head));
  return critics::cleaned_diff(critics::parse_diff(text),
                               [&](std::string_view hunk, const std::string& path) {
                                 return planner::cleaned(&scope.redactor, hunk, path);
                               });
}

Result<critics::Review> ask_critic(const Scope& scope, Models& models, const Asking& asking,
                                   const critics::Diff& diff) {
  const Result<llm::Room> known = window_of(scope, models, asking.role);
  if (!known) return unanswered(diff, known.error());
  const llm::Room& window = *known;
  critics::ReviewQuestion question{.title = scope.redactor.apply(asking.title),
                                   .order = asking.order};
  const std::vector<critics::Chunk> chunks =
      critics::cut(diff, critics::limits_of(question, window, asking.tokens_max));
  question.parts = chunks.size();
  TRY(say(scope, asking.purpose + " of the change in " + counted(chunks.size(), "part")));
  critics::ReviewSum sum;
  if (chunks.empty()) sum.add_failure("nothing of the change fits into a question");
  bool asks = true;
  std::string why;
  for (std::size_t i = 0; i < chunks.size(); ++i) {
    TRY(go_on(scope));
    if (asks && budget_is_gone(models)) {
      asks = false;
      why = models.budget->exhausted();
    }
    if (!asks) {
      sum.add_failure(why);
      continue;
    }
    question.part = i + 1;
    TRY_ASSIGN(
        llm::ChatRequest request,
        request_of(scope,
                   critics::review_prompt(question, critics::text_of(diff, chunks[i]), window),
                   window, std::string(to_string(asking.role)),
                   asking.purpose + " part " + std::to_string(i + 1)));
    Result<critics::Critique> critique = critics::critique(
        *model_of(models, asking.role), std::move(request), diff, chunks[i], scope.events);
    if (critique) {
      sum.add(chunks[i], *std::move(critique));
      continue;
    }
    if (critique.error().code == Errc::cancelled) return critique.error();
    why = printable(critique.error().to_line(), 300);
    asks = goes_on_after(critique.error());
    sum.add_failure(why);
  }
  return sum.of(diff);
}

}  // namespace pawl::stages
