// The few elements of a Maven pom.xml that facts need.
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/xml.hpp"

namespace pawl::repo {
namespace {

std::string text_of(const XmlElement& parent, std::string_view name) {
  const XmlElement* element = parent.child(name);
  return element == nullptr ? std::string() : std::string(trim(element->text));
}

// `${project.version}` and what the file's own properties say; anything else is kept.
std::string resolved(const XmlElement& project, std::string text) {
  for (int round = 0; round < 8; ++round) {
    const auto from = text.find("${");
    const auto to = text.find('}', from);
    if (from == std::string::npos || to == std::string::npos) break;
    const std::string key = text.substr(from + 2, to - from - 2);
    const XmlElement* properties = project.child("properties");
    std::string value = properties != nullptr ? text_of(*properties, key) : std::string();
    for (const char* name : {"groupId", "artifactId", "version"}) {
      if (key != "project." + std::string(name) && key != "pom." + std::string(name)) continue;
      value = text_of(project, name);
      const XmlElement* parent = project.child("parent");
      if (value.empty() && parent != nullptr) value = text_of(*parent, name);
    }
    if (value.empty()) break;
    text.replace(from, to - from + 1, value);
  }
  return text;
}

// The elements of a list like <licenses>: {"value": the text of `field`, "line"}.
Json elements_of(const XmlElement& project, std::string_view list, std::string_view field) {
  Json found = Json::array();
  const XmlElement* holder = project.child(list);
  if (holder == nullptr) return found;
  for (const XmlElement& one : holder->children) {
    const XmlElement* named = field.empty() ? &one : one.child(field);
    const std::string text(named == nullptr ? std::string_view() : trim(named->text));
    if (!text.empty()) found.push(Json::object({{"value", text}, {"line", named->line}}));
  }
  return found;
}

Json pom_dependency(const XmlElement& project, const XmlElement& one) {
  Json data = Json::object({{"line", one.line}});
  for (const char* name : {"groupId", "artifactId", "version", "scope", "optional"}) {
    if (const std::string text = text_of(one, name); !text.empty()) {
      data.set(name, resolved(project, text));
    }
  }
  return data;
}

Json dependencies(const XmlElement& project) {
  Json found = Json::array();
  const XmlElement* list = project.child("dependencies");
  if (list == nullptr) return found;
  for (const XmlElement& one : list->children) {
    if (one.name == "dependency") found.push(pom_dependency(project, one));
  }
  return found;
}

// The class a plugin of the build is configured to start.
Json main_class(const XmlElement& element) {
  for (const XmlElement& child : element.children) {
    const std::string text(trim(child.text));
    const bool named = child.name == "mainClass" || child.name == "start-class";
    if (named && !text.empty() && !contains(text, "${")) {
      return Json::object({{"value", text}, {"line", child.line}});
    }
    if (Json found = main_class(child); !found.is_null()) return found;
  }
  return {};
}

}  // namespace

Json parse_pom(std::string_view text) {
  const XmlElement project = parse_xml(text);
  if (project.name != "project") return {};
  Json data = Json::object();
  Json lines = Json::object();
  static constexpr auto kPlain =
      fixed_words("groupId", "artifactId", "version", "packaging", "name", "description", "url");
  for (const std::string_view name : kPlain) {
    const std::string value = resolved(project, text_of(project, name));
    if (value.empty()) continue;
    data.set(name, value);
    lines.set(name, project.child(name)->line);
  }
  if (const XmlElement* parent = project.child("parent"); parent != nullptr) {
    for (const char* name : {"groupId", "version"}) {
      const std::string value = text_of(*parent, name);
      if (data.has(name) || value.empty()) continue;
      data.set(name, value);
      lines.set(name, parent->child(name)->line);
    }
    data.set("parent", pom_dependency(project, *parent));
  }
  if (const XmlElement* scm = project.child("scm"); scm != nullptr) {
    data.set("scm", resolved(project, text_of(*scm, "url")));
    lines.set("scm", scm->child("url") == nullptr ? scm->line : scm->child("url")->line);
  }
  data.set("licenses", elements_of(project, "licenses", "name"));
  data.set("modules", elements_of(project, "modules", ""));
  data.set("dependencies", dependencies(project));
  if (const XmlElement* build = project.child("build"); build != nullptr) {
    data.set("mainClass", main_class(*build));
  }
  data.set("lines", std::move(lines));
  return data;
}

}  // namespace pawl::repo
