// G28: what a careless merge, editor or model leaves behind: conflict markers, comments in the
// place of code, files nobody meant to add, modes and line endings that flip.
#include <algorithm>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/paths/litter.hpp"
#include "guards/text/conflict_markers.hpp"
#include "guards/text/hidden_text.hpp"
#include "guards/text/placeholder.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/comments.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kMiB = 1U << 20U;
// A hunk that loses that many lines more than it brings has lost code to a comment.
constexpr std::size_t kVanishedMin = 2;

Finding hygiene_finding(std::string_view rule, RuleKind kind, const git::FileChange& file,
                        std::string message, std::string feedback) {
  return {.rule = "hygiene/" + std::string(rule),
          .kind = kind,
          .path = file.path.text(),
          .line = 0,
          .message = std::move(message),
          .feedback = std::move(feedback)};
}

// A copied folder is told by its first files.
bool reported_enough(const Verdict& verdict, std::string_view rule) {
  const auto same = std::count_if(verdict.findings.begin(), verdict.findings.end(),
                                  [&](const Finding& each) { return each.rule.ends_with(rule); });
  return static_cast<std::size_t>(same) >= kTextFaultsPerFileMax;
}

void check_litter(const git::FileChange& file, const Context& context, Verdict& verdict) {
  const Litter litter = litter_of(file, context.base);
  switch (litter.kind) {
    case LitterKind::none: return;
    case LitterKind::leftover:
      verdict.refuse(hygiene_finding("leftover", RuleKind::scope, file, litter.what,
                                     "Leave " + file.path.text() + " out of the change."));
      return;
    case LitterKind::installed:
      if (reported_enough(verdict, "/installed")) return;
      verdict.refuse(hygiene_finding("installed", RuleKind::defect, file, litter.what,
                                     "Leave it out; whoever needs it installs or builds it."));
      return;
    case LitterKind::generated:
      if (reported_enough(verdict, "/generated")) return;
      verdict.refuse(hygiene_finding("generated", RuleKind::scope, file, litter.what,
                                     "Change what it is made from, and let its tool write it."));
      return;
  }
}

std::string in_mebibytes(std::size_t bytes) {
  const std::size_t tenths = bytes * 10 / kMiB;
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + " MiB";
}

void check_size(const git::FileChange& file, Verdict& verdict) {
  const std::string& text = *file.after;
  const bool binary = looks_binary(text);
  const std::size_t limit = binary ? 5 * kMiB : kMiB;
  if (text.size() > limit && (!file.before || file.before->size() <= limit)) {
    verdict.refuse(hygiene_finding(
        "huge", RuleKind::scope, file,
        std::string(binary ? "a binary file" : "a text") + " of " + in_mebibytes(text.size()),
        "Keep large files out of the repository."));
    return;
  }
  if (!binary || file.before == file.after) return;
  if (is_image(file.path) && text.size() <= kMiB) return;
  verdict.refuse(hygiene_finding("binary", RuleKind::scope, file,
                                 file.before ? "a binary file changes" : "a binary file is added",
                                 "Change text only, and leave binary files as they are."));
}

void check_mode(const git::FileChange& file, Verdict& verdict) {
  if (!file.before || !file.after || file.mode_before == file.mode_after) return;
  const bool program = file.after->starts_with("#!");
  const bool to_program = file.mode_after == 0755;
  if (to_program && program) return;
  if (file.mode_before == 0755 && file.mode_after == 0644 && !program) return;
  std::string message = "a regular file gives way to a link or a link to a file";
  if (to_program) message = "becomes executable, and has no #! line";
  if (file.mode_before == 0755 && file.mode_after == 0644) message = "a script loses its x bit";
  verdict.refuse(hygiene_finding("mode", RuleKind::scope, file, std::move(message),
                                 "Keep the mode of " + file.path.text() + " as it was."));
}

enum class Endings : std::uint8_t { unclear, lf, crlf };

Endings endings_of(std::string_view text) {
  std::size_t lf = 0;
  std::size_t crlf = 0;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    ++(at > 0 && text[at - 1] == '\r' ? crlf : lf);
  }
  if (lf + crlf < 2) return Endings::unclear;
  if (crlf == 0) return Endings::lf;
  return lf * 10 <= crlf ? Endings::crlf : Endings::unclear;
}

void check_endings(const git::FileChange& file, Verdict& verdict) {
  if (!contains(*file.before, "\r\n") && !contains(*file.after, "\r\n")) return;
  const Endings before = endings_of(*file.before);
  const Endings after = endings_of(*file.after);
  if (before == Endings::unclear || after == Endings::unclear || before == after) return;
  const bool to_crlf = after == Endings::crlf;
  verdict.refuse(hygiene_finding("line-endings", RuleKind::scope, file,
                                 to_crlf ? "every line ends in CRLF now, and ended in LF before"
                                         : "every line ends in LF now, and ended in CRLF before",
                                 "Keep the line endings of " + file.path.text() + "."));
}

