// G20: INI files that their tool reads with Python's configparser, and TOML under names that do not
// say so. The syntax guard leaves both to this one, so that a fault is told once.
#include <algorithm>
#include <array>
#include <set>

#include "base/text/text.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "syntax/check.hpp"

namespace pawl::guards {
namespace {

// Other files in INI's likeness (php.ini, inventories, .editorconfig) have rules of their own.
constexpr auto kParserFiles = std::to_array<std::string_view>(
    {"setup.cfg", "tox.ini", ".flake8", ".pylintrc", "pylintrc", ".coveragerc", "mypy.ini",
     ".mypy.ini", ".isort.cfg", "pytest.ini", ".pytest.ini", ".pypirc", "pip.conf",
     ".bumpversion.cfg", "alembic.ini"});
constexpr auto kTomlFiles = std::to_array<std::string_view>(
    {"pdm.lock", "gopkg.lock", ".cargo/config", ".cargo/credentials"});

struct Fault {
  std::string_view rule;
  int line = 0;
  std::string message;
};

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

bool is_go_mod(const RepoPath& path) { return path.name() == "go.mod" || path.name() == "go.work"; }

// What configparser refuses and INI at large allows. isort reads its file leniently.
void check_sections(std::string_view text, bool lenient, std::vector<Fault>& faults) {
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

// Lines of go.mod and go.work: comments begin with slashes, and a line with a word nobody knows
// stops every command of Go.
std::vector<Fault> faults_in_go_mod(std::string_view text) {
  constexpr auto kDirectives =
      std::to_array<std::string_view>({"module", "go", "toolchain", "godebug", "require", "exclude",
                                       "replace", "retract", "tool", "ignore", "use"});
  std::vector<Fault> faults;
  bool in_block = false;
  int row = 0;
  for (const std::string_view raw : split_lines(text)) {
    ++row;
    const std::string_view line = trim(raw.substr(0, raw.find("//")));
    if (line.empty()) continue;
    const auto words = split_words(line);
    if (line.starts_with('#')) {
      faults.push_back({"config-syntax/parse-error", row, "a comment begins with // here, not #"});
    } else if (in_block) {
      in_block = line != ")";
    } else if (!among(kDirectives, words[0])) {
      faults.push_back(
          {"config-syntax/parse-error", row, "no directive of Go's: " + printable(words[0], 60)});
    } else {
      in_block = words.size() == 2 && words[1] == "(";
    }
  }
  if (in_block) faults.push_back({"config-syntax/parse-error", row, "a block is not closed"});
  return faults;
}

std::vector<Fault> faults_in_text(const RepoPath& path, std::string_view text,
                                  syntax::Format format) {
  if (is_go_mod(path)) return faults_in_go_mod(text);
  std::vector<Fault> faults;
  for (syntax::Diagnostic& fault : syntax::check({format, std::nullopt}, text)) {
    faults.push_back({"config-syntax/parse-error", fault.line, std::move(fault.message)});
  }
  if (format == syntax::Format::ini) {
    constexpr std::string_view kMark = "\xEF\xBB\xBF";
    if (text.starts_with(kMark)) text.remove_prefix(kMark.size());
    check_sections(text, equal_folded(path.name(), ".isort.cfg"), faults);
  }
  std::stable_sort(faults.begin(), faults.end(),
                   [](const Fault& a, const Fault& b) { return a.line < b.line; });
  return faults;
}

Finding config_syntax_finding(const RepoPath& path, const Fault& fault) {
  return {.rule = std::string(fault.rule),
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = fault.line,
          .message = "line " + std::to_string(fault.line) + ": " + fault.message,
          .feedback = "Give a text of " + path.text() + " that its tool can read; look at line " +
                      std::to_string(fault.line) + "."};
}

void check_config_syntax(const git::FileChange& file, syntax::Format format, Verdict& verdict) {
  std::vector<Fault> now = faults_in_text(file.path, *file.after, format);
  if (now.empty()) return;
  auto before =
      file.before ? faults_in_text(file.path, *file.before, format) : std::vector<Fault>();
  std::size_t reported = 0;
  for (const Fault& fault : now) {
    const auto same = std::find_if(before.begin(), before.end(), [&](const Fault& old) {
      return old.rule == fault.rule && old.message == fault.message;
    });
    if (same != before.end()) {
      before.erase(same);  // each old fault excuses one
      verdict.note(config_syntax_finding(file.path, fault));
    } else if (++reported <= kTextFaultsPerFileMax) {
      verdict.refuse(config_syntax_finding(file.path, fault));
    }
  }
}

}  // namespace

Verdict config_syntax(const git::Change& change, const Context&) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!file.after || file.before == file.after || looks_binary(*file.after)) continue;
    if (is_specimen(file.path)) continue;
    const bool ini = is_parser_file(file.path);
    if (!ini && !is_toml_file(file.path) && !is_go_mod(file.path)) continue;
    // A template under the name of a configuration file.
    const auto kind = syntax::kind_of(file.path, *file.after);
    if (contains(file.path.text(), "{{") ||
        (ini && kind.format == syntax::Format::other && contains(*file.after, "{{"))) {
      continue;
    }
    verdict.applies();
    check_config_syntax(file, ini ? syntax::Format::ini : syntax::Format::toml, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
