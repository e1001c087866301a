// G20: INI files that their tool reads with Python's configparser, TOML under names that do not say
// so, and what build tools read. The syntax guard leaves them to this one, so that a fault is
// reported once.
#include <algorithm>
#include <functional>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"
#include "guards/config/helm_charts.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "syntax/check.hpp"

namespace pawl::guards {
namespace {

// Other files in INI's likeness (php.ini, inventories, .editorconfig) have rules of their own.
constexpr auto kParserFiles =
    fixed_words("setup.cfg", "tox.ini", ".flake8", ".pylintrc", "pylintrc", ".coveragerc",
                "mypy.ini", ".mypy.ini", ".isort.cfg", "pytest.ini", ".pytest.ini", ".pypirc",
                "pip.conf", ".bumpversion.cfg", "alembic.ini");
constexpr auto kTomlFiles =
    fixed_words("pdm.lock", "gopkg.lock", ".cargo/config", ".cargo/credentials");

bool is_parser_file(const RepoPath& path) {
  const std::string name = lower(path.name());
  return std::find(kParserFiles.begin(), kParserFiles.end(), name) != kParserFiles.end();
}

bool is_toml_file(const RepoPath& path) {
  const std::string whole = "/" + path.folded();
  return std::any_of(kTomlFiles.begin(), kTomlFiles.end(), [&](std::string_view name) {
    return whole.ends_with("/" + std::string(name));
  });
}

// What configparser refuses and INI at large allows. isort reads its file leniently.
void check_sections(std::string_view text, bool lenient, BuildFaults& faults) {
  std::set<std::string_view> seen;
  int row = 0;
  bool reported = false;
  for (const std::string_view line : split_lines(text)) {
    ++row;
    const std::string_view content = trim(line);
    if (content.empty() || content.front() == '#' || content.front() == ';') continue;
    if (line.front() != '[') {
      if (seen.empty() && !reported && contains(content, "=")) {
        faults.push_back({"config-syntax/no-section", row, "an option before the first section"});
        reported = true;
      }
      continue;
    }
    const auto end = content.rfind(']');
    if (end == std::string_view::npos) continue;
    const std::string_view name = content.substr(1, end - 1);
    if (!seen.insert(name).second && !lenient) {
      faults.push_back({"config-syntax/repeated-section", row,
                        "the section [" + printable(name, 80) + "] stands there twice"});
    }
  }
}

BuildFaults faults_in_text(const RepoPath& path, std::string_view text, syntax::Format format) {
  if (is_build_text(path)) return faults_in_build_text(path, text);
  BuildFaults faults;
  for (syntax::Diagnostic& fault : syntax::check({format, std::nullopt}, text)) {
    faults.push_back({kBuildParseError, fault.line, std::move(fault.message)});
  }
  if (format == syntax::Format::ini) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
    check_sections(text, equal_folded(path.name(), ".isort.cfg"), faults);
  }
  std::stable_sort(faults.begin(), faults.end(),
                   [](const BuildFault& a, const BuildFault& b) { return a.line < b.line; });
  return faults;
}

Finding config_syntax_finding(const RepoPath& path, const BuildFault& fault) {
  return {.rule = std::string(fault.rule),
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = fault.line,
          .message = "line " + std::to_string(fault.line) + ": " + fault.message,
          .feedback = "Give a text of " + path.text() + " that its tool can read; look at line " +
                      std::to_string(fault.line) + "."};
}

using FaultReader = std::function<BuildFaults(std::string_view text)>;

// `one`: the reader stops at the first fault.
void check_config_syntax(const git::FileChange& file, const FaultReader& read, bool one,
                         Verdict& verdict) {
  const BuildFaults now = read(*file.after);
  if (now.empty()) return;
  auto before = file.before ? read(*file.before) : BuildFaults();
  std::size_t reported = 0;
  for (const BuildFault& fault : now) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const BuildFault& old) {
      return old.rule == fault.rule && (one || old.message == fault.message);
    });
    if (same != before.end()) {
      before.erase(same);  // each old fault excuses one
      verdict.note(config_syntax_finding(file.path, fault));
    } else if (++reported <= kTextFaultsPerFileMax) {
      verdict.refuse(config_syntax_finding(file.path, fault));
    }
  }
}

// A template of a chart of Helm.
void check_helm_text(const git::FileChange& file, Verdict& verdict) {
  verdict.applies();
  check_config_syntax(
      file, [](std::string_view text) { return read_helm_text(text).faults; }, true, verdict);
}

}  // namespace

Verdict config_syntax(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!file.after || file.before == file.after || looks_binary(*file.after)) continue;
    if (context.head != nullptr && chart_of_template(file.path, *context.head)) {
      check_helm_text(file, verdict);
      continue;
    }
    // What was fine among tests is no text that is broken on purpose.
    const bool build = is_build_text(file.path) && file.before;
    if (build ? is_sample(file.path) : is_specimen(file.path)) continue;
    const bool ini = is_parser_file(file.path);
    if (!ini && !is_toml_file(file.path) && !is_build_text(file.path)) continue;
    // A template under the name of a configuration file.
    const auto kind = syntax::kind_of(file.path, *file.after);
    if (contains(file.path.text(), "{{") ||
        (ini && kind.format == syntax::Format::other && contains(*file.after, "{{"))) {
      continue;
    }
    verdict.applies();
    const auto format = ini ? syntax::Format::ini : syntax::Format::toml;
    check_config_syntax(
        file, [&](std::string_view text) { return faults_in_text(file.path, text, format); },
        stops_at_first_fault(file.path), verdict);
    if (context.head == nullptr || !is_cmake(file.path)) continue;
    for (const BuildFault& fault : slipped_cmake_commands(file, *context.head)) {
      verdict.refuse(config_syntax_finding(file.path, fault));
    }
  }
  return verdict;
}

}  // namespace pawl::guards
