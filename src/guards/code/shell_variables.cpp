#include "guards/code/shell_variables.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/name_places.hpp"
#include "guards/code/shell_text.hpp"
#include "guards/code/variable_uses.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "index/resolver.hpp"

namespace pawl::guards {
namespace {

using syntax::Definition;
using syntax::Reference;
using syntax::ReferenceKind;
using syntax::Symbol;

// More is no edit: the script was written anew.
constexpr std::size_t kVariablesMax = 40;
constexpr std::size_t kVariableSlipMin = 4;

std::set<std::string> variables_in(std::string_view text) {
  std::set<std::string> out;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_word(text[at])) continue;
    const std::size_t begin = at;
    while (at < text.size() && is_word(text[at])) ++at;
    if (!is_digit(text[begin])) out.emplace(text.substr(begin, at - begin));
  }
  return out;
}

bool has_small_letter(std::string_view name) {
  return std::any_of(name.begin(), name.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

// The function that holds the place, or null at the top of the script.
const Definition* shell_function_at(const syntax::Outline& outline, std::size_t at) {
  const Definition* out = nullptr;
  for (const Symbol& each : outline.symbols) {
    const Definition& place = each.definition;
    if (is_function(place) && place.begin <= at && at < place.end) out = &place;
  }
  return out;
}

class UnsetSearch {
 public:
  UnsetSearch(const CodeFile& code, const index::CodeIndex& index, const Context& context,
              std::vector<Finding>& out)
      : code_(code), index_(index), context_(context), out_(out) {}

  void run() {
    const ChangedSpan span = changed_span(*code_.file->before, *code_.file->after);
    before_ = without_shell_comments(*code_.file->before);
    after_ = without_shell_comments(*code_.file->after);
    const auto part = [](const std::string& text, ChangedSpan::Range range) {
      return std::string_view(text).substr(range.begin, range.end - range.begin);
    };
    const std::set<std::string> gone = variables_in(part(before_, span.before));
    const std::set<std::string> come = variables_in(part(after_, span.after));
    std::set<std::string> names = gone;
    names.insert(come.begin(), come.end());
    if (names.empty()) return;
    const std::unordered_set<std::string_view> read = names_read(*code_.after);
    for (const std::string& name : names) {
      if (name.size() < 2 || !read.contains(name) || is_of_shell(name)) continue;
      if (++looked_ > kVariablesMax) return;
      const bool lost = gone.contains(name) && look_at_lost(name, span.before);
      if (!lost && come.contains(name)) look_at_slip(name);
    }
  }

 private:
  static std::unordered_set<std::string_view> names_read(const syntax::Outline& outline) {
    std::unordered_set<std::string_view> out;
    for (const Reference& each : outline.references) {
      if (each.kind == ReferenceKind::name) out.insert(each.name);
    }
    return out;
  }

  static bool is_of_shell(const std::string& name) {
    return index::embedded_names("languages/shell-variables.txt").contains(name);
  }

  // A value that was given on a line which is gone, and was not nothing.
  const Definition* losing_function(const std::string& name, ChangedSpan::Range gone, bool& found,
                                    bool& own) const {
    for (const std::size_t at : places_of(before_, name)) {
      if (at < gone.begin || at >= gone.end) continue;
      const auto value = assigned_at(before_, at, name.size());
      if (!value || !is_gone(line_at(at))) continue;
      const std::string_view said = trim(*value);
      const bool nothing = value->empty() || value->front() == ' ' || said.starts_with(';') ||
                           said.starts_with("\"\"") || said.starts_with("''");
      // `name=${name:-x}` may get its value from outside.
      if (nothing || !places_of(said, name).empty()) continue;
      found = true;
      own = has_small_letter(name) || was_declared(at);
      return shell_function_at(*code_.before, at);
    }
    return nullptr;
  }

  // `if [ -z "$NAME" ]; then NAME=x`: names in capitals may have come from outside all along.
  bool was_declared(std::size_t at) const {
    const std::string_view line = line_at(at);
    return line.starts_with("local ") || line.starts_with("declare ") ||
           line.starts_with("typeset ");
  }

  std::string_view line_at(std::size_t at) const {
    const auto before = before_.rfind('\n', at);
    const std::size_t begin = before == std::string::npos ? 0 : before + 1;
    return trim(std::string_view(before_).substr(begin, before_.find('\n', at) - begin));
  }

  // The lines between two edits are what they were.
  bool is_gone(std::string_view line) const {
    const auto count = [&](const std::string& text) {
      const std::vector<std::string_view> lines = split_lines(text);
      return std::count_if(lines.begin(), lines.end(),
                           [&](std::string_view each) { return trim(each) == line; });
    };
    return count(after_) < count(before_);
  }

  bool look_at_lost(const std::string& name, ChangedSpan::Range gone) {
    bool found = false;
    bool own = false;
    const Definition* was = losing_function(name, gone, found, own);
    if (!found) return false;
    std::optional<std::size_t> read;
    std::vector<std::size_t> given;
    for (const std::size_t at : places_of(after_, name)) {
      if (may_be_unset_at(after_, at, name.size())) return false;
      if (is_read_at(after_, at)) {
        if (!read && names_variable(name, at)) read = at;
      } else if (!is_bared_at(after_, at, name.size())) {
        given.push_back(at);
      }
    }
    if (!read || code_.after->open_names) return false;
    if (given.empty() ? !is_closed_name(name) : !(own && is_lost_in(was, *read, given)))
      return false;
    report(name, *read, "whose value the change takes away");
    return true;
  }

  // The grammar sees a variable on the line: it is no text in single quotes.
  bool names_variable(const std::string& name, std::size_t at) const {
    const auto line =
        1 + std::count(after_.begin(), after_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    const auto& all = code_.after->references;
    return std::any_of(all.begin(), all.end(), [&](const Reference& each) {
      return each.kind == ReferenceKind::name && each.name == name && each.line == line;
    });
  }

  // What else gives it a value is in the same function, below where it is read first, and
  // nowhere else is the name said.
  bool is_lost_in(const Definition* was, std::size_t read,
                  const std::vector<std::size_t>& given) const {
    if (was == nullptr) return false;
    const Symbol* now = symbol_named(code_.after.get(), was->qualified);
    if (now == nullptr) return false;
    const Definition& place = now->definition;
    if (read < place.begin || read >= place.end) return false;
    return std::all_of(given.begin(), given.end(),
                       [&](std::size_t at) { return at > read && at < place.end; });
  }

  // Nobody outside gives it a value.
  bool is_closed_name(const std::string& name) const {
    const bool own = has_small_letter(name);
    if (own && stands_alone(code_, index_, after_)) return true;
    return !is_said_elsewhere(
        context_.head, code_.path, name,
        [&](std::string_view text, std::size_t at) { return !own || !is_read_at(text, at); });
  }

  // A name that is new to the script, and another one of the function is read less.
  void look_at_slip(const std::string& name) {
    if (name.size() < kVariableSlipMin || !places_of(*code_.file->before, name).empty()) return;
    std::optional<std::size_t> read;
    for (const std::size_t at : places_of(after_, name)) {
      if (!is_read_at(after_, at) || may_be_unset_at(after_, at, name.size())) return;
      if (!read && names_variable(name, at)) read = at;
    }
    if (!read) return;
    const Definition* here = shell_function_at(*code_.after, *read);
    const std::string_view around =
        here == nullptr ? std::string_view(after_)
                        : std::string_view(after_).substr(here->begin, here->end - here->begin);
    for (const std::string& other : variables_in(around)) {
      if (!is_slip_of(name, other) || !has_value_in(around, other)) continue;
      if (reads_of(before_, other) <= reads_of(after_, other)) continue;
      const bool said = is_said_elsewhere(context_.head, code_.path, name,
                                          [](std::string_view, std::size_t) { return true; });
      if (!said) report(name, *read, "which nothing sets; " + other + " is set");
      return;
    }
  }

  static bool has_value_in(std::string_view text, const std::string& name) {
    const std::vector<std::size_t> places = places_of(text, name);
    return std::any_of(places.begin(), places.end(), [&](std::size_t at) {
      return assigned_at(text, at, name.size()).has_value();
    });
  }

  static std::ptrdiff_t reads_of(std::string_view text, const std::string& name) {
    const std::vector<std::size_t> places = places_of(text, name);
    return std::count_if(places.begin(), places.end(),
                         [&](std::size_t at) { return is_read_at(text, at); });
  }

  void report(const std::string& name, std::size_t at, const std::string& why) {
    if (++reported_ > kFindingsPerFileMax) return;
    const auto line =
        1 + std::count(after_.begin(), after_.begin() + static_cast<std::ptrdiff_t>(at), '\n');
    out_.push_back(
        {.rule = "caller-contract/undefined",
         .kind = RuleKind::defect,
         .path = code_.path,
         .line = static_cast<int>(line),
         .message = "reads " + name + ", " + why,
         .feedback = "Give " + name + " a value before it is read, or read what is there."});
  }

  const CodeFile& code_;
  const index::CodeIndex& index_;
  const Context& context_;
  std::vector<Finding>& out_;
  std::string before_;
  std::string after_;
  std::size_t looked_ = 0;
  std::size_t reported_ = 0;
};

}  // namespace

std::vector<Finding> unset_variables(const std::vector<CodeFile>& files,
                                     const index::CodeIndex& index, const Context& context) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (code.family != index::Family::bash) continue;
    if (code.before == nullptr || code.after == nullptr) continue;
    // Words of zsh that the grammar does not know leave the rest of a script as it is.
    if (code.after->has_errors && !code.before->has_errors) continue;
    if (may_be_code(*code.file, Shell::included)) UnsetSearch(code, index, context, out).run();
  }
  return out;
}

}  // namespace pawl::guards
