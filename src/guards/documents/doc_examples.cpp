#include "guards/documents/doc_examples.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/text/text.hpp"
#include "guards/documents/documents.hpp"
#include "guards/lexical.hpp"
#include "syntax/brackets.hpp"
#include "syntax/check.hpp"

namespace pawl::guards {
namespace {

using syntax::CodeBlock;
using syntax::Format;
using syntax::Kind;
using syntax::Language;

constexpr std::size_t kExampleBytesMax = std::size_t{32} << 10U;
constexpr std::size_t kExamplesMax = 40;
// How much of each of the two has to be in the other one.
constexpr double kSame = 0.6;
constexpr std::size_t kLinesApartMax = 3;

struct InfoKind {
  std::string_view names;
  Kind kind;
};
constexpr auto kInfoKinds = std::to_array<InfoKind>({
    {" python py python3 ", {Format::code, Language::python}},
    {" javascript js jsx mjs cjs node ", {Format::code, Language::javascript}},
    {" typescript ts ", {Format::code, Language::typescript}},
    {" tsx ", {Format::code, Language::tsx}},
    {" go golang ", {Format::code, Language::go}},
    {" rust rs ", {Format::code, Language::rust}},
    {" c ", {Format::code, Language::c}},
    {" c++ cpp cxx cc ", {Format::code, Language::cpp}},
    {" java ", {Format::code, Language::java}},
    {" ruby rb ", {Format::code, Language::ruby}},
    {" bash sh shell zsh ", {Format::code, Language::bash}},
    {" json ", {Format::json, {}}},
    {" jsonc json5 ", {Format::jsonc, {}}},
    {" yaml yml ", {Format::yaml, {}}},
    {" toml ", {Format::toml, {}}},
    {" ini cfg ", {Format::ini, {}}},
});
// `python title="x"`, `{code-block} python`, `rust,ignore`
std::string language_of(std::string_view info) {
  std::string name = lower(info);
  // Another directive of MyST: `{eval-rst}`.
  if (name.starts_with('{') && !name.starts_with("{code") && !name.starts_with("{source") &&
      !name.starts_with("{.")) {
    return "directive";
  }
  for (const std::string_view mark : {"{code-block}", "{code}", "{sourcecode}", "{.", "."}) {
    if (std::string_view(name).starts_with(mark)) name = name.substr(mark.size());
  }
  const std::string_view rest = trim(name);
  return std::string(rest.substr(0, rest.find_first_of(" ,{}:")));
}

std::optional<Kind> kind_of_info(const std::string& language) {
  if (language.empty()) return {};
  for (const InfoKind& row : kInfoKinds) {
    if (contains(row.names, " " + language + " ")) return row.kind;
  }
  return {};
}

// What somebody types at a prompt, without what is answered; the text as it is when nobody does.
std::string typed_text(std::string_view text) {
  std::string out;
  bool prompts = false;
  bool open = false;  // what is indented below a prompt goes on with it
  for (const std::string_view line : split_lines(text)) {
    const std::string_view bare = trim(line);
    const bool prompt = bare.starts_with(">>> ") || (prompts && bare.starts_with("... "));
    const bool goes_on = open && !line.empty() && contains(" \t)]}", line.substr(0, 1));
    if (prompt) out.append(bare.substr(4)).append("\n");
    if (!prompt && goes_on) out.append(line).append("\n");
    open = prompt || goes_on;
    prompts = prompts || prompt;
  }
  if (prompts) return out;
  for (const std::string_view line : split_lines(text)) {
    if (line.starts_with("$ ")) {
      out.append(line.substr(2)).append("\n");
      prompts = true;
    }
  }
  return prompts ? out : std::string(text);
}

bool parses_as(const Kind& kind, std::string_view text) {
  return syntax::check(kind, text).empty();
}

// Macros and halves of declarations keep any grammar from understanding C, but not from counting
// brackets.
bool may_say(const Kind& kind, std::string_view before, std::string_view after) {
  const bool native = kind.language == Language::c || kind.language == Language::cpp;
  return !native || syntax::brackets_in(before) != syntax::brackets_in(after);
}

// An example without a language that begins as Python does.
bool reads_as_python(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    const std::string_view bare = trim(line);
    if (bare.starts_with("import ") || bare.starts_with("from ")) return !bare.ends_with(';');
    if ((bare.starts_with("def ") || bare.starts_with("class ")) && bare.ends_with(':'))
      return true;
  }
  return false;
}

// Left open for the reader, or shown because it is wrong.
bool is_sketch(std::string_view text) {
  for (const std::string_view mark :
       {"...", "\u2026", "{{", "{%", "<%", "<your", "<YOUR", "[...]"}) {
    if (contains(text, mark)) return true;
  }
  for (const std::string_view word : {"syntax error", "syntaxerror", "invalid", "wrong", "error"}) {
    if (contains_folded(text, word)) return true;
  }
  return false;
}

// Comments are no part of JSON, and widely written in it.
Kind lenient(const Kind& kind, std::string_view text) {
  const bool remarks = contains(text, "//") || contains(text, "/*");
  return kind.format == Format::json && remarks ? Kind{Format::jsonc, {}} : kind;
}

class ExampleReader {
 public:
  ExampleReader(const syntax::MarkdownDocument& before, const syntax::MarkdownDocument& after)
      : before_(before.code_blocks), after_(after.code_blocks) {}

