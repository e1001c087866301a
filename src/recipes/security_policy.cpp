// SECURITY.md with a way to report that a manifest really names. Refuses when none does.
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"

namespace pawl::recipes {
namespace {

std::string email_of(const Json& person) {
  if (person.is_object()) return parse_person("<" + person["email"].string_or("") + ">").email;
  return parse_person(person.text()).email;
}

// An address a manifest gives for reports, or its first author's.
std::string contact(const repo::Facts& facts) {
  if (const repo::Manifest* npm = facts.manifest(repo::ManifestKind::npm)) {
    const std::string reports = email_of(npm->data["bugs"]);
    return reports.empty() ? email_of(npm->data["author"]) : reports;
  }
  if (const repo::Manifest* python = facts.manifest(repo::ManifestKind::python)) {
    const auto& authors = python->data["project"]["authors"].items();
    if (!authors.empty()) return email_of(authors.front());
  }
  if (const repo::Manifest* cargo = facts.manifest(repo::ManifestKind::cargo)) {
    const auto& authors = cargo->data["package"]["authors"].items();
    if (!authors.empty()) return email_of(authors.front());
  }
  return {};
}

std::string how_to_report(const repo::Facts& facts) {
  if (const std::string email = contact(facts); !email.empty()) {
    return "Please report it privately by mail to <" + email +
           ">, with the version you use and the steps that show it.\n";
  }
  if (!facts.repository_url) return {};
  const auto address = web_address(facts.repository_url->value);
  if (!address) return {};
  return "Please do not publish details first. Open an issue at <" + *address +
         ">\nthat only asks for a private way to report, and wait for an answer.\n";
}

}  // namespace

std::vector<Write> security_policy(const Input& input) {
  for (const repo::Entry& entry : input.view.files()) {
    if (equal_folded(entry.path.name(), "security.md")) return {};
  }
  const std::string report = how_to_report(input.facts);
  if (report.empty()) return {};
  std::string content = "# Security policy\n\n## Reporting a vulnerability\n\n" + report;
  if (input.facts.version) {
    content +=
        "\n## Supported versions\n\nFixes are made for the newest release; this file was "
        "written at version\n" +
        input.facts.version->value + ".\n";
  }
  return {{.path = "SECURITY.md", .content = std::move(content)}};
}

}  // namespace pawl::recipes
