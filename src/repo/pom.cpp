// The few elements of a Maven pom.xml that facts need, by a scan of its tags.
#include <algorithm>

#include "base/text.hpp"
#include "repo/manifests.hpp"

namespace pawl::repo {
namespace {

std::string unescape(std::string_view text) {
  std::string out = replace_all(trim(text), "&lt;", "<");
  out = replace_all(out, "&gt;", ">");
  out = replace_all(out, "&quot;", "\"");
  out = replace_all(out, "&apos;", "'");
  return replace_all(out, "&amp;", "&");
}

// Calls `leaf(path, text)` for every element without child elements; the path is its element
// names, joined by slashes. Comments and processing instructions are passed over. A document that
// is cut off ends the walk where it ends.
template <class Leaf>
void walk_xml(std::string_view text, const Leaf& leaf) {
  std::vector<std::string> open;
  std::size_t content = 0;  // where the text of the innermost element starts
  bool has_children = false;
  std::size_t at = 0;
  while ((at = text.find('<', at)) != std::string_view::npos) {
    if (text.substr(at).starts_with("<!--")) {
      at = text.find("-->", at);
      continue;
    }
    const auto end = text.find('>', at);
    if (end == std::string_view::npos) return;
    const std::string_view tag = text.substr(at + 1, end - at - 1);
    if (tag.starts_with('/')) {
      if (open.empty()) return;
      if (!has_children) leaf(join(open, "/"), unescape(text.substr(content, at - content)));
      open.pop_back();
      has_children = true;
    } else if (!tag.empty() && !tag.starts_with('?') && !tag.starts_with('!') &&
               !tag.ends_with('/')) {
      open.emplace_back(tag.substr(0, tag.find_first_of(" \t\r\n")));
      content = end + 1;
      has_children = false;
    }
    at = end + 1;
  }
}

}  // namespace

Json parse_pom(std::string_view text) {
  Json data = Json::object();
  Json licenses = Json::array();
  Json modules = Json::array();
  Json dependencies = Json::array();
  constexpr std::string_view kPlain[] = {"groupId", "artifactId",  "version", "packaging",
                                         "name",    "description", "url"};
  walk_xml(text, [&](const std::string& path, const std::string& value) {
    if (path == "project/licenses/license/name") licenses.push(value);
    if (path == "project/modules/module") modules.push(value);
    if (path == "project/dependencies/dependency/artifactId") dependencies.push(value);
    if (path == "project/scm/url") data.set("scm", value);
    if (path == "project/parent/version" && !data.has("version")) data.set("version", value);
    for (const std::string_view name : kPlain) {
      if (path == "project/" + std::string(name)) data.set(name, value);
    }
  });
  if (data.size() == 0) return {};
  data.set("licenses", std::move(licenses));
  data.set("modules", std::move(modules));
  data.set("dependencies", std::move(dependencies));
  return data;
}

}  // namespace pawl::repo
