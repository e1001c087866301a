#include "guards/text/chat_remains.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/chat_closings.hpp"
#include "guards/text/chat_first_words.hpp"
#include "guards/text/chat_marks.hpp"
#include "guards/text/chat_remarks.hpp"
#include "guards/text/chat_sentences.hpp"
#include "guards/text/gap_comments.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::guards {
namespace {

class ChatReader {
 public:
  explicit ChatReader(const TextChange& change)
      : change_(change), path_(change.file().path), sort_(change.sort()) {}

  std::vector<Remain> read() {
    if (sort_ == TextSort::other) return {};
    prompts_ = contains_folded(path_.text(), "prompt") || path_.extension() == ".jinja";
    if (sort_ == TextSort::document) wrapped_document();
    const std::string_view all = change_.text();
    cites_ = contains(all, "oai") || contains(all, "cite") || contains(all, "\u3010") ||
             contains(all, "utm_source=") || contains(all, "turn0") || contains(all, "sandbox:/") ||
             contains(all, "\uE200") || contains(all, "\uE202") || contains(all, "Citation");
    colours_ = contains(all, "\x1b[") && !is_recorded_output(all);
    fills_in_ = !repo::is_sample_place(path_) && !prompts_ &&
                !contains_folded(path_.text(), "template") && !contains(path_.text(), "LICENSE");
    for (const std::size_t line : change_.added()) {
      const std::string_view text = trim(change_.after[line]);
      if (text.empty() || text.size() > 4 * chat::kSaidBytesMax) continue;
      if (const std::string_view what = remain_of(line, text); !what.empty()) add(line, what);
    }
    return std::move(found_);
  }

 private:
  // What a test compares the output of a program with: coloured throughout.
  bool is_recorded_output(std::string_view all) const {
    if (!repo::lies_among_tests(path_)) return repo::is_fixture(path_);
    std::size_t coloured = 0;
    std::size_t said = 0;
    for (const std::string_view line : split_lines(all)) {
      coloured += contains(line, "\x1b[") ? 1U : 0U;
      said += trim(line).empty() ? 0U : 1U;
    }
    return coloured * 2 > said;
  }

  void add(std::size_t line, std::string_view what) {
    const bool known = std::any_of(found_.begin(), found_.end(),
                                   [&](const Remain& each) { return each.line == line; });
    if (!known) found_.push_back({line, std::string(what)});
  }

  std::string_view remain_of(std::size_t line, std::string_view text) const {
    const char first = text.front();
    if (const std::size_t at = colours_ ? chat::find_colour(text) : std::string_view::npos;
        at != std::string_view::npos && is_plain(line, text, at)) {
      return "the colours of a terminal";
    }
    if ((first == '`' || first == '~') && chat::is_fence(text)) return fence(line);
    if (first == '<' || first == '[') {
      if (const auto what = mark(line, text); !what.empty()) return what;
    }
    if (const auto what = inside(line, text); !what.empty()) return what;
    return sentence(line);
  }

  std::string_view fence(std::size_t line) const {
    if (sort_ == TextSort::document) return {};
    // Pages may hold Markdown, which a script makes readable.
    const bool page = contains(change_.file().path.extension(), ".htm");
    if (page && !change_.is_edge(line)) return {};
    const bool first_column = !is_space(change_.after[line].front());
    if (sort_ == TextSort::source && !first_column) return {};
    if (change_.place_of(line) != Place::plain) return {};
    return "a fence of a chat";
  }

  std::string_view mark(std::size_t line, std::string_view text) const {
    if (prompts_) return {};
    const bool document = sort_ == TextSort::document;
    const bool known = chat::is_mark(text);
    const bool tag = !known && !chat::is_markup(path_.extension()) && chat::is_tag(text);
    if (!known && !tag) return {};
    if (document && !change_.is_edge(line)) return {};
    if (change_.place_of(line) == Place::literal) return {};
    if (tag && document && text.size() < 12 && !text.starts_with("</")) return {};
    return known ? "a mark of a chat protocol" : "a tag around an answer";
  }

  // What may be anywhere in a line.
  std::string_view inside(std::size_t line, std::string_view text) const {
    const std::size_t token =
        contains(text, "|>") ? chat::find_token(text) : std::string_view::npos;
    const bool ends = token != std::string_view::npos && text.ends_with("|>") && token > 0;
    if (ends && !prompts_ && change_.is_edge(line) && is_plain(line, text, token)) {
      return "a mark of a chat protocol";
    }
    if (const auto at = cites_ ? chat::find_citation(text) : std::string_view::npos;
        at != std::string_view::npos && is_plain(line, text, at)) {
      return "a mark by which a chat cites its sources";
    }
    if (!fills_in_) return {};
    return fill_in(line, text);
  }

