#include "repo/kinds/languages.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

struct LanguageEnding {
  std::string_view ending;
  std::string_view language;
};

// Sorted by ending, for binary search.
constexpr std::array kLanguageEndings = std::to_array<LanguageEnding>({
    {".adb", "Ada"},
    {".ads", "Ada"},
    {".awk", "Awk"},
    {".bash", "Shell"},
    {".bats", "Shell"},
    {".c", "C"},
    {".c++", "C++"},
    {".cc", "C++"},
    {".cjs", "JavaScript"},
    {".clj", "Clojure"},
    {".cljc", "Clojure"},
    {".cljs", "Clojure"},
    {".cpp", "C++"},
    {".cppm", "C++"},
    {".cr", "Crystal"},
    {".cs", "C#"},
    {".cts", "TypeScript"},
    {".cu", "CUDA"},
    {".cxx", "C++"},
    {".d", "D"},
    {".dart", "Dart"},
    {".el", "Emacs Lisp"},
    {".elm", "Elm"},
    {".erl", "Erlang"},
    {".ex", "Elixir"},
    {".exs", "Elixir"},
    {".f90", "Fortran"},
    {".fish", "Shell"},
    {".fs", "F#"},
    {".go", "Go"},
    {".gradle", "Groovy"},
    {".groovy", "Groovy"},
    {".h", "C"},
    {".h++", "C++"},
    {".hh", "C++"},
    {".hpp", "C++"},
    {".hrl", "Erlang"},
    {".hs", "Haskell"},
    {".hxx", "C++"},
    {".inl", "C++"},
    {".ipp", "C++"},
    {".ixx", "C++"},
    {".java", "Java"},
    {".jl", "Julia"},
    {".js", "JavaScript"},
    {".jsx", "JavaScript"},
    {".ksh", "Shell"},
    {".kt", "Kotlin"},
    {".kts", "Kotlin"},
    {".lisp", "Common Lisp"},
    {".lua", "Lua"},
    {".m", "Objective-C"},
    {".mjs", "JavaScript"},
    {".ml", "OCaml"},
    {".mli", "OCaml"},
    {".mm", "Objective-C++"},
    {".mts", "TypeScript"},
    {".nim", "Nim"},
    {".pas", "Pascal"},
    {".php", "PHP"},
    {".pl", "Perl"},
    {".pm", "Perl"},
    {".ps1", "PowerShell"},
    {".psm1", "PowerShell"},
    {".pxd", "Cython"},
    {".py", "Python"},
    {".pyi", "Python"},
    {".pyw", "Python"},
    {".pyx", "Cython"},
    {".r", "R"},
    {".rake", "Ruby"},
    {".rb", "Ruby"},
    {".rkt", "Racket"},
    {".rs", "Rust"},
    {".sbt", "Scala"},
    {".scala", "Scala"},
    {".scm", "Scheme"},
    {".sh", "Shell"},
    {".sol", "Solidity"},
    {".sql", "SQL"},
    {".sv", "SystemVerilog"},
    {".svelte", "Svelte"},
    {".swift", "Swift"},
    {".tcl", "Tcl"},
    {".ts", "TypeScript"},
    {".tsx", "TypeScript"},
    {".v", "Verilog"},
    {".vala", "Vala"},
    {".vb", "Visual Basic"},
    {".vhd", "VHDL"},
    {".vim", "Vim Script"},
    {".vue", "Vue"},
    {".zig", "Zig"},
    {".zsh", "Shell"},
});
static_assert(std::is_sorted(kLanguageEndings.begin(), kLanguageEndings.end(),
                             [](const LanguageEnding& a, const LanguageEnding& b) {
                               return a.ending < b.ending;
                             }));

constexpr std::size_t kScriptsLookedAtMax = 200;
constexpr std::size_t kScriptBytesMax = 256U << 10U;

// The interpreter a `#!` line names, as a language.
std::string_view language_of_script(std::string_view text) {
  if (!text.starts_with("#!")) return {};
  const std::string_view line = text.substr(0, text.find('\n'));
  constexpr LanguageEnding kInterpreters[] = {
      {"python", "Python"}, {"node", "JavaScript"}, {"deno", "TypeScript"}, {"ruby", "Ruby"},
      {"perl", "Perl"},     {"php", "PHP"},         {"lua", "Lua"},         {"bash", "Shell"},
      {"zsh", "Shell"},     {"/sh", "Shell"},       {" sh", "Shell"},       {"dash", "Shell"}};
  for (const auto& [name, language] : kInterpreters) {
    if (contains(line, name)) return language;
  }
  return {};
}

}  // namespace

std::string_view language_of(const RepoPath& path) {
  const std::string ending = path.extension();
  if (ending.empty()) {
    const std::string_view name = path.name();
    return name == "Rakefile" || name == "Gemfile" || name == "Vagrantfile" ? "Ruby"
                                                                            : std::string_view();
  }
  const auto at = std::lower_bound(
      kLanguageEndings.begin(), kLanguageEndings.end(), ending,
      [](const LanguageEnding& row, const std::string& text) { return row.ending < text; });
  return at != kLanguageEndings.end() && at->ending == ending ? at->language : std::string_view();
}

std::vector<const Entry*> scripts_to_look_at(const RepoView& view) {
  std::vector<const Entry*> scripts;
  for (const Entry& entry : view.files()) {
    const bool script = entry.executable && !entry.symlink && entry.size <= kScriptBytesMax &&
                        entry.path.extension().empty() && language_of(entry.path).empty();
    if (!script || is_vendored(entry.path) || is_generated(entry.path)) continue;
    scripts.push_back(&entry);
    if (scripts.size() == kScriptsLookedAtMax) break;
  }
  return scripts;
}

std::vector<LanguageCount> count_languages(const RepoView& view) {
  std::map<std::string_view, std::size_t> counts;
  std::size_t headers = 0;
  for (const Entry& entry : view.files()) {
    // Most files are recognised by their endings alone; the expensive questions come after.
    const std::string_view language = entry.symlink ? "" : language_of(entry.path);
    if (language.empty() || is_vendored(entry.path) || is_generated(entry.path)) continue;
    if (entry.path.extension() == ".h") {
      ++headers;
    } else {
      ++counts[language];
    }
  }
  for (const Entry* script : scripts_to_look_at(view)) {
    const auto language = language_of_script(view.text(script->path.text()).value_or(""));
    if (!language.empty()) ++counts[language];
  }
  if (headers > 0) {
    const bool plus_plus =
        counts.contains("C++") && counts["C++"] >= (counts.contains("C") ? counts["C"] : 0);
    const bool objective = !plus_plus && !counts.contains("C") && counts.contains("Objective-C");
    counts[plus_plus ? "C++" : objective ? "Objective-C" : "C"] += headers;
  }
  std::vector<LanguageCount> languages;
  for (const auto& [name, files] : counts) languages.push_back({std::string(name), files});
  std::stable_sort(languages.begin(), languages.end(),
                   [](const auto& a, const auto& b) { return a.files > b.files; });
  return languages;
}

}  // namespace pawl::repo
