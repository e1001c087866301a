#include "landing/changed_symbols.hpp"

#include <map>
#include <optional>

#include "syntax/outline/definitions.hpp"

namespace pawl::landing {
namespace {

constexpr std::string_view kTop = "(top)";

// The text of each definition without that of those inside it; of what is outside of all as
// `(top)`.
std::map<std::string, std::string> own_texts(syntax::Language language, std::string_view text) {
  const std::vector<syntax::Definition> all = syntax::definitions(language, text);
  std::map<std::string, std::string> texts;
  if (all.empty()) return texts;
  // The innermost definition around each byte.
  std::vector<int> owner(text.size(), -1);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const std::size_t end = std::min(all[i].end, text.size());
    for (std::size_t at = all[i].begin; at < end; ++at) {
      const int now = owner[at];
      const bool inner =
          now < 0 || all[i].end - all[i].begin <= all[static_cast<std::size_t>(now)].end -
                                                      all[static_cast<std::size_t>(now)].begin;
      if (inner) owner[at] = static_cast<int>(i);
    }
  }
  for (std::size_t at = 0; at < text.size(); ++at) {
    const std::string name =
        owner[at] < 0 ? std::string(kTop) : all[static_cast<std::size_t>(owner[at])].qualified;
    texts[name] += text[at];
  }
  return texts;
}

std::optional<syntax::Language> language_of(const git::FileChange& file) {
  const std::string& text = file.after ? *file.after : *file.before;
  return syntax::kind_of(file.path, text).language;
}

}  // namespace

std::set<std::string> changed_symbols(const git::FileChange& file) {
  std::set<std::string> changed;
  const auto language = language_of(file);
  if (!language) return changed;
  const auto before = own_texts(*language, file.before.value_or(""));
  const auto after = own_texts(*language, file.after.value_or(""));
  for (const auto& [name, text] : after) {
    const auto was = before.find(name);
    if (was == before.end() || was->second != text) changed.insert(name);
  }
  for (const auto& [name, text] : before) {
    if (!after.contains(name)) changed.insert(name);
  }
  return changed;
}

}  // namespace pawl::landing
