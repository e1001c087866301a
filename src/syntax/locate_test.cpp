#include "syntax/locate.hpp"

#include <doctest/doctest.h>

#include <array>
#include <vector>

namespace pawl::syntax::locate_test {
namespace {

struct Case {
  std::vector<std::string> path;
  int line;
};

constexpr std::string_view kJson = R"({
  // the name
  "name": "a, \"b\"}", /* two
  lines */ "list": [1,
    {"x": [], "y": 2}, {
      "y": 3
    }
  ],
  "a\/b": null,
  "name": 2,
}
)";

constexpr std::string_view kYaml = R"(# head
on: push
"jobs":
  test:
    steps:
      - run: a
        name: b
      - name: c
        run: |
          jobs:
      - {uses: d,
         with: {e: f}}
  ? [odd]
  : key
  last: &x
    steps: 1
)";

constexpr std::string_view kToml = R"(a.b = 1

[package]
name = "x"
"odd.key" = {in = 1}
# a line

[[bin]]
name = "one"

[[bin]]
name = "two"
list = [
  1,
  2,
]
)";

void check_lines(DataFormat format, std::string_view text, const std::vector<Case>& cases) {
  for (const Case& each : cases) {
    CAPTURE(each.path.empty() ? std::string() : each.path.back());
    CHECK(line_of(format, text, each.path) == each.line);
  }
}

TEST_CASE("keys and items are found where they stand") {
  check_lines(DataFormat::json, kJson,
              {{{"list"}, 4},
               {{"list", "0"}, 4},
               {{"list", "1", "y"}, 5},
               {{"list", "2"}, 5},
               {{"list", "2", "y"}, 6},
               {{"a/b"}, 9},
               {{"name"}, 10},
               {{"list", "2", "none"}, 5},
               {{"list", "7"}, 4},
               {{"none"}, 0},
               {{}, 0}});
  check_lines(DataFormat::yaml, kYaml,
              {{{"on"}, 2},
               {{"jobs"}, 3},
               {{"jobs", "test", "steps", "0", "name"}, 7},
               {{"jobs", "test", "steps", "1"}, 8},
               {{"jobs", "test", "steps", "1", "run"}, 9},
               {{"jobs", "test", "steps", "2", "with", "e"}, 12},
               {{"jobs", "last", "steps"}, 16},
               {{"jobs", "test", "runs-on"}, 4},
               {{"none"}, 0}});
  check_lines(DataFormat::toml, kToml,
              {{{"a", "b"}, 1},
               {{"package", "name"}, 4},
               {{"package", "none"}, 3},
               {{"bin", "1", "name"}, 12},
               {{"bin", "1", "list", "1"}, 15},
               {{"none"}, 0}});
}

TEST_CASE("a text that does not parse has no places, and harms nothing") {
  const std::vector<std::string> path{"a", "0"};
  for (const std::string_view text : {"", "{", "{\"a\"", "{\"a\": [", "a: [", "[[[", "\""}) {
    CAPTURE(text);
    for (const DataFormat format : {DataFormat::json, DataFormat::yaml, DataFormat::toml}) {
      CHECK(line_of(format, text, path) <= 1);
    }
  }
}

}  // namespace
}  // namespace pawl::syntax::locate_test
