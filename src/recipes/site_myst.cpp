// MyST, the Markdown that Sphinx reads: directives in fences, roles, labels, comments.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "recipes/site_book.hpp"

namespace pawl::recipes {
namespace {

using Lines = std::vector<std::string>;

// ```{name} argument, or :::{name}
struct Opening {
  std::string fence;
  std::string name;
  std::string argument;
  std::size_t margin = 0;
};
std::optional<Opening> opening_of(const std::string& line) {
  const auto margin = std::min(line.find_first_not_of(' '), line.size());
  const std::string_view rest = std::string_view(line).substr(margin);
  for (const char mark : {'`', ':', '~'}) {
    const auto length = std::min(rest.find_first_not_of(mark), rest.size());
    if (length < 3) continue;
    const std::string_view info = rest.substr(length);
    const auto end = info.find('}');
    if (!info.starts_with('{') || end == std::string_view::npos || end < 2) return {};
    return Opening{std::string(length, mark), std::string(info.substr(1, end - 1)),
                   std::string(trim(info.substr(end + 1))), margin};
  }
  return {};
}

// The fence of a plain block of code; empty of another line.
std::string code_fence(std::string_view line) {
  const std::string_view plain = trim(line);
  for (const char mark : {'`', '~'}) {
    const auto length = std::min(plain.find_first_not_of(mark), plain.size());
    if (length < 3) continue;
    const bool inside = mark == '`' && contains(plain.substr(length), "`");
    if (!inside) return std::string(length, mark);
  }
  return {};
}

bool closes(std::string_view line, const std::string& fence) {
  const std::string_view plain = trim(line);
  return plain.size() >= fence.size() &&
         plain.find_first_not_of(fence[0]) == std::string_view::npos;
}

class MystReader {
 public:
  MystReader(const BookPage& book, MadePage& made) : book_(book), made_(made) {}

  std::string body(const Lines& lines) {
    std::string out;
    std::string fence;
    for (std::size_t at = 0; at < lines.size();) {
      const std::string& line = lines[at];
      if (!fence.empty()) {
        if (closes(line, fence)) fence.clear();
        out += line + "\n";
        ++at;
      } else if (const auto open = opening_of(line)) {
        out += directive(lines, at, *open);
      } else if (fence = code_fence(line); !fence.empty()) {
        out += line + "\n";
        ++at;
      } else {
        out += plain_line(line);
        ++at;
      }
    }
    return out;
  }

 private:
  std::string directive(const Lines& lines, std::size_t& at, const Opening& open) {
    Lines inner;
    std::string inside;
    std::size_t depth = 0;
    for (++at; at < lines.size(); ++at) {
      const std::string& line = lines[at];
      // Fences of colons of one length may be nested.
      const auto nested = opening_of(line);
      if (open.fence[0] == ':' && nested && nested->fence == open.fence) ++depth;
      if (closes(line, open.fence) && trim(line).substr(0, 1) == open.fence.substr(0, 1)) {
        if (depth == 0) break;
        --depth;
      }
      inner.push_back(
          line.substr(std::min({open.margin, line.size(), line.find_first_not_of(' ')})));
    }
    if (at < lines.size()) ++at;
    Directive one{.name = open.name, .argument = open.argument, .options = {}, .content = {}};
    std::size_t from = 0;
    if (!inner.empty() && trim(inner.front()) == "---") {
      for (++from; from < inner.size() && trim(inner[from]) != "---"; ++from) {
        add_option(inner[from], one);
      }
      ++from;
    }
    for (; from < inner.size() && inner[from].starts_with(':') && !opening_of(inner[from]);
         ++from) {
      add_option(std::string_view(inner[from]).substr(1), one);
    }
    from = std::min(from, inner.size());
    one.content = {inner.begin() + static_cast<std::ptrdiff_t>(from), inner.end()};
    while (!one.content.empty() && trim(one.content.front()).empty()) {
      one.content.erase(one.content.begin());
    }
    const std::string text =
        directive_text(one, book_, made_, [this](const Lines& content) { return body(content); });
    std::string out = "\n";
    for (const std::string_view line : split_lines(text)) {
      out += (line.empty() ? "" : std::string(open.margin, ' ') + std::string(line)) + "\n";
    }
    return text.empty() ? std::string() : out;
  }

  static void add_option(std::string_view line, Directive& directive) {
    const auto colon = line.find(':');
    if (colon == std::string_view::npos) return;
    directive.options[std::string(trim(line.substr(0, colon)))] = trim(line.substr(colon + 1));
  }

  std::string plain_line(const std::string& line) {
    const std::string_view plain = trim(line);
    if (line.starts_with("% ") || line == "%" || line.starts_with("+++")) return {};
    if (plain.starts_with('(') && plain.ends_with(")=")) {
      return "<a id=\"" + label_anchor(plain.substr(1, plain.size() - 3)) + "\"></a>\n\n";
    }
    return inline_line(line) + "\n";
  }

