#include "planner/prompts/tested_files.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "index/reached.hpp"
#include "planner/prompts/spelled_paths.hpp"
#include "planner/rules/failing_tests.hpp"

namespace pawl::planner {
namespace {

class Finder {
 public:
  explicit Finder(const repo::RepoView& view) : view_(view) {}

  void add_named(std::string_view text) {
    const SpelledPaths paths(view_);
    const std::string plain = replace_all(replace_all(text, "`", " "), "\"", " ");
    for (std::string_view word : split_words(plain)) {
      while (!word.empty() && std::string_view("('[,;:").find(word.front()) != std::string::npos) {
        word.remove_prefix(1);
      }
      while (!word.empty() && std::string_view(")'],;:.").find(word.back()) != std::string::npos) {
        word.remove_suffix(1);
      }
      const std::string_view path = path_part(word);
      if (!path.empty()) add(paths.find(path, ""));
    }
  }

  void add_alike(const std::string& test) {
    const std::string subject = subject_of(test);
    const auto family = index::family_of(test);
    for (const repo::Entry& entry : view_.files()) {
      const std::string& path = entry.path.text();
      if (index::family_of(path) == family && lower(index::stem_of(path)) == subject) add(path);
    }
  }

  void add(const std::string& path) {
    if (path.empty() || found_.size() == kTestedFilesMax || !is_product_file(path)) return;
    if (std::find(found_.begin(), found_.end(), path) == found_.end()) found_.push_back(path);
  }

  std::vector<std::string> take() { return std::move(found_); }

 private:
  const repo::RepoView& view_;
  std::vector<std::string> found_;
};

}  // namespace

std::vector<std::string> tested_files(const Task& task, const Subtask& subtask,
                                      const repo::RepoView& view, const index::Graph* graph) {
  const auto& hints = subtask.file_hints;
  if (hints.empty() || !std::all_of(hints.begin(), hints.end(), is_test_file)) return {};
  Finder finder(view);
  finder.add_named(subtask.title + "\n" + subtask.description);
  finder.add_named(task.title + "\n" + task.description);
  for (const std::string& hint : hints) finder.add_alike(hint);
  for (const std::string& hint : hints) {
    if (graph == nullptr) break;
    for (const std::string& path : index::reached_from(*graph, hint)) finder.add(path);
  }
  return finder.take();
}

}  // namespace pawl::planner
