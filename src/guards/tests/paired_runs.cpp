#include "guards/tests/paired_runs.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr int kLinesAround = 3;
constexpr std::size_t kLineBytesMax = 200;
constexpr std::size_t kDiagnosticBytesMax = 600;

bool is_quote(char c) { return c == '"' || c == '\'' || c == '`'; }

// Numbers become `#`, and paths in quotes go: both change when nothing else does.
std::string normalised(std::string_view message) {
  std::string out;
  for (std::size_t i = 0; i < message.size(); ++i) {
    const char c = message[i];
    if (is_quote(c)) {
      const auto end = message.find(c, i + 1);
      if (end != std::string_view::npos && contains(message.substr(i, end - i), "/")) {
        out += "…";
        i = end;
        continue;
      }
    }
    const bool digit = c >= '0' && c <= '9';
    if (!digit) out += c;
    if (digit && (out.empty() || out.back() != '#')) out += '#';
  }
  return out;
}

bool same(const repo::Diagnostic& a, const repo::Diagnostic& b) {
  return a.path == b.path && a.code == b.code && normalised(a.message) == normalised(b.message);
}

struct Kind {
  std::string_view name;
  std::string_view mark;  // lower-case; with a blank between parts that stand in this order
};

// The first row whose parts are all there, in this order, gives the kind.
constexpr Kind kKinds[] = {
    {"signature_mismatch", "assignment mismatch"},
    {"signature_mismatch", "too many|argument"},
    {"signature_mismatch", "too few|argument"},
    {"signature_mismatch", "too many return values"},
    {"signature_mismatch", "not enough|argument"},
    {"signature_mismatch", "not enough return values"},
    {"signature_mismatch", "wrong number of arguments"},
    {"signature_mismatch", "takes|argument|supplied"},
    {"signature_mismatch", "expected|arguments, but got"},
    {"signature_mismatch", "no matching function for call"},
    {"type_mismatch", "cannot use|as"},
    {"type_mismatch", "mismatched types"},
    {"type_mismatch", "incompatible type"},
    {"type_mismatch", "is not assignable to"},
    {"type_mismatch", "cannot convert"},
    {"type_mismatch", "invalid conversion"},
    {"type_mismatch", "trait bound|not satisfied"},
    {"missing_import", "no module named"},
    {"missing_import", "modulenotfounderror"},
    {"missing_import", "cannot find module"},
    {"missing_import", "unresolved import"},
    {"missing_import", "imported and not used"},
    {"missing_import", "import|not found"},
    {"missing_import", "package|is not in"},
    {"missing_import", "package|does not exist"},
    {"undefined_symbol", "undefined"},
    {"undefined_symbol", "not declared"},
    {"undefined_symbol", "undeclared"},
    {"undefined_symbol", "unresolved"},
    {"undefined_symbol", "cannot find"},
    {"undefined_symbol", "is not defined"},
    {"undefined_symbol", "does not exist on type"},
    {"undefined_symbol", "has no member"},
    {"undefined_symbol", "no method named"},
    {"undefined_symbol", "nameerror"},
    {"syntax_error", "syntax error"},
    {"syntax_error", "syntaxerror"},
    {"syntax_error", "invalid syntax"},
    {"syntax_error", "parse error"},
    {"syntax_error", "unexpected token"},
    {"syntax_error", "unexpected indent"},
    {"syntax_error", "unterminated"},
    {"syntax_error", "was never closed"},
    {"syntax_error", "expected|found"},
    {"syntax_error", "expected"},
};

bool has_parts(std::string_view text, std::string_view mark) {
  for (const std::string_view part : split(mark, '|')) {
    const auto at = text.find(part);
    if (at == std::string_view::npos) return false;
    text.remove_prefix(at + part.size());
  }
  return true;
}

}  // namespace

Difference compare(const std::vector<repo::Diagnostic>& base,
                   const std::vector<repo::Diagnostic>& head) {
  Difference difference;
  std::vector<repo::Diagnostic> left = base;
  for (const repo::Diagnostic& error : head) {
    const auto known = std::find_if(left.begin(), left.end(), [&](const repo::Diagnostic& other) {
      return same(error, other);
    });
    if (known == left.end()) {
      difference.added.push_back(error);
    } else {
      difference.kept.push_back(error);
      left.erase(known);
    }
  }
  difference.some_gone = !left.empty();
  return difference;
}

std::string_view kind_of_error(std::string_view message) {
  const std::string folded = lower(message);
  for (const Kind& kind : kKinds) {
    if (has_parts(folded, kind.mark)) return kind.name;
  }
  return "other";
}

std::string excerpt(std::string_view text, int line) {
  const auto lines = split_lines(text);
  const int count = static_cast<int>(lines.size());
  if (line < 1 || line > count) return {};
  const int last = std::min(count, line + kLinesAround);
  const std::size_t width = std::to_string(last).size();
  std::string out;
  for (int i = std::max(1, line - kLinesAround); i <= last; ++i) {
    std::string number = std::to_string(i);
    number.insert(0, width - number.size(), ' ');
    out += std::string(i == line ? "  > " : "    ") + number + " | " +
           printable(lines[static_cast<std::size_t>(i - 1)], kLineBytesMax) + "\n";
  }
  return out;
}

std::string where(const repo::CheckRun& run) {
  return run.folder.empty() ? run.stack : run.stack + " in " + run.folder;
}

bool stands_for_many(const repo::CheckRun& run, const repo::FailingTest& test) {
  const bool file = run.stack == "Python" && !contains(test.id, "::");
  return file || test.id == run.command || test.id.ends_with(" [does not build]") ||
         test.id.ends_with(" [fails as a whole]");
}

Finding finding_of(std::string rule, const repo::Diagnostic& error, const Context& context) {
  const std::string_view kind = kind_of_error(error.code + " " + error.message);
  Finding finding{.rule = std::move(rule),
                  .kind = RuleKind::defect,
                  .path = error.path,
                  .line = error.line,
                  .message = error.tool + ": " + printable(error.message, kDiagnosticBytesMax) +
                             " (" + (error.code.empty() ? "" : error.code + ", ") +
                             std::string(kind) + ")",
                  .feedback =
                      "This error is not there without the change: mend it, inventing "
                      "nothing that the repository does not have."};
  if (context.head != nullptr && !error.path.empty()) {
    const auto text = context.head->text(error.path);
    const std::string shown = text ? excerpt(*text, error.line) : std::string();
    if (!shown.empty()) finding.feedback += "\n" + std::string(trim_end(shown));
  }
  return finding;
}

std::string trouble_of(const Context& context, bool gathered) {
  if (gathered) return {};
  if (context.evidence != nullptr && !context.evidence->checks_trouble.empty()) {
    return context.evidence->checks_trouble;
  }
  return "nobody ran it";
}

}  // namespace pawl::guards
