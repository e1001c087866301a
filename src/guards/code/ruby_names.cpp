#include "guards/code/ruby_names.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/call_findings.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/name_places.hpp"
#include "guards/code/outside_use.hpp"
#include "guards/limits.hpp"
#include "guards/symbols.hpp"
#include "index/resolver.hpp"
#include "syntax/comments.hpp"

namespace pawl::guards {
namespace {

using syntax::Definition;
using syntax::Reference;
using syntax::ReferenceKind;
using syntax::Symbol;

constexpr std::size_t kRubyCallsMax = 40;
constexpr std::size_t kRubyNameMin = 6;
constexpr std::size_t kRubyBasesMax = 16;
constexpr std::size_t kRubyConstantsMax = 24;

// What gives an object methods that no file says the names of.
constexpr auto kMethodMakers =
    fixed_words("method_missing", "define_method", "class_eval", "instance_eval", "module_eval",
                "class_exec", "instance_exec", "def_delegat", "delegate ", "delegate_",
                "SimpleDelegator", "DelegateClass", "Struct.new", "Data.define", "OpenStruct",
                "refine ", "extend(", ".extend ", "instance_variable_get");
// Classes and modules of the language, all of whose methods are listed or are one word.
constexpr auto kRubyCore =
    fixed_words("FileUtils::Verbose", "FileUtils::DryRun", "Object", "BasicObject", "Kernel",
                "Comparable", "Enumerable", "StandardError", "RuntimeError", "ArgumentError",
                "Exception", "FileUtils", "Forwardable", "Singleton");

bool is_known_method(std::string name) {
  while (name.ends_with('?') || name.ends_with('!') || name.ends_with('=')) name.pop_back();
  return index::embedded_names("languages/ruby-methods.txt").contains(name);
}

bool makes_methods(std::string_view text) {
  return std::any_of(std::begin(kMethodMakers), std::end(kMethodMakers),
                     [&](std::string_view maker) { return contains(text, maker); });
}

// The names behind `include`, `extend` and `prepend` at the start of a line; nothing when one is no
// plain name.
std::optional<std::vector<std::string>> mixed_into(std::string_view body) {
  std::vector<std::string> out;
  for (const std::string_view line : split_lines(body)) {
    std::string_view said = trim(line);
    bool mixes = false;
    for (const std::string_view word : {"include ", "extend ", "prepend "}) {
      if (!said.starts_with(word)) continue;
      said.remove_prefix(word.size());
      mixes = true;
      break;
    }
    if (!mixes) continue;
    said = trim(said.substr(0, said.find('#')));
    for (std::string_view part : split(said, ',')) {
      part = trim(part);
      const bool plain =
          !part.empty() && is_upper(part.front()) &&
          std::all_of(part.begin(), part.end(), [](char c) { return is_word(c) || c == ':'; });
      if (part == "self") continue;
      if (!plain) return std::nullopt;
      out.emplace_back(part);
    }
  }
  return out;
}

// `Base` of `class A < Base`; nothing when there is more to it than a name.
std::optional<std::string> base_named_in(std::string_view head) {
  const auto less = head.find('<');
  if (less == std::string_view::npos) return std::string();
  std::string_view name = trim(head.substr(less + 1));
  name = trim(name.substr(0, name.find_first_of("#;")));
  const bool plain = !name.empty() && std::all_of(name.begin(), name.end(),
                                                  [](char c) { return is_word(c) || c == ':'; });
  if (!plain) return std::nullopt;
  return std::string(name);
}

// Blocks of these run on the object around them.
constexpr auto kPlainBlocks =
    fixed_words(".each", ".map", ".times", ".select", ".reject", ".collect", ".open(", ".inject",
                ".reduce", ".sort_by", ".group_by", ".any?", ".all?", ".find", ".flat_map");

bool opens_foreign_block(std::string_view line) {
  const std::string_view said = trim(line);
  const bool opens = said.ends_with(" do") || contains(said, " do |") || said.ends_with("{") ||
                     (said.ends_with("|") && contains(said, "{"));
  return opens && std::none_of(std::begin(kPlainBlocks), std::end(kPlainBlocks),
                               [&](std::string_view each) { return contains(said, each); });
}

// A class or module of which it can be said what it is built on.
class RubyClasses {
 public:
  explicit RubyClasses(const index::Graph& graph) : graph_(graph) {}

