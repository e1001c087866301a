#include "guards/documents/told_names.hpp"

#include <algorithm>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/documents/content_claims.hpp"
#include "guards/lexical.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

using syntax::Block;
using syntax::BlockKind;
using syntax::Piece;
using syntax::PieceKind;
using OwnNames = std::set<std::string, std::less<>>;

// A sentence with one of these is about other times, other programs, or the reader's own code.
constexpr auto kOtherTimes = fixed_words(
    "not", "no", "never", "removed", "removes", "deprecated", "renamed", "formerly", "previously",
    "replaced", "replaces", "instead", "e.g.", "e.g", "example", "examples", "instance", "like",
    "such", "your", "custom", "own", "imagine", "suppose", "planned", "future", "todo", "proposed",
    "unlike", "similar", "equivalent", "other", "another", "was", "were", "had", "could", "would",
    "might", "dropped", "old", "upstream", "native", "built-in", "standard", "their", "his",
    "define", "defines", "defined", "named", "called", "write", "create", "creates", "let's", "say",
    "underlying", "don't", "cannot", "internally", "vs");
// What a page says of a name that its reader is to use.
constexpr auto kOptionCues = fixed_words(
    "pass", "passing", "use", "using", "add", "adding", "with", "via", "run", "running", "enable",
    "disable", "give", "accepts", "specify", "supply", "switch", "providing", "start");
constexpr auto kCallCues =
    fixed_words("call", "calls", "calling", "use", "using", "invoke", "run", "invoking");
constexpr auto kKeyNouns =
    fixed_words("option", "setting", "key", "parameter", "configuration", "config", "property",
                "setting's", "directive", "variable", "options", "settings");

// Programs whose options a page may tell of.
bool is_other_program(std::string_view word) {
  return index::embedded_names("words/programs.txt").count(std::string(word)) > 0;
}
bool names_other_program(const std::vector<std::string_view>& words) {
  return std::any_of(words.begin(), words.end(), [](std::string_view word) {
    return is_other_program(lower(bare_word(word)));
  });
}

bool has_any_word(const std::vector<std::string_view>& words, const auto& list) {
  return std::any_of(words.begin(), words.end(),
                     [&](std::string_view word) { return among(list, lower(bare_word(word))); });
}

