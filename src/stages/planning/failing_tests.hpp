// The tests that fail on the commit a run starts from, and which files they name: their own file,
// what it imports, and the frames of their output.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "index/index.hpp"
#include "repo/checks/checks.hpp"
#include "stages/stage.hpp"

namespace pawl::stages {

// Whether a place in this text is in the file: its path, then `:12` or `", line 12`.
bool has_frame_of(std::string_view text, std::string_view path);

class FailingTests {
 public:
  // What builds and tests reported of HEAD; nothing fails when they were not run. The index of HEAD
  // is borrowed; null when there is none.
  static Result<FailingTests> of(const Scope& scope, const Checkout& checkout,
                                 const index::CodeIndex* index);

  bool empty() const { return runs_.empty(); }
  // The path is relative to the root.
  bool name(const std::string& path);

 private:
  explicit FailingTests(const index::CodeIndex* index) : index_(index) {}
  const std::vector<std::string>& test_files();
  bool is_imported(const std::string& path);
  const index::Graph* graph() const { return index_ ? &index_->base() : nullptr; }

  const index::CodeIndex* index_;
  std::vector<repo::CheckRun> runs_;  // with failing tests
  std::optional<std::vector<std::string>> test_files_;
};

}  // namespace pawl::stages
