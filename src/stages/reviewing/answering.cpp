#include "stages/reviewing/answering.hpp"

#include "base/text/text.hpp"
#include "run/effects.hpp"
#include "stages/publishing/private_words.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kReasonMax = 300;

// What became of it. A reason is code: it mentions nobody and links to nothing.
std::string answer_text(const Workshop& shop, const Ask& ask) {
  std::string text = "Done in " + ask.end->commit + ".";
  if (!ask.done()) {
    text = "Nothing was changed: `" +
           replace_all(printable(ask.end->reason, kReasonMax), "`", "'") + "`";
  }
  text += "\n\n" + answer_mark(ask.comment) + "\n";
  const Scope& scope = shop.scope;
  const std::vector<std::string> hidden =
      private_words(shop.settings.config, shop.settings.request, scope.layout, shop.checkout.target,
                    scope.ports.folder);
  return without_private_words(scope.redactor.apply(text), hidden);
}

Result<std::optional<forge::Thread>> thread_now(forge::Forge& forge, const Ask& ask) {
  TRY_ASSIGN(std::vector<forge::Thread> threads, forge.reviews().threads(ask.thread.number));
  for (forge::Thread& thread : threads) {
    if (thread.id == ask.thread.id) return std::optional(std::move(thread));
  }
  return std::optional<forge::Thread>();
}

// What keeps this answer alone from its place, as a thread that was locked does.
bool takes_no_answer(const forge::Trouble& trouble) {
  using forge::TroubleKind;
  return trouble.kind == TroubleKind::denied || trouble.kind == TroubleKind::invalid ||
         trouble.kind == TroubleKind::not_found || trouble.kind == TroubleKind::conflict;
}

// Why it could not be said; empty when it was, or nobody is there to hear it.
Result<std::string> post_answer(const Workshop& shop, forge::Forge& forge, const Trust& trust,
                                const Ask& ask) {
  const Scope& scope = shop.scope;
  const std::string number = std::to_string(ask.comment.id);
  const run::Effect effect{.key = "review-reply:" + number,
                           .kind = "comment",
                           .intent = Json::object({{"comment", ask.comment.id}})};
  const auto posted = [&]() -> Result<std::optional<Json>> {
    TRY_ASSIGN(const auto thread, thread_now(forge, ask));
    // A thread that is gone is to be answered by nobody.
    if (!thread) return std::optional(Json::object({{"gone", true}}));
    if (!is_answered(*thread, ask.comment, trust)) return std::optional<Json>();
    return std::optional(Json::object({{"answered", ask.comment.id}}));
  };
  const run::EffectSteps steps{
      .find = posted, .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const auto there, posted());
        if (there) return *there;
        const auto made = forge.reviews().reply(
            ask.thread, {.body = answer_text(shop, ask), .author = trust.self});
        // An answer that was lost says nothing of the comment.
        if (!made) {
          TRY_ASSIGN(const auto after, posted());
          if (after) return *after;
          if (!takes_no_answer(made.error())) {
            return forge::to_error(made.error());
          }
          return Json::object({{"refused", printable(made.error().message, kReasonMax)}});
        }
        return Json::object({{"answered", ask.comment.id}});
      }};
  TRY_ASSIGN(const Json done, run::perform(scope.events, scope.state(), effect, steps));
  return done["refused"].string_or("");
}

// Not every token may: the answer stands there all the same.
Result<bool> resolve_thread(const Workshop& shop, forge::Forge& forge, const Ask& ask) {
  const Scope& scope = shop.scope;
  const run::Effect effect{.key = "review-resolve:" + std::to_string(ask.comment.id),
                           .kind = "resolve",
                           .intent = Json::object({{"thread", ask.thread.id}})};
  const auto resolved = [&]() -> Result<std::optional<Json>> {
    TRY_ASSIGN(const auto thread, thread_now(forge, ask));
    if (thread && !thread->resolved) return std::optional<Json>();
    return std::optional(Json::object({{"resolved", true}}));
  };
  const run::EffectSteps steps{
      .find = resolved, .act = [&]() -> Result<Json> {
        const forge::Answered made = forge.reviews().resolve(ask.thread);
        if (made) return Json::object({{"resolved", true}});
        if (made.error().kind == forge::TroubleKind::cancelled) {
          return forge::to_error(made.error());
        }
        TRY_ASSIGN(const auto after, resolved());
        if (after) return *after;
        return Json::object(
            {{"resolved", false}, {"refused", printable(made.error().message, kReasonMax)}});
      }};
  TRY_ASSIGN(const Json done, run::perform(scope.events, scope.state(), effect, steps));
  return done["resolved"].bool_or(false);
}

}  // namespace

Result<Answering> answer(const Workshop& shop, forge::Forge& forge, const Trust& trust,
                         const Ask& ask) {
  Answering out;
  TRY_ASSIGN(out.refused, post_answer(shop, forge, trust, ask));
  if (!out.refused.empty()) {
    TRY(say(shop.scope,
            "no answer to comment " + std::to_string(ask.comment.id) + ": " + out.refused));
  }
  if (!ask.done()) return out;
  TRY_ASSIGN(out.resolved, resolve_thread(shop, forge, ask));
  return out;
}

}  // namespace pawl::stages
