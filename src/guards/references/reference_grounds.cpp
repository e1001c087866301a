#include "guards/references/reference_grounds.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/paths/ignore_rules.hpp"
#include "guards/paths/module_files.hpp"
#include "guards/paths/relative_path.hpp"

namespace pawl::guards {
namespace {

constexpr int kIncludeDepthMax = 4;
constexpr auto kMakefileNames = fixed_words("Makefile", "makefile", "GNUmakefile");
// What a Makefile is made from.
constexpr auto kMakefileSources = fixed_words(
    "CMakeLists.txt", "configure", "configure.ac", "configure.in", "Makefile.am", "Makefile.in",
    "autogen.sh", "bootstrap", "bootstrap.sh", "Makefile.PL", "extconf.rb", "premake5.lua",
    "wscript", "meson.build", "configure.py", "Configure", "config");

// The folder and all above it, the root last.
std::vector<std::string> folders_up(std::string_view folder) {
  std::vector<std::string> out;
  for (std::string_view at = folder; !at.empty(); at = folder_of(at)) out.emplace_back(at);
  out.emplace_back();
  return out;
}

bool has_python_file(const repo::RepoView& tree, const std::string& path) {
  return tree.has(path + ".py") || tree.has(path + ".pyx") || tree.has(path + ".pyi");
}

// The name stands in the text as a word.
bool mentions_word(std::string_view text, std::string_view word) {
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    const std::size_t end = at + word.size();
    if ((at == 0 || !is_word(text[at - 1])) && (end == text.size() || !is_word(text[end]))) {
      return true;
    }
  }
  return false;
}

}  // namespace

bool ReferenceGrounds::has(const NamedFile& named) {
  switch (named.as) {
    case NamedAs::script: return has_script(named);
    case NamedAs::target: return has_target(named);
    case NamedAs::python: return has_python(named);
    case NamedAs::object: return has_object(named);
    case NamedAs::shared: return has_shared(named);
    case NamedAs::property: return has_property(named);
    default: break;
  }
  if (has_path(named.path, named.as) || is_beyond(named.path)) return true;
  if (named.path.ends_with(".husky/_/husky.sh")) return true;  // husky writes it when it installs
  // `src/bin` is where Cargo looks.
  if (named.as == NamedAs::rust) return false;
  if (is_made(named.path)) return true;
  if (named.of_reader && is_of_reader(named)) return true;
  if (named.key == "include" && is_exported(named.path)) return true;
  // A part of a Makefile that a configure script writes.
  const bool part = named.key == "include" && !named.path.ends_with(".cmake");
  if (part && may_be_made(std::string(folder_of(named.path)))) return true;
  if (named.buildable) {
    const auto own = joined_path("", named.written);
    const bool beside = own && folder_of(*own).empty();
    if (beside || !tree_.has_folder(folder_of(named.path))) return true;
  }
  return (named.anywhere && is_below_any(named)) || is_ignored(named.path);
}

bool ReferenceGrounds::has_path(const std::string& path, NamedAs as) const {
  switch (as) {
    case NamedAs::module: return has_module(tree_, path);
    case NamedAs::config:
      return tree_.has(path) || tree_.has(path + ".json") || tree_.has(path + "/tsconfig.json");
    case NamedAs::folder: return tree_.has_folder(path) || tree_.has(path);
    case NamedAs::rust: return tree_.has(path + ".rs") || tree_.has(path + "/main.rs");
    case NamedAs::page:
      for (const char* ending : {"", ".rst", ".md", ".txt", ".ipynb", ".rest", ".myst"}) {
        if (tree_.has(path + ending)) return true;
      }
      return false;
    case NamedAs::either:
      return tree_.has(path) || tree_.has_folder(path) || tree_.has(path + ".py");
    default: return tree_.has(path);
  }
}

