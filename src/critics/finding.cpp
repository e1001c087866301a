#include "critics/finding.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/text.hpp"
#include "critics/quotes.hpp"

namespace pawl::critics {
namespace {

constexpr std::size_t kCategoryBytes = 40;
constexpr std::size_t kSummaryBytes = 500;
constexpr std::size_t kPathBytes = 1000;
constexpr std::size_t kFindingsMax = 30;  // of one answer

struct SeverityRow {
  std::string_view word;
  Severity severity;
};
constexpr auto kSeverities = std::to_array<SeverityRow>({
    {"nit", Severity::nit},
    {"minor", Severity::minor},
    {"major", Severity::major},
    {"blocker", Severity::blocker},
    {"critical", Severity::blocker},
    {"fatal", Severity::blocker},
    {"high", Severity::major},
    {"error", Severity::major},
    {"serious", Severity::major},
    {"medium", Severity::minor},
    {"warning", Severity::minor},
    {"low", Severity::minor},
    {"info", Severity::nit},
    {"style", Severity::nit},
    {"trivial", Severity::nit},
});

Json schema_of(std::string_view name) {
  const auto text = asset(name);
  PAWL_CHECK(text.has_value(), name);
  Result<Json> schema = Json::parse(*text);
  return std::move(schema.value());
}

std::int64_t line_in(const Json& json) {
  if (json.is_int()) return json.int_or(0);
  if (json.is_array() && json.size() > 0) return json.items().front().int_or(0);
  return json.is_string() ? parse_int(json.text()).value_or(0) : 0;
}

std::optional<Finding> finding_in(const Json& item) {
  Finding finding;
  finding.summary = printable(trim(item["summary"].text()), kSummaryBytes);
  finding.file = std::string(trim(item["file"].text()));
  finding.quote = quoted_line(item["quote"].text());
  if (finding.summary.empty() || finding.file.empty() || finding.quote.empty()) return std::nullopt;
  if (finding.file.size() > kPathBytes) return std::nullopt;
  finding.severity = severity_named(item["severity"].text());
  finding.category = printable(trim(item["category"].text()), kCategoryBytes);
  finding.who = printable(trim(item["persona"].text()), kCategoryBytes);
  finding.line = std::max<std::int64_t>(0, line_in(item["line"]));
  finding.last_line = std::max(finding.line, line_in(item["last_line"]));
  return finding;
}

// How far apart, where the critic said a line; else what comes first is nearest.
std::int64_t distance(std::int64_t line, std::int64_t said) {
  return said == 0 ? 0 : std::abs(line - said);
}

}  // namespace

std::string_view to_string(Severity severity) {
  switch (severity) {
    case Severity::nit: return "nit";
    case Severity::minor: return "minor";
    case Severity::major: return "major";
    case Severity::blocker: return "blocker";
  }
  return "minor";
}

Severity severity_named(std::string_view word) {
  const auto row =
      std::find_if(kSeverities.begin(), kSeverities.end(),
                   [&](const SeverityRow& each) { return equal_folded(each.word, trim(word)); });
  return row == kSeverities.end() ? Severity::minor : row->severity;
}

Json to_json(const Finding& finding) {
  return Json::object({{"severity", to_string(finding.severity)},
                       {"category", finding.category},
                       {"summary", finding.summary},
                       {"file", finding.file},
                       {"line", finding.line},
                       {"last_line", finding.last_line},
                       {"quote", finding.quote},
                       {"who", finding.who}});
}

Finding finding_from_json(const Json& json) {
  return {.severity = severity_named(json["severity"].text()),
          .category = json["category"].string_or(""),
          .summary = json["summary"].string_or(""),
          .file = json["file"].string_or(""),
          .line = json["line"].int_or(0),
          .last_line = json["last_line"].int_or(0),
          .quote = json["quote"].string_or(""),
          .who = json["who"].string_or("")};
}

ParsedFindings parse_findings(const Json& answer) {
  ParsedFindings parsed;
  for (const Json& item : answer["findings"].items()) {
    std::optional<Finding> finding = finding_in(item);
    if (!finding || parsed.findings.size() == kFindingsMax) {
      ++parsed.bad;
      continue;
    }
    parsed.findings.push_back(*std::move(finding));
  }
  return parsed;
}

Json findings_schema() { return schema_of("schemas/findings.json"); }
Json readable_findings_schema() { return schema_of("schemas/findings-readable.json"); }

bool settle(Finding& finding, const Diff& diff, const Chunk& chunk) {
  const DiffLine* best = nullptr;
  const bool says_much = says_something(finding.quote);
  for (const Piece& piece : chunk.pieces) {
    const DiffFile& file = diff.files[piece.file];
    if (file.path != finding.file) continue;
    for (std::size_t i = piece.first; i < piece.last; ++i) {
      const DiffLine& line = file.hunks[piece.hunk].lines[i];
      if (!is_quoted(line.text, finding.quote)) continue;
      if (!says_much && line.line != finding.line) continue;
      const bool nearer =
          best == nullptr || distance(line.line, finding.line) < distance(best->line, finding.line);
      if (nearer) best = &line;
    }
  }
  if (best == nullptr) return false;
  const std::int64_t length = finding.last_line - finding.line;
  finding.quote = shown_line(best->text);
  finding.line = best->side == Side::removed ? 0 : best->line;
  finding.last_line = finding.line == 0 ? 0 : finding.line + length;
  return true;
}

std::vector<Finding> merged(std::vector<Finding> findings) {
  std::stable_sort(findings.begin(), findings.end(), [](const Finding& a, const Finding& b) {
    if (a.severity != b.severity) return a.severity > b.severity;
    if (a.file != b.file) return a.file < b.file;
    return a.line < b.line;
  });
  std::vector<Finding> out;
  for (Finding& finding : findings) {
    const bool known = std::any_of(out.begin(), out.end(), [&](const Finding& other) {
      if (other.file != finding.file || other.line != finding.line) return false;
      if (other.quote != finding.quote) return false;
      return equal_folded(other.summary, finding.summary) ||
             (!finding.category.empty() && equal_folded(other.category, finding.category));
    });
    if (!known) out.push_back(std::move(finding));
  }
  return out;
}

std::size_t count_of(const std::vector<Finding>& findings, Severity severity) {
  return static_cast<std::size_t>(
      std::count_if(findings.begin(), findings.end(),
                    [&](const Finding& each) { return each.severity == severity; }));
}

}  // namespace pawl::critics
