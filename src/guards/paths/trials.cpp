#include "guards/paths/trials.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "guards/text/spoken_comments.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kTrialLinesMax = 60;

// What a runner of tests, another file or a person who reads would look for.
bool holds_more(const git::FileChange& file) {
  const std::string_view text = *file.after;
  const auto family = repo::family_of(file.path);
  if (family && repo::holds_tests(*family, text)) return true;
  return contains(text, "module.exports") || contains(text, "\nexport ") ||
         contains(text, "argparse") || contains(text, "process.argv") || contains(text, "ARGV") ||
         contains(text, "getopts") || contains(text, "package ") || contains(text, "benchmark");
}

}  // namespace

bool tries_out(const git::FileChange& file) {
  const std::string_view text = *file.after;
  if (line_count(text) > kTrialLinesMax || holds_more(file)) return false;
  const auto lines = split_lines(text);
  return std::any_of(lines.begin(), lines.end(),
                     [](std::string_view line) { return says_of_trial(line); });
}

}  // namespace pawl::guards
