#include "guards/documents/doc_parts.hpp"

#include <algorithm>
#include <functional>
#include <optional>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text/text.hpp"
#include "guards/documents/doc_comment.hpp"
#include "guards/documents/documents.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using syntax::Block;
using syntax::BlockKind;
using syntax::Heading;
using syntax::Link;
using syntax::MarkdownDocument;

// How much of a part must be left for it to count as edited.
constexpr double kEdited = 0.4;
constexpr double kKeptSection = 0.5;
constexpr double kKeptInProse = 0.7;
constexpr std::size_t kTrivialBytes = 16;
// More pairs than that are compared only word for word.
constexpr std::size_t kPairsMax = 400'000;
constexpr std::size_t kLinksLostMin = 3;

constexpr std::size_t kOnce = 1;
// So much of a text is looked through, again and again, for lines inside of others.
constexpr std::size_t kLookedAtBytesMax = std::size_t{16} << 20U;

std::string first_line(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    if (!trim(line).empty()) return printable(trim(line), 60);
  }
  return {};
}

class TextPart {
 public:
  // `section`: the heading above it, if any. Both are borrowed.
  TextPart(const Block& block, const Block* section)
      : block(&block), text(single_spaced(block.text)), section_(section) {}

  // Counted once it is asked for: most parts stay word for word.
  const WordBag& words() const {
    if (!words_) words_.emplace(block->text);
    return *words_;
  }
  std::string section() const {
    return section_ == nullptr ? std::string() : lower(single_spaced(section_->text));
  }

  const Block* block;
  std::string text;    // folded
  bool fresh = false;  // of the new text: the old one has no equal part

 private:
  const Block* section_;
  mutable std::optional<WordBag> words_;
};

std::vector<TextPart> parts_of(const MarkdownDocument& document) {
  std::vector<TextPart> parts;
  parts.reserve(document.blocks.size());
  const Block* section = nullptr;
  for (const Block& block : document.blocks) {
    if (block.kind == BlockKind::heading) section = &block;
    parts.emplace_back(block, section);
  }
  return parts;
}

// How often each line occurs in the texts, by hash of the folded line.
class LineCounts {
 public:
  void add(std::string_view text) {
    for (const std::string_view line : split_lines(text)) {
      ++counts_[std::hash<std::string>()(single_spaced(line))];
    }
  }
  std::size_t of(const std::string& line) const {
    const auto found = counts_.find(std::hash<std::string>()(line));
    return found == counts_.end() ? 0 : found->second;
  }

 private:
  std::unordered_map<std::size_t, std::size_t> counts_;
};

// The texts of a change as they are searched for parts that lost their form.
struct WholeTexts {
  WholeTexts(const std::vector<TextPart>& old_parts, const std::vector<TextPart>& new_parts,
             std::string_view after_text, std::string_view elsewhere)
      : after(single_spaced(after_text) + " " + single_spaced(elsewhere)) {
    for (const TextPart& part : old_parts) {
      before.append(part.text).append(" ");
      lines_before.add(part.block->text);
    }
    lines_after.add(after_text);
    lines_after.add(elsewhere);
    for (const TextPart& part : new_parts) {
      if (part.fresh) gained.add(part.text);
    }
    gained.add(elsewhere);
  }

  std::string before;
  std::string after;
  LineCounts lines_before;
  LineCounts lines_after;
  WordBag gained;
};

std::vector<const Link*> all_links(const MarkdownDocument& document) {
  std::vector<const Link*> links;
  for (const Link& link : document.links) links.push_back(&link);
  for (const Link& link : document.html_links) links.push_back(&link);
  return links;
}

class DocumentComparison {
 public:
  DocumentComparison(const MarkdownDocument& before, const MarkdownDocument& after,
                     std::string_view after_text, std::string_view elsewhere)
      : before_(before),
        after_(after),
        old_(parts_of(before)),
        new_(parts_of(after)),
        after_text_(after_text),
        elsewhere_(elsewhere) {
    std::unordered_set<std::string_view> known;
    for (const TextPart& part : old_) known.insert(part.text);
    for (TextPart& part : new_) {
      part.fresh = !known.contains(part.text);
      if (part.fresh) ++fresh_;
      texts_.insert(part.text);
      if (part.block->kind == BlockKind::heading) headings_.insert(lower(part.text));
    }
    for (const Heading& heading : after.html_headings) {
      headings_.insert(lower(single_spaced(heading.text)));
    }
  }

