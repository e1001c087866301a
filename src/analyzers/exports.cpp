// What packages of npm, of Cargo and of C offer to others, read from their entry files.
#include <algorithm>
#include <deque>
#include <optional>

#include "analyzers/public_api.hpp"
#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

constexpr std::size_t kFilesMax = 400;

std::string join_path(std::string_view folder, std::string_view path) {
  std::vector<std::string_view> parts;
  const std::string whole = std::string(folder) + "/" + std::string(path);
  for (const std::string_view part : split(whole, '/')) {
    if (part.empty() || part == ".") continue;
    if (part == ".." && !parts.empty()) {
      parts.pop_back();
    } else if (part != "..") {
      parts.push_back(part);
    }
  }
  return join(parts, "/");
}

std::string without_ending(std::string_view path) {
  for (const std::string_view ending : {".d.ts", ".d.mts", ".d.cts", ".js", ".mjs", ".cjs", ".ts",
                                        ".tsx", ".mts", ".cts", ".jsx"}) {
    if (path.ends_with(ending)) return std::string(path.substr(0, path.size() - ending.size()));
  }
  return std::string(path);
}

// The source of a module, as people and compilers name it: `./a`, `./a.js` for a.ts, `./dir`.
std::string module_file(const repo::RepoView& view, const std::string& path) {
  if (view.has(path) && !contains(path, ".d.")) return path;
  const std::string stem = without_ending(path);
  for (const char* ending : {".ts", ".tsx", ".mts", ".cts", ".js", ".mjs", ".cjs", ".jsx",
                             "/index.ts", "/index.tsx", "/index.js", "/index.mjs"}) {
    if (view.has(stem + ending)) return stem + ending;
  }
  return {};
}

// What a manifest's entry is built from: `dist/index.js` from src/index.ts.
std::string source_of_entry(const repo::RepoView& view, const std::string& folder,
                            std::string_view entry) {
  const std::string direct = module_file(view, join_path(folder, entry));
  if (!direct.empty()) return direct;
  const std::string plain = join_path("", entry);
  const std::size_t slash = plain.rfind('/');
  const std::string name = slash == std::string::npos ? plain : plain.substr(slash + 1);
  for (const char* source : {"src/", "lib/", "source/", ""}) {
    const std::string below = plain.substr(plain.find('/') + 1);
    for (const std::string& tail : {below, name}) {
      const std::string found = module_file(view, join_path(folder, source + tail));
      if (!found.empty()) return found;
    }
  }
  return {};
}

void entries_of(const Json& node, int depth, std::vector<std::string>& entries) {
  if (depth > 6) return;
  if (node.is_string() && node.text().starts_with('.')) entries.emplace_back(node.text());
  for (const Json& item : node.items()) entries_of(item, depth + 1, entries);
  for (const auto& [key, value] : node.members()) entries_of(value, depth + 1, entries);
}

struct Export {
  std::string from;
  Offered offered;
};

// The string that opens with the quote at `at`.
std::string_view quoted_at(std::string_view text, std::size_t at) {
  at = text.find_first_of("'\"", at);
  if (at == std::string_view::npos) return {};
  const std::size_t end = text.find(text[at], at + 1);
  return end == std::string_view::npos ? std::string_view() : text.substr(at + 1, end - at - 1);
}

std::vector<std::string> names_in(std::string_view braces) {
  std::vector<std::string> names;
  for (const std::string_view each : split(braces, ',')) {
    const auto words = split_words(each);
    for (const std::string_view word : words) {
      if (word == "type") continue;
      names.emplace_back(word);  // the name it has in its own file
      break;
    }
  }
  return names;
}

