#include "planner/prompts/shown_files.hpp"

#include <algorithm>

#include "base/text/hidden.hpp"
#include "base/text/text.hpp"
#include "planner/prompts/template.hpp"
#include "repo/secrets/secrets.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kPathBytes = 400;

std::string block_name(const AskedFile& file) { return "target " + file.path; }

std::string redacted(const Redactor* redactor, std::string_view text, const std::string& path) {
  const std::string known = redactor == nullptr ? std::string(text) : redactor->apply(text);
  const Result<RepoPath> place = RepoPath::parse(path);
  return repo::without_secrets(known, place ? &*place : nullptr);
}

// Without the sequences by which programs colour what they print (ECMA-48, CSI … m).
std::string without_colours(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i, 2) == "\x1b[") {
      const auto end = text.find_first_not_of("0123456789;:", i + 2);
      if (end != std::string_view::npos && text[end] == 'm') {
        i = end;
        continue;
      }
    }
    out += text[i];
  }
  return out;
}

// The text of a file as it is shown; what was changed for that is noted.
struct Shown {
  std::string text;
  std::string remark;
};

Shown shown(const AskedFile& file, const Redactor* redactor) {
  Shown out{.text = to_utf8(file.text), .remark = {}};
  if (!is_utf8(file.text)) out.remark += " Its bytes that are no UTF-8 are shown as U+FFFD.";
  std::string clean = redacted(redactor, out.text, file.path);
  if (clean != out.text) {
    out.text = std::move(clean);
    out.remark += " Secrets in it are shown as [redacted]: leave such lines alone.";
  }
  if (std::string seen = visible(out.text); seen != out.text) {
    out.text = std::move(seen);
    out.remark +=
        " Characters in it that do not show are written as escapes: leave such lines alone.";
  }
  return out;
}

// Of a file that has no text to show.
std::string word_of(const AskedFile& file) {
  const std::string path = printable(file.path, kPathBytes);
  if (!file.obstacle.empty()) return path + " cannot be shown: " + file.obstacle + ".\n";
  if (!file.exists) return "There is no file " + path + " yet.\n";
  return file.text.empty() ? "The file " + path + " is empty.\n" : std::string();
}

std::string framed_file(const std::string& name, const std::string& remark, const std::string& text,
                        bool whole) {
  std::string intro = remark.empty() ? "" : "Of " + name + ":" + remark + "\n";
  if (!whole) intro += "Only parts of " + name + " are shown.\n";
  return intro + framed(name + (whole ? "" : " (parts of it)"), text);
}

Block outline_block(const AskedFile& file, const std::string& text, const Showing& showing) {
  // Where everything is comes behind what is known to matter.
  Block outline{
      .name = "outline " + file.path, .place = showing.place, .priority = Priority::facts};
  outline.units = outline_units(file.path, text, showing.about);
  outline.only_when_cut = block_name(file);
  outline.wrap = [name = printable(file.path, kPathBytes)](const std::string& lines, bool) {
    return framed("all that " + name + " defines", lines);
  };
  return outline;
}

}  // namespace

void add_file_blocks(const AskedFile& file, const Showing& showing, bool needed,
                     std::vector<Block>& blocks) {
  Block block{.name = block_name(file), .place = showing.place, .priority = Priority::target};
  if (std::string word = word_of(file); !word.empty()) {
    block.units = {{.text = std::move(word), .rank = 0, .needed = true}};
    block.wrap = [](const std::string& text, bool) { return text; };
    blocks.push_back(std::move(block));
    return;
  }
  const Shown as_shown = shown(file, showing.redactor);
  block.units = file_units(file.path, as_shown.text, showing.about);
  block.lines = static_cast<int>(split_lines(as_shown.text).size());
  block.fill_up = !speaks_of(block.units);
  const auto best = std::min_element(block.units.begin(), block.units.end(),
                                     [](const Unit& a, const Unit& b) { return a.rank < b.rank; });
  if (needed && best != block.units.end()) best->needed = true;
  block.wrap = [name = printable(file.path, kPathBytes), remark = as_shown.remark](
                   const std::string& text, bool whole) {
    return framed_file(name, remark, text, whole);
  };
  blocks.push_back(std::move(block));
  blocks.push_back(outline_block(file, as_shown.text, showing));
}

bool shown_verbatim(const AskedFile& file, const Redactor* redactor,
                    const std::vector<Fitted>& blocks) {
  if (!file.obstacle.empty()) return false;
  const auto block = std::find_if(blocks.begin(), blocks.end(), [&](const Fitted& each) {
    return each.name == block_name(file);
  });
  const bool seen = block != blocks.end() && block->whole() && !block->text.empty();
  return seen && shown(file, redactor).remark.empty();
}

std::string cleaned(const Redactor* redactor, std::string_view text, const std::string& path) {
  return visible(redacted(redactor, without_colours(text), path));
}

}  // namespace pawl::planner
