// Names that promise a secret: `API_KEY`, `db.password`, `clientSecret`, `SMTP_PASS_PROD`.
#pragma once

#include <string_view>

namespace pawl::repo {

// Of a key, a token or a password.
bool names_secret(std::string_view name);
// Of what a person may choose: a password, a passphrase.
bool names_password(std::string_view name);

}  // namespace pawl::repo
