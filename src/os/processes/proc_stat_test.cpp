#include "os/processes/proc_stat.hpp"

#include <doctest/doctest.h>

#include <string>

#include <unistd.h>

namespace pawl::os::proc_stat_test {
namespace {

const std::string kRest =
    " 10 10 0 -1 4194560 1 2 0 0 100 20 3 4 20 0 5 0 9000 1000000 250 18446744073709551615 1\n";

}  // namespace

TEST_CASE("a process may be called anything") {
  for (const std::string name : {"sh", "a b", ") Z 1 (", "((", ""}) {
    CAPTURE(name);
    ProcStat process;
    REQUIRE(parse_stat(("42 (" + name + ") S 7" + kRest).c_str(), process));
    CHECK(process.alive);
    CHECK(process.parent == 7);
    CHECK(process.cpu_ticks == 127);
    CHECK(process.threads == 5);
    CHECK(process.started == 9000);
    CHECK(process.resident_pages == 250);
  }
  ProcStat zombie;
  REQUIRE(parse_stat(("42 (sh) Z 7" + kRest).c_str(), zombie));
  CHECK_FALSE(zombie.alive);
}

TEST_CASE("what is cut off is no process") {
  const std::string whole = "42 (sh) S 7" + kRest;
  for (const std::size_t length : {std::size_t{0}, std::size_t{5}, std::size_t{7}, std::size_t{8},
                                   std::size_t{20}, whole.find(" 9000") + 1}) {
    CAPTURE(length);
    ProcStat process;
    CHECK_FALSE(parse_stat(whole.substr(0, length).c_str(), process));
  }
}

TEST_CASE("this process is among all of them") {
  Proc proc;
  REQUIRE(proc.readable());
  bool seen = false;
  int pid = 0;
  for (pid = proc.next(); pid > 0; pid = proc.next()) seen = seen || pid == ::getpid();
  CHECK(pid == 0);
  CHECK(seen);
  ProcStat process;
  REQUIRE(proc.read(::getpid(), process));
  CHECK(process.pid == ::getpid());
  CHECK(process.parent == ::getppid());
  CHECK(process.alive);
  CHECK_FALSE(proc.read(1 << 23, process));
}

}  // namespace pawl::os::proc_stat_test
