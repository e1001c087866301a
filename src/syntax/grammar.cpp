#include "syntax/grammar.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <ctime>
#include <string>

#include <tree_sitter/api.h>

#include "base/text/text.hpp"
#include "syntax/library_memory.hpp"
#include "syntax/limits.hpp"
#include "syntax/macro_words.hpp"
#include "syntax/plainer_text.hpp"
#include "syntax/recent.hpp"
#include "syntax/tree_edit.hpp"

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

// Text is handed over in chunks, so that a scanner that looks far ahead again and again is noticed.
constexpr std::size_t kChunkBytes = 4096;

// What a parse may cost. Steps, reads and copied bytes are counted and not time, so that the
// verdict is the same on every machine. Honest files were seen to take 2 steps a byte and 25
// reads a chunk; copied bytes are bounded because a step that copies all of the text's nodes is
// still one step. That bound is a guess above the one minified file that was measured, which took
// 94 a byte.
constexpr std::uint64_t kStepsPerByte = 4;
constexpr std::uint64_t kStepsPerCallback = 100;
constexpr std::uint64_t kCallbacksMin = 1'000;
constexpr std::uint64_t kReadsPerChunk = 200;
constexpr std::uint64_t kCopiedPerByte = 1'000;
constexpr std::uint64_t kCopiedMin = std::uint64_t{64} << 20U;
// The last resort, for what the counts do not see: processor time of this thread. Here alone
// a verdict depends on the machine.
constexpr std::int64_t kSecondsMax = 4;
constexpr std::uint64_t kCallbacksPerClock = 16;  // the clock of a thread costs a system call

// Smaller texts are read as quickly as they are compared.
constexpr std::size_t kReuseBytesMin = 1024;

struct ParserDeleter {
  void operator()(TSParser* parser) const { ts_parser_delete(parser); }
};

std::int64_t thread_seconds() {
  timespec now = {};
  ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return now.tv_sec;
}

struct Reading {
  std::string_view text;
  std::int64_t seconds_end = thread_seconds() + kSecondsMax;
  std::uint64_t callbacks_left = 0;
  std::uint64_t reads_left = 0;
  std::uint64_t copied_max = 0;  // by library_bytes()
};

Reading source_of(std::string_view text) {
  return {.text = text,
          .callbacks_left = kCallbacksMin + text.size() * kStepsPerByte / kStepsPerCallback,
          .reads_left = kReadsPerChunk * (1 + text.size() / kChunkBytes),
          .copied_max = library_bytes() + kCopiedMin + kCopiedPerByte * text.size()};
}

// A chunk ends where a character ends: the parser takes the half of one for a fault, however the
// text goes on.
std::size_t chunk_end(std::string_view text, std::size_t offset) {
  std::size_t end = std::min(text.size(), offset + kChunkBytes - offset % kChunkBytes);
  while (end < text.size() && (static_cast<unsigned char>(text[end]) & 0xC0U) == 0x80U) ++end;
  return end;
}

// Out of reads the text seems to end, and the parser comes to its next callback soon.
const char* read_source(void* payload, std::uint32_t offset, TSPoint, std::uint32_t* length) {
  auto* source = static_cast<Reading*>(payload);
  *length = 0;
  if (source->reads_left == 0 || offset >= source->text.size()) return "";
  --source->reads_left;
  const std::string_view chunk =
      source->text.substr(offset, chunk_end(source->text, offset) - offset);
  *length = static_cast<std::uint32_t>(chunk.size());
  return chunk.data();
}

