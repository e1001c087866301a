#include "repo/xml.hpp"

#include <algorithm>
#include <utility>

#include "base/text.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kDepthMax = 200;
constexpr std::size_t kPartsMax = 2'000'000;
constexpr std::size_t kEntityBytesMax = 11;
constexpr std::string_view kBlanks = " \t\r\n";

std::string numbered(std::string_view digits) {
  long long value = 0;
  if (digits.starts_with('x')) {
    for (const char c : digits.substr(1)) {
      const auto at = std::string_view("0123456789abcdef").find(lower(std::string_view(&c, 1)));
      if (at == std::string_view::npos || value > 0x10ffff) return "?";
      value = value * 16 + static_cast<long long>(at);
    }
  } else {
    value = parse_int(digits).value_or(0);
  }
  if (value == 9 || value == 10 || value == 13) return {1, static_cast<char>(value)};
  return value >= 0x20 && value < 0x7f ? std::string(1, static_cast<char>(value)) : "?";
}

std::string decoded(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto end =
        text[i] == '&' ? text.substr(i, kEntityBytesMax).find(';') : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += text[i];
      continue;
    }
    const std::string_view name = text.substr(i + 1, end - 1);
    if (name == "lt") {
      out += '<';
    } else if (name == "gt") {
      out += '>';
    } else if (name == "amp") {
      out += '&';
    } else if (name == "quot") {
      out += '"';
    } else if (name == "apos") {
      out += '\'';
    } else if (name.starts_with('#')) {
      out += numbered(name.substr(1));
    } else {
      out += text.substr(i, end + 1);
    }
    i += end;
  }
  return out;
}

// Where the tag that starts at `at` ends; a `>` inside quotes does not end it.
std::size_t tag_end(std::string_view text, std::size_t at) {
  char quote = 0;
  for (std::size_t i = at; i < text.size(); ++i) {
    if (quote != 0) {
      if (text[i] == quote) quote = 0;
    } else if (text[i] == '"' || text[i] == '\'') {
      quote = text[i];
    } else if (text[i] == '>') {
      return i;
    }
  }
  return std::string_view::npos;
}

// `parts` counts what is made.
XmlElement opened(std::string_view tag, std::size_t& parts) {
  XmlElement element;
  const auto name_end = std::min(tag.find_first_of(kBlanks), tag.size());
  element.name = tag.substr(0, name_end);
  std::string_view rest = tag.substr(name_end);
  for (;;) {
    rest = trim(rest);
    const auto equals = rest.find('=');
    if (equals == std::string_view::npos) return element;
    const std::string key(trim(rest.substr(0, equals)));
    rest = trim(rest.substr(equals + 1));
    if (rest.empty()) return element;
    const auto end = rest.find(rest.front(), 1);
    if (end == std::string_view::npos) return element;
    if (++parts > kPartsMax) return element;
    element.attributes.emplace_back(key, decoded(rest.substr(1, end - 1)));
    rest = rest.substr(end + 1);
  }
}

class XmlReader {
 public:
  explicit XmlReader(std::string_view text) : text_(text) {}

  XmlElement read() {
    while (at_ < text_.size() && step()) {
    }
    while (open_.size() > 1) close();
    return open_.empty() || open_.front().children.empty() ? XmlElement()
                                                           : std::move(open_.front().children[0]);
  }

 private:
  // One tag or one run of text; false ends the reading.
  bool step() {
    if (open_.empty()) open_.emplace_back();
    const auto next = std::min(text_.find('<', at_), text_.size());
    open_.back().text += decoded(text_.substr(at_, next - at_));
    at_ = next;
    if (at_ == text_.size()) return false;
    if (text_.substr(at_).starts_with("<!--")) return skip_past("-->");
    if (text_.substr(at_).starts_with("<![CDATA[")) return take_cdata();
    const auto end = tag_end(text_, at_);
    if (end == std::string_view::npos) return false;
    const std::string_view tag = text_.substr(at_ + 1, end - at_ - 1);
    const std::size_t from = std::exchange(at_, end + 1);
    return take_tag(tag, from);
  }

  bool take_tag(std::string_view tag, std::size_t from) {
    if (tag.empty() || tag.front() == '?' || tag.front() == '!') return true;
    if (tag.front() == '/') {
      if (open_.size() < 2) return false;
      close();
      return true;
    }
    const bool whole = tag.back() == '/';
    if (whole) tag.remove_suffix(1);
    if (open_.size() > kDepthMax) return false;
    if (++parts_ > kPartsMax) return false;
    open_.push_back(opened(tag, parts_));
    open_.back().line = line_at(from);
    if (whole) close();
    return true;
  }

  bool skip_past(std::string_view mark) {
    const auto end = text_.find(mark, at_);
    at_ = end == std::string_view::npos ? text_.size() : end + mark.size();
    return true;
  }

  bool take_cdata() {
    const auto start = at_ + std::string_view("<![CDATA[").size();
    const auto end = std::min(text_.find("]]>", start), text_.size());
    open_.back().text += text_.substr(start, end - start);
    at_ = std::min(end + 3, text_.size());
    return true;
  }

  void close() {
    XmlElement done = std::move(open_.back());
    open_.pop_back();
    open_.back().children.push_back(std::move(done));
  }

  // Asked for places that only grow.
  int line_at(std::size_t place) {
    const auto from = text_.begin() + static_cast<std::ptrdiff_t>(counted_);
    const auto to = text_.begin() + static_cast<std::ptrdiff_t>(place);
    line_ += static_cast<int>(std::count(from, to, '\n'));
    counted_ = place;
    return line_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::size_t counted_ = 0;  // where line_ is the line
  int line_ = 1;
  std::size_t parts_ = 0;         // elements and attributes so far
  std::vector<XmlElement> open_;  // the first one stands for the document
};

}  // namespace

std::string_view XmlElement::attribute(std::string_view key) const {
  for (const auto& [name_of, value] : attributes) {
    if (name_of == key) return value;
  }
  return {};
}

const XmlElement* XmlElement::child(std::string_view child_name) const {
  for (const XmlElement& one : children) {
    if (one.name == child_name) return &one;
  }
  return nullptr;
}

XmlElement parse_xml(std::string_view text) { return XmlReader(text).read(); }

}  // namespace pawl::repo
