#include "guards/code/lost_results.hpp"

#include <algorithm>
#include <map>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/lexical.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "syntax/results.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Definition;
using syntax::Ending;
using syntax::Results;
using syntax::Symbol;

// Functions of one file that change beyond this are no edit.
constexpr std::size_t kFunctionsMax = 60;

// The outermost function of the definition.
const Results* results_in(const std::vector<Results>& all, const Definition& definition) {
  const auto found = std::find_if(all.begin(), all.end(), [&](const Results& each) {
    return each.begin >= definition.begin && each.end <= definition.end + 1;
  });
  return found == all.end() ? nullptr : &*found;
}

std::string_view text_of(std::string_view text, const Definition& definition) {
  return text.substr(definition.begin, definition.end - definition.begin);
}

// What stands before the call, with whatever it is called on: `x = await self.`.
std::string_view before_call(std::string_view line, std::size_t at, std::string_view receiver) {
  std::string_view head = line.substr(0, at);
  if (!receiver.empty()) {
    const auto dot = head.rfind(receiver);
    if (dot == std::string_view::npos) return {};
    head = head.substr(0, dot);
  } else if (head.ends_with('.') || head.ends_with(':') || head.ends_with('>')) {
    return {};
  }
  head = trim(head);
  if (head.ends_with("await")) head = trim(head.substr(0, head.size() - 5));
  return head;
}

// Calls that do not come back are often called so.
bool may_end_program(std::string_view call) {
  for (const std::string_view word :
       {"fail", "exit", "abort", "error", "raise", "die", "throw", "usage", "quit", "skip", "panic",
        "fatal", "unreachable", "assert", "reject", "exec"}) {
    if (contains_folded(call, std::string(word))) return true;
  }
  return false;
}

// The call is part of something larger on its line.
// Nothing may come back: `assert_nil(run)`, `if (found === undefined)`, also of a variable that
// takes it.
bool expects_nothing(std::string_view text, int line) {
  static constexpr auto kWords =
      fixed_words("assert_nil", "be_nil", "assertIsNone", "is None", "toBeUndefined", "toBeNull",
                  "== undefined", "=== null", "is not None", ".nil?", " ?? ");
  for (const int row : {line, line + 1}) {
    const std::string_view said = line_of(text, row);
    if (std::any_of(kWords.begin(), kWords.end(),
                    [&](std::string_view word) { return contains(said, word); })) {
      return true;
    }
  }
  return false;
}

bool uses_value(std::string_view line, const std::string& name, const index::Site& site) {
  for (std::size_t at = line.find(name); at != std::string_view::npos;
       at = line.find(name, at + 1)) {
    const std::size_t end = at + name.size();
    if (at > 0 && is_identifier_byte(line[at - 1])) continue;
    if (end < line.size() && is_identifier_byte(line[end])) continue;
    const std::string_view head = before_call(line, at, site.receiver);
    if (head.empty()) continue;
    const bool arrow = head.ends_with("=>") || head.ends_with("->");
    const char last = head.back();
    if (!arrow && contains("=([,+-*/<!%", std::string_view(&last, 1))) return true;
    const std::string said = " " + std::string(head);
    for (const std::string_view word :
         {" if", " in", " not", " while", " assert", " elif", " return", " and", " or"}) {
      if (said.ends_with(word)) return true;
    }
    const bool joined = contains("?:&|", std::string_view(&last, 1));
    if (joined && (contains(head, "=") || contains(head, "return ") || contains(head, "("))) {
      return true;
    }
  }
  return false;
}

// `return self.find(items);` and no more.
bool only_hands_on(std::string_view line, std::string_view name) {
  constexpr std::string_view kReturn = "return ";
  line = trim(line);
  if (!line.starts_with(kReturn)) return false;
  const std::size_t at = line.find(std::string(name) + "(");
  if (at == std::string_view::npos) return false;
  const std::string_view head = line.substr(kReturn.size(), at - kReturn.size());
  const bool plain = std::all_of(head.begin(), head.end(), [](char c) {
    return is_identifier_byte(c) || c == '.' || c == ':' || c == ' ';
  });
  std::size_t end = at + name.size();
  int depth = 0;
  do {
    if (line[end] == '(') ++depth;
    if (line[end] == ')') --depth;
    ++end;
  } while (depth > 0 && end < line.size());
  const std::string_view rest = line.substr(end);
  return plain && (rest.empty() || rest == ";");
}

class LostResults {
 public:
  LostResults(const CodeFile& code, const std::vector<CodeFile>& files,
              const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), files_(files), head_(index.head()), out_(out) {}

  void run() {
    const std::string& before = *code_.file->before;
    const std::string& after = *code_.file->after;
    const ChangedSpan span = changed_span(before, after);
    std::map<std::string_view, const Symbol*> now = functions(*code_.after);
    std::vector<std::pair<const Symbol*, const Symbol*>> changed;
    for (const auto& [qualified, was] : functions(*code_.before)) {
      const auto is = now.find(qualified);
      if (was == nullptr || is == now.end() || is->second == nullptr) continue;
      const Definition& definition = was->definition;
      const bool touched =
          definition.begin <= span.before.end && span.before.begin <= definition.end;
      if (!touched || !may_give(text_of(before, definition)) ||
          text_of(before, definition) == text_of(after, is->second->definition)) {
        continue;
      }
      changed.emplace_back(was, is->second);
      add_to(old_, definition);
      add_to(new_, is->second->definition);
    }
    if (changed.empty() || changed.size() > kFunctionsMax) return;
    const auto language = index::language_of(code_.path, after);
    if (!language) return;
    const std::vector<Results> then = syntax::results_of(*language, before, old_.begin, old_.end);
    const std::vector<Results> later = syntax::results_of(*language, after, new_.begin, new_.end);
    for (const auto& [was, is] : changed) {
      const Results* a = results_in(then, was->definition);
      const Results* b = results_in(later, is->definition);
      if (a != nullptr && b != nullptr) compare(*is, *a, *b);
    }
  }

