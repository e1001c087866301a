#include "planner/prompts/file_choice.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text/text.hpp"
#include "planner/rules/suspects.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kMostUsed = 8;
constexpr std::size_t kUsersMin = 2;
constexpr std::size_t kCodeFilesMax = 3'000;

using analyzers::Metric;
using analyzers::MetricStatus;

bool is_left_alone(const RepoPath& path) {
  return repo::is_vendored(path) || repo::is_generated(path);
}

bool is_product(const RepoPath& path) {
  const auto family = repo::family_of(path);
  return family && !is_left_alone(path) &&
         repo::purpose_of(path, *family) == repo::Purpose::product;
}

// The files an import statement leads to: what it names, and where the names come from in the end.
std::set<std::string> targets_of(const index::Graph& graph, const std::string& path,
                                 const syntax::Import& import) {
  const index::Resolution module = graph.resolve(path, import);
  if (module.origin != index::Origin::file) return {};
  std::set<std::string> targets(module.paths.begin(), module.paths.end());
  for (const syntax::ImportedName& name : import.names) {
    const index::Resolution inner = graph.resolve_name(path, import, name.name);
    if (inner.origin == index::Origin::file) targets.insert(inner.paths.begin(), inner.paths.end());
    if (module.paths.size() != 1) continue;
    const auto origin = graph.origin_of(module.paths.front(), name.name);
    if (origin) targets.insert(origin->path);
  }
  return targets;
}

class Choice {
 public:
  explicit Choice(const PlanQuestion& question) : question_(question) {
    for (const repo::Entry& entry : question.view.files()) {
      const bool denied = question.forbidden && !question.forbidden(entry.path).empty();
      if (!denied && !is_left_alone(entry.path)) known_.insert(entry.path.text());
    }
  }

  void add(const std::string& path, std::string why) {
    if (!known_.contains(path) || !seen_.insert(path).second) return;
    files_.push_back({path, std::move(why), 0});
  }
  void add_evidence();
  void add_others();
  std::vector<ChosenFile> take() { return std::move(files_); }

 private:
  const PlanQuestion& question_;
  std::set<std::string> known_;
  std::set<std::string> seen_;
  std::vector<ChosenFile> files_;
};

void Choice::add_evidence() {
  for (const Metric& metric : question_.report.metrics) {
    const bool open = metric.status == MetricStatus::fail || metric.status == MetricStatus::warn;
    if (!open) continue;
    std::set<std::string> paths;
    for (const auto& evidence : metric.evidence) paths.insert(evidence.path);
    for (const std::string& path : paths) add(path, metric.name);
  }
}

void Choice::add_others() {
  std::vector<ChosenFile> others;
  for (const repo::Entry& entry : question_.view.files()) {
    const std::string& path = entry.path.text();
    if (!known_.contains(path) || seen_.contains(path)) continue;
    others.push_back({path, {}, static_cast<int>(entry.path.components().size())});
  }
  std::stable_sort(others.begin(), others.end(),
                   [](const ChosenFile& a, const ChosenFile& b) { return a.rank < b.rank; });
  std::move(others.begin(), others.end(), std::back_inserter(files_));
}

}  // namespace

std::vector<std::pair<std::string, std::size_t>> most_used(const repo::RepoView& view,
                                                           const index::Graph& graph,
                                                           std::size_t limit) {
  std::vector<std::string> code;
  for (const repo::Entry& entry : view.files()) {
    const bool counts = repo::family_of(entry.path) && !is_left_alone(entry.path);
    if (counts && !entry.symlink) code.push_back(entry.path.text());
  }
  if (code.size() > kCodeFilesMax) return {};
  std::map<std::string, std::size_t> users;
  for (const std::string& path : code) {
    std::set<std::string> used;
    for (const syntax::Import& import : graph.imports_of(path)) {
      used.merge(targets_of(graph, path, import));
    }
    used.erase(path);
    for (const std::string& each : used) ++users[each];
  }
  std::vector<std::pair<std::string, std::size_t>> out;
  for (const auto& [path, count] : users) {
    const Result<RepoPath> parsed = RepoPath::from_git(path);
    if (parsed && is_product(*parsed)) out.emplace_back(path, count);
  }
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (out.size() > limit) out.resize(limit);
  return out;
}

std::vector<ChosenFile> chosen_files(const PlanQuestion& question) {
  Choice choice(question);
  for (const Suspect& suspect : suspects_of(question.failures, question.view, question.graph)) {
    choice.add(suspect.path, "failing tests point at it");
  }
  for (const std::string& hint : question.hints) choice.add(hint, "named");
  if (question.graph != nullptr) {
    for (const auto& [path, count] : most_used(question.view, *question.graph, kMostUsed)) {
      if (count < kUsersMin) continue;
      choice.add(path, "used by " + counted(count, "file"));
    }
  }
  choice.add_evidence();
  choice.add_others();
  return choice.take();
}

}  // namespace pawl::planner
