// Signatures by a private RSA key, by Mbed TLS: how a program that has the key says who it is.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"
#include "base/secrets/secret.hpp"

namespace pawl {

// RS256 (RFC 7518, 3.3): RSASSA-PKCS1-v1_5 with SHA-256; the bytes of the signature. `key` is a PEM
// document, as PKCS #1 or PKCS #8. invalid, without a byte of the key, when it is no private RSA
// key of 2048 bits at least, or is behind a passphrase; io where the system has no random numbers.
Result<std::string> sign_rs256(const Secret& key, std::string_view text);

}  // namespace pawl
