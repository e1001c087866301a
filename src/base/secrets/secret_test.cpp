#include "base/secrets/secret.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string>
#include <type_traits>

#include "base/json.hpp"

namespace pawl::secret_test {
namespace {

static_assert(!std::is_constructible_v<Json, Secret>, "a secret has no codec");
static_assert(!std::is_convertible_v<Secret, std::string>, "a secret is no text");

Redactor knowing(std::initializer_list<std::string_view> values) {
  Redactor redactor;
  for (const std::string_view value : values) redactor.add(Secret(std::string(value)));
  return redactor;
}

struct Case {
  std::string_view text;
  std::string_view want;
};

TEST_CASE("known values are blanked wherever they stand") {
  const Redactor redactor = knowing({"hunter22", "tok/en+1&", "hunter22-longer"});
  const auto cases = std::to_array<Case>({
      {"", ""},
      {"nothing here", "nothing here"},
      {"hunter22", "[redacted]"},
      {"a hunter22b hunter22", "a [redacted]b [redacted]"},
      {"hunter22-longer", "[redacted]"},
      {"https://x:tok%2Fen%2B1%26@host/", "https://x:[redacted]@host/"},
      {"Hunter22", "Hunter22"},
  });
  for (const Case& each : cases) CHECK(redactor.apply(each.text) == each.want);
}

TEST_CASE("values that overlap leave nothing between them") {
  const Redactor redactor = knowing({"abcdefgh", "efghijkl"});
  CHECK(redactor.apply("xabcdefghijklx") == "x[redacted]x");
  CHECK(knowing({"aaaaaa"}).apply("aaaaaaaa!") == "[redacted]!");
}

TEST_CASE("a token is found in a header, whatever stands before and behind it") {
  const std::string token = "ghp_0123456789?>~";
  const Redactor redactor = knowing({token});
  for (const std::string before : {"", "a", "ab", "user:", "x-access-token:"}) {
    for (const std::string behind : {"", "\n", "xy", "xyz"}) {
      const std::string encoded = base64(before + token + behind);
      CAPTURE(encoded);
      CHECK(redactor.apply("Authorization: Basic " + encoded).find("[redacted]") !=
            std::string::npos);
    }
  }
}

TEST_CASE("a value is found in JSON, and by lines") {
  const std::string key = "-----BEGIN KEY-----\nMIIEvQIBADANBgkqhkiG9w0\n-----END KEY-----\n";
  const Redactor redactor = knowing({key, "pass\"word\\"});
  CHECK(redactor.apply(Json(key).dump()) == "\"[redacted]\"");
  CHECK(redactor.apply(Json("pass\"word\\").dump()) == "\"[redacted]\"");
  CHECK(redactor.apply("log: MIIEvQIBADANBgkqhkiG9w0") == "log: [redacted]");
}

TEST_CASE("short values are not taken") {
  CHECK(knowing({"abcde", ""}).empty());
  CHECK(!knowing({"abcdef"}).empty());
}

TEST_CASE("base64 and percent encoding") {
  CHECK(base64("") == "");
  CHECK(base64("f") == "Zg==");
  CHECK(base64("fo") == "Zm8=");
  CHECK(base64("foo") == "Zm9v");
  CHECK(base64("\xFF\xFE") == "//4=");
  CHECK(percent_encoded("aZ0-._~ /\xC3\xA4") == "aZ0-._~%20%2F%C3%A4");
}

}  // namespace
}  // namespace pawl::secret_test
