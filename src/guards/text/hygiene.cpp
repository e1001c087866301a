// G28: what a careless merge, editor or model leaves behind: conflict markers, comments in the
// place of code, files nobody meant to add, modes and line endings that flip.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/moved_files.hpp"
#include "guards/paths/copies.hpp"
#include "guards/paths/litter.hpp"
#include "guards/snapshot_inputs.hpp"
#include "guards/text/hygiene_parts.hpp"
#include "guards/text/licence_header.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kMiB = 1U << 20U;

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
      verdict.refuse(hygiene_finding("leftover", RuleKind::defect, file, litter.what,
                                     "Leave " + file.path.text() + " out of the change."));
      return;
    case LitterKind::personal:
      verdict.refuse(hygiene_finding("personal-file", RuleKind::scope, file, litter.what,
                                     "Leave " + file.path.text() + " out of the change."));
      return;
    case LitterKind::scratch:
      verdict.refuse(hygiene_finding("scratch-file", RuleKind::defect, file, litter.what,
                                     "Leave it out; say in the answer what it says."));
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

void check_copy(const git::FileChange& file, CopyFinder& copies, Verdict& verdict) {
  if (file.before) return;
  if (const std::string_view slip = name_slip(file.path.text());
      !slip.empty() && !repo::is_fixture(file.path)) {
    verdict.refuse(hygiene_finding("misplaced", RuleKind::defect, file, std::string(slip),
                                   "Give the file the name it is to have."));
    return;
  }
  const auto copy = copies.find(file);
  if (!copy) return;
  verdict.refuse(hygiene_finding(
      copy->misplaced ? "misplaced" : "leftover", RuleKind::defect, file,
      (copy->misplaced ? "it is written beside its place: " : "a copy of ") + copy->original,
      "Change " + copy->original + " itself, and leave this file out."));
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

// The scripts beside it are run as they are: one whose mode differs was not meant to differ.
bool others_are_programs(const git::FileChange& file, const repo::RepoView* base) {
  if (base == nullptr) return false;
  std::size_t programs = 0;
  std::size_t others = 0;
  const std::string folder(file.path.folder());
  const auto files = base->files();
  auto each = std::lower_bound(files.begin(), files.end(), folder,
                               [](const repo::Entry& entry, const std::string& wanted) {
                                 return entry.path.text() < wanted;
                               });
  for (; each != files.end() && each->path.text().starts_with(folder); ++each) {
    const bool beside = each->path.folder() == file.path.folder() &&
                        each->path.extension() == file.path.extension();
    if (beside && each->path != file.path) ++(each->executable ? programs : others);
  }
  return programs >= others;
}

// Other files with such a line may be copied to where they are run.
bool is_run_in_place(const RepoPath& path) {
  return among({".sh", ".bash", ".py", ".rb", ".pl", ".js", ".mjs", ""}, path.extension());
}

void check_mode(const git::FileChange& file, const Context& context, Verdict& verdict) {
  if (!file.before || !file.after || file.mode_before == file.mode_after) return;
  const bool program = file.after->starts_with("#!");
  const bool to_program = file.mode_after == 0755;
  if (to_program && program) return;
  if (file.mode_before == 0755 && file.mode_after == 0644 && !program) return;
  const bool lost = file.mode_before == 0755 && file.mode_after == 0644;
  if (lost && file.before != file.after && program && file.before->starts_with("#!") &&
      is_run_in_place(file.path) && others_are_programs(file, context.base)) {
    verdict.refuse(hygiene_finding("script-mode", RuleKind::defect, file,
                                   "a script that was edited cannot be run any more: its x bit is "
                                   "gone",
                                   "Keep the mode of " + file.path.text() + " as it was."));
    return;
  }
  std::string message = "a regular file gives way to a link or a link to a file";
  if (to_program) message = "becomes executable, and has no #! line";
  if (file.mode_before == 0755 && file.mode_after == 0644) message = "a script loses its x bit";
  verdict.refuse(hygiene_finding("mode", RuleKind::scope, file, std::move(message),
                                 "Keep the mode of " + file.path.text() + " as it was."));
}

// What a file had before it moved, it does not add.
Verdict lines_of(const git::FileChange& file, const git::Change& whole, const Context& context) {
  Verdict found;
  check_lines(TextChange(file), context, found);
  if (found.ruling != Ruling::refuse || file.before) return found;
  const git::FileChange* origin = moved_from(whole, file);
  if (origin == nullptr || looks_binary(*origin->before)) return found;
  git::FileChange moved = file;
  moved.before = origin->before;
  found = {};
  check_lines(TextChange(moved), context, found);
  return found;
}

void check_text(const git::FileChange& file, const git::Change& whole, const Context& context,
                Verdict& verdict) {
  if (file.before == file.after || looks_binary(*file.after)) return;
  if (is_snapshot_input(file.path, context.head)) return;
  for (Finding& found : lines_of(file, whole, context).findings) {
    const bool known = found.standing == Standing::pre_existing;
    known ? verdict.note(std::move(found)) : verdict.refuse(std::move(found));
  }
  if (const auto fault = licence_fault(file, whole, context.head)) {
    verdict.refuse(hygiene_finding(fault->alone ? "licence-header" : "licence-changed",
                                   fault->alone ? RuleKind::defect : RuleKind::scope, file,
                                   fault->what, "Keep the notice as it was."));
  }
}

}  // namespace

Finding hygiene_finding(std::string_view rule, RuleKind kind, const git::FileChange& file,
                        std::string message, std::string feedback) {
  return {.rule = "hygiene/" + std::string(rule),
          .kind = kind,
          .path = file.path.text(),
          .line = 0,
          .message = std::move(message),
          .feedback = std::move(feedback)};
}

Verdict hygiene(const git::Change& change, const Context& context) {
  Verdict verdict;
  CopyFinder copies(change, context.base);
  for (const git::FileChange& file : change.files) {
    if (!file.after) continue;
    verdict.applies();
    check_litter(file, context, verdict);
    check_copy(file, copies, verdict);
    check_size(file, verdict);
    check_mode(file, context, verdict);
    const bool link = file.mode_after == git::kSymlinkMode || file.mode_before == git::kSymlinkMode;
    if (file.after->size() > 2 * kMiB || link) continue;
    check_form(file, context, verdict);
    check_text(file, change, context, verdict);
  }
  return verdict;
}

}  // namespace pawl::guards
