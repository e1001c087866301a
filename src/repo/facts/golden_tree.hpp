// The format of tests/golden/facts/<name>/tree.txt, for tests: where the files are from and their
// licence, a blank line, every path of the tree (`x ` before an executable one, `l ` before a
// symlink, `- ` before any other), and what facts read of it:
//
//   -- package.json --
//   {…}
//   -- LICENSE (no newline) --
//   …
#pragma once

#include <map>
#include <string>
#include <vector>

#include "repo/views/view.hpp"

namespace pawl::repo {

struct GoldenTree {
  std::string origin;
  std::vector<Entry> entries;  // sorted by path
  std::map<std::string, std::string> contents;
};

GoldenTree parse_golden_tree(std::string_view text);
std::string to_text(const GoldenTree& tree);
// Files without content answer as if they were empty. `tree` is borrowed.
std::unique_ptr<RepoView> view_of(const GoldenTree& tree);
// The tree of a view, with all that gather_facts() reads of it, long files cut.
GoldenTree record(const RepoView& view, std::string origin);

}  // namespace pawl::repo
