#include "syntax/documents/html_tags.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

bool ends_name(char c) { return is_space(c) || c == '>' || c == '/' || c == '='; }

std::string plain_attribute(std::string_view value) {
  return contains(value, "&amp;") ? replace_all(value, "&amp;", "&") : std::string(value);
}

class TagScanner {
 public:
  explicit TagScanner(std::string_view text) : text_(text) {}

  std::vector<HtmlTag> scan() {
    while (at_ < text_.size()) {
      if (text_[at_] != '<') {
        ++at_;
      } else if (text_.substr(at_).starts_with("<!--")) {
        const auto end = text_.find("-->", at_ + 4);
        at_ = end == std::string_view::npos ? text_.size() : end + 3;
      } else {
        read_tag();
      }
    }
    return std::move(tags_);
  }

 private:
  void read_tag() {
    HtmlTag tag;
    tag.begin = at_++;
    const std::size_t name = at_;
    if (at_ < text_.size() && text_[at_] == '/') ++at_;
    if (at_ >= text_.size() || !is_letter(text_[at_])) return;
    while (at_ < text_.size() && !ends_name(text_[at_])) ++at_;
    tag.name = lower(text_.substr(name, at_ - name));
    while (at_ < text_.size() && text_[at_] != '>') {
      if (is_space(text_[at_]) || text_[at_] == '/' || text_[at_] == '=') {
        ++at_;
      } else {
        read_attribute(tag);
      }
    }
    if (at_ >= text_.size()) return;  // never closed
    tag.end = ++at_;
    line_ +=
        static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(counted_),
                                    text_.begin() + static_cast<std::ptrdiff_t>(tag.begin), '\n'));
    counted_ = tag.begin;
    tag.line = line_;
    tags_.push_back(std::move(tag));
  }

  void skip_blanks() {
    while (at_ < text_.size() && is_space(text_[at_])) ++at_;
  }

  void read_attribute(HtmlTag& tag) {
    const std::size_t from = at_;
    while (at_ < text_.size() && !ends_name(text_[at_])) ++at_;
    std::string name = lower(text_.substr(from, at_ - from));
    skip_blanks();
    std::string_view value;
    if (at_ < text_.size() && text_[at_] == '=') {
      ++at_;
      skip_blanks();
      value = read_value();
    }
    tag.attributes.emplace_back(std::move(name), plain_attribute(value));
  }

  std::string_view read_value() {
    if (at_ >= text_.size()) return {};
    const char quote = text_[at_];
    if (quote == '"' || quote == '\'') {
      const std::size_t from = ++at_;
      const std::size_t end = std::min(text_.find(quote, from), text_.size());
      at_ = std::min(end + 1, text_.size());
      return text_.substr(from, end - from);
    }
    const std::size_t from = at_;
    while (at_ < text_.size() && !is_space(text_[at_]) && text_[at_] != '>') ++at_;
    return text_.substr(from, at_ - from);
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;
  int line_ = 0;
  std::vector<HtmlTag> tags_;
};

}  // namespace

std::string_view HtmlTag::attribute(std::string_view key) const {
  for (const auto& [name_of, value] : attributes) {
    if (name_of == key) return value;
  }
  return {};
}

std::vector<std::pair<std::string, std::string>> srcset_candidates(std::string_view srcset) {
  constexpr std::string_view kBlanks = " \t\r\n\f";
  std::vector<std::pair<std::string, std::string>> out;
  std::size_t at = 0;
  while (true) {
    at = srcset.find_first_not_of(" \t\r\n\f,", at);
    if (at == std::string_view::npos) return out;
    const std::size_t end = std::min(srcset.find_first_of(kBlanks, at), srcset.size());
    std::string_view address = srcset.substr(at, end - at);
    at = end;
    const bool alone = address.ends_with(',');
    while (address.ends_with(',')) address.remove_suffix(1);
    std::string_view size;
    if (!alone) {
      const std::size_t comma = std::min(srcset.find(',', at), srcset.size());
      size = trim(srcset.substr(at, comma - at));
      at = comma;
    }
    out.emplace_back(address, size);
  }
}

std::vector<HtmlTag> html_tags(std::string_view text) { return TagScanner(text).scan(); }

}  // namespace pawl::syntax
