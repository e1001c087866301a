// What the settings of tools name, by a table of keys.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "guards/config/config_catalogue.hpp"
#include "guards/config/config_document.hpp"
#include "guards/references/command_names.hpp"
#include "guards/references/name_readers.hpp"

namespace pawl::guards {
namespace {

enum class ToolNames : std::uint8_t {
  file,
  folder,
  either,
  relative,  // a file as Node resolves it, when it begins with `./`, `../` or `<rootDir>/`
  built,     // the same without a mark at its beginning; a build may make it
  pattern,   // the folder in front of the first star
  commands,
};

struct ToolKey {
  std::string_view file;  // in lower case
  ConfigForm form;
  // ToolNames on the way to the value, `*` for any key and any item of a list, `x*` for any that
  // begins so; several ways stand with blanks between.
  std::string_view paths;
  ToolNames as;
};

constexpr auto kToml = ConfigForm::toml;
constexpr auto kIni = ConfigForm::ini;
constexpr auto kYaml = ConfigForm::yaml;
constexpr auto kJson = ConfigForm::json;

constexpr std::string_view kJestKeys =
    "setupFiles/* setupFilesAfterEnv/* globalSetup globalTeardown resolver testSequencer "
    "snapshotSerializers/* reporters/* reporters/*/* transform/* transform/*/* moduleNameMapper/* "
    "moduleNameMapper/*/* runner preset testEnvironment roots/*";
constexpr std::string_view kMochaKeys = "require require/* file file/* spec spec/* extends";
constexpr std::string_view kEslintKeys =
    "extends extends/* overrides/*/extends overrides/*/extends/* parser overrides/*/parser "
    "eslintConfig/extends eslintConfig/extends/*";
constexpr std::string_view kRtdFiles =
    "sphinx/configuration mkdocs/configuration conda/environment python/install/*/requirements";

constexpr auto kToolKeys = std::to_array<ToolKey>({
    {"package.json", kJson,
     "jest/setupFiles/* jest/setupFilesAfterEnv/* jest/globalSetup jest/globalTeardown "
     "jest/resolver jest/testSequencer jest/snapshotSerializers/* jest/reporters/* "
     "jest/transform/* jest/moduleNameMapper/* jest/roots/* jest/runner jest/testEnvironment "
     "jest/projects/* eslintConfig/extends eslintConfig/extends/* eslintConfig/parser prettier "
     "babel/extends babel/presets/* babel/plugins/* mocha/require mocha/require/* mocha/file/* "
     "mocha/spec ava/require/* nyc/extends stylelint/extends commitlint/extends/* imports/* "
     "config/commitizen/path tap/before standard/parser xo/extends",
     ToolNames::relative},
    {"package.json", kJson,
     "module browser/* react-native unpkg jsdelivr source style svelte sideEffects/* files/* "
     "typesVersions/*/*/*",
     ToolNames::built},
    {"package.json", kJson, "man man/* pnpm/patchedDependencies/*", ToolNames::file},
    {"package.json", kJson, "directories/bin directories/lib directories/man directories/doc",
     ToolNames::folder},
    {"jest.config.json", kJson, kJestKeys, ToolNames::relative},
    {".mocharc.json", kJson, kMochaKeys, ToolNames::relative},
    {".mocharc.yml", kYaml, kMochaKeys, ToolNames::relative},
    {".nycrc", kJson, "extends require/*", ToolNames::relative},
    {".eslintrc", kJson, kEslintKeys, ToolNames::relative},
    {".eslintrc.json", kJson, kEslintKeys, ToolNames::relative},
    {".eslintrc.yml", kYaml, kEslintKeys, ToolNames::relative},
    {".eslintrc.yaml", kYaml, kEslintKeys, ToolNames::relative},
    {".babelrc", kJson, "extends presets/* plugins/*", ToolNames::relative},
    {".prettierrc", kJson, "plugins/*", ToolNames::relative},
    {".prettierrc.json", kJson, "plugins/*", ToolNames::relative},
    {".stylelintrc.json", kJson, "extends extends/* plugins/*", ToolNames::relative},
    {".commitlintrc.json", kJson, "extends/*", ToolNames::relative},
    {"typedoc.json", kJson, "entryPoints/* extends readme tsconfig customCss", ToolNames::relative},
    {"lerna.json", kJson, "packages/*", ToolNames::pattern},
    {"pnpm-workspace.yaml", kYaml, "packages/*", ToolNames::pattern},
    {"rush.json", kJson, "projects/*/projectFolder", ToolNames::folder},
    {"deno.json", kJson, "imports/* exports exports/* importMap", ToolNames::relative},
    {"angular.json", kJson,
     "projects/*/architect/*/options/main projects/*/architect/*/options/index "
     "projects/*/architect/*/options/tsConfig projects/*/architect/*/options/karmaConfig",
     ToolNames::file},
    {"devcontainer.json", kJson,
     "build/dockerfile dockerFile dockerComposeFile dockerComposeFile/*", ToolNames::file},
    {"cspell.json", kJson, "dictionaryDefinitions/*/path import import/*", ToolNames::relative},
    {"composer.json", kJson,
     "autoload/psr-4/* autoload/psr-4/*/* autoload/psr-0/* autoload/classmap/* "
     "autoload-dev/psr-4/* "
     "autoload-dev/psr-4/*/* autoload/files/* autoload-dev/files/* bin bin/*",
     ToolNames::either},
    {".readthedocs.yml", kYaml, kRtdFiles, ToolNames::file},
    {".readthedocs.yaml", kYaml, kRtdFiles, ToolNames::file},
    {".readthedocs.yml", kYaml, "python/install/*/path", ToolNames::folder},
    {".readthedocs.yaml", kYaml, "python/install/*/path", ToolNames::folder},
    {".goreleaser.yml", kYaml, "builds/*/main", ToolNames::either},
    {".goreleaser.yaml", kYaml, "builds/*/main", ToolNames::either},
    {".goreleaser.yml", kYaml, "builds/*/dir", ToolNames::folder},
    {".goreleaser.yaml", kYaml, "builds/*/dir", ToolNames::folder},
    {"skaffold.yaml", kYaml, "build/artifacts/*/context", ToolNames::folder},
    {"mkdocs.yml", kYaml, "theme/custom_dir hooks/* INHERIT", ToolNames::either},
    {"mkdocs.yaml", kYaml, "theme/custom_dir hooks/* INHERIT", ToolNames::either},
    {"chart.yaml", kYaml, "dependencies/*/repository", ToolNames::folder},
    {"kustomization.yaml", kYaml,
     "resources/* bases/* components/* patches/*/path patchesStrategicMerge/* configurations/*",
     ToolNames::either},
    {"kustomization.yml", kYaml,
     "resources/* bases/* components/* patches/*/path patchesStrategicMerge/* configurations/*",
     ToolNames::either},
    {"netlify.toml", kToml, "build/base", ToolNames::folder},
    {"book.toml", kToml, "book/src output/html/theme", ToolNames::folder},
    {"book.toml", kToml, "output/html/additional-css/* output/html/additional-js/*",
     ToolNames::file},
    {"cargo.toml", kToml,
     "patch/*/*/path target/*/dependencies/*/path target/*/dev-dependencies/*/path "
     "workspace/dependencies/*/path",
     ToolNames::folder},
    {"cargo.toml", kToml, "workspace/package/readme workspace/package/license-file",
     ToolNames::file},
    {"ruff.toml", kToml, "extend", ToolNames::file},
    {".ruff.toml", kToml, "extend", ToolNames::file},
    {"pyproject.toml", kToml,
     "tool/ruff/extend tool/towncrier/template project/license-files/* "
     "tool/setuptools/license-files/* tool/bumpversion/files/*/filename "
     "tool/bumpversion/file/*/filename tool/maturin/manifest-path tool/commitizen/version_files/*",
     ToolNames::file},
    {"pyproject.toml", kToml,
     "tool/pytest/ini_options/pythonpath tool/pytest/ini_options/pythonpath/* "
     "tool/mypy/mypy_path tool/mypy/files tool/mypy/files/* "
     "tool/pyright/include/* tool/pyright/extraPaths/* tool/towncrier/directory "
     "tool/maturin/python-source tool/uv/sources/*/path tool/poetry/dependencies/*/path "
     "tool/poetry/group/*/dependencies/*/path tool/hatch/build/targets/*/only-include/* "
     "tool/setuptools/package-dir/* tool/pdm/package-dir tool/pytest/ini_options/confcutdir",
     ToolNames::either},
    {"pyproject.toml", kToml,
     "tool/poe/tasks/* tool/poe/tasks/*/cmd tool/poe/tasks/*/shell tool/pdm/scripts/* "
     "tool/pdm/scripts/*/cmd tool/pdm/scripts/*/shell tool/taskipy/tasks/* "
     "tool/taskipy/tasks/*/cmd "
     "tool/hatch/envs/*/scripts/* tool/hatch/envs/*/scripts/*/*",
     ToolNames::commands},
    {"setup.cfg", kIni,
     "options.packages.find/where options/package_dir mypy/files mypy/mypy_path "
     "tool:pytest/pythonpath",
     ToolNames::either},
    {"setup.cfg", kIni, "metadata/license_file metadata/license_files", ToolNames::file},
    {"mypy.ini", kIni, "mypy/files mypy/mypy_path", ToolNames::either},
    {".mypy.ini", kIni, "mypy/files mypy/mypy_path", ToolNames::either},
    {"pytest.ini", kIni, "pytest/pythonpath", ToolNames::either},
    {"alembic.ini", kIni, "alembic/script_location", ToolNames::folder},
    {"tox.ini", kIni, "pytest/pythonpath testenv*/changedir", ToolNames::either},
    {"tox.ini", kIni, "testenv*/commands testenv*/commands_pre", ToolNames::commands},
    {".travis.yml", kYaml,
     "script script/* before_script before_script/* install install/* before_install "
     "before_install/* after_success after_success/*",
     ToolNames::commands},
    {".circleci/config.yml", kYaml, "jobs/*/steps/*/run jobs/*/steps/*/run/command",
     ToolNames::commands},
    {"azure-pipelines.yml", kYaml, "steps/*/script jobs/*/steps/*/script steps/*/bash",
     ToolNames::commands},
    {"taskfile.yml", kYaml, "tasks/*/cmds/* tasks/*/cmd tasks/*", ToolNames::commands},
    {"lefthook.yml", kYaml, "*/commands/*/run", ToolNames::commands},
    {".gitlab-ci.yml", kYaml, "default/before_script/* before_script/*", ToolNames::commands},
});

bool is_row_of(const ToolKey& row, const RepoPath& path, const std::string& name) {
  const auto slash = row.file.rfind('/');
  if (slash == std::string_view::npos) return row.file == name;
  return row.file.substr(slash + 1) == name && row.file.substr(0, slash) == path.folder();
}

class KeyReader {
 public:
  KeyReader(NameCollector& out, const ToolKey& row) : out_(out), row_(row) {}