  std::vector<DocFault> find() {
    std::size_t looked_at = 0;
    for (const CodeBlock& block : after_) {
      if (holds(before_, block) || block.text.size() > kExampleBytesMax) continue;
      if (++looked_at > kExamplesMax) break;
      const CodeBlock* old = older_of(block);
      if (old != nullptr) compare(*old, block);
    }
    return std::move(out_);
  }

 private:
  static bool holds(const std::vector<CodeBlock>& blocks, const CodeBlock& block) {
    return std::any_of(blocks.begin(), blocks.end(),
                       [&](const CodeBlock& each) { return each.text == block.text; });
  }

  // The example that became this one.
  const CodeBlock* older_of(const CodeBlock& block) const {
    const CodeBlock* best = nullptr;
    double most = kSame;
    const WordBag words(block.text);
    for (const CodeBlock& each : before_) {
      if (language_of(each.info) != language_of(block.info) || holds(after_, each)) continue;
      const WordBag older(each.text);
      const double share = std::min(older.share_in(words), words.share_in(older));
      if (share < most) continue;
      most = share;
      best = &each;
    }
    return best;
  }

  void compare(const CodeBlock& old, const CodeBlock& block) {
    if (!is_sketch(old.text) && is_sketch(block.text)) return;
    const std::size_t lines = line_count(old.text);
    const std::size_t now = line_count(block.text);
    if (std::max(lines, now) - std::min(lines, now) > kLinesApartMax) return;
    const std::string before = typed_text(old.text);
    const std::string after = typed_text(block.text);
    // A session that lost its prompts is a session still, and no code.
    if (before != old.text && after == block.text) return;
    const auto named = kind_of_info(language_of(block.info));
    if (named) {
      const Kind kind = lenient(*named, block.text);
      if (parses_as(kind, before) && !parses_as(kind, after) && may_say(kind, before, after)) {
        add(block, kind, after);
      }
      return;
    }
    const std::string language = language_of(block.info);
    const bool session = contains(block.text, ">>> ") && contains(old.text, ">>> ");
    if ((language != "pycon" && !language.empty()) || !(session || reads_as_python(old.text)))
      return;
    const Kind python{Format::code, Language::python};
    if (parses_as(python, before) && !parses_as(python, after)) add(block, python, after);
  }

  void add(const CodeBlock& block, const Kind& kind, std::string_view text) {
    const auto faults = syntax::check(kind, text);
    const auto lines = split_lines(text);
    const auto row = static_cast<std::size_t>(std::max(faults.front().line, 1)) - 1;
    const std::string_view line = row < lines.size() ? lines[row] : lines.front();
    // Its line in the document, as near as the prompts let one say.
    int number = block.line;
    int at = block.line;
    for (const std::string_view each : split_lines(block.text)) {
      ++number;
      if (contains(each, trim(line))) {
        at = number;
        break;
      }
    }
    out_.push_back({DocFaultKind::broken_example, at, printable(trim(line), 80)});
  }

  const std::vector<CodeBlock>& before_;
  const std::vector<CodeBlock>& after_;
  std::vector<DocFault> out_;
};

}  // namespace

std::vector<DocFault> broken_examples(const syntax::MarkdownDocument& before,
                                      const syntax::MarkdownDocument& after) {
  return ExampleReader(before, after).find();
}

}  // namespace pawl::guards
