// What protects a branch on GitHub: branch protection and rulesets, and who may pass them by.
#include <set>

#include "base/secrets/secret.hpp"
#include "base/text/text.hpp"
#include "forge/github/github_pulls.hpp"

namespace pawl::forge {
namespace {

// Rules that a push by hand does not pass.
bool keeps_from_pushing(std::string_view type) {
  return type == "pull_request" || type == "update" || type == "required_status_checks";
}

std::string guarded_path(const std::string& branch) {
  return "/branches/" + percent_encoded(branch);
}

// An answer that this user may not see is none.
bool is_hidden(const Trouble& trouble) {
  return trouble.kind == TroubleKind::not_found || trouble.kind == TroubleKind::denied;
}

// Who lets some pass without the pull request that it asks for.
bool has_exceptions(const Json& reviews) {
  const Json& allowed = reviews["bypass_pull_request_allowances"];
  return allowed["users"].size() + allowed["teams"].size() + allowed["apps"].size() > 0;
}

// Administrators alone may read it; it may let them pass, ask for no pull request at all, or name
// who needs none.
Answered add_protection(GithubWorld& world, const std::string& branch, BranchGuard& guard) {
  guard.asks.emplace_back("branch protection");
  Answer<Api::Reply> reply = world.api.get(world.path(guarded_path(branch) + "/protection"));
  if (!reply && !is_hidden(reply.error())) return std::move(reply).error();
  if (!reply) {
    guard.unknown.emplace_back(
        "the token may not read whether branch protection asks for a pull request");
    return Done{};
  }
  const Json& reviews = reply->body["required_pull_request_reviews"];
  if (!reply->body["enforce_admins"]["enabled"].bool_or(false)) {
    guard.ways.emplace_back(
        "branch protection does not bind administrators, and the token is one's");
  }
  if (reviews.is_null()) {
    guard.ways.emplace_back("branch protection asks for no pull request");
  } else if (has_exceptions(reviews)) {
    guard.ways.emplace_back("branch protection names who needs no pull request");
  }
  return Done{};
}

Answered add_ruleset(GithubWorld& world, std::int64_t id, BranchGuard& guard) {
  Answer<Api::Reply> reply = world.api.get(world.path("/rulesets/" + std::to_string(id)));
  if (!reply && !is_hidden(reply.error())) return std::move(reply).error();
  const std::string name = reply ? "ruleset \"" + printable(reply->body["name"].text(), 100) + "\""
                                 : "ruleset " + std::to_string(id);
  guard.asks.push_back(name);
  const std::string can = reply ? reply->body["current_user_can_bypass"].string_or("") : "";
  if (can == "always" || can == "exempt") guard.ways.push_back(name + " lets the token pass");
  if (can == "pull_requests_only")
    guard.ways.push_back(name + " lets the token pass when it merges");
  if (can.empty())
    guard.unknown.push_back("GitHub does not say whether " + name + " binds the token");
  return Done{};
}

}  // namespace

Answer<BranchGuard> GithubPulls::guard_of(const std::string& branch) {
  BranchGuard guard;
  TRY_ASSIGN(const Api::Reply known, world_.api.get(world_.path(guarded_path(branch))));
  if (known.body["protected"].bool_or(false) && known.body["protection"]["enabled"].bool_or(true)) {
    TRY(add_protection(world_, branch, guard));
  }
  Answer<Api::Reply> rules =
      world_.api.get(world_.path("/rules/branches/" + percent_encoded(branch) + "?per_page=100"));
  if (!rules && !is_hidden(rules.error())) return std::move(rules).error();
  if (!rules) {
    guard.unknown.emplace_back("GitHub does not say which rulesets there are");
    return guard;
  }
  std::set<std::int64_t> rulesets;
  for (const Json& rule : rules->body.items()) {
    if (keeps_from_pushing(rule["type"].text())) rulesets.insert(rule["ruleset_id"].int_or(0));
  }
  for (const std::int64_t id : rulesets) TRY(add_ruleset(world_, id, guard));
  if (guard.asks.empty()) {
    guard.ways.emplace_back(
        "nothing asks for a pull request there: whoever may push may change it");
  }
  return guard;
}

}  // namespace pawl::forge
