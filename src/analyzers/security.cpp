// No secrets in the files, and the means to keep it so: .gitignore, a policy, dependency audits.
#include <algorithm>

#include "analyzers/rows.hpp"
#include "analyzers/updates.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/documents/guides.hpp"

namespace pawl::analyzers {
namespace {

constexpr std::size_t kSecretsShownMax = 20;
constexpr double kCertainMax = 0.2;     // with a secret of an issuer's shape
constexpr double kSuspectedMax = 0.65;  // with values that only look like secrets

bool has_auditor(repo::ManifestKind kind) {
  using repo::ManifestKind;
  return kind != ManifestKind::cmake && kind != ManifestKind::meson && kind != ManifestKind::make &&
         kind != ManifestKind::autotools;
}

// `.env` itself, not its examples.
bool is_env_file(std::string_view name) {
  if (name == ".env") return true;
  if (!name.starts_with(".env.")) return false;
  static constexpr auto kShared = fixed_words("example", "sample", "template", "dist", "test",
                                              "defaults", "schema", "ci", "vault");
  const std::string_view kind = name.substr(5);
  return std::none_of(std::begin(kShared), std::end(kShared),
                      [&](std::string_view word) { return contains(kind, word); });
}

bool ignores_env(std::string_view gitignore) {
  for (std::string_view line : split_lines(gitignore)) {
    line = trim(line);
    while (line.starts_with("**/") || line.starts_with('/'))
      line.remove_prefix(line[0] == '/' ? 1 : 3);
    if (line == ".env" || line == ".env*" || line == "*.env" || line == ".env/" || line == ".*") {
      return true;
    }
  }
  return false;
}

// Libraries that read an environment file.
bool reads_env(std::string_view dependency) {
  return among({"dotenv", "python-dotenv", "django-environ", "environs", "python-decouple",
                "vlucas/phpdotenv", "symfony/dotenv", "dotenv-rails", "dotenvy", "dotenv-flow",
                "dotenv-expand", "github.com/joho/godotenv", "pydantic-settings"},
               dependency);
}

void secrets(const Survey& survey, Points& points, Metric& metric) {
  points.add(survey.secrets.empty() ? 50 : 25, 50);  // what is certain is capped below
  for (const repo::SecretHit& hit : survey.secrets) {
    if (metric.evidence.size() >= kSecretsShownMax) break;
    metric.evidence.push_back({hit.path, hit.line, hit.column,
                               hit.certain ? "secret" : "possible-secret", hit.kind, "secrets"});
  }
  if (survey.secrets.empty()) return;
  const repo::SecretHit& first = survey.secrets.front();
  metric.suggestions.push_back(
      "Revoke the secret in " + first.path + ":" + std::to_string(first.line) +
      ", read it from the environment instead, and remove it from the history.");
}

void env_files(const Input& input, Points& points, Metric& metric) {
  bool tracked = false;
  bool used = false;  // a sample of one, or a library that reads one
  for (const repo::Entry& entry : input.view.files()) {
    const bool own =
        !entry.symlink && !repo::is_vendored(entry.path) && !repo::is_fixture(entry.path);
    used = used || (own && entry.path.name().starts_with(".env."));
    if (!own || !is_env_file(entry.path.name()) || repo::is_sample_place(entry.path)) continue;
    tracked = true;
    if (metric.evidence.size() < kSecretsShownMax) {
      metric.evidence.push_back(
          {entry.path.text(), 0, 0, "env-file", "an environment file is tracked", "secrets"});
    }
  }
  for (const repo::Dependency& dependency : input.facts.dependencies) {
    used = used || (reads_env(dependency.name) && dependency.kind == repo::DependencyKind::runtime);
  }
  if (!tracked && !used) return;
  const auto gitignore = input.view.text(".gitignore");
  const bool ignored = gitignore && ignores_env(*gitignore);
  points.add(ignored && !tracked ? 15 : 0, 15);
  if (tracked) {
    metric.suggestions.emplace_back("Stop tracking the .env files and list .env in .gitignore.");
  } else if (!ignored) {
    metric.suggestions.emplace_back("List .env in .gitignore.");
  }
}

void audits(const Input& input, Points& points, Metric& metric) {
  const auto& dependencies = input.facts.dependencies;
  const Step* audit = first_step(input.survey->ci, StepKind::audit);
  const bool applies =
      audit != nullptr ||
      std::any_of(dependencies.begin(), dependencies.end(), [](const repo::Dependency& one) {
        return has_auditor(one.manifest) && one.kind != repo::DependencyKind::peer;
      });
  if (!applies) return;
  const bool bot = update_bot(input.view) != nullptr;
  points.add(audit != nullptr || bot ? 15 : 0, 15);
  if (audit == nullptr && !bot) {
    metric.suggestions.emplace_back(
        "Check the dependencies for known holes: no step of CI and no file for Dependabot or "
        "Renovate does.");
  }
}

}  // namespace

void measure_security(const Input& input, Metric& metric) {
  const Survey& survey = *input.survey;
  Points points;
  secrets(survey, points, metric);
  env_files(input, points, metric);
  const bool policy = repo::find_guide(input.view, repo::Guide::security).has_value();
  points.add(policy ? 20 : 0, 20);
  if (!policy) {
    metric.suggestions.emplace_back(
        "Add a SECURITY.md that says how to report a hole, unless a policy of the organisation "
        "does.");
  }
  audits(input, points, metric);
  const bool certain = std::any_of(survey.secrets.begin(), survey.secrets.end(),
                                   [](const repo::SecretHit& hit) { return hit.certain; });
  double score = points.score();
  if (!survey.secrets.empty()) score = std::min(score, certain ? kCertainMax : kSuspectedMax);
  grade(metric, score);
  metric.details = survey.secrets.empty()
                       ? "no secrets in " + counted(survey.files_scanned, "file")
                       : counted(survey.secrets.size(), certain ? "secret" : "possible secret") +
                             " in " + counted(survey.files_scanned, "file");
  if (policy) metric.details += ", security policy";
}

}  // namespace pawl::analyzers
