#include "planner/task_work.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/hidden.hpp"
#include "base/text/text.hpp"
#include "planner/prompts/citations.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kTitleBytesMax = 120;

bool of_path(char c) {
  return is_word(c) || c == '/' || c == '-' || static_cast<unsigned char>(c) >= 0x80U;
}

// The words hold the path, and no longer one. A full stop may end a sentence.
bool spelled_in(std::string_view words, std::string_view path) {
  for (auto at = words.find(path); at != std::string_view::npos; at = words.find(path, at + 1)) {
    const auto end = at + path.size();
    const char before = at == 0 ? ' ' : words[at - 1];
    const char behind = end == words.size() ? ' ' : words[end];
    const char next = end + 1 >= words.size() ? ' ' : words[end + 1];
    const bool from_here = at >= 2 && words.substr(at - 2, 2) == "./";
    const bool begins = from_here || (!of_path(before) && before != '.');
    const bool ends = !of_path(behind) && (behind != '.' || !of_path(next));
    if (begins && ends) return true;
  }
  return false;
}

}  // namespace

bool TaskWork::names(const std::string& path) const {
  if (spelled_in(words, path)) return true;
  return std::any_of(files.begin(), files.end(), [&](const CitedFile& file) {
    // By the end of its path, where that is the only one: not by what it defines.
    return file.path == path && path.ends_with(file.spelled) && contains(file.spelled, ".");
  });
}

TaskWork task_work(std::string_view words, const repo::RepoView& view, const index::Graph* graph,
                   std::string (*forbidden)(const RepoPath&)) {
  TaskWork out{.words = visible(std::string(trim(words))), .files = {}};
  out.files =
      citations_of(out.words, {.view = view, .graph = graph, .names = {}, .forbidden = forbidden})
          .files;
  return out;
}

std::string task_title(std::string_view words) {
  const std::string_view line =
      split_lines(trim(words)).empty() ? std::string_view() : split_lines(trim(words)).front();
  return printable(trim(line), kTitleBytesMax);
}

}  // namespace pawl::planner
