// The tests of a change before and after it, in pairs.
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "git/change.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::guards {

struct FileTests {
  const git::FileChange* file = nullptr;
  std::vector<syntax::Test> before;
  std::vector<syntax::Test> after;
};

// By name in one file, by name in any file, by what they assert. The files are borrowed.
class TestPairs {
 public:
  explicit TestPairs(const std::vector<FileTests>& files);

  struct Pair {
    const syntax::Test* before;
    const syntax::Test* after;
    std::size_t file;  // where it is now
    std::size_t from;  // where it was
  };
  std::vector<Pair> kept;
  std::vector<std::pair<std::size_t, const syntax::Test*>> gone;

  bool is_new(std::size_t file, std::size_t test) const { return !taken_[file][test]; }

 private:
  template <typename Same>
  void match(std::vector<std::vector<bool>>& open, bool same_file, Same same);
  template <typename Same>
  bool pair_up(std::size_t from, const syntax::Test& test, bool same_file, Same same);

  const std::vector<FileTests>& files_;
  std::vector<std::vector<bool>> taken_;
};

// What is left of two lists of assertions when equal ones are taken out.
struct AssertionRest {
  AssertionRest(const syntax::Test& before, const syntax::Test& after);
  std::vector<const syntax::Assertion*> removed;
  std::vector<const syntax::Assertion*> added;
};

}  // namespace pawl::guards
