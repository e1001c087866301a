#include "syntax/language.hpp"

#include <doctest/doctest.h>

#include <array>
#include <string_view>

namespace pawl::syntax::language_test {
namespace {

struct Case {
  std::string_view path;
  std::string_view text;
  Format format;
  std::optional<Language> language = std::nullopt;
};

constexpr auto kCode = Format::code;

TEST_CASE("a file's kind comes from its name, its ending, its shebang or its text") {
  const auto cases = std::to_array<Case>({
      {"a.py", "", kCode, Language::python},
      {"a.PYI", "", kCode, Language::python},
      {"web/app.jsx", "", kCode, Language::javascript},
      {"a.mjs", "", kCode, Language::javascript},
      {"a.ts", "const a = 1", kCode, Language::typescript},
      {"a.d.ts", "", kCode, Language::typescript},
      {"a.tsx", "", kCode, Language::tsx},
      {"a.go", "", kCode, Language::go},
      {"a.rs", "", kCode, Language::rust},
      {"a.java", "", kCode, Language::java},
      {"Rakefile", "", kCode, Language::ruby},
      {"pawl.gemspec", "", kCode, Language::ruby},
      {".bashrc", "", kCode, Language::bash},
      {"bin/tool", "#!/usr/bin/env -S python3.11 -u\n", kCode, Language::python},
      {"bin/tool", "#!/bin/sh -e\n", kCode, Language::bash},
      {"bin/tool", "#!/usr/bin/env node", kCode, Language::javascript},
      {"bin/tool", "#!/usr/bin/perl\n", Format::other},
      {"bin/tool", "plain text", Format::other},
      {"a.h", "int f(void);\n", kCode, Language::c},
      {"a.h", "/* class of things */\n// std::x\nconst char* s = \"a::b\";\n", kCode, Language::c},
      {"a.h", "namespace a {}\n", kCode, Language::cpp},
      {"a.h", "int f(std::string s);\n", kCode, Language::cpp},
      {"a.h", "int subclass;\n", kCode, Language::c},
      {"a.json", "", Format::json},
      {"tsconfig.json", "", Format::jsonc},
      {"tsconfig.build.json", "", Format::jsonc},
      {"jsconfig-lint.json", "", Format::jsonc},
      {".vscode/settings.json", "", Format::jsonc},
      {".eslintrc.json", "", Format::jsonc},
      {"a.jsonc", "", Format::jsonc},
      {"a.yml", "", Format::yaml},
      {"chart/templates/pod.yaml", "a: {{ .Values.a }}", Format::other},
      {".gitlab/templates/pod.yaml", "a: 1", Format::yaml},
      {"{{cookiecutter.name}}/setup.py", "", Format::other},
      {"a.yaml.j2", "", Format::other},
      {"config.json.in", "", Format::other},
      {"Cargo.lock", "", Format::toml},
      {"pyproject.toml", "", Format::toml},
      {"setup.cfg", "", Format::ini},
      {".editorconfig", "", Format::ini},
      {"haproxy.cfg", "", Format::other},
      {"README.md", "", Format::markdown},
      {"i18n/de.ts", "<?xml version=\"1.0\"?>", Format::other},
      {"a.js", "/* @flow */\n", Format::other},
      {"a.jsonl", "", Format::other},
      {"LICENSE", "", Format::other},
  });
  for (const Case& each : cases) {
    CAPTURE(each.path);
    CAPTURE(each.text);
    const auto path = RepoPath::parse(each.path);
    REQUIRE(path);
    const Kind kind = kind_of(*path, each.text);
    CHECK(kind.format == each.format);
    CHECK(kind.language == each.language);
  }
}

TEST_CASE("languages have names for machines and for people") {
  CHECK(to_string(Language::cpp) == "cpp");
  CHECK(display_name(Language::cpp) == "C++");
  CHECK(display_name(Language::tsx) == "TypeScript");
}

}  // namespace
}  // namespace pawl::syntax::language_test
