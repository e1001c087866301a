// Every commit of a range as a change, judged one by one, on several threads.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "git/git.hpp"
#include "judge/judge.hpp"

namespace pawl::inspect {

struct Replayed {
  std::string commit;
  std::string base;  // its first parent
  std::size_t files = 0;
  guards::Evaluation evaluation;
  std::string trouble;  // why it could not be judged; empty when it was
  guards::Nanoseconds took{0};
};

struct ReplayRequest {
  std::string folder;
  std::vector<std::string> commits;
  const config::Config& config;
  os::Files& files;
  std::string schemas;    // as judge::Setup
  guards::Policy policy;  // its suppressions are replaced by those of each commit's own base
  guards::Order order;  // as judge::Setup
  std::string cache;      // the folder of the code index; empty: there is none
  unsigned threads = 1;
};

// In the order of the commits. `done` is called from any thread, after each commit.
std::vector<Replayed> replay(git::Git& git, const ReplayRequest& request,
                             const guards::Stopwatch& stopwatch, const std::function<void()>& done);

}  // namespace pawl::inspect
