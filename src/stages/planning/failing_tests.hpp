// The tests that fail on the commit a run stands on, and which files they name: their own file,
// what it imports, and the frames of their output.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "repo/checks/checks.hpp"
#include "stages/stage.hpp"
#include "stages/working/run_index.hpp"

namespace pawl::stages {

// Whether a place in this text is in the file: its path, then `:12` or `", line 12`.
bool has_frame_of(std::string_view text, std::string_view path);

class FailingTests {
 public:
  // What builds and tests said before the work; nothing fails when they were not run. The run is
  // borrowed, and has a worktree.
  static Result<FailingTests> of(StageRun& run);

  bool empty() const { return runs_.empty(); }
  // The path is relative to the root.
  bool name(const std::string& path);

 private:
  explicit FailingTests(StageRun& run) : run_(&run) {}
  const std::vector<std::string>& test_files();
  bool is_imported(const std::string& path);
  const index::Graph* graph();

  StageRun* run_;
  std::vector<repo::CheckRun> runs_;  // with failing tests
  std::unique_ptr<RunIndex> around_;
  std::unique_ptr<index::CodeIndex> index_;
  std::optional<std::vector<std::string>> test_files_;
};

}  // namespace pawl::stages
