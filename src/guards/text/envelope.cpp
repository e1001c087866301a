#include "guards/text/envelope.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kQuotedMin = 3;  // lines a mail quotes, one below the other

// The word that ends a here document, and is none of any language.
bool is_end_word(std::string_view word) {
  if (!std::all_of(word.begin(), word.end(), is_word)) return false;  // `# EOF`
  return among({"EOT", "EOS", "EOL", "EOM", "HEREDOC", "END_OF_FILE"}, word) ||
         word.starts_with("EOF") || word.ends_with("EOF");
}

// `cat > a.py <<'EOF'`, `tee a.py << EOF`: the word behind the signs.
std::string_view opens_here(std::string_view line) {
  line = trim_end(line);
  if (line.starts_with("$ ")) line = trim(line.substr(2));
  const bool writes = line.starts_with("cat ") || line.starts_with("sudo tee ") ||
                      line.starts_with("tee ") || line.starts_with("cat<<") ||
                      line.starts_with("cat>") || line.starts_with("apply_patch");
  const std::size_t at = line.find("<<");
  if (!writes || at == std::string_view::npos) return {};
  std::string_view word = line.substr(at + 2);
  const std::size_t begin = word.find_first_not_of("-~ '\"\\");
  if (begin == std::string_view::npos) return {};
  word.remove_prefix(begin);
  std::size_t end = 0;
  while (end < word.size() && is_word(word[end])) ++end;
  return word.substr(0, end);
}

// `a/b.py`, `Makefile`: what may be the name of a file.
bool is_file_name(std::string_view word) {
  while (!word.empty() &&
         std::string_view("`*\"':,()[]").find(word.back()) != std::string_view::npos)
    word.remove_suffix(1);
  while (!word.empty() && std::string_view("`*\"'([").find(word.front()) != std::string_view::npos)
    word.remove_prefix(1);
  if (word.size() < 3) return false;
  for (const char c : word) {
    if (!is_word(c) && c != '.' && c != '/' && c != '-' && c != '@' && c != '+') return false;
  }
  const std::size_t name = word.rfind('/') == std::string_view::npos ? 0 : word.rfind('/') + 1;
  const std::size_t dot = word.rfind('.');
  const bool ending = dot != std::string_view::npos && dot > name && dot + 1 < word.size() &&
                      word.size() - dot <= 9 && is_letter(word[dot + 1]);
  return ending || word.substr(name) == "Makefile" || word.substr(name) == "Dockerfile";
}

// `=== a.py ===`, `--- a.py ---`, `##### a.py`, `// ===== File: a.py =====`: a line that names a
// file between signs, and nothing else.
bool names_file_between_signs(std::string_view line) {
  line = trim(line);
  constexpr std::string_view kSigns = "=-#*/~<>+_%;! ";
  std::size_t begin = line.find_first_not_of(kSigns);
  if (begin == std::string_view::npos || begin < 3) return false;
  const std::size_t end = line.find_last_not_of(kSigns);
  // Three of a kind before the name.
  bool ruled = false;
  for (std::size_t i = 2; i < begin; ++i) {
    ruled = ruled || (line[i] == line[i - 1] && line[i] == line[i - 2] && line[i] != ' ');
  }
  if (!ruled) return false;
  std::string_view inside = trim(line.substr(begin, end + 1 - begin));
  for (const std::string_view word :
       {"FILE:", "File:", "file:", "BEGIN FILE:", "START OF FILE", "BEGIN FILE",
        "Begin File:", "FILENAME:", "Filename:", "filename:", "PATH:", "Path:", "path:", "BEGIN ",
        "START ", "START OF FILE:", "FILE "}) {
    if (inside.starts_with(word)) {
      inside = trim(inside.substr(word.size()));
      break;
    }
  }
  return !contains(inside, " ") && is_file_name(inside);
}

// The name between signs is that of a file.
std::string_view name_in(std::string_view line) {
  std::string_view found;
  for (const std::string_view word : split_words(line)) {
    if (is_file_name(word)) found = word;
  }
  return found;
}

class EnvelopeReader {
 public:
  explicit EnvelopeReader(const TextChange& change) : change_(change) {}

  std::vector<Remain> read() {
    if (change_.sort() == TextSort::other) return {};
    first_ = 0;
    last_ = change_.after.size();
    while (first_ < last_ && trim(change_.after[first_]).empty()) ++first_;
    while (last_ > first_ && trim(change_.after[last_ - 1]).empty()) --last_;
    if (first_ == last_) return {};
    here_document();
    several_files();
    for (const Hunk& hunk : change_.hunks) mail_quotes(hunk);
    return std::move(found_);
  }

 private:
  void add(std::size_t line, std::string_view what) { found_.push_back({line, std::string(what)}); }