// `install(EXPORT ownTargets …)` writes ownTargets.cmake beside the file that includes it.
bool ReferenceGrounds::is_exported(const std::string& path) {
  constexpr std::string_view kEnding = ".cmake";
  if (!path.ends_with(kEnding)) return false;
  const std::string_view name = std::string_view(path).substr(path.rfind('/') + 1);
  const std::string exported =
      "EXPORT " + std::string(name.substr(0, name.size() - kEnding.size()));
  const auto& folders = folders_with("CMakeLists.txt");
  return std::any_of(folders.begin(), folders.end(), [&](const std::string& folder) {
    return mentions_word(tree_.text(path_in(folder, "CMakeLists.txt")).value_or(""), exported);
  });
}

// Nothing of the tree begins alike: neither the folder, nor, of a file without one, a file of the
// same ending beside the document.
bool ReferenceGrounds::is_of_reader(const NamedFile& named) const {
  std::string_view written = named.written;
  while (written.starts_with("../")) written.remove_prefix(3);
  const auto slash = written.find('/');
  if (slash != std::string_view::npos) return !tree_.has_folder(written.substr(0, slash));
  const std::string_view stem = written.substr(0, written.find_first_of(".-", 1));
  const std::string_view ending = written.substr(std::min(written.rfind('.'), written.size()));
  const auto files = tree_.files();
  return std::none_of(files.begin(), files.end(), [&](const repo::Entry& entry) {
    const std::string_view name = entry.path.name();
    return entry.path.folder().empty() &&
           name.starts_with(stem.substr(0, ending == ".sh" ? 0 : stem.size())) &&
           name.ends_with(ending);
  });
}

// In a folder that builds fill. What the tree itself keeps there was not built.
bool ReferenceGrounds::is_made(const std::string& path) const {
  const auto made = made_folder(path);
  if (!made || (*made != path && tree_.has_folder(*made))) return false;
  // Compilers put programs into `bin`, people scripts.
  static constexpr auto kScripts =
      fixed_words(".js", ".mjs", ".cjs", ".ts", ".py", ".sh", ".rb", ".pl");
  const bool script = std::any_of(kScripts.begin(), kScripts.end(),
                                  [&](std::string_view ending) { return path.ends_with(ending); });
  return !script || std::string_view(*made).substr(made->rfind('/') + 1) != "bin";
}

// A symbolic link on the way, or a submodule: its files are not of this tree.
bool ReferenceGrounds::is_beyond(const std::string& path) const {
  for (std::size_t slash = path.find('/'); slash != std::string::npos;
       slash = path.find('/', slash + 1)) {
    const repo::Entry* entry = tree_.find(path.substr(0, slash));
    if (entry != nullptr && entry->symlink) return true;
  }
  const auto modules = tree_.text(".gitmodules");
  if (!modules) return false;
  for (const std::string_view line : split_lines(*modules)) {
    const auto words = split_words(line);
    if (words.size() != 3 || words[0] != "path") continue;
    const std::string inside = std::string(words[2]) + "/";
    // A folder may hold nothing but submodules.
    if (path == words[2] || path.starts_with(inside) || inside.starts_with(path + "/")) return true;
  }
  return false;
}

// `checkout/tools/build.sh` of `tools/build.sh`: seen from above the repository.
bool ReferenceGrounds::is_seen_from_above(std::string_view wanted) const {
  if (tree_.has_folder(wanted.substr(0, wanted.find('/')))) return false;
  for (std::size_t slash = wanted.find('/'); slash != std::string_view::npos;
       slash = wanted.find('/', slash + 1)) {
    const std::string_view below = wanted.substr(slash + 1);
    if (contains(below, "/") && tree_.has(std::string(below))) return true;
  }
  return false;
}

