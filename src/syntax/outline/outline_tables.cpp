#include "syntax/outline/outline_tables.hpp"

#include <algorithm>

#include "syntax/by_language.hpp"
#include "syntax/grammar.hpp"
#include "syntax/outline/outline_rows.hpp"

namespace pawl::syntax {
namespace {

TSFieldId field_id(const TSLanguage* grammar, std::string_view name) {
  return ts_language_field_id_for_name(grammar, name.data(),
                                       static_cast<std::uint32_t>(name.size()));
}

WalkRules build_rules(Language language) {
  const TSLanguage* grammar = grammar_of(language);
  WalkRules rules;
  const std::vector<GrammarSymbol>& symbols = symbols_of(language);
  rules.act.assign(symbols.size(), Act::none);
  rules.fields.resize(symbols.size());
  const OutlineRows rows = outline_rows_of(language);
  for (std::size_t i = 0; i < symbols.size(); ++i) {
    if (!symbols[i].is_named) continue;
    const std::string_view type = symbols[i].name;
    for (const ActRow& row : rows.acts) {
      if (row.type == type) rules.act[i] = row.act;
    }
    for (const FieldRow& row : rows.fields) {
      if (row.type != type) continue;
      const TSFieldId field = row.field.empty() ? TSFieldId{0} : field_id(grammar, row.field);
      if (field != 0 || row.field.empty()) rules.fields[i].push_back({field, row.mode});
    }
    // Rules of one field go before the one of all children.
    std::stable_sort(rules.fields[i].begin(), rules.fields[i].end(),
                     [](const auto& a, const auto& b) { return (a.field == 0) < (b.field == 0); });
  }
  return rules;
}

}  // namespace

const WalkRules& walk_rules_of(Language language) { return by_language<build_rules>(language); }

}  // namespace pawl::syntax
