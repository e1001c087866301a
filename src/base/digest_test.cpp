#include "base/digest.hpp"

#include <doctest/doctest.h>

#include <thread>
#include <vector>

namespace pawl::digest_test {

TEST_CASE("digests of the standard's examples") {
  struct Row {
    std::string text;
    const char* sha1;
    const char* sha256;
  };
  const Row rows[] = {
      {"", "da39a3ee5e6b4b0d3255bfef95601890afd80709",
       "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
      {"abc", "a9993e364706816aba3e25717850c26c9cd0d89d",
       "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
      {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
       "84983e441c3bd26ebaae4aa1f95129e5e54670f1",
       "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
      {std::string(1'000'000, 'a'), "34aa973cd4c4daa4f61eeb2bdbad27316534016f",
       "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text.size());
    CHECK(digest_hex(Hash::sha1, {row.text}) == row.sha1);
    CHECK(digest_hex(Hash::sha256, {row.text}) == row.sha256);
  }
}

TEST_CASE("a digest is of its parts one behind the other, wherever they are cut") {
  const std::string text(300, 'x');
  for (const Hash hash : {Hash::sha1, Hash::sha256}) {
    const std::string whole = digest_hex(hash, {text});
    for (std::size_t cut = 0; cut <= text.size(); ++cut) {
      const std::string_view view = text;
      CHECK(digest_hex(hash, {view.substr(0, cut), {}, view.substr(cut)}) == whole);
    }
  }
}

TEST_CASE("threads hash beside each other") {
  std::vector<std::string> found(4);
  std::vector<std::thread> threads;
  for (std::string& each : found) {
    threads.emplace_back([&each] {
      for (int i = 0; i < 1'000; ++i) each = digest_hex(Hash::sha1, {"abc"});
    });
  }
  for (std::thread& each : threads) each.join();
  for (const std::string& each : found) CHECK(each == "a9993e364706816aba3e25717850c26c9cd0d89d");
}

TEST_CASE("a digest that goes on is that of all it took") {
  Sha256 digest;
  CHECK(digest.hex() == digest_hex(Hash::sha256, {}));
  digest.add("ab");
  const Sha256 copy = digest;
  digest.add("c");
  CHECK(digest.hex() == digest_hex(Hash::sha256, {"abc"}));
  CHECK(copy.hex() == digest_hex(Hash::sha256, {"ab"}));
}

}  // namespace pawl::digest_test
