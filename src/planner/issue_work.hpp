// The one issue a run is bound to: what it says, as far as a model may read it, and the files it
// cites. What an issue says is data from somebody nobody knows; it gives no orders.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "index/index.hpp"
#include "planner/rules/failing_tests.hpp"
#include "repo/views/view.hpp"

namespace pawl::planner {

struct CitedFile {
  std::string path;
  std::vector<int> lines = {};  // that the issue names of it, in order
  std::string spelled;          // how the issue says it
  bool operator==(const CitedFile&) const = default;
};

struct IssueWork {
  std::int64_t number = 0;
  std::string title;  // readable_issue() of it
  std::string body;   // likewise
  std::vector<CitedFile> files;
  bool files_by_person = false;  // named on the command line, not by the issue

  bool cites(std::string_view path) const;
  bool operator==(const IssueWork&) const = default;
};
Json to_json(const IssueWork& issue);
IssueWork issue_from_json(const Json& json);

// What a person sees of the text at a forge: without HTML comments, control and invisible
// characters; and without what looks like a secret.
std::string readable_issue(std::string_view text);

// The failing tests the issue is about: it names them or their files, or they point at a file it
// cites.
std::vector<TestFailure> failures_about(const IssueWork& issue,
                                        std::span<const TestFailure> failures,
                                        const repo::RepoView& view, const index::Graph* graph);

// Whether it is, by its name or its imports, a test of a file the issue cites. It need not exist.
bool tests_cited(const IssueWork& issue, const std::string& path, const index::Graph* graph);

}  // namespace pawl::planner