  // The places of the class (by its qualified name), its bases and its modules; nothing when one of
  // them may have any method.
  std::optional<std::vector<index::Place>> parts_of(const std::string& qualified) const {
    std::vector<index::Place> out;
    std::vector<Named> left{
        {.name = last_name_of(qualified), .scope = std::string(owner_of(qualified))}};
    std::set<std::string> seen;
    while (!left.empty()) {
      const Named each = std::move(left.back());
      left.pop_back();
      if (!seen.insert(each.scope + "::" + each.name).second) continue;
      if (seen.size() > kRubyBasesMax) return std::nullopt;
      const std::vector<index::Place> places = places_of_type(each);
      if (places.empty() && !among(kRubyCore, each.name)) return std::nullopt;
      for (const index::Place& place : places) {
        if (!add_parts(place, left)) return std::nullopt;
        out.push_back(place);
      }
    }
    return out;
  }

 private:
  // A name and the type or module it is said in.
  struct Named {
    std::string name;
    std::string scope;
  };

  static std::string last_name_of(std::string_view qualified) {
    return std::string(qualified.substr(qualified.rfind(':') + 1));
  }

  // Those of the innermost scope around that has one. A name with its module in front is meant
  // as it is written.
  std::vector<index::Place> places_of_type(const Named& named) const {
    std::string_view written = named.name;
    while (written.starts_with(':')) written.remove_prefix(1);
    std::vector<index::Place> all = graph_.definers_of(last_name_of(written));
    std::erase_if(all, [&](const index::Place& place) {
      return graph_.family_of(place.path) != index::Family::ruby;
    });
    for (std::string_view scope = named.scope;; scope = owner_of(scope)) {
      const std::string wanted =
          scope.empty() ? std::string(written) : std::string(scope) + "::" + std::string(written);
      std::vector<index::Place> here = all;
      std::erase_if(here, [&](const index::Place& place) { return place.qualified != wanted; });
      if (!here.empty()) return here;
      if (scope.empty()) break;
    }
    return {};
  }

  bool add_parts(const index::Place& place, std::vector<Named>& left) const {
    const index::OutlinePtr outline = graph_.outline(place.path);
    const auto text = graph_.tree().text(place.path);
    const Symbol* type = symbol_named(outline.get(), place.qualified);
    if (type == nullptr || !text || outline->has_errors || makes_methods(*text)) return false;
    const Definition& definition = type->definition;
    if (definition.kind != "class" && definition.kind != "module") return false;
    const std::string_view body =
        std::string_view(*text).substr(definition.begin, definition.end - definition.begin);
    const auto mixed = mixed_into(body);
    const auto base = base_named_in(body.substr(0, body.find('\n')));
    if (!mixed || !base) return false;
    for (const std::string& each : *mixed) left.push_back({.name = each, .scope = place.qualified});
    if (!base->empty())
      left.push_back({.name = *base, .scope = std::string(owner_of(place.qualified))});
    return true;
  }

  const index::Graph& graph_;
};

class RubyCallSearch {
 public:
  RubyCallSearch(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), base_(index.base()), out_(out) {}

  void run() {
    const std::string& before = *code_.file->before;
    const std::string& after = *code_.file->after;
    const LineRange rows = lines_of_range(after, changed_span(before, after).after);
    std::set<std::string> looked;
    for (const Reference& each : code_.after->references) {
      if (!rows.has(each.line) || !is_own_call(each) || !is_telling(each.name)) continue;
      if (!looked.insert(each.name).second) continue;
      if (looked.size() > kRubyCallsMax || out_.size() >= kFindingsPerFileMax) return;
      if (is_unknown(each)) report(each);
    }
  }

 private:
  static bool is_own_call(const Reference& each) {
    if (each.enclosing < 0 || each.name.empty()) return false;
    if (each.kind == ReferenceKind::call) return each.receiver.empty() && !each.local;
    return each.kind == ReferenceKind::method_call && each.receiver == "self";
  }

  // Of several words, in small letters: no library is likely to give it to every object.
  static bool is_telling(std::string_view name) {
    const auto at = name.find('_', 1);
    return name.size() >= kRubyNameMin && at != std::string_view::npos && at + 1 < name.size() &&
           is_lower(name.front()) && !name.ends_with('=');
  }

  bool is_unknown(const Reference& call) {
    if (is_known_method(call.name) || !is_new(call.name)) return false;
    const Symbol& around = code_.after->symbols[static_cast<std::size_t>(call.enclosing)];
    if (!is_function(around.definition) || is_in_block(around.definition, call.line)) return false;
    if (is_asked_for(call.name)) return false;
    const std::string_view owner = owner_of(around.definition.qualified);
    if (owner.empty()) return is_script() && !makes_methods(*code_.file->after);
    const Symbol* own = symbol_named(code_.after.get(), owner);
    return own != nullptr && own->definition.kind == "class" &&
           RubyClasses(head_).parts_of(own->definition.qualified).has_value();
  }