  void read(const Json& document) {
    for (const std::string_view way : split_words(row_.paths)) {
      key_ = replace_all(way, "/", ".");
      while (key_.ends_with('*')) key_.resize(key_.find_last_not_of(".*") + 1);
      walk(document, way);
    }
  }

 private:
  void walk(const Json& value, std::string_view way) {
    if (way.empty()) return take(value.text());
    const std::string_view part = way.substr(0, way.find('/'));
    const std::string_view rest = way.substr(std::min(part.size() + 1, way.size()));
    if (part == "*") {
      for (const Json& item : value.items()) walk(item, rest);
    }
    for (const auto& [name, item] : value.members()) {
      if (part == "*" || matches_word(part, name)) walk(item, rest);
    }
  }

  void take(std::string_view written) {
    if (written.empty()) return;
    if (row_.as == ToolNames::commands) return commands(written);
    if (row_.form != kIni) return one(trim(written));
    for (const std::string_view line : split_lines(written)) {
      for (const std::string_view part : split(line, ',')) {
        const std::string_view word = trim(part);
        one(trim(word.substr(word.find('=') == word.npos ? 0 : word.find('=') + 1)));
      }
    }
  }

  void one(std::string_view written) {
    // A list in one text.
    if (row_.as != ToolNames::file && written.find(' ') != std::string_view::npos) return;
    switch (row_.as) {
      case ToolNames::relative: return relative(written);
      case ToolNames::built: return built(written);
      case ToolNames::pattern: return pattern(written);
      case ToolNames::file: return out_.add(key_, bare(written), NamedAs::file);
      case ToolNames::folder: return out_.add(key_, bare(written), NamedAs::folder);
      default: return out_.add(key_, bare(written), NamedAs::either);
    }
  }

