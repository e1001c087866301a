#include "base/secrets/rsa_signature.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>

#include <openssl/bio.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

namespace pawl::rsa_signature_test {
namespace {

using Key = std::unique_ptr<EVP_PKEY, decltype(&EVP_PKEY_free)>;

Key key_of(unsigned bits) { return {EVP_RSA_gen(bits), EVP_PKEY_free}; }

std::string pem_of(EVP_PKEY* key, bool traditional, const char* passphrase = nullptr) {
  const std::unique_ptr<BIO, decltype(&BIO_free)> out(BIO_new(BIO_s_mem()), BIO_free);
  const EVP_CIPHER* cipher = passphrase == nullptr ? nullptr : EVP_aes_128_cbc();
  const auto* words = reinterpret_cast<const unsigned char*>(passphrase);
  const int length = passphrase == nullptr ? 0 : 6;
  const int done = traditional ? PEM_write_bio_PrivateKey_traditional(out.get(), key, cipher, words,
                                                                      length, nullptr, nullptr)
                               : PEM_write_bio_PrivateKey(out.get(), key, cipher, words, length,
                                                          nullptr, nullptr);
  REQUIRE(done == 1);
  char* bytes = nullptr;
  const long size = BIO_get_mem_data(out.get(), &bytes);
  return {bytes, static_cast<std::size_t>(size)};
}

bool verifies(EVP_PKEY* key, const std::string& text, const std::string& signature) {
  const std::unique_ptr<EVP_MD_CTX, decltype(&EVP_MD_CTX_free)> digest(EVP_MD_CTX_new(),
                                                                       EVP_MD_CTX_free);
  REQUIRE(EVP_DigestVerifyInit(digest.get(), nullptr, EVP_sha256(), nullptr, key) == 1);
  return EVP_DigestVerify(digest.get(), reinterpret_cast<const unsigned char*>(signature.data()),
                          signature.size(), reinterpret_cast<const unsigned char*>(text.data()),
                          text.size()) == 1;
}

TEST_CASE("a text is signed by a key in either form") {
  const Key key = key_of(2048);
  for (const bool traditional : {true, false}) {
    const auto signature = sign_rs256(Secret(pem_of(key.get(), traditional)), "who I am");
    REQUIRE_MESSAGE(signature, signature.error().message);
    CHECK(signature->size() == 256);
    CHECK(verifies(key.get(), "who I am", *signature));
    CHECK_FALSE(verifies(key.get(), "who I was", *signature));
  }
}

TEST_CASE("what is no usable key is refused, and not shown") {
  const Key key = key_of(2048);
  const Key small = key_of(1024);
  const std::string whole = pem_of(key.get(), true);
  for (const std::string& text :
       {std::string(), std::string("canary"), whole.substr(0, whole.size() / 2),
        pem_of(small.get(), true), pem_of(key.get(), true, "canary"),
        pem_of(key.get(), false, "canary")}) {
    const auto signature = sign_rs256(Secret(text), "x");
    REQUIRE_FALSE(signature);
    CHECK(signature.error().code == Errc::invalid);
    CHECK(signature.error().message.find("canary") == std::string::npos);
  }
}

}  // namespace
}  // namespace pawl::rsa_signature_test