  // No file of the repository says the name, in a symbol or string neither.
  bool is_new(const std::string& name) const {
    return places_of(*code_.file->before, name).empty() && !base_.has_references_to(name) &&
           !base_.has_definers_of(name) && !head_.has_definers_of(name) &&
           base_.holders_of(name).empty() && head_.holders_of(name).empty();
  }

  bool is_asked_for(const std::string& name) const {
    const std::string& after = *code_.file->after;
    for (const std::string_view mark : {":", "'", "\"", "def ", "@"}) {
      if (contains(after, std::string(mark) + name)) return true;
    }
    return false;
  }

  // A block may be run on another object.
  bool is_in_block(const Definition& method, int line) const {
    const std::vector<std::string_view> lines = split_lines(*code_.file->after);
    const auto indent_of = [](std::string_view text) { return text.find_first_not_of(" \t"); };
    const auto last = static_cast<std::size_t>(line) - 1;
    if (last >= lines.size()) return true;
    if (contains(lines[last], "{ ") || contains(lines[last], "{|")) return true;
    std::size_t indent = indent_of(lines[last]);
    for (std::size_t i = last; i-- >= static_cast<std::size_t>(method.line);) {
      const std::size_t here = indent_of(lines[i]);
      if (here == std::string_view::npos || here >= indent) continue;
      indent = here;
      if (opens_foreign_block(lines[i])) return true;
    }
    return false;
  }

  // A program of its own: a function at the top of any other file may be called on any object, as
  // those of a test.
  bool is_script() const {
    const std::string& after = *code_.file->after;
    if (!after.starts_with("#!") && !contains(after, "__FILE__")) return false;
    if (is_test_path(code_.path) || !head_.importers_of(code_.path).empty()) return false;
    return std::all_of(code_.after->imports.begin(), code_.after->imports.end(),
                       [&](const syntax::Import& import) {
                         const index::Resolution found = head_.resolve(code_.path, import);
                         return found.origin == index::Origin::standard &&
                                !among({"minitest", "test", "rake", "mkmf", "irb"}, found.package);
                       });
  }

  void report(const Reference& call) {
    out_.push_back(unknown_call_finding(code_.path, call.line, call.name));
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const index::Graph& base_;
  std::vector<Finding>& out_;
};

// Names behind `attr_reader`, `attr_accessor` and the like.
std::set<std::string> readers_in(std::string_view text) {
  std::set<std::string> out;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view said = trim(line);
    if (!said.starts_with("attr_reader ") && !said.starts_with("attr_accessor ")) continue;
    for (std::string_view part : split(said.substr(said.find(' ') + 1), ',')) {
      part = trim(part);
      if (part.starts_with(':')) part.remove_prefix(1);
      if (!part.empty() && std::all_of(part.begin(), part.end(), is_word)) out.emplace(part);
    }
  }
  return out;
}

// A reader of a class that is gone while the class goes on calling it.
class RubyReaderSearch {
 public:
  RubyReaderSearch(const CodeFile& code, const index::CodeIndex& index, std::vector<Finding>& out)
      : code_(code), head_(index.head()), out_(out) {}

  void run() {
    const std::string& before = *code_.file->before;
    const ChangedSpan::Range gone = changed_span(before, *code_.file->after).before;
    const std::set<std::string> lost =
        readers_in(std::string_view(before).substr(gone.begin, gone.end - gone.begin));
    if (lost.empty()) return;
    for (const Symbol& was : code_.before->symbols) {
      const Definition& type = was.definition;
      if (type.kind != "class" || type.end < gone.begin || type.begin > gone.end) continue;
      const Symbol* is = symbol_named(code_.after.get(), type.qualified);
      if (is == nullptr) continue;
      const std::set<std::string> had =
          readers_in(std::string_view(before).substr(type.begin, type.end - type.begin));
      for (const std::string& name : lost) {
        if (had.contains(name) && !is_brought_below(type.name, name)) look_at(*is, name);
      }
    }
  }

 private:
  void look_at(const Symbol& type, const std::string& name) {
    const Reference* use = use_of(type.definition, name);
    if (use == nullptr) return;
    const auto parts = RubyClasses(head_).parts_of(type.definition.qualified);
    if (!parts || std::any_of(parts->begin(), parts->end(),
                              [&](const index::Place& place) { return may_have(place, name); })) {
      return;
    }
    out_.push_back(
        {.rule = "caller-contract/gone",
         .kind = RuleKind::defect,
         .path = code_.path,
         .line = use->line,
         .message = "uses " + name + ", which " + type.definition.name + " no longer has",
         .feedback = "Keep the reader of " + name + ", or leave nothing that calls it."});
  }