  // Roles, links to labels, and links without words.
  std::string inline_line(std::string_view line) {
    std::string out;
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] == '{') {
        if (const std::size_t end = take_role(line, at, out)) {
          at = end;
          continue;
        }
      }
      if (line[at] == '`') {
        const auto ticks = std::min(line.find_first_not_of('`', at), line.size()) - at;
        const auto close = line.find(std::string(ticks, '`'), at + ticks);
        const std::size_t end = close == std::string_view::npos ? at + ticks : close + ticks;
        out += line.substr(at, end - at);
        at = end;
        continue;
      }
      if (line.substr(at).starts_with("](") || line.substr(at).starts_with("[](")) {
        at = take_target(line, at, out);
        continue;
      }
      if (line.substr(at).starts_with("<project:") || line.substr(at).starts_with("<path:")) {
        const auto end = line.find('>', at);
        if (end != std::string_view::npos) {
          const auto colon = line.find(':', at);
          const std::string target(line.substr(colon + 1, end - colon - 1));
          out += link_to(target, "");
          at = end + 1;
          continue;
        }
      }
      out += line[at++];
    }
    return out;
  }

  std::size_t take_role(std::string_view line, std::size_t at, std::string& out) {
    const auto brace = line.find('}', at);
    if (brace == std::string_view::npos || brace == at + 1 || brace + 1 >= line.size() ||
        line[brace + 1] != '`') {
      return 0;
    }
    const std::string_view name = line.substr(at + 1, brace - at - 1);
    for (const char c : name) {
      const bool plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == ':' || c == '-' ||
                         c == '_' || (c >= '0' && c <= '9') || c == '+';
      if (!plain) return 0;
    }
    const auto ticks = std::min(line.find_first_not_of('`', brace + 1), line.size()) - brace - 1;
    const auto close = line.find(std::string(ticks, '`'), brace + 1 + ticks);
    if (close == std::string_view::npos) return 0;
    out += role_text(name, line.substr(brace + 1 + ticks, close - brace - 1 - ticks), book_);
    return close + ticks;
  }

  // `](target)` whose target is a label or a document without its ending.
  std::size_t take_target(std::string_view line, std::size_t at, std::string& out) {
    const bool wordless = line[at] == '[' && (at == 0 || line[at - 1] != '!');
    const std::size_t open = line.find('(', at);
    const auto close = line.find(')', open);
    if (close == std::string_view::npos) {
      out += line.substr(at, open + 1 - at);
      return open + 1;
    }
    const std::string target(line.substr(open + 1, close - open - 1));
    const std::string bare = target.starts_with('#') ? target.substr(1) : target;
    const auto label = book_.label(bare);
    const auto place = label ? label : book_.document(target);
    if (wordless) {
      out += link_to(target, "");
    } else if (place && !target.ends_with(".md")) {
      out += "](" + place->link + ")";
    } else {
      out += line.substr(at, close + 1 - at);
    }
    return close + 1;
  }

  std::string link_to(const std::string& target, std::string title) const {
    const std::string bare = target.starts_with('#') ? target.substr(1) : target;
    const auto label = book_.label(bare);
    const auto place = label ? label : book_.document(target.substr(0, target.find('#')));
    if (place && title.empty()) title = place->title;
    if (title.empty()) title = bare;
    return "[" + title + "](" + (place ? place->link : target) + ")";
  }

  const BookPage& book_;
  MadePage& made_;
};

Lines lines_of_page(std::string_view text) {
  Lines out;
  for (const std::string_view line : split_lines(text)) out.emplace_back(line);
  return out;
}

}  // namespace

MadePage page_of_myst(std::string_view text, const BookPage& book) {
  MadePage made;
  Lines lines = lines_of_page(text);
  // Front matter stays as it is.
  std::string front;
  if (!lines.empty() && trim(lines.front()) == "---") {
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (trim(lines[i]) != "---") continue;
      // Settings of Sphinx are none of a site.
      lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i + 1));
      break;
    }
  }
  made.text = MystReader(book, made).body(lines);
  return made;
}

bool is_myst(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const std::string_view plain = trim(line);
    if (plain.starts_with('(') && plain.ends_with(")=")) return true;
    if (opening_of(std::string(line))) return true;
    for (auto at = line.find("}`"); at != std::string_view::npos; at = line.find("}`", at + 1)) {
      const auto open = line.rfind('{', at);
      if (open != std::string_view::npos && open + 1 < at &&
          line.substr(open, at - open).find(' ') == std::string_view::npos &&
          (open == 0 || line[open - 1] != '`')) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace pawl::recipes
