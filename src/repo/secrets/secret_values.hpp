// What distinguishes a secret's value from a placeholder.
#pragma once

#include <string_view>

namespace pawl::repo {

// Shannon entropy of the bytes, in bits a character.
double entropy(std::string_view text);

// Words, keyboard rows and repetitions people write where a secret would stand.
bool is_sample_value(std::string_view value);

// Sixteen letters or more that are no words: capitals among small letters, no vowels for long.
bool looks_scrambled(std::string_view value);
// A value of 16 characters or more that looks random: letters and digits, enough entropy.
bool looks_random(std::string_view value);
// A password a person would choose and should not commit: 8 characters or more, mixed classes.
bool looks_like_password(std::string_view value);
// Four small words or more, joined by signs or blanks; or small letters and digits, eight or more.
bool looks_like_passphrase(std::string_view value);
// Fourteen characters or more as a machine draws them: as many different ones, and as little
// order, as chance has. What a person makes up for a test rarely looks so.
bool looks_generated(std::string_view value);

}  // namespace pawl::repo
