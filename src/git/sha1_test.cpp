#include "git/sha1.hpp"

#include <doctest/doctest.h>

#include "git/blob_id.hpp"

namespace pawl::git::sha1_test {
namespace {

std::string hashed(Sha1 hash, std::string_view text) {
  hash.add(text);
  return hash.hex();
}

}  // namespace

TEST_CASE("SHA-1 of the standard's examples") {
  struct Row {
    std::string text;
    const char* hash;
  };
  const Row rows[] = {
      {"", "da39a3ee5e6b4b0d3255bfef95601890afd80709"},
      {"abc", "a9993e364706816aba3e25717850c26c9cd0d89d"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "84983e441c3bd26ebaae4aa1f95129e5e54670f1"},
      {std::string(1'000'000, 'a'), "34aa973cd4c4daa4f61eeb2bdbad27316534016f"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text.size());
    CHECK(hashed(Sha1(), row.text) == row.hash);
    CHECK(hashed(Sha1(sha1_mix_portable), row.text) == row.hash);
  }
}

TEST_CASE("every way to mix gives the same, at every length and cut") {
  std::string text;
  for (int i = 0; i < 300; ++i) {
    text += static_cast<char>(i * 7);
    Sha1 whole(sha1_mix_portable);
    Sha1 cut;
    whole.add(text);
    cut.add(text.substr(0, text.size() / 3));
    cut.add(text.substr(text.size() / 3));
    CHECK(whole.hex() == cut.hex());
  }
}

TEST_CASE("a blob is known by its id, of either kind") {
  CHECK(is_blob("", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"));
  CHECK(is_blob("hello\n", "ce013625030ba8dba906f756967f9e9ca394464a"));
  CHECK_FALSE(is_blob("hello", "ce013625030ba8dba906f756967f9e9ca394464a"));
  CHECK(is_blob("hello\n", "2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4"));
}

}  // namespace pawl::git::sha1_test
