#include "guards/code/shell_functions.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/call_findings.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/name_places.hpp"
#include "guards/code/shell_text.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

using syntax::Definition;
using syntax::Reference;
using syntax::ReferenceKind;
using syntax::Symbol;

constexpr std::size_t kCommandsMax = 40;
constexpr std::size_t kCommandNameMin = 6;

constexpr auto kPrintingCommands = fixed_words("echo", "printf", "cat");
// Commands that print nothing.
constexpr auto kMuteCommands = fixed_words(
    "[", "[[", "test", ":", "true", "false", "local", "export", "readonly", "unset", "shift", "set",
    "return", "exit", "sleep", "mkdir", "rm", "mv", "cp", "ln", "chmod", "chown", "touch",
    "zmodload", "setopt", "unsetopt", "emulate", "autoload", "trap", "break", "continue");

bool is_parsed_shell(const CodeFile& code) {
  return code.family == index::Family::bash && code.after != nullptr && !code.after->has_errors &&
         may_be_code(*code.file, Shell::included);
}

bool is_command(const Reference& each) {
  return each.kind == ReferenceKind::call && each.receiver.empty() && !each.name.empty();
}

class UnknownShellSearch {
 public:
  UnknownShellSearch(const CodeFile& code, const index::CodeIndex& index, const Context& context,
                     std::vector<Finding>& out)
      : code_(code), head_(index.head()), base_(index.base()), context_(context), out_(out) {}

  void run() {
    if (!defines_functions()) return;
    const std::string& before = *code_.file->before;
    const std::string& after = *code_.file->after;
    const LineRange rows = lines_of_range(after, changed_span(before, after).after);
    std::set<std::string> looked;
    for (const Reference& each : code_.after->references) {
      if (!is_command(each) || !rows.has(each.line) || !is_plain(each.name)) continue;
      if (!looked.insert(each.name).second) continue;
      if (looked.size() > kCommandsMax || reported_ >= kFindingsPerFileMax) return;
      if (places_of(before, each.name).empty() && is_unknown(each.name)) report(each);
    }
  }

 private:
  bool defines_functions() const {
    const auto& all = code_.before->symbols;
    return std::any_of(all.begin(), all.end(),
                       [](const Symbol& each) { return is_function(each.definition); });
  }

  // A word of small letters with an underscore within.
  static bool is_plain(std::string_view name) {
    if (name.size() < kCommandNameMin || name.front() == '_' || name.back() == '_') return false;
    const bool small = std::all_of(name.begin(), name.end(), [](char c) {
      return (c >= 'a' && c <= 'z') || is_digit(c) || c == '_';
    });
    return small && contains(name, "_") && !is_digit(name.front());
  }

  static bool is_program(const std::string& name) {
    const index::NameSet& known = index::embedded_names("languages/shell-commands.txt");
    if (known.contains(name)) return true;
    return std::any_of(known.begin(), known.end(), [&](const std::string& each) {
      return each.ends_with('_') && name.starts_with(each);
    });
  }

  bool is_unknown(const std::string& name) {
    if (is_program(name) || has_open_names()) return false;
    const std::string& after = *code_.file->after;
    for (const std::size_t at : places_of(after, name)) {
      // `type -t name`, `alias name=`, `name() {` where the grammar does not see it.
      const std::string_view before = trim_end(std::string_view(after).substr(0, at));
      const std::string_view behind = std::string_view(after).substr(at + name.size());
      if (trim(behind.substr(0, 4)).starts_with("()") || behind.starts_with('=')) return false;
      for (const std::string_view word :
           {"type", "-v", "-t", "-F", "-f", "hash", "which", "alias", "function", "-V"}) {
        if (before.ends_with(word)) return false;
      }
    }
    if (head_.has_definers_of(name) || base_.has_definers_of(name)) return false;
    if (!head_.tree().named(name).empty()) return false;
    return !is_said_elsewhere(context_.head, code_.path, name,
                              [](std::string_view, std::size_t) { return true; });
  }

  // What it reads that is not in the repository may define any function.
  bool has_open_names() {
    if (open_) return *open_;
    const std::string text = without_shell_comments(*code_.file->after);
    open_ = evaluates_anything(text) || reads_foreign(text);
    return *open_;
  }

  bool reads_foreign(std::string_view text) const {
    std::vector<std::string> left{code_.path};
    std::set<std::string> seen{code_.path};
    std::size_t said = 0;
    for (const std::string_view line : split_lines(text)) {
      const std::string_view word = trim(line);
      if (word.starts_with("load ") || word.starts_with("bats_load_library ")) return true;
      const bool reads = word.starts_with(". ") || word.starts_with("\\. ") ||
                         contains(word, "source ") || contains(word, " . ");
      said += reads ? 1 : 0;
    }
    // One that the outline does not name.
    if (said > code_.after->imports.size()) return true;
    while (!left.empty()) {
      const std::string path = std::move(left.back());
      left.pop_back();
      const index::OutlinePtr outline = head_.outline(path);
      if (outline == nullptr || outline->has_errors || seen.size() > kCommandsMax) return true;
      for (const syntax::Import& import : outline->imports) {
        const index::Resolution found = head_.resolve(path, import);
        if (found.paths.empty()) return true;
        for (const std::string& each : found.paths) {
          if (seen.insert(each).second) left.push_back(each);
        }
      }
    }
    return false;
  }

