#include "repo/xml.hpp"

#include <algorithm>
#include <cstddef>

#include <pugixml.hpp>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kDepthMax = 200;
constexpr std::size_t kPartsMax = 2'000'000;
// No comments, instructions or declarations, and none of the entities a DTD might declare.
constexpr unsigned kParsing = pugi::parse_cdata | pugi::parse_escapes;

// The beginning of the text in which no more than kPartsMax elements and attributes can stand: each
// has a `<`, or a quote behind a `=`.
std::string_view within_parts(std::string_view text) {
  std::size_t parts = 0;
  char before = 0;  // the last character that is no blank
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    const bool is_quote = c == '"' || c == '\'';
    if ((c == '<' || (is_quote && before == '=')) && ++parts > kPartsMax) return text.substr(0, i);
    if (!is_space(c)) before = c;
  }
  return text;
}

// Numbers may name characters that are none.
std::string clean(std::string_view text) {
  return is_utf8(text) ? std::string(text) : to_utf8(text);
}

// Turns the tree of pugixml into ours; a document may hold more levels than a stack does.
class XmlCopy {
 public:
  explicit XmlCopy(std::string_view text) : text_(text) {}

  XmlElement element(const pugi::xml_node& node, std::size_t depth) {
    XmlElement out;
    out.name = clean(node.name());
    out.line = line_at(node.offset_debug());
    for (const pugi::xml_attribute& each : node.attributes()) {
      out.attributes.emplace_back(clean(each.name()), clean(each.value()));
    }
    for (const pugi::xml_node& child : node.children()) {
      if (child.type() != pugi::node_element) {
        out.text += clean(child.value());
      } else if (depth < kDepthMax) {
        out.children.push_back(element(child, depth + 1));
      }
    }
    return out;
  }

 private:
  // Asked for places that only grow.
  int line_at(std::ptrdiff_t place) {
    const auto to = std::clamp<std::ptrdiff_t>(place, counted_, std::ssize(text_));
    line_ += static_cast<int>(std::count(text_.begin() + counted_, text_.begin() + to, '\n'));
    counted_ = to;
    return line_;
  }

  std::string_view text_;
  std::ptrdiff_t counted_ = 0;  // where line_ is the line
  int line_ = 1;
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

XmlElement parse_xml(std::string_view text) {
  text = within_parts(text);
  pugi::xml_document document;
  // What is broken leaves the tree that was read until there.
  document.load_buffer(text.data(), text.size(), kParsing, pugi::encoding_utf8);
  const pugi::xml_node root = document.document_element();
  return root ? XmlCopy(text).element(root, 1) : XmlElement();
}

}  // namespace pawl::repo
