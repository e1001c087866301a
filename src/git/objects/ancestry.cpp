#include "git/objects/ancestry.hpp"

#include <deque>
#include <string_view>
#include <unordered_set>
#include <utility>
#include <vector>

#include "base/text/text.hpp"

namespace pawl::git {
namespace {

// Of a longer history git is asked at once.
constexpr std::size_t kReadMax = 32;

std::vector<std::string> parents_of(const Object& commit) {
  std::vector<std::string> parents;
  for (const std::string_view line : split_lines(commit.content)) {
    if (line.empty()) break;  // the message
    constexpr std::string_view kParent = "parent ";
    if (line.starts_with(kParent)) parents.emplace_back(line.substr(kParent.size()));
  }
  return parents;
}

}  // namespace

std::optional<bool> leads_to(ObjectReader& objects, const std::string& from,
                             const std::string& wanted) {
  std::deque<std::string> next{from};
  std::unordered_set<std::string> seen{from};
  for (std::size_t read = 0; !next.empty(); ++read) {
    if (next.front() == wanted) return true;
    if (read == kReadMax) return std::nullopt;
    const auto commit = objects.read(next.front());
    if (!commit || !*commit || (*commit)->type != "commit") return std::nullopt;
    next.pop_front();
    for (std::string& parent : parents_of(**commit)) {
      if (parent == wanted) return true;
      if (seen.insert(parent).second) next.push_back(std::move(parent));
    }
  }
  return false;
}

}  // namespace pawl::git
