// What a change touches besides what it is for: lines that say the same in another layout, other
// quotes or at another place, and files written anew for the sake of a few lines.
#include <algorithm>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/limits.hpp"
#include "guards/text/layout_diff.hpp"
#include "repo/kinds/family.hpp"
#include "repo/secrets/secrets.hpp"
#include "repo/views/view.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kNoiseMin = 6;       // lines; fewer are a slip nobody refuses a fix for
constexpr std::size_t kRewrittenMin = 40;  // lines of a file that is long enough to be kept
constexpr std::size_t kKeptShare = 5;      // of a rewritten file less than one line in so many
constexpr std::size_t kComparedBytes = 1U << 20U;
constexpr std::size_t kDiffLines = 40;  // of the smaller change

// How texts of that kind are laid out; nothing where nobody knows what a blank means.
std::optional<LayoutRules> rules_of(const git::FileChange& file) {
  const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
  switch (kind.format) {
    case syntax::Format::json:
    case syntax::Format::jsonc: return LayoutRules{};
    case syntax::Format::toml:
    case syntax::Format::ini: return LayoutRules{.comment = "#"};
    case syntax::Format::yaml: return LayoutRules{.depth_counts = true, .comment = "#"};
    case syntax::Format::markdown: return LayoutRules{.blanks_count = true, .comment = {}};
    case syntax::Format::code:
    case syntax::Format::other: break;
  }
  using repo::Family;
  const std::optional<Family> family = repo::family_of(file.path);
  if (!family) return std::nullopt;
  switch (*family) {
    case Family::python:
      return LayoutRules{.depth_counts = true, .quotes_alike = true, .comment = "#"};
    case Family::node: return LayoutRules{.quotes_alike = true};
    case Family::ruby:
    case Family::shell: return LayoutRules{.comment = "#"};
    default: return LayoutRules{};
  }
}

bool is_looked_at(const git::FileChange& file) {
  if (!file.before || !file.after || file.before == file.after) return false;
  if (file.mode_before == git::kSymlinkMode || file.mode_after == git::kSymlinkMode) return false;
  if (file.after->size() > kComparedBytes || file.before->size() > kComparedBytes) return false;
  if (looks_binary(*file.after) || looks_binary(*file.before)) return false;
  // Their tools lay them out.
  return !repo::is_vendored(file.path) && !repo::is_generated(file.path) &&
         !repo::is_fixture(file.path);
}

struct Compared {
  const git::FileChange* file = nullptr;
  LayoutDiff diff;
};

std::string what_changed(const LayoutDiff& diff) {
  std::vector<std::string> parts;
  if (diff.layout > 0) parts.push_back(std::to_string(diff.layout) + " in layout");
  if (diff.quotes > 0) parts.push_back(std::to_string(diff.quotes) + " in quotes");
  if (diff.order > 0) parts.push_back(std::to_string(diff.order) + " in their place");
  return join(parts, ", ");
}

// The rule that stands for most of the lines.
std::string_view rule_of(const LayoutDiff& diff) {
  if (diff.layout >= diff.quotes && diff.layout >= diff.order) return "minimality/layout";
  return diff.quotes >= diff.order ? "minimality/quotes" : "minimality/order";
}

Finding noise_finding(const Compared& compared) {
  const LayoutDiff& diff = compared.diff;
  const git::FileChange& file = *compared.file;
  Finding finding{.rule = std::string(rule_of(diff)),
                  .kind = RuleKind::scope,
                  .path = file.path.text(),
                  .line = diff.first,
                  .message = counted(diff.noise(), "line") + " that say" +
                             (diff.noise() == 1 ? "s" : "") +
                             " what was there before change all the "
                             "same (" +
                             what_changed(diff) + "), beside " + std::to_string(diff.real) +
                             " that say" + (diff.real == 1 ? "s" : "") + " something new",
                  .feedback = {}};
  const std::string smaller = readable_diff(split_lines(*file.before), diff.smaller, kDiffLines);
  finding.feedback =
      diff.real == 0 ? "Leave " + file.path.text() + " as it is."
                     : "Keep all other lines as they are. Of this file only this has to change:\n" +
                           std::string(trim_end(repo::without_secrets(smaller, &file.path)));
  return finding;
}

Finding rewritten_finding(const Compared& compared) {
  const LayoutDiff& diff = compared.diff;
  return {.rule = "minimality/rewritten",
          .kind = RuleKind::scope,
          .path = compared.file->path.text(),
          .line = 0,
          .message = "of its " + std::to_string(diff.total) + " lines " +
                     std::to_string(diff.kept) + " are left: the file is written anew",
          .feedback =
              "Change only the lines that hold the fault, with edits of kind \"replace\" or "
              "\"symbol\"."};
}

bool is_noisy(const LayoutDiff& diff) {
  return diff.noise() >= kNoiseMin && diff.noise() >= diff.real;
}

// A fix of tests that fail begins somewhere; nobody fixes a whole file.
bool is_rewritten(const LayoutDiff& diff, const Context& context) {
  return !context.to_mend.empty() && diff.total >= kRewrittenMin &&
         diff.kept * kKeptShare < diff.total;
}

}  // namespace

Verdict minimality(const git::Change& change, const Context& context) {
  Verdict verdict;
  // Whoever judges changes of people knows what they were for; nobody else does.
  if (!context.fenced || context.layout) return verdict;
  std::vector<Compared> compared;
  std::size_t real = 0;
  for (const git::FileChange& file : change.files) {
    const std::optional<LayoutRules> rules =
        is_looked_at(file) ? rules_of(file) : std::optional<LayoutRules>();
    if (!rules) {
      ++real;
      continue;
    }
    verdict.applies();
    compared.push_back({&file, layout_diff(*file.before, *file.after, *rules)});
    real += compared.back().diff.real;
  }
  // A change of nothing but layout was meant as that.
  if (real == 0) return verdict;
  for (const Compared& each : compared) {
    if (verdict.findings.size() == kFindingsMax) break;
    if (is_noisy(each.diff)) {
      verdict.refuse(noise_finding(each));
    } else if (is_rewritten(each.diff, context)) {
      verdict.refuse(rewritten_finding(each));
    }
  }
  return verdict;
}

}  // namespace pawl::guards