  void report(const Reference& call) {
    ++reported_;
    out_.push_back(unknown_call_finding(code_.path, call.line, call.name));
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const index::Graph& base_;
  const Context& context_;
  std::vector<Finding>& out_;
  std::optional<bool> open_;
  std::size_t reported_ = 0;
};

class OutputSearch {
 public:
  OutputSearch(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), out_(out) {}

  void run() {
    before_ = without_shell_comments(*code_.file->before);
    after_ = without_shell_comments(*code_.file->after);
    for (const Symbol& was : code_.before->symbols) {
      if (!is_function(was.definition)) continue;
      const Symbol* is = symbol_named(code_.after.get(), was.definition.qualified);
      if (is == nullptr || body_of(before_, was) == body_of(after_, *is)) continue;
      if (!prints(was) || may_print(*is)) continue;
      if (const auto user = user_of(was.definition.name)) report(*is, *user);
    }
  }

 private:
  static std::string_view body_of(std::string_view text, const Symbol& symbol) {
    const Definition& place = symbol.definition;
    return text.substr(place.begin, place.end - place.begin);
  }

  static bool is_redirected(std::string_view line) {
    return contains(line, ">&2") || contains(line, "> &2") || contains(line, "1>&2") ||
           contains(line, ">/dev/null") || contains(line, "> /dev/null");
  }

  // `x=$(name …)`, `"`name`"`: somebody takes what it prints.
  static bool is_taken(std::string_view line, std::string_view name) {
    const std::vector<std::size_t> places = places_of(line, name);
    return !places.empty() && std::all_of(places.begin(), places.end(), [&](std::size_t at) {
      const std::string_view before = trim_end(line.substr(0, at));
      return before.ends_with("$(") || before.ends_with('`');
    });
  }

  template <class Counts>
  static bool any_call(const syntax::Outline& outline, const Symbol& symbol, const Counts& counts) {
    const Definition& place = symbol.definition;
    return std::any_of(outline.references.begin(), outline.references.end(),
                       [&](const Reference& each) {
                         return is_command(each) && each.line >= place.line &&
                                each.line <= place.end_line && counts(each);
                       });
  }

  bool prints(const Symbol& was) const {
    return any_call(*code_.before, was, [&](const Reference& each) {
      const std::string_view line = line_of(before_, each.line);
      return among(kPrintingCommands, each.name) && !is_redirected(line) && !contains(line, "|") &&
             !contains(line, "$(" + each.name) && !contains(line, "`" + each.name);
    });
  }

  bool may_print(const Symbol& is) const {
    if (contains(body_of(after_, is), "<<")) return true;
    return any_call(*code_.after, is, [&](const Reference& each) {
      const std::string_view line = line_of(after_, each.line);
      return !among(kMuteCommands, each.name) && !is_redirected(line) && !is_taken(line, each.name);
    });
  }

  std::optional<index::Site> user_of(const std::string& name) const {
    if (head_.definers_of(name).size() != 1) return std::nullopt;
    for (const index::Site& site : head_.references_to(name)) {
      if (site.kind != ReferenceKind::call || site.enclosing == name) continue;
      const auto text = head_.tree().text(site.path);
      if (text && is_taken(line_of(*text, site.line), name)) return site;
    }
    return std::nullopt;
  }

  void report(const Symbol& symbol, const index::Site& user) {
    if (++reported_ > kFindingsPerFileMax) return;
    const std::string& name = symbol.definition.name;
    out_.push_back({.rule = "caller-contract/no-result",
                    .kind = RuleKind::defect,
                    .path = code_.path,
                    .line = symbol.definition.line,
                    .message = name + " no longer prints anything, which " + user.path + ":" +
                               std::to_string(user.line) + " takes",
                    .feedback = "Print the result of " + name + " on every way out of it."});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  std::vector<Finding>& out_;
  std::string before_;
  std::string after_;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> unknown_shell_calls(const std::vector<CodeFile>& files,
                                         const index::CodeIndex& index, const Context& context) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (is_parsed_shell(code) && is_read_on_both_sides(code)) {
      UnknownShellSearch(code, index, context, out).run();
    }
  }
  return out;
}

std::vector<Finding> lost_outputs(const std::vector<CodeFile>& files,
                                  const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (is_parsed_shell(code) && is_read_on_both_sides(code)) OutputSearch(code, index, out).run();
  }
  return out;
}

}  // namespace pawl::guards
