#include "evidence/sarif.hpp"

#include <algorithm>
#include <map>

#include "base/json.hpp"
#include "base/text/text.hpp"
#include "os/files/files.hpp"

namespace pawl::evidence {
namespace {

using guards::ScanFinding;

constexpr std::size_t kFindingsMax = 20'000;
constexpr std::size_t kMessageBytesMax = 500;
constexpr int kWindowLinesMax = 12;

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

std::string without_percent_signs(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool escape = text[i] == '%' && i + 2 < text.size();
    const int high = escape ? hex_value(text[i + 1]) : -1;
    const int low = escape ? hex_value(text[i + 2]) : -1;
    if (high < 0 || low < 0) {
      out += text[i];
      continue;
    }
    out += static_cast<char>(high * 16 + low);
    i += 2;
  }
  return out;
}

// `file:///a/b` and `file:/a/b` are `/a/b`; other schemes name no file.
std::string path_of_uri(std::string_view uri) {
  constexpr std::string_view kScheme = "file:";
  if (uri.starts_with(kScheme)) {
    uri.remove_prefix(kScheme.size());
    if (uri.starts_with("//")) {
      const auto slash = uri.find('/', 2);
      uri = slash == std::string_view::npos ? std::string_view() : uri.substr(slash);
    }
  } else if (contains(uri, "://")) {
    return {};
  }
  return without_percent_signs(uri);
}

std::string severity_of_score(double score) {
  constexpr double kHigh = 7.0;
  constexpr double kMedium = 4.0;
  return score >= kHigh ? "error" : score >= kMedium ? "warning" : "note";
}

// A number in quotation marks in most tools, a bare one in some.
std::optional<double> security_severity(const Json& rule) {
  const Json& value = rule["properties"]["security-severity"];
  if (value.is_number()) return value.number_or(0);
  return value.is_string() ? parse_double(value.text()) : std::nullopt;
}

class RunReader {
 public:
  RunReader(const Json& run, const std::string& root, const ReadText& read)
      : run_(run), root_(root), read_(read) {
    take_rules(run["tool"]["driver"]["rules"]);
  }

  void read_into(std::vector<ScanFinding>& findings) {
    for (const Json& result : run_["results"].items()) {
      if (findings.size() >= kFindingsMax) return;
      if (counts(result)) findings.push_back(finding_of(result));
    }
  }

 private:
  void take_rules(const Json& rules) {
    for (const Json& rule : rules.items()) rules_[rule["id"].string_or("")] = &rule;
  }

  static bool counts(const Json& result) {
    const std::string_view kind = result["kind"].text();
    if (!kind.empty() && kind != "fail" && kind != "review" && kind != "open") return false;
    if (result["level"].text() == "none") return false;
    // What a remark in the source silences counts: where it was on the base already, the base has
    // the same finding, and where the change brings it, the change silences itself.
    const auto& suppressions = result["suppressions"].items();
    return std::none_of(suppressions.begin(), suppressions.end(), [](const Json& one) {
      const std::string_view status = one["status"].text();
      return one["kind"].text() == "external" && (status.empty() || status == "accepted");
    });
  }

  const Json& rule_of(const Json& result, const std::string& id) const {
    // `rule/sub` is described by `rule` where it has no entry of its own.
    for (std::string name = id; !name.empty();) {
      if (const auto found = rules_.find(name); found != rules_.end()) return *found->second;
      const auto slash = name.rfind('/');
      name = slash == std::string::npos ? std::string() : name.substr(0, slash);
    }
    return indexed_rule(result);
  }

  const Json& indexed_rule(const Json& result) const {
    static const Json kNone;
    const std::int64_t index = result["ruleIndex"].int_or(result["rule"]["index"].int_or(-1));
    const auto& rules = run_["tool"]["driver"]["rules"].items();
    if (index < 0 || static_cast<std::size_t>(index) >= rules.size()) return kNone;
    return rules[static_cast<std::size_t>(index)];
  }

  ScanFinding finding_of(const Json& result) const {
    ScanFinding finding;
    finding.rule = result["ruleId"].string_or(result["rule"]["id"].string_or(""));
    if (finding.rule.empty()) finding.rule = indexed_rule(result)["id"].string_or("");
    const Json& rule = rule_of(result, finding.rule);
    finding.severity = severity(result, rule);
    finding.message = printable(message_of(result, rule), kMessageBytesMax);
    if (!result["locations"].items().empty()) {
      place(result["locations"].items().front()["physicalLocation"], finding);
    }
    if (finding.window.empty()) finding.window = join(split_words(finding.message), " ");
    return finding;
  }

