#include "guards/code/import_doubts.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/compiled_doubts.hpp"
#include "guards/code/symbol_users.hpp"
#include "guards/config/js_config.hpp"
#include "guards/lexical.hpp"
#include "guards/text/near_miss.hpp"
#include "index/resolver.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using index::Origin;

constexpr std::size_t kNeighboursMax = 40;

// Files in these are read by people, or by the tests of a tool that wants them broken.
constexpr auto kFixtureFolders = fixed_words(
    "fixtures", "fixture", "__fixtures__", "__testfixtures__", "testdata", "test-data", "test_data",
    "template", "templates", "skeleton", "snapshots", "__snapshots__", "cookiecutter");
// The same in languages that need no build: nobody else has to be able to load them.
constexpr auto kLooseFolders = fixed_words("mocks", "stubs", "functional", "playground", "sandbox");
// What runs from these is installed by hand, or by the job that runs it.
constexpr auto kByHandFolders = fixed_words(
    "doc", "docs", "example", "examples", "sample", "samples", "demo", "demos", "bench", "benches",
    "benchmark", "benchmarks", "perf", "script", "scripts", "tool", "tools", "ci", ".github",
    ".circleci", "dev", "contrib", "website", "site", "notebook", "notebooks", "tutorial",
    "tutorials", "experiment", "e2e", "experiments", "hack", "packaging", "debian", "extras");
constexpr auto kTestFolders = fixed_words("test", "tests", "testing", "spec", "specs");
// Programs that bring their own modules to the files they run.
constexpr auto kByHandStems = fixed_words(
    "setup", "conftest", "noxfile", "tasks", "fabfile", "dodo", "conf", "gulpfile", "gruntfile",
    "jakefile", "sconstruct", "wscript", "build", "manage", "locustfile", "hubconf");
// What a runtime offers to the code it runs.
constexpr auto kRuntimeModules = fixed_words("meteor", "k6", "bun", "atom", "sketch", "uxp",
                                             "photoshop", "deno", "vscode", "aws-sdk");
// What the system, or the program that runs the code, brings to Python.
constexpr auto kHostModules =
    fixed_words("gi", "gobject", "gtk", "clr", "System", "pythoncom", "pywintypes", "dbus", "apt",
                "apt_pkg", "rpm", "dnf", "bpy", "idaapi", "idc", "maya", "hou", "nuke", "lldb",
                "gdb", "uno", "Xlib", "selinux", "libvirt", "cairo", "sublime", "rados", "cephfs",
                "systemd", "jnius", "java", "android", "micropython", "machine", "js", "pyodide",
                "OpenGL", "wx", "sublime_plugin", "apport_python_hook");
// Folders that builds fill.
constexpr auto kBuiltFolders =
    fixed_words("lib", "libs", "es", "esm", "cjs", "umd", "bin", "build", "out", "dist", "target",
                "gen", "types", "typings", "generated", "release", "temp", "tmp", "coverage");
constexpr auto kScriptEndings =
    fixed_words("js", "jsx", "mjs", "cjs", "ts", "tsx", "mts", "cts", "map");

// A script of Ruby that brings its own list of gems, or asks for a version of one.
bool declares_gems(std::string_view text) {
  return contains(text, "bundler/inline") || contains(text, "\ngem \"") ||
         contains(text, "\ngem '") || contains(text, "Gem.install");
}

// Languages that look for a package when a line is run.
bool is_loose(Family family) {
  return family == Family::python || family == Family::script || family == Family::ruby;
}

bool in_folder_like(std::string_view path, WordsView list) {
  const std::string folder = lower(folder_of(path));
  const std::vector<std::string_view> parts = split(folder, '/');
  return std::any_of(parts.begin(), parts.end(), [&](std::string_view part) {
    if (among(list, part)) return true;
    while (part.starts_with('_')) part.remove_prefix(1);
    while (part.ends_with('_')) part.remove_suffix(1);
    return among(list, part);
  });
}

// What a bundler put together holds its modules, and names them as they were called.
bool is_bundled(const CodeFile& code) {
  if (code.family != Family::script || code.file == nullptr || !code.file->after) return false;
  const std::string& text = *code.file->after;
  return contains(text, "},{\"./") || contains(text, "__webpack_require__");
}

bool is_specimen(const CodeFile& code) {
  const bool loose = code.family == Family::python || code.family == Family::script;
  return in_folder_like(code.path, kFixtureFolders) ||
         (loose && in_folder_like(code.path, kLooseFolders));
}

