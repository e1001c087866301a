#include "syntax/grammar.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

#include <tree_sitter/api.h>

#include "base/text.hpp"

extern "C" {
const TSLanguage* tree_sitter_bash();
const TSLanguage* tree_sitter_c();
const TSLanguage* tree_sitter_cpp();
const TSLanguage* tree_sitter_go();
const TSLanguage* tree_sitter_java();
const TSLanguage* tree_sitter_javascript();
const TSLanguage* tree_sitter_python();
const TSLanguage* tree_sitter_ruby();
const TSLanguage* tree_sitter_rust();
const TSLanguage* tree_sitter_tsx();
const TSLanguage* tree_sitter_typescript();
}

namespace pawl::syntax {
namespace {

constexpr std::size_t kTextBytesMax = std::size_t{16} << 20U;

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

struct Source {
  std::string_view text;
  // Calls of the progress callback that are left. Counting steps and not time keeps the verdict
  // the same on every machine.
  std::uint64_t budget = 0;
};

const char* read_source(void* payload, std::uint32_t offset, TSPoint, std::uint32_t* length) {
  const auto* source = static_cast<const Source*>(payload);
  const std::string_view rest =
      source->text.substr(std::min<std::size_t>(offset, source->text.size()));
  *length = static_cast<std::uint32_t>(rest.size());
  return rest.data();
}

bool out_of_budget(TSParseState* state) {
  auto* source = static_cast<Source*>(state->payload);
  if (source->budget == 0) return true;
  --source->budget;
  return false;
}

// Old sources hold Latin-1 in comments and literals. The grammars stop at such bytes, so each one
// becomes a letter; offsets stay what they are.
std::string with_letters_for_bad_bytes(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  constexpr std::string_view kReplacement = "\xEF\xBF\xBD";
  const std::string fixed = to_utf8(text);
  for (std::size_t i = 0, j = 0; i < text.size();) {
    const bool replaced = std::string_view(fixed).substr(j).starts_with(kReplacement) &&
                          !text.substr(i).starts_with(kReplacement);
    out += replaced ? 'x' : text[i];
    ++i;
    j += replaced ? kReplacement.size() : 1;
  }
  return out;
}

}  // namespace

void TreeDeleter::operator()(TSTree* tree) const { ts_tree_delete(tree); }

const TSLanguage* grammar_of(Language language) {
  switch (language) {
    case Language::python: return tree_sitter_python();
    case Language::javascript: return tree_sitter_javascript();
    case Language::typescript: return tree_sitter_typescript();
    case Language::tsx: return tree_sitter_tsx();
    case Language::go: return tree_sitter_go();
    case Language::rust: return tree_sitter_rust();
    case Language::c: return tree_sitter_c();
    case Language::cpp: return tree_sitter_cpp();
    case Language::java: return tree_sitter_java();
    case Language::ruby: return tree_sitter_ruby();
    case Language::bash: return tree_sitter_bash();
  }
  return nullptr;
}

TreePtr parse_tree(Language language, std::string_view text) {
  if (text.size() > kTextBytesMax) return nullptr;
  std::string stand_in;
  if (!is_utf8(text)) {
    stand_in = with_letters_for_bad_bytes(text);
    text = stand_in;
  }
  const std::unique_ptr<TSParser, ParserDeleter> parser(ts_parser_new());
  if (!ts_parser_set_language(parser.get(), grammar_of(language))) return nullptr;
  // The callback comes once in a hundred steps; honest code needs under two steps a byte.
  Source source{.text = text, .budget = 10'000 + text.size()};
  const TSInput input{&source, read_source, TSInputEncodingUTF8, nullptr};
  return TreePtr(
      ts_parser_parse_with_options(parser.get(), nullptr, input, {&source, out_of_budget}));
}

}  // namespace pawl::syntax
