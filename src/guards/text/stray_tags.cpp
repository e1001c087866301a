#include "guards/text/stray_tags.hpp"

#include <algorithm>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/text/chat_marks.hpp"

namespace pawl::guards {
namespace {

constexpr std::string_view kWhat = "a tag around an answer";

// Elements of HTML, which documents may hold, and leave open.
constexpr auto kElements = fixed_words(
    "a", "abbr", "article", "aside", "b", "blockquote", "body", "br", "button", "caption", "center",
    "code", "col", "dd", "del", "details", "dfn", "div", "dl", "dt", "em", "figcaption", "figure",
    "font", "footer", "form", "h1", "h2", "h3", "h4", "h5", "h6", "head", "header", "hr", "html",
    "i", "iframe", "img", "input", "ins", "kbd", "label", "li", "link", "main", "mark", "meta",
    "nav", "ol", "option", "p", "picture", "pre", "q", "s", "samp", "script", "section", "select",
    "small", "source", "span", "strike", "strong", "style", "sub", "summary", "sup", "svg", "table",
    "tbody", "td", "template", "textarea", "tfoot", "th", "thead", "title", "tr", "tt", "u", "ul",
    "var", "video", "audio", "path", "g", "base", "object", "embed", "param", "noscript", "canvas",
    "time", "wbr");

struct Tag {
  std::string_view name;
  bool closes = false;
  bool plain = true;  // nothing but a name
};

// A line that is one tag.
std::optional<Tag> tag_of(std::string_view line) {
  line = trim(line);
  if (line.size() < 3 || line.front() != '<' || line.back() != '>') return {};
  Tag tag;
  std::size_t at = 1;
  if (line[at] == '/') {
    tag.closes = true;
    ++at;
  }
  const std::size_t begin = at;
  while (at < line.size() &&
         (is_word(line[at]) || line[at] == '-' || line[at] == ':' || line[at] == '.')) {
    ++at;
  }
  tag.name = line.substr(begin, at - begin);
  if (tag.name.empty() || !is_letter(tag.name.front())) return {};
  if (line.find_first_of("<>", at) != line.size() - 1 || line[line.size() - 2] == '/') return {};
  tag.plain = at + 1 == line.size();
  if (!tag.plain && (tag.closes || line[at] != ' ')) return {};
  return tag;
}

class TagReader {
 public:
  explicit TagReader(const TextChange& change) : change_(change) {}

  std::vector<Remain> read() {
    const std::string ending = change_.file().path.extension();
    if (change_.sort() == TextSort::other || chat::is_markup(ending)) return {};
    // Settings of servers are written in tags, and so are some that programs write.
    if (among({".conf", ".cfg", ".htaccess", ".mm", ".config"}, ending)) return {};
    mixed_ = ending == ".php" || change_.sort() == TextSort::document;
    first_ = 0;
    last_ = change_.after.size();
    while (first_ < last_ && trim(change_.after[first_]).empty()) ++first_;
    while (last_ > first_ && trim(change_.after[last_ - 1]).empty()) --last_;
    if (first_ == last_) return {};
    page();
    if (found_.empty()) wrapped();
    for (const std::size_t line : change_.added()) {
      if (!change_.after[line].empty() && change_.after[line].find('<') != std::string_view::npos) {
        single(line);
      }
    }
    return std::move(found_);
  }

 private:
  void page() {
    if (!change_.is_added(first_)) return;
    const std::string_view text = trim(change_.after[first_]);
    const bool page = starts_with_folded(text, "<!doctype html") ||
                      starts_with_folded(text, "<html>") || starts_with_folded(text, "<html ");
    const bool lost = text == "404: Not Found" || text == "404 Not Found";
    // A template of pages that was one before is left alone.
    const bool was = !change_.before.empty() && contains_folded(change_.before.front(), "<html");
    if ((page && !was && !mixed_) || lost) found_.push_back({first_, "a page of the web"});
  }

  // `<x …>` above the text and `</x>` below it.
  void wrapped() {
    const auto open = tag_of(change_.after[first_]);
    const auto close = tag_of(change_.after[last_ - 1]);
    if (!open || !close || open->closes || !close->closes || open->name != close->name) return;
    if (!change_.is_added(first_) || !change_.is_added(last_ - 1)) return;
    if (mixed_ && among(kElements, lower(open->name))) return;
    if (change_.place_of(first_) == Place::literal) return;
    found_.push_back({first_, std::string(kWhat)});
    found_.push_back({last_ - 1, std::string(kWhat)});
  }

  void single(std::size_t line) {
    const auto tag = tag_of(change_.after[line]);
    if (!tag || !tag->closes || has_partner(*tag)) return;
    if (std::any_of(found_.begin(), found_.end(),
                    [&](const Remain& each) { return each.line == line; })) {
      return;
    }
    if (mixed_ && (!change_.is_edge(line) || among(kElements, lower(tag->name)))) return;
    if (change_.place_of(line) != Place::plain) return;
    found_.push_back({line, std::string(kWhat)});
  }

  bool has_partner(const Tag& tag) const {
    const std::string open = "<" + std::string(tag.name);
    const std::string_view text = change_.text();
    for (auto at = text.find(open); at != std::string_view::npos; at = text.find(open, at + 1)) {
      const std::size_t end = at + open.size();
      if (end >= text.size() || !(is_word(text[end]) || text[end] == '-')) return true;
    }
    return false;
  }

  const TextChange& change_;
  bool mixed_ = false;  // holds elements of pages beside what else it is
  std::size_t first_ = 0;
  std::size_t last_ = 0;
  std::vector<Remain> found_;
};

}  // namespace

std::vector<Remain> stray_tags(const TextChange& change) { return TagReader(change).read(); }

}  // namespace pawl::guards
