// Which files of a repository a text of a person is about: paths with and without lines, frames of
// stack traces, names of definitions, links to files at a forge.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "index/index.hpp"
#include "planner/issue_work.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

inline constexpr std::size_t kCitedMax = 8;

// What the text names and the run will not touch.
struct NotCited {
  std::string spelled;
  std::string reason;
  bool operator==(const NotCited&) const = default;
};

struct Citations {
  // Paths first, then definitions, each in the order of the text; at most kCitedMax.
  std::vector<CitedFile> files;
  std::vector<NotCited> left_out;
};

struct CitationSources {
  const repo::RepoView& view;
  const index::Graph* graph = nullptr;  // null: names of definitions are not looked up
  // `owner/repo` of each address the repository is known under, and its bare name; in lower case.
  std::vector<std::string> names = {};
  // Why a path may never be written, empty when it may.
  std::string (*forbidden)(const RepoPath&) = nullptr;
};

// A text that cites nothing but tests is about what they test.
Citations citations_of(std::string_view text, const CitationSources& sources);

}  // namespace pawl::planner
