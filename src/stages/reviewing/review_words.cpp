#include "stages/reviewing/review_words.hpp"

#include "base/text/text.hpp"
#include "forge/own_words.hpp"
#include "stages/publishing/pr_body.hpp"
#include "stages/publishing/private_words.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kSummaryBytes = 600;
constexpr std::size_t kQuoteBytes = 300;
constexpr std::size_t kPathBytes = 300;
constexpr std::size_t kShownMax = 50;
constexpr std::size_t kLineCommentsMax = 20;
constexpr std::size_t kUnreadShown = 10;
constexpr std::size_t kCommitWritten = 10;

constexpr critics::Severity kWorstFirst[] = {critics::Severity::blocker, critics::Severity::major,
                                             critics::Severity::minor, critics::Severity::nit};

std::string about(const critics::Finding& finding) {
  const std::string category = markdown_text(finding.category, 60);
  return "**" + std::string(to_string(finding.severity)) + "**" +
         (category.empty() ? "" : " (" + category + ")");
}

std::string place_of(const critics::Finding& finding) {
  return markdown_text(finding.file, kPathBytes) +
         (finding.line > 0 ? ":" + std::to_string(finding.line) : " (a removed line)");
}

std::string findings_list(const std::vector<critics::Finding>& findings) {
  std::string out;
  std::size_t shown = 0;
  for (const critics::Finding& finding : findings) {
    if (shown++ == kShownMax) break;
    out += "- " + about(finding) + " " + place_of(finding) + ": " +
           markdown_text(finding.summary, kSummaryBytes) + "\n  > " +
           markdown_text(finding.quote, kQuoteBytes) + "\n";
  }
  if (findings.size() > kShownMax) {
    out += "- and " + counted(findings.size() - kShownMax, "finding") + " more\n";
  }
  return out;
}

std::string unread_words(const critics::Coverage& coverage) {
  std::string out = "Not read as a whole: ";
  for (std::size_t i = 0; i < coverage.unread.size() && i < kUnreadShown; ++i) {
    out += (i > 0 ? ", " : "") + printable(coverage.unread[i], kPathBytes);
  }
  if (coverage.unread.size() > kUnreadShown) {
    out += " and " + counted(coverage.unread.size() - kUnreadShown, "file") + " more";
  }
  return out + ".";
}

std::string mark_of(const std::string& head) {
  return "\n" + forge::hidden_mark(kSelfReviewMark, head) + "\n";
}

}  // namespace

std::string findings_words(const std::vector<critics::Finding>& findings) {
  std::string parts;
  for (const critics::Severity severity : kWorstFirst) {
    const std::size_t count = critics::count_of(findings, severity);
    if (count == 0) continue;
    parts += (parts.empty() ? "" : ", ") + std::to_string(count) + " " +
             std::string(to_string(severity));
  }
  return counted(findings.size(), "finding") + (parts.empty() ? "" : " (" + parts + ")");
}

std::string dialogue_words(const critics::Dialogue& dialogue) {
  std::string parts;
  for (const critics::Verdict verdict :
       {critics::Verdict::handled, critics::Verdict::gap, critics::Verdict::uncertain}) {
    const std::size_t count = critics::count_of(dialogue.answers, verdict);
    if (count == 0) continue;
    parts +=
        (parts.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(to_string(verdict));
  }
  if (dialogue.reason.empty()) return parts;
  return (parts.empty() ? "" : parts + "; ") + "no verdict (" + printable(dialogue.reason, 200) +
         ")";
}

std::vector<std::string> reading_words(const critics::Review& review) {
  const critics::Coverage& coverage = review.coverage;
  std::vector<std::string> words;
  words.push_back("Read: " + std::to_string(coverage.lines_read) + " of " +
                  counted(coverage.lines, "changed line") + ", " +
                  std::to_string(coverage.files_read) + " of " + counted(coverage.files, "file") +
                  " as a whole.");
  if (!coverage.whole()) words.push_back(unread_words(coverage));
  if (review.unparsable > 0) {
    words.push_back(std::to_string(review.unparsable) + " of " + counted(review.parts, "part") +
                    " of the change could not be judged: " + review.reason + ".");
  }
  const std::size_t dropped = review.bad + review.unquoted;
  if (dropped > 0) {
    words.push_back(counted(dropped, "remark was", "remarks were") +
                    " left out: what they are about is not in the change.");
  }
  return words;
}

std::string self_review_comment(const critics::Review& review, const std::string& head,
                                std::string_view model) {
  std::string out = "**Self-review** of " + head.substr(0, kCommitWritten) + ", by " +
                    markdown_text(public_model_name(model), 200) + "\n\n";
  if (!review.findings.empty()) {
    out += findings_words(review.findings) +
           ". A model says so; nothing of it was proven by running it.\n\n" +
           findings_list(review.findings) + "\n";
  } else if (review.is_clean()) {
    out += "Nothing was found.\n\n";
  } else if (review.reading == critics::Reading::clean) {
    out += "Nothing was found in what was read.\n\n";
  } else {
    out += "No verdict: what the model answered cannot be read.\n\n";
  }
  for (const std::string& sentence : reading_words(review)) {
    out += markdown_text(sentence, 4000) + "\n";
  }
  return out + mark_of(head);
}

std::vector<forge::LineComment> line_comments(const critics::Review& review) {
  std::vector<forge::LineComment> comments;
  for (const critics::Finding& finding : review.findings) {
    if (finding.line == 0 || comments.size() == kLineCommentsMax) continue;
    comments.push_back(
        {.path = finding.file,
         .line = finding.line,
         .body = about(finding) + ": " + markdown_text(finding.summary, kSummaryBytes)});
  }
  return comments;
}

std::string self_review_body(std::size_t comments, const std::string& head) {
  return "Self-review of " + head.substr(0, kCommitWritten) + ": " +
         counted(comments, "finding at a line", "findings at lines") + ".\n" + mark_of(head);
}

}  // namespace pawl::stages
