#include "runner/claim_run.hpp"

#include <doctest/doctest.h>

#include "os/clock.hpp"
#include "os/files/memory_files.hpp"

namespace pawl::runner::claim_run_test {
namespace {

// The same digits again and again, and then others.
class Repeating final : public os::Random {
 public:
  explicit Repeating(int times) : left_(times) {}
  std::uint64_t next() override { return left_-- > 0 ? 0xaaaaaaaaaaaaaaaa : 0xbbbbbbbbbbbbbbbb; }

 private:
  int left_;
};

}  // namespace

TEST_CASE("a run gets an id that no other run has") {
  os::FakeClock clock;
  os::MemoryFiles files(clock);
  const store::Layout layout{.config_folder = "/c", .state_folder = "/s"};
  Repeating first(1);
  const auto one = claim_run(files, first, layout, "My Project");
  REQUIRE(one.ok());
  CHECK(one->id.text() == "my-project-aaaaaa");
  CHECK(one->hex == "aaaaaa");
  Repeating again(3);
  const auto other = claim_run(files, again, layout, "My Project");
  REQUIRE(other.ok());
  CHECK(other->id.text() == "my-project-bbbbbb");
  CHECK(files.stat(layout.run(other->id)).value().has_value());

  Repeating never(1'000);
  const auto none = claim_run(files, never, layout, "My Project");
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().code == Errc::conflict);
  CHECK(none.error().to_line().find("/s/runs") != std::string::npos);
}

}  // namespace pawl::runner::claim_run_test
