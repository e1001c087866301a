// What is read from a grammar once, on first use: the names of its nodes, and the tables that are
// made from them. For the files of this module only.
#pragma once

#include <array>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

#include <tree_sitter/api.h>

#include "syntax/language.hpp"

namespace pawl::syntax {

constexpr std::size_t kLanguageCount = static_cast<std::size_t>(Language::bash) + 1;

// `build(language)`, called once a language; any thread may ask. The answer lives as long as the
// program.
template <auto build>
const auto& by_language(Language language) {
  struct Slot {
    std::once_flag once;
    std::optional<decltype(build(language))> table;
  };
  static constinit std::array<Slot, kLanguageCount> kSlots;
  Slot& slot = kSlots.at(static_cast<std::size_t>(language));
  std::call_once(slot.once, [&] { slot.table.emplace(build(language)); });
  return *slot.table;
}

struct GrammarSymbol {
  std::string_view name;  // `function_definition`, `&&`; of the grammar
  bool is_named = false;  // no punctuation, no keyword
};

// By their numbers.
const std::vector<GrammarSymbol>& symbols_of(Language language);

// `value(name)` of each named symbol, by its number; `none` for the others.
template <typename T, typename Value>
std::vector<T> by_symbol(Language language, T none, Value value) {
  std::vector<T> out;
  out.reserve(symbols_of(language).size());
  for (const GrammarSymbol& symbol : symbols_of(language)) {
    out.push_back(symbol.is_named ? value(symbol.name) : none);
  }
  return out;
}

}  // namespace pawl::syntax
