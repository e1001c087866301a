#include "guards/text/files_in_one.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kNameLineMax = 120;
constexpr std::size_t kBelowMin = 3;  // lines that are not blank, below the name

// With what a file begins, and little else does.
constexpr auto kFileBeginnings = fixed_words(
    "import ", "from ", "package ", "#include ", "#!/", "'use strict'", "\"use strict\"", "<?php",
    "<!DOCTYPE", "<!doctype", "<html", "# frozen_string_literal", "require ", "require_", "use ",
    "namespace ", "//go:build", "#pragma once", "#ifndef ", "FROM ", "extern crate",
    "cmake_minimum_required", "export ", "@import", "@use ", "mod ", "\"\"\"", "#![", "//! ",
    "@charset");

// The path of a file that a line names, and nothing else: `# a/b.py`, `### a/b.md`, `--- b.rb ---`,
// `**b.js**`, `File: b.js`.
std::string_view path_on(std::string_view line) {
  constexpr std::string_view kSigns = "=-#*/~<>+_%;!`:.[]() \t\"'";
  const std::size_t first = line.find_first_not_of(kSigns);
  if (first == std::string_view::npos) return {};
  // A hidden file begins with a dot.
  std::string_view inside = line.substr(first, line.find_last_not_of(kSigns) + 1 - first);
  for (const std::string_view word : {"file:", "filename:", "path:", "file ", "begin file ",
                                      "new file:", "filepath:", "start of file "}) {
    if (!starts_with_folded(inside, word)) continue;
    inside = trim(inside.substr(word.size()));
    while (!inside.empty() && inside.front() == '`') inside.remove_prefix(1);
    break;
  }
  if (inside.size() < 3) return {};
  for (const char c : inside) {
    if (!is_word(c) && c != '.' && c != '/' && c != '-' && c != '@' && c != '+') return {};
  }
  return inside;
}

bool has_file_ending(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  const std::size_t slash = path.rfind('/');
  return dot != std::string_view::npos && dot > 0 && dot + 1 < path.size() &&
         path.size() - dot <= 6 && is_letter(path[dot + 1]) &&
         (slash == std::string_view::npos || dot > slash + 1);
}

std::string_view ending_of(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  return dot == std::string_view::npos ? std::string_view() : path.substr(dot);
}

class OtherFile {
 public:
  OtherFile(const TextChange& change, const repo::RepoView* known)
      : change_(change), known_(known) {}

  std::optional<Remain> find() const {
    if (change_.sort() == TextSort::other || change_.added().size() <= kBelowMin) return {};
    std::size_t first = 0;
    while (first < change_.after.size() && trim(change_.after[first]).empty()) ++first;
    for (const std::size_t line : change_.added()) {
      if (line <= first || !is_name(line)) continue;
      const std::string_view path = path_on(change_.after[line]);
      const std::string_view name = path.substr(path.rfind('/') + 1);
      if (path.empty() || name == change_.file().path.name()) continue;
      if (change_.place_of(line) == Place::literal) continue;
      if (is_its_text(line, path)) return Remain{line, "the name of another file, and its text"};
    }
    return {};
  }

 private:
  // At the first column, apart from what is above it, with new lines below.
  bool is_name(std::size_t line) const {
    const std::string_view text = change_.after[line];
    if (text.size() < 4 || text.size() > kNameLineMax || is_space(text.front())) return false;
    if (is_letter_or_digit(text.front()) && !starts_with_folded(text, "file")) return false;
    if (!trim(change_.after[line - 1]).empty()) return false;
    std::size_t below = 0;
    for (std::size_t i = line + 1; i < change_.after.size() && below < kBelowMin; ++i) {
      if (!change_.is_added(i)) return false;
      below += trim(change_.after[i]).empty() ? 0U : 1U;
    }
    return below == kBelowMin;
  }

  bool is_its_text(std::size_t line, std::string_view path) const {
    if (const auto text = text_of(path)) {
      if (begins_with_same(line, *text)) return true;
    }
    const bool same_sort = ending_of(path) == change_.file().path.extension();
    // Samples differ by their names.
    const bool sample =
        change_.sort() != TextSort::document && repo::is_sample_place(change_.file().path);
    return has_file_ending(path) && same_sort && !sample && begins_file(line);
  }

  // Of the repository: at that path, or beside this file.
  std::optional<std::string> text_of(std::string_view path) const {
    if (known_ == nullptr) return {};
    constexpr std::size_t kReadMax = 1U << 20U;
    const std::string beside = std::string(change_.file().path.folder()) + std::string(path);
    for (const std::string& each : {std::string(path), beside}) {
      const repo::Entry* entry = known_->find(each);
      if (entry != nullptr && entry->size <= kReadMax) return known_->text(each);
    }
    return {};
  }

  bool begins_with_same(std::size_t line, std::string_view text) const {
    constexpr std::size_t kSameMin = 3;
    const auto rows = split_lines(text);
    std::size_t at = 0;
    std::size_t same = 0;
    for (std::size_t i = line + 1; i < change_.after.size() && same < kSameMin; ++i) {
      const std::string_view row = trim_end(change_.after[i]);
      if (row.empty()) continue;
      while (at < rows.size() && trim(rows[at]).empty()) ++at;
      if (at == rows.size() || trim_end(rows[at]) != row) return false;
      ++at;
      ++same;
    }
    return same == kSameMin;
  }

  bool begins_file(std::size_t line) const {
    std::size_t at = line + 1;
    while (at < change_.after.size() && trim(change_.after[at]).empty()) ++at;
    if (at == change_.after.size()) return false;
    const std::string_view text = change_.after[at];
    if (change_.sort() == TextSort::document) {
      const bool underlined =
          at + 1 < change_.after.size() && change_.after[at + 1].size() >= 3 &&
          change_.after[at + 1].find_first_not_of('=') == std::string_view::npos;
      return text.starts_with("# ") || underlined;
    }
    return std::any_of(kFileBeginnings.begin(), kFileBeginnings.end(),
                       [&](std::string_view each) { return text.starts_with(each); });
  }

  const TextChange& change_;
  const repo::RepoView* known_;
};

}  // namespace

std::optional<Remain> other_file_in(const TextChange& change, const repo::RepoView* known) {
  return OtherFile(change, known).find();
}

}  // namespace pawl::guards