// The lines of a text change, and where they came from.
struct TextChange {
  explicit TextChange(const git::FileChange& file)
      : before(split_lines(file.before ? std::string_view(*file.before) : std::string_view())),
        after(split_lines(*file.after)),
        hunks(diff_lines(before, after)) {}

  bool is_added(std::size_t line) const {
    return std::any_of(hunks.begin(), hunks.end(), [&](const Hunk& hunk) {
      return line >= hunk.after_begin && line < hunk.after_end;
    });
  }

  std::vector<std::string_view> before;
  std::vector<std::string_view> after;
  std::vector<Hunk> hunks;
};

void check_conflicts(const git::FileChange& file, const TextChange& change, Verdict& verdict) {
  std::size_t reported = 0;
  for (const std::size_t line : conflicts_in(file.path, *file.after)) {
    Finding found = hygiene_finding(
        "conflict-marker", RuleKind::defect, file, "an unresolved merge conflict begins here",
        "Choose one side of the conflict and remove its three markers.");
    found.line = static_cast<int>(line) + 1;
    if (!change.is_added(line)) {
      verdict.note(std::move(found));
    } else if (++reported <= kTextFaultsPerFileMax) {
      verdict.refuse(std::move(found));
    }
  }
}

std::size_t filled(const std::vector<std::string_view>& lines, std::size_t begin, std::size_t end) {
  std::size_t count = 0;
  for (std::size_t i = begin; i < end; ++i) count += trim(lines[i]).empty() ? 0U : 1U;
  return count;
}

bool in_comment(const std::vector<syntax::Comment>& comments, std::size_t line) {
  return std::any_of(comments.begin(), comments.end(), [&](const syntax::Comment& comment) {
    return comment.line == static_cast<int>(line) + 1;
  });
}

void refuse_placeholder(const git::FileChange& file, const TextChange& change, std::size_t line,
                        Verdict& verdict) {
  Finding found = hygiene_finding(
      "placeholder", RuleKind::defect, file,
      "a comment stands where code should: " + printable(trim(change.after[line]), 80),
      "Write out the code this comment stands for; what is not in the text is "
      "gone.");
  found.line = static_cast<int>(line) + 1;
  verdict.refuse(std::move(found));
}

void check_placeholders(const git::FileChange& file, const TextChange& change, Verdict& verdict) {
  std::vector<std::size_t> suspects;
  for (const Hunk& hunk : change.hunks) {
    const std::size_t gone = filled(change.before, hunk.before_begin, hunk.before_end);
    const std::size_t come = filled(change.after, hunk.after_begin, hunk.after_end);
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      const Placeholder found = placeholder_of(change.after[i]);
      const bool vanished = gone >= come + kVanishedMin;
      if (found == Placeholder::certain || (found == Placeholder::likely && vanished)) {
        suspects.push_back(i);
      }
    }
  }
  if (suspects.empty()) return;
  // A prompt or a test that quotes such a comment holds it in a string.
  const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
  if (kind.language) {
    const auto comments = syntax::comments(*kind.language, *file.after);
    std::erase_if(suspects, [&](std::size_t line) { return !in_comment(comments, line); });
  }
  if (suspects.size() > kTextFaultsPerFileMax) suspects.resize(kTextFaultsPerFileMax);
  for (const std::size_t line : suspects) refuse_placeholder(file, change, line, verdict);
}

void check_hidden(const git::FileChange& file, Verdict& verdict) {
  if (repo::is_fixture(file.path)) return;
  std::size_t reported = 0;
  for (const HiddenLine& one : added_hidden(file)) {
    if (++reported > kTextFaultsPerFileMax) return;
    const bool control = one.kind == HiddenKind::control;
    Finding found = hygiene_finding(control ? "control-character" : "hidden-character",
                                    control ? RuleKind::scope : RuleKind::defect, file,
                                    "adds a character that does not show: " + hidden_name(one.code),
                                    "Leave it out, or write it as an escape of the language.");
    found.line = one.line;
    verdict.refuse(std::move(found));
  }
}

void check_text(const git::FileChange& file, Verdict& verdict) {
  if (file.before == file.after || looks_binary(*file.after)) return;
  if (file.before) check_endings(file, verdict);
  const TextChange change(file);
  check_conflicts(file, change, verdict);
  check_hidden(file, verdict);
  if (holds_code(file.path)) check_placeholders(file, change, verdict);
}

}  // namespace

Verdict hygiene(const git::Change& change, const Context& context) {
  Verdict verdict;
  for (const git::FileChange& file : change.files) {
    if (!file.after) continue;
    verdict.applies();
    check_litter(file, context, verdict);
    check_size(file, verdict);
    check_mode(file, verdict);
    if (file.after->size() <= 2 * kMiB) check_text(file, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
