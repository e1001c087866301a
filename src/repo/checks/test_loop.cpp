#include "repo/checks/test_loop.hpp"

#include <algorithm>

#include "repo/checks/check_copy.hpp"

namespace pawl::repo {

TestLoop::TestLoop(CheckPorts ports, CheckOptions options)
    : ports_(ports), options_(std::move(options)) {}

TestLoop::~TestLoop() {
  if (copy_) copy_->remove();
}

Result<std::unique_ptr<TestLoop>> TestLoop::open(const Facts& facts, const RepoView& view,
                                                 CheckPorts ports, CheckOptions options,
                                                 Which which) {
  const auto all = stacks();
  const auto stack = std::find_if(all.begin(), all.end(),
                                  [&](const Stack& one) { return one.name == which.stack; });
  if (stack == all.end() || stack->test == nullptr) {
    return fail(Errc::not_found, "nobody knows how " + std::string(which.stack) + " tests are run");
  }
  std::unique_ptr<TestLoop> loop(new TestLoop(ports, std::move(options)));
  loop->builds_first_ = stack->tests_what_was_built && stack->build != nullptr;
  loop->copy_ = std::make_unique<CheckCopy>(
      facts, view, loop->ports_, loop->options_,
      CopyPlace{*stack, std::string(which.folder), loop->options_.scratch});
  TRY(loop->copy_->make());
  loop->copy_->take_needs();
  loop->copy_->take_caches();
  return loop;
}

Status TestLoop::put(const RepoPath& path, std::string_view text) { return copy_->put(path, text); }

void TestLoop::narrow_to(std::string path) {
  options_.only.clear();
  if (!path.empty()) options_.only.push_back(std::move(path));
}

CheckRun TestLoop::run(Milliseconds deadline) {
  if (builds_first_) {
    CheckRun built = copy_->check(CheckStep::build, options_.build_deadline);
    copy_->set_built(built.outcome);
    if (built.outcome != CheckOutcome::passed) {
      built.outcome = CheckOutcome::unknown;
      built.reason = "it does not build: " + built.reason;
      return built;
    }
  }
  return copy_->check(CheckStep::test, deadline);
}

}  // namespace pawl::repo
