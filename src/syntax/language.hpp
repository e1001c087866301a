// Which language or format a file is in.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/text/repo_path.hpp"

namespace pawl::syntax {

// Languages with a tree-sitter grammar.
enum class Language : std::uint8_t {
  python,
  javascript,
  typescript,
  tsx,
  go,
  rust,
  c,
  cpp,
  java,
  ruby,
  bash,
};
std::string_view to_string(Language language);     // `python` …
std::string_view display_name(Language language);  // `Python`, `C++` … (tsx: `TypeScript`)

enum class Format : std::uint8_t { json, jsonc, yaml, toml, ini, code, markdown, other };

struct Kind {
  Format format = Format::other;
  std::optional<Language> language;  // when format is code
};

// By name and ending, and for files without ending by `#!` line. JSONC only for files known to
// allow comments (tsconfig*.json, jsconfig.json, .vscode/*.json, .eslintrc.json, .babelrc,
// devcontainer.json, *.jsonc, *.code-workspace, .swcrc, api-extractor.json …). Templates (Helm
// templates/*.yaml,
// *.j2, *.erb, *.tmpl, *.in …) are `other`: they are not the format their ending says. `.jsx` is
// JavaScript. `.h` is C, or C++ when the text has class/namespace/template/`::`.
Kind kind_of(const RepoPath& path, std::string_view text);

}  // namespace pawl::syntax
