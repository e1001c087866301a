#include "guards/evidence_json.hpp"

#include <array>

namespace pawl::guards {
namespace {

constexpr std::array<std::string_view, 4> kAnswers = {"found", "missing", "forbidden", "unchecked"};

Result<UrlCheck> url_check(const Json& json) {
  for (std::size_t i = 0; i < kAnswers.size(); ++i) {
    if (json["answer"].text() != kAnswers[i]) continue;
    return UrlCheck{.answer = static_cast<UrlAnswer>(i), .detail = json["detail"].string_or("")};
  }
  return fail(Errc::invalid, "evidence: `" + json.dump() + "` is no answer of a URL check");
}

}  // namespace

Result<Evidence> evidence_from_json(const Json& json) {
  Evidence evidence;
  if (json["urls"].is_object()) {
    evidence.urls.emplace();
    for (const auto& [url, check] : json["urls"].members()) {
      TRY_ASSIGN((*evidence.urls)[url], url_check(check));
    }
  }
  return evidence;
}

Json to_json(const Evidence& evidence) {
  Json json = Json::object();
  if (evidence.urls) {
    Json urls = Json::object();
    for (const auto& [url, check] : *evidence.urls) {
      urls.set(url, Json::object({{"answer", kAnswers[static_cast<std::size_t>(check.answer)]},
                                  {"detail", check.detail}}));
    }
    json.set("urls", std::move(urls));
  }
  return json;
}

}  // namespace pawl::guards
