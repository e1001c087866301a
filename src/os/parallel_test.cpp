#include "os/parallel.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <stdexcept>
#include <vector>

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pawl::os::parallel_test {

TEST_CASE("every index is done once, by however many threads") {
  for (const unsigned threads : {0U, 1U, 3U}) {
    std::vector<std::atomic<int>> done(1'000);
    run_parallel(done.size(), threads, 7, [&](std::size_t i, unsigned worker) {
      CHECK(worker < std::max(threads, 1U));
      ++done[i];
    });
    for (const auto& times : done) CHECK(times == 1);
  }
}

TEST_CASE("what a worker throws is the caller's to catch") {
  const auto tenth_throws = [](std::atomic<std::size_t>& others) {
    return [&others](std::size_t i, unsigned) {
      if (i == 10) throw std::runtime_error("ten");
      ++others;
    };
  };
  std::atomic<std::size_t> beside{0};
  CHECK_THROWS_AS(run_parallel(1'000, 4, 1, tenth_throws(beside)), std::runtime_error);
  CHECK(beside < 1'000);
  // How far the other threads came before they heard of it is theirs; one alone stops there.
  std::atomic<std::size_t> before{0};
  CHECK_THROWS_AS(run_parallel(1'000, 1, 1, tenth_throws(before)), std::runtime_error);
  CHECK(before == 10);
}

TEST_CASE("where no thread can be started, the caller does it all") {
  const pid_t child = ::fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    // Room for what there is, and for no other stack.
    const rlimit none{64U << 20U, 64U << 20U};
    ::setrlimit(RLIMIT_AS, &none);
    std::atomic<std::size_t> done{0};
    pthread_attr_t large;
    ::pthread_attr_init(&large);
    ::pthread_attr_setstacksize(&large, std::size_t{1} << 30);
    ::pthread_setattr_default_np(&large);
    run_parallel(50, 4, 1, [&](std::size_t, unsigned) { ++done; });
    ::_exit(done == 50 ? 0 : 1);
  }
  int status = 0;
  REQUIRE(::waitpid(child, &status, 0) == child);
  CHECK(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 0);
}

}  // namespace pawl::os::parallel_test
