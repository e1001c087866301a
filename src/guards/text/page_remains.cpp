#include "guards/text/page_remains.hpp"

#include <algorithm>
#include <array>
#include <set>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/text/chat_marks.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kBreaksMin = 3;

// How pages call the language of a code block, and the endings of its files.
struct BlockLabel {
  std::string_view name;
  std::string_view endings;
};
constexpr auto kBlockLabels = std::to_array<BlockLabel>({{"python", ".py .pyi"},
                                                         {"javascript", ".js .mjs .cjs .jsx"},
                                                         {"typescript", ".ts .tsx .mts"},
                                                         {"go", ".go"},
                                                         {"golang", ".go"},
                                                         {"rust", ".rs"},
                                                         {"java", ".java"},
                                                         {"c", ".c .h"},
                                                         {"cpp", ".cpp .cc .hpp .h .cxx"},
                                                         {"c++", ".cpp .cc .hpp .h .cxx"},
                                                         {"ruby", ".rb"},
                                                         {"php", ".php"},
                                                         {"bash", ".sh .bash ."},
                                                         {"shell", ".sh .bash ."},
                                                         {"sh", ".sh ."},
                                                         {"markdown", ".md .markdown"},
                                                         {"md", ".md"},
                                                         {"rst", ".rst"},
                                                         {"css", ".css .scss .less"},
                                                         {"scss", ".scss"},
                                                         {"html", ".html .htm .vue"},
                                                         {"yaml", ".yml .yaml"},
                                                         {"yml", ".yml .yaml"},
                                                         {"toml", ".toml"},
                                                         {"json", ".json"},
                                                         {"dockerfile", "."},
                                                         {"makefile", ". .mk"},
                                                         {"sql", ".sql"},
                                                         {"kotlin", ".kt"},
                                                         {"swift", ".swift"},
                                                         {"tsx", ".tsx"},
                                                         {"jsx", ".jsx"},
                                                         {"plaintext", ". .txt .md"}});

bool labels_code(std::string_view line, std::string_view ending) {
  const std::string said = lower(trim(line));
  const std::string wanted = ending.empty() ? "." : std::string(ending);
  return std::any_of(kBlockLabels.begin(), kBlockLabels.end(), [&](const BlockLabel& each) {
    if (each.name != said) return false;
    const auto endings = split_words(each.endings);
    return std::find(endings.begin(), endings.end(), wanted) != endings.end();
  });
}

bool is_button(std::string_view line) {
  return among({"Copy", "Copy Edit", "CopyEdit", "Copy code", "Copied!", "Copy to clipboard",
                "Copy Download", "CopyDownload", "Copy Code", "Edit Copy", "Copy Run",
                "Always show details", "Run code", "Copy snippet", "Open in editor",
                "Copied to clipboard", "Wrap Copy", "Collapse Wrap Copy", "Copy Wrap"},
               trim(line));
}

// Tags alone are on the line, all of one direction.
bool is_tags(std::string_view line, bool close) {
  line = trim(line);
  if (line.empty()) return false;
  while (!line.empty()) {
    const std::string_view open = close ? "</" : "<";
    if (!line.starts_with(open) || line.size() <= open.size() || !is_lower(line[open.size()])) {
      return false;
    }
    const std::size_t end = line.find('>');
    if (end == std::string_view::npos || line[end - 1] == '/') return false;
    line = trim(line.substr(end + 1));
  }
  return true;
}

std::string_view without_break(std::string_view line) {
  line = trim_end(line);
  for (const std::string_view mark : {"<br>", "<br/>", "<br />"}) {
    if (line.ends_with(mark)) return trim_end(line.substr(0, line.size() - mark.size()));
  }
  return line;
}

// ` * <br>` parts the words of a comment.
bool says_anything(std::string_view text) {
  return std::any_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || contains("{}", std::string_view(&c, 1));
  });
}

class PageReader {
 public:
  explicit PageReader(const TextChange& change) : change_(change) {}

  std::vector<Remain> read() {
    if (change_.sort() == TextSort::other) return {};
    last_ = change_.after.size();
    while (first_ < last_ && trim(change_.after[first_]).empty()) ++first_;
    while (last_ > first_ && trim(change_.after[last_ - 1]).empty()) --last_;
    if (first_ == last_) return {};
    --last_;
    button();
    wrapped();
    if (contains(change_.text(), "<br")) breaks();
    return std::move(found_);
  }

 private:
  void button() {
    const std::string ending = change_.file().path.extension();
    const bool label = labels_code(change_.after[first_], ending);
    std::size_t next = first_ + 1;
    while (label && next < last_ && trim(change_.after[next]).empty()) ++next;
    const std::size_t at = label ? next : first_;
    if (!change_.is_added(first_) || at > last_) return;
    if (change_.is_added(at) && is_button(change_.after[at])) {
      found_.push_back({at, "the button of a page"});
      return;
    }
    // A text of one word, or a command that is run.
    const bool lone = label && last_ > first_ && change_.kind().language != syntax::Language::bash;
    const bool was =
        !change_.before.empty() && trim(change_.before.front()) == trim(change_.after[first_]);
    if (lone && !was && change_.place_of(first_) == Place::plain &&
        change_.sort() != TextSort::document) {
      found_.push_back({first_, "the label of a code block"});
    }
  }

  void wrapped() {
    const std::string_view open = trim(change_.after[first_]);
    if (first_ == last_ || !change_.is_added(first_) || !change_.is_added(last_)) return;
    if (!is_tags(open, false) || !is_tags(change_.after[last_], true)) return;
    const bool code = open.starts_with("<pre") || open.starts_with("<code");
    const bool pages = change_.sort() == TextSort::document ||
                       chat::is_markup(change_.file().path.extension()) ||
                       change_.file().path.extension() == ".php";
    if (pages && !(code && contains(open, "><"))) return;
    if (change_.place_of(first_) == Place::literal && change_.sort() == TextSort::code) return;
    found_.push_back({first_, "an element of a page around the text"});
  }

  // Lines that were there, and others of code.
  void breaks() {
    std::set<std::string_view> old;
    for (const std::string_view line : change_.before) old.insert(trim_end(line));
    std::size_t same = 0;
    std::size_t first = 0;
    for (const std::size_t line : change_.added()) {
      const std::string_view text = without_break(change_.after[line]);
      if (text.size() == trim_end(change_.after[line]).size() || !says_anything(text)) {
        continue;
      }
      if (old.count(text) == 0 && !is_break_in_code(text)) continue;
      if (same++ == 0) first = line;
    }
    if (same >= kBreaksMin) found_.push_back({first, "breaks of a page at the ends of lines"});
  }

  bool is_break_in_code(std::string_view text) const {
    if (change_.sort() != TextSort::code || chat::is_markup(change_.file().path.extension())) {
      return false;
    }
    if (text.empty() || !contains(";{},)", text.substr(text.size() - 1))) return false;
    const auto at = static_cast<std::size_t>(text.data() + text.size() - change_.text().data());
    return change_.place_at(at) == Place::plain && text.find('<') == std::string_view::npos;
  }

  const TextChange& change_;
  std::size_t first_ = 0;
  std::size_t last_ = 0;
  std::vector<Remain> found_;
};

}  // namespace

std::vector<Remain> page_remains(const TextChange& change) { return PageReader(change).read(); }

}  // namespace pawl::guards