bool is_test(std::string_view path) {
  if (in_folder_like(path, kTestFolders)) return true;
  const std::string_view name = index::name_of(path);
  const std::string_view stem = name.substr(0, name.rfind('.'));
  return name.starts_with("test_") || stem.ends_with("_test") || stem.ends_with(".test") ||
         stem.ends_with(".spec");
}

bool is_run_by_hand(const CodeFile& code) {
  if (in_folder_like(code.path, kByHandFolders)) return true;
  if (contains(folder_of(code.path), "example")) return true;
  const std::string stem = lower(index::stem_of(code.path));
  if (among(kByHandStems, stem)) return true;
  return contains(index::name_of(code.path), ".config.") ||
         contains(index::name_of(code.path), ".stories.") || is_js_config(code.file->path);
}

// Inside of a function, where imports are put that not everybody needs.
bool is_indented(std::string_view text, const syntax::Import& import) {
  const std::string_view line = line_of(text, import.line);
  if (line.empty() || (line.front() != ' ' && line.front() != '\t')) return false;
  // One of several: `var a = require("a"),` goes on in the next line.
  const bool goes_on =
      trim(line).starts_with(',') || trim(line_of(text, import.line - 1)).ends_with("),");
  return !goes_on;
}

bool says_failure_above(std::string_view text, int line) {
  constexpr int kLinesAbove = 6;
  for (int at = std::max(1, line - kLinesAbove); at <= line; ++at) {
    const std::string said = lower(line_of(text, at));
    if (contains(said, "rais") || contains(said, "loaderror") || contains(said, "fail"))
      return true;
  }
  return false;
}

// A test that imports in the middle of something may want that to fail.
bool expects_failure(const CodeFile& code, const syntax::Import& import) {
  // Ruby: a file beside the own one is loaded in any block; whoever wants that to fail says so.
  if (code.family == Family::ruby && import.module.starts_with('.')) {
    return says_failure_above(*code.file->after, import.line);
  }
  const bool loose =
      code.family == Family::python || code.family == Family::script || code.family == Family::ruby;
  return loose && is_test(code.path) && is_indented(*code.file->after, import);
}

bool is_of_host(std::string_view package) {
  return among(kHostModules, package) || package.starts_with("win32");
}

// `pygments/sphinxext.py`, `ext/django/`: a bridge to a package is for those who have it.
bool is_bridge_to(const std::string& path, std::string_view package) {
  constexpr std::size_t kNameMin = 4;
  while (!package.empty() && package.back() >= '0' && package.back() <= '9') {
    package.remove_suffix(1);
  }
  return package.size() >= kNameMin && contains_folded(path, package);
}

// A test of what a compiler refuses.
bool is_to_fail(std::string_view path) {
  for (const std::string_view part : split(folder_of(path), '/')) {
    if (among({"ui", "compile-fail", "compile_fail", "trybuild", "ui-fail"}, part)) return true;
  }
  return false;
}

// The file speaks of `exports` or `module.exports` as a CommonJS module does, beside comments and
// strings.
bool is_common_js(const index::Graph& graph, const std::string& path) {
  const index::OutlinePtr outline = graph.outline(path);
  if (outline == nullptr) return true;
  return std::any_of(outline->references.begin(), outline->references.end(),
                     [](const syntax::Reference& each) {
                       if (each.local || each.kind == syntax::ReferenceKind::text) return false;
                       if (each.receiver.empty()) return each.name == "exports";
                       return each.receiver == "exports" || each.receiver.starts_with("exports.") ||
                              each.receiver.starts_with("module.exports") ||
                              (each.receiver == "module" && each.name == "exports");
                     });
}

// CommonJS can put names on its exports in any way. Only `exports.name = …` at the start of a line
// and a lone `module.exports = { … }` are plain.
bool has_odd_exports(std::string_view text) {
  constexpr std::string_view kWord = "exports";
  for (std::size_t at = text.find(kWord); at != std::string_view::npos;
       at = text.find(kWord, at + kWord.size())) {
    const std::size_t end = at + kWord.size();
    if (end < text.size() && is_identifier_byte(text[end])) continue;
    std::size_t begin = at;
    if (text.substr(0, at).ends_with("module.")) begin -= std::string_view("module.").size();
    if (begin > 0 && is_identifier_byte(text[begin - 1])) continue;
    if (begin > 0 && text[begin - 1] != '\n') return true;
    const std::string_view rest = text.substr(end);
    if (rest.starts_with(" = {") && begin != at) continue;
    if (!rest.starts_with('.')) return true;
    std::size_t stop = 1;
    while (stop < rest.size() && is_identifier_byte(rest[stop])) ++stop;
    if (!rest.substr(stop).starts_with(" = ") && !rest.substr(stop).starts_with("=")) return true;
  }
  return false;
}

