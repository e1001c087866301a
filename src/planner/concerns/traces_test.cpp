#include "planner/concerns/traces.hpp"

#include <doctest/doctest.h>

namespace pawl::planner::traces_test {
namespace {

using Names = std::vector<std::string>;
using Text = std::optional<std::string>;

RepoPath path(const std::string& text) { return *RepoPath::parse(text); }

const std::string kPython =
    "import os\n\n\ndef opens(lid):\n    return lid + 1\n\n\nclass Box:\n    def shut(self):\n"
    "        return 0\n";
const std::string kGuide =
    "# Box\n\nA box.\n\n## Usage\n\nOpen it, then fill it.\n\n## Licence\n\nNone.\n";

std::string with(std::string text, const std::string& from, const std::string& to) {
  const auto at = text.find(from);
  REQUIRE(at != std::string::npos);
  return text.replace(at, from.size(), to);
}

// One file that changes from the text above.
std::vector<FileTrace> change(const std::string& name, const std::string& from,
                              const std::string& to) {
  const std::string& text = name.ends_with(".md") ? kGuide : kPython;
  return {trace_of(path(name), text, with(text, from, to))};
}

bool repeated(const std::vector<FileTrace>& one, const std::vector<FileTrace>& other,
              const Likeness& likeness = {}) {
  return is_repeated(one, other, likeness);
}

}  // namespace

TEST_CASE("a trace names what a change does, and where") {
  const FileTrace code = change("a.py", "lid + 1", "lid + 2").front();
  CHECK(code.action == "modify");
  CHECK(code.removed.size() == 1);
  CHECK(code.added.size() == 1);
  CHECK(code.places == Names{"opens"});
  CHECK(change("a.py", "return 0", "return 1").front().places == Names{"Box.shut"});
  CHECK(change("a.py", "import os", "import sys").front().places.empty());
  CHECK(change("use.md", "then fill it", "and fill it").front().places == Names{"usage"});
  CHECK(change("use.md", "A box.", "The box.").front().places.empty());
  // Blanks and lines of brackets alone say nothing.
  CHECK(change("a.py", "    return lid", "        return  lid").front().added.size() == 1);
  CHECK(trace_of(path("a.c"), "f(\n", "f(\n}\n{\n").added.empty());
  CHECK(trace_of(path("n"), Text(), "x\n").action == "create");
  const FileTrace gone = trace_of(path("n"), "x\n", Text());
  CHECK(gone.action == "delete");
  CHECK(gone.after.empty());
  CHECK(trace_of(path("n"), std::string("a\0b", 3), "x").added.empty());
}

TEST_CASE("traces are kept as JSON") {
  std::vector<FileTrace> all = change("a.py", "lid + 1", "lid + 2");
  all.push_back(trace_of(path("n"), Text(), "x\n"));
  CHECK(traces_from_json(*Json::parse(to_json(all).dump())) == all);
  CHECK(traces_from_json(*Json::parse("[{\"path\": 7}, {}, 9]")).empty());
  CHECK(traces_from_json(Json()).empty());
}

TEST_CASE("the same change is known again, whatever it is called") {
  const auto first = change("a.py", "lid + 1", "lid + 2");
  constexpr Likeness kLinesAlone{.other_words = false, .by_section = false};
  CHECK(repeated(first, first, kLinesAlone));
  CHECK(repeated(change("a.py", "    return lid + 1", "  return lid  + 2"), first, kLinesAlone));
  CHECK_FALSE(repeated(change("a.py", "return 0", "return 1"), first));
  CHECK_FALSE(repeated(change("b.py", "lid + 1", "lid + 2"), first));
  CHECK_FALSE(repeated({}, first));
  CHECK_FALSE(repeated(first, {}));
}

TEST_CASE("other words for the same lines, section or file are the same work") {
  const auto prose = change("use.md", "Open it, then fill it.", "Lift the lid.\n\nPut things in.");
  const auto reworded = change("use.md", "Open it, then fill it.", "First the lid goes up.");
  const auto beside = change("use.md", "## Usage\n", "## Usage\n\nMind your fingers.\n");
  const auto elsewhere = change("use.md", "None.", "Ask the author.");
  CHECK(repeated(reworded, prose));
  CHECK(repeated(beside, prose));
  CHECK_FALSE(repeated(elsewhere, prose));
  CHECK_FALSE(repeated(reworded, prose, {.other_words = false, .by_section = false}));

  const std::vector<FileTrace> made = {trace_of(path("NEWS.md"), Text(), "# News\n\nNone.\n")};
  const std::vector<FileTrace> again = {
      trace_of(path("NEWS.md"), Text(), "# Changes\n\nAll new.\n")};
  CHECK(repeated(again, made));
  CHECK_FALSE(repeated(again, made, {.other_words = false}));
}

TEST_CASE("work on the same definition is the same only where that is asked for") {
  const auto first = change("a.py", "    return lid + 1", "    assert lid\n    return lid + 1");
  const auto second = change("a.py", "def opens(lid):", "def opens(lid):\n    lid = int(lid)");
  CHECK_FALSE(repeated(second, first));
  CHECK(repeated(second, first, {.by_definition = true}));
  const auto other =
      change("a.py", "        return 0", "        self.open = False\n        return 0");
  CHECK_FALSE(repeated(other, first, {.by_definition = true}));
}

TEST_CASE("what was offered counts when it is half of a change, by its lines") {
  const auto offered = change("a.py", "lid + 1", "lid + 2");
  auto bundle = offered;
  bundle.push_back(trace_of(path("small"), Text(), "one\n"));
  CHECK(repeated(bundle, offered));
  bundle.push_back(trace_of(path("large"), Text(), "one\ntwo\nthree\nfour\n"));
  CHECK_FALSE(repeated(bundle, offered));
}

}  // namespace pawl::planner::traces_test