  std::string_view fill_in(std::size_t line, std::string_view text) const {
    if (sort_ == TextSort::document) {
      if (text.find_first_of("[<") == std::string_view::npos) return {};
      const bool plain = !contains(text, "`") && chat::is_to_fill_in(text);
      return plain && change_.place_of(line) == Place::plain ? "a gap that somebody was to fill in"
                                                             : std::string_view();
    }
    const Uncommented said = uncommented(text);
    if (!said.is_comment || !chat::is_to_fill_in(said.text)) return {};
    // It stands for code.
    if (gap_of(text) != Placeholder::no) return {};
    return change_.place_of(line) == Place::comment ? "a gap that somebody was to fill in"
                                                    : std::string_view();
  }

  // Not in a string, nor in code of a document.
  bool is_plain(std::size_t line, std::string_view text, std::size_t at) const {
    if (change_.place_of(line) == Place::literal) return false;
    if (sort_ == TextSort::code) {
      const auto offset = static_cast<std::size_t>(text.data() - change_.text().data()) + at;
      return change_.place_at(offset) != Place::literal;
    }
    if (sort_ != TextSort::document) return true;
    const std::string_view before = text.substr(0, at);
    return std::count(before.begin(), before.end(), '`') % 2 == 0;
  }

  std::string_view sentence(std::size_t line) const {
    Uncommented comment = uncommented(change_.after[line]);
    if (comment.text.starts_with(".. ") && sort_ == TextSort::document) {
      comment.text = trim(comment.text.substr(3));
    }
    if (comment.text.empty()) return {};
    const char first = comment.text.front();
    if (!is_letter(first) && first != '*' && first != '#' && first != '>') return {};
    if (!chat::may_begin_sentence(comment.text)) return {};
    const std::string said = chat::folded_words(comment.text);
    if (sort_ == TextSort::document) return sentence_of_document(line, said);
    const bool edge = change_.is_edge(line);
    const chat::Announced announced = chat::announced_by(said);
    const bool refusal = chat::refuses(said);
    const bool leave = chat::takes_leave(said);
    const bool agreed = chat::agrees(said);
    if (comment.is_comment) {
      const bool opens = line == 0 && announced.whole && trim_end(said).ends_with(':') &&
                         (said.starts_with("here") || said.starts_with("below"));
      const bool speaks = opens || (announced.reworked && (edge || trim_end(said).ends_with(':')));
      // "Ok, let's look at the rest": so speak people, too, in the middle of code.
      const bool accepts = agreed && (edge || !contains(said, "let's "));
      const bool says = refusal || leave || accepts || speaks || explains_to_the_end(line, said) ||
                        (edge && chat::reports_itself(said) && contains(said, "your "));
      if (!says || change_.place_of(line) != Place::comment) return {};
      return "a sentence of a chat";
    }
    // Where prose is no code, it is out of place wherever it is.
    const bool words = split_words(said).size() >= 3;
    const bool says = announced.any || refusal || leave || agreed ||
                      (words && is_sentence(comment.text) &&
                       (chat::reports_itself(said) || chat::explains(said))) ||
                      explains_to_the_end(line, said);
    if (!says || !may_not_be_prose(line)) return {};
    return refusal ? "a refusal of a model" : "a sentence of a chat";
  }

  // The head of a list of what was changed, which the change adds and the text ends with. A history
  // of a project is made of such lists.
  bool explains_to_the_end(std::size_t line, std::string_view said) const {
    if (!chat::heads_list_of_changes(said)) return false;
    constexpr std::size_t kListLinesMax = 14;
    const std::string name = lower(path_.name());
    for (const std::string_view history :
         {"change", "history", "news", "release", "upgrad", "migrat"}) {
      if (contains(name, history)) return false;
    }
    std::size_t rows = 0;
    std::size_t points = 0;
    for (std::size_t i = line + 1; i < change_.after.size(); ++i) {
      const std::string_view text = said_in_list(change_.after[i]);
      if (text.empty()) continue;
      if (!change_.is_added(i) || ++rows > kListLinesMax) return false;
      const char first = text.front();
      points += first == '-' || first == '*' || is_digit(first) || first == '+' ? 1U : 0U;
    }
    return rows > 0 && points > 0 && 2 * points >= rows;
  }
  // A row of a list, which may be a comment.
  static std::string_view said_in_list(std::string_view row) {
    row = trim(row);
    for (const std::string_view open : {"<!--", "//", "#", "/*", "--", ".. ", ";", "%"}) {
      if (!row.starts_with(open)) continue;
      row.remove_prefix(open.size());
      break;
    }
    return trim(row);
  }