bool is_python_package(std::string_view path) { return path.ends_with("/__init__.py"); }

// `a.b.c` → `a/b/c`, without leading dots.
std::string module_path(std::string_view module) {
  while (module.starts_with('.')) module.remove_prefix(1);
  std::string out(module);
  std::replace(out.begin(), out.end(), '.', '/');
  return out;
}

std::string_view last_part_of_module(std::string_view module) {
  while (!module.empty() && (module.back() == '/' || module.back() == '.')) module.remove_suffix(1);
  const auto slash = module.find_last_of("/:");
  if (slash == std::string_view::npos) return module.substr(module.rfind('.') + 1);
  module.remove_prefix(slash + 1);
  return module.substr(0, module.find('.'));
}

bool same_fate(const index::Resolution& a, const index::Resolution& b) {
  return a.origin == b.origin && a.looked_for == b.looked_for && a.package == b.package;
}

}  // namespace

// Other files of the base import the same thing that is not there: they know why.
bool ImportDoubts::is_usual(const syntax::Import& import,
                            const index::Resolution& resolution) const {
  const index::Graph& base = index_.base();
  for (const std::string_view word :
       {last_part_of_module(import.module),
        last_part_of_module(resolution.package.empty() ? resolution.looked_for
                                                       : resolution.package)}) {
    for (const std::string& path : base.tree().with_key(index::import_key(word))) {
      for (const syntax::Import& each : base.imports_of(path)) {
        if (same_fate(base.resolve(path, each), resolution)) return true;
      }
    }
  }
  return false;
}

bool may_have_more(const index::Graph& graph, const std::string& path, std::string_view name) {
  if (index::family_of(path) == Family::python) {
    return name.starts_with("__") || graph.exports_of(path).has("__getattr__");
  }
  if (index::family_of(path) == Family::rust) {
    // `doc! { macro_rules! name { … } }`
    return contains(graph.tree().text(path).value_or(""), "macro_rules! " + std::string(name));
  }
  if (contains(index::name_of(path), ".d.")) return true;
  // Types of a JavaScript file stand beside it, or in its comments.
  const std::string stem = path.substr(0, path.rfind('.'));
  for (const char* ending : {".d.ts", ".d.mts", ".d.cts"}) {
    if (graph.tree().has(stem + ending)) return true;
  }
  const std::string text = graph.tree().text(path).value_or("exports");
  if (contains(text, "@typedef") || contains(text, "@callback")) return true;
  if (!is_common_js(graph, path)) return false;
  // Whatever a CommonJS module exports is its default.
  return name == "default" || has_odd_exports(text);
}

bool ImportDoubts::may_be_made(const CodeFile& code, const syntax::Import& import,
                               const index::Resolution& resolution) const {
  if (is_specimen(code) || is_bundled(code) || expects_failure(code, import)) return true;
  // It is there, as a symlink, which is not read through.
  const repo::Entry* entry =
      context_.head == nullptr ? nullptr : context_.head->find(resolution.looked_for);
  if (entry != nullptr && entry->symlink) return true;
  if (is_test(code.path) && contains(code.path, "/data/")) return true;
  if (code.family == Family::c) {
    if (may_be_foreign_header(code, import, resolution, index_, context_)) return true;
    return is_usual(import, resolution);
  }
  if (code.family == Family::java) {
    if (may_be_foreign_class(import, resolution, index_.head(), context_)) return true;
    return is_usual(import, resolution);
  }
  if (code.family == Family::rust && is_to_fail(code.path)) return true;
  const std::string_view target = resolution.looked_for;
  const std::string_view folder = folder_of(target);
  const index::Tree& tree = index_.head().tree();
  const bool built = code.family == Family::script && among(kBuiltFolders, index::name_of(folder));
  if (built && !tree.has_folder(folder)) return true;
  // `parser.peg` beside `./parser`: a tool makes one from the other.
  for (const std::string& file : tree.files_in(folder)) {
    if (index::stem_of(file) != index::stem_of(target)) continue;
    const std::string_view ending = std::string_view(file).substr(file.rfind('.') + 1);
    if (code.family != Family::script || !among(kScriptEndings, ending)) return true;
  }
  return is_usual(import, resolution);
}