bool ReferenceGrounds::is_below_any(const NamedFile& named) const {
  std::string_view wanted = named.written;
  while (wanted.starts_with("../") || wanted.starts_with("./")) {
    wanted.remove_prefix(wanted.find('/') + 1);
  }
  while (wanted.ends_with('/')) wanted.remove_suffix(1);
  if (is_seen_from_above(wanted)) return true;
  const std::string tail = "/" + std::string(wanted);
  const auto files = tree_.files();
  return std::any_of(files.begin(), files.end(), [&](const repo::Entry& entry) {
    const std::string_view path = entry.path.text();
    if (path == wanted || path.ends_with(tail)) return true;
    if (named.as == NamedAs::either || named.as == NamedAs::folder) {
      return path.starts_with(tail.substr(1) + "/") || contains(path, tail + "/");
    }
    // Another ending, and what is written in TypeScript or made by a template.
    if (named.as != NamedAs::module && named.as != NamedAs::page) return false;
    const std::string stem = tail.substr(0, std::max(tail.rfind('.'), tail.rfind('/') + 1));
    const std::string other = "/" + std::string(path);
    return other.substr(0, std::max(other.rfind('.'), other.rfind('/') + 1)).ends_with(stem);
  });
}

// Made by a build, when git is told to leave it alone.
bool ReferenceGrounds::is_ignored(const std::string& path) {
  for (const std::string& folder : folders_up(folder_of(path))) {
    const auto text = tree_.text(path_in(folder, ".gitignore"));
    if (!text) continue;
    const std::string_view below =
        folder.empty() ? std::string_view(path) : std::string_view(path).substr(folder.size() + 1);
    if (hiding_rule(parse_ignore(*text), below) != nullptr) return true;
  }
  return false;
}

std::vector<std::string> ReferenceGrounds::python_roots(std::string_view folder) const {
  std::vector<std::string> roots;
  for (const std::string& at : folders_up(folder)) {
    for (const char* below : {"", "src", "lib", "python", "source"}) {
      roots.push_back(*below == '\0' ? at : path_in(at, below));
    }
  }
  return roots;
}

bool ReferenceGrounds::has_python(const NamedFile& named) const {
  std::string module = replace_all(named.written, ".", "/");
  const std::string first = module.substr(0, module.find('/'));
  bool own = false;
  for (const std::string& root : python_roots(named.path)) {
    const std::string path = path_in(root, module);
    if (has_python_file(tree_, path) || has_python_file(tree_, path + "/__main__")) return true;
    const std::string top = path_in(root, first);
    own = own || has_python_file(tree_, top) || tree_.has(top + "/__init__.py");
    // A file of another kind that can be imported, or a folder of such.
    if (module != first && tree_.has_folder(path) && !tree_.has(path + "/__init__.py")) return true;
  }
  // Another package that is installed.
  return !own;
}

bool ReferenceGrounds::has_object(const NamedFile& named) const {
  const std::string_view written = named.written;
  const auto colon = written.find(':');
  const std::string module = replace_all(written.substr(0, colon), ".", "/");
  const std::string_view name = written.substr(colon + 1);
  const std::string first = module.substr(0, module.find('/'));
  bool own = false;
  for (const std::string& root : python_roots(named.path)) {
    const std::string path = path_in(root, module);
    for (const char* ending : {".py", "/__init__.py"}) {
      const auto text = tree_.text(path + ending);
      if (!text) continue;
      return contains(*text, "import *") || contains(*text, "__getattr__") ||
             mentions_word(*text, name.substr(0, name.find('.')));
    }
    if (has_python_file(tree_, path)) return true;
    const std::string top = path_in(root, first);
    own = own || has_python_file(tree_, top) || tree_.has(top + "/__init__.py");
  }
  if (own) return false;
  // A package that lies somewhere else, or is made of parts that are.
  const auto files = tree_.files();
  const std::string inside = "/" + first + "/";
  const std::string file = "/" + first + ".py";
  return std::any_of(files.begin(), files.end(), [&](const repo::Entry& entry) {
    const std::string path = "/" + entry.path.text();
    return contains(path, inside) || path.ends_with(file);
  });
}

bool ReferenceGrounds::has_shared(const NamedFile& named) const {
  for (const std::string& folder : folders_up(named.path)) {
    const auto text = tree_.text(path_in(folder, "Cargo.toml"));
    if (!text || !contains(*text, "workspace")) continue;
    const auto cargo = read_config(ConfigForm::toml, *text);
    if (!cargo) return true;
    const Json* workspace = cargo->find("workspace");
    if (workspace != nullptr) return (*workspace)["dependencies"].has(named.written);
  }
  return true;
}

