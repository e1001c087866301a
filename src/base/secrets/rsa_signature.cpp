#include "base/secrets/rsa_signature.hpp"

#include <array>
#include <cstddef>

#include <mbedtls/ctr_drbg.h>
#include <mbedtls/entropy.h>
#include <mbedtls/pk.h>
#include <mbedtls/sha256.h>
#include <mbedtls/version.h>

namespace pawl {
namespace {

constexpr std::size_t kKeyBitsMin = 2048;

const unsigned char* bytes_of(std::string_view text) {
  return reinterpret_cast<const unsigned char*>(text.data());
}

// Random numbers, with which a signature is blinded against those who measure its time.
class Random {
 public:
  Random() {
    mbedtls_entropy_init(&entropy_);
    mbedtls_ctr_drbg_init(&generator_);
    seeded_ =
        mbedtls_ctr_drbg_seed(&generator_, mbedtls_entropy_func, &entropy_, nullptr, 0) == 0;
  }
  ~Random() {
    mbedtls_ctr_drbg_free(&generator_);
    mbedtls_entropy_free(&entropy_);
  }
  Random(const Random&) = delete;
  Random& operator=(const Random&) = delete;

  bool seeded() const { return seeded_; }
  mbedtls_ctr_drbg_context* generator() { return &generator_; }

 private:
  mbedtls_entropy_context entropy_;
  mbedtls_ctr_drbg_context generator_;
  bool seeded_ = false;
};

class Key {
 public:
  Key() { mbedtls_pk_init(&key_); }
  ~Key() { mbedtls_pk_free(&key_); }
  Key(const Key&) = delete;
  Key& operator=(const Key&) = delete;

  // False: no private RSA key in PEM that opens without a passphrase.
  bool read(const std::string& pem, [[maybe_unused]] Random& random) {
    // What does not look like PEM would be tried as DER.
    if (pem.find("-----BEGIN ") == std::string::npos) return false;
    const std::size_t size = pem.size() + 1;  // with the NUL at its end, as the library wants PEM
#if MBEDTLS_VERSION_MAJOR >= 3
    const int failed = mbedtls_pk_parse_key(&key_, bytes_of(pem), size, nullptr, 0,
                                            mbedtls_ctr_drbg_random, random.generator());
#else
    const int failed = mbedtls_pk_parse_key(&key_, bytes_of(pem), size, nullptr, 0);
#endif
    return failed == 0 && mbedtls_pk_can_do(&key_, MBEDTLS_PK_RSA) == 1;
  }

  std::size_t bits() const { return mbedtls_pk_get_bitlen(&key_); }

  // Empty: it could not be made.
  std::string sign(std::string_view text, Random& random) {
    std::array<unsigned char, 32> digest{};
    std::array<unsigned char, MBEDTLS_PK_SIGNATURE_MAX_SIZE> out{};
    std::size_t size = 0;
#if MBEDTLS_VERSION_MAJOR >= 3
    const bool done =
        mbedtls_sha256(bytes_of(text), text.size(), digest.data(), 0) == 0 &&
        mbedtls_pk_sign(&key_, MBEDTLS_MD_SHA256, digest.data(), digest.size(), out.data(),
                        out.size(), &size, mbedtls_ctr_drbg_random, random.generator()) == 0;
#else
    const bool done =
        mbedtls_sha256_ret(bytes_of(text), text.size(), digest.data(), 0) == 0 &&
        mbedtls_pk_sign(&key_, MBEDTLS_MD_SHA256, digest.data(), digest.size(), out.data(), &size,
                        mbedtls_ctr_drbg_random, random.generator()) == 0;
#endif
    return done ? std::string(out.begin(), out.begin() + static_cast<std::ptrdiff_t>(size))
                : std::string();
  }

 private:
  mbedtls_pk_context key_;
};

}  // namespace

Result<std::string> sign_rs256(const Secret& key, std::string_view text) {
  Random random;
  if (!random.seeded()) return fail(Errc::io, "the system gives no random numbers to sign with");
  Key rsa;
  if (!rsa.read(key.reveal(), random)) {
    return fail(Errc::invalid,
                "it holds no private RSA key in PEM that opens without a passphrase");
  }
  if (rsa.bits() < kKeyBitsMin) {
    return fail(Errc::invalid, "its key has less than " + std::to_string(kKeyBitsMin) + " bits");
  }
  std::string out = rsa.sign(text, random);
  if (out.empty()) return fail(Errc::invalid, "its key cannot sign");
  return out;
}

}  // namespace pawl