// A manifest of the file's project lists dependencies at all.
bool ImportDoubts::is_governed(const CodeFile& code) const {
  if (code.family != Family::python) return true;
  const index::Tree& tree = index_.head().tree();
  for (std::string_view folder = folder_of(code.path);; folder = folder_of(folder)) {
    for (const std::string& file : tree.files_in(folder)) {
      const std::string_view name = index::name_of(file);
      if (name == "Pipfile" || (name.starts_with("requirements") && name.ends_with(".txt"))) {
        return true;
      }
      if (name != "pyproject.toml" && name != "setup.cfg" && name != "setup.py") continue;
      const std::string text = tree.text(file).value_or("");
      if (contains(text, "dependencies") || contains(text, "install_requires")) return true;
    }
    if (folder.empty()) return false;
  }
}

// It is run by hand, and no manifest of its own says what it needs.
bool ImportDoubts::is_left_to_hand(const CodeFile& code) const {
  if (!is_run_by_hand(code)) return false;
  if (!in_folder_like(code.path, kByHandFolders)) return true;
  const index::Tree& tree = index_.head().tree();
  const char* manifest = code.family == Family::script ? "package.json"
                         : code.family == Family::ruby ? "Gemfile"
                                                       : "pyproject.toml";
  for (std::string_view folder = folder_of(code.path); !folder.empty();
       folder = folder_of(folder)) {
    const std::string file = std::string(folder) + "/" + manifest;
    if (tree.has(file)) return !in_folder_like(file, kByHandFolders);
  }
  return true;
}

// Go: no module builds what lies below `_examples` or `.ci`, but where that is one itself.
bool ImportDoubts::is_left_out_by_go(const CodeFile& code) const {
  if (code.family != Family::go) return false;
  const index::Tree& tree = index_.head().tree();
  for (std::string_view folder = folder_of(code.path); !folder.empty();
       folder = folder_of(folder)) {
    if (tree.has(std::string(folder) + "/go.mod")) return false;
    const std::string_view name = index::name_of(folder);
    if (name.starts_with('_') || name.starts_with('.')) return true;
  }
  return false;
}

// `pathhlib`: what is one letter away from a module of Python is no package that somebody installs,
// but for backports: `unittest2`.
bool is_slip_for_standard(std::string_view package) {
  if (package.size() < 5 || (package.back() >= '0' && package.back() <= '9')) return false;
  const index::NameSet& names = index::embedded_names("languages/python-stdlib.txt");
  return std::any_of(names.begin(), names.end(), [&](const std::string& each) {
    return each.size() >= 5 && near_miss(package, each);
  });
}

// Tests of Python often run with more than the manifests list.
bool ImportDoubts::is_untested(const CodeFile& code) const {
  return code.family == Family::python && is_test(code.path);
}

// Where others already do without, the manifests do not tell the whole story.
bool ImportDoubts::neighbours_import_undeclared(const CodeFile& code) const {
  const index::Graph& base = index_.base();
  std::vector<std::string> files = base.tree().files_in(folder_of(code.path));
  if (files.size() > kNeighboursMax) files.resize(kNeighboursMax);
  if (base.tree().has(code.path)) files.push_back(code.path);
  return std::any_of(files.begin(), files.end(), [&](const std::string& path) {
    if (base.family_of(path) != code.family) return false;
    const std::vector<syntax::Import> imports = base.imports_of(path);
    return std::any_of(imports.begin(), imports.end(), [&](const syntax::Import& each) {
      return each.kind == syntax::ImportKind::plain && !each.type_only &&
             base.resolve(path, each).origin == Origin::undeclared &&
             !is_indented(base.tree().text(path).value_or(""), each);
    });
  });
}

bool ImportDoubts::may_do_without(const CodeFile& code, const syntax::Import& import,
                                  const index::Resolution& resolution) const {
  const bool loose = is_loose(code.family);
  return (loose && is_indented(*code.file->after, import)) || may_lose(code, import, resolution) ||
         (loose && neighbours_import_undeclared(code));
}

bool ImportDoubts::may_lose(const CodeFile& code, const syntax::Import& import,
                            const index::Resolution& resolution) const {
  if (is_specimen(code) || is_left_out_by_go(code)) return true;
  // Compilers ask for what the manifest names, wherever the file stands.
  const bool loose = is_loose(code.family);
  if (loose && is_left_to_hand(code)) return true;
  const bool in_test = is_untested(code) && !is_slip_for_standard(resolution.package);
  if (loose && in_test) return true;
  if (code.family == Family::rust && is_to_fail(code.path)) return true;
  if (loose && is_bridge_to(code.path, resolution.package)) return true;
  if (code.family == Family::python && is_of_host(resolution.package)) return true;
  if (code.family == Family::script && among(kRuntimeModules, resolution.package)) return true;
  return !is_governed(code) || is_usual(import, resolution);
}

