#include "os/files/leftover_name.hpp"

#include <doctest/doctest.h>

#include "os/processes/process.hpp"

namespace pawl::os::leftover_name_test {

TEST_CASE("a temporary file names its maker") {
  const std::string name = temporary_name("state.json", "0123abcd");
  CHECK(name == ".state.json." + std::to_string(own_pid()) + "-0123abcd.tmp");
  CHECK(maker_of_temporary(name) == own_pid());
}

TEST_CASE("what is no name of Pawl's has no maker") {
  struct Row {
    const char* name;
    std::optional<int> maker;
  };
  const Row rows[] = {
      {".state.json.0123abcd.tmp", 0},
      {".a.77-00000000.tmp", 77},
      {"state.json", {}},
      {"a.77-00000000.tmp", {}},
      {".tmp", {}},
      {".vimrc.tmp", {}},
      {".a.77-xyzxyzxy.tmp", {}},
      {".a.-1-00000000.tmp", {}},
      {".a.99999999999-00000000.tmp", {}},
      {".00000000.tmp", {}},
      {".a.0-00000000.tmp", {}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(maker_of_temporary(row.name) == row.maker);
  }
}

TEST_CASE("so does a folder of homes") {
  CHECK(homes_template() == "/tmp/pawl-" + std::to_string(own_pid()) + "-XXXXXX");
  CHECK(maker_of_homes("pawl-12-aB3dE6") == 12);
  for (const char* name :
       {"pawl-backup", "pawl-12", "pawl-12-abc", "pawl-e2e-abcdef", "pawl-0-abcdef"}) {
    CAPTURE(name);
    CHECK_FALSE(maker_of_homes(name).has_value());
  }
}

}  // namespace pawl::os::leftover_name_test
