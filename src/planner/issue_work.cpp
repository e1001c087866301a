#include "planner/issue_work.hpp"

#include <algorithm>

#include "base/text/hidden.hpp"
#include "base/text/text.hpp"
#include "planner/rules/suspects.hpp"
#include "repo/secrets/secrets.hpp"

namespace pawl::planner {
namespace {

std::string without_comments(std::string_view text) {
  std::string out;
  for (;;) {
    const auto begin = text.find("<!--");
    out += text.substr(0, begin);
    if (begin == std::string_view::npos) return out;
    const auto end = text.find("-->", begin);
    if (end == std::string_view::npos) return out;
    text.remove_prefix(end + 3);
  }
}

bool names_test(const IssueWork& issue, const TestFailure& failure) {
  std::string name = failure.id.substr(0, failure.id.find('['));
  for (const std::string_view mark : {"::", " > ", "."}) {
    const auto at = name.rfind(mark);
    if (at != std::string::npos) name = name.substr(at + mark.size());
  }
  constexpr std::size_t kTermMin = 4;
  return name.size() >= kTermMin && (contains_word_folded(issue.body, trim(name)) ||
                                     contains_word_folded(issue.title, trim(name)));
}

}  // namespace

bool IssueWork::cites(std::string_view path) const {
  return std::any_of(files.begin(), files.end(),
                     [&](const CitedFile& file) { return file.path == path; });
}

Json to_json(const IssueWork& issue) {
  Json files = Json::array();
  for (const CitedFile& file : issue.files) {
    files.push(Json::object(
        {{"path", file.path}, {"lines", Json::array_of(file.lines)}, {"spelled", file.spelled}}));
  }
  return Json::object({{"number", issue.number},
                       {"title", issue.title},
                       {"body", issue.body},
                       {"files", std::move(files)},
                       {"files_by_person", issue.files_by_person}});
}

IssueWork issue_from_json(const Json& json) {
  IssueWork issue;
  issue.number = json["number"].int_or(0);
  issue.title = json["title"].string_or("");
  issue.body = json["body"].string_or("");
  issue.files_by_person = json["files_by_person"].bool_or(false);
  for (const Json& item : json["files"].items()) {
    CitedFile file{
        .path = item["path"].string_or(""), .lines = {}, .spelled = item["spelled"].string_or("")};
    for (const Json& line : item["lines"].items()) {
      file.lines.push_back(static_cast<int>(line.int_or(0)));
    }
    issue.files.push_back(std::move(file));
  }
  return issue;
}

std::string readable_issue(std::string_view text) {
  const std::string shown = without_comments(replace_all(to_utf8(text), "\r\n", "\n"));
  return repo::without_secrets(without_hidden(shown));
}

std::vector<TestFailure> failures_about(const IssueWork& issue,
                                        std::span<const TestFailure> failures,
                                        const repo::RepoView& view, const index::Graph* graph) {
  std::vector<TestFailure> out;
  for (const TestFailure& failure : failures) {
    bool about = names_test(issue, failure);
    for (const std::string& file : files_of(failure, view)) about = about || issue.cites(file);
    for (const Suspect& suspect : suspects_of({&failure, 1}, view, graph)) {
      about = about || issue.cites(suspect.path);
    }
    if (about) out.push_back(failure);
  }
  return out;
}

bool tests_cited(const IssueWork& issue, const std::string& path, const index::Graph* graph) {
  if (!is_test_file(path)) return false;
  const std::string subject = subject_of(path);
  return std::any_of(issue.files.begin(), issue.files.end(), [&](const CitedFile& file) {
    if (index::family_of(file.path) != index::family_of(path)) return false;
    if (lower(index::stem_of(file.path)) == subject) return true;
    if (graph == nullptr) return false;
    const std::vector<index::Site> importers = graph->importers_of(file.path);
    return std::any_of(importers.begin(), importers.end(),
                       [&](const index::Site& site) { return site.path == path; });
  });
}

}  // namespace pawl::planner
