// Whether a test that is run no more still stands in its file: then nobody meant to remove it.
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "git/change.hpp"
#include "guards/guard.hpp"
#include "repo/checks/checks.hpp"

namespace pawl::guards {

// Both are borrowed. Reads test files of the head at the first question that needs them: no more
// than 500 of them, nor than 8 MiB.
class WrittenTests {
 public:
  WrittenTests(const git::Change& change, const Context& context)
      : change_(change), context_(context) {}

  // By its bare name, as a word: it stands in its file, or in some test file where the runner names
  // none, and the change takes it out of no test file. False where the name is put together when
  // the tests are run, or has less than three characters.
  bool has(const repo::TestName& test);

  // How many more times than before the change has the word in test files, and in `file`.
  std::ptrdiff_t added_by_change(std::string_view name, const std::string& file) const;

 private:
  const std::vector<std::string>& test_texts();

  const git::Change& change_;
  const Context& context_;
  std::vector<std::string> texts_;
  std::set<std::string, std::less<>> programs_;  // test files without their endings
  bool read_ = false;
};

}  // namespace pawl::guards