// `export … from './x'`, `module.exports = require('./x')`, `exports.a = require('./x')`, and
// names that were imported and are exported again.
std::vector<Export> exports_from(std::string_view text) {
  std::vector<Export> found;
  std::map<std::string, std::string> imported;  // name → module
  std::set<std::string> again;
  for (const std::string_view start : split_lines(text)) {
    const std::string_view rest = text.substr(static_cast<std::size_t>(start.data() - text.data()));
    const bool exports = rest.starts_with("export *") || rest.starts_with("export {") ||
                         rest.starts_with("export{") || rest.starts_with("export type {") ||
                         rest.starts_with("export type *");
    if (exports || rest.starts_with("import ")) {
      const std::size_t open = rest.find('{');
      const std::size_t star = rest.find('*');
      const bool all = star < std::min(open, rest.find('\n'));
      const std::size_t close = all ? star : rest.find('}');
      if (close == std::string_view::npos) continue;
      std::vector<std::string> names;
      if (!all && open < close) names = names_in(rest.substr(open + 1, close - open - 1));
      const std::string_view behind = rest.substr(close + 1, 200);
      const std::size_t from = behind.find("from");
      const bool moved = from != std::string_view::npos && from < behind.find(';') &&
                         from < std::min(behind.find("\nexport"), behind.find("\nimport"));
      const std::string_view module = moved ? quoted_at(behind, from) : std::string_view();
      if (rest.starts_with("import ")) {
        for (const std::string& name : names) imported[name] = module;
      } else if (module.starts_with('.')) {
        found.push_back({std::string(module), {all, {names.begin(), names.end()}}});
      } else if (!moved) {
        again.insert(names.begin(), names.end());
      }
    }
    const std::string_view line = start;
    const std::size_t require = line.find("require(");
    if (require == std::string_view::npos) {
      const bool assigned = line.starts_with("exports.") || line.starts_with("module.exports.");
      const std::size_t equals = line.find('=');
      if (assigned && equals != std::string_view::npos) {
        std::string_view name = trim(line.substr(equals + 1));
        again.insert(std::string(name.substr(0, name.find_first_of("; ,"))));
      }
      continue;
    }
    const std::string_view module = quoted_at(line, require);
    if (!module.starts_with('.')) continue;
    if (contains(line.substr(0, require), "exports")) {
      found.push_back({std::string(module), {true, {}}});
    } else {
      const auto words = split_words(line);
      if (words.size() > 1) imported[std::string(words[1])] = module;
    }
  }
  for (const std::string& name : again) {
    const auto at = imported.find(name);
    if (at == imported.end() || !at->second.starts_with('.')) continue;
    found.push_back({at->second, {contains(text, "require("), {name}}});
  }
  return found;
}

bool is_identifier(char c) { return is_letter(c) || is_digit(c) || c == '_'; }

// The identifiers of all `pub use …;`, and the modules whose names all are taken (`a::*`).
void read_uses(std::string_view text, std::set<std::string>& names, std::set<std::string>& whole) {
  for (std::size_t at = text.find("pub use "); at != std::string_view::npos;
       at = text.find("pub use ", at + 1)) {
    const std::string_view statement = text.substr(at + 8, text.find(';', at) - at - 8);
    std::string word;
    std::string before;
    for (const char c : std::string(statement) + " ") {
      if (is_identifier(c)) {
        word.push_back(c);
        continue;
      }
      if (c == '*') whole.insert(before);
      if (!word.empty()) {
        names.insert(word);
        before = std::exchange(word, {});
      }
    }
  }
}

struct Module {
  std::string path;
  std::string folder;  // where its own modules lie
  std::string name;
  bool is_public = true;
};

// `mod a;` and `pub mod a;` of a file, but not what is hidden from the documents.
void read_modules(const repo::RepoView& view, const Module& from, std::string_view text,
                  std::deque<Module>& waiting) {
  std::string_view above;
  for (const std::string_view raw : split_lines(text)) {
    std::string_view line = trim(raw);
    const std::string_view before = std::exchange(above, line);
    bool open = false;
    if (line.starts_with("pub mod ")) {
      open = true;
      line.remove_prefix(4);
    } else if (line.starts_with("pub(")) {
      line = trim(line.substr(std::min(line.find(')') + 1, line.size())));
    }
    if (!line.starts_with("mod ") || !line.ends_with(';')) continue;
    const std::string name(trim(line.substr(4, line.size() - 5)));
    open = open && from.is_public && !contains(before, "doc(hidden)");
    for (const std::string& path :
         {from.folder + "/" + name + ".rs", from.folder + "/" + name + "/mod.rs"}) {
      if (view.has(path)) waiting.push_back({path, from.folder + "/" + name, name, open});
    }
  }
}

void read_crate(const repo::RepoView& view, const std::string& root,
                std::map<std::string, Offered>& offered) {
  std::deque<Module> waiting = {{root, std::string(folder_of(root)), "", true}};
  std::vector<Module> modules;
  std::set<std::string> names;
  std::set<std::string> whole;
  while (!waiting.empty() && modules.size() < kFilesMax) {
    const Module next = std::move(waiting.front());
    waiting.pop_front();
    const auto text = view.text(next.path);
    if (!text) continue;
    modules.push_back(next);
    read_uses(*text, names, whole);
    read_modules(view, next, *text, waiting);
  }
  for (const Module& module : modules) {
    Offered& here = offered[module.path];
    here.all = here.all || module.is_public || whole.contains(module.name);
    here.names.insert(names.begin(), names.end());
  }
}

}  // namespace