  // A bare use in a method of the class itself that no variable is meant by.
  const Reference* use_of(const Definition& type, const std::string& name) const {
    for (const Reference& each : code_.after->references) {
      if (each.name != name || each.local || each.enclosing < 0) continue;
      const bool bare = each.receiver.empty() &&
                        (each.kind == ReferenceKind::name || each.kind == ReferenceKind::call);
      const bool own = each.kind == ReferenceKind::method_call && each.receiver == "self";
      if (!bare && !own) continue;
      const auto& around =
          code_.after->symbols[static_cast<std::size_t>(each.enclosing)].definition;
      if (is_function(around) && owner_of(around.qualified) == type.qualified) return &each;
    }
    return nullptr;
  }

  // `class B < A`: each that is built on it may have the method.
  bool is_brought_below(const std::string& type, const std::string& name) const {
    for (const index::Site& site : head_.references_to(type)) {
      const auto text = head_.tree().text(site.path);
      if (!text) return true;
      if (contains(line_of(*text, site.line), "<") && says_method(*text, name)) return true;
    }
    return false;
  }

  // `def name`, `:name`, `alias name`, `"name"`.
  static bool says_method(std::string_view text, const std::string& name) {
    const std::vector<std::size_t> places = places_of(text, name);
    return std::any_of(places.begin(), places.end(), [&](std::size_t at) {
      const std::string_view before = text.substr(0, at);
      return before.ends_with(":") || before.ends_with("def ") || before.ends_with("def self.") ||
             before.ends_with("alias ") || before.ends_with('"') || before.ends_with('\'');
    });
  }

  bool may_have(const index::Place& place, const std::string& name) const {
    const index::OutlinePtr outline = head_.outline(place.path);
    const auto text = head_.tree().text(place.path);
    const Symbol* type = symbol_named(outline.get(), place.qualified);
    if (type == nullptr || !text) return true;
    const Definition& definition = type->definition;
    const std::string body = syntax::blank_comments(
        syntax::Language::ruby,
        std::string_view(*text).substr(definition.begin, definition.end - definition.begin));
    return says_method(body, name);
  }

  const CodeFile& code_;
  const index::Graph& head_;
  std::vector<Finding>& out_;
};

// `NAME = x` and `NAME ||= x`, at the start of a line.
bool gives_constant(std::string_view text, std::size_t at, std::size_t size) {
  const auto line = text.rfind('\n', at);
  const std::size_t begin = line == std::string_view::npos ? 0 : line + 1;
  std::string_view before = trim(text.substr(begin, at - begin));
  if (before.ends_with("::")) return false;
  std::string_view rest = trim(text.substr(at + size, 8));
  if (rest.starts_with("||")) rest.remove_prefix(2);
  if (!before.empty() || !rest.starts_with('=')) return false;
  rest.remove_prefix(1);
  return rest.empty() || !contains("=~>", rest.substr(0, 1));
}

// Anything but a read: `NAME =`, `A, NAME = `, `class NAME`, `:NAME`, `"NAME"`, `X::NAME =`.
bool may_give_constant(std::string_view text, std::size_t at, std::size_t size) {
  const std::string_view before = text.substr(0, at);
  for (const std::string_view mark : {"class ", "module ", ":", "'", "\""}) {
    if (before.ends_with(mark) && !before.ends_with("::")) return true;
  }
  std::string_view rest = trim(text.substr(at + size, 8));
  if (rest.starts_with("||")) rest.remove_prefix(2);
  if (rest.starts_with(',')) return contains(text.substr(at, text.find('\n', at) - at), " = ");
  return rest.starts_with('=') && !rest.starts_with("==") && !rest.starts_with("=~") &&
         !rest.starts_with("=>");
}

// Constants in capitals that the language, or a library under its own name, gives a value.
constexpr auto kGivenConstants = fixed_words(
    "ARGF", "ARGV", "CSV", "DATA", "ENV", "ERB", "GC", "IO", "JSON", "PP", "STDERR", "STDIN",
    "STDOUT", "TOPLEVEL_BINDING", "URI", "YAML", "SCRIPT_LINES__", "SSL", "HTTP", "VERSION");

// The name of a class may also be one of a library.
bool is_plain_constant(std::string_view name) {
  return !among(kGivenConstants, name) && !name.starts_with("RUBY_") &&
         std::none_of(name.begin(), name.end(), is_lower);
}

class RubyConstantSearch {
 public:
  RubyConstantSearch(const CodeFile& code, const index::CodeIndex& index, const Context& context,
                     std::vector<Finding>& out)
      : code_(code), head_(index.head()), context_(context), out_(out) {}

