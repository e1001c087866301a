#include "git/objects/blob_id.hpp"

#include <doctest/doctest.h>

namespace pawl::git::blob_id_test {

TEST_CASE("a blob is known by its id, of either kind") {
  CHECK(is_blob("", "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391"));
  CHECK(is_blob("hello\n", "ce013625030ba8dba906f756967f9e9ca394464a"));
  CHECK_FALSE(is_blob("hello", "ce013625030ba8dba906f756967f9e9ca394464a"));
  CHECK(is_blob("hello\n", "2cf8d83d9ee29543b34a87727421fdecb7e3f3a183d337639025de576db9ebb4"));
}

}  // namespace pawl::git::blob_id_test
