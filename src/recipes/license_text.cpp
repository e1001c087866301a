// The text of the licence a manifest names, or of the configured default. Refuses without a
// holder when the text needs one, and never chooses between several licences.
#include <array>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"

namespace pawl::recipes {
namespace {

// `GPL-3.0-or-later`, `GPL-3.0-only` and the older `GPL-3.0` share one text.
std::string text_id(std::string_view spdx) {
  std::string id(trim(spdx));
  for (const std::string_view ending : {"-only", "-or-later", "+"}) {
    if (id.ends_with(ending)) id.erase(id.size() - ending.size());
  }
  return id;
}

std::optional<std::string_view> embedded_text(const std::string& id) {
  if (contains(id, " ") || contains(id, "/")) return {};
  return asset("licenses/" + id + ".txt");
}

}  // namespace

std::vector<Write> license_text(const Input& input) {
  constexpr auto kStems = std::to_array<std::string_view>(
      {"license", "licence", "copying", "unlicense", "license-mit", "license-apache"});
  if (input.facts.license_file || root_file(input.view, kStems)) return {};
  const std::string declared = input.facts.license_declared ? input.facts.license_declared->value
                                                            : input.settings.default_license;
  const auto text = embedded_text(text_id(declared));
  if (declared.empty() || !text) return {};
  std::string content(*text);
  if (contains(content, "{{holder}}")) {
    const std::string holder =
        input.facts.author ? parse_person(input.facts.author->value).name : input.settings.author;
    if (holder.empty()) return {};
    content = replace_all(content, "{{holder}}", holder);
    content = replace_all(content, "{{year}}", input.settings.today.substr(0, 4));
  }
  return {{.path = "LICENSE", .content = std::move(content)}};
}

}  // namespace pawl::recipes
