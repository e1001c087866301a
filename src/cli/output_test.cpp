#include "cli/output.hpp"

#include <doctest/doctest.h>

#include "cli/fake_console.hpp"
#include "cli/progress.hpp"

namespace pawl::cli {
namespace {

TEST_CASE("display_width counts what a terminal shows") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("Zoë …") == 5);
  CHECK(display_width("\x1b[31mred\x1b[0m") == 3);
}

TEST_CASE("shortened") {
  CHECK(shortened("abcdef", 6) == "abcdef");
  CHECK(shortened("abcdef", 4) == "abc…");
  CHECK(shortened("äöüß", 3) == "äö…");
  CHECK(shortened("abc", 1) == "…");
}

TEST_CASE("table aligns its columns and leaves no trailing blanks") {
  CHECK(table({"NAME", "N"}, {{"ä", "10"}, {"\x1b[1mlonger\x1b[0m", ""}}) ==
        "NAME    N\nä       10\n\x1b[1mlonger\x1b[0m\n");
  CHECK(table({}, {{"a", "b"}}) == "a  b\n");
}

TEST_CASE("progress without a terminal is plain lines, none twice") {
  FakeConsole console;
  {
    Progress progress(console);
    progress.update(0, 2, "readme");
    progress.update(0, 2, "readme");
    progress.line("a remark");
    progress.update(1, 2, "license");
  }
  CHECK(console.said == "[0/2] readme\na remark\n[1/2] license\n");
  CHECK(console.written.empty());
}

TEST_CASE("progress on a terminal is one line that goes away") {
  FakeConsole console({}, {.err_is_terminal = true, .width = 40});
  {
    Progress progress(console);
    progress.update(1, 2, "a label that is much too long for this terminal");
    CHECK(display_width(console.said) <= 42);
    CHECK(console.said.find('\n') == std::string::npos);
    progress.line("stays");
  }
  CHECK(console.said.find("\r\x1b[Kstays\n\r\x1b[K") != std::string::npos);
  CHECK(console.said.ends_with("\r\x1b[K"));
}

}  // namespace
}  // namespace pawl::cli
