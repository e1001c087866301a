#include "guards/config/helm_lock.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/paths/relative_path.hpp"

namespace pawl::guards {
namespace {

using Versions = std::multimap<std::string, std::string>;  // by name and place of a dependency

std::optional<Versions> locked_or_wanted(const repo::RepoView& tree, const std::string& path) {
  const auto text = tree.text(path);
  const auto document = text ? read_config(ConfigForm::yaml, *text) : std::nullopt;
  if (!document || !document->is_object()) return std::nullopt;
  Versions versions;
  for (const Json& item : (*document)["dependencies"].items()) {
    const std::string_view version = item["version"].text();
    versions.emplace(std::string(item["name"].text()),
                     std::string(version.substr(version.starts_with('v') ? 1 : 0)));
  }
  return versions;
}

// No range, no pattern.
bool is_exact(std::string_view version) {
  return std::count(version.begin(), version.end(), '.') == 2 &&
         version.find_first_of("xX*^~<>=| ,") == std::string_view::npos;
}

std::string contradiction(const Versions& wanted, const Versions& locked) {
  for (const auto& [name, version] : wanted) {
    if (!locked.contains(name)) return "the lock has no \"" + printable(name, 80) + "\"";
  }
  for (const auto& [name, version] : locked) {
    if (!wanted.contains(name)) return "the chart has no \"" + printable(name, 80) + "\"";
  }
  for (const auto& [name, version] : wanted) {
    const auto [begin, end] = locked.equal_range(name);
    const bool same =
        std::any_of(begin, end, [&](const auto& each) { return each.second == version; });
    if (is_exact(version) && !same) {
      return "the chart wants " + printable(name, 80) + " " + printable(version, 40) +
             ", the lock has " + printable(begin->second, 40);
    }
  }
  return {};
}

}  // namespace

std::string helm_lock_fault(const repo::RepoView& tree, std::string_view folder) {
  constexpr std::string_view kPairs[][2] = {{"Chart.yaml", "Chart.lock"},
                                            {"requirements.yaml", "requirements.lock"}};
  for (const auto& [chart, lock] : kPairs) {
    const auto wanted = locked_or_wanted(tree, path_in(folder, chart));
    const auto locked = locked_or_wanted(tree, path_in(folder, lock));
    if (!wanted || !locked) continue;
    if (std::string fault = contradiction(*wanted, *locked); !fault.empty()) return fault;
  }
  return {};
}

}  // namespace pawl::guards
