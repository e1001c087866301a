// Names of definitions as people write them, `pkg.box.Box.open`, `Box#open`, `box::open`,
// `open_box()`, and the files that hold them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/index.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

// What speaks for a word being a name of the code.
struct NameSigns {
  bool in_code = false;  // it stands between backticks
  bool called = false;   // a bracket follows it
  bool fenced = false;   // it is in a block of code, where every word could be a name
};

// A word of a text that may be such a name: its parts, the last one what is defined. Empty when
// nothing speaks for it.
std::vector<std::string> name_parts(std::string_view word, const NameSigns& signs);

// The files the name may mean, product files before all others; several when it is not known which.
std::vector<std::string> files_defining(const std::vector<std::string>& parts,
                                        const index::Graph& graph, const repo::RepoView& view);

}  // namespace pawl::planner
