// Are there tests for each language in use, in fair number, with a known way to run them?
#include <algorithm>

#include "analyzers/rows.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

constexpr double kTestsEnough = 0.2;  // test files a product file, or else one test each
constexpr std::size_t kTestFilesShownMax = 5;

bool has_builtin_runner(repo::Family family) {
  return family == repo::Family::go || family == repo::Family::rust ||
         family == repo::Family::swift;
}

struct Amount {
  std::size_t files = 0;
  double part = 0;  // of what is enough
};

// The tests of a family; those of languages that do not count by themselves, such as shell scripts
// that start a program, test the largest one.
Amount amount_of(const Survey& survey, const FamilyCount& count) {
  Amount amount{count.tests, 0};
  std::size_t cases = count.cases;
  if (count.family == survey.families.front().family) {
    for (const FamilyCount& other : survey.all_families) {
      if (survey.uses(other.family)) continue;
      amount.files += other.tests;
      cases += other.cases;
    }
  }
  const auto product = static_cast<double>(count.product);
  amount.part = std::max(static_cast<double>(amount.files) / product / kTestsEnough,
                         static_cast<double>(cases) / product);
  return amount;
}

// The names of all test files, in one text, for a search by stem.
std::string test_names(const repo::RepoView& view) {
  std::string names;
  for (const repo::Entry& entry : view.files()) {
    const auto family = repo::family_of(entry.path);
    if (!family || repo::is_vendored(entry.path)) continue;
    if (repo::purpose_of(entry.path, *family) == repo::Purpose::test)
      names += lower(entry.path.name()) + "\n";
  }
  return names;
}

// Product files of the sample with the most functions, without tests inside and without a test
// file named after them: where a first test says most.
void add_untested(const Input& input, repo::Family family, Metric& metric) {
  const std::string names = test_names(input.view);
  std::vector<std::pair<std::ptrdiff_t, const SampledFile*>> ranked;
  for (const SampledFile& file : input.survey->sample) {
    if (file.family != family || file.has_inner_tests) continue;
    const std::string_view name = file.entry->path.name();
    if (contains(names, lower(name.substr(0, name.find('.'))))) continue;
    const auto functions =
        std::count_if(file.definitions.begin(), file.definitions.end(), [](const auto& definition) {
          return definition.kind == "function" || definition.kind == "method";
        });
    if (functions > 0) ranked.emplace_back(functions, &file);
  }
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  for (const auto& [functions, file] : ranked) {
    if (metric.evidence.size() >= kTestFilesShownMax) return;
    metric.evidence.push_back({file->entry->path.text(), 0, 0, "untested-file",
                               counted(static_cast<std::size_t>(functions), "function") +
                                   ", and no test file named after it",
                               "tests"});
  }
}

void add_empty(const Survey& survey, Metric& metric) {
  for (const std::string& path : survey.empty_tests) {
    const auto parsed = RepoPath::from_git(path);
    const auto family = parsed ? repo::family_of(*parsed) : std::nullopt;
    if (!family || !survey.uses(*family)) continue;
    if (metric.evidence.size() >= kTestFilesShownMax) return;
    metric.evidence.push_back(
        {path, 0, 0, "empty-test", "named like a test, but holds no code", "tests"});
  }
}

}  // namespace

void measure_tests(const Input& input, Metric& metric) {
  const Survey& survey = *input.survey;
  if (survey.families.empty()) return no_code(input, metric);
  const bool known_command =
      !input.facts.test_commands.empty() || first_step(survey.ci, StepKind::test) != nullptr;
  Points points;
  std::vector<std::string> parts;
  bool runner_missing = false;
  for (const FamilyCount& count : survey.families) {
    const std::string name(display_name(count.family));
    const Amount amount = amount_of(survey, count);
    points.add(amount.files > 0 ? 55 * count.share : 0, 55 * count.share);
    points.add(30 * count.share * std::min(1.0, amount.part), 30 * count.share);
    const bool runner = known_command || has_builtin_runner(count.family);
    points.add(runner ? 15 * count.share : 0, 15 * count.share);
    parts.push_back(counted(amount.files, "test file") + " for " + std::to_string(count.product) +
                    " " + name + (count.product == 1 ? " source file" : " source files"));
    if (amount.part >= 1) {
      runner_missing = runner_missing || !runner;
      continue;
    }
    metric.suggestions.push_back(amount.files == 0
                                     ? "Add tests for the " + name + " code."
                                     : "Add tests for more of the " + name + " code.");
    add_untested(input, count.family, metric);
  }
  if (runner_missing)
    metric.suggestions.emplace_back("Name the command that runs the tests in a manifest.");
  add_empty(survey, metric);
  grade(metric, points.score());
  metric.details = join(parts, "; ");
}

}  // namespace pawl::analyzers
