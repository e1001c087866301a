#include "base/text/glob.hpp"

#include <algorithm>
#include <string>
#include <vector>

namespace pawl {
namespace {

// `[…]` at the start of the pattern: its length and whether it holds the character; 0 when it does
// not end.
struct ClassMatch {
  std::size_t length = 0;
  bool holds = false;
};
ClassMatch match_class(std::string_view pattern, char c) {
  std::size_t i = 1;
  const bool negated = i < pattern.size() && (pattern[i] == '!' || pattern[i] == '^');
  if (negated) ++i;
  bool holds = false;
  for (bool first = true; i < pattern.size() && (first || pattern[i] != ']'); first = false) {
    char low = pattern[i++];
    if (low == '\\' && i < pattern.size()) low = pattern[i++];
    char high = low;
    if (i + 1 < pattern.size() && pattern[i] == '-' && pattern[i + 1] != ']') {
      high = pattern[i + 1];
      i += 2;
    }
    holds = holds || (low <= c && c <= high);
  }
  if (i >= pattern.size()) return {};
  return {.length = i + 1, .holds = holds != negated};
}

// One pattern without braces against one path. What was tried once is not tried again, so that
// time grows with the product of the lengths, whatever the pattern.
class GlobMatcher {
 public:
  GlobMatcher(std::string_view pattern, std::string_view path)
      : pattern_(pattern), path_(path), failed_((pattern.size() + 1) * (path.size() + 1)) {}

  bool match(std::size_t p, std::size_t t) {
    const std::size_t cell = p * (path_.size() + 1) + t;
    if (failed_[cell]) return false;
    if (step(p, t)) return true;
    failed_[cell] = true;
    return false;
  }

 private:
  bool step(std::size_t p, std::size_t t) {
    if (p == pattern_.size()) return t == path_.size();
    const std::string_view rest = pattern_.substr(p);
    if (rest.starts_with("**/")) {
      if (match(p + 3, t)) return true;
      const auto slash = path_.find('/', t);
      return slash != std::string_view::npos && match(p, slash + 1);
    }
    if (rest.front() == '*') {
      const bool crosses = rest.starts_with("**");
      if (match(p + (crosses ? 2 : 1), t)) return true;
      return t < path_.size() && (crosses || path_[t] != '/') && match(p, t + 1);
    }
    if (t == path_.size()) return false;
    return one(rest, p, t);
  }

  // A part that stands for exactly one character.
  bool one(std::string_view rest, std::size_t p, std::size_t t) {
    const char c = path_[t];
    if (rest.front() == '?') return c != '/' && match(p + 1, t + 1);
    if (rest.front() == '[') {
      if (const ClassMatch found = match_class(rest, c); found.length > 0) {
        return found.holds && c != '/' && match(p + found.length, t + 1);
      }
    }
    const std::size_t taken = rest.front() == '\\' && rest.size() > 1 ? 2 : 1;
    return rest[taken - 1] == c && match(p + taken, t + 1);
  }

  std::string_view pattern_;
  std::string_view path_;
  std::vector<bool> failed_;
};

// What stands for itself at both ends of the pattern decides nearly always.
bool match_one(std::string_view pattern, std::string_view path) {
  constexpr std::string_view kSpecial = "*?[]\\";
  const auto head = std::min(pattern.find_first_of(kSpecial), pattern.size());
  if (path.substr(0, head) != pattern.substr(0, head)) return false;
  pattern.remove_prefix(head);
  path.remove_prefix(head);
  if (pattern.empty()) return path.empty();
  std::string_view tail = pattern.substr(pattern.find_last_of(kSpecial) + 1);
  if (tail.starts_with('/')) tail.remove_prefix(1);  // `**/` may stand for nothing
  if (!path.ends_with(tail)) return false;
  return GlobMatcher(pattern, path).match(0, 0);
}

// The place of the brace that closes the one at `open`, and of the commas between them; empty when
// it is not closed.
std::vector<std::size_t> brace_stops(std::string_view pattern, std::size_t open) {
  std::vector<std::size_t> stops;
  int level = 0;
  for (std::size_t i = open; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') {
      ++i;
    } else if (pattern[i] == '{') {
      ++level;
    } else if (pattern[i] == ',' && level == 1) {
      stops.push_back(i);
    } else if (pattern[i] == '}' && --level == 0) {
      stops.push_back(i);
      return stops;
    }
  }
  return {};
}

// Patterns come from repositories: one with more alternatives than people write is cut.
constexpr std::size_t kAlternativesMax = 512;
constexpr std::size_t kPatternBytesMax = 4096;

void expand(std::string pattern, std::size_t from, std::vector<std::string>& out) {
  for (std::size_t i = from; i < pattern.size(); ++i) {
    if (pattern[i] == '\\') ++i;
    if (i >= pattern.size() || pattern[i] != '{') continue;
    const std::vector<std::size_t> stops = brace_stops(pattern, i);
    if (stops.empty()) continue;
    std::size_t begin = i + 1;
    for (const std::size_t stop : stops) {
      if (out.size() >= kAlternativesMax) return;
      expand(pattern.substr(0, i) + pattern.substr(begin, stop - begin) +
                 pattern.substr(stops.back() + 1),
             i, out);
      begin = stop + 1;
    }
    return;
  }
  out.push_back(std::move(pattern));
}

}  // namespace

bool glob_match(std::string_view pattern, std::string_view path) {
  if (pattern.size() > kPatternBytesMax) return false;
  if (pattern.find('/') == std::string_view::npos) {
    const auto slash = path.rfind('/');
    if (slash != std::string_view::npos && pattern != "**") path.remove_prefix(slash + 1);
  } else if (pattern.starts_with('/')) {
    pattern.remove_prefix(1);
  }
  if (pattern.find('{') == std::string_view::npos) return match_one(pattern, path);
  std::vector<std::string> alternatives;
  expand(std::string(pattern), 0, alternatives);
  for (const std::string& alternative : alternatives) {
    if (match_one(alternative, path)) return true;
  }
  return false;
}

}  // namespace pawl
