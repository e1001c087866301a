#include "guards/config/config_faults.hpp"

#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/config/config_misplaced.hpp"
#include "guards/config/config_walk.hpp"
#include "guards/config/version_faults.hpp"
#include "guards/documents/documents.hpp"

namespace pawl::guards {
namespace {

// Where in a file which section of which catalogue is written. In INI files `at` is a section,
// and may end in `*`; elsewhere it is a path of tables; empty is the whole file.
struct CataloguePlace {
  std::string_view file;  // in lower case
  ConfigForm form;
  std::string_view at;
  std::string_view catalogue;
  std::string_view section;
};

constexpr auto kPlaces = std::to_array<CataloguePlace>({
    {"pyproject.toml", ConfigForm::toml, "", "pyproject", "top"},
    {"pyproject.toml", ConfigForm::toml, "project", "pyproject", "project"},
    {"pyproject.toml", ConfigForm::toml, "build-system", "pyproject", "build-system"},
    {"pyproject.toml", ConfigForm::toml, "project.optional-dependencies", "pyproject",
     "project.optional-dependencies"},
    {"pyproject.toml", ConfigForm::toml, "tool.poetry", "pyproject", "poetry"},
    {"pyproject.toml", ConfigForm::toml, "tool.uv", "pyproject", "uv"},
    {"pyproject.toml", ConfigForm::toml, "tool.mypy", "mypy", "mypy"},
    {"pyproject.toml", ConfigForm::toml, "tool.ruff", "ruff", "ruff"},
    {"pyproject.toml", ConfigForm::toml, "tool.pytest", "pytest", "pytest.native"},
    {"pyproject.toml", ConfigForm::toml, "tool.coverage", "coverage", "coverage"},
    {"pyproject.toml", ConfigForm::toml, "tool.black", "black", "black"},
    {"pyproject.toml", ConfigForm::toml, "tool.isort", "isort", "isort"},
    {"ruff.toml", ConfigForm::toml, "", "ruff", "ruff"},
    {".ruff.toml", ConfigForm::toml, "", "ruff", "ruff"},
    {"rustfmt.toml", ConfigForm::toml, "", "rustfmt", "rustfmt"},
    {".rustfmt.toml", ConfigForm::toml, "", "rustfmt", "rustfmt"},
    {"pytest.toml", ConfigForm::toml, "pytest", "pytest", "pytest.native"},
    {"setup.cfg", ConfigForm::ini, "mypy", "mypy", "mypy"},
    {"setup.cfg", ConfigForm::ini, "mypy-*", "mypy", "mypy.module"},
    {"setup.cfg", ConfigForm::ini, "tool:pytest", "pytest", "pytest"},
    {"setup.cfg", ConfigForm::ini, "flake8", "flake8", "flake8"},
    {"setup.cfg", ConfigForm::ini, "isort", "isort", "isort"},
    {"setup.cfg", ConfigForm::ini, "tool:isort", "isort", "isort"},
    {"setup.cfg", ConfigForm::ini, "coverage:run", "coverage", "coverage.run"},
    {"setup.cfg", ConfigForm::ini, "coverage:report", "coverage", "coverage.report"},
    {"setup.cfg", ConfigForm::ini, "coverage:html", "coverage", "coverage.html"},
    {"setup.cfg", ConfigForm::ini, "coverage:xml", "coverage", "coverage.xml"},
    {"setup.cfg", ConfigForm::ini, "coverage:json", "coverage", "coverage.json"},
    {"setup.cfg", ConfigForm::ini, "metadata", "setup-cfg", "metadata"},
    {"setup.cfg", ConfigForm::ini, "options", "setup-cfg", "options"},
    {"tox.ini", ConfigForm::ini, "tox", "tox", "tox"},
    {"tox.ini", ConfigForm::ini, "testenv", "tox", "testenv"},
    {"tox.ini", ConfigForm::ini, "testenv:*", "tox", "testenv"},
    {"tox.ini", ConfigForm::ini, "pytest", "pytest", "pytest"},
    {"tox.ini", ConfigForm::ini, "flake8", "flake8", "flake8"},
    {"tox.ini", ConfigForm::ini, "isort", "isort", "isort"},
    {"tox.ini", ConfigForm::ini, "coverage:run", "coverage", "coverage.run"},
    {"tox.ini", ConfigForm::ini, "coverage:report", "coverage", "coverage.report"},
    {"mypy.ini", ConfigForm::ini, "mypy", "mypy", "mypy"},
    {"mypy.ini", ConfigForm::ini, "mypy-*", "mypy", "mypy.module"},
    {".mypy.ini", ConfigForm::ini, "mypy", "mypy", "mypy"},
    {".mypy.ini", ConfigForm::ini, "mypy-*", "mypy", "mypy.module"},
    {"pytest.ini", ConfigForm::ini, "pytest", "pytest", "pytest"},
    {".pytest.ini", ConfigForm::ini, "pytest", "pytest", "pytest"},
    {".flake8", ConfigForm::ini, "flake8", "flake8", "flake8"},
    {".isort.cfg", ConfigForm::ini, "settings", "isort", "isort"},
    {".isort.cfg", ConfigForm::ini, "isort", "isort", "isort"},
    {".coveragerc", ConfigForm::ini, "run", "coverage", "coverage.run"},
    {".coveragerc", ConfigForm::ini, "report", "coverage", "coverage.report"},
    {".coveragerc", ConfigForm::ini, "html", "coverage", "coverage.html"},
    {".coveragerc", ConfigForm::ini, "xml", "coverage", "coverage.xml"},
    {".coveragerc", ConfigForm::ini, "json", "coverage", "coverage.json"},
    {".coveragerc", ConfigForm::ini, "lcov", "coverage", "coverage.lcov"},
    {".editorconfig", ConfigForm::ini, "*", "editorconfig", "editorconfig"},
    {".pre-commit-config.yaml", ConfigForm::yaml, "", "precommit", "precommit"},
    {".pre-commit-config.yml", ConfigForm::yaml, "", "precommit", "precommit"},
    {".golangci.yml", ConfigForm::yaml, "", "golangci", "golangci"},
    {".golangci.yaml", ConfigForm::yaml, "", "golangci", "golangci"},
    {".golangci.toml", ConfigForm::toml, "", "golangci", "golangci"},
    {"mkdocs.yml", ConfigForm::yaml, "", "mkdocs", "mkdocs"},
    {"mkdocs.yaml", ConfigForm::yaml, "", "mkdocs", "mkdocs"},
    {"tsconfig.json", ConfigForm::json, "", "tsconfig", "tsconfig"},
    {"jsconfig.json", ConfigForm::json, "", "tsconfig", "tsconfig"},
    {".prettierrc.json", ConfigForm::json, "", "prettier", "prettier"},
    {".prettierrc", ConfigForm::json, "", "prettier", "prettier"},
    {"cargo.toml", ConfigForm::toml, "", "cargo", "cargo"},
    {"clippy.toml", ConfigForm::toml, "", "cargo", "clippy"},
    {".clippy.toml", ConfigForm::toml, "", "cargo", "clippy"},
});

std::vector<const CataloguePlace*> catalogue_places(const RepoPath& path) {
  const std::string name = lower(path.name());
  std::vector<const CataloguePlace*> places;
  for (const CataloguePlace& place : kPlaces) {
    if (place.file == name) places.push_back(&place);
  }
  return places;
}

// golangci-lint has two layouts; the file says which.
std::string section_of(const CataloguePlace& place, const Json& document) {
  if (place.section != "golangci") return std::string(place.section);
  const Json& version = document["version"];
  const bool second = version.text().starts_with('2') || version.int_or(0) == 2;
  return second ? "golangci.v2" : "golangci.v1";
}

struct NamedTable {
  const Json* value;
  std::vector<std::string> path;
  std::string name;
};

// The tables of the document that the place speaks of.
std::vector<NamedTable> tables_of(const CataloguePlace& place, const Json& document) {
  std::vector<NamedTable> tables;
  if (place.form == ConfigForm::ini) {
    for (const auto& [name, keys] : document.members()) {
      if (matches_word(place.at, name)) tables.push_back({&keys, {name}, "[" + name + "]"});
    }
    return tables;
  }
  NamedTable table{&document, {}, "the file"};
  if (!place.at.empty()) {
    for (const std::string_view part : split(place.at, '.')) {
      table.value = table.value->find(part);
      if (table.value == nullptr) return tables;
      table.path.emplace_back(part);
    }
    table.name = "[" + join(table.path, ".") + "]";
  }
  tables.push_back(std::move(table));
  return tables;
}

std::vector<ConfigFault> faults_in_places(const std::vector<const CataloguePlace*>& places,
                                          const RepoPath& path, std::string_view text) {
  std::vector<ConfigFault> faults;
  const ConfigForm form = places.front()->form;
  const auto document = read_config(form, text);
  if (!document || !document->is_object()) return faults;
  Catalogue catalogue;
  std::string_view loaded;
  for (const CataloguePlace* place : places) {
    const std::vector<NamedTable> tables = tables_of(*place, *document);
    if (tables.empty()) continue;
    if (place->catalogue != loaded) catalogue = Catalogue::load(place->catalogue);
    loaded = place->catalogue;
    const CatalogueSection* section = catalogue.section(section_of(*place, *document));
    if (section == nullptr) continue;
    ConfigWalk walk(catalogue, form, faults);
    for (const NamedTable& table : tables) {
      walk.table(*section, *table.value, table.path, table.name);
    }
  }
  replace_by_misplaced(path, *document, faults);
  return faults;
}

std::vector<ConfigFault> all_faults(const std::vector<const CataloguePlace*>& places,
                                    const RepoPath& path, std::string_view text) {
  std::vector<ConfigFault> faults;
  if (!places.empty()) faults = faults_in_places(places, path, text);
  if (has_versions(path)) {
    for (ConfigFault& fault : version_faults(path, text)) faults.push_back(std::move(fault));
  }
  const ConfigForm form = places.empty() ? ConfigForm::json : places.front()->form;
  for (ConfigFault& fault : faults) {
    if (fault.line == 0) fault.line = line_of_key(form, text, fault.path);
  }
  std::stable_sort(faults.begin(), faults.end(),
                   [](const ConfigFault& a, const ConfigFault& b) { return a.line < b.line; });
  return faults;
}

}  // namespace

ConfigFaults config_faults(const git::FileChange& file) {
  ConfigFaults out;
  if (!file.after || is_specimen(file.path)) return out;
  const auto places = catalogue_places(file.path);
  if (places.empty() && !has_versions(file.path)) return out;
  out.applies = true;
  if (file.before == file.after) return out;
  auto now = all_faults(places, file.path, *file.after);
  if (now.empty()) return out;
  auto before =
      file.before ? all_faults(places, file.path, *file.before) : std::vector<ConfigFault>();
  for (ConfigFault& fault : now) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const ConfigFault& known) {
      return known.kind == fault.kind && known.path == fault.path && known.message == fault.message;
    });
    if (same == before.end()) {
      out.fresh.push_back(std::move(fault));
    } else {
      before.erase(same);  // each old fault excuses one
      out.old.push_back(std::move(fault));
    }
  }
  return out;
}

}  // namespace pawl::guards