  void run() {
    const std::string& whole = *code_.file->before;
    const ChangedSpan::Range gone = changed_span(whole, *code_.file->after).before;
    if (gone.begin >= gone.end) return;
    const std::string before = syntax::blank_comments(syntax::Language::ruby, whole);
    after_ = syntax::blank_comments(syntax::Language::ruby, *code_.file->after);
    std::set<std::string> names;
    for (std::size_t at = gone.begin; at < gone.end; ++at) {
      if (!is_upper(before[at]) || (at > 0 && is_word(before[at - 1]))) continue;
      std::size_t end = at;
      while (end < before.size() && is_word(before[end])) ++end;
      const std::string name = before.substr(at, end - at);
      if (is_plain_constant(name) && gives_constant(before, at, end - at)) names.insert(name);
      at = end;
    }
    for (const std::string& name : inner_classes(before, gone)) names.insert(name);
    if (names.size() > kRubyConstantsMax) return;
    for (const std::string& name : names) look_at(name);
  }

 private:
  // Classes within blocks (`describe … do`) that no other file names: those of the language and of
  // gems are only opened again.
  std::set<std::string> inner_classes(std::string_view before, ChangedSpan::Range gone) const {
    std::set<std::string> out;
    for (const std::string_view line :
         split_lines(before.substr(gone.begin, gone.end - gone.begin))) {
      std::string_view said = trim(line);
      if (line.empty() || line.front() != ' ' || !said.starts_with("class ")) continue;
      said = trim(said.substr(6));
      const std::string name(said.substr(0, said.find_first_of(" <;#")));
      const bool plain =
          !name.empty() && is_upper(name.front()) && std::all_of(name.begin(), name.end(), is_word);
      if (!plain || std::count_if(name.begin(), name.end(), is_upper) < 2) continue;
      if (symbol_named(code_.before.get(), name) != nullptr) continue;
      const std::vector<index::Site> sites = head_.references_to(name);
      const bool lone = std::all_of(sites.begin(), sites.end(), [&](const index::Site& site) {
        return site.path == code_.path;
      });
      if (lone) out.insert(name);
    }
    return out;
  }

  void look_at(const std::string& name) {
    const std::vector<std::size_t> places = places_of(after_, name);
    if (name.size() < 3 || std::any_of(places.begin(), places.end(), [&](std::size_t at) {
          return may_give_constant(after_, at, name.size());
        })) {
      return;
    }
    const auto& all = code_.after->references;
    const auto use = std::find_if(all.begin(), all.end(), [&](const Reference& each) {
      const bool bare = each.kind == ReferenceKind::name || each.kind == ReferenceKind::type;
      return bare && each.name == name && each.receiver.empty() && !is_of_other(each);
    });
    if (use == all.end() || head_.has_definers_of(name)) return;
    const bool elsewhere = is_said_elsewhere(context_.head, code_.path, name,
                                             [&](std::string_view text, std::size_t at) {
                                               return may_give_constant(text, at, name.size());
                                             });
    if (!elsewhere) report(*use);
  }

  // `Other::NAME`
  bool is_of_other(const Reference& use) const {
    return contains(line_of(after_, use.line), "::" + use.name);
  }

  void report(const Reference& use) {
    out_.push_back(
        {.rule = "caller-contract/gone",
         .kind = RuleKind::defect,
         .path = code_.path,
         .line = use.line,
         .message = "uses " + use.name + ", which nothing defines any more",
         .feedback = "Keep what defines " + use.name + ", or leave nothing that uses it."});
  }

  const CodeFile& code_;
  const index::Graph& head_;
  const Context& context_;
  std::vector<Finding>& out_;
  std::string after_;
};

}  // namespace

std::vector<Finding> unknown_ruby_calls(const std::vector<CodeFile>& files,
                                        const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (code.family != index::Family::ruby || !is_read_on_both_sides(code)) continue;
    RubyCallSearch(code, index, out).run();
    RubyReaderSearch(code, index, out).run();
  }
  return out;
}

std::vector<Finding> lost_ruby_constants(const std::vector<CodeFile>& files,
                                         const index::CodeIndex& index, const Context& context) {
  std::vector<Finding> out;
  for (const CodeFile& code : files) {
    if (code.family != index::Family::ruby || !is_read_on_both_sides(code)) continue;
    RubyConstantSearch(code, index, context, out).run();
  }
  return out;
}

}  // namespace pawl::guards