bool ImportDoubts::may_be_there(const CodeFile& code, const syntax::Import& import,
                                const index::Resolution& resolution) const {
  if (may_do_without(code, import, resolution)) return true;
  if (code.family == Family::ruby && declares_gems(*code.file->after)) return true;
  const bool loose = is_loose(code.family);
  return loose && !mentioned(context_.head, {resolution.package}).empty();
}

bool ImportDoubts::is_imported_elsewhere(const std::string& target, const std::string& name) const {
  const index::Graph& base = index_.base();
  if (base.exports_of(target).has(name)) return false;
  for (const std::string& path : base.tree().with_key(index::import_key(name))) {
    for (const syntax::Import& each : base.imports_of(path)) {
      const bool names_it =
          std::any_of(each.names.begin(), each.names.end(),
                      [&](const syntax::ImportedName& imported) { return imported.name == name; });
      if (!names_it) continue;
      const index::Resolution found = base.resolve(path, each);
      if (std::find(found.paths.begin(), found.paths.end(), target) != found.paths.end()) {
        return true;
      }
    }
  }
  return false;
}

// Another module of that name has it, or may have it: which of them is meant, the path decides at
// run time.
bool ImportDoubts::has_rival(const syntax::Import& import, const std::string& target,
                             const std::string& name) const {
  if (import.module.starts_with('.')) return false;
  const index::Graph& head = index_.head();
  const std::string tail = module_path(import.module);
  const std::string as_module = tail + ".py";
  // Found only because the file stands in the same package: on other paths it is something else.
  const auto at = target.rfind(tail);
  if (at != std::string::npos && at > 0 && head.tree().has(target.substr(0, at) + "__init__.py")) {
    return true;
  }
  for (const std::string& each :
       {as_module, tail + "/__init__.py", tail + ".pyi", tail + "/__init__.pyi"}) {
    for (const std::string& path : head.tree().named(index::name_of(each))) {
      const bool same = path == each || path.ends_with("/" + each);
      if (!same || path == target) continue;
      const index::Exports exports = head.exports_of(path);
      if (!exports.complete || exports.has(name)) return true;
    }
  }
  return false;
}

// `#[cfg(nightly)]`: what the standard library has for some compilers only.
bool ImportDoubts::stands_below_cfg(const CodeFile& code, const syntax::Import& import) const {
  const auto text = index_.head().tree().text(code.path);
  return text && import.line > 1 &&
         trim(line_of(*text, import.line - 1)).starts_with("#[cfg(");
}

bool ImportDoubts::may_be_compiled(const CodeFile& code, const syntax::Import& import,
                                   const index::Offer& offer, const std::string& name) const {
  if (is_specimen(code) || is_to_fail(code.path)) return true;
  const bool own = index_.head().tree().has(offer.holder);
  if (code.family == Family::rust && !own && stands_below_cfg(code, import)) return true;
  if (code.family == Family::rust && own && may_be_derived(offer, name, index_.head())) return true;
  // Others of the base do the same: they know why.
  const index::Graph& base = index_.base();
  for (const std::string& path : base.tree().with_key(index::use_key(name))) {
    if (base.family_of(path) != code.family) continue;
    for (const syntax::Import& each : base.imports_of(path)) {
      const bool names_it =
          std::any_of(each.names.begin(), each.names.end(),
                      [&](const syntax::ImportedName& imported) { return imported.name == name; });
      if (!names_it) continue;
      const index::Offer was = base.offer(path, each, name);
      if (was.is == index::Offer::Is::absent && was.holder == offer.holder) return true;
    }
  }
  return false;
}

bool ImportDoubts::may_be_offered(const CodeFile& code, const syntax::Import& import,
                                  const std::string& target, const std::string& name) const {
  if (is_specimen(code) || expects_failure(code, import)) return true;
  const index::Graph& head = index_.head();
  if (may_have_more(head, target, name)) return true;
  if (code.family == Family::python) {
    if (is_python_package(target)) {
      // A module of the package that a build makes.
      syntax::Import whole;
      whole.module =
          import.module.ends_with('.') ? import.module + name : import.module + "." + name;
      if (head.resolve(code.path, whole).origin != Origin::missing) return true;
    }
    if (has_rival(import, target, name)) return true;
  }
  return is_imported_elsewhere(target, name);
}

}  // namespace pawl::guards
