#include "recipes/site_parts.hpp"

#include <algorithm>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/glob.hpp"
#include "base/text/text.hpp"

namespace pawl::recipes {
namespace {

bool hides_tracked(const repo::RepoView& view, const std::string& rule) {
  const std::string folder = rule.starts_with('/') ? rule.substr(1) : rule;
  return std::any_of(view.files().begin(), view.files().end(), [&](const repo::Entry& entry) {
    return entry.path.text().starts_with(folder);
  });
}

// A rule for `node_modules` in general covers the one of a folder.
bool is_covered(std::string_view existing, const std::string& rule) {
  std::string bare = rule;
  while (bare.ends_with('/')) bare.pop_back();
  const std::string last = bare.substr(bare.rfind('/') + 1);
  for (const std::string_view line : split_lines(existing)) {
    std::string known(trim(line));
    while (known.ends_with('/')) known.pop_back();
    if (known == bare || "/" + known == bare || known == last || known == "**/" + last) return true;
  }
  return false;
}

// Adds members that are not there.
bool complete(Json& manifest, std::string_view key,
              const std::vector<std::pair<std::string, std::string>>& members) {
  Json object = manifest[key].is_object() ? manifest[key] : Json::object();
  bool changed = false;
  for (const auto& [name, value] : members) {
    if (object.has(name)) continue;
    object.set(name, value);
    changed = true;
  }
  if (changed) manifest.set(key, std::move(object));
  return changed;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> site_packages(std::string_view tool) {
  const auto table = asset("sites/packages.txt");
  PAWL_CHECK(table.has_value(), "data/sites/packages.txt is embedded");
  std::vector<std::pair<std::string, std::string>> out;
  for (const std::string_view line : split_lines(*table)) {
    const auto words = split_words(line);
    if (words.size() == 3 && words[0] == tool) out.emplace_back(words[1], words[2]);
  }
  return out;
}

std::optional<Write> site_manifest(const Input& input, const std::string& folder,
                                   const SiteTool& tool) {
  const std::string path = folder + "/package.json";
  Json manifest = Json::object({{"private", true}});
  if (const auto text = input.view.text(path)) {
    Result<Json> parsed = Json::parse(*text);
    if (!parsed || !parsed->is_object()) return {};
    manifest = *std::move(parsed);
  }
  std::vector<std::pair<std::string, std::string>> scripts;
  for (const auto& [name, command] : tool.scripts) scripts.emplace_back(name, command);
  const bool more_scripts = complete(manifest, "scripts", scripts);
  const bool more_packages = complete(manifest, "devDependencies", site_packages(tool.name));
  const bool changed = more_scripts || more_packages;
  return Write{.path = path,
               .content = changed ? manifest.pretty() : input.view.text(path).value_or("")};
}

std::optional<Write> site_ignores(const Input& input, const std::vector<std::string>& rules) {
  std::string text = input.view.text(".gitignore").value_or(std::string());
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  std::string added;
  for (const std::string& rule : rules) {
    if (!is_covered(text, rule) && !hides_tracked(input.view, rule)) added += rule + "\n";
  }
  if (added.empty()) return {};
  return Write{.path = ".gitignore",
               .content = text + (text.empty() ? "" : "\n") + "# Site of the documents\n" + added};
}

std::string origin_of(std::string_view url) {
  const auto scheme = url.find("://");
  if (scheme == std::string_view::npos) return {};
  return std::string(url.substr(0, url.find('/', scheme + 3)));
}

std::string base_path(std::string_view url) {
  const std::string origin = origin_of(url);
  std::string path(url.substr(std::min(origin.size(), url.size())));
  if (!path.starts_with('/')) path = "/" + path;
  return path.ends_with('/') ? path : path + "/";
}

std::string made_by(std::string_view comment, std::string_view folder) {
  return std::string(comment) + " Made from the documents in " + std::string(folder) +
         "/ by `pawl migrate`; it is yours to change.\n";
}

std::string first_there(const repo::RepoView& view, std::span<const std::string_view> paths) {
  for (const std::string_view path : paths) {
    if (view.has(path)) return std::string(path);
  }
  return {};
}

}  // namespace pawl::recipes
