#include "planner/concerns/concern.hpp"

#include "base/text/text.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kConcernsMax = 200;
constexpr std::size_t kConcernBytesMax = 600;
constexpr std::size_t kMarkBytesMax = 16'000;  // forges take texts of some 64 KiB
constexpr std::string_view kMarkBegin = "<!-- pawl-concerns: ";
constexpr std::string_view kMarkEnd = " -->";

// As JSON reads it again; two hyphens in a row would end an HTML comment.
std::string escaped_for_comment(const std::string& json) {
  const std::string open = replace_all(replace_all(json, "<", "\\u003c"), ">", "\\u003e");
  return replace_all(open, "--", "-\\u002d");
}

}  // namespace

std::vector<std::string> concerns_of(const Task& task, const Subtask& subtask,
                                     const ConcernNames& names) {
  if (names.issue > 0) return {"issue:" + std::to_string(names.issue)};
  if (!subtask.recipe.empty()) {
    const std::string concern = names.of_recipe ? names.of_recipe(subtask.recipe) : std::string();
    return {"recipe:" + (concern.empty() ? subtask.recipe : concern)};
  }
  std::vector<std::string> concerns;
  for (const std::string& test : subtask.tests) concerns.push_back("test:" + test);
  if (!concerns.empty()) return concerns;
  const std::string metric = task.metric.empty() ? "any" : lower(task.metric);
  for (const std::string& path : subtask.file_hints) concerns.push_back(metric + ":" + path);
  return concerns;
}

std::string concerns_mark(const std::vector<std::string>& concerns) {
  Json list = Json::array();
  std::size_t bytes = 0;
  for (const std::string& concern : concerns) {
    bytes += concern.size();
    if (list.size() == kConcernsMax || bytes > kMarkBytesMax) break;
    if (concern.size() <= kConcernBytesMax) list.push(concern);
  }
  if (list.size() == 0) return {};
  return std::string(kMarkBegin) + escaped_for_comment(list.dump()) + std::string(kMarkEnd);
}

std::vector<std::string> concerns_in(std::string_view text) {
  const auto begin = text.rfind(kMarkBegin);
  if (begin == std::string_view::npos) return {};
  std::string_view rest = text.substr(begin + kMarkBegin.size());
  const auto end = rest.find(kMarkEnd);
  if (end == std::string_view::npos) return {};
  const Result<Json> list = Json::parse(rest.substr(0, end));
  std::vector<std::string> concerns;
  if (!list || !list->is_array()) return concerns;
  for (const Json& item : list->items()) {
    if (concerns.size() == kConcernsMax) break;
    const bool fits = item.is_string() && item.text().size() <= kConcernBytesMax;
    if (fits) concerns.emplace_back(item.text());
  }
  return concerns;
}

}  // namespace pawl::planner
