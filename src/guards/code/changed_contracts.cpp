#include "guards/code/changed_contracts.hpp"

#include <algorithm>
#include <map>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/symbols.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Symbol;

// Decorators and attributes that leave the parameters alone.
constexpr auto kPlainDecorators =
    fixed_words("staticmethod", "classmethod", "inline", "must_use", "allow", "doc", "track_caller",
                "Override", "Deprecated", "SuppressWarnings", "Nullable", "NonNull");

bool is_name_byte(char c) { return is_identifier_byte(c) || static_cast<unsigned char>(c) >= 0x80; }

// Functions by qualified name; null where a name has several definitions: overloads, branches.
std::map<std::string, const Symbol*> functions_of(const syntax::Outline& outline) {
  std::map<std::string, const Symbol*> out;
  for (const Symbol& symbol : outline.symbols) {
    const auto [at, is_new] = out.emplace(symbol.definition.qualified,
                                          is_function(symbol.definition) ? &symbol : nullptr);
    if (!is_new) at->second = nullptr;
  }
  return out;
}

// What stands behind the word on the line, blanks left out: `= wrap(f)` of `f = wrap(f)`.
std::string_view behind(std::string_view line, std::size_t end) {
  while (end < line.size() && (line[end] == ' ' || line[end] == '\t')) ++end;
  return line.substr(end);
}

// `fn f(&self, …)`, `def f(self, …)`
bool mentions_self(std::string_view text, const syntax::Definition& definition) {
  const std::string_view header = text.substr(definition.begin, 400);
  const auto open = header.find('(');
  return open != std::string_view::npos &&
         contains(header.substr(open, header.find(')') - open), "self");
}

bool is_constructor(Family family, std::string_view name) {
  return (family == Family::python && name == "__init__") ||
         (family == Family::script && name == "constructor");
}

// Another method decides what the type's call takes.
bool makes_itself(const CodeFile& code, const std::string& owner) {
  const auto other = [&](const syntax::Outline& outline) {
    return std::any_of(outline.symbols.begin(), outline.symbols.end(), [&](const Symbol& symbol) {
      return symbol.definition.qualified == owner + ".__new__" ||
             (symbol.definition.qualified == owner && !symbol.decorators.empty());
    });
  };
  return other(*code.before) || other(*code.after) || contains(*code.file->after, "metaclass");
}

class ContractFinder {
 public:
  explicit ContractFinder(const CodeFile& code)
      : code_(code), before_(functions_of(*code.before)), after_(functions_of(*code.after)) {}

  std::vector<Contract> run() {
    for (const auto& [qualified, was] : before_) {
      if (was == nullptr || !was->signature) continue;
      const auto is = after_.find(qualified);
      if (is == after_.end()) {
        gone(*was);
      } else if (is->second != nullptr && is->second->signature) {
        changed(*was, *is->second);
      }
    }
    return std::move(out_);
  }

 private:
  void changed(const Symbol& was, const Symbol& is) {
    if (*was.signature == *is.signature) return;
    if (!has_plain_decorators(was) || !has_plain_decorators(is)) return;
    const syntax::Definition& definition = is.definition;
    const bool method = definition.kind == "method" || !owner_of(definition.qualified).empty();
    if (code_.family == Family::c && definition.kind == "method") return;
    // Go's receivers have types that outlines do not know.
    if (code_.family == Family::go && definition.kind == "method") return;
    if (has_other_meaning(code_.path, *code_.file->after, definition.name, definition.line)) return;
    Contract contract = contract_of(was);
    contract.after = is.signature;
    contract.line = definition.line;
    if (is_constructor(code_.family, definition.name)) {
      if (makes_itself(code_, contract.owner)) return;
      contract.called = contract.owner;
      contract.owner.clear();
    } else if (method) {
      contract.takes_self = code_.family == Family::rust
                                ? mentions_self(*code_.file->after, definition)
                                : code_.family == Family::python && is.decorators.empty();
    }
    out_.push_back(std::move(contract));
  }

