// What the lines of a changed text say that nobody meant to be in the file.
#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/limits.hpp"
#include "guards/paths/litter.hpp"
#include "guards/text/chat_remains.hpp"
#include "guards/text/closing_comment.hpp"
#include "guards/text/conflict_markers.hpp"
#include "guards/text/debug_prints.hpp"
#include "guards/text/debugger_stops.hpp"
#include "guards/text/edit_remarks.hpp"
#include "guards/text/encoding_damage.hpp"
#include "guards/text/envelope.hpp"
#include "guards/text/files_in_one.hpp"
#include "guards/text/gap_comments.hpp"
#include "guards/text/hidden_text.hpp"
#include "guards/text/hygiene_parts.hpp"
#include "guards/text/indentation.hpp"
#include "guards/text/left_behind.hpp"
#include "guards/text/look_alikes.hpp"
#include "guards/text/page_remains.hpp"
#include "guards/text/pasted_twice.hpp"
#include "guards/text/patch_remains.hpp"
#include "guards/text/placeholder.hpp"
#include "guards/text/placeholder_words.hpp"
#include "guards/text/prose_at_edges.hpp"
#include "guards/text/rooted_paths.hpp"
#include "guards/text/spoken_comments.hpp"
#include "guards/text/stray_tags.hpp"
#include "guards/text/transcript.hpp"
#include "guards/text/value_gaps.hpp"
#include "guards/text/whole_text.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

// A hunk that loses that many lines more than it brings has lost code to a comment.
constexpr std::size_t kVanishedMin = 2;