  // It begins with a capital and goes on without signs of code.
  static bool is_sentence(std::string_view text) {
    return !text.empty() && (is_upper(text.front()) || text.front() == '*') &&
           text.find_first_of("=;{}<>$") == std::string_view::npos && !contains(text, "::");
  }

  bool may_not_be_prose(std::size_t line) const {
    if (change_.place_of(line) != Place::plain) return false;
    // Text between the tags of a page.
    if (chat::is_markup(path_.extension())) return change_.is_edge(line);
    return true;
  }

  // A reader may give feedback, too.
  static bool answers_asker(std::string_view said) {
    return chat::answers_request(said) &&
           (contains(said, "as you ") || contains(said, "you asked") ||
            contains(said, "your request") || contains(said, "you requested"));
  }

  // `this version keeps the existing behavior`
  static bool speaks_of_version(std::string_view said) {
    return chat::explains(said) &&
           (contains(said, "existing ") || contains(said, "as before") ||
            contains(said, "without changing") || contains(said, "unchanged") ||
            contains(said, "backward") || contains(said, " you ") || contains(said, "your "));
  }

  std::string_view sentence_of_document(std::size_t line, const std::string& said) const {
    if (change_.place_of(line) == Place::plain && explains_to_the_end(line, said)) {
      return "a sentence of a chat";
    }
    if (!change_.is_edge(line) || change_.place_of(line) != Place::plain) return {};
    const bool first = std::all_of(change_.after.begin(),
                                   change_.after.begin() + static_cast<std::ptrdiff_t>(line),
                                   [](std::string_view row) { return trim(row).empty(); });
    if (chat::refuses(said)) return "a refusal of a model";
    const bool opens = first && (chat::announced_by(said).any || chat::agrees(said) ||
                                 (chat::reports_itself(said) && among_answers(said)));
    const bool did = said.starts_with("i've ") || said.starts_with("i have ");
    const bool last =
        std::all_of(change_.after.begin() + static_cast<std::ptrdiff_t>(line + 1),
                    change_.after.end(), [](std::string_view row) { return trim(row).empty(); });
    if (last && !first && (answers_asker(said) || speaks_of_version(said))) {
      return "a sentence of a chat";
    }
    const bool closes = !first && ((chat::takes_leave(said) && speaks_of_changes(said)) ||
                                   (did && chat::reports_itself(said) && among_answers(said)));
    return opens || closes ? "a sentence of a chat" : std::string_view();
  }
  static bool among_answers(std::string_view said) {
    const auto words = split_words(said);
    return std::any_of(words.begin(), words.end(),
                       [](std::string_view word) { return chat::names_answer(word); });
  }
  static bool speaks_of_changes(std::string_view said) {
    return contains(said, "change") || contains(said, "adjust") || contains(said, "modif") ||
           contains(said, "further") || contains(said, "me to") || contains(said, "anything") ||
           contains(said, "hope this helps") || contains(said, "tweak") ||
           contains(said, "additional");
  }

  // ```` ```markdown ```` around the whole document.
  void wrapped_document() {
    std::size_t first = 0;
    std::size_t last = change_.after.size();
    while (first < last && trim(change_.after[first]).empty()) ++first;
    while (last > first && trim(change_.after[last - 1]).empty()) --last;
    if (last < first + 3 || !change_.is_added(first)) return;
    const std::string_view open = trim(change_.after[first]);
    if (!chat::is_fence(open) || !among({"```", "~~~", "````"}, trim(change_.after[last - 1])))
      return;
    const std::string info = lower(trim(open.substr(
        open.find_first_not_of("`~") == std::string_view::npos ? open.size()
                                                               : open.find_first_not_of("`~"))));
    const bool document = info.empty() || info == "markdown" || info == "md" || info == "mdx" ||
                          info == "rst" || info == "text" || info.starts_with("markdown ");
    const bool heading = std::any_of(
        change_.after.begin() + static_cast<std::ptrdiff_t>(first + 1),
        change_.after.begin() + static_cast<std::ptrdiff_t>(last - 1),
        [](std::string_view row) { return row.starts_with("# ") || row.starts_with("## "); });
    if (document && (heading || info == "markdown" || info == "md"))
      add(first, "a fence of a chat");
  }

  const TextChange& change_;
  const RepoPath& path_;
  TextSort sort_;
  bool prompts_ = false;  // texts for models hold such marks
  // Whether the text holds what single lines are then looked through for.
  bool cites_ = false;
  bool colours_ = false;
  bool fills_in_ = false;
  std::vector<Remain> found_;
};

}  // namespace

std::vector<Remain> chat_remains(const TextChange& change) { return ChatReader(change).read(); }

}  // namespace pawl::guards
