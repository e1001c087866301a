// SECURITY.md with a way to report that a manifest really names. Refuses when none does.
#include "base/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"

namespace pawl::recipes {
namespace {

std::string how_to_report(const repo::Facts& facts) {
  if (facts.author) {
    const Person person = parse_person(facts.author->value);
    if (!person.email.empty()) {
      return "Please report it privately by mail to <" + person.email +
             ">, with the version you use and the steps that show it.\n";
    }
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
