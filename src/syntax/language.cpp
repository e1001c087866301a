#include "syntax/language.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::syntax {
namespace {

struct Row {
  std::string_view name;
  Kind kind;
};

constexpr Kind code(Language language) { return {Format::code, language}; }
constexpr Kind data(Format format) { return {format, std::nullopt}; }

constexpr auto kByEnding = std::to_array<Row>({
    {".py", code(Language::python)},
    {".pyi", code(Language::python)},
    {".pyw", code(Language::python)},
    {".js", code(Language::javascript)},
    {".mjs", code(Language::javascript)},
    {".cjs", code(Language::javascript)},
    {".jsx", code(Language::javascript)},
    {".ts", code(Language::typescript)},
    {".mts", code(Language::typescript)},
    {".cts", code(Language::typescript)},
    {".tsx", code(Language::tsx)},
    {".go", code(Language::go)},
    {".rs", code(Language::rust)},
    {".c", code(Language::c)},
    {".cc", code(Language::cpp)},
    {".cpp", code(Language::cpp)},
    {".cxx", code(Language::cpp)},
    {".c++", code(Language::cpp)},
    {".hpp", code(Language::cpp)},
    {".hh", code(Language::cpp)},
    {".hxx", code(Language::cpp)},
    {".h++", code(Language::cpp)},
    {".ipp", code(Language::cpp)},
    {".tpp", code(Language::cpp)},
    {".java", code(Language::java)},
    {".rb", code(Language::ruby)},
    {".rake", code(Language::ruby)},
    {".gemspec", code(Language::ruby)},
    {".ru", code(Language::ruby)},
    {".sh", code(Language::bash)},
    {".bash", code(Language::bash)},
    {".json", data(Format::json)},
    {".webmanifest", data(Format::json)},
    {".geojson", data(Format::json)},
    {".ipynb", data(Format::json)},
    {".avsc", data(Format::json)},
    {".jsonc", data(Format::jsonc)},
    {".code-workspace", data(Format::jsonc)},
    {".code-snippets", data(Format::jsonc)},
    {".yaml", data(Format::yaml)},
    {".yml", data(Format::yaml)},
    {".cff", data(Format::yaml)},
    {".toml", data(Format::toml)},
    {".ini", data(Format::ini)},
    {".md", data(Format::markdown)},
    {".markdown", data(Format::markdown)},
    {".mdown", data(Format::markdown)},
});

// Whole names, which win over endings. Lower case: names are compared without regard to case.
constexpr auto kByName = std::to_array<Row>({
    {"rakefile", code(Language::ruby)},
    {"gemfile", code(Language::ruby)},
    {"vagrantfile", code(Language::ruby)},
    {"podfile", code(Language::ruby)},
    {"guardfile", code(Language::ruby)},
    {"fastfile", code(Language::ruby)},
    {"brewfile", code(Language::ruby)},
    {".bashrc", code(Language::bash)},
    {".bash_profile", code(Language::bash)},
    {".profile", code(Language::bash)},
    {".envrc", code(Language::bash)},
    {"composer.lock", data(Format::json)},
    {"pipfile.lock", data(Format::json)},
    {".jshintrc", data(Format::jsonc)},
    {".eslintrc.json", data(Format::jsonc)},
    {".babelrc", data(Format::jsonc)},
    {".babelrc.json", data(Format::jsonc)},
    {".swcrc", data(Format::jsonc)},
    {"devcontainer.json", data(Format::jsonc)},
    {".devcontainer.json", data(Format::jsonc)},
    {"api-extractor.json", data(Format::jsonc)},
    {"tslint.json", data(Format::jsonc)},
    {"typedoc.json", data(Format::jsonc)},
    {"tsdoc.json", data(Format::jsonc)},
    {"deno.json", data(Format::jsonc)},
    {"pyrightconfig.json", data(Format::jsonc)},
    {"rush.json", data(Format::jsonc)},
    {"turbo.json", data(Format::jsonc)},
    {"language-configuration.json", data(Format::jsonc)},
    {".clang-format", data(Format::yaml)},
    {".clang-tidy", data(Format::yaml)},
    {"cargo.lock", data(Format::toml)},
    {"poetry.lock", data(Format::toml)},
    {"uv.lock", data(Format::toml)},
    {"pipfile", data(Format::toml)},
    {"setup.cfg", data(Format::ini)},
    {".editorconfig", data(Format::ini)},
    {".flake8", data(Format::ini)},
    {".pylintrc", data(Format::ini)},
    {"pylintrc", data(Format::ini)},
    {".coveragerc", data(Format::ini)},
    {"pip.conf", data(Format::ini)},
    {".pypirc", data(Format::ini)},
    {".bumpversion.cfg", data(Format::ini)},
    {".isort.cfg", data(Format::ini)},
    {"php.ini", data(Format::other)},
});

constexpr auto kInterpreters = std::to_array<Row>({
    {"python", code(Language::python)},
    {"node", code(Language::javascript)},
    {"nodejs", code(Language::javascript)},
    {"ruby", code(Language::ruby)},
    {"sh", code(Language::bash)},
    {"bash", code(Language::bash)},
    {"dash", code(Language::bash)},
});

template <std::size_t N>
std::optional<Kind> row_of(const std::array<Row, N>& rows, std::string_view name) {
  const auto row =
      std::find_if(rows.begin(), rows.end(), [&](const Row& each) { return each.name == name; });
  if (row == rows.end()) return std::nullopt;
  return row->kind;
}

// `#!/usr/bin/env -S python3.11 -u` names python.
Kind kind_of_script(std::string_view text) {
  if (!text.starts_with("#!")) return {};
  const auto words = split_words(text.substr(2, text.substr(2).find('\n')));
  for (const std::string_view word : words) {
    if (word.starts_with('-')) continue;
    std::string_view program = word.substr(word.rfind('/') + 1);
    if (program == "env" || contains(program, "=")) continue;
    program = program.substr(0, program.find_first_of("0123456789."));
    return row_of(kInterpreters, program).value_or(Kind{});
  }
  return {};
}

bool has_folder(const RepoPath& path, std::string_view name) {
  const auto parts = path.components();
  return std::any_of(parts.begin(), parts.end() - 1,
                     [&](const std::string& part) { return part == name; });
}

// A file of a template folder is written in the template's language, whatever its ending says.
bool is_template(const RepoPath& path, std::string_view text) {
  if (contains(path.text(), "{{")) return true;
  const bool marked = contains(text, "{{") || contains(text, "{%") || contains(text, "<%=");
  return marked && (has_folder(path, "templates") || has_folder(path, "_templates"));
}

// The place behind the comment or literal that starts at `at`, or `at` when none does.
std::size_t skip_c_token(std::string_view text, std::size_t at) {
  const auto behind = [&](std::string_view end, std::size_t from) {
    const auto found = text.find(end, from);
    return found == std::string_view::npos ? text.size() : found + end.size();
  };
  const std::string_view rest = text.substr(at);
  if (rest.starts_with("//")) return behind("\n", at);
  if (rest.starts_with("/*")) return behind("*/", at + 2);
  if (rest.front() != '"' && rest.front() != '\'') return at;
  std::size_t i = at + 1;
  while (i < text.size() && text[i] != rest.front() && text[i] != '\n')
    i += text[i] == '\\' ? 2U : 1U;
  return std::min(i + 1, text.size());
}

bool is_cpp_header(std::string_view text) {
  for (std::size_t i = 0; i < text.size();) {
    if (const std::size_t next = skip_c_token(text, i); next != i) {
      i = next;
      continue;
    }
    if (text.substr(i).starts_with("::")) return true;
    std::size_t end = i;
    while (end < text.size() && is_word(text[end])) ++end;
    const std::string_view word = text.substr(i, end - i);
    if (word == "class" || word == "namespace" || word == "template") return true;
    i = std::max(end, i + 1);
  }
  return false;
}

Kind kind_of_ending(const RepoPath& path, std::string_view ending, std::string_view text) {
  if (ending == ".h") return code(is_cpp_header(text) ? Language::cpp : Language::c);
  const Kind kind = row_of(kByEnding, ending).value_or(Kind{});
  if (kind.format == Format::json && path.folder().ends_with("vscode")) return data(Format::jsonc);
  // Qt's translations and video streams end in .ts as well.
  if (ending == ".ts" && (looks_binary(text) || trim(text).starts_with('<'))) return {};
  // Flow's annotations are no JavaScript, and nobody here can parse them.
  if (kind.language == Language::javascript && contains(text.substr(0, 1000), "@flow")) return {};
  return kind;
}

}  // namespace

