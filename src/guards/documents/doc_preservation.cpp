// G13: a document keeps what an edit had no reason to touch. Humans may drop a section, so what is
// lost is scope; line breaks written out as `\n` are broken for anyone.
#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "base/text/text.hpp"
#include "guards/documents/doc_faults.hpp"
#include "guards/documents/doc_parts.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kShrinkBytesMin = 500;
constexpr std::size_t kRemovedBytesMin = 80;
constexpr double kMoved = 0.5;

bool is_kept_document(const git::FileChange& file) {
  return is_document(file.path) && !repo::is_generated(file.path) &&
         !repo::is_vendored(file.path) && !(file.before && looks_binary(*file.before));
}

// The lines a document gained.
std::string gained_lines(const git::FileChange& file) {
  if (!file.after) return {};
  if (!file.before) return *file.after;
  std::vector<std::string_view> old = split_lines(*file.before);
  std::sort(old.begin(), old.end());
  std::string gained;
  for (const std::string_view line : split_lines(*file.after)) {
    if (!std::binary_search(old.begin(), old.end(), line)) gained.append(line).append("\n");
  }
  return gained;
}

// What the other files of the change gained: where a part of this one may have gone.
std::string gained_elsewhere(const git::Change& change, const git::FileChange& file) {
  std::string gained;
  for (const git::FileChange& other : change.files) {
    if (&other != &file && is_document(other.path)) gained += gained_lines(other);
  }
  return gained;
}

std::string percent(double share) {
  return std::to_string(static_cast<int>(std::lround(share * 100))) + " %";
}

Finding lost_finding(const RepoPath& path, const LostPart& part) {
  Finding finding{
      .rule = {}, .kind = RuleKind::scope, .path = path.text(), .message = {}, .feedback = {}};
  const std::string place = " (line " + std::to_string(part.line) + " before)";
  std::string what;
  switch (part.kind) {
    case LostPart::Kind::section:
      finding.rule = "doc-preservation/lost-section";
      what = "the section \"" + part.what + "\"" +
             (part.parts > 1 ? " with " + counted(part.parts - 1, "section") + " below it" : "");
      break;
    case LostPart::Kind::code:
      finding.rule = "doc-preservation/lost-code";
      what = "the code block that starts with `" + part.what + "`";
      break;
    case LostPart::Kind::table:
      finding.rule = "doc-preservation/lost-table";
      what = "the table that starts with `" + part.what + "`";
      break;
    case LostPart::Kind::links:
      finding.rule = "doc-preservation/lost-links";
      what = counted(part.parts, "link") + ", the first to " + part.what + ",";
      break;
  }
  finding.message = what + " got lost" + place;
  finding.feedback = "Keep " + what + " in " + path.text() +
                     ", word for word unless the subtask is about it; change only the lines that " +
                     "need it.";
  return finding;
}

// Reports what is lost as a whole: the document, or most of it.
class Bulk {
 public:
  Bulk(const git::Change& change, const Context& context, Verdict& verdict)
      : change_(change), context_(context), verdict_(verdict) {}

  void removed(const git::FileChange& file) {
    for (const RepoPath& path : context_.sanctioned_deletions) {
      if (path == file.path) return;
    }
    const WordBag before(*file.before);
    if (before.size() < kRemovedBytesMin) return;
    if (before.share_in(WordBag(gained_elsewhere(change_, file))) >= kMoved) return;
    verdict_.refuse({.rule = "doc-preservation/removed",
                     .kind = RuleKind::scope,
                     .path = file.path.text(),
                     .message = "the document is deleted, and its text stands nowhere else",
                     .feedback = "Keep " + file.path.text() +
                                 "; only a subtask that says so deletes a document."});
  }

  // Says whether most of it is gone.
  bool shrunk(const git::FileChange& file) {
    if (!context_.settings.doc_bulk_shrink || file.before->size() < kShrinkBytesMin) return false;
    const WordBag before(*file.before);
    double kept = before.share_in(WordBag(*file.after));
    if (kept >= context_.settings.doc_shrink_floor) return false;
    WordBag everywhere(*file.after);
    everywhere.add(gained_elsewhere(change_, file));
    kept = before.share_in(everywhere);
    if (kept >= context_.settings.doc_shrink_floor) return false;
    verdict_.refuse({.rule = "doc-preservation/shrink",
                     .kind = RuleKind::scope,
                     .path = file.path.text(),
                     .message = "only " + percent(kept) + " of the text is left, less than " +
                                percent(context_.settings.doc_shrink_floor) + " (" +
                                std::to_string(file.before->size()) + " bytes before, " +
                                std::to_string(file.after->size()) + " after)",
                     .feedback = "Edit " + file.path.text() +
                                 " in place and keep the rest of it as it was; a rewrite needs a "
                                 "subtask of its own."});
    return true;
  }

