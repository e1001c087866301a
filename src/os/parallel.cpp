#include "os/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

namespace pawl::os {

void run_parallel(std::size_t count, unsigned threads, std::size_t chunk,
                  const std::function<void(std::size_t index, unsigned worker)>& body) {
  chunk = std::max<std::size_t>(chunk, 1);
  const std::size_t chunks = (count + chunk - 1) / chunk;
  std::atomic<std::size_t> next{0};
  std::mutex failing;
  std::exception_ptr failure;
  const auto work = [&](unsigned worker) {
    try {
      for (std::size_t mine = next++; mine < chunks; mine = next++) {
        const std::size_t end = std::min(count, (mine + 1) * chunk);
        for (std::size_t i = mine * chunk; i < end; ++i) body(i, worker);
      }
    } catch (...) {
      next = chunks;
      const std::lock_guard lock(failing);
      if (!failure) failure = std::current_exception();
    }
  };
  const std::size_t wanted = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(chunks, 1));
  std::vector<std::thread> others;
  others.reserve(wanted - 1);
  try {
    for (unsigned worker = 1; worker < wanted; ++worker) others.emplace_back(work, worker);
  } catch (const std::system_error&) {
    // No more threads are to be had: those that there are do it.
  }
  work(0);
  for (std::thread& other : others) other.join();
  if (failure) std::rethrow_exception(failure);
}

}  // namespace pawl::os
