#include "os/parallel.hpp"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

namespace pawl::os {

void run_parallel(std::size_t count, unsigned threads, std::size_t chunk,
                  const std::function<void(std::size_t index, unsigned worker)>& body) {
  chunk = std::max<std::size_t>(chunk, 1);
  const std::size_t chunks = (count + chunk - 1) / chunk;
  std::atomic<std::size_t> next{0};
  const auto work = [&](unsigned worker) {
    for (std::size_t mine = next++; mine < chunks; mine = next++) {
      const std::size_t end = std::min(count, (mine + 1) * chunk);
      for (std::size_t i = mine * chunk; i < end; ++i) body(i, worker);
    }
  };
  const std::size_t wanted = std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(chunks, 1));
  std::vector<std::thread> others;
  others.reserve(wanted - 1);
  for (unsigned worker = 1; worker < wanted; ++worker) others.emplace_back(work, worker);
  work(0);
  for (std::thread& other : others) other.join();
}

}  // namespace pawl::os