bool out_of_budget(TSParseState* state) {
  auto* source = static_cast<Reading*>(state->payload);
  if (source->callbacks_left == 0 || source->reads_left == 0) return true;
  if (library_bytes() > source->copied_max) return true;
  --source->callbacks_left;
  return source->callbacks_left % kCallbacksPerClock == 0 && thread_seconds() > source->seconds_end;
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

TreePtr copy_of(const TreePtr& tree) { return TreePtr(tree ? ts_tree_copy(tree.get()) : nullptr); }

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

namespace {

bool has_macros(Language language) { return language == Language::c || language == Language::cpp; }

// A text as the parser is given it.
struct Readable {
  Readable(Language language, std::string_view original) : text(original) {
    if (!is_utf8(text)) set(with_letters_for_bad_bytes(text));
    if (auto plainer = plainer_text(language, text)) set(*std::move(plainer));
  }
  // Macros are nothing that the grammars of C and C++ know. Whether there was one to take out.
  bool take_out_macros(Language language) {
    auto plainer = has_macros(language) ? without_macro_words(text) : std::nullopt;
    if (!plainer) return false;
    set(*std::move(plainer));
    return true;
  }
  Readable(const Readable&) = delete;
  Readable& operator=(const Readable&) = delete;

  std::string_view text;

 private:
  void set(std::string other) {
    stand_in_ = std::move(other);
    text = stand_in_;
  }
  std::string stand_in_;
};

TSParser* new_parser() {
  static const bool kSet = [] {
    ts_set_allocator(library_malloc, library_calloc, library_realloc, std::free);
    return true;
  }();
  static_cast<void>(kSet);
  return ts_parser_new();
}

TreePtr run_parser(Language language, std::string_view text, const TSTree* edited) {
  thread_local const std::unique_ptr<TSParser, ParserDeleter> parser(new_parser());
  ts_parser_reset(parser.get());
  if (!ts_parser_set_language(parser.get(), grammar_of(language))) return nullptr;
  Reading source = source_of(text);
  const TSInput input{&source, read_source, TSInputEncodingUTF8, nullptr};
  TreePtr tree(ts_parser_parse_with_options(parser.get(), edited, input, {&source, out_of_budget}));
  if (source.reads_left == 0) return nullptr;
  return tree;
}

bool is_sound(const TreePtr& tree) {
  return tree && !ts_node_has_error(ts_tree_root_node(tree.get()));
}

struct Parsed {
  TreePtr tree;                 // null where the text could not be parsed
  bool without_macros = false;  // of the text without its macros
};
using Trees = Recent<Language, Parsed>;

// By way of the tree of a text much like it, when there is one. Where a text has faults, what the
// parser makes of them depends on how it came there; such trees are neither used nor answered.
TreePtr parse_again(Language language, const Readable& readable, const Trees::Entry* near) {
  if (near == nullptr || !is_sound(near->value.tree)) return nullptr;
  Readable before(language, near->text);
  if (near->value.without_macros) before.take_out_macros(language);
  const TreePtr edited = edited_tree(*near->value.tree, before.text, readable.text);
  TreePtr tree = run_parser(language, readable.text, edited.get());
  return is_sound(tree) ? std::move(tree) : nullptr;
}

// A text whose macros hide nothing keeps its own tree, and so does one that is no better without
// them.
Parsed parse(Language language, std::string_view text, const Trees& trees) {
  const Trees::Entry* near = text.size() < kReuseBytesMin ? nullptr : trees.nearest(language, text);
  Readable readable(language, text);
  const bool without_macros = readable.take_out_macros(language);
  if (TreePtr tree = parse_again(language, readable, near)) {
    return {.tree = std::move(tree), .without_macros = without_macros};
  }
  TreePtr tree = run_parser(language, readable.text, nullptr);
  if (!without_macros || is_sound(tree)) {
    return {.tree = std::move(tree), .without_macros = without_macros};
  }
  TreePtr own = run_parser(language, Readable(language, text).text, nullptr);
  if (is_sound(own) || !tree) return {.tree = std::move(own)};
  return {.tree = std::move(tree), .without_macros = true};
}

}  // namespace

TreePtr parse_tree(Language language, std::string_view text) {
  if (text.size() > kReadableBytesMax) return nullptr;
  thread_local Trees trees;
  if (const Parsed* known = trees.find(language, text)) return copy_of(known->tree);
  Parsed parsed = parse(language, text, trees);
  TreePtr out = copy_of(parsed.tree);
  trees.keep(language, text, std::move(parsed));
  return out;
}

}  // namespace pawl::syntax
