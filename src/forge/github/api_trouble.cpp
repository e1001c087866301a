#include "forge/github/api_trouble.hpp"

#include <array>
#include <utility>

#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

constexpr std::size_t kQuotedMax = 300;

struct StatusRow {
  int status;
  TroubleKind kind;
  std::string_view way_out;
};

// https://docs.github.com/en/rest/using-the-rest-api/troubleshooting-the-rest-api
constexpr auto kStatuses = std::to_array<StatusRow>({
    {400, TroubleKind::invalid, ""},
    {401, TroubleKind::unauthorized,
     "set PAWL_GITHUB_TOKEN to a token that holds, or log in with `gh auth login`"},
    {403, TroubleKind::denied, "a token with the permission it asks for is needed"},
    {404, TroubleKind::not_found,
     "look at the name, and whether the token may see it: GitHub answers the same for both"},
    {405, TroubleKind::conflict, "look at what GitHub waits for, then decide again"},
    {409, TroubleKind::conflict, "look at it again, then decide again"},
    {410, TroubleKind::not_found, ""},
    {415, TroubleKind::invalid, ""},
    {422, TroubleKind::invalid, ""},
    {451, TroubleKind::denied, ""},
});

// `Validation Failed: head is invalid; base is missing`.
std::string words_of(const Json& body) {
  std::string words(body["message"].text());
  std::string separator = ": ";
  for (const Json& error : body["errors"].items()) {
    std::string each(error.text());
    if (each.empty()) each = std::string(error["message"].text());
    if (each.empty() && error.is_object()) {
      each = std::string(error["field"].text()) + " is " + std::string(error["code"].text());
    }
    if (each.empty()) continue;
    words += separator + each;
    separator = "; ";
  }
  return printable(words, kQuotedMax);
}

}  // namespace

bool is_rate_limit(const os::HttpResponse& response) {
  if (response.status == 429) return true;
  if (response.status != 403) return false;
  return !response.header("retry-after").empty() ||
         response.header("x-ratelimit-remaining") == "0" ||
         contains_folded(response.body, "secondary rate limit") ||
         contains_folded(response.body, "abuse detection");
}

Trouble api_trouble(std::string_view asked, const os::HttpResponse& response) {
  const Result<Json> body = Json::parse(response.body);
  const std::string words = body ? words_of(*body) : std::string();
  Trouble trouble;
  trouble.message = std::string(asked) + ": GitHub answers " + std::to_string(response.status) +
                    (words.empty() ? "" : " (" + words + ")");
  if (is_rate_limit(response)) {
    trouble.kind = TroubleKind::rate_limited;
    return trouble;
  }
  for (const StatusRow& row : kStatuses) {
    if (row.status != response.status) continue;
    trouble.kind = row.kind;
    trouble.way_out = row.way_out;
    return trouble;
  }
  trouble.kind = TroubleKind::unavailable;
  trouble.way_out = "try again later; https://www.githubstatus.com has what GitHub knows of it";
  return trouble;
}

Trouble exchange_trouble(std::string_view asked, const Error& error) {
  Trouble trouble = to_trouble(error);
  trouble.message = std::string(asked) + ": " + trouble.message;
  return trouble;
}

Trouble graphql_trouble(std::string_view asked, const Json& errors) {
  Trouble trouble{.kind = TroubleKind::invalid, .message = {}, .way_out = {}};
  std::vector<std::string> words;
  for (const Json& error : errors.items()) {
    const std::string_view type = error["type"].text();
    if (type == "RATE_LIMITED") trouble.kind = TroubleKind::rate_limited;
    if (type == "NOT_FOUND") trouble.kind = TroubleKind::not_found;
    if (type == "FORBIDDEN" || type == "INSUFFICIENT_SCOPES") trouble.kind = TroubleKind::denied;
    if (type == "SERVICE_UNAVAILABLE" || type == "INTERNAL") {
      trouble.kind = TroubleKind::unavailable;
    }
    words.emplace_back(error["message"].text());
  }
  trouble.message =
      std::string(asked) + ": GitHub answers: " + printable(join(words, "; "), kQuotedMax);
  return trouble;
}

}  // namespace pawl::forge
