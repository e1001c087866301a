// What the readers of test reports that people read have in common.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "repo/checks/tool_output.hpp"

namespace pawl::repo {

std::size_t indent_of(std::string_view line);
// The number behind a mark: `# pass 2`.
std::optional<int> number_at(std::string_view line, std::string_view before);
// `a.test.js` of `a.test.js:3:1`.
std::string without_place(std::string_view place);

// Tells tests of one name apart: the second is `name (2)`. Numbers are given among tests of one end
// (failed, passed, skipped), so that one more failure is one more id wherever in the file it is.
class Ordinals {
 public:
  std::string named(std::string id) {
    const int number = ++seen_[id];
    return number == 1 ? std::move(id) : bounded_name(id + " (" + std::to_string(number) + ")");
  }

 private:
  std::map<std::string, int, std::less<>> seen_;
};

struct EndOrdinals {
  Ordinals failing;
  Ordinals passing;
  Ordinals skipped;
};

// Adds a test that passed or was skipped, unless there are more than a report may have.
inline void add_named(std::vector<TestName>& tests, std::string id) {
  if (tests.size() <= kTestsMax) tests.push_back({std::move(id), {}});
}

// Names of the groups a line stands in, by indentation.
class Groups {
 public:
  void enter(std::size_t indent, std::string_view name) {
    constexpr std::size_t kDepthMax = 100;
    std::string whole = path(indent, name);
    if (open_.size() < kDepthMax) open_.emplace_back(indent, std::move(whole));
  }
  void leave_to(std::size_t indent) {
    while (!open_.empty() && open_.back().first >= indent) open_.pop_back();
  }
  std::string path(std::size_t indent, std::string_view name) {
    leave_to(indent);
    if (open_.empty()) return bounded_name(std::string(name));
    return bounded_name(open_.back().second + " > " + std::string(name));
  }

 private:
  std::vector<std::pair<std::size_t, std::string>> open_;  // with the groups around them
};

}  // namespace pawl::repo
