#include "guards/documents/content_names.hpp"

#include <array>
#include <vector>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

std::vector<KnownName> read_known_names() {
  const auto text = asset("words/frameworks.txt");
  PAWL_CHECK(text.has_value(), "data/words/frameworks.txt is embedded");
  std::vector<KnownName> names;
  for (const std::string_view line : split_lines(*text)) {
    if (line.empty() || line.starts_with('#')) continue;
    std::vector<std::string_view> parts = split(line, ';');
    for (std::string_view& part : parts) part = trim(part);
    const bool ordinary = parts.size() == 4 && parts[3] == "ordinary";
    PAWL_CHECK(parts.size() == 3 || ordinary, "a row of data/words/frameworks.txt");
    names.push_back({parts[0], parts[1], parts[2], ordinary});
  }
  return names;
}

constexpr auto kLanguages = std::to_array<KnownLanguage>({
    {"Python", " .py .pyi .pyx .ipynb "},
    {"TypeScript", " .ts .tsx .mts .cts .vue .svelte .astro "},
    {"JavaScript", " .js .jsx .mjs .cjs .ts .tsx .vue .svelte .html .coffee "},
    {"Rust", " .rs "},
    {"Go", " .go "},
    {"Golang", " .go "},
    {"C++", " .cpp .cc .cxx .hpp .hh .hxx .h .c++ .ipp .ino .cu .mm .c "},
    {"Java", " .java .kt .scala .groovy "},
    {"Kotlin", " .kt .kts "},
    {"Ruby", " .rb .rake .gemspec .cr "},
    {"PHP", " .php .phtml .inc "},
    {"Swift", " .swift "},
    {"C#", " .cs .csx "},
    {"Elixir", " .ex .exs "},
    {"Haskell", " .hs .lhs "},
    {"Scala", " .scala .sc "},
});

}  // namespace

std::span<const KnownName> known_names() {
  static const std::vector<KnownName> kNames = read_known_names();
  return kNames;
}

std::span<const KnownLanguage> known_languages() { return kLanguages; }

}  // namespace pawl::guards
