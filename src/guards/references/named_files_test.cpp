#include "guards/references/named_files.hpp"

#include <doctest/doctest.h>

#include <string>

#include "guards/documents/doc_faults.hpp"
#include "guards/references/makefile.hpp"
#include "guards/references/shell_commands.hpp"

namespace pawl::guards::named_files_test {
namespace {

std::string shown_commands(std::string_view text) {
  std::string out;
  for (const ShellCommand& command : shell_commands(text)) {
    out += std::to_string(command.line) + " " + command.folder.value_or("?") + ":";
    for (const std::string& word : command.words) out += " " + word;
    out += command.may_fail ? " (may fail)\n" : "\n";
  }
  return out;
}

TEST_CASE("the plain commands of a shell text") {
  struct Row {
    const char* text;
    const char* want;
  };
  const Row rows[] = {
      {"make all", "1 : make all\n"},
      {"a && b; c | d", "1 : a\n1 : b\n1 : c\n1 : d\n"},
      {"cd web && npm test\nmake", "1 : cd web\n1 web: npm test\n2 web: make\n"},
      {"(cd web; a)\nb", "1 : cd web\n1 web: a\n2 : b\n"},
      {"cd \"$X\"\na", "1 : cd $X\n2 ?: a\n"},
      {"a 'b c' \"d\\\"e\" # f", "1 : a b c d\"e\n"},
      {"a \\\n  b", "2 : a b\n"},
      {"a $(b c) `d` ${e} ${{ f }}", "1 : a $ $ $ $\n"},
      {"a > x 2>&1 < y", "1 : a\n"},
      {"cat <<EOF\nmake x\nEOF\nb", "1 : cat\n4 : b\n"},
      {"a || b", "1 : a (may fail)\n1 : b (may fail)\n"},
      {"if a; then b; fi", "1 : a\n1 : b\n1 : fi\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.text);
    CHECK(shown_commands(row.text) == row.want);
  }
}

TEST_CASE("what a Makefile makes") {
  const Makefile makefile = parse_makefile(
      "A = b c\n.PHONY: d\n$(A): e\n%.o: %.c\nf: G = 1\nh:: i ; true\nexport J = k\n-include "
      "l.mk\n");
  CHECK_FALSE(makefile.opaque);
  for (const char* name : {"b", "c", "d", "x.o", "f", "h"}) CHECK(makefile.makes(name));
  for (const char* name : {"A", "e", "G", "i", "J", "true"}) CHECK_FALSE(makefile.makes(name));
  CHECK(makefile.includes.size() == 1);
  CHECK(parse_makefile("$(foreach x,a b,$(eval $(x):))\n").opaque);
  CHECK(parse_makefile("$(UNKNOWN): a\n").opaque);
}

TEST_CASE("no text is too broken to be read") {
  struct Row {
    const char* path;
    const char* text;
  };
  const Row rows[] = {
      {"Dockerfile",
       "FROM a AS b\nRUN --mount=x ls\nCOPY --from=0 [\"a\", \"b\"]\nCOPY <<E x\nE\nCMD "
       "[\"a\"]\\\n"},
      {"compose.yaml",
       "services: {a: {build: ., volumes: [\"b:/c\", {type: volume}], depends_on: [x]}}\n"},
      {".github/workflows/a.yml",
       "jobs:\n  a:\n    needs: b\n    steps:\n      - run: \"x ${{ steps.c.outputs.d }} 'y\"\n"},
      {"Makefile", "a: b $(c) ; d\n\t@-./e.sh \\\n\t  f\ndefine g\nendef\ninclude h\n"},
      {"CMakeLists.txt", "add_executable(a \"b\\\".c\" c.cc #[[ d ]] ${e}/f.c\n"},
      {"package.json", "{\"scripts\": {\"a\": \"npm run b && (c 'd' \\\"e\\\" $(f) <<g\"}}"},
      {"pyproject.toml",
       "[project.scripts]\na = \"b.c:d [e]\"\n[tool.setuptools]\npackages = [\"\"]\n"},
      {"Cargo.toml", "[features]\na = [\"b/c\", \"dep:\", \"?/\", \"/\"]\n"},
      {"go.mod", "use (\n ./a\n)\nreplace b => ./c\n"},
      {"pom.xml", "<module>a</module><module>"},
      {"docs/a.rst", ".. toctree::\n   a <b>\n   <\n.. image:: ::\n.. x\n"},
      {"README.md",
       "```sh\n$ cp ./.env.a ../\n```\n`./ -m .` `python -m a.b` `x/y/../.md`\n<https:///a> "
       "http:///\n"},
      {"CODEOWNERS", "/ @a\n// @b\n[x] @c\n"},
      {"requirements.txt", "-r\n-r a.txt\n-e .[b]\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    const RepoPath path = RepoPath::parse(row.path).value();
    const std::string text = row.text;
    for (std::size_t size = 0; size <= text.size(); ++size) {
      CAPTURE(size);
      const std::string part = text.substr(0, size);
      CHECK(named_things(path, part).files.size() < 100);
      CHECK(doc_faults(part, syntax::parse_markdown(part)).size() < 100);
    }
  }
}

TEST_CASE("addresses that can be none") {
  for (const char* url : {"https:///a", "http:/x", "htps://x.org", "https://.org", "https//x.org",
                          "https://https://x.org", "https://a..org", "http://a b"}) {
    CAPTURE(url);
    CHECK(is_malformed_url(url));
  }
  for (const char* url :
       {"https://x.org", "http://localhost:80", "https://httpbin.org", "docs/a.md",
        "https://{host}/x", "http://[::1]/", "https://a_b.org", "http:", "ftp:///a",
        "https://web.archive.org/web/2/https://x.org", "mailto:a@x.org"}) {
    CAPTURE(url);
    CHECK_FALSE(is_malformed_url(url));
  }
}

}  // namespace
}  // namespace pawl::guards::named_files_test
