// The repositories the tests hold up as good examples.
#include "analyzers/test_repo.hpp"

namespace pawl::analyzers {
namespace {

constexpr const char* kMit =
    "MIT License\n\nCopyright (c) 2024 The Authors\n\nPermission is hereby granted, free of "
    "charge, to any "
    "person obtaining a copy\nof this software and associated documentation files (the "
    "\"Software\"), to deal\n"
    "in the Software without restriction, including without limitation the rights\nto use, copy, "
    "modify, "
    "merge, publish, distribute, sublicense, and/or sell\ncopies of the Software, and to permit "
    "persons to "
    "whom the Software is\nfurnished to do so, subject to the following conditions:\n\nThe above "
    "copyright "
    "notice and this permission notice shall be included in all\ncopies or substantial portions of "
    "the "
    "Software.\n\nTHE SOFTWARE IS PROVIDED \"AS IS\", WITHOUT WARRANTY OF ANY KIND, EXPRESS "
    "OR\nIMPLIED, "
    "INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,\nFITNESS FOR A PARTICULAR "
    "PURPOSE AND "
    "NONINFRINGEMENT. IN NO EVENT SHALL THE\nAUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, "
    "DAMAGES OR "
    "OTHER\nLIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,\nOUT OF "
    "OR IN "
    "CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE\nSOFTWARE.\n";

// What is the same in every language.
Tree common(const std::string& install, const std::string& gitignore, const std::string& ci_steps) {
  return {
      {"README.md", "# Gauge\n\nGauge measures things and says how large they are.\n\n" +
                        words(260) + "\n## Installation\n\n```sh\n" + install +
                        "\n```\n\n## Usage\n\n```sh\ngauge file\n```\n\n"
                        "## Contributing\n\nSee [the guide](CONTRIBUTING.md).\n\n## "
                        "License\n\n[MIT](LICENSE)\n"},
      {"LICENSE", kMit},
      {"CONTRIBUTING.md", "# Contributing\n\nRun the tests first.\n"},
      {"CHANGELOG.md", "# Changelog\n\n## 1.0.0\n\nFirst.\n"},
      {"SECURITY.md", "# Security\n\nWrite to us.\n"},
      {".editorconfig", "root = true\n"},
      {".gitignore", gitignore},
      {".github/dependabot.yml", "version: 2\nupdates: []\n"},
      {".github/workflows/ci.yml",
       "on: [push, pull_request]\njobs:\n  test:\n    runs-on: ubuntu-latest\n    steps:\n"
       "      - uses: actions/checkout@v4\n" +
           ci_steps},
  };
}

std::string run(const std::string& command) { return "      - run: " + command + "\n"; }

}  // namespace

Tree well_kept_python() {
  return with(
      common("pip install gauge", "__pycache__/\n.venv/\n.env\n",
             run("ruff check .") + run("pytest --cov")),
      {{"pyproject.toml",
        "[build-system]\nrequires = [\"hatchling\"]\nbuild-backend = "
        "\"hatchling.build\"\n\n[project]\nname = "
        "\"gauge\"\nversion = \"1.0\"\nlicense = \"MIT\"\nrequires-python = "
        "\">=3.10\"\ndependencies = [\"click>=8,<9\"]\n\n"
        "[tool.ruff]\nline-length = 100\n\n[tool.mypy]\nstrict = "
        "true\n\n[tool.pytest.ini_options]\n"},
       {"src/gauge/__init__.py", "\"\"\"Gauge.\"\"\"\n"},
       {"src/gauge/core.py",
        "\"\"\"Core.\"\"\"\n\n\ndef size(path):\n    \"\"\"The size of a file.\"\"\"\n    if not "
        "path:\n        return 0\n    return len(path)\n"},
       {"tests/test_core.py",
        "from gauge.core import size\n\n\ndef test_size():\n    assert size(\"ab\") == 2\n"}});
}

Tree well_kept_go() {
  return with(
      common("go install example.org/gauge@latest", "/gauge\n*.test\n",
             run("go vet ./...") + run("go test -cover ./...")),
      {{"go.mod", "module example.org/gauge\n\ngo 1.22\n\nrequire example.org/dep v1.2.3\n"},
       {"go.sum", "example.org/dep v1.2.3 h1:x=\n"},
       {"gauge.go",
        "// Package gauge measures.\npackage gauge\n\n// Size is the size of a text.\nfunc "
        "Size(text string) int {\n\treturn len(text)\n}\n"},
       {"gauge_test.go",
        "package gauge\n\nimport \"testing\"\n\nfunc TestSize(t *testing.T) {\n\tif Size(\"ab\") "
        "!= 2 {\n\t\tt.Fatal()\n\t}\n}\n"}});
}

Tree well_kept_rust() {
  return with(common("cargo install gauge", "/target\n",
                     run("cargo clippy -- -D warnings") + run("cargo test")),
              {{"Cargo.toml",
                "[package]\nname = \"gauge\"\nversion = \"1.0.0\"\nedition = \"2021\"\nlicense = "
                "\"MIT\"\n\n[dependencies]\nserde = \"1\"\n"},
               {"src/lib.rs",
                "//! Gauge.\n\n/// The size of a text.\npub fn size(text: &str) -> usize {\n    "
                "text.len()\n}\n\n#[cfg(test)]\nmod tests {\n"
                "    use super::*;\n\n    #[tokio::test]\n    async fn counts() {\n        "
                "assert_eq!(size(\"ab\"), 2);\n    }\n}\n"}});
}

Tree well_kept_typescript() {
  return with(
      common("npm install gauge", "node_modules/\ndist/\n.env\n",
             run("npm ci") + run("npm run lint") + run("npm test")),
      {{"package.json",
        "{\"name\": \"gauge\", \"version\": \"1.0.0\", \"license\": \"MIT\", \"main\": "
        "\"dist/index.js\", \"engines\": {\"node\": \">=18\"},\n"
        " \"scripts\": {\"test\": \"vitest run\", \"lint\": \"eslint . && prettier --check .\"},\n"
        " \"devDependencies\": {\"eslint\": \"^9.0.0\", \"prettier\": \"^3.0.0\", \"vitest\": "
        "\"^1.0.0\", \"typescript\": \"^5.4.0\"}}\n"},
       {"tsconfig.json", "{\"compilerOptions\": {\"strict\": true}}\n"},
       {"eslint.config.js", "export default [];\n"},
       {"src/index.ts",
        "/** The size of a text. */\nexport function size(text: string): number {\n  return "
        "text.length;\n}\n"},
       {"src/view.tsx", "/** Shows a size. */\nexport function View() {\n  return <b>1</b>;\n}\n"},
       {"src/view.test.tsx",
        "import { test, expect } from 'vitest';\n\ntest('size', () => expect(1).toBe(1));\n"}});
}

Tree well_kept_javascript() {
  return with(
      common("npm install gauge", "node_modules\n.env\n", run("npm install") + run("npm test")),
      {{"package.json",
        "{\"name\": \"gauge\", \"version\": \"1.0.0\", \"license\": \"MIT\", \"exports\": "
        "\"./index.js\", \"engines\": {\"node\": \">=18\"},\n"
        " \"scripts\": {\"test\": \"xo && ava\"}, \"devDependencies\": {\"ava\": \"^6.0.0\", "
        "\"xo\": \"^0.58.0\"}}\n"},
       {"index.js",
        "/** The size of a text. */\nexport default function size(text) {\n\treturn "
        "text.length;\n}\n"},
       {"test.js",
        "import test from 'ava';\nimport size from './index.js';\n\ntest('size', t => "
        "{\n\tt.is(size('ab'), 2);\n});\n"}});
}

Tree well_kept_cpp() {
  return with(
      common("cmake -B build && cmake --build build", "build/\n",
             run("cmake -B build") + run("ctest --test-dir build") + run("clang-tidy src/*.cpp")),
      {{"CMakeLists.txt",
        "cmake_minimum_required(VERSION 3.20)\nproject(gauge CXX)\nenable_testing()\nadd_test(NAME "
        "unit COMMAND unit)\n"},
       {".clang-format", "BasedOnStyle: Google\n"},
       {".clang-tidy", "Checks: '*'\n"},
       {"src/gauge.hpp",
        "// Measures.\n#pragma once\n#include <string>\n\n// A size.\nstruct Size {\n  int value = "
        "0;\n};\n"},
       {"src/gauge.cpp",
        "#include \"gauge.hpp\"\n\nint size(const std::string& text) {\n  return "
        "static_cast<int>(text.size());\n}\n"},
       {"tests/gauge_test.cpp",
        "#include <doctest/doctest.h>\n\nTEST_CASE(\"size\") {\n  CHECK(1 == 1);\n}\n"}});
}

Tree well_kept_c() {
  return with(
      common("make install", "*.o\nbuild/\n", run("make check") + run("cppcheck .")),
      {{"Makefile", "CFLAGS = -Wall -Wextra\n\ngauge: gauge.c\n\ncheck: gauge\n\t./tests/run\n"},
       {".clang-format", "BasedOnStyle: LLVM\n"},
       {"gauge.h", "/* A size. */\nstruct size {\n  int value;\n};\n"},
       {"gauge.c", "#include \"gauge.h\"\n\nint size(const char *text) {\n  return text[0];\n}\n"},
       {"tests/test_gauge.c",
        "#include <assert.h>\n\nint main(void) {\n  assert(1);\n  return 0;\n}\n"}});
}

Tree well_kept_java() {
  return with(
      common("mvn package", "target/\n", run("mvn -B verify") + run("mvn checkstyle:check")),
      {{"pom.xml",
        "<project><modelVersion>4.0.0</modelVersion><groupId>org.example</"
        "groupId><artifactId>gauge</artifactId><version>1.0</version>"
        "<build><plugins><plugin><artifactId>maven-checkstyle-plugin</artifactId></"
        "plugin><plugin><artifactId>spotless-maven-plugin</artifactId></plugin></plugins></build></"
        "project>\n"},
       {"src/main/java/org/example/Gauge.java",
        "package org.example;\n\n/** Measures. */\npublic class Gauge {\n  /** The size. */\n  "
        "public int size(String text) {\n    return text.length();\n  }\n}\n"},
       {"src/test/java/org/example/GaugeTest.java",
        "package org.example;\n\nclass GaugeTest {\n  @Test\n  void size() {}\n}\n"}});
}

Tree well_kept_ruby() {
  return with(common("gem install gauge", "/pkg/\n.env\n",
                     run("bundle exec rubocop") + run("bundle exec rake spec")),
              {{"gauge.gemspec",
                "Gem::Specification.new do |s|\n  s.name = \"gauge\"\n  s.version = \"1.0\"\n  "
                "s.license = \"MIT\"\nend\n"},
               {"Gemfile", "source \"https://rubygems.org\"\ngemspec\n"},
               {"Rakefile", "task :spec\n"},
               {".rubocop.yml", "AllCops:\n  NewCops: enable\n"},
               {"lib/gauge.rb",
                "# Measures.\nclass Gauge\n  # The size of a text.\n  def self.size(text)\n    "
                "text.length\n  end\nend\n"},
               {"spec/gauge_spec.rb", "describe Gauge do\n  it \"counts\" do\n  end\nend\n"}});
}

}  // namespace pawl::analyzers
