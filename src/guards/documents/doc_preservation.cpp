// G13: a document keeps what an edit had no reason to touch. Humans may drop a section, so what is
// lost is scope; line breaks written out as `\n` are broken for anyone.
#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <vector>

#include "base/text/text.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/documents/doc_damage.hpp"
#include "guards/documents/doc_examples.hpp"
#include "guards/documents/doc_faults.hpp"
#include "guards/documents/doc_parts.hpp"
#include "guards/documents/documents.hpp"
#include "guards/documents/markdown_damage.hpp"
#include "guards/documents/restructured_faults.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "repo/views/view.hpp"
#include "syntax/documents/restructured.hpp"

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

// What the documents of a change gained, each read once, however many lost something.
class Gains {
 public:
  explicit Gains(const git::Change& change) : change_(change) {}

  // Of the files but this one: where a part of it may have gone.
  std::string outside(const git::FileChange& file) {
    if (!read_) {
      for (const git::FileChange& each : change_.files) {
        gained_.push_back(is_document(each.path) ? gained_lines(each) : std::string());
      }
      read_ = true;
    }
    std::string all;
    for (std::size_t i = 0; i < gained_.size(); ++i) {
      if (&change_.files[i] != &file) all += gained_[i];
    }
    return all;
  }

 private:
  const git::Change& change_;
  bool read_ = false;
  std::vector<std::string> gained_;  // by file
};

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
  Bulk(Gains& gains, const Context& context, Verdict& verdict)
      : gains_(gains), context_(context), verdict_(verdict) {}

  void removed(const git::FileChange& file) {
    for (const RepoPath& path : context_.sanctioned_deletions) {
      if (path == file.path) return;
    }
    const WordBag before(*file.before);
    if (before.size() < kRemovedBytesMin) return;
    if (before.share_in(WordBag(gains_.outside(file))) >= kMoved) return;
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
    if (least_kept(*file.before, *file.after) >= context_.settings.doc_shrink_floor) return false;
    const WordBag before(*file.before);
    double kept = before.share_in(WordBag(*file.after));
    if (kept >= context_.settings.doc_shrink_floor) return false;
    WordBag everywhere(*file.after);
    everywhere.add(gains_.outside(file));
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
  // What is around all that differs is kept at least.
  static double least_kept(std::string_view before, std::string_view after) {
    const ChangedSpan span = changed_span(before, after);
    const std::size_t around = word_bytes(before.substr(0, span.before.begin)) +
                               word_bytes(before.substr(span.before.end));
    const std::size_t between = span.before.end - span.before.begin;
    return around == 0 ? 0 : static_cast<double>(around) / static_cast<double>(around + between);
  }

  Gains& gains_;
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

struct FaultText {
  DocFaultKind kind;
  std::string_view rule;
  std::string_view message;
  std::string_view feedback;
};
constexpr auto kFaultTexts = std::to_array<FaultText>({
    {DocFaultKind::swallowed_command, "swallowed-command",
     "a command stands where the language of the code block does, and is not shown: ",
     "Begin the command on a line of its own in "},
    {DocFaultKind::open_fence, "open-fence",
     "the code block is not closed before this: ", "Close every code block in "},
    {DocFaultKind::escaped_newline, "escaped-newlines",
     "a line break became the two characters `\\n`: ",
     "Write real line breaks instead of `\\n` in "},
    {DocFaultKind::left_out, "left-out",
     "a note that something was left out stands in place of it: ", "Write out the whole text in "},
    {DocFaultKind::collapsed, "collapsed", "several lines became one, which reads otherwise: ",
     "Put each item, row, heading and command on a line of its own in "},
    {DocFaultKind::characters, "characters",
     "signs of the text became others: ", "Write the characters themselves, in UTF-8, in "},
    {DocFaultKind::doubled, "doubled",
     "a part of the text stands here a second time: ", "Take out the second copy in "},
    {DocFaultKind::cut_off, "cut-off",
     "the rest of the document is gone behind this: ", "Write the document to its end in "},
    {DocFaultKind::emptied_code, "emptied-code",
     "nothing is left of the example: ", "Show the example in "},
    {DocFaultKind::broken_heading, "broken-heading",
     "this is no heading any more: ", "Write the heading with its marks in "},
    {DocFaultKind::broken_table, "broken-table", "the rows of the table do not fit each other: ",
     "Give every row of the table as many cells as its head, and keep its rules, in "},
    {DocFaultKind::broken_link, "broken-link",
     "this is no link any more: ", "Write the link with all of its marks in "},
    {DocFaultKind::broken_directive, "broken-directive",
     "the directive lacks a colon or what belongs below it: ",
     "Write directives as `.. name::`, with an indented body, in "},
    {DocFaultKind::broken_example, "broken-example",
     "the example parsed before, and fails here: ", "Write an example that parses in "},
    {DocFaultKind::open_quote, "open-literal",
     "a literal begins here and does not end: ", "Close every backquote in "},
    {DocFaultKind::foreign_mark, "foreign-markup",
     "marks of another language are shown as they were typed: ",
     "Use the mark-up of the document's own language in "},
});

Finding fault_finding(const RepoPath& path, const DocFault& fault) {
  const auto* text = std::find_if(kFaultTexts.begin(), kFaultTexts.end(),
                                  [&](const FaultText& row) { return row.kind == fault.kind; });
  return {.rule = "doc-preservation/" + std::string(text->rule),
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = fault.line,
          .message = std::string(text->message) + fault.snippet,
          .feedback = std::string(text->feedback) + path.text() + " around line " +
                      std::to_string(fault.line) + "."};
}

void report(const RepoPath& path, const std::vector<DocFault>& faults, Verdict& verdict) {
  std::size_t reported = 0;
  std::set<int> lines;
  for (const Finding& known : verdict.findings) {
    if (known.path == path.text()) lines.insert(known.line);
  }
  for (const DocFault& fault : faults) {
    if (!lines.insert(fault.line).second) continue;
    if (++reported > kFindingsPerFileMax) return;
    verdict.refuse(fault_finding(path, fault));
  }
}

// What stood there before, on whatever line, is no fault of the change.
void check_faults(const git::FileChange& file, std::string_view text,
                  const syntax::MarkdownDocument& before, const syntax::MarkdownDocument& after,
                  Verdict& verdict) {
  std::vector<DocFault> now = doc_faults(*file.after, after, &before);
  // Blocks of Markdown with components of JSX may stand in a component, where no blank line is
  // above their fence.
  if (file.path.extension() == ".mdx") {
    std::erase_if(now, [](const DocFault& each) { return each.kind == DocFaultKind::open_fence; });
  }
  if (now.empty()) return;
  std::vector<DocFault> old = doc_faults(text, before);
  std::erase_if(now, [&](const DocFault& fault) {
    const auto same = std::find_if(old.begin(), old.end(), [&](const DocFault& each) {
      return each.kind == fault.kind && each.snippet == fault.snippet;
    });
    if (same == old.end()) return false;
    old.erase(same);  // each old fault excuses one
    return true;
  });
  report(file.path, now, verdict);
}

// Of a document that moved or goes over to another language, what it was in its old place: who does
// that mends its marks later.
std::string_view text_before(const git::Change& change, const git::FileChange& file) {
  if (file.before) return *file.before;
  const auto stem = [](const RepoPath& path) {
    return path.name().substr(0, path.name().rfind('.'));
  };
  for (const git::FileChange& each : change.files) {
    const bool gone = each.before && !each.after && is_kept_document(each);
    if (gone && stem(each.path) == stem(file.path)) return *each.before;
  }
  return {};
}

void check_restructured(const git::Change& change, const git::FileChange& file, Verdict& verdict) {
  if (is_specimen(file.path) || file.before == file.after) return;
  const DocChange lines = restructured_change(text_before(change, file), *file.after);
  report(file.path, doc_damage(lines), verdict);
  report(file.path, restructured_faults(lines), verdict);
  if (!file.before || is_changelog(file.path)) return;
  const auto before = syntax::shared_restructured(*file.before);
  report(file.path, broken_examples(*before, *syntax::shared_restructured(*file.after)), verdict);
}

void check_markdown(const git::Change& change, const git::FileChange& file, Gains& gains,
                    Bulk& bulk, Verdict& verdict) {
  if (file.before == file.after) return;
  const bool escapes = contains(*file.after, "\\n");
  const std::string_view text = text_before(change, file);
  const auto before = syntax::shared_markdown(text);
  const auto after = syntax::shared_markdown(*file.after);
  if (escapes) check_escapes(file, *before, *after, verdict);
  if (!is_specimen(file.path)) {
    check_faults(file, text, *before, *after, verdict);
    const DocChange lines = markdown_change(text, *file.after, *before, *after);
    report(file.path, doc_damage(lines), verdict);
    report(file.path, markdown_damage(lines, *before, *after), verdict);
    if (file.before && !is_changelog(file.path)) {
      report(file.path, broken_examples(*before, *after), verdict);
    }
  }
  if (!file.before || bulk.shrunk(file)) return;
  std::size_t reported = 0;
  if (lost_parts(*before, *after, *file.after, {}).empty()) return;
  for (const LostPart& part : lost_parts(*before, *after, *file.after, gains.outside(file))) {
    if (++reported > kFindingsPerFileMax) return;
    verdict.refuse(lost_finding(file.path, part));
  }
}

}  // namespace

Verdict doc_preservation(const git::Change& change, const Context& context) {
  Verdict verdict;
  Gains gains(change);
  Bulk bulk(gains, context, verdict);
  for (const git::FileChange& file : change.files) {
    if (!is_kept_document(file) || (file.after && looks_binary(*file.after))) continue;
    verdict.applies();
    if (!file.after) {
      bulk.removed(file);
    } else if (is_markdown(file.path)) {
      check_markdown(change, file, gains, bulk, verdict);
    } else {
      if (file.path.extension() == ".rst") check_restructured(change, file, verdict);
      if (file.before) bulk.shrunk(file);
    }
  }
  return verdict;
}

}  // namespace pawl::guards
