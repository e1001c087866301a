#include "guards/code/spare_imports.hpp"

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

using index::Family;

// One statement of an import binds one thing by it; the same again is nothing new.
using Bound = std::map<std::string, std::vector<int>>;  // to the lines

bool at_margin(std::string_view line) {
  return !line.empty() && line.front() != ' ' && line.front() != '\t';
}

bool is_plain_header(std::string_view path) {
  return path.find('.') == std::string_view::npos || path.ends_with(".h") ||
         path.ends_with(".hpp") || path.ends_with(".hh") || path.ends_with(".hxx");
}

class SpareSearch {
 public:
  explicit SpareSearch(const CodeFile& code)
      : code_(code), lines_(split_lines(*code.file->after)) {}

  std::vector<Finding> run() {
    find_doubled();
    return std::move(found_);
  }

 private:
  std::string_view line(int number) const {
    const auto row = static_cast<std::size_t>(number - 1);
    return row < lines_.size() ? lines_[row] : std::string_view();
  }

  Bound bound_by(const syntax::Outline& outline, const std::vector<std::string_view>& lines) const {
    Bound out;
    for (const syntax::Import& import : outline.imports) {
      const auto row = static_cast<std::size_t>(import.line - 1);
      if (import.kind != syntax::ImportKind::plain || row >= lines.size()) continue;
      if (!counts(import, lines[row])) continue;
      // `#[cfg(unix)]`: one of several for one name.
      if (code_.family == Family::rust && row > 0 && trim(lines[row - 1]).starts_with("#[")) {
        continue;
      }
      // C: `<a.h>` and `"a.h"` may be two files.
      const bool in_path = code_.family == Family::c && contains(lines[row], "<");
      const std::string_view way = import.type_only ? "\ntype\n" : in_path ? "\n<\n" : "\n\n";
      const std::string start = import.module + std::string(way);
      if (import.names.empty() || !import.alias.empty()) {
        out[start + import.alias].push_back(import.line);
      }
      for (const syntax::ImportedName& name : import.names) {
        out[start + name.name + "\n" + name.alias].push_back(import.line);
      }
    }
    return out;
  }

  // At the top of the file: each function may import for itself.
  bool counts(const syntax::Import& import, std::string_view line) const {
    if (import.reexport || import.declares) return false;
    switch (code_.family) {
      case Family::go: return true;
      case Family::script: return line.starts_with("import");
      case Family::c: return at_margin(line) && is_plain_header(import.module);
      case Family::ruby: return line.starts_with("require");
      case Family::bash:
      case Family::other: return false;
      default: return at_margin(line);
    }
  }

  bool touches_imports() const {
    if (!code_.file->before) return true;
    const std::string& after = *code_.file->after;
    const LineRange lines = lines_of_range(after, changed_span(*code_.file->before, after).after);
    return std::any_of(code_.after->imports.begin(), code_.after->imports.end(),
                       [&](const syntax::Import& import) { return lines.has(import.line); });
  }

  void find_doubled() {
    if (!touches_imports()) return;
    const Bound after = bound_by(*code_.after, lines_);
    const bool any = std::any_of(after.begin(), after.end(),
                                 [](const auto& each) { return each.second.size() > 1; });
    if (!any) return;
    Bound before;
    if (code_.before != nullptr) before = bound_by(*code_.before, split_lines(*code_.file->before));
    for (const auto& [what, where] : after) {
      if (where.size() < 2) continue;
      const auto was = before.find(what);
      if (was != before.end() && was->second.size() >= where.size()) continue;
      if (code_.family == Family::c && are_parted(where.front(), where.back())) continue;
      const std::string module = what.substr(0, what.find('\n'));
      // A header counts once however often it is included.
      const bool header = code_.family == Family::c;
      report(header ? "doubled-include" : "doubled", header ? RuleKind::scope : RuleKind::defect,
             where.back(),
             "imports " + module + ", as line " + std::to_string(where.front()) + " does",
             "Import " + module + " once.");
    }
  }

  // C: what a macro says in between makes another text of the header.
  bool are_parted(int first, int last) const {
    for (int at = first + 1; at < last; ++at) {
      const std::string_view said = trim(line(at));
      if (said.starts_with('#') && !said.starts_with("#include")) return true;
    }
    return false;
  }

  void report(std::string_view rule, RuleKind kind, int number, std::string message,
              std::string feedback) {
    if (found_.size() >= kFindingsPerFileMax) return;
    found_.push_back({.rule = "imports/" + std::string(rule),
                      .kind = kind,
                      .path = code_.path,
                      .line = number,
                      .message = std::move(message),
                      .feedback = std::move(feedback)});
  }

  const CodeFile& code_;
  std::vector<std::string_view> lines_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> spare_imports(const CodeFile& code, const index::CodeIndex&,
                                   const ImportDoubts&) {
  if (code.after == nullptr || code.after->has_errors) return {};
  return SpareSearch(code).run();
}

}  // namespace pawl::guards
