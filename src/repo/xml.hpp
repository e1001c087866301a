// XML for reports and manifests, read by pugixml: elements, attributes and text. No entities but
// the five of XML and numbered ones, no namespaces, no DTD: nothing is ever fetched or expanded.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace pawl::repo {

struct XmlElement {
  std::string name;
  int line = 0;  // of its opening tag, from 1
  std::vector<std::pair<std::string, std::string>> attributes;
  std::string text;  // of its own, without that of its children
  std::vector<XmlElement> children;

  std::string_view attribute(std::string_view key) const;
  const XmlElement* child(std::string_view child_name) const;
};

// The root element. What is cut off or badly nested gives what was read until there; no element
// at all gives one without a name. What is nested more than 200 deep is left out; a text with more
// than 2,000,000 elements and attributes is read until there.
XmlElement parse_xml(std::string_view text);

}  // namespace pawl::repo