 private:
  struct Span {
    std::size_t begin = std::string::npos;
    std::size_t end = 0;
  };

  // Expressions alone are results in Rust, Ruby and in arrows.
  bool may_give(std::string_view body) const {
    return code_.family == Family::rust || code_.family == Family::ruby ||
           contains(body, "return") || contains(body, "=>");
  }

  static void add_to(Span& span, const Definition& definition) {
    span.begin = std::min(span.begin, definition.begin);
    span.end = std::max(span.end, definition.end);
  }

  // By qualified name; null where several have it.
  static std::map<std::string_view, const Symbol*> functions(const syntax::Outline& outline) {
    std::map<std::string_view, const Symbol*> out;
    for (const Symbol& each : outline.symbols) {
      if (!is_function(each.definition)) continue;
      const auto [at, fresh] = out.emplace(each.definition.qualified, &each);
      if (!fresh) at->second = nullptr;
    }
    return out;
  }

  void compare(const Symbol& symbol, const Results& was, const Results& is) {
    if (was.yields || is.yields || was.broken || is.broken) return;
    // The last expression of a function of Rust without a type may well be one of no value.
    if (code_.family == Family::rust && !was.declared) return;
    const bool gave =
        was.ending == Ending::value || (is_held_to_it() && was.declared && was.values > 0);
    if (!gave || (was.bare > 0 && !is_held_to_it())) return;
    int line = 0;
    // `return if items.nil?` is how Ruby asks first, and nil an answer.
    const bool asks_first = code_.family == Family::ruby && is.ending == Ending::value;
    if (is.bare > was.bare && !asks_first) {
      line = is.bare_line;
    } else if (was.ending == Ending::value && ends_in_nothing(was, is)) {
      line = is.last_line;
    } else {
      return;
    }
    if (code_.family == Family::c && returns_by_macro(is.last)) return;
    if (is.declared && code_.family != Family::script) return report(symbol, line, {});
    if (is.declared && is.values == 0) return report(symbol, line, {});
    // Results of Go that have names are given back by a bare `return`.
    if (code_.family == Family::go) return;
    if (const auto site = user_of(symbol, is.values > 0)) report(symbol, line, site);
  }

  // `THREAD_RETURN();`
  static bool returns_by_macro(std::string_view last) {
    const std::string_view name = last.substr(0, last.find('('));
    return contains(name, "RETURN") && std::none_of(name.begin(), name.end(), is_lower);
  }

  // A compiler wants a value behind each `return`.
  bool is_held_to_it() const {
    return code_.family == Family::go || code_.family == Family::java ||
           code_.family == Family::rust || code_.family == Family::c;
  }

  bool ends_in_nothing(const Results& was, const Results& is) const {
    // Ruby: `nil` behind a block that leaves with a value says what is given when none is found.
    if (is.ending == Ending::nothing) return code_.family != Family::ruby || is.values == 0;
    if (is.ending == Ending::falls) return is_held_to_it() || is.values == 0;
    if (is.ending != Ending::call) return false;
    if (is_held_to_it() && code_.family != Family::c) return true;
    // What was given back is only computed now, or something else is done in its place.
    if (!may_end_program(is.last)) return true;
    std::string_view call = is.last;
    while (call.ends_with(';')) call.remove_suffix(1);
    return contains(was.last, call);
  }

  // `partly`: it still gives a value on some ways. Who only hands that on may give nothing, too.
  std::optional<index::Site> user_of(const Symbol& symbol, bool partly) const {
    const Definition& definition = symbol.definition;
    for (const index::Site& site : head_.callers_of(code_.path, definition.qualified)) {
      if (site.confidence == index::Confidence::possible) continue;
      if (site.enclosing == definition.qualified) continue;
      const auto text = head_.tree().text(site.path);
      if (!text) continue;
      const std::string_view line = line_of(*text, site.line);
      if (partly && only_hands_on(line, definition.name)) continue;
      if (expects_nothing(*text, site.line)) continue;
      if (uses_value(line, definition.name, site) && !is_worded_anew(site, line)) return site;
    }
    return std::nullopt;
  }

  // A line that the change words anew, and does not only move, uses what the function gives now.
  bool is_worded_anew(const index::Site& site, std::string_view line) const {
    const auto file = std::find_if(files_.begin(), files_.end(),
                                   [&](const CodeFile& each) { return each.path == site.path; });
    return file != files_.end() && !contains(file->file->before.value_or(""), trim(line));
  }

  void report(const Symbol& symbol, int line, const std::optional<index::Site>& user) {
    if (++reported_ > kFindingsPerFileMax) return;
    const std::string& name = symbol.definition.qualified;
    const std::string use = user
                                ? "which " + user->path + ":" + std::to_string(user->line) + " uses"
                                : std::string("which its head declares");
    out_.push_back({.rule = "caller-contract/no-result",
                    .kind = RuleKind::defect,
                    .path = code_.path,
                    .line = line,
                    .message = name + " no longer gives back a value, " + use,
                    .feedback = "Give back the value of " + name + " on every way out of it."});
  }

  const CodeFile& code_;
  const std::vector<CodeFile>& files_;
  const index::Graph& head_;
  std::vector<Finding>& out_;
  Span old_;
  Span new_;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> lost_results(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (code.before == nullptr || code.after == nullptr) continue;
    // What was not understood before is no reason to leave out the rest.
    if (code.after->has_errors && !code.before->has_errors) continue;
    LostResults(code, files, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