  std::vector<LostPart> lost() {
    find_sections();
    for (std::size_t i = 0; i < old_.size(); ++i) {
      const TextPart& part = old_[i];
      if (in_lost_section_[i]) continue;
      if (part.block->kind == BlockKind::code && code_is_lost(part)) {
        lost_.push_back({LostPart::Kind::code, part.block->line, first_line(part.block->text)});
      } else if (part.block->kind == BlockKind::table && table_is_lost(part)) {
        lost_.push_back({LostPart::Kind::table, part.block->line, first_line(part.block->text)});
      }
    }
    find_links();
    return std::move(lost_);
  }

 private:
  // Made once something is missing: in most edits nothing is.
  const WholeTexts& whole() const {
    if (!whole_) whole_.emplace(old_, new_, after_text_, elsewhere_);
    return *whole_;
  }

  bool comparable() const { return old_.size() * fresh_ <= kPairsMax; }

  // The best share of a part that is in one new part of the kinds asked for.
  double best_share(const TextPart& part, bool code) const {
    double best = 0;
    for (const TextPart& other : new_) {
      if (!other.fresh || (other.block->kind == BlockKind::code) != code) continue;
      // It cannot hold more of the part than it is long.
      const double most = part.words().size() == 0 ? 1
                                                   : static_cast<double>(other.words().size()) /
                                                         static_cast<double>(part.words().size());
      if (most <= best) continue;
      best = std::max(best, part.words().share_in(other.words()));
      if (best >= kKeptSection) break;
    }
    return best;
  }

  // As a line of its own, or else inside of others: that takes a look at the whole text, which is
  // done only so often.
  bool is_kept_line(const std::string& line) const {
    const WholeTexts& all = whole();
    if (all.lines_after.of(line) >= std::max(all.lines_before.of(line), kOnce)) return true;
    if (looked_at_ > kLookedAtBytesMax) return false;
    looked_at_ += all.after.size() + all.before.size();
    return occurrences(all.after, line) >= std::max(occurrences(all.before, line), kOnce);
  }

  // Of the lines of a part, those that stand there as often as before: one that many parts share
  // does not keep the part that is gone.
  double lines_kept(const TextPart& part) const {
    std::size_t all = 0;
    std::size_t kept = 0;
    for (const std::string_view raw : split_lines(part.block->text)) {
      const std::string line = single_spaced(raw);
      if (line.size() < 3) continue;
      all += line.size();
      if (is_kept_line(line)) kept += line.size();
    }
    return all == 0 ? 1 : static_cast<double>(kept) / static_cast<double>(all);
  }

  bool code_is_lost(const TextPart& part) const {
    if (part.text.size() < kTrivialBytes || texts_.contains(part.text)) return false;
    if (lines_kept(part) >= kEdited || !comparable()) return false;
    if (best_share(part, true) >= kEdited) return false;
    // A short one in whose section another one came is the same thing said anew.
    const std::string trimmed(trim(part.block->text));
    if (line_count(trimmed) > 2) return true;
    return std::none_of(new_.begin(), new_.end(), [&](const TextPart& other) {
      return other.fresh && other.block->kind == BlockKind::code &&
             other.section() == part.section();
    });
  }

  bool table_is_lost(const TextPart& part) const {
    if (part.text.size() < kTrivialBytes || texts_.contains(part.text)) return false;
    if (lines_kept(part) >= kEdited || !comparable()) return false;
    return best_share(part, false) < kEdited &&
           part.words().share_in(whole().gained) < kKeptInProse;
  }

  bool is_kept(const TextPart& part) const {
    if (part.text.empty() || texts_.contains(part.text)) return true;
    if (lines_kept(part) >= kKeptSection || !comparable()) return true;
    return best_share(part, part.block->kind == BlockKind::code) >= kKeptSection;
  }

  bool heading_is_kept(const TextPart& part) const {
    const std::string text = lower(part.text);
    if (headings_.contains(text)) return true;
    for (const TextPart& other : new_) {
      if (other.block->kind != BlockKind::heading) continue;
      const bool near = other.fresh && part.words().share_in(other.words()) >= kKeptSection &&
                        other.words().share_in(part.words()) >= kKeptSection;
      if (near) return true;
    }
    for (const std::string_view line : split_lines(elsewhere_)) {
      if (lower(single_spaced(
              line.substr(std::min(line.find_first_not_of("#= *"), line.size())))) == text) {
        return true;
      }
    }
    return false;
  }

