#include "schema/report.hpp"

#include <algorithm>

namespace pawl::schema {
namespace {

// A form whose fixed values differ is another thing altogether.
std::size_t cost(const Report& branch) {
  std::size_t out = 0;
  for (const Found& found : branch) {
    const bool is_missing = found.violation.keyword == "required";
    out += found.allowed.size() == 1 ? 20U : is_missing ? 3U : 2U;
  }
  return out;
}

template <class Test>
bool any_here(const Report& branch, std::size_t depth, Test test) {
  return std::any_of(branch.begin(), branch.end(),
                     [&](const Found& found) { return found.depth == depth && test(found); });
}

void add_allowed(const Report& branch, std::size_t depth, Choice& choice) {
  for (const Found& found : branch) {
    if (found.depth != depth) continue;
    choice.allowed.insert(choice.allowed.end(), found.allowed.begin(), found.allowed.end());
  }
}

bool is_only_pattern(const Report& branch, std::size_t depth) {
  return std::all_of(branch.begin(), branch.end(), [&](const Found& found) {
    return found.depth == depth && found.violation.keyword == "pattern";
  });
}

}  // namespace

Choice choose(const std::vector<Report>& branches, std::size_t depth) {
  Choice out;
  std::vector<const Report*> near;
  for (const Report& branch : branches) {
    if (any_here(branch, depth, [](const Found& found) { return found.types != 0; })) {
      for (const Found& found : branch) {
        if (found.depth == depth) out.types = static_cast<Types>(out.types | found.types);
      }
    } else if (any_here(branch, depth, [](const Found& found) { return !found.allowed.empty(); })) {
      add_allowed(branch, depth, out);
    } else {
      near.push_back(&branch);
    }
  }
  // A list of words says more than the pattern that stands beside it for their other spellings.
  if (!out.allowed.empty()) {
    std::erase_if(near, [&](const Report* branch) { return is_only_pattern(*branch, depth); });
  }
  const auto best =
      std::min_element(near.begin(), near.end(),
                       [](const Report* a, const Report* b) { return cost(*a) < cost(*b); });
  if (best != near.end()) out.nearest = *best;
  return out;
}

}  // namespace pawl::schema