  bool is_shell() const {
    const std::string ending = change_.file().path.extension();
    return change_.kind().language == syntax::Language::bash || ending == ".bats" ||
           ending == ".zsh" || ending == ".fish";
  }

  void here_document() {
    const std::size_t end = last_ - 1;
    const std::string_view last = trim_end(change_.after[end]);
    std::size_t opening = first_;
    std::string_view word;
    for (std::size_t seen = 0; opening < last_ && seen < 3; ++opening) {
      if (trim(change_.after[opening]).empty()) continue;
      ++seen;
      word = opens_here(change_.after[opening]);
      if (!word.empty()) break;
    }
    const bool opened = !word.empty() && change_.is_added(opening);
    if (opened && !is_shell() && change_.sort() != TextSort::document &&
        change_.place_of(opening) == Place::plain) {
      add(opening, "the line that opens a here document");
    } else if (opened && opening == first_) {
      // A script, or a document, that begins with writing a file of its own name.
      const std::string_view name = change_.file().path.name();
      if (contains(change_.after[opening], name)) {
        add(opening, "the line that opens a here document");
      }
    }
    if (!change_.is_added(end) || !is_end_word(last)) return;
    if (opened && is_shell()) return;
    // It ends one of the text's own.
    for (std::size_t i = first_; i < end; ++i) {
      const std::size_t at = change_.after[i].find("<<");
      if (opened && i == opening) continue;
      if (at != std::string_view::npos && contains(change_.after[i].substr(at), last)) return;
    }
    if (change_.sort() == TextSort::code && change_.place_of(end) != Place::plain) return;
    add(end, "the word that ends a here document");
  }

  // No comment, by which people part their own files, nor a heading of a document.
  bool stands_alone(std::size_t line, std::string_view text) const {
    if (change_.place_of(line) != Place::plain) return false;
    if (change_.sort() != TextSort::document) return true;
    return text.front() != '#' && text.ends_with("==") && !text.starts_with("====") &&
           change_.file().path.extension() != ".adoc";
  }

  // Two lines that name files, one of them another one than this; or one before the text and none
  // in it before.
  void several_files() {
    std::optional<std::size_t> other;
    for (const std::size_t line : change_.added()) {
      const std::string_view text = change_.after[line];
      if (text.size() > 160 || text.size() < 6 || is_letter_or_digit(text.front())) continue;
      if (!names_file_between_signs(text)) continue;
      if (!stands_alone(line, text)) continue;
      const std::string_view name = name_in(text);
      const bool own = name.substr(name.rfind('/') + 1) == change_.file().path.name();
      if (!own && !other) other = line;
      if (own && line == first_) other = line;
    }
    if (!other) return;
    const bool had =
        std::any_of(change_.before.begin(), change_.before.end(),
                    [](std::string_view row) { return names_file_between_signs(row); });
    if (had) return;
    add(*other, "the name of another file between signs");
  }

  // Each line of a run begins with `> `, as no text of this sort does.
  void mail_quotes(const Hunk& hunk) {
    if (change_.sort() == TextSort::document) return quoted_document(hunk);
    std::size_t run = 0;
    for (std::size_t i = hunk.after_begin; i <= hunk.after_end; ++i) {
      const bool quoted = i < hunk.after_end && is_quoted(change_.after[i]);
      if (quoted) {
        ++run;
        continue;
      }
      if (run >= kQuotedMin && change_.place_of(i - run) == Place::plain) {
        add(i - run, "the signs of a mail before its lines");
        return;
      }
      run = 0;
    }
  }

  static bool is_quoted(std::string_view line) {
    return line == ">" || line.starts_with("> ") || line.starts_with(">> ");
  }

  // Lines that were there, and are quotes now.
  void quoted_document(const Hunk& hunk) {
    std::size_t same = 0;
    std::size_t first = 0;
    std::size_t next = hunk.before_begin;
    for (std::size_t i = hunk.after_begin; i < hunk.after_end; ++i) {
      const std::string_view line = change_.after[i];
      if (!line.starts_with("> ") && line != ">") continue;
      const std::string_view said = line.size() > 2 ? line.substr(2) : std::string_view();
      for (std::size_t j = next; j < std::min(hunk.before_end, next + 12); ++j) {
        if (trim_end(change_.before[j]) != trim_end(said)) continue;
        next = j + 1;
        if (!trim(said).empty() && same++ == 0) first = i;
        break;
      }
    }
    if (same < kQuotedMin) return;
    // Headings and code are not quoted by who writes a quote of his own.
    const bool all = hunk.after_end - hunk.after_begin + 1 >= change_.after.size();
    if (all) add(first, "the signs of a mail before its lines");
  }

  const TextChange& change_;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
  std::vector<Remain> found_;
};

}  // namespace

std::vector<Remain> envelope_remains(const TextChange& change) {
  return EnvelopeReader(change).read();
}

}  // namespace pawl::guards
