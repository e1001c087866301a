#include "base/secrets/rsa_signature.hpp"

#include <cstddef>
#include <memory>

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>

namespace pawl {
namespace {

constexpr int kKeyBitsMin = 2048;

using Bio = std::unique_ptr<BIO, decltype(&BIO_free)>;
using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;
using Digest = std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)>;

// Without it libcrypto would ask at the terminal.
int no_passphrase(char*, int, int, void*) { return 0; }

Key key_in(const std::string& pem) {
  const Bio text(BIO_new_mem_buf(pem.data(), static_cast<int>(pem.size())), BIO_free);
  if (!text) return {nullptr, EVP_PKEY_free};
  return {PEM_read_bio_PrivateKey(text.get(), nullptr, no_passphrase, nullptr), EVP_PKEY_free};
}

std::string signature(EVP_PKEY* key, std::string_view text) {
  const Digest digest(EVP_MD_CTX_new(), EVP_MD_CTX_free);
  const auto* bytes = reinterpret_cast<const unsigned char*>(text.data());
  std::size_t size = 0;
  if (!digest || EVP_DigestSignInit(digest.get(), nullptr, EVP_sha256(), nullptr, key) != 1 ||
      EVP_DigestSign(digest.get(), nullptr, &size, bytes, text.size()) != 1) {
    return {};
  }
  std::string out(size, '\0');
  auto* place = reinterpret_cast<unsigned char*>(out.data());
  if (EVP_DigestSign(digest.get(), place, &size, bytes, text.size()) != 1) return {};
  out.resize(size);
  return out;
}

}  // namespace

Result<std::string> sign_rs256(const Secret& key, std::string_view text) {
  // A variable of the environment could name a configuration, and that a library to load.
  OPENSSL_init_crypto(OPENSSL_INIT_NO_LOAD_CONFIG, nullptr);
  const Key rsa = key_in(key.reveal());
  ERR_clear_error();
  if (!rsa || EVP_PKEY_get_base_id(rsa.get()) != EVP_PKEY_RSA) {
    return fail(Errc::invalid,
                "it holds no private RSA key in PEM that opens without a passphrase");
  }
  if (EVP_PKEY_get_bits(rsa.get()) < kKeyBitsMin) {
    return fail(Errc::invalid, "its key has less than " + std::to_string(kKeyBitsMin) + " bits");
  }
  std::string out = signature(rsa.get(), text);
  ERR_clear_error();
  if (out.empty()) return fail(Errc::invalid, "its key cannot sign");
  return out;
}

}  // namespace pawl
