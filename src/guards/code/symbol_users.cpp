#include "guards/code/symbol_users.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "guards/documents/documents.hpp"
#include "guards/lexical.hpp"
#include "guards/symbols.hpp"
#include "repo/views/view.hpp"
#include "syntax/language.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kMentionFileMax = 256U << 10U;
constexpr std::size_t kMentionTotalMax = 48U << 20U;
constexpr int kListingLinesMax = 200;

bool is_renamed_away(const git::Change& change, const index::CodeIndex& index,
                     const syntax::Definition& definition) {
  for (const git::FileChange& file : change.files) {
    if (!file.before) continue;
    const std::string path = file.path.text();
    const index::OutlinePtr before = index.base().outline(path);
    if (before == nullptr) continue;
    const index::OutlinePtr after = index.head().outline(path);
    for (const syntax::Symbol& old : before->symbols) {
      if (old.definition.name == definition.name &&
          symbol_named(after.get(), old.definition.qualified) == nullptr) {
        return true;
      }
    }
  }
  return false;
}

// The statement that the line belongs to only lists names for others: `export { … }`,
// `module.exports = { … }`.
bool is_listing(const std::vector<std::string_view>& lines, int line) {
  for (int at = line; at > 0 && at > line - kListingLinesMax; --at) {
    if (at > static_cast<int>(lines.size())) return false;
    const std::string_view text = lines[static_cast<std::size_t>(at - 1)];
    if (text.empty() || text.front() == ' ' || text.front() == '\t' || text.front() == '}') {
      continue;
    }
    return text.starts_with("export {") || text.starts_with("export{") ||
           text.starts_with("export type {") || text.starts_with("export default ") ||
           text.starts_with("module.exports") || text.starts_with("exports.");
  }
  return false;
}

// `run_` of `run_fast`, `run` of `runFast`.
std::vector<std::string> beginnings(std::string_view name) {
  std::vector<std::string> out;
  for (std::size_t i = 2; i + 1 < name.size(); ++i) {
    if (name[i] == '_') out.emplace_back(name.substr(0, i + 1));
    const bool hump = name[i] >= 'A' && name[i] <= 'Z' && name[i - 1] >= 'a' && name[i - 1] <= 'z';
    if (hump) out.emplace_back(name.substr(0, i));
  }
  return out;
}

enum class Wording : std::uint8_t { names, shell, prose };

// In prose only what is marked as code counts: `name`, name(), module.name. In a shell script
// `name()` is its definition.
bool is_mention(std::string_view text, std::size_t begin, std::size_t end, Wording wording) {
  const char before = begin > 0 ? text[begin - 1] : ' ';
  const char after = end < text.size() ? text[end] : ' ';
  if (wording == Wording::names) return true;
  if (wording == Wording::shell) {
    return !trim(text.substr(end, 4)).starts_with("()") &&
           !trim_end(text.substr(0, begin)).ends_with("function");
  }
  return before == '`' || before == '.' || before == ':' || after == '`' || after == '(';
}

void add_mentions(std::string_view text, Wording wording, const std::set<std::string>& names,
                  std::set<std::string>& out) {
  for (std::size_t i = 0; i < text.size();) {
    if (!is_identifier_byte(text[i])) {
      ++i;
      continue;
    }
    std::size_t end = i;
    while (end < text.size() && is_identifier_byte(text[end])) ++end;
    const auto found = names.find(std::string(text.substr(i, end - i)));
    if (found != names.end() && is_mention(text, i, end, wording)) out.insert(*found);
    i = end;
  }
}

}  // namespace

bool is_accountable(const syntax::Symbol& symbol) {
  const std::string& kind = symbol.definition.kind;
  return kind == "function" || kind == "method" || kind == "class" || kind == "struct" ||
         kind == "enum" || kind == "union" || kind == "interface" || kind == "trait" ||
         kind == "record" || kind == "type" || kind == "constant";
}

bool is_code(const git::FileChange& file) {
  const std::string& text = file.after ? *file.after : *file.before;
  return syntax::kind_of(file.path, text).language.has_value();
}

bool is_within(std::string_view inner, std::string_view outer) {
  if (!inner.starts_with(outer)) return false;
  return inner.size() == outer.size() || inner[outer.size()] == '.' || inner[outer.size()] == ':';
}

