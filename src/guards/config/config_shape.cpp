// G24: configuration of the wrong shape: a list where the tool wants a table, a word it does not
// know, a table where nobody looks for it.
#include <optional>

#include "base/text/text.hpp"
#include "guards/config/config_faults.hpp"
#include "guards/config/config_units.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

const char* shape_rule(ConfigFaultKind kind) {
  switch (kind) {
    case ConfigFaultKind::wrong_type: return "config-shape/type";
    case ConfigFaultKind::wrong_value: return "config-shape/value";
    case ConfigFaultKind::misplaced: return "config-shape/misplaced";
    case ConfigFaultKind::unknown_key:
    case ConfigFaultKind::unknown_table: return nullptr;  // config-keys tells of those
  }
  return nullptr;
}

Finding shape_finding(const RepoPath& path, const ConfigFault& fault) {
  return {.rule = shape_rule(fault.kind),
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = fault.line,
          .message = fault.message,
          .feedback = fault.advice};
}

// What builds and runs things, and is no data.
bool is_build_script(const RepoPath& path) {
  const std::string name = lower(path.name());
  return name == "dockerfile" || name == "makefile" || name == "go.mod" ||
         name == "cmakelists.txt" || name == "gemfile";
}

// A line that is no comment.
bool says_something(std::string_view text, std::optional<ConfigForm> form) {
  const bool slashes = !form || form == ConfigForm::json;
  const bool semicolons = form == ConfigForm::ini;
  for (const std::string_view raw : split_lines(text)) {
    const std::string_view line = trim(raw);
    const bool comment = line.empty() || line.starts_with('#') || line == "---" ||
                         (slashes && line.starts_with("//")) ||
                         (semicolons && line.starts_with(';'));
    if (!comment) return true;
  }
  return false;
}

// A change that leaves nothing of a configuration but comments: what read it finds nothing now.
void check_emptied(const git::FileChange& file, Verdict& verdict) {
  if (!file.before || !file.after || file.before == file.after || is_specimen(file.path)) return;
  const bool script = is_build_script(file.path);
  const auto form = form_of_config(file.path);
  if (!form && !script) return;
  verdict.applies();
  if (says_something(*file.after, form) || !says_something(*file.before, form)) return;
  if (form && form != ConfigForm::json && !units_of(file.path, *form, *file.after).empty()) return;
  verdict.refuse({.rule = "config-shape/emptied",
                  .kind = RuleKind::defect,
                  .path = file.path.text(),
                  .line = 1,
                  .message = "nothing is left of the configuration but comments",
                  .feedback = "Keep the settings of " + file.path.text() +
                              ", or delete the file where nobody needs it."});
}

}  // namespace

Verdict config_shape(const git::Change& change, const Context&) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    check_emptied(file, verdict);
    const ConfigFaults faults = config_faults(file);
    if (!faults.applies) continue;
    verdict.applies();
    std::size_t reported = 0;
    for (const ConfigFault& fault : faults.old) {
      if (shape_rule(fault.kind) != nullptr && ++reported <= kFindingsPerFileMax) {
        verdict.note(shape_finding(file.path, fault));
      }
    }
    reported = 0;
    for (const ConfigFault& fault : faults.fresh) {
      if (shape_rule(fault.kind) != nullptr && ++reported <= kFindingsPerFileMax) {
        verdict.refuse(shape_finding(file.path, fault));
      }
    }
  }
  return verdict;
}

}  // namespace pawl::guards
