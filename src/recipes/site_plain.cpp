// Markdown without the marks of other generators.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "recipes/site_book.hpp"
#include "recipes/site_made.hpp"

namespace pawl::recipes {
namespace {

using Lines = std::vector<std::string>;
using Lost = std::map<std::string, int>;

std::string margin_of(std::string_view line) {
  return std::string(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
}

// `my_note` → `My note`.
std::string kind_title(std::string_view kind) {
  const std::string name = lower(kind);
  if (name == "info" || name == "note") return "Note";
  return readable_name(name);
}

std::string within(const std::string& margin, std::string_view text) {
  std::string out;
  for (const std::string_view line : split_lines(text)) {
    out += (line.empty() ? "" : margin + std::string(line)) + "\n";
  }
  return out;
}

class PlainReader {
 public:
  PlainReader(const SiteDialect& dialect, Lost& lost) : dialect_(dialect), lost_(lost) {}

  std::string body(const Lines& lines) {
    std::string out;
    std::string fence;
    for (std::size_t at = 0; at < lines.size();) {
      const std::string line = dialect_.liquid ? without_liquid(lines[at]) : lines[at];
      const std::string_view plain = trim(line);
      if (!fence.empty()) {
        if (plain.starts_with(fence) && plain.find_first_not_of(fence[0]) == std::string::npos) {
          fence.clear();
        }
        note_include(plain);
        out += line + "\n";
        ++at;
        continue;
      }
      if (plain.starts_with("```") || plain.starts_with("~~~")) {
        const auto length = std::min(plain.find_first_not_of(plain[0]), plain.size());
        const bool one_line = plain.find(plain.substr(0, 3), length) != std::string_view::npos;
        if (!one_line) fence = plain.substr(0, length);
        // Right below a tag CommonMark takes it for HTML, kramdown does not.
        const bool below_tag = at > 0 && trim(lines[at - 1]).ends_with('>');
        out += (dialect_.liquid && below_tag ? "\n" : "") + line + "\n";
        ++at;
        continue;
      }
      if (auto text = container(lines, at)) {
        out += *text;
      } else if (auto noted = admonition(lines, at)) {
        out += *noted;
      } else if (dialect_.liquid && trim(line).empty() && !trim(lines[at]).empty()) {
        ++at;
      } else {
        out += plain_line(line);
        ++at;
      }
    }
    return out;
  }

 private:
  // `::: tip Title`, to the line that closes it.
  std::optional<std::string> container(const Lines& lines, std::size_t& at) {
    const std::string& line = lines[at];
    const std::string_view plain = trim(line);
    const auto length = std::min(plain.find_first_not_of(':'), plain.size());
    if (length < 3 || length == plain.size()) return {};
    const bool spaced = plain[length] == ' ';
    if (dialect_.spaced_containers || (dialect_.tight_containers && !spaced)) return {};
    const std::string_view info = trim(plain.substr(length));
    const auto end = std::min(info.find_first_of(" [{"), info.size());
    const std::string kind(info.substr(0, end));
    std::string title(trim(info.substr(end)));
    if (title.starts_with('[')) title = title.substr(1, title.find(']') - 1);
    if (title.starts_with('{')) title.clear();
    Lines inner;
    std::size_t depth = 0;
    std::size_t next = at + 1;
    for (; next < lines.size(); ++next) {
      const std::string_view one = trim(lines[next]);
      const auto marks = std::min(one.find_first_not_of(':'), one.size());
      const bool closes = marks >= 3 && marks == one.size();
      if (closes && depth == 0 && marks >= length) break;
      if (marks >= 3 && !closes) ++depth;
      if (closes && depth > 0) --depth;
      inner.push_back(lines[next]);
    }
    if (next == lines.size()) return {};
    at = next + 1;
    const std::string text = body(dedented(std::move(inner)));
    const std::string margin = margin_of(line);
    if (among({"code-group", "raw", "v-pre", "tabs"}, lower(kind))) return within(margin, text);
    return within(margin, quoted(title.empty() ? kind_title(kind) : title, text));
  }

  // `!!! note "Title"`, `??? note`, `=== "Tab"`, with what is indented below.
  std::optional<std::string> admonition(const Lines& lines, std::size_t& at) {
    const std::string& line = lines[at];
    const std::string_view plain = trim(line);
    const bool tab = plain.starts_with("=== \"") || plain.starts_with("===! \"");
    if (!tab && !plain.starts_with("!!! ") && !plain.starts_with("??? ") &&
        !plain.starts_with("???+ ")) {
      return {};
    }
    const std::string margin = margin_of(line);
    const auto open = plain.find('"');
    const auto close = plain.rfind('"');
    const bool says = open != std::string_view::npos && close > open;
    std::string title(says ? plain.substr(open + 1, close - open - 1) : std::string_view());
    const auto words = split_words(plain.substr(0, open));
    if (!says && words.size() > 1) title = kind_title(words[1]);
    Lines inner;
    std::size_t next = at + 1;
    const std::string deeper = margin + "  ";
    for (; next < lines.size(); ++next) {
      if (!trim(lines[next]).empty() && !lines[next].starts_with(deeper) &&
          !lines[next].starts_with(margin + "\t")) {
        break;
      }
      inner.push_back(lines[next]);
    }
    at = next;
    const std::string text = body(dedented(std::move(inner)));
    if (tab) return within(margin, "**" + title + "**\n\n" + text) + "\n";
    return within(margin, quoted(title, text)) + "\n";
  }

  void note_include(std::string_view plain) {
    if (plain.starts_with("{{#")) {
      const auto end = std::min(plain.find_first_of(" }", 3), plain.size());
      ++lost_[std::string(plain.substr(0, end)) + "}}"];
    }
  }

  std::string plain_line(const std::string& line) {
    const std::string_view plain = trim(line);
    note_include(plain);
    if (plain.starts_with("--8<--")) {
      ++lost_["--8<--"];
      return {};
    }
    if (plain.starts_with("<<< ") && !dialect_.spaced_containers) ++lost_["<<<"];
    const std::string low = lower(plain);
    if (!dialect_.spaced_containers && (low == "[[toc]]" || low == "[[_toc_]]")) return {};
    if (dialect_.liquid && is_attribute_list(plain)) return {};
    if (!dialect_.liquid) return line + "\n";
    constexpr std::string_view kHoldsMarkdown = " markdown=\"1\"";
    if (plain.starts_with('<') && contains(line, kHoldsMarkdown)) {
      return replace_all(line, kHoldsMarkdown, "") + "\n\n";
    }
    return without_attributes(line) + "\n";
  }

  // `[a](b){: .c }`, outside of code.
  static std::string without_attributes(const std::string& line) {
    std::string out;
    for (std::size_t at = 0; at < line.size();) {
      if (line[at] == '`') {
        const auto ticks = std::min(line.find_first_not_of('`', at), line.size()) - at;
        const auto close = line.find(std::string(ticks, '`'), at + ticks);
        const auto end = close == std::string::npos ? at + ticks : close + ticks;
        out += line.substr(at, end - at);
        at = end;
        continue;
      }
      const auto end = line.compare(at, 2, "{:") == 0 ? line.find('}', at) : std::string::npos;
      if (end != std::string::npos) {
        at = end + 1;
      } else {
        out += line[at++];
      }
    }
    return out;
  }

  static bool is_attribute_list(std::string_view plain) {
    const bool toc = among({"* TOC", "- TOC", "1. TOC", "* toc", "- toc", "1. toc"}, plain);
    return toc || (plain.starts_with("{:") && plain.ends_with('}'));
  }

  // What Jekyll puts in place of its tags, as far as the text itself says it.
  std::string without_liquid(const std::string& line) {
    std::string out;
    for (std::size_t at = 0; at < line.size();) {
      const bool tag = line.compare(at, 2, "{%") == 0;
      const bool output = line.compare(at, 2, "{{") == 0;
      const auto end = tag ? line.find("%}", at) : output ? line.find("}}", at) : std::string::npos;
      if (end == std::string::npos) {
        out += line[at++];
        continue;
      }
      std::string inner(trim(std::string_view(line).substr(at + 2, end - at - 2)));
      while (inner.starts_with('-')) inner.erase(0, 1);
      while (inner.ends_with('-')) inner.pop_back();
      const std::string_view what = trim(inner);
      if (raw_ && !(tag && what == "endraw")) {
        out += line.substr(at, end + 2 - at);
      } else {
        out += tag ? tag_text(what) : output_text(what, line.substr(at, end + 2 - at));
      }
      at = end + 2;
    }
    if (commented_) return {};
    return out;
  }

  std::string tag_text(std::string_view what) {
    const auto words = split_words(what);
    const std::string_view name = words.empty() ? std::string_view() : words.front();
    if (name == "raw" || name == "endraw") {
      raw_ = name == "raw";
      return {};
    }
    if (name == "comment" || name == "endcomment") {
      commented_ = name == "comment";
      return {};
    }
    if (name == "highlight") return "```" + std::string(words.size() > 1 ? words[1] : "");
    if (name == "endhighlight") return "```";
    if (name == "link" && words.size() > 1) return "/" + std::string(words[1]);
    if (!name.starts_with("end")) ++lost_["{% " + std::string(name) + " %}"];
    return {};
  }

  std::string output_text(std::string_view what, const std::string& whole) {
    if (among({"site.baseurl", "site.url", "page.url", "site.github.url"}, what)) return {};
    const auto pipe = what.find('|');
    const std::string_view filter =
        pipe == std::string_view::npos ? std::string_view() : trim(what.substr(pipe + 1));
    const bool address = among({"relative_url", "absolute_url"}, filter);
    std::string_view value = trim(what.substr(0, pipe));
    const bool text = value.size() > 1 && (value[0] == '"' || value[0] == '\'');
    if (address && text) return std::string(value.substr(1, value.size() - 2));
    ++lost_["{{ }}"];
    return whole;
  }

  const SiteDialect& dialect_;
  Lost& lost_;
  bool raw_ = false;
  bool commented_ = false;
};

}  // namespace

std::string plain_markdown(std::string_view text, const SiteDialect& dialect, Lost& lost) {
  Lines lines;
  for (const std::string_view line : split_lines(text)) lines.emplace_back(line);
  std::string front;
  if (!lines.empty() && trim(lines.front()) == "---") {
    for (std::size_t i = 1; i < lines.size(); ++i) {
      if (trim(lines[i]) != "---") continue;
      for (std::size_t j = 0; j <= i; ++j) front += lines[j] + "\n";
      lines.erase(lines.begin(), lines.begin() + static_cast<std::ptrdiff_t>(i + 1));
      break;
    }
  }
  return front + PlainReader(dialect, lost).body(lines);
}

}  // namespace pawl::recipes
