#include <algorithm>
#include <cstdio>
#include <set>

#include "base/text.hpp"
#include "planner/prompts.hpp"
#include "planner/template.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kEvidenceMax = 12;
constexpr std::size_t kFilesBytes = 6'000;
constexpr std::size_t kMetricBytes = 2'500;

using analyzers::Metric;
using analyzers::MetricStatus;

bool needs_work(const Metric& metric) {
  return metric.status == MetricStatus::fail || metric.status == MetricStatus::warn;
}

std::string place_of(const analyzers::Evidence& evidence) {
  std::string place = evidence.path;
  if (evidence.line > 0) place += ":" + std::to_string(evidence.line);
  return place;
}

std::string metric_block(const Metric& metric) {
  char score[16];
  std::snprintf(score, sizeof score, "%.2f", metric.score);
  std::string block = "- " + metric.name + " (" + metric.display_name + "): " + score + ", " +
                      std::string(to_string(metric.status)) + ". " + metric.details + "\n";
  std::size_t told = 0;
  for (const auto& evidence : metric.evidence) {
    if (++told > kEvidenceMax) break;
    block += "    " + place_of(evidence) + ": " + printable(evidence.message, 300) + "\n";
  }
  for (const std::string& suggestion : metric.suggestions)
    block += "    hint: " + suggestion + "\n";
  return head_and_tail(block, kMetricBytes);
}

std::string metrics_block(const analyzers::Report& report) {
  std::vector<const Metric*> metrics;
  for (const Metric& metric : report.metrics) {
    if (needs_work(metric)) metrics.push_back(&metric);
  }
  std::stable_sort(metrics.begin(), metrics.end(), [](const Metric* a, const Metric* b) {
    return (1 - a->score) * a->weight > (1 - b->score) * b->weight;
  });
  std::string out;
  for (const Metric* metric : metrics) out += metric_block(*metric);
  return out;
}

void add_fact(std::string& out, std::string_view label, const std::optional<repo::Sourced>& fact) {
  if (!fact || fact->value.empty()) return;
  out += std::string(label) + ": " + printable(fact->value, 300) + " (" + fact->path + ")\n";
}

void add_commands(std::string& out, std::string_view label,
                  const std::vector<repo::Sourced>& commands) {
  for (const repo::Sourced& command : commands) {
    out +=
        std::string(label) + ": `" + printable(command.value, 200) + "` (" + command.path + ")\n";
  }
}

std::string facts_block(const repo::Facts& facts) {
  std::string out;
  add_fact(out, "package", facts.name);
  add_fact(out, "description", facts.description);
  add_fact(out, "licence declared", facts.license_declared);
  add_fact(out, "licence file", facts.license_file);
  add_commands(out, "install", facts.install_commands);
  add_commands(out, "build", facts.build_commands);
  add_commands(out, "test", facts.test_commands);
  add_commands(out, "lint", facts.lint_commands);
  return out.empty() ? out : framed("facts read from its files", out);
}

bool build_fails(const analyzers::Report& report) {
  const Metric* build = report.find("build");
  return build != nullptr && build->status == MetricStatus::fail;
}

std::string scope_block(const PlanQuestion& question) {
  if (question.vertical == nullptr) return {};
  return render(question.vertical->prompt, {}) + "\n";
}

int rank(const repo::Entry& entry, const std::set<std::string>& named) {
  if (named.contains(entry.path.text())) return 0;
  const auto depth = static_cast<int>(entry.path.components().size());
  return repo::is_vendored(entry.path) || repo::is_generated(entry.path) ? 1000 : depth;
}

}  // namespace

std::vector<std::string> relevant_files(const PlanQuestion& question, std::size_t bytes_max) {
  std::set<std::string> named;
  for (const Metric& metric : question.report.metrics) {
    if (!needs_work(metric)) continue;
    for (const auto& evidence : metric.evidence) named.insert(evidence.path);
  }
  std::vector<const repo::Entry*> entries;
  for (const repo::Entry& entry : question.view.files()) {
    if (rank(entry, named) < 1000) entries.push_back(&entry);
  }
  std::stable_sort(entries.begin(), entries.end(),
                   [&](const auto* a, const auto* b) { return rank(*a, named) < rank(*b, named); });
  std::vector<std::string> files;
  std::size_t bytes = 0;
  for (const repo::Entry* entry : entries) {
    bytes += entry->path.text().size() + 1;
    if (bytes > bytes_max) break;
    files.push_back(entry->path.text());
  }
  return files;
}

Prompt planner_prompt(const PlanQuestion& question) {
  if (question.issue != nullptr) return issue_prompt(question);
  const auto files = relevant_files(question, std::min(kFilesBytes, question.bytes_max / 4));
  std::string list = join(files, "\n");
  if (files.size() < question.view.files().size()) {
    list += "\n(" + std::to_string(question.view.files().size() - files.size()) + " more)";
  }
  char score[16];
  std::snprintf(score, sizeof score, "%.2f", question.report.overall());
  const std::string compile_fix =
      build_fails(question.report)
          ? " While the build is broken, plan at most 2 tasks, nothing cosmetic, and leave build "
            "manifests alone."
          : "";
  Prompt prompt;
  prompt.system = render("prompts/planner-system.md", {});
  prompt.user = render(
      "prompts/planner-user.md",
      {{"name", question.facts.name ? question.facts.name->value : question.report.target},
       {"languages", join(question.report.languages, ", ")},
       {"score", score},
       {"facts", facts_block(question.facts) + question.fingerprint},
       {"metrics",
        framed("metrics", head_and_tail(metrics_block(question.report), question.bytes_max / 2))},
       {"prior_runs", question.prior_runs},
       {"files", framed("file list", list)},
       {"compile_fix", compile_fix},
       {"scope", scope_block(question)},
       {"denied", "  " + join(question.denied, "\n  ")}});
  return prompt;
}

}  // namespace pawl::planner
