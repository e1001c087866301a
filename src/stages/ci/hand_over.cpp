#include "stages/ci/hand_over.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "forge/own_words.hpp"
#include "run/effects.hpp"
#include "stages/publishing/private_words.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kNameMax = 120;

std::string mark_of(const Scope& scope) { return forge::hidden_mark("ci", scope.id.text()); }

// A name as code: it mentions nobody and links to nothing.
std::string as_code(std::string_view text) {
  return "`" + replace_all(printable(text, kNameMax), "`", "'") + "`";
}

std::string comment_of(const Workshop& shop, const std::vector<RedCheck>& red,
                       const std::string& why) {
  const Scope& scope = shop.scope;
  std::string text = "The checks of this pull request fail, and it is left to a person now.\n\n";
  for (const RedCheck& one : red) {
    text += "- " + as_code(one.signal.name) + ": " + as_code(one.reason.why) + "\n";
  }
  text += "\nWhat was tried: " + as_code(why) + "\n\n" + mark_of(scope) + "\n";
  const std::vector<std::string> hidden =
      private_words(shop.settings.config, shop.settings.request, scope.layout, shop.checkout.target,
                    scope.ports.folder);
  return without_private_words(scope.redactor.apply(text), hidden);
}

Result<std::optional<Json>> find_comment(const Scope& scope, forge::Forge& forge,
                                         std::int64_t number) {
  TRY_ASSIGN(const auto comment, forge::own_comment(forge, number, mark_of(scope)));
  if (!comment) return std::optional<Json>();
  return std::optional(Json::object({{"comment", comment->id}}));
}

Status put_label(const Scope& scope, forge::Forge& forge, const run::PullRequestRef& known) {
  const auto labelled = [&]() -> Result<std::optional<Json>> {
    TRY_ASSIGN(const forge::Pull pull, forge.pulls().get(known.number));
    const bool there =
        std::find(pull.labels.begin(), pull.labels.end(), kPersonLabel) != pull.labels.end();
    return there ? std::optional(Json::object({{"label", kPersonLabel}})) : std::optional<Json>();
  };
  const run::Effect effect{.key = "ci-label:" + std::to_string(known.number),
                           .kind = "label",
                           .intent = Json::object({{"label", kPersonLabel}})};
  const run::EffectSteps steps{
      .find = labelled, .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const forge::Pull pull, forge.pulls().get(known.number));
        std::vector<std::string> labels = pull.labels;
        labels.emplace_back(kPersonLabel);
        const auto put =
            forge.pulls().update(known.number, {.labels = std::move(labels)}, known.head);
        if (!put && put.error().kind == forge::TroubleKind::cancelled)
          return forge::to_error(put.error());
        if (!put) return Json::object({{"refused", printable(put.error().message, 300)}});
        return Json::object({{"label", kPersonLabel}});
      }};
  TRY_ASSIGN([[maybe_unused]] const Json done,
             run::perform(scope.events, scope.state(), effect, steps));
  return Done{};
}

}  // namespace

Status hand_over(const Workshop& shop, forge::Forge& forge, const std::vector<RedCheck>& red,
                 const std::string& why) {
  const Scope& scope = shop.scope;
  const run::PullRequestRef known = *scope.state().pr;
  const run::Effect effect{.key = "ci-comment:" + std::to_string(known.number),
                           .kind = "comment",
                           .intent = Json::object({{"number", known.number}})};
  const run::EffectSteps steps{
      .find = [&] { return find_comment(scope, forge, known.number); },
      .act = [&]() -> Result<Json> {
        TRY_ASSIGN(const auto there, find_comment(scope, forge, known.number));
        if (there) return *there;
        const auto made = forge.issues().comment(
            known.number, {.body = comment_of(shop, red, why), .author = "pawl"});
        // An answer that was lost says nothing of the comment.
        if (!made) {
          TRY_ASSIGN(const auto after, find_comment(scope, forge, known.number));
          if (after) return *after;
          return forge::to_error(made.error());
        }
        return Json::object({{"comment", made->id}});
      }};
  TRY(say(scope, "leaving the checks to a person"));
  TRY_ASSIGN([[maybe_unused]] const Json done,
             run::perform(scope.events, scope.state(), effect, steps));
  return put_label(scope, forge, known);
}

}  // namespace pawl::stages
