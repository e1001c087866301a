// What distinguishes a secret's value from a placeholder, and the shapes issuers give their tokens.
#pragma once

#include <string_view>

namespace pawl::repo {

// Shannon entropy of the bytes, in bits a character.
double entropy(std::string_view text);

// Words, keyboard rows and repetitions people write where a secret would stand.
bool is_sample_value(std::string_view value);

struct Issued {
  std::string_view name;   // `GitHub token`; empty: no issuer's token
  bool proven = false;     // it carries its issuer's checksum, and that is right
  bool disproven = false;  // likewise, and that is wrong
  bool certain = true;     // else it may be public on purpose, as samples of documents are
};
// The issuer's token at the start of the text. A token with a wrong checksum counts, unproven.
Issued issuer_of(std::string_view text);

// Whether a token of some issuer begins with this character.
bool begins_like_token(char first);

// Sixteen letters or more that are no words: capitals among small letters, no vowels for long.
bool looks_scrambled(std::string_view value);
// A value of 16 characters or more that looks random: letters and digits, enough entropy.
bool looks_random(std::string_view value);
// A password a person would choose and should not commit: 8 characters or more, mixed classes.
bool looks_like_password(std::string_view value);

// Does a name promise a secret: `API_KEY`, `db.password`, `clientSecret`?
bool names_secret(std::string_view name);

}  // namespace pawl::repo
