#include "cli/kit/page.hpp"

#include <doctest/doctest.h>

namespace pawl::cli::page_test {

TEST_CASE("a page on a terminal") {
  const char* page =
      "# pawl box\n\n"
      "    pawl box open [TARGET] [--lid KIND] [--key N]\n"
      "             [--force]\n\n"
      "Opens a `box` as [the other page](other.md)\nsays, or [a site](https://x.example) "
      "**must**.\n\n"
      "## Options\n\n"
      "| option | meaning |\n|---|---|\n"
      "| `--lid KIND` | how the lid is taken off: by hand, with a crowbar, or not at all |\n"
      "| `--a-very-long-name OF-A-FLAG` | it has a line of its own |\n"
      "| `-f`, `--force` | `a\\|b` |\n\n"
      "| what | for |\n|---|---|\n| `lid` | closing |\n\n"
      "- one item that is long enough to be broken\n  in two\n- another\n\n"
      "## Examples\n\n    pawl box open --lid a-long-kind-that-is-not-broken-anywhere\n";
  CHECK(terminal_page(page, {.width = 44}) ==
        "pawl box\n\n"
        "    pawl box open [TARGET] [--lid KIND]\n"
        "                  [--key N] [--force]\n\n"
        "Opens a `box` as the other page says, or a\n"
        "site (https://x.example) must.\n\n"
        "Options\n"
        "  --lid KIND   how the lid is taken off: by\n"
        "               hand, with a crowbar, or not\n"
        "               at all\n"
        "  --a-very-long-name OF-A-FLAG\n"
        "               it has a line of its own\n"
        "  -f, --force  `a|b`\n\n"
        "  WHAT  FOR\n"
        "  lid   closing\n\n"
        "- one item that is long enough to be broken\n"
        "  in two\n"
        "- another\n\n"
        "Examples\n"
        "    pawl box open --lid a-long-kind-that-is-not-broken-anywhere\n");
}

TEST_CASE("with colours headings and code stand out without marks") {
  CHECK(terminal_page("## Use\n\nSay `pawl`.\n", {.color = true}) ==
        "\x1b[1mUse\x1b[0m\nSay \x1b[1mpawl\x1b[0m.\n");
}

TEST_CASE("marks without an end stay what they are") {
  for (const char* text : {"a `b\n", "[a](b\n", "a ** b\n", "a [b] c\n", "- x\n"}) {
    CHECK(terminal_page(text, {}) == text);
  }
}

}  // namespace pawl::cli::page_test
