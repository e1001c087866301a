#include "cli/kit/output.hpp"

#include <doctest/doctest.h>

#include "cli/kit/fake_console.hpp"
#include "cli/kit/progress.hpp"

namespace pawl::cli::output_test {
namespace {

TEST_CASE("display_width counts what a terminal shows") {
  CHECK(display_width("abc") == 3);
  CHECK(display_width("Zoë …") == 5);
  CHECK(display_width("\x1b[31mred\x1b[0m") == 3);
}

TEST_CASE("a diff in colours") {
  CHECK(colored_diff(
            "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n same\n--- gone\n+new\n") ==
        "\x1b[1mdiff --git a/x b/x\x1b[0m\n\x1b[1m--- a/x\x1b[0m\n\x1b[1m+++ b/x\x1b[0m\n"
        "\x1b[34m@@ -1,2 +1,2 @@\x1b[0m\n same\n\x1b[31m--- gone\x1b[0m\n\x1b[32m+new\x1b[0m\n");
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

TEST_CASE("a terminal gets Pawl's own colours and nothing else that commands it") {
  struct Row {
    std::string text;
    std::string shown;
  };
  const Row rows[] = {
      {"\x1b[31mred\x1b[0m\n", "\x1b[31mred\x1b[0m\n"},
      {"a\tb\n", "a\tb\n"},
      {"\x1b[2J\x1b[H\x1b]0;title\x07", "\\x1b[2J\\x1b[H\\x1b]0;title\\x07"},
      {"\x1b[31;1m\x1b[5m", "\\x1b[31;1m\\x1b[5m"},
      {"done\rfail", "done\\x0dfail"},
      {"\u009b2J\u202eab", "\\u{9b}2J\\u{202e}ab"},
      {"\x1b", "\\x1b"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.shown);
    CHECK(for_terminal(row.text) == row.shown);
    FakeConsole console;
    console.out(row.text);
    console.say(row.text);
    CHECK(console.written == row.shown);
    CHECK(console.said == row.shown + "\n");
  }
}

TEST_CASE("data is exact unless a terminal shows it") {
  FakeConsole pipe;
  pipe.data("+\x1b[2J\x9b\n");
  CHECK(pipe.written == "+\x1b[2J\x9b\n");
  FakeConsole terminal({}, {.out_is_terminal = true});
  terminal.data("+\x1b[2J\x9b\n");
  CHECK(terminal.written == "+\\x1b[2J\ufffd\n");
}

TEST_CASE("progress without a terminal is plain lines, none twice") {
  FakeConsole console;
  {
    const os::FakeClock clock;
    Progress progress(console, clock);
    progress.doing("reading");
    progress.update(0, 2, "readme");
    progress.update(0, 2, "readme");
    progress.line("a remark");
    progress.update(1, 2, "license");
  }
  CHECK(console.said == "[0/2] readme\na remark\n[1/2] license\n");
  CHECK(console.written.empty());
}

TEST_CASE("progress says what goes on, for how long, and how much of it is done") {
  CHECK(progress_line(0, 0, "reading", Milliseconds(1'999), 80) == "reading");
  CHECK(progress_line(0, 0, "reading", Milliseconds(2'400), 80) == "reading · 2 s");
  const std::string half = progress_line(4, 8, "T001-S02: mend", Milliseconds(65'900), 80);
  CHECK(half == "████████████░░░░░░░░░░░░ 4/8 T001-S02: mend · 1 min 05 s");
  const std::string narrow = progress_line(4, 8, "T001-S02: mend", Milliseconds(65'900), 44);
  CHECK(display_width(narrow) <= 44);
  CHECK(narrow.ends_with(" · 1 min 05 s"));
}

TEST_CASE("a line is drawn anew with the time that passed") {
  FakeConsole console({}, {.err_is_terminal = true, .width = 60});
  os::FakeClock clock;
  {
    Progress progress(console, clock);
    progress.doing("asking the model");
    clock.advance(Milliseconds(12'000));
    progress.count(1, 4);
    CHECK(console.said.ends_with("1/4 asking the model · 12 s"));
    progress.doing("asking again");
    CHECK(console.said.ends_with("1/4 asking again"));
  }
  CHECK(console.said.ends_with("\r\x1b[K"));
}

TEST_CASE("progress on a terminal is one line that goes away") {
  FakeConsole console({}, {.err_is_terminal = true, .width = 40});
  {
    const os::FakeClock clock;
    Progress progress(console, clock);
    progress.update(1, 2, "a label that is much too long for this terminal");
    CHECK(display_width(console.said) <= 42);
    CHECK(console.said.find('\n') == std::string::npos);
    progress.line("stays");
  }
  CHECK(console.said.find("\r\x1b[Kstays\n\r\x1b[K") != std::string::npos);
  CHECK(console.said.ends_with("\r\x1b[K"));
}

}  // namespace
}  // namespace pawl::cli::output_test
