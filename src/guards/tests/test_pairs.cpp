#include "guards/tests/test_pairs.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

using syntax::Assertion;
using syntax::Test;

// A test by its last name, without what it stands in: a move to another file or class changes
// that.
std::string_view bare_name(const Test& test) {
  const std::string_view name = test.name;
  const std::size_t arrow = name.rfind(" > ");
  if (arrow != std::string_view::npos) return name.substr(arrow + 3);
  const std::size_t dot = name.rfind('.');
  const bool title = contains(name, " ") || contains(name, "\"");
  return dot == std::string_view::npos || title ? name : name.substr(dot + 1);
}

std::multiset<std::string> texts_of(const Test& test) {
  std::multiset<std::string> texts;
  for (const Assertion& each : test.assertions) texts.insert(each.text);
  return texts;
}

// The share of the assertions that two tests have in common.
double share(const Test& a, const Test& b) {
  if (a.assertions.empty() || b.assertions.empty()) return 0;
  std::multiset<std::string> texts = texts_of(a);
  std::size_t common = 0;
  for (const Assertion& each : b.assertions) {
    const auto found = texts.find(each.text);
    if (found == texts.end()) continue;
    texts.erase(found);
    ++common;
  }
  return static_cast<double>(common) /
         static_cast<double>(std::max(a.assertions.size(), b.assertions.size()));
}

}  // namespace

template <typename Same>
void TestPairs::match(std::vector<std::vector<bool>>& open, bool same_file, Same same) {
  for (std::size_t i = 0; i < files_.size(); ++i) {
    for (std::size_t t = 0; t < open[i].size(); ++t) {
      if (open[i][t] && pair_up(i, files_[i].before[t], same_file, same)) open[i][t] = false;
    }
  }
}
template <typename Same>
bool TestPairs::pair_up(std::size_t from, const Test& test, bool same_file, Same same) {
  for (std::size_t j = 0; j < files_.size(); ++j) {
    if (same_file && j != from) continue;
    for (std::size_t t = 0; t < files_[j].after.size(); ++t) {
      const Test& now = files_[j].after[t];
      if (taken_[j][t] || now.helper != test.helper || !same(test, now)) continue;
      taken_[j][t] = true;
      kept.push_back({&test, &files_[j].after[t], j, from});
      return true;
    }
  }
  return false;
}

TestPairs::TestPairs(const std::vector<FileTests>& files) : files_(files) {
  for (const FileTests& each : files) taken_.emplace_back(each.after.size(), false);
  std::vector<std::vector<bool>> open;
  for (const FileTests& each : files) open.emplace_back(each.before.size(), true);
  match(open, true, [](const Test& a, const Test& b) { return a.name == b.name; });
  match(open, false,
        [](const Test& a, const Test& b) { return !a.helper && bare_name(a) == bare_name(b); });
  match(open, false, [](const Test& a, const Test& b) {
    return !a.assertions.empty() && texts_of(a) == texts_of(b);
  });
  match(open, true, [](const Test& a, const Test& b) { return share(a, b) >= 0.5; });
  for (std::size_t i = 0; i < files.size(); ++i) {
    for (std::size_t t = 0; t < open[i].size(); ++t) {
      if (open[i][t]) gone.emplace_back(i, &files[i].before[t]);
    }
  }
}

AssertionRest::AssertionRest(const Test& before, const Test& after) {
  std::multiset<std::string> old = texts_of(before);
  std::multiset<std::string> now = texts_of(after);
  const auto keep = [](const Test& test, std::multiset<std::string>& others) {
    std::vector<const Assertion*> left;
    for (const Assertion& each : test.assertions) {
      const auto same = others.find(each.text);
      if (same == others.end()) {
        left.push_back(&each);
      } else {
        others.erase(same);
      }
    }
    return left;
  };
  removed = keep(before, now);
  added = keep(after, old);
}

}  // namespace pawl::guards
