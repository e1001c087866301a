// What Python projects need: wheels alone, so that nothing of a package is run to build it.
#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "repo/checks/check_stacks.hpp"
#include "repo/checks/python_requirements.hpp"

namespace pawl::repo {
namespace {

constexpr const char* kPythonCertificates = "/etc/ssl/certs/ca-certificates.crt";

bool names_pytest(const std::set<std::string>& lines) {
  return std::any_of(lines.begin(), lines.end(), [](const std::string& line) {
    return line.substr(0, line.find_first_of(" <>=!~[;(")) == "pytest";
  });
}

// Test files that unittest would not find anything in.
bool has_tests_for_pytest(const RepoView& view) {
  const auto files = own_sources(view, "", {".py"});
  std::size_t read = 0;
  return std::any_of(files.begin(), files.end(), [&](const std::string& path) {
    const std::string name = os::file_name(path);
    if (!name.starts_with("test_") && !name.ends_with("_test.py")) return false;
    if (++read > 100) return false;
    const auto text = view.text(path);
    return text && (contains(*text, "\ndef test_") || contains(*text, "import pytest"));
  });
}

}  // namespace

Result<std::optional<Preparation>> python_preparation(const Facts& facts, const RepoView& view,
                                                      std::string_view) {
  PythonRequirements found = python_requirements(facts, view);
  if (!names_pytest(found.lines) && has_tests_for_pytest(view)) found.lines.insert("pytest");
  if (found.lines.empty() && found.named.empty()) return std::optional<Preparation>();
  Preparation plan{.manager = "pip",
                   .version_of = {"python3", "--version"},
                   .named = std::move(found.named),
                   .named_in = found.named_in.empty() ? "pyproject.toml" : found.named_in,
                   .kept_caches = {"site"}};
  std::string lines;
  for (const std::string& line : found.lines) lines += line + "\n";
  std::string constraints;
  for (const auto& [name, version] : found.constraints) {
    if (!version.empty() && !name.empty()) constraints += name + "==" + version + "\n";
  }
  plan.files = {{"requirements.txt", lines}, {"constraints.txt", constraints}};
  plan.steps = [](Workbench& bench, const PackageSource& source) {
    Step step{.argv = {"python3",
                       "-m",
                       "pip",
                       "--isolated",
                       "--disable-pip-version-check",
                       "--no-input",
                       "--retries",
                       "1",
                       "--timeout",
                       "30",
                       "install",
                       "--quiet",
                       "--only-binary",
                       ":all:",
                       "--no-cache-dir",
                       "--no-compile",
                       "--no-warn-script-location",
                       "--index-url",
                       source.url,
                       "--target",
                       bench.cache("site").for_command(),
                       "-r",
                       "requirements.txt",
                       "-c",
                       "constraints.txt"}};
    if (bench.exists_on_host(kPythonCertificates)) {
      step.argv.insert(step.argv.end(), {"--cert", kPythonCertificates});
    }
    if (const auto host = os::GateHost::of_url(source.url); host && host->plain) {
      step.argv.insert(step.argv.end(), {"--trusted-host", host->name});
    }
    return std::vector<Step>{std::move(step)};
  };
  return std::optional(std::move(plan));
}

}  // namespace pawl::repo
