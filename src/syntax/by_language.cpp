#include "syntax/by_language.hpp"

#include "syntax/grammar.hpp"

namespace pawl::syntax {
namespace {

std::vector<GrammarSymbol> read_symbols(Language language) {
  const TSLanguage* grammar = grammar_of(language);
  std::vector<GrammarSymbol> out(ts_language_symbol_count(grammar));
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto number = static_cast<TSSymbol>(i);
    out[i] = {ts_language_symbol_name(grammar, number),
              ts_language_symbol_type(grammar, number) == TSSymbolTypeRegular};
  }
  return out;
}

}  // namespace

const std::vector<GrammarSymbol>& symbols_of(Language language) {
  return by_language<read_symbols>(language);
}

}  // namespace pawl::syntax