 private:
  const git::Change& change_;
  const Context& context_;
  Verdict& verdict_;
};

void check_escapes(const git::FileChange& file, const syntax::MarkdownDocument& before,
                   const syntax::MarkdownDocument& after, Verdict& verdict) {
  std::size_t reported = 0;
  for (const EscapedNewlines& escaped : escaped_newlines(before, after)) {
    if (++reported > kFindingsPerFileMax) return;
    verdict.refuse({.rule = "doc-preservation/escaped-newlines",
                    .kind = RuleKind::defect,
                    .path = file.path.text(),
                    .line = escaped.line,
                    .message = "line breaks became the two characters `\\n`: " + escaped.snippet,
                    .feedback = "Write real line breaks instead of `\\n` in " + file.path.text() +
                                " around line " + std::to_string(escaped.line) + "."});
  }
}

Finding fault_finding(const RepoPath& path, const DocFault& fault) {
  Finding finding{.rule = {},
                  .kind = RuleKind::defect,
                  .path = path.text(),
                  .line = fault.line,
                  .message = {},
                  .feedback = {}};
  const std::string place = path.text() + " around line " + std::to_string(fault.line) + ".";
  switch (fault.kind) {
    case DocFaultKind::swallowed_command:
      finding.rule = "doc-preservation/swallowed-command";
      finding.message =
          "a command stands where the language of the code block does, and is not "
          "shown: " +
          fault.snippet;
      finding.feedback = "Begin the command on a line of its own in " + place;
      break;
    case DocFaultKind::open_fence:
      finding.rule = "doc-preservation/open-fence";
      finding.message = "the code block is not closed before this: " + fault.snippet;
      finding.feedback = "Close every code block in " + place;
      break;
    case DocFaultKind::escaped_newline:
      finding.rule = "doc-preservation/escaped-newlines";
      finding.message = "a line break became the two characters `\\n`: " + fault.snippet;
      finding.feedback = "Write real line breaks instead of `\\n` in " + place;
      break;
    case DocFaultKind::left_out:
      finding.rule = "doc-preservation/left-out";
      finding.message =
          "a note that something was left out stands in place of it: " + fault.snippet;
      finding.feedback = "Write out the whole text in " + place;
      break;
  }
  return finding;
}

// What stood there before, on whatever line, is no fault of the change.
void check_faults(const git::FileChange& file, const syntax::MarkdownDocument& before,
                  const syntax::MarkdownDocument& after, Verdict& verdict) {
  std::vector<DocFault> now = doc_faults(*file.after, after, &before);
  if (now.empty() || is_specimen(file.path)) return;
  std::vector<DocFault> old = doc_faults(file.before ? *file.before : std::string_view(), before);
  std::size_t reported = 0;
  std::set<int> lines;
  for (const Finding& known : verdict.findings) {
    if (known.path == file.path.text()) lines.insert(known.line);
  }
  for (const DocFault& fault : now) {
    const auto same = std::find_if(old.begin(), old.end(), [&](const DocFault& each) {
      return each.kind == fault.kind && each.snippet == fault.snippet;
    });
    if (same != old.end()) {
      old.erase(same);  // each old fault excuses one
    } else if (!lines.contains(fault.line) && ++reported <= kFindingsPerFileMax) {
      verdict.refuse(fault_finding(file.path, fault));
    }
  }
}

void check_markdown(const git::Change& change, const git::FileChange& file, Bulk& bulk,
                    Verdict& verdict) {
  if (file.before == file.after) return;
  const bool escapes = contains(*file.after, "\\n");
  const auto before = syntax::shared_markdown(file.before ? *file.before : std::string());
  const auto after = syntax::shared_markdown(*file.after);
  if (escapes) check_escapes(file, *before, *after, verdict);
  check_faults(file, *before, *after, verdict);
  if (!file.before || bulk.shrunk(file)) return;
  std::size_t reported = 0;
  if (lost_parts(*before, *after, *file.after, {}).empty()) return;
  for (const LostPart& part :
       lost_parts(*before, *after, *file.after, gained_elsewhere(change, file))) {
    if (++reported > kFindingsPerFileMax) return;
    verdict.refuse(lost_finding(file.path, part));
  }
}

}  // namespace

Verdict doc_preservation(const git::Change& change, const Context& context) {
  Verdict verdict;
  Bulk bulk(change, context, verdict);
  for (const git::FileChange& file : change.files) {
    if (!is_kept_document(file) || (file.after && looks_binary(*file.after))) continue;
    verdict.applies();
    if (!file.after) {
      bulk.removed(file);
    } else if (is_markdown(file.path)) {
      check_markdown(change, file, bulk, verdict);
    } else if (file.before) {
      bulk.shrunk(file);
    }
  }
  return verdict;
}

}  // namespace pawl::guards
