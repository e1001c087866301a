// The text of the licence the manifest at the root names, or of the configured default. Refuses
// without a holder when the text needs one, never chooses between several licences, and writes
// nothing beside a text that is there in any form: LICENSES/, MIT-LICENSE, a section of the README.
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

// A file or folder of licences anywhere near the root, or the wording in a README.
bool has_text(const Input& input) {
  for (const repo::Entry& entry : input.view.files()) {
    if (entry.path.components().size() > 2 || repo::is_vendored(entry.path)) continue;
    for (const std::string& part : entry.path.components()) {
      const std::string name = lower(part);
      for (const std::string_view word : {"license", "licence", "copying", "copyright"}) {
        if (contains(name, word)) return true;
      }
    }
  }
  if (!input.facts.readme) return false;
  const std::string text = input.view.text(input.facts.readme->value).value_or("");
  for (const std::string_view words : {"Permission is hereby granted", "Redistribution and use in",
                                       "Permission to use, copy", "free and unencumbered"}) {
    if (contains_folded(text, words)) return true;
  }
  return false;
}

}  // namespace

std::vector<Write> license_text(const Input& input) {
  if (input.facts.license_file || has_text(input)) return {};
  const auto& stated = input.facts.license_declared;
  if (stated && contains(stated->path, "/")) return {};
  const std::string declared = stated ? stated->value : input.settings.default_license;
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
