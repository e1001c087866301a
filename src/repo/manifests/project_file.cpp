// What facts need of a .csproj or .fsproj.
#include "base/text/text.hpp"
#include "repo/manifests/dependency_sources.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/xml.hpp"

namespace pawl::repo {
namespace {

Json package_of(const XmlElement& item) {
  const XmlElement* version = item.child("Version");
  return Json::object(
      {{"name", item.attribute("Include")},
       {"version", version != nullptr ? trim(version->text) : item.attribute("Version")},
       {"private", item.attribute("PrivateAssets") == "all" ||
                       (item.child("PrivateAssets") != nullptr &&
                        lower(trim(item.child("PrivateAssets")->text)) == "all")},
       {"line", item.line}});
}

}  // namespace

Json parse_project_file(std::string_view text) {
  const XmlElement project = parse_xml(text);
  if (project.name != "Project") return {};
  Json properties = Json::object();
  Json packages = Json::array();
  for (const XmlElement& group : project.children) {
    for (const XmlElement& item : group.children) {
      if (group.name == "PropertyGroup" && !properties.has(item.name)) {
        properties.set(item.name, Json::object({{"value", trim(item.text)}, {"line", item.line}}));
      } else if (item.name == "PackageReference") {
        packages.push(package_of(item));
      }
    }
  }
  return Json::object({{"sdk", project.attribute("Sdk")},
                       {"properties", std::move(properties)},
                       {"packages", std::move(packages)}});
}

void dotnet_dependencies(DependencyList& list) {
  for (const Json& one : list.source.manifest.data["packages"].items()) {
    const bool development =
        one["private"].bool_or(false) || one["name"].text() == "Microsoft.NET.Test.Sdk";
    list.add({.name = one["name"].string_or(""),
              .constraint = one["version"].string_or(""),
              .kind = development ? DependencyKind::development : DependencyKind::runtime,
              .line = static_cast<int>(one["line"].int_or(0))});
  }
}

}  // namespace pawl::repo
