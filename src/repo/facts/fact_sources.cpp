#include "repo/facts/fact_sources.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::repo {

std::string Source::beside(std::string_view name) const {
  const auto folder = manifest.path.folder();
  return folder.empty() ? std::string(name) : std::string(folder) + "/" + std::string(name);
}

int Source::line_in(std::string_view section, std::string_view key) const {
  std::vector<std::string_view> keys = split(section, '.');
  if (!key.empty()) keys.push_back(key);
  return line(keys);
}

Sourced Source::at(std::string_view value, int line) const {
  return {.value = std::string(trim(value)), .path = manifest.path.text(), .line = line};
}

void say(std::optional<Sourced>& slot, Sourced fact) {
  if (!slot && !fact.value.empty()) slot = std::move(fact);
}

void add(std::vector<Sourced>& list, Sourced fact) {
  const bool known = std::any_of(list.begin(), list.end(),
                                 [&](const Sourced& one) { return one.value == fact.value; });
  if (!known && !fact.value.empty()) list.push_back(std::move(fact));
}

std::string person_name(std::string_view text) {
  const auto end = text.find_first_of("<(");
  return std::string(trim(text.substr(0, end)));
}

std::string plain_repository(std::string_view text) {
  std::string url(trim(text));
  if (url.starts_with("git+")) url.erase(0, 4);
  if (url.starts_with("github:")) url = "https://github.com/" + url.substr(7);
  if (url.starts_with("gitlab:")) url = "https://gitlab.com/" + url.substr(7);
  if (url.starts_with("git://")) url = "https://" + url.substr(6);
  if (url.starts_with("ssh://git@")) url = "https://" + url.substr(10);
  if (url.starts_with("git@")) {
    url = "https://" + replace_all(url.substr(4), ":", "/");
  }
  const bool bare = !url.empty() && url.find(':') == std::string::npos &&
                    std::count(url.begin(), url.end(), '/') == 1;
  if (bare) url = "https://github.com/" + url;
  while (url.ends_with('/')) url.pop_back();
  if (url.ends_with(".git") && !contains(url, "?")) url.resize(url.size() - 4);
  return url.starts_with("https://") || url.starts_with("http://") ? url : std::string();
}

std::optional<std::string> npm_script(const Json& data, std::string_view name) {
  const std::string_view script = trim(data["scripts"][name].text());
  if (script.empty() || contains(script, "no test specified")) return {};
  return std::string(script);
}

std::vector<std::string_view> quoted_strings(std::string_view line) {
  std::vector<std::string_view> found;
  for (auto open = line.find_first_of("'\""); open != std::string_view::npos;
       open = line.find_first_of("'\"", open)) {
    const auto close = line.find(line[open], open + 1);
    if (close == std::string_view::npos) break;
    found.push_back(line.substr(open + 1, close - open - 1));
    open = close + 1;
  }
  return found;
}

}  // namespace pawl::repo