void check_conflicts(const TextChange& change, Verdict& verdict) {
  std::size_t reported = 0;
  for (const MergeConflict& each : conflicts_in(change)) {
    Finding found = hygiene_finding(
        "conflict-marker", RuleKind::defect, change.file(),
        each.half ? "a marker of a merge conflict was left behind"
                  : "an unresolved merge conflict begins here",
        each.half ? "Take the marker away, and what belongs to the other side of the conflict."
                  : "Choose one side of the conflict and remove its three markers.");
    found.line = static_cast<int>(each.line) + 1;
    if (!change.is_added(each.line)) {
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

// Of a hunk: it brings nothing but comments and words in brackets.
bool brings_words_alone(const TextChange& change, const Hunk& hunk) {
  for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
    const std::string_view line = change.after[i];
    if (trim(line).empty() || !said_in(line).empty() || gap_of(line) != Placeholder::no) continue;
    return false;
  }
  return true;
}

bool loses_code(const TextChange& change, const Hunk& hunk) {
  std::size_t code = 0;
  for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
    const std::string_view line = trim(change.before[i]);
    code += !line.empty() && said_in(line).empty() ? 1U : 0U;
  }
  return code > filled(change.after, hunk.after_begin, hunk.after_end);
}

// It goes on with a sentence of the comment above it.
bool goes_on(const TextChange& change, std::size_t line) {
  const std::string_view said = said_in(change.after[line]);
  if (line == 0 || said.empty() || !is_lower(said.front())) return false;
  const std::string_view above = said_in(change.after[line - 1]);
  return !above.empty() && !contains(".:!?", above.substr(above.size() - 1));
}

// In documents a comment of theirs says it as one of code does; `#` begins a heading.
bool is_comment_of_document(const TextChange& change, std::size_t line) {
  const std::string_view text = trim(change.after[line]);
  const bool restructured = change.file().path.extension() == ".rst";
  return restructured ? text.starts_with(".. ") && !contains(text, "::") : text.starts_with("<!--");
}

// What a line says that stands for code, by what went away around it.
bool is_in_place_of_code(const TextChange& change, const Hunk& hunk, std::size_t line,
                         bool vanished) {
  const std::string_view text = change.after[line];
  const bool document = change.sort() == TextSort::document;
  const bool prose = document && !is_comment_of_document(change, line);
  // Prose may say in brackets what it leaves out; only where text went away it stands for it.
  const Placeholder rest = placeholder_of(text);
  if (rest == Placeholder::certain && (!prose || vanished)) return !goes_on(change, line);
  if (rest == Placeholder::likely && vanished && !prose) return !goes_on(change, line);
  const Placeholder gap = gap_of(text);
  if (gap == Placeholder::no || goes_on(change, line)) return false;
  const bool instead = loses_code(change, hunk) && brings_words_alone(change, hunk);
  if (instead && (!prose || is_bare_placeholder(text))) return true;
  return gap == Placeholder::certain && !document && !is_place_to_fill(change.file().path);
}

// A prompt or a test that quotes such a comment holds it in a string. Outside of comments only what
// stands in brackets or between dots is one.
bool stands_for_code(const TextChange& change, std::size_t line) {
  const Place place = change.place_of(line);
  if (place == Place::literal) return false;
  // The comment of JSX begins behind its brace.
  const std::string_view text = trim(change.after[line]);
  if (text.starts_with("{/*") || text.starts_with("{{")) return true;
  if (change.sort() == TextSort::code && !is_bare_placeholder(change.after[line])) {
    return place == Place::comment;
  }
  return true;
}

void refuse_placeholder(const TextChange& change, std::size_t line, Verdict& verdict) {
  Finding found = hygiene_finding(
      "placeholder", RuleKind::defect, change.file(),
      "a comment stands where code should: " + printable(trim(change.after[line]), 80),
      "Write out the code this comment stands for; what is not in the text is "
      "gone.");
  found.line = static_cast<int>(line) + 1;
  verdict.refuse(std::move(found));
}

void check_placeholders(const TextChange& change, Verdict& verdict) {
  if (change.sort() == TextSort::other && !holds_code(change.file().path)) return;
  std::size_t reported = 0;
  for (const Hunk& hunk : change.hunks) {
    const std::size_t gone = filled(change.before, hunk.before_begin, hunk.before_end);
    const std::size_t come = filled(change.after, hunk.after_begin, hunk.after_end);
    const bool vanished = gone >= come + kVanishedMin;
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      if (!is_in_place_of_code(change, hunk, i, vanished) || !stands_for_code(change, i)) continue;
      if (++reported > kTextFaultsPerFileMax) return;
      refuse_placeholder(change, i, verdict);
    }
  }
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

struct RemainRule {
  std::string_view rule;
  std::vector<Remain> (*find)(const TextChange& change);
  std::string_view feedback;
};
constexpr std::string_view kOwnText = "Leave in the file only what belongs to the file itself.";
constexpr RemainRule kRemainRules[] = {
    {"chat-remains", &chat_remains, kOwnText},
    {"chat-remains", &stray_tags, kOwnText},
    {"chat-remains", &page_remains, kOwnText},
    {"chat-remains", &prose_at_edges, kOwnText},
    {"chat-remains", &edit_remarks, kOwnText},
    {"chat-remains", &spoken_remarks, kOwnText},
    {"chat-remains", &closing_comment, kOwnText},
    {"placeholder", &spoken_gaps,
     "Write what the code is to do, or say in the answer what is open."},
    {"chat-remains", &value_gaps, "Write the value itself."},
    {"transcript", &transcript_remains, kOwnText},
    {"envelope", &envelope_remains, kOwnText},
    {"patch-remains", &patch_remains,
     "Write the lines as the file is to have them, without what a patch puts around them."},
    {"debug-output", &debugger_stops,
     "Take it away; a program that stops there waits for a person."},
    {"debug-output", &debug_remains, "Take it away; it was there to look for a fault."},
    {"machine-path", &machine_paths,
     "Name the place relative to the project, or read it from the environment."},
};

// Words of a chat or in the place of code are wrong once.
bool is_refused(const Verdict& verdict, const RepoPath& path, std::size_t line) {
  return std::any_of(verdict.findings.begin(), verdict.findings.end(), [&](const Finding& each) {
    return each.path == path.text() && each.line == static_cast<int>(line) + 1 &&
           (each.rule == "hygiene/placeholder" || each.rule == "hygiene/chat-remains");
  });
}

void check_remains(const TextChange& change, Verdict& verdict) {
  if (repo::is_fixture(change.file().path)) return;
  const bool data = repo::lies_among_tests(change.file().path) && !change.kind().language;
  std::set<std::size_t> known;
  for (const RemainRule& row : kRemainRules) {
    // What lies among tests and is no code may be a sample of anything.
    if (data && row.find != &chat_remains) continue;
    std::size_t reported = 0;
    for (const Remain& each : row.find(change)) {
      // A line that was wrapped around a text is wrong once.
      const bool once = row.feedback == kOwnText && !known.insert(each.line).second;
      if (once || is_refused(verdict, change.file().path, each.line)) continue;
      if (++reported > kTextFaultsPerFileMax) break;
      const std::string shown = printable(trim(change.after[each.line]), 80);
      Finding found = hygiene_finding(row.rule, RuleKind::defect, change.file(),
                                      each.what + (row.rule == "machine-path" ? "" : ": " + shown),
                                      std::string(row.feedback));
      found.line = static_cast<int>(each.line) + 1;
      verdict.refuse(std::move(found));
    }
  }
}

void check_rooted(const TextChange& change, const Context& context, Verdict& verdict) {
  std::size_t reported = 0;
  for (const Remain& each : rooted_paths(change, context)) {
    const int line = static_cast<int>(each.line) + 1;
    const bool known =
        std::any_of(verdict.findings.begin(), verdict.findings.end(), [&](const Finding& one) {
          return one.line == line && one.path == change.file().path.text();
        });
    if (known) continue;
    if (++reported > kTextFaultsPerFileMax) break;
    Finding found = hygiene_finding("machine-path", RuleKind::defect, change.file(), each.what,
                                    "Name the place relative to the project.");
    found.line = line;
    verdict.refuse(std::move(found));
  }
}

void check_other_file(const TextChange& change, const Context& context, Verdict& verdict) {
  if (repo::is_fixture(change.file().path)) return;
  const auto other = other_file_in(change, context.base);
  if (!other) return;
  Finding found = hygiene_finding(
      "envelope", RuleKind::defect, change.file(),
      other->what + ": " + printable(trim(change.after[other->line]), 80), std::string(kOwnText));
  found.line = static_cast<int>(other->line) + 1;
  verdict.refuse(std::move(found));
}

void check_pasted(const TextChange& change, Verdict& verdict) {
  const auto line = pasted_twice(change);
  if (!line) return;
  Finding found = hygiene_finding("doubled", RuleKind::defect, change.file(),
                                  "these lines stand there twice", "Write the lines once.");
  found.line = static_cast<int>(*line) + 1;
  verdict.refuse(std::move(found));
}

void check_whole(const TextChange& change, Verdict& verdict) {
  if (repo::is_fixture(change.file().path)) return;
  const WholeText whole = whole_text_fault(change);
  if (whole.fault == WholeFault::none) return check_pasted(change, verdict);
  const bool doubled = whole.fault == WholeFault::doubled;
  const bool cut = whole.fault == WholeFault::cut_off;
  Finding found = hygiene_finding(
      doubled ? "doubled" : (cut ? "cut-off" : "escaped-text"), RuleKind::defect, change.file(),
      whole.what,
      doubled ? "Write the text once."
              : (cut ? "Write the file to its end." : "Write the file as it is to be read."));
  found.line = static_cast<int>(whole.line) + 1;
  verdict.refuse(std::move(found));
}

void check_letters(const TextChange& change, Verdict& verdict) {
  // Tables of letters, for one, and what programs under test are fed with.
  const bool data = !change.kind().language && change.sort() != TextSort::document;
  if (repo::says_generated(change.text())) return;
  if (data && repo::lies_among_tests(change.file().path)) return;
  const auto report = [&](const EncodingFault& fault, std::string_view rule, std::string feedback) {
    Finding found =
        hygiene_finding(rule, RuleKind::defect, change.file(), fault.what, std::move(feedback));
    found.line = static_cast<int>(fault.line) + 1;
    verdict.refuse(std::move(found));
  };
  if (const auto fault = letter_fault(change)) {
    report(*fault, "encoding", "Keep the letters as they were.");
  }
  if (const auto fault = odd_sign(change)) {
    report(*fault, "odd-sign", "Use the plain sign of the language.");
  }
  if (const auto fault = look_alike(change)) {
    report(*fault, "look-alike", "Write the word in the letters of one alphabet.");
  }
}

void check_indentation(const TextChange& change, Verdict& verdict) {
  const auto fault = indent_fault(change);
  if (!fault) return;
  Finding found = hygiene_finding("indentation", RuleKind::scope, change.file(), fault->what,
                                  "Keep the indentation of " + change.file().path.text() + ".");
  found.line = static_cast<int>(fault->line) + 1;
  verdict.refuse(std::move(found));
}

}  // namespace

void check_lines(const TextChange& change, const Context& context, Verdict& verdict) {
  check_conflicts(change, verdict);
  check_hidden(change.file(), verdict);
  check_placeholders(change, verdict);
  check_remains(change, verdict);
  check_rooted(change, context, verdict);
  check_other_file(change, context, verdict);
  check_whole(change, verdict);
  check_letters(change, verdict);
  check_indentation(change, verdict);
}

}  // namespace pawl::guards