// `max-retries`, `maxRetries`, `MAX_RETRIES`: its words in small letters.
std::vector<std::string> name_words(std::string_view name) {
  std::vector<std::string> words(1);
  for (std::size_t i = 0; i < name.size(); ++i) {
    const bool letter = is_letter_or_digit(name[i]);
    const bool capital = name[i] >= 'A' && name[i] <= 'Z';
    const bool small_before =
        i > 0 && ((name[i - 1] >= 'a' && name[i - 1] <= 'z') || is_digit(name[i - 1]));
    if ((!letter || (capital && small_before)) && !words.back().empty()) words.emplace_back();
    if (letter) words.back() += lower(name.substr(i, 1));
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

// All that a program may write for it.
std::vector<std::string> forms_of(const std::vector<std::string>& words) {
  std::vector<std::string> forms;
  for (const char* between : {"_", "-", "", ".", " "}) {
    std::string form = join(std::span<const std::string>(words), between);
    if (!among(forms, form)) forms.push_back(std::move(form));
  }
  return forms;
}

bool is_variable_name(std::string_view word) {
  return word.size() > 4 && contains(word, "_") && is_letter(word.front()) && word.back() != '_' &&
         std::all_of(word.begin(), word.end(),
                     [](char c) { return c == '_' || is_digit(c) || (c >= 'A' && c <= 'Z'); });
}

// Code where everybody may set a variable: `export A=1`, `A=1 program`.
bool is_shell_info(std::string_view info) {
  const auto words = split_words(info);
  return words.empty() || among({"bash", "sh", "shell", "zsh", "console", "env", "dotenv", "ini",
                                 "dockerfile", "yaml", "shell-session", "terminal", "text"},
                                lower(words[0]));
}

class ToldReader {
 public:
  ToldReader(std::string_view small_before, const OwnNames& own)
      : small_before_(small_before), own_(own) {}

  std::vector<ToldName> read(const syntax::MarkdownDocument& document) {
    const auto& blocks = document.blocks;
    for (const syntax::CodeBlock& block : document.code_blocks) examples_ += lower(block.text);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
      if (i == 0 || blocks[i].kind == BlockKind::heading) foreign_ = is_foreign(blocks, i);
      if (blocks[i].quoted) continue;
      if (blocks[i].kind == BlockKind::code) code(blocks[i]);
      if (blocks[i].kind == BlockKind::paragraph) prose(blocks[i]);
      if (blocks[i].kind == BlockKind::table) table(blocks[i]);
    }
    return std::move(out_);
  }

 private:
  // Whether the section that begins here has to do with other programs.
  static bool is_foreign(const std::vector<Block>& blocks, std::size_t from) {
    for (std::size_t i = from; i < blocks.size(); ++i) {
      if (i > from && blocks[i].kind == BlockKind::heading) return false;
      if (blocks[i].kind != BlockKind::code) {
        if (names_other_program(split_words(blocks[i].text))) return true;
        continue;
      }
      for (const std::string_view line : split_lines(blocks[i].text)) {
        auto words = split_words(line);
        if (!words.empty() && (words[0] == "$" || words[0] == "%")) words.erase(words.begin());
        if (!words.empty() && is_other_program(words[0])) return true;
      }
    }
    return false;
  }

  bool is_own(std::string_view name) const {
    return own_.contains(replace_all(lower(name), "-", "_"));
  }

  void add(ToldAs as, std::string_view written, const std::vector<std::string>& words, int line,
           std::string prefix = {}) {
    ToldName told{as, std::string(written), forms_of(words), std::move(prefix), line};
    // As it is written, too: `cJSON_Parse`, whose words nobody parts so.
    std::string whole = lower(written.substr(0, written.find('(')));
    whole.erase(0, whole.find_last_of(".:") + 1);
    if (!whole.empty() && !among(told.forms, whole)) told.forms.push_back(std::move(whole));
    const bool known = std::any_of(told.forms.begin(), told.forms.end(),
                                   [&](const auto& form) { return contains(small_before_, form); });
    // What an example of the page defines is the reader's.
    const bool shown = (as == ToldAs::function || as == ToldAs::key) &&
                       std::any_of(told.forms.begin(), told.forms.end(),
                                   [&](const auto& form) { return contains(examples_, form); });
    const bool again = std::any_of(out_.begin(), out_.end(),
                                   [&](const ToldName& each) { return each.forms == told.forms; });
    if (!known && !shown && !again) out_.push_back(std::move(told));
  }

  // A variable that begins as the project is called.
  void variable(std::string_view word, int line) {
    if (!is_variable_name(word)) return;
    const std::string small = lower(word);
    for (const std::string& name : own_) {
      if (small.size() > name.size() + 2 && small.starts_with(name + "_")) {
        return add(ToldAs::variable, word, name_words(word), line, name + "_");
      }
    }
  }

  void code(const Block& block) {
    if (!is_shell_info(block.info)) return;
    int number = block.line;
    for (const std::string_view text : split_lines(block.text)) {
      ++number;
      for (const std::string_view word : split_words(text)) {
        const auto equals = word.find('=');
        if (equals != std::string_view::npos) variable(word.substr(0, equals), number);
      }
      own_command(text, number);
    }
  }

  // `$ app --dry-run`, as far as it is the project's own program.
  void own_command(std::string_view text, int line) {
    auto words = split_words(text);
    std::size_t at = 0;
    while (at < words.size() && (words[at] == "$" || words[at] == "%" || words[at] == "sudo" ||
                                 words[at] == "npx" || contains(words[at], "="))) {
      ++at;
    }
    if (at == words.size()) return;
    std::string_view program = words[at];
    if (program.starts_with("./")) program.remove_prefix(2);
    if (!is_own(program)) return;
    for (++at; at < words.size(); ++at) {
      const std::string_view word = words[at];
      if (word == "--" || word.find_first_of("|;&<>`'\"(") != std::string_view::npos) return;
      option(word, line);
      // What stands behind an argument may be handed on to another program.
      const bool command = word.find_first_not_of("abcdefghijklmnopqrstuvwxyz-") == word.npos;
      if (!word.starts_with("-") && !command) return;
    }
  }

  void option(std::string_view word, int line) {
    if (!word.starts_with("--")) return;
    word = word.substr(0, word.find_first_of("=[ "));
    std::vector<std::string> words = name_words(word.substr(2));
    const bool plain = std::all_of(word.begin(), word.end(), [](char c) {
      return c == '-' || c == '_' || is_letter_or_digit(c);
    });
    if (words.size() > 1 && among({"no", "enable", "disable", "with", "without"}, words.front())) {
      words.erase(words.begin());
    }
    if (!plain || words.empty() || word.size() < 6 || word == "--help" || word == "--version")
      return;
    add(ToldAs::option, word, words, line);
  }

  void prose(const Block& block) {
    std::string marked;
    for (const Piece& piece : block.pieces) {
      if (piece.kind == PieceKind::html) continue;
      const bool code = piece.kind == PieceKind::code && !piece.linked;
      // The role of a reference: `{option}`, `:option:`.
      const bool role = marked.ends_with('}') || marked.ends_with(':');
      marked += code && !role ? "`" + piece.text + "`" : piece.text;
    }
    for (const std::string& sentence : split_sentences(marked)) each_span(sentence, block.line);
  }

  void each_span(const std::string& sentence, int line) {
    const std::string_view text = sentence;
    if (!contains(text, "`")) return;
    const auto words = split_words(text);
    const bool silenced = has_any_word(words, kOtherTimes);
    for (auto open = text.find('`'); open != std::string_view::npos;) {
      const auto close = text.find('`', open + 1);
      if (close == std::string_view::npos) return;
      const std::string_view span = text.substr(open + 1, close - open - 1);
      variable(span.substr(0, span.find_first_of("= :")), line);
      if (!silenced) named(span, words, text.substr(0, open), text.substr(close + 1), line);
      open = text.find('`', close + 1);
    }
  }

  void named(std::string_view span, const std::vector<std::string_view>& words,
             std::string_view before, std::string_view behind, int line) {
    const bool foreign = names_other_program(words);
    if (span.starts_with("--")) {
      const bool item = trim(before).empty();
      if (!foreign_ && (item || has_any_word(words, kOptionCues))) option(span, line);
      return;
    }
    if (contains(span, " --")) return own_command(span, line);
    if (const auto name = called(span)) {
      if (foreign) return;
      if (has_any_word(words, kCallCues)) add(ToldAs::function, span, name_words(*name), line);
      return;
    }
    const bool plain = !span.empty() && is_letter(span.front()) &&
                       std::all_of(span.begin(), span.end(), [](char c) { return is_word(c); });
    if (foreign_ || !plain || is_variable_name(span) || name_words(span).size() < 2) return;
    const auto next = split_words(behind);
    const auto last = split_words(before);
    const bool noun = (!next.empty() && among(kKeyNouns, lower(bare_word(next.front())))) ||
                      (!last.empty() && among(kKeyNouns, lower(bare_word(last.back()))));
    if (noun) add(ToldAs::key, span, name_words(span), line);
  }

  // The name of `load_all()`, also behind the project's own.
  std::optional<std::string_view> called(std::string_view span) const {
    const auto open = span.find('(');
    if (open == std::string_view::npos || open == 0 || !span.ends_with(')')) return {};
    std::string_view name = span.substr(0, open);
    const auto mark = name.find_last_of(".:");
    if (mark != std::string_view::npos) {
      const std::string_view of = name.substr(0, name.find_first_of(".:"));
      if (!is_own(of)) return {};
      name = name.substr(mark + 1);
    }
    const bool plain = !name.empty() && is_letter(name.front()) &&
                       std::all_of(name.begin(), name.end(), [](char c) { return is_word(c); });
    if (!plain || name_words(name).size() < 2) return {};
    return name;
  }

  void table(const Block& block) {
    for (const Piece& piece : block.pieces) {
      if (piece.kind == PieceKind::code) variable(trim(piece.text), block.line);
    }
  }

  std::string_view small_before_;
  const OwnNames& own_;
  bool foreign_ = false;
  std::string examples_;  // in small letters
  std::vector<ToldName> out_;
};

}  // namespace

std::vector<ToldName> told_names(const syntax::MarkdownDocument& document,
                                 std::string_view small_before,
                                 const std::set<std::string, std::less<>>& own) {
  return ToldReader(small_before, own).read(document);
}

}  // namespace pawl::guards
