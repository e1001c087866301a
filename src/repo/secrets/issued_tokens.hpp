// Tokens in the shapes their issuers give them: data/secrets/tokens.txt says how a shape is
// written. Some have a structure of their own (JSON web tokens, Discord, Telegram).
#pragma once

#include <string>
#include <string_view>

namespace pawl::repo {

struct Issued {
  std::string_view name;   // `GitHub token`; empty: no issuer's token
  std::string_view body;   // of the text, what is not the same in each token
  bool proven = false;     // it carries its issuer's checksum, and that is right
  bool disproven = false;  // likewise, and that is wrong
  bool certain = true;     // else it may be public on purpose, as samples of documents are
  bool dated = false;      // it says when it was made, or until when it counts
};
// The issuer's token at the start of the text. A token with a wrong checksum counts, unproven.
Issued issuer_of(std::string_view text);

// Whether a token of some issuer begins with this character.
bool begins_like_token(char first);
// Whether what stands for itself in some shape begins with this piece, or this piece with it.
bool may_begin_token(std::string_view piece);

// The token of an issuer that is written here in base 64 or hexadecimal digits, at the start of
// the text.
Issued encoded_issuer_of(std::string_view text);

// The password of `user:password` in base 64, as `Authorization: Basic` has it. Empty: it is none.
std::string encoded_password(std::string_view text);

}  // namespace pawl::repo
