// The few elements of a Maven pom.xml that facts need.
#include "base/text.hpp"
#include "repo/manifests.hpp"
#include "repo/xml.hpp"

namespace pawl::repo {
namespace {

std::string text_of(const XmlElement& parent, std::string_view name) {
  const XmlElement* element = parent.child(name);
  return element == nullptr ? std::string() : std::string(trim(element->text));
}

// The texts of `field` in each element of a list like <licenses>.
Json list_of(const XmlElement& project, std::string_view list, std::string_view field) {
  Json texts = Json::array();
  const XmlElement* holder = project.child(list);
  if (holder == nullptr) return texts;
  for (const XmlElement& one : holder->children) {
    const std::string text = field.empty() ? std::string(trim(one.text)) : text_of(one, field);
    if (!text.empty()) texts.push(text);
  }
  return texts;
}

}  // namespace

Json parse_pom(std::string_view text) {
  const XmlElement project = parse_xml(text);
  if (project.name != "project") return {};
  Json data = Json::object();
  constexpr std::string_view kPlain[] = {"groupId", "artifactId",  "version", "packaging",
                                         "name",    "description", "url"};
  for (const std::string_view name : kPlain) {
    if (const std::string value = text_of(project, name); !value.empty()) data.set(name, value);
  }
  if (const XmlElement* parent = project.child("parent"); parent != nullptr) {
    for (const char* name : {"groupId", "version"}) {
      const std::string value = text_of(*parent, name);
      if (!data.has(name) && !value.empty()) data.set(name, value);
    }
  }
  if (const XmlElement* scm = project.child("scm"); scm != nullptr) {
    data.set("scm", text_of(*scm, "url"));
  }
  data.set("licenses", list_of(project, "licenses", "name"));
  data.set("modules", list_of(project, "modules", ""));
  data.set("dependencies", list_of(project, "dependencies", "artifactId"));
  return data;
}

}  // namespace pawl::repo