  // `path:pattern` of commitizen, `file://path` of Helm; other schemes are no paths.
  std::string_view bare(std::string_view written) const {
    if (written.starts_with("file://")) return written.substr(7);
    if (contains(key_, "version_files")) return written.substr(0, written.find(':'));
    const bool address = contains(key_, "repository");
    return address ? std::string_view() : written;
  }

  void relative(std::string_view written) {
    constexpr std::string_view kRoot = "<rootDir>/";
    if (written.starts_with(kRoot)) {
      written.remove_prefix(kRoot.size());
    } else if (!written.starts_with("./") && !written.starts_with("../")) {
      return;
    }
    out_.add(key_, written, contains(key_, "roots") ? NamedAs::either : NamedAs::module);
  }

  void built(std::string_view written) {
    if (written.starts_with('!') || !is_plain_path(written)) return;
    NameCollector found(out_.path(), out_.text());
    found.add(key_, written, NamedAs::module);
    for (NamedFile& named : found.take().files) {
      named.buildable = true;
      out_.add(std::move(named));
    }
  }

  void pattern(std::string_view written) {
    if (written.starts_with('!')) return;
    const auto star = written.find('*');
    if (star == std::string_view::npos) return out_.add(key_, written, NamedAs::folder);
    const auto slash = written.substr(0, star).rfind('/');
    if (slash != std::string_view::npos) {
      out_.add(key_, written.substr(0, slash), NamedAs::folder);
    }
  }

  void commands(std::string_view text) {
    std::string plain;
    for (std::string_view line : split_lines(text)) {
      line = trim(line);
      // tox goes on behind a failure; a factor stands before its command.
      if (row_.form == kIni && (line.starts_with('-') || contains(line, ": "))) continue;
      plain += std::string(line) + "\n";
    }
    add_commands(out_, plain, {.key = key_, .folder = out_.folder(), .line = 0, .anywhere = true});
  }

  NameCollector& out_;
  const ToolKey& row_;
  std::string key_;
};

}  // namespace

bool has_tool_keys(const RepoPath& path) {
  const std::string name = lower(path.name());
  return std::any_of(kToolKeys.begin(), kToolKeys.end(),
                     [&](const ToolKey& row) { return is_row_of(row, path, name); });
}

void read_tool_keys(NameCollector& out) {
  const std::string name = lower(out.path().name());
  std::optional<Json> document;
  bool tried = false;
  for (const ToolKey& row : kToolKeys) {
    if (!is_row_of(row, out.path(), name)) continue;
    if (!tried) document = read_config(row.form, out.text());
    tried = true;
    if (!document) return;
    KeyReader(out, row).read(*document);
  }
}

}  // namespace pawl::guards
