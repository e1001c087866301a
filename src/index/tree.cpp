#include "index/tree.hpp"

#include <algorithm>
#include <array>

#include "base/text/repo_path.hpp"
#include "base/text/text.hpp"
#include "syntax/language.hpp"

namespace pawl::index {
namespace {

constexpr Key kOffset = 0xcbf29ce484222325U;
constexpr Key kPrime = 0x100000001b3U;

Key hash(char domain, std::string_view text) {
  Key value = (kOffset ^ static_cast<unsigned char>(domain)) * kPrime;
  for (const char c : text) value = (value ^ static_cast<unsigned char>(c)) * kPrime;
  // FNV leaves the high bits of short texts alike; the database sorts by all of them.
  value ^= value >> 29U;
  value *= 0xbf58476d1ce4e5b9U;
  return value ^ (value >> 32U);
}

struct Ending {
  std::string_view ending;
  Family family;
};
constexpr auto kSourceEndings = std::to_array<Ending>({
    {".py", Family::python},  {".pyi", Family::python}, {".pyw", Family::python},
    {".js", Family::script},  {".mjs", Family::script}, {".cjs", Family::script},
    {".jsx", Family::script}, {".ts", Family::script},  {".tsx", Family::script},
    {".mts", Family::script}, {".cts", Family::script}, {".go", Family::go},
    {".rs", Family::rust},    {".c", Family::c},        {".h", Family::c},
    {".cc", Family::c},       {".cpp", Family::c},      {".cxx", Family::c},
    {".hh", Family::c},       {".hpp", Family::c},      {".hxx", Family::c},
    {".inl", Family::c},      {".ipp", Family::c},      {".java", Family::java},
    {".rb", Family::ruby},    {".rake", Family::ruby},  {".gemspec", Family::ruby},
    {".ru", Family::ruby},    {".sh", Family::bash},    {".bash", Family::bash},
});
// Whole names, in lower case.
constexpr auto kSourceNames = std::to_array<Ending>({
    {"rakefile", Family::ruby},
    {"gemfile", Family::ruby},
    {"vagrantfile", Family::ruby},
    {"podfile", Family::ruby},
    {"guardfile", Family::ruby},
    {"fastfile", Family::ruby},
    {"brewfile", Family::ruby},
    {".bashrc", Family::bash},
    {".bash_profile", Family::bash},
    {".profile", Family::bash},
    {".envrc", Family::bash},
});

template <std::size_t N>
Family family_in(const std::array<Ending, N>& rows, std::string_view word) {
  for (const Ending& each : rows) {
    if (each.ending == word) return each.family;
  }
  return Family::other;
}

// The last word of a module's text: `b` of `a.b`, `./a/b.js`, `crate::a::b`, `a/b.hpp`.
std::string_view last_word(std::string_view module) {
  while (!module.empty() && (module.back() == '/' || module.back() == '.')) module.remove_suffix(1);
  const auto slash = module.find_last_of("/:");
  if (slash != std::string_view::npos) {
    module.remove_prefix(slash + 1);
    return module.substr(0, module.find('.'));
  }
  // Python and Java part with dots, `a.js` and `a.hpp` end with one: both words are keys.
  return module.substr(module.rfind('.') + 1);
}

}  // namespace

Key definition_key(std::string_view name) { return hash('d', name); }
Key member_key(std::string_view name) { return hash('m', name); }
Key use_key(std::string_view name) { return hash('u', name); }
Key import_key(std::string_view name) { return hash('i', name); }

std::vector<Key> keys_of(const syntax::Outline& outline) {
  std::vector<Key> keys;
  keys.reserve(outline.references.size() + 2 * outline.symbols.size());
  for (const syntax::Symbol& each : outline.symbols) {
    keys.push_back(definition_key(each.definition.name));
  }
  for (const std::string& each : outline.members) keys.push_back(member_key(each));
  for (const syntax::Reference& each : outline.references) keys.push_back(use_key(each.name));
  for (const syntax::Import& import : outline.imports) {
    keys.push_back(import_key(last_word(import.module)));
    const std::string_view module = import.module;
    const auto slash = module.rfind('/');
    const std::string_view file =
        slash == std::string_view::npos ? module : module.substr(slash + 1);
    keys.push_back(import_key(file.substr(0, file.find('.'))));
    for (const syntax::ImportedName& name : import.names) {
      keys.push_back(use_key(name.name));
      keys.push_back(import_key(name.name));
    }
  }
  std::sort(keys.begin(), keys.end());
  keys.erase(std::unique(keys.begin(), keys.end()), keys.end());
  return keys;
}

std::optional<syntax::Language> language_of(std::string_view path, std::string_view text) {
  const Result<RepoPath> parsed = RepoPath::from_git(path);
  if (!parsed) return std::nullopt;
  return syntax::kind_of(*parsed, text).language;
}

Family family_of(std::string_view path) {
  const std::string name = lower(name_of(path));
  const auto dot = name.rfind('.');
  const Family known = dot == std::string::npos
                           ? Family::other
                           : family_in(kSourceEndings, std::string_view(name).substr(dot));
  return known != Family::other ? known : family_in(kSourceNames, name);
}

Family family_of(std::string_view path, std::string_view text) {
  const Family family = family_of(path);
  if (family != Family::other || name_of(path).find('.', 1) != std::string_view::npos)
    return family;
  const auto language = language_of(path, text);
  return language ? family_of(*language) : Family::other;
}

bool is_javascript(std::string_view path) {
  return path.ends_with(".js") || path.ends_with(".jsx") || path.ends_with(".mjs") ||
         path.ends_with(".cjs");
}

bool is_typescript(std::string_view path) {
  return path.ends_with(".ts") || path.ends_with(".tsx") || path.ends_with(".mts") ||
         path.ends_with(".cts");
}

Family family_of(syntax::Language language) {
  switch (language) {
    case syntax::Language::python: return Family::python;
    case syntax::Language::javascript:
    case syntax::Language::typescript:
    case syntax::Language::tsx: return Family::script;
    case syntax::Language::go: return Family::go;
    case syntax::Language::rust: return Family::rust;
    case syntax::Language::c:
    case syntax::Language::cpp: return Family::c;
    case syntax::Language::java: return Family::java;
    case syntax::Language::ruby: return Family::ruby;
    case syntax::Language::bash: return Family::bash;
  }
  return Family::other;
}

std::string_view name_of(std::string_view path) { return path.substr(path.rfind('/') + 1); }

std::string_view stem_of(std::string_view path) {
  const std::string_view name = name_of(path);
  return name.substr(0, name.find('.', 1));
}

std::optional<std::string> joined_path(std::string_view folder, std::string_view rest) {
  std::vector<std::string_view> parts;
  const auto add = [&](std::string_view text) {
    for (const std::string_view part : split(text, '/')) {
      if (part.empty() || part == ".") continue;
      if (part != "..") {
        parts.push_back(part);
      } else if (parts.empty()) {
        return false;
      } else {
        parts.pop_back();
      }
    }
    return true;
  };
  if (!add(folder) || !add(rest)) return std::nullopt;
  return join(std::span<const std::string_view>(parts), "/");
}

}  // namespace pawl::index
