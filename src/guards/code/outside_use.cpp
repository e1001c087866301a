#include "guards/code/outside_use.hpp"

#include <algorithm>
#include <optional>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/symbols.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using index::Family;

constexpr auto kTestPathFolders =
    fixed_words("tests", "test", "__tests__", "spec", "specs", "e2e", "testing", "testdata",
                "fixtures", "mocks", "__mocks__");
// Folders whose files a framework finds, a person reads, or somebody else wrote.
constexpr auto kOpenFolders = fixed_words(
    "example", "examples", "sample", "samples", "demo", "demos", "doc", "docs", "bench", "benches",
    "benchmark", "benchmarks", "fuzz", "vendor", "third_party", "node_modules", "stories", "pages",
    "routes", "migrations", "migrate", "versions", "templatetags", "spiders", "functions",
    "lambdas", "controllers", "plugins", "extensions", "addons", "initializers", "commands");
// Files that a tool looks for by name.
constexpr auto kOpenStems =
    fixed_words("conftest", "noxfile", "fabfile", "tasks", "dodo", "setup", "manage", "wsgi",
                "asgi", "settings", "config", "conf", "celeryconfig", "urls", "admin", "apps",
                "gulpfile", "gruntfile", "jakefile", "build");
// The same, of frameworks for the web.
constexpr auto kOpenScriptStems =
    fixed_words("page", "layout", "route", "loading", "error", "not-found", "default", "middleware",
                "instrumentation", "sitemap", "robots", "+page", "+layout", "+server", "hooks");
// Names that frameworks, interpreters and loaders call.
constexpr auto kCalledNames = fixed_words(
    "main", "app", "application", "asgi_app", "wsgi_app", "create_app", "make_app", "get_app",
    "handler", "lambda_handler", "urlpatterns", "celery", "cli", "setup", "teardown", "register",
    "upgrade", "downgrade", "revision", "default", "plugin", "activate", "deactivate", "configure",
    "load_ipython_extension", "unload_ipython_extension", "includeme", "getServerSideProps",
    "getStaticProps", "getStaticPaths", "generateMetadata", "generateStaticParams", "loader",
    "action", "metadata", "WinMain", "DllMain", "wWinMain", "LLVMFuzzerTestOneInput",
    "LLVMFuzzerInitialize", "_start");
constexpr auto kCalledStarts = fixed_words("Java_", "PyInit_", "JNI_", "pytest_", "hook_", "test_");
// Methods that objects are given for others to call.
constexpr auto kMemberStarts = fixed_words(
    "visit", "depart_", "process_", "on_", "handle_", "do_", "test", "from_", "to_", "with_",
    "get_", "set_", "is_", "has_", "on", "get", "set", "is", "to", "with", "handle");

bool starts_with_any(std::string_view text, WordsView starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

bool in_folder_of(std::string_view path, WordsView folders) {
  for (const std::string_view part : split(folder_of(path), '/')) {
    if (among(folders, lower(part))) return true;
  }
  return false;
}

bool is_dunder(std::string_view name) {
  return name.size() > 4 && name.starts_with("__") && name.ends_with("__");
}

// `processItem`, `process_item`: a name of more than one word is seldom met by chance.
bool is_compound(std::string_view name) {
  for (std::size_t i = 1; i < name.size(); ++i) {
    if (name[i] == '_' && i + 1 < name.size()) return true;
    const bool hump = name[i] >= 'A' && name[i] <= 'Z' && name[i - 1] >= 'a' && name[i - 1] <= 'z';
    if (hump) return true;
  }
  return false;
}

// What stands between the beginning of a type and its body.
std::string_view header_of(std::string_view text, const syntax::Definition& type, bool indented) {
  if (type.begin >= text.size()) return {};
  const std::string_view all = text.substr(type.begin, type.end - type.begin);
  int depth = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const char c = all[i];
    if (c == '(' || c == '[') ++depth;
    if (c == ')' || c == ']') --depth;
    const bool opens = indented ? c == ':' && depth <= 0 : c == '{';
    if (opens) return all.substr(0, i);
  }
  return all.substr(0, all.find('\n'));
}

// The type is built on another one.
bool has_base(std::string_view path, std::string_view text, const syntax::Definition& type) {
  const Family family = index::family_of(path);
  const std::string_view header = header_of(text, type, family == Family::python);
  switch (family) {
    case Family::python: {
      const auto open = header.find('(');
      if (open == std::string_view::npos) return false;
      const std::string_view bases = trim(header.substr(open + 1, header.rfind(')') - open - 1));
      return !bases.empty() && bases != "object";
    }
    case Family::script:
    case Family::java:
      return contains_word_folded(header, "extends") || contains_word_folded(header, "implements");
    case Family::ruby: return contains(header.substr(0, header.find('\n')), "<");
    case Family::c: return contains(replace_all(header, "::", ""), ":");
    case Family::go:
    case Family::rust:
    case Family::bash:
    case Family::other: return false;
  }
  return false;
}

