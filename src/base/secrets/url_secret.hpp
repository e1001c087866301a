// Keys in URLs. URLs are shown, logged, kept in journals and given to programs, so none that Pawl
// is configured with may hold a secret.
#pragma once

#include <string>
#include <string_view>

namespace pawl {

// What the URLs of a text hold that is, or may be, a secret: `a user or a password`, `a key in its
// query`; empty when there is nothing. A user of ssh without a password is none.
std::string_view secret_in_url(std::string_view text);

// The text with users, queries and fragments of its URLs taken out: for messages.
std::string without_url_secrets(std::string_view text);

}  // namespace pawl