std::map<std::string, Offered> node_exports(const repo::RepoView& view,
                                            const std::vector<repo::Manifest>& manifests) {
  std::map<std::string, Offered> offered;
  std::deque<std::pair<std::string, Offered>> waiting;
  for (const repo::Manifest& manifest : manifests) {
    if (manifest.kind != repo::ManifestKind::npm || repo::is_fixture(manifest.path)) continue;
    const Json& data = manifest.data;
    if (data["private"].bool_or(false) && !data.has("exports") && !data.has("main")) continue;
    const std::string folder(manifest.path.folder());
    std::vector<std::string> entries;
    bool typed = false;
    for (const char* key : {"types", "typings"}) {
      typed = typed || (data[key].is_string() && view.has(join_path(folder, data[key].text())));
    }
    entries_of(data["exports"], 0, entries);
    for (const std::string& entry : entries) {
      typed = typed || (contains(entry, ".d.") && view.has(join_path(folder, entry)));
    }
    if (typed || view.has(join_path(folder, "index.d.ts"))) continue;
    for (const char* key : {"main", "module", "types", "typings"}) {
      if (data[key].is_string()) entries.emplace_back(data[key].text());
    }
    if (entries.empty()) entries.emplace_back("index.js");
    for (const std::string& entry : entries) {
      const std::string source = source_of_entry(view, folder, entry);
      if (!source.empty()) waiting.emplace_back(source, Offered{true, {}});
    }
  }
  while (!waiting.empty() && offered.size() < kFilesMax) {
    const auto [path, more] = std::move(waiting.front());
    waiting.pop_front();
    const bool known = offered.contains(path);
    Offered& here = offered[path];
    here.all = here.all || more.all;
    here.names.insert(more.names.begin(), more.names.end());
    if (known) continue;
    const auto text = view.text(path);
    if (!text) continue;
    for (const Export& one : exports_from(*text)) {
      const std::string file = module_file(view, join_path(folder_of(path), one.from));
      if (!file.empty()) waiting.emplace_back(file, one.offered);
    }
  }
  return offered;
}

std::map<std::string, Offered> rust_exports(const repo::RepoView& view,
                                            const std::vector<repo::Manifest>& manifests) {
  std::map<std::string, Offered> offered;
  for (const repo::Manifest& manifest : manifests) {
    if (manifest.kind != repo::ManifestKind::cargo) continue;
    const std::string folder(manifest.path.folder());
    const std::string named = manifest.data["lib"]["path"].string_or("src/lib.rs");
    const std::string root = join_path(folder, named);
    if (view.has(root)) read_crate(view, root, offered);
  }
  return offered;
}

std::set<std::string> installed_headers(const repo::RepoView& view) {
  std::set<std::string> names;
  for (const repo::Entry& entry : view.files()) {
    const std::string_view name = entry.path.name();
    const bool build_file = name == "Makefile.am" || name == "Makefile" || name == "GNUmakefile" ||
                            name == "CMakeLists.txt" || name == "meson.build";
    if (!build_file || repo::is_vendored(entry.path)) continue;
    const std::string text = replace_all(view.text(entry.path.text()).value_or(""), "\\\n", " ");
    std::string call;  // an install( over several lines
    for (const std::string_view line : split_lines(text)) {
      const bool starts = contains(line, "_HEADERS") || contains(line, "INSTALL") ||
                          contains_folded(line, "install(") || contains(line, "install_headers") ||
                          contains(line, "PUBLIC_HEADER");
      if (!starts && call.empty()) continue;
      if (starts && contains(line, "noinst_")) continue;
      const std::string plain = replace_all(replace_all(line, ")", " "), "'", " ");
      for (const std::string_view word : split_words(plain)) {
        const std::string_view base = word.substr(word.find_last_of("/(\"") + 1);
        for (const std::string_view ending : {".h", ".hpp", ".hh"}) {
          if (base.ends_with(ending)) names.insert(std::string(base));
        }
      }
      const bool more = (starts && contains(line, "(")) || !call.empty();
      call = more && !contains(line, ")") ? "more" : "";
    }
  }
  return names;
}

}  // namespace pawl::analyzers