bool is_type(std::string_view kind) {
  return kind == "class" || kind == "struct" || kind == "record" || kind == "enum";
}

}  // namespace

bool is_test_path(std::string_view path) {
  if (in_folder_of(path, kTestPathFolders)) return true;
  const std::string_view name = index::name_of(path);
  const std::string_view stem = name.substr(0, name.rfind('.'));
  return name.starts_with("test_") || stem.ends_with("_test") || stem.ends_with("_spec") ||
         stem.ends_with("Test") || stem.ends_with("Tests") || stem.ends_with(".test") ||
         stem.ends_with(".spec");
}

bool is_open_path(std::string_view path) {
  if (is_test_path(path) || in_folder_of(path, kOpenFolders)) return true;
  const Result<RepoPath> parsed = RepoPath::from_git(path);
  if (!parsed || repo::is_vendored(*parsed) || repo::is_generated(*parsed)) return true;
  const std::string name = lower(index::name_of(path));
  const std::string_view stem = std::string_view(name).substr(0, name.find('.'));
  if (index::family_of(path) == Family::script && among(kOpenScriptStems, stem)) return true;
  return among(kOpenStems, stem) || contains(name, ".config.") || contains(name, ".stories.") ||
         contains(name, ".d.ts") || stem.starts_with("settings_") || stem.ends_with("_settings") ||
         stem.ends_with("_pb2");
}

bool OutsideUse::reaches(const std::string& path, const syntax::Outline& outline,
                         const syntax::Symbol& symbol) {
  if (symbol.entry_point || is_open_path(path) || is_called_by_name(path, symbol)) return true;
  for (std::string_view owner = owner_of(symbol.definition.qualified); !owner.empty();
       owner = owner_of(owner)) {
    const syntax::Symbol* type = symbol_named(&outline, owner);
    if (type != nullptr && type->entry_point) return true;
  }
  if (!symbol.definition.top_level || symbol.definition.kind == "method") {
    if (may_be_called_as_member(path, outline, symbol)) return true;
  }
  if (is_type(symbol.definition.kind) && is_found_by_base(path, symbol)) return true;
  return symbol.definition.is_public && library_.offers(path, outline, symbol);
}

bool OutsideUse::is_called_by_name(const std::string& path, const syntax::Symbol& symbol) const {
  const std::string& name = symbol.definition.name;
  if (is_dunder(name) || among(kCalledNames, name) || starts_with_any(name, kCalledStarts)) {
    return true;
  }
  return symbol.definition.top_level && is_found_by_folder(path, symbol);
}

// Each file of the folder has one of that name, and nobody names those either: somebody goes
// through the files.
bool OutsideUse::is_found_by_folder(const std::string& path, const syntax::Symbol& symbol) const {
  const Family family = index::family_of(path);
  if (family == Family::go || family == Family::java) return false;
  const auto places = graph_.definers_of(symbol.definition.name);
  return std::any_of(places.begin(), places.end(), [&](const index::Place& place) {
    return place.path != path && place.qualified == symbol.definition.qualified &&
           folder_of(place.path) == folder_of(path) &&
           index::stem_of(place.path) != index::stem_of(path) &&
           graph_.uses_of(place.path, place.qualified).empty();
  });
}

// `Base.__subclasses__()` and the like find types that nobody names.
bool OutsideUse::is_found_by_base(const std::string& path, const syntax::Symbol& symbol) const {
  const auto text = graph_.tree().text(path);
  if (!text || !has_base(path, *text, symbol.definition)) return false;
  if (index::family_of(path) == Family::ruby) return graph_.has_definers_of("inherited");
  return graph_.has_references_to("__subclasses__") || graph_.has_definers_of("__init_subclass__");
}

// Members are called on objects of unknown type: through a base, an interface, or by code that
// takes anything with such a method.
bool OutsideUse::may_be_called_as_member(const std::string& path, const syntax::Outline& outline,
                                         const syntax::Symbol& symbol) const {
  const syntax::Definition& definition = symbol.definition;
  const Family family = index::family_of(path);
  if (family == Family::go || !is_compound(definition.name)) return true;
  if (definition.kind != "method" && definition.kind != "function") return false;
  if (starts_with_any(definition.name, kMemberStarts)) return true;
  for (const index::Place& place : graph_.definers_of(definition.name)) {
    if (place.qualified != definition.qualified) return true;
  }
  const syntax::Symbol* owner = symbol_named(&outline, owner_of(definition.qualified));
  if (owner == nullptr) return family != Family::rust;
  const auto text = graph_.tree().text(path);
  return !is_type(owner->definition.kind) || !text || has_base(path, *text, owner->definition);
}

}  // namespace pawl::guards
