#include "recipes/wanted.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "repo/kinds/family.hpp"
#include "repo/manifests/manifests.hpp"

namespace pawl::recipes {
namespace {

bool speaks_for_the_project(const Input& input, const repo::Entry& entry) {
  if (entry.symlink || repo::is_vendored(entry.path) || repo::is_generated(entry.path))
    return false;
  if (repo::is_fixture(entry.path)) return false;
  if (repo::is_document(entry.path) || entry.path.name() == "MANIFEST.in") return true;
  for (const repo::Sourced& workflow : input.facts.workflows) {
    if (workflow.path == entry.path.text()) return true;
  }
  return repo::manifest_kind(entry.path).has_value();
}

bool is_in_token(char c) {
  return is_word(c) || contains("./:~-@#?=&%+", std::string_view(&c, 1)) ||
         static_cast<unsigned char>(c) >= 0x80;
}

// `CHANGELOG.md`, `./CHANGELOG.md`, `../CHANGELOG.md#a`, `https://host/owner/repo/blob/main/…`.
bool token_names(std::string_view token, std::string_view name, std::string_view address) {
  token = token.substr(0, token.find_first_of("#?"));
  while (token.ends_with('.') || token.ends_with(':')) token.remove_suffix(1);
  if (const auto scheme = token.find("://"); scheme != std::string_view::npos) {
    const bool own = !address.empty() && starts_with_folded(token, address);
    if (!own) return false;
    token.remove_prefix(address.size());
    const auto parts = split(token, '/');  // /blob/main/CHANGELOG.md
    return parts.size() == 4 && parts[1] == "blob" && equal_folded(parts[3], name);
  }
  while (token.starts_with("../")) token.remove_prefix(3);
  if (token.starts_with("./")) token.remove_prefix(2);
  if (token.starts_with('/')) token.remove_prefix(1);
  return equal_folded(token, name);
}

bool names_one(std::string_view text, std::initializer_list<std::string_view> names,
               std::string_view address) {
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_in_token(text[end])) ++end;
    const std::string_view token = text.substr(at, end - at);
    for (const std::string_view name : names) {
      if (token.size() >= name.size() && token_names(token, name, address)) return true;
    }
    at = end + 1;
  }
  return false;
}

}  // namespace

std::size_t files_that_name(const Input& input, std::initializer_list<std::string_view> names) {
  const std::string address =
      input.facts.repository_url ? web_address(input.facts.repository_url->value).value_or("") : "";
  return static_cast<std::size_t>(std::count_if(
      input.view.files().begin(), input.view.files().end(), [&](const repo::Entry& entry) {
        if (!speaks_for_the_project(input, entry)) return false;
        const auto text = input.view.text(entry.path.text());
        return text && names_one(*text, names, address);
      }));
}

bool is_wanted(const Input& input, std::string_view recipe,
               std::initializer_list<std::string_view> names) {
  return input.settings.asks_for(recipe) || files_that_name(input, names) >= kFactsWanted;
}

}  // namespace pawl::recipes
