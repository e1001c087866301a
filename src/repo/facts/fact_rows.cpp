#include "repo/facts/fact_rows.hpp"

#include "base/text/text.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::repo {
namespace {

std::string place_of(const std::string& path, int line) {
  return line > 0 ? path + ":" + std::to_string(line) : path;
}

class Rows {
 public:
  void add(std::string_view fact, std::string value, const std::string& path, int line) {
    rows.push_back({fact, std::move(value), place_of(path, line)});
  }
  void add(std::string_view fact, const Sourced& found) {
    add(fact, found.value, found.path, found.line);
  }
  void add(std::string_view fact, const std::optional<Sourced>& found) {
    if (found) add(fact, *found);
  }
  void add(std::string_view fact, const std::vector<Sourced>& list) {
    for (const Sourced& found : list) add(fact, found);
  }

  std::vector<FactRow> rows;
};

void add_identity(Rows& rows, const Facts& facts) {
  for (const LanguageCount& one : facts.languages) {
    rows.rows.push_back({"language", one.name, counted(one.files, "file")});
  }
  rows.add("name", facts.name);
  rows.add("description", facts.description);
  rows.add("version", facts.version);
  rows.add("licence declared", facts.license_declared);
  rows.add("licence file", facts.license_file);
  rows.add("author", facts.author);
  rows.add("repository", facts.repository_url);
  rows.add("homepage", facts.homepage);
  rows.add("readme", facts.readme);
}

void add_packages(Rows& rows, const Facts& facts) {
  for (const WorkspaceMember& one : facts.workspaces) {
    const std::string name = one.name.empty() ? std::string() : one.name + ", ";
    rows.add("workspace member", name + one.folder + ", " + std::string(to_string(one.kind)),
             one.path, one.line);
  }
  for (const Framework& one : facts.frameworks) {
    rows.add("framework",
             one.name + " (" + one.proof.name + ", " + std::string(to_string(one.proof.kind)) + ")",
             one.proof.path, one.proof.line);
  }
  for (const Dependency& one : facts.dependencies) {
    std::string value = one.name;
    if (!one.constraint.empty()) value += " " + one.constraint;
    value += " (" + std::string(to_string(one.kind));
    if (!one.group.empty()) value += ", " + one.group;
    rows.add("dependency", value + ")", one.path, one.line);
  }
}

}  // namespace

std::vector<FactRow> rows_of(const Facts& facts) {
  Rows rows;
  add_identity(rows, facts);
  rows.add("package manager", facts.package_managers);
  rows.add("install", facts.install_commands);
  rows.add("build", facts.build_commands);
  rows.add("test", facts.test_commands);
  rows.add("lint", facts.lint_commands);
  rows.add("run", facts.run_commands);
  rows.add("workflow", facts.workflows);
  rows.add("entry point", facts.entry_points);
  for (const Manifest& manifest : facts.manifests) {
    rows.add("manifest", std::string(to_string(manifest.kind)), manifest.path.text(), 0);
  }
  rows.add("unreadable manifest", facts.unreadable);
  add_packages(rows, facts);
  return std::move(rows.rows);
}

}  // namespace pawl::repo