  // Whether less than half of what stands in [from, to) is left, and there is something at all.
  bool body_is_lost(std::size_t from, std::size_t to) const {
    std::size_t all = 0;
    std::size_t kept = 0;
    for (std::size_t i = from; i < to; ++i) {
      all += old_[i].text.size();
      if (is_kept(old_[i])) kept += old_[i].text.size();
    }
    return all >= kTrivialBytes &&
           static_cast<double>(kept) < kKeptSection * static_cast<double>(all);
  }

  void find_sections() {
    in_lost_section_.assign(old_.size(), false);
    int below = 0;  // the level of the lost section we are in
    std::size_t last = 0;
    for (std::size_t i = 0; i < old_.size(); ++i) {
      if (old_[i].block->kind != BlockKind::heading) continue;
      std::size_t end = i + 1;
      while (end < old_.size() && old_[end].block->kind != BlockKind::heading) ++end;
      const int level = old_[i].block->level;
      if (below != 0 && level <= below) below = 0;
      if (old_[i].text.empty() || heading_is_kept(old_[i]) || !body_is_lost(i + 1, end)) continue;
      std::fill(in_lost_section_.begin() + static_cast<std::ptrdiff_t>(i),
                in_lost_section_.begin() + static_cast<std::ptrdiff_t>(end), true);
      if (below != 0) {
        ++lost_[last].parts;
        continue;
      }
      below = level;
      last = lost_.size();
      lost_.push_back({LostPart::Kind::section, old_[i].block->line, printable(old_[i].text, 60)});
    }
  }

  bool in_lost_section(int line) const {
    if (lost_.empty()) return false;
    for (std::size_t i = 0; i < old_.size(); ++i) {
      if (in_lost_section_[i] && old_[i].block->line <= line && line <= old_[i].block->last_line) {
        return true;
      }
    }
    return false;
  }

  // One link less is an edit; most of the links gone is damage.
  void find_links() {
    std::unordered_set<std::string> texts;
    std::unordered_set<std::string_view> now;
    for (const Link* link : all_links(after_)) {
      texts.insert(single_spaced(link->text));
      now.insert(link->target);
    }
    std::set<std::string_view> targets;
    std::size_t all = 0;
    const Link* first = nullptr;
    std::size_t lost = 0;
    for (const Link* link : all_links(before_)) {
      if (in_lost_section(link->line) || !targets.insert(link->target).second) continue;
      ++all;
      const std::string place = link->target.substr(0, link->target.find('#'));
      const bool kept = now.contains(link->target) ||
                        (!link->text.empty() && texts.contains(single_spaced(link->text))) ||
                        contains(whole().after, place.empty() ? link->target : place);
      if (kept) continue;
      ++lost;
      if (first == nullptr) first = link;
    }
    if (lost < kLinksLostMin || lost * 2 <= all) return;
    lost_.push_back({LostPart::Kind::links, first->line, printable(first->target, 80), lost});
  }

  const MarkdownDocument& before_;
  const MarkdownDocument& after_;
  std::vector<TextPart> old_;
  std::vector<TextPart> new_;
  std::string_view after_text_;
  std::string_view elsewhere_;
  mutable std::optional<WholeTexts> whole_;
  mutable std::size_t looked_at_ = 0;
  std::unordered_set<std::string_view> texts_;  // of the new parts
  std::unordered_set<std::string> headings_;    // of the new text, in lower case
  std::size_t fresh_ = 0;
  std::vector<bool> in_lost_section_;  // by old part
  std::vector<LostPart> lost_;
};

// The pieces between the `\n` that are written out, folded, empty ones left out.
std::vector<std::string> pieces_of(std::string_view line) {
  std::vector<std::string> pieces;
  for (std::size_t at = 0; at <= line.size();) {
    const std::size_t end = std::min(line.find("\\n", at), line.size());
    if (std::string piece = single_spaced(line.substr(at, end - at)); !piece.empty()) {
      pieces.push_back(std::move(piece));
    }
    at = end + 2;
  }
  return pieces;
}

std::set<std::string> lines_of(const MarkdownDocument& document) {
  std::set<std::string> lines;
  for (const Block& block : document.blocks) {
    for (const std::string_view line : split_lines(block.text)) {
      lines.insert(single_spaced(line));
      // A command that goes on on the next line.
      if (trim_end(line).ends_with('\\')) {
        lines.insert(single_spaced(trim_end(line).substr(0, trim_end(line).size() - 1)));
      }
    }
  }
  return lines;
}

