#include "repo/checks/report_lines.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::repo {

std::size_t indent_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

std::optional<int> number_at(std::string_view line, std::string_view before) {
  const auto at = line.find(before);
  if (at == std::string_view::npos) return {};
  const auto words = split_words(line.substr(at + before.size()));
  if (words.empty()) return {};
  const auto value = parse_int(words[0]);
  return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

std::string without_place(std::string_view place) {
  const auto colon = place.find(':');
  return std::string(place.substr(0, colon));
}

FailingTest* add_once(TestReport& report, FailingTest test) {
  if (test.id.empty()) return nullptr;
  const auto known = report.places.find(test.id);
  if (known != report.places.end()) return &report.failing[known->second];
  if (report.failing.size() > kFailingMax) return nullptr;
  report.places.emplace(test.id, report.failing.size());
  return &report.failing.emplace_back(std::move(test));
}

bool fails_below(const TestReport& report, const std::string& id) {
  const std::string start = id + " > ";
  const auto next = report.places.lower_bound(start);
  return next != report.places.end() && next->first.starts_with(start);
}

}  // namespace pawl::repo