std::string_view to_string(Language language) {
  switch (language) {
    case Language::python: return "python";
    case Language::javascript: return "javascript";
    case Language::typescript: return "typescript";
    case Language::tsx: return "tsx";
    case Language::go: return "go";
    case Language::rust: return "rust";
    case Language::c: return "c";
    case Language::cpp: return "cpp";
    case Language::java: return "java";
    case Language::ruby: return "ruby";
    case Language::bash: return "bash";
  }
  return "unknown";
}

std::string_view display_name(Language language) {
  switch (language) {
    case Language::python: return "Python";
    case Language::javascript: return "JavaScript";
    case Language::typescript:
    case Language::tsx: return "TypeScript";
    case Language::go: return "Go";
    case Language::rust: return "Rust";
    case Language::c: return "C";
    case Language::cpp: return "C++";
    case Language::java: return "Java";
    case Language::ruby: return "Ruby";
    case Language::bash: return "Bash";
  }
  return "unknown";
}

Kind kind_of(const RepoPath& path, std::string_view text) {
  if (is_template(path, text)) return {};
  const std::string name = lower(path.name());
  if (const auto kind = row_of(kByName, name)) return *kind;
  const bool project = name.starts_with("tsconfig") || name.starts_with("jsconfig");
  if (project && name.ends_with(".json")) return data(Format::jsonc);
  const std::string ending = path.extension();
  return ending.empty() ? kind_of_script(text) : kind_of_ending(path, ending, text);
}

}  // namespace pawl::syntax
