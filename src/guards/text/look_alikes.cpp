#include "guards/text/look_alikes.hpp"

#include <algorithm>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/paths/name_folds.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

struct Letter {
  char32_t code = 0;
  std::size_t length = 1;
};

// Of valid UTF-8; what is none is a letter of one byte.
Letter letter_at(std::string_view text, std::size_t at) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned char lead = byte(at);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : lead >= 0xC0 ? 2 : 1;
  if (length == 1 || at + length > text.size()) return {lead, 1};
  char32_t code = lead & (0x7FU >> length);
  for (std::size_t i = 1; i < length; ++i) code = (code << 6U) | (byte(at + i) & 0x3FU);
  return {code, length};
}

// Of an alphabet that is not the Latin one. Small Greek letters are signs of formulas.
bool is_of_another_alphabet(char32_t code) {
  const bool greek = (code >= 0x0386 && code <= 0x03AB) || code == 0x03BF || code == 0x03F2;
  const bool full_width = (code >= 0xFF10 && code <= 0xFF19) ||
                          (code >= 0xFF21 && code <= 0xFF3A) || (code >= 0xFF41 && code <= 0xFF5A);
  return greek || full_width || (code >= 0x0400 && code <= 0x058F) ||
         (code >= 0x13A0 && code <= 0x13FF) || code == 0x0251 || code == 0x0261 ||
         (code >= 0x2160 && code <= 0x217F) || (code >= 0x1D400 && code <= 0x1D7FF);
}

struct Word {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::size_t first = 0;  // its first letter of another alphabet
  std::size_t latin = 0;
  std::size_t foreign = 0;
};

// The words of a line that hold a letter of another alphabet.
std::vector<Word> foreign_words(std::string_view line) {
  std::vector<Word> found;
  Word word;
  for (std::size_t at = 0; at <= line.size();) {
    const Letter letter = at < line.size() ? letter_at(line, at) : Letter{' ', 1};
    const bool ascii = letter.code < 0x80;
    const bool foreign = !ascii && is_of_another_alphabet(letter.code);
    // Accents and letters of languages written in Latin ones belong to the word, too.
    const bool joins = foreign || (ascii && is_word(static_cast<char>(letter.code))) ||
                       (letter.code >= 0xC0 && letter.code < 0x250);
    if (joins) {
      if (foreign && word.foreign++ == 0) word.first = at;
      if (ascii && is_letter(static_cast<char>(letter.code))) ++word.latin;
      word.end = at + letter.length;
    } else {
      if (word.foreign > 0) found.push_back(word);
      word = {.begin = at + letter.length};
    }
    at += letter.length;
  }
  return found;
}

// Without letters of other alphabets it reads as a word of Latin ones.
bool passes_for_latin(std::string_view word) { return is_ascii(looks_like(word)); }

bool speaks_of_letters(std::string_view text) {
  return contains_folded(text, "homoglyph") || contains_folded(text, "confusable") ||
         contains_folded(text, "cyrillic") || contains_folded(text, "punycode") ||
         contains_folded(text, "unicode") || contains_folded(text, "greek");
}

// It said the same in Latin letters before.
bool replaces_latin(const TextChange& change, std::size_t line) {
  const std::string wanted = looks_like(change.after[line]);
  for (const Hunk& hunk : change.hunks) {
    if (line < hunk.after_begin || line >= hunk.after_end) continue;
    for (std::size_t i = hunk.before_begin; i < hunk.before_end; ++i) {
      const std::string_view old = change.before[i];
      if (foreign_words(old).empty() && looks_like(old) == wanted) return true;
    }
  }
  return false;
}

}  // namespace

std::optional<EncodingFault> look_alike(const TextChange& change) {
  const RepoPath& path = change.file().path;
  if (change.sort() == TextSort::other || repo::is_fixture(path) || is_ascii(change.text())) {
    return {};
  }
  for (const std::size_t line : change.added()) {
    const std::string_view text = change.after[line];
    if (is_ascii(text)) continue;
    const std::vector<Word> words = foreign_words(text);
    if (words.empty()) continue;
    const bool native = std::any_of(words.begin(), words.end(), [&](const Word& each) {
      return !passes_for_latin(text.substr(each.begin, each.end - each.begin));
    });
    if (native || !is_utf8(text)) continue;
    const EncodingFault fault{line, "a letter of another alphabet passes for a Latin one", false};
    if (replaces_latin(change, line)) return fault;
    const auto mixed = std::find_if(words.begin(), words.end(), [](const Word& each) {
      return each.latin > 0 && each.latin >= each.foreign;
    });
    if (mixed == words.end()) continue;
    const bool plain = change.sort() == TextSort::code &&
                       change.place_at(change.offset_of(line) + mixed->first) == Place::plain;
    if (plain) return fault;
    const bool alone = words.size() == 1 && mixed->latin >= 3;
    if (alone && !repo::is_sample_place(path) && !speaks_of_letters(change.text())) return fault;
  }
  return {};
}

}  // namespace pawl::guards