// All of them stand in strings, where they are meant: `printf 'a\nb\n'`.
bool has_only_quoted_breaks(std::string_view line) {
  char quote = 0;
  for (std::size_t at = 0; at < line.size(); ++at) {
    const char c = line[at];
    if (quote == 0 && (c == '"' || c == '\'' || c == '`')) {
      quote = c;
    } else if (c == quote) {
      quote = 0;
    } else if (c == '\\') {
      ++at;
      if (quote == 0 && at < line.size() && line[at] == 'n') return false;
    }
  }
  return quote == 0;
}

// Two lines or more of the old text in one.
bool is_collapsed(std::string_view line, const std::set<std::string>& old) {
  if (has_only_quoted_breaks(line)) return false;
  std::vector<std::string> pieces = pieces_of(line);
  if (pieces.size() < 2) return false;
  // Brackets alone say nothing.
  std::erase_if(pieces, [](const std::string& piece) { return piece.size() < 3; });
  const auto known = std::count_if(pieces.begin(), pieces.end(),
                                   [&](const std::string& piece) { return old.contains(piece); });
  return known >= 2 && known * 2 >= static_cast<std::ptrdiff_t>(pieces.size());
}

// The new lines of a text where Markdown's own line breaks are written out: `\n\n`, `\n## `. In
// prose nobody means them.
bool is_markdown_in_a_line(std::string_view text) {
  int breaks = 0;
  for (std::size_t at = text.find("\\n"); at != std::string_view::npos;
       at = text.find("\\n", at + 2)) {
    const std::string_view rest = text.substr(at + 2);
    const bool mark = rest.starts_with("\\n") || rest.starts_with("# ") ||
                      rest.starts_with("## ") || rest.starts_with("### ") ||
                      rest.starts_with("- ") || rest.starts_with("* ") || rest.starts_with("```");
    if (mark) ++breaks;
  }
  return breaks >= 2;
}

std::string prose_of(const Block& block) {
  std::string text;
  for (const syntax::Piece& piece : block.pieces) {
    if (piece.kind == syntax::PieceKind::text) text += piece.text;
  }
  return text;
}

// The blocks of both that are not the same from the beginning on, and from the end on, are all
// new: an edit that only adds.
bool only_adds(const std::vector<Block>& before, const std::vector<Block>& after) {
  const auto same = [](const Block& a, const Block& b) {
    return a.kind == b.kind && a.level == b.level && a.text == b.text;
  };
  if (after.size() < before.size()) return false;
  const auto differs = std::mismatch(before.begin(), before.end(), after.begin(), same).first;
  return std::equal(differs, before.end(), after.end() - (before.end() - differs), same);
}

// The text of a block does not say where its links lead.
bool keeps_targets(const MarkdownDocument& before, const MarkdownDocument& after) {
  const std::vector<const Link*> now = all_links(after);
  std::unordered_set<std::string_view> targets;
  for (const Link* link : now) targets.insert(link->target);
  const std::vector<const Link*> old = all_links(before);
  return std::all_of(old.begin(), old.end(),
                     [&](const Link* link) { return targets.contains(link->target); });
}

}  // namespace

std::vector<LostPart> lost_parts(const MarkdownDocument& before, const MarkdownDocument& after,
                                 std::string_view after_text, std::string_view elsewhere) {
  if (only_adds(before.blocks, after.blocks) && keeps_targets(before, after)) return {};
  return DocumentComparison(before, after, after_text, elsewhere).lost();
}

std::vector<EscapedNewlines> escaped_newlines(const MarkdownDocument& before,
                                              const MarkdownDocument& after) {
  std::optional<std::set<std::string>> known;
  const auto old = [&]() -> const std::set<std::string>& {
    if (!known) known = lines_of(before);
    return *known;
  };
  std::vector<EscapedNewlines> found;
  for (const Block& block : after.blocks) {
    if (block.kind == BlockKind::code) {
      int line = block.line + (block.info.empty() ? 0 : 1);
      for (const std::string_view text : split_lines(block.text)) {
        if (contains(text, "\\n") && !old().contains(single_spaced(text)) &&
            is_collapsed(text, old())) {
          found.push_back({line, printable(trim(text), 80)});
        }
        ++line;
      }
    } else if (block.kind == BlockKind::heading || block.kind == BlockKind::paragraph) {
      const std::string prose = prose_of(block);
      if (!contains(prose, "\\n") || old().contains(single_spaced(block.text))) continue;
      if (is_markdown_in_a_line(prose)) found.push_back({block.line, printable(prose, 80)});
    }
  }
  return found;
}

}  // namespace pawl::guards