  static std::string severity(const Json& result, const Json& rule) {
    if (const auto score = security_severity(rule)) return severity_of_score(*score);
    const std::string level =
        result["level"].string_or(rule["defaultConfiguration"]["level"].string_or("warning"));
    return level == "error" || level == "note" ? level : "warning";
  }

  static std::string message_of(const Json& result, const Json& rule) {
    for (const Json* text : {&result["message"]["text"], &result["message"]["markdown"],
                             &rule["shortDescription"]["text"], &rule["fullDescription"]["text"]}) {
      if (!trim(text->text()).empty()) return std::string(trim(text->text()));
    }
    return result["ruleId"].string_or("no message");
  }

  void place(const Json& location, ScanFinding& finding) const {
    const Json* artifact = &location["artifactLocation"];
    if (!artifact->has("uri")) {
      const std::int64_t index = (*artifact)["index"].int_or(-1);
      const auto& artifacts = run_["artifacts"].items();
      if (index < 0 || static_cast<std::size_t>(index) >= artifacts.size()) return;
      artifact = &artifacts[static_cast<std::size_t>(index)]["location"];
    }
    finding.path = relative(*artifact);
    const Json& region = location["region"];
    finding.line = static_cast<int>(region["startLine"].int_or(0));
    const int last = static_cast<int>(region["endLine"].int_or(finding.line));
    if (finding.path.empty() || finding.line <= 0) return;
    if (const auto text = read_ ? read_(finding.path) : std::nullopt) {
      finding.window = code_window(*text, finding.line, last);
    } else {
      finding.window = join(split_words(region["snippet"]["text"].text()), " ");
    }
  }

  std::string relative(const Json& artifact) const {
    std::string path = path_of_uri(artifact["uri"].text());
    if (path.empty()) return {};
    if (path.front() != '/') {
      const Json& base = run_["originalUriBaseIds"][artifact["uriBaseId"].text()]["uri"];
      const std::string folder = path_of_uri(base.text());
      path = os::join_path(folder.starts_with('/') ? folder : root_, path);
    }
    const std::string clean = os::absolute_path(path);
    return clean.starts_with(root_ + "/") ? clean.substr(root_.size() + 1) : std::string();
  }

  const Json& run_;
  const std::string& root_;
  const ReadText& read_;
  std::map<std::string, const Json*> rules_;
};

}  // namespace

std::string code_window(std::string_view text, int first, int last) {
  const auto lines = split_lines(text);
  const int count = static_cast<int>(lines.size());
  if (first < 1 || first > count) return {};
  last = std::clamp(last, first, std::min(count, first + kWindowLinesMax));
  std::string window;
  for (int line = std::max(1, first - 1); line <= std::min(count, last + 1); ++line) {
    for (const std::string_view word : split_words(lines[static_cast<std::size_t>(line - 1)])) {
      if (!window.empty()) window += ' ';
      window += word;
    }
  }
  return window;
}

Result<std::vector<ScanFinding>> findings_of_sarif(std::string_view text, const std::string& root,
                                                   const ReadText& read) {
  TRY_ASSIGN(const Json log, Json::parse(text).during("reading SARIF"));
  if (!log["runs"].is_array()) {
    return fail(Errc::invalid, "it is JSON, but no SARIF log: there is no list `runs`");
  }
  for (const Json& run : log["runs"].items()) {
    for (const Json& invocation : run["invocations"].items()) {
      if (invocation["executionSuccessful"].bool_or(true)) continue;
      const auto& notes = invocation["toolExecutionNotifications"].items();
      const std::string why =
          notes.empty() ? std::string() : notes.front()["message"]["text"].string_or("");
      return fail(Errc::upstream, "it says that it did not succeed" +
                                      (why.empty() ? "" : ": " + printable(why, 200)));
    }
  }
  const std::string folder = os::absolute_path(root);
  std::vector<ScanFinding> findings;
  for (const Json& run : log["runs"].items()) RunReader(run, folder, read).read_into(findings);
  return findings;
}

}  // namespace pawl::evidence
