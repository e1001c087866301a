#include "base/secrets/url_secret.hpp"

#include <doctest/doctest.h>

namespace pawl::url_secret_test {

TEST_CASE("a secret in a URL is seen, and not shown") {
  struct Row {
    const char* text;
    const char* found;
    const char* shown;
  };
  const Row rows[] = {
      {"http://localhost:1234/v1", "", "http://localhost:1234/v1"},
      {"https://u:k@host/v1", "a user or a password", "https://…@host/v1"},
      {"https://k@host/v1", "a user or a password", "https://…@host/v1"},
      {"socks5h://u:k@host:1080", "a user or a password", "socks5h://…@host:1080"},
      {"ssh://git@host/o/r", "", "ssh://…@host/o/r"},
      {"ssh://git:k@host/o/r", "a user or a password", "ssh://…@host/o/r"},
      {"https://host/v1?api_key=k", "a key in its query", "https://host/v1?…"},
      {"https://host/v1?a=1&X-Api-Key=k", "a key in its query", "https://host/v1?…"},
      {"https://host/v1?version=2", "", "https://host/v1?…"},
      {"https://host/v1#access_token=k", "a key in its query", "https://host/v1#…"},
      {"https://host/a@b", "", "https://host/a@b"},
      {"openai:m@http://host/v1, openai:n@https://u:k@other/v1", "a user or a password",
       "openai:m@http://host/v1, openai:n@https://…@other/v1"},
      {"no url: a@b?key=1", "", "no url: a@b?key=1"},
      {"scan=tool --url 'https://t:k@host/x' -v", "a user or a password",
       "scan=tool --url 'https://…@host/x' -v"},
      {"", "", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(secret_in_url(row.text) == row.found);
    CHECK(without_url_secrets(row.text) == row.shown);
  }
}

}  // namespace pawl::url_secret_test