std::vector<Defined> new_definitions(const git::Change& change, const index::CodeIndex& index) {
  std::vector<Defined> out;
  for (const git::FileChange& file : change.files) {
    if (!file.after || !is_code(file)) continue;
    const std::string path = file.path.text();
    const index::OutlinePtr now = index.head().outline(path);
    if (now == nullptr || now->has_errors || now->open_names) continue;
    const index::OutlinePtr before = index.base().outline(path);
    for (const syntax::Symbol& symbol : now->symbols) {
      const syntax::Definition& definition = symbol.definition;
      if (!is_accountable(symbol)) continue;
      if (symbol_named(before.get(), definition.qualified) != nullptr) continue;
      if (is_renamed_away(change, index, definition)) continue;
      out.push_back({.path = path, .outline = now, .symbol = &symbol});
    }
  }
  return out;
}

std::vector<index::Site> users_of(const index::Graph& graph, const Defined& defined) {
  std::vector<index::Site> sites = graph.uses_of(defined.path, defined.qualified());
  std::optional<std::string> text;
  std::vector<std::string_view> lines;
  std::erase_if(sites, [&](const index::Site& site) {
    if (site.path != defined.path) return false;
    if (is_within(site.enclosing, defined.qualified())) return true;
    const bool plain = site.enclosing.empty() && site.kind == syntax::ReferenceKind::name;
    if (!plain || index::family_of(site.path) != index::Family::script) return false;
    if (!text) {
      text = graph.tree().text(site.path).value_or(std::string());
      lines = split_lines(*text);
    }
    return is_listing(lines, site.line);
  });
  return sites;
}

bool is_used_in_own_file(const Defined& defined,
                         const std::function<bool(const syntax::Symbol& user)>& counts) {
  const auto& references = defined.outline->references;
  return std::any_of(references.begin(), references.end(), [&](const syntax::Reference& each) {
    // Code outside of all definitions may only list the name.
    if (each.name != defined.name() || each.local || each.enclosing < 0) return false;
    if (!each.receiver.empty() || each.kind == syntax::ReferenceKind::text) return false;
    if (!defined.symbol->definition.top_level) return false;
    const syntax::Symbol& user = defined.outline->symbols[static_cast<std::size_t>(each.enclosing)];
    return !is_within(user.definition.qualified, defined.qualified()) && counts(user);
  });
}

bool may_be_composed(const index::Graph& graph, const Defined& defined) {
  const std::vector<std::string> parts = beginnings(defined.name());
  if (parts.empty()) return false;
  const std::string text = graph.tree().text(defined.path).value_or(std::string());
  for (const std::string& part : parts) {
    for (const std::string_view mark : {"{", "$", "%s", "\"", "'"}) {
      if (mark == "\"" && !part.ends_with('_')) continue;
      if (mark == "'" && !part.ends_with('_')) continue;
      if (contains(text, part + std::string(mark))) return true;
    }
    if (!part.ends_with('_')) continue;
    for (const index::Site& site : graph.references_to(part)) {
      if (site.kind == syntax::ReferenceKind::text) return true;
    }
  }
  return false;
}

bool is_inside_another(const Defined& defined, const std::vector<Defined>& list) {
  return std::any_of(list.begin(), list.end(), [&](const Defined& other) {
    return other.path == defined.path && other.qualified() != defined.qualified() &&
           is_within(defined.qualified(), other.qualified());
  });
}

std::set<std::string> mentioned(const repo::RepoView* tree, const std::set<std::string>& names) {
  std::set<std::string> out;
  if (tree == nullptr || names.empty()) return out;
  std::size_t total = 0;
  for (const repo::Entry& entry : tree->files()) {
    if (entry.symlink || entry.size > kMentionFileMax) continue;
    const index::Family family = index::family_of(entry.path.text());
    if (family != index::Family::other && family != index::Family::bash) continue;
    if (repo::is_vendored(entry.path) || repo::is_generated(entry.path)) continue;
    const Result<std::string> text = tree->read(entry.path, kMentionFileMax);
    if (!text || looks_binary(*text)) continue;
    total += text->size();
    if (total > kMentionTotalMax) break;
    const bool shell = family == index::Family::bash || text->starts_with("#!");
    add_mentions(*text,
                 shell                     ? Wording::shell
                 : is_document(entry.path) ? Wording::prose
                                           : Wording::names,
                 names, out);
    if (out.size() == names.size()) break;
  }
  return out;
}

}  // namespace pawl::guards