// Defined in the file or one above it, or by what nobody can see: a parent from elsewhere.
bool ReferenceGrounds::has_property(const NamedFile& named) const {
  std::string at = path_in(named.path, "pom.xml");
  const std::string element = "<" + named.written + ">";
  for (int depth = 0; depth < kIncludeDepthMax; ++depth) {
    const auto text = tree_.text(at);
    if (!text || contains(*text, element)) return true;
    const auto parent = text->find("<parent>");
    if (parent == std::string::npos) return false;
    const std::string_view inside =
        std::string_view(*text).substr(parent, text->find("</parent>", parent) - parent);
    if (contains(inside, "<relativePath/>") || contains(inside, "<relativePath />")) return true;
    std::string relative = "../pom.xml";
    if (const auto begin = inside.find("<relativePath>"); begin != inside.npos) {
      const auto rest = inside.substr(begin + 14);
      relative = std::string(trim(rest.substr(0, rest.find('<'))));
      if (!relative.ends_with(".xml")) relative += "/pom.xml";
    }
    const auto above = joined_path(folder_of(at), relative);
    if (!above || *above == at) return true;
    at = *above;
  }
  return true;
}

const std::vector<std::string>& ReferenceGrounds::folders_with(std::string_view name) {
  const auto known = holders_.find(name);
  if (known != holders_.end()) return known->second;
  std::vector<std::string> folders;
  for (const repo::Entry& entry : tree_.files()) {
    if (entry.path.name() == name && !repo::is_vendored(entry.path)) {
      folders.emplace_back(entry.path.folder());
    }
  }
  return holders_.emplace(std::string(name), std::move(folders)).first->second;
}

const ReferenceGrounds::Scripts& ReferenceGrounds::scripts_of(const std::string& folder) {
  const auto known = scripts_.find(folder);
  if (known != scripts_.end()) return known->second;
  Scripts scripts;
  const auto text = tree_.text(path_in(folder, "package.json"));
  const auto package = text ? read_config(ConfigForm::json, *text) : std::nullopt;
  if (package && package->is_object()) {
    scripts.sure = true;
    for (const auto& [name, command] : (*package)["scripts"].members()) scripts.names.insert(name);
  }
  return scripts_.emplace(folder, std::move(scripts)).first->second;
}

bool ReferenceGrounds::has_script(const NamedFile& named) {
  for (const std::string& folder : folders_up(named.path)) {
    const std::string path = path_in(folder, "package.json");
    if (!tree_.has(path)) continue;
    const Scripts& scripts = scripts_of(folder);
    if (!scripts.sure || scripts.names.contains(named.written)) return true;
    if (!named.anywhere) return false;
    break;
  }
  if (!named.anywhere) return tree_.has_folder("node_modules");
  // A document may speak of any package of the repository, and of others where there is none.
  const auto& folders = folders_with("package.json");
  return folders.empty() || std::any_of(folders.begin(), folders.end(), [&](const auto& folder) {
           const Scripts& scripts = scripts_of(folder);
           return !scripts.sure || scripts.names.contains(named.written);
         });
}

void ReferenceGrounds::join_includes(Makefile& makefile, const std::string& folder, int depth) {
  const std::vector<MakeInclude> includes = std::move(makefile.includes);
  makefile.includes.clear();
  for (const MakeInclude& include : includes) {
    const auto path = joined_path(folder, include.path);
    const auto text = path ? tree_.text(*path) : std::nullopt;
    if (!text || depth >= kIncludeDepthMax) {
      const bool objects = include.path.ends_with(".d") || contains(include.path, "dep");
      makefile.opaque = makefile.opaque || !objects;
      continue;
    }
    Makefile other = parse_makefile(*text);
    join_includes(other, folder, depth + 1);
    makefile.opaque = makefile.opaque || other.opaque;
    std::move(other.rules.begin(), other.rules.end(), std::back_inserter(makefile.rules));
  }
}

