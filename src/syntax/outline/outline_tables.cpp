#include "syntax/outline/outline_tables.hpp"

#include <algorithm>

#include "syntax/grammar.hpp"
#include "syntax/outline/outline_rows.hpp"

namespace pawl::syntax {
namespace {

TSFieldId field_id(const TSLanguage* grammar, std::string_view name) {
  return ts_language_field_id_for_name(grammar, name.data(),
                                       static_cast<std::uint32_t>(name.size()));
}

WalkRules build_tables(Language language) {
  const TSLanguage* grammar = grammar_of(language);
  const std::uint32_t count = ts_language_symbol_count(grammar);
  WalkRules rules;
  rules.act.assign(count, Act::none);
  rules.fields.resize(count);
  const OutlineRows rows = outline_rows_of(language);
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto symbol = static_cast<TSSymbol>(i);
    if (ts_language_symbol_type(grammar, symbol) != TSSymbolTypeRegular) continue;
    const std::string_view type = ts_language_symbol_name(grammar, symbol);
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

template <Language language>
const WalkRules& cached_tables() {
  static const WalkRules kRules = build_tables(language);
  return kRules;
}

}  // namespace

const WalkRules& walk_rules_of(Language language) {
  switch (language) {
    case Language::python: return cached_tables<Language::python>();
    case Language::javascript: return cached_tables<Language::javascript>();
    case Language::typescript: return cached_tables<Language::typescript>();
    case Language::tsx: return cached_tables<Language::tsx>();
    case Language::go: return cached_tables<Language::go>();
    case Language::rust: return cached_tables<Language::rust>();
    case Language::c: return cached_tables<Language::c>();
    case Language::cpp: return cached_tables<Language::cpp>();
    case Language::java: return cached_tables<Language::java>();
    case Language::ruby: return cached_tables<Language::ruby>();
    case Language::bash: return cached_tables<Language::bash>();
  }
  return cached_tables<Language::python>();
}

}  // namespace pawl::syntax
