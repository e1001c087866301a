// Are linter, formatter and type checker set up for each language, and are functions small enough
// to follow?
#include <algorithm>

#include "analyzers/rows.hpp"
#include "analyzers/tools.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

constexpr int kBranchesMax = 10;
constexpr std::size_t kMissingToolsShownMax = 5;

struct RoleRow {
  Role role;
  double points;
  std::string_view noun;
};

constexpr RoleRow kRoles[] = {{Role::linter, 35, "linter"},
                              {Role::formatter, 15, "formatter"},
                              {Role::types, 10, "type checker"}};

void tools(const Input& input, Points& points, Metric& metric, std::vector<std::string>& used) {
  const ToolBox box(input);
  for (const FamilyCount& count : input.survey->families) {
    for (const RoleRow& row : kRoles) {
      if (!expects(count.family, row.role)) continue;
      const auto use = box.find(count.family, row.role);
      points.add(use ? row.points * count.share : 0, row.points * count.share);
      if (use) {
        if (std::find(used.begin(), used.end(), use->tool) == used.end()) used.push_back(use->tool);
        continue;
      }
      metric.suggestions.push_back("Set up a " + std::string(row.noun) + " for " +
                                   std::string(display_name(count.family)) + ", such as " +
                                   std::string(usual_tool(count.family, row.role)) + ".");
    }
  }
}

struct Complex {
  const SampledFile* file;
  const syntax::Definition* definition;
};

// How many functions of the sample branch too much; the worst as evidence.
std::string complexity(const Survey& survey, Points& points, Metric& metric) {
  std::size_t functions = 0;
  std::vector<Complex> complex;
  for (const SampledFile& file : survey.sample) {
    for (const syntax::Definition& definition : file.definitions) {
      if (definition.kind != "function" && definition.kind != "method") continue;
      ++functions;
      if (definition.branches > kBranchesMax) complex.push_back({&file, &definition});
    }
  }
  if (functions == 0) return {};
  const double share = static_cast<double>(complex.size()) / static_cast<double>(functions);
  points.add(40 * std::max(0.0, 1 - 2 * share), 40);
  std::stable_sort(complex.begin(), complex.end(), [](const Complex& a, const Complex& b) {
    return a.definition->branches > b.definition->branches;
  });
  for (const Complex& one : complex) {
    if (metric.evidence.size() >= kMissingToolsShownMax) break;
    metric.evidence.push_back(
        {one.file->entry->path.text(), one.definition->line, 0, "complex-function",
         "`" + shown_name(*one.file, *one.definition) + "` has " +
             counted(static_cast<std::size_t>(one.definition->branches), "branch", "branches"),
         "complexity"});
  }
  if (share > 0.1) metric.suggestions.emplace_back("Split the functions with the most branches.");
  return std::to_string(complex.size()) + " of " + counted(functions, "function") +
         " with more than " + std::to_string(kBranchesMax) + " branches in a sample of " +
         counted(survey.sample.size(), "file");
}

}  // namespace

void measure_code_quality(const Input& input, Metric& metric) {
  const Survey& survey = *input.survey;
  if (survey.families.empty()) return no_code(input, metric);
  Points points;
  std::vector<std::string> parts;
  tools(input, points, metric, parts);
  if (parts.empty()) parts.emplace_back("no linter or formatter");
  if (const std::string part = complexity(survey, points, metric); !part.empty())
    parts.push_back(part);
  grade(metric, points.score());
  metric.details = join(parts, ", ");
}

}  // namespace pawl::analyzers