const Makefile* ReferenceGrounds::makefile_of(const std::string& folder) {
  auto known = makefiles_.find(folder);
  if (known == makefiles_.end()) {
    std::optional<Makefile> makefile;
    for (const std::string_view name : kMakefileNames) {
      const auto text = tree_.text(path_in(folder, name));
      if (!text) continue;
      if (!makefile) makefile.emplace();
      Makefile other = parse_makefile(*text);
      join_includes(other, folder, 0);
      makefile->opaque = makefile->opaque || other.opaque;
      std::move(other.rules.begin(), other.rules.end(), std::back_inserter(makefile->rules));
    }
    known = makefiles_.emplace(folder, std::move(makefile)).first;
  }
  return known->second ? &*known->second : nullptr;
}

bool ReferenceGrounds::may_be_made(const std::string& folder) const {
  const auto all = folders_up(folder);
  return std::any_of(all.begin(), all.end(), [&](const std::string& at) {
    return std::any_of(kMakefileSources.begin(), kMakefileSources.end(),
                       [&](std::string_view name) { return tree_.has(path_in(at, name)); });
  });
}

bool ReferenceGrounds::has_target(const NamedFile& named) {
  const std::string& name = named.written;
  const auto has_file = [&](const std::string& folder) {
    const auto path = joined_path(folder, name);
    return !path || tree_.has(*path) || tree_.has_folder(*path) || is_made_later(*path) ||
           is_ignored(*path) || is_beyond(*path);
  };
  const auto is_made_of = [&](const std::string& folder) {
    for (const char* ending : {".c", ".cc", ".cpp", ".sh", ".y", ".l", ".S", ".go"}) {
      const auto slash = name.rfind('/');
      const auto dot = name.rfind('.');
      const bool has_dot = dot != std::string::npos && (slash == std::string::npos || dot > slash);
      if (tree_.has(path_in(folder, name.substr(0, has_dot ? dot : name.size()) + ending))) {
        return true;
      }
    }
    return false;
  };
  const auto found = [&](const std::string& folder, const Makefile& makefile) {
    return makefile.opaque || makefile.makes(name) || has_file(folder) || is_made_of(folder);
  };
  const Makefile* makefile = makefile_of(named.path);
  if (makefile != nullptr && found(named.path, *makefile)) return true;
  // `./configure` writes the Makefile anew.
  const auto pattern = tree_.text(path_in(named.path, "Makefile.in"));
  if (pattern && found(named.path, parse_makefile(*pattern))) return true;
  if (!named.anywhere && makefile != nullptr) return false;
  // What is installed into a folder that git ignores brings its own Makefile.
  if (!named.anywhere)
    return may_be_made(named.path) || is_ignored(path_in(named.path, "Makefile"));
  if (may_be_made(named.path)) return true;
  for (const std::string_view file : kMakefileNames) {
    for (const std::string& folder : folders_with(file)) {
      // One that cannot be read may make anything.
      const Makefile* other = makefile_of(folder);
      if (other == nullptr || found(folder, *other)) return true;
    }
  }
  const bool any = std::any_of(kMakefileNames.begin(), kMakefileNames.end(),
                               [&](std::string_view file) { return !folders_with(file).empty(); });
  return !any;
}

std::string ReferenceGrounds::nearest_to(const NamedFile& named) {
  std::vector<std::string> names;
  if (named.as == NamedAs::script) {
    for (const std::string& folder : folders_up(named.path)) {
      const Scripts& scripts = scripts_of(folder);
      names.insert(names.end(), scripts.names.begin(), scripts.names.end());
    }
    return nearest(named.written, names).value_or(std::string());
  }
  if (named.as == NamedAs::target) {
    const Makefile* makefile = makefile_of(named.path);
    if (makefile == nullptr) return {};
    for (const MakeRule& rule : makefile->rules) {
      names.insert(names.end(), rule.targets.begin(), rule.targets.end());
    }
    return nearest(named.written, names).value_or(std::string());
  }
  const std::string_view last = std::string_view(named.path).substr(named.path.rfind('/') + 1);
  for (const repo::Entry& entry : tree_.files()) {
    if (equal_folded(entry.path.name(), last)) return entry.path.text();
  }
  return {};
}

}  // namespace pawl::guards
