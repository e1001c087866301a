#include "recipes/site_rst_inline.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::recipes {
namespace {

bool opens_word(std::string_view text, std::size_t at) {
  return at == 0 ||
         std::string_view(" \n\t'\"([{<-/:").find(text[at - 1]) != std::string_view::npos;
}
bool is_name_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' ||
         c == '_' || c == '.' || static_cast<unsigned char>(c) >= 0x80;
}

}  // namespace

std::string plain_rst_name(std::string_view name) {
  std::string out;
  const std::string plain = replace_all(name, "`", "");
  for (const std::string_view word : split_words(plain)) {
    out += (out.empty() ? "" : " ") + lower(word);
  }
  return out;
}

std::string RstInline::markdown(std::string_view text) {
  std::string out;
  for (std::size_t at = 0; at < text.size();) at = take_inline(text, at, out);
  return out;
}

std::size_t RstInline::take_inline(std::string_view text, std::size_t at, std::string& out) {
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("``")) {
    const auto end = text.find("``", at + 2);
    if (end != std::string_view::npos && end > at + 2) {
      out += code_span(text.substr(at + 2, end - at - 2));
      return end + 2;
    }
  }
  if (rest[0] == ':' && opens_word(text, at)) {
    if (const std::size_t end = take_role(text, at, out)) return end;
  }
  if (rest[0] == '`' && opens_word(text, at)) {
    if (const std::size_t end = take_quoted(text, at, out)) return end;
  }
  if (rest[0] == '|') {
    const auto end = text.find('|', at + 1);
    if (end != std::string_view::npos) {
      const std::string name = lower(text.substr(at + 1, end - at - 1));
      const auto known = known_.substitutions.find(name);
      if (among({"version", "release", "today"}, name)) ++made_.lost["|" + name + "|"];
      if (known != known_.substitutions.end()) {
        out += known->second;
        std::size_t after = end + 1;
        while (after < text.size() && text[after] == '_') ++after;
        return after;
      }
    }
  }
  if (rest[0] == '[') {
    const auto end = text.find("]_", at);
    const std::string_view name =
        text.substr(at + 1, end == std::string_view::npos ? 0 : end - at - 1);
    if (!name.empty() && std::all_of(name.begin(), name.end(), [](char c) {
          return is_name_character(c) || c == '#' || c == '*';
        })) {
      out += "[\\[" + std::string(name) + "\\]](#note-" + label_anchor(name) + ")";
      return end + 2;
    }
  }
  if (rest[0] == '\\' && rest.size() > 1) {
    if (rest[1] != ' ' && rest[1] != '\n') out += "\\" + std::string(1, rest[1]);
    return at + 2;
  }
  if (opens_word(text, at) && (rest.starts_with("https://") || rest.starts_with("http://"))) {
    auto end = std::min(text.find_first_of(" \n\t<>\"'`", at), text.size());
    while (end > at && std::string_view(".,;:!?)]").find(text[end - 1]) != std::string_view::npos) {
      --end;
    }
    out += "<" + std::string(text.substr(at, end - at)) + ">";
    return end;
  }
  if (opens_word(text, at) && is_name_character(rest[0])) {
    if (const std::size_t end = take_word(text, at, out)) return end;
  }
  if (rest[0] == '<') {
    out += "&lt;";
  } else {
    out += rest[0];
  }
  return at + 1;
}

std::size_t RstInline::take_role(std::string_view text, std::size_t at, std::string& out) {
  std::size_t end = at + 1;
  while (end < text.size() &&
         (is_name_character(text[end]) || text[end] == ':' || text[end] == '+')) {
    if (text[end] == ':' && end + 1 < text.size() && text[end + 1] == '`') break;
    ++end;
  }
  if (end + 1 >= text.size() || text[end] != ':' || text[end + 1] != '`') return 0;
  const auto close = text.find('`', end + 2);
  if (close == std::string_view::npos) return 0;
  const std::string inner = replace_all(text.substr(end + 2, close - end - 2), "\n", " ");
  out += role_text(text.substr(at + 1, end - at - 1), inner, book_);
  return close + 1;
}

std::size_t RstInline::take_quoted(std::string_view text, std::size_t at, std::string& out) {
  const auto close = text.find('`', at + 1);
  if (close == std::string_view::npos || close == at + 1) return 0;
  const std::string inner = replace_all(text.substr(at + 1, close - at - 1), "\n", " ");
  std::size_t after = close + 1;
  std::size_t marks = 0;
  while (after < text.size() && text[after] == '_' && marks < 2) {
    ++after;
    ++marks;
  }
  if (marks == 0) {
    // A role may stand behind, too.
    if (after < text.size() && text[after] == ':') {
      const auto end = text.find(':', after + 1);
      const std::string_view name =
          text.substr(after + 1, end == std::string_view::npos ? 0 : end - after - 1);
      if (!name.empty() && std::all_of(name.begin(), name.end(), is_name_character)) {
        out += role_text(name, inner, book_);
        return end + 1;
      }
    }
    out += code_span(inner);
    return after;
  }
  auto [title, target] = titled(inner);
  if (title != target || inner.ends_with('>')) {
    known_.targets.emplace(plain_rst_name(title), target);
    if (target.ends_with('_')) target = named(target.substr(0, target.size() - 1));
  } else {
    target = named(title);
  }
  const std::string shown = markdown(title);
  out += target.empty() ? shown : "[" + shown + "](" + linked(target) + ")";
  return after;
}

// A file of the book, or an address as it is.
std::string RstInline::linked(const std::string& target) const {
  if (target.starts_with('#') || contains(target, "://") || target.starts_with("mailto:")) {
    return replace_all(target, " ", "%20");
  }
  if (const auto place = book_.document(target)) return place->link;
  return book_.file(target).value_or(replace_all(target, " ", "%20"));
}

std::string RstInline::named(std::string_view name) const {
  std::string at = plain_rst_name(name);
  // One name may stand for another.
  for (int steps = 0; steps < 5; ++steps) {
    const auto found = known_.targets.find(at);
    if (found == known_.targets.end()) break;
    if (!found->second.ends_with('_')) return found->second;
    at = plain_rst_name(found->second.substr(0, found->second.size() - 1));
  }
  const auto label = book_.label(name);
  return label ? label->link : std::string();
}

// `word_`, where the word is known.
std::size_t RstInline::take_word(std::string_view text, std::size_t at, std::string& out) {
  std::size_t end = at;
  while (end < text.size() && is_name_character(text[end])) ++end;
  std::string_view word = text.substr(at, end - at);
  std::string_view bare = word;
  while (!bare.empty() && (bare.back() == '.')) bare.remove_suffix(1);
  if (bare.size() < 2 || !bare.ends_with('_')) {
    out += word;
    return end;
  }
  const std::size_t used = bare.size();
  while (bare.ends_with('_')) bare.remove_suffix(1);
  const std::string target = named(bare);
  if (target.empty()) {
    out += word;
    return end;
  }
  out += "[" + std::string(bare) + "](" + linked(target) + ")";
  return at + used;
}

}  // namespace pawl::recipes