  void gone(const Symbol& was) {
    const syntax::Outline& after = *code_.after;
    // `module.exports = f()` hides what a module offers, not what its own code can call.
    const bool module = code_.family == Family::script && !after.imports.empty();
    if ((after.open_names && !module) || was.definition.name == "default") return;
    const std::string& name = was.definition.name;
    const bool named =
        std::any_of(after.symbols.begin(), after.symbols.end(),
                    [&](const Symbol& each) { return each.definition.name == name; });
    const auto binds = [&](const std::vector<std::string>& names) {
      return std::find(names.begin(), names.end(), name) != names.end();
    };
    if (named || binds(after.bindings) || binds(after.exports)) return;
    for (const syntax::Import& import : after.imports) {
      if (import.alias == name) return;
      for (const syntax::ImportedName& each : import.names) {
        if (each.alias == name || each.name == "*") return;
      }
    }
    Contract contract = contract_of(was);
    contract.own_calls_only = after.open_names;
    out_.push_back(std::move(contract));
  }

  Contract contract_of(const Symbol& was) const {
    Contract contract;
    contract.code = &code_;
    contract.name = was.definition.name;
    contract.qualified = was.definition.qualified;
    contract.called = was.definition.qualified;
    if (was.definition.kind == "method" || !was.definition.top_level) {
      contract.owner = owner_of(was.definition.qualified);
    }
    contract.before = *was.signature;
    return contract;
  }

  const CodeFile& code_;
  std::map<std::string, const Symbol*> before_;
  std::map<std::string, const Symbol*> after_;
  std::vector<Contract> out_;
};

}  // namespace

bool has_plain_decorators(const Symbol& symbol) {
  return std::all_of(
      symbol.decorators.begin(), symbol.decorators.end(), [](const std::string& decorator) {
        return std::find(kPlainDecorators.begin(), kPlainDecorators.end(), decorator) !=
               kPlainDecorators.end();
      });
}

bool has_other_meaning(std::string_view path, std::string_view text, const std::string& name,
                       int definition_line) {
  const Family family = index::family_of(path);
  const bool plain_c = path.ends_with(".c");
  int row = 0;
  int declared = 0;
  for (const std::string_view line : split_lines(text)) {
    ++row;
    for (std::size_t at = line.find(name); at != std::string_view::npos;
         at = line.find(name, at + name.size())) {
      const std::size_t end = at + name.size();
      if (at > 0 && is_name_byte(line[at - 1])) continue;
      if (end < line.size() && is_name_byte(line[end])) continue;
      const std::string_view rest = behind(line, end);
      const std::string_view head = trim(line.substr(0, at));
      const bool assigned = rest.starts_with('=') && !rest.starts_with("==");
      const bool member = head.ends_with('.') || head.empty();
      if (assigned && member && !rest.starts_with("=>")) return true;
      if (head.ends_with("#define")) return true;
      const bool called = rest.starts_with('(') || rest.starts_with('<');
      if (family == Family::script) {
        if (row == definition_line && rest.starts_with(':')) return true;
        const bool declares = head.ends_with("function") ||
                              (trim(line).ends_with(";") && contains(rest, "):") && head.empty());
        if (called && declares) ++declared;
      }
      const bool flush = !line.empty() && line.front() != ' ' && line.front() != '\t';
      // Not `constexpr auto kTable = f();`, `static_assert(f());` and `int g() { return f(); }`,
      // which call it.
      const bool calls = head.ends_with('(') || contains(head, "=") || contains(head, "{");
      // C's prototypes only say the same again.
      const bool declares = family == Family::c && called && flush && !calls && at > 0;
      if (declares && row != definition_line && !plain_c) {
        return true;
      }
    }
  }
  return declared > 1;
}

std::vector<Contract> changed_contracts(const CodeFile& code) {
  if (code.before == nullptr || code.after == nullptr) return {};
  if (code.before->has_errors || code.after->has_errors) return {};
  return ContractFinder(code).run();
}

}  // namespace pawl::guards
