#include "edits/edits.hpp"

#include <doctest/doctest.h>

#include <map>

#include "base/text/text.hpp"
#include "edits/line_endings.hpp"
#include "schema/json_schema.hpp"

namespace pawl::edits::edits_test {
namespace {

RepoPath path(std::string_view text) { return RepoPath::parse(text).value(); }

struct Bench {
  std::map<std::string, SourceFile> files;
  bool may_rewrite = true;

  Resolved run(const std::vector<std::pair<std::string, Edit>>& edits) const {
    std::vector<std::pair<RepoPath, Edit>> checked;
    for (const auto& [name, edit] : edits) checked.emplace_back(path(name), edit);
    return resolve(
        checked,
        [this](const RepoPath& at) -> Result<std::optional<SourceFile>> {
          const auto found = files.find(at.text());
          if (found == files.end()) return std::optional<SourceFile>();
          return std::optional<SourceFile>(found->second);
        },
        [this](const RepoPath&) { return may_rewrite; });
  }
};

Edit replace(std::string find, std::string content) {
  Edit edit;
  edit.kind = EditKind::replace;
  edit.find = std::move(find);
  edit.content = std::move(content);
  return edit;
}

Edit write(std::string content) {
  Edit edit;
  edit.kind = EditKind::write;
  edit.content = std::move(content);
  return edit;
}

Edit symbol(std::string name, std::string content) {
  Edit edit;
  edit.kind = EditKind::symbol;
  edit.symbol = std::move(name);
  edit.content = std::move(content);
  return edit;
}

Edit removal() {
  Edit edit;
  edit.kind = EditKind::remove;
  return edit;
}

constexpr std::string_view kBom = "\xEF\xBB\xBF";

}  // namespace

TEST_CASE("an anchor has to be there exactly once") {
  const Bench bench{.files = {{"a.txt", {.text = "one\ntwo\none\n"}}}};
  CHECK(bench.run({{"a.txt", replace("two", "2")}}).change.files.at(0).after == "one\n2\none\n");
  const auto missing = bench.run({{"a.txt", replace("three", "3")}});
  REQUIRE(missing.faults.size() == 1);
  CHECK(missing.faults[0].code == "anchor-missing");
  const auto twice = bench.run({{"a.txt", replace("one", "1")}});
  REQUIRE(twice.faults.size() == 1);
  CHECK(twice.faults[0].code == "anchor-ambiguous");
  CHECK(contains(twice.faults[0].message, "2 times"));
  CHECK(bench.run({{"a.txt", replace("", "x")}}).faults.at(0).code == "anchor-missing");
  CHECK(bench.run({{"none.txt", replace("x", "y")}}).faults.at(0).code == "anchor-missing");
}

TEST_CASE("an anchor with other blanks leaves all other lines as they are, CRLF and all") {
  const Bench bench{
      .files = {{"a.go", {.text = "package a  \r\n\r\nfunc f() {\r\n\tg()\r\n\th() \r\n}\r\n"}}}};
  const auto done = bench.run(
      {{"a.go", replace("    g()\n    h()\n", "    g()\n    if a {\n        h()\n    }\n")}});
  REQUIRE(done.faults.empty());
  CHECK(done.change.files.at(0).after ==
        "package a  \r\n\r\nfunc f() {\r\n\tg()\r\n\tif a {\r\n\t\th()\r\n\t}\r\n}\r\n");
}

TEST_CASE("what is missed is told with the lines that are there") {
  const Bench bench{
      .files = {{"a.py", {.text = "def f(a):\n    return a\n\n\ndef g(a):\n    return a\n"}}}};
  const auto missed = bench.run({{"a.py", replace("def g(b):\n    return b\n", "x\n")}});
  REQUIRE(missed.faults.size() == 1);
  CHECK(missed.faults[0].code == "anchor-missing");
  CHECK(missed.faults[0].line == 5);
  CHECK(contains(missed.faults[0].feedback,
                 "Its lines 5 to 6 are nearest to it, and read:\ndef g(a):\n    return a"));
  const auto strange = bench.run({{"a.py", replace("SELECT 1 FROM x", "x\n")}});
  CHECK(contains(strange.faults.at(0).feedback, "nothing in its 6 lines is like it"));
  const auto note = bench.run({{"a.py", replace("[… lines 2 to 4 left out …]", "x\n")}});
  CHECK(contains(note.faults.at(0).feedback, "no part of it"));
  const auto twice = bench.run({{"a.py", replace("return a", "x")}});
  CHECK(contains(twice.faults.at(0).feedback, "at lines 2, 6."));
  const auto loosely_twice = bench.run({{"a.py", replace("  return a  \n", "x\n")}});
  CHECK(loosely_twice.faults.at(0).code == "anchor-ambiguous");
  CHECK(contains(loosely_twice.faults.at(0).feedback, "at lines 2, 6."));
  const auto flat =
      bench.run({{"a.py", replace("def g(a):\nreturn a\n", "def g(a):\nreturn b\n")}});
  CHECK(flat.faults.at(0).code == "anchor-indentation");
  CHECK(contains(flat.faults.at(0).feedback, "from 5 on read:\ndef g(a):\n    return a"));
}

TEST_CASE("edits of one file build on each other; every fault is told") {
  const Bench bench{.files = {{"a.txt", {.text = "one\ntwo\n"}}}};
  const auto chained =
      bench.run({{"a.txt", replace("one", "1")}, {"a.txt", replace("1\ntwo", "x")}});
  CHECK(chained.change.files.at(0).after == "x\n");
  const auto faulty = bench.run({{"a.txt", replace("no", "1")}, {"b.txt", removal()}});
  REQUIRE(faulty.faults.size() == 2);
  CHECK(faulty.faults[0].code == "anchor-missing");
  CHECK(faulty.faults[1].code == "delete-missing");
}

TEST_CASE("line endings, byte-order mark and mode are the file's") {
  struct Row {
    const char* name;
    std::string before;
    Edit edit;
    std::string after;
  };
  const std::string bom(kBom);
  const Row rows[] = {
      {"crlf", "a\r\nb\r\n", replace("a\nb", "a\nx\nb"), "a\r\nx\r\nb\r\n"},
      {"anchor with crlf on lf", "a\nb\n", replace("a\r\nb", "c"), "c\n"},
      {"bom", bom + "a\nb\n", replace("b", "c"), bom + "a\nc\n"},
      {"no final newline", "a\nb", replace("b", "c"), "a\nc"},
      {"whole file takes crlf", "a\r\nb\r\n", write("x\ny\n"), "x\r\ny\r\n"},
      {"crlf without a final newline", "a\r\nb", replace("b", "c\nd"), "a\r\nc\r\nd"},
      {"a line keeps its ending", "a\r\nb\nc\r\nd\r\n", replace("b", "x"), "a\r\nx\nc\r\nd\r\n"},
      {"equal lines keep theirs", "p\nq\r\nq\nr\n", replace("p\n", "p\nq\n"), "p\nq\nq\r\nq\nr\n"},
      {"lone returns stay", "a\r\r\nb\rc\r\n", replace("c", "d"), "a\r\r\nb\rd\r\n"},
      {"mixed endings stay", "a\r\nb\nc\r\nd\r\n", replace("c", "x"), "a\r\nb\nx\r\nd\r\n"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Bench bench{.files = {{"f", {.text = row.before, .mode = 0755}}}};
    const Resolved resolved = bench.run({{"f", row.edit}});
    REQUIRE(resolved.faults.empty());
    REQUIRE(resolved.change.files.size() == 1);
    CHECK(resolved.change.files[0].after == row.after);
    CHECK(resolved.change.files[0].mode_after == 0755);
  }
}

TEST_CASE("the action comes from the tree") {
  const Bench bench{.files = {{"a.txt", {.text = "x\n"}}}};
  CHECK(bench.run({{"new.txt", write("y\n")}}).change.files.at(0).action == git::Action::create);
  CHECK(bench.run({{"a.txt", write("y\n")}}).change.files.at(0).action == git::Action::modify);
  CHECK(bench.run({{"a.txt", removal()}}).change.files.at(0).action == git::Action::remove);
  CHECK(bench.run({{"a.txt", write("x\n")}}).change.empty());
  CHECK(bench.run({{"new.txt", write("y")}, {"new.txt", removal()}}).change.empty());
  Edit script = write("#!/bin/sh\n");
  script.executable = true;
  CHECK(bench.run({{"run.sh", script}}).change.files.at(0).mode_after == 0755);
}

TEST_CASE("a file that was seen in part cannot be written whole") {
  const Bench bench{.files = {{"a.txt", {.text = "x\n"}}}, .may_rewrite = false};
  CHECK(bench.run({{"a.txt", write("y\n")}}).faults.at(0).code == "whole-file-refused");
  Edit remove;
  remove.kind = EditKind::remove;
  CHECK(bench.run({{"a.txt", remove}, {"a.txt", write("y\n")}}).faults.at(0).code ==
        "whole-file-refused");
  CHECK(bench.run({{"new.txt", write("y\n")}}).faults.empty());
  CHECK(bench.run({{"a.txt", replace("x", "y")}}).faults.empty());
}

TEST_CASE("symbols") {
  const std::string text =
      "import os\n\n\ndef first():\n    return 1\n\n\nclass Box:\n    def first(self):\n"
      "        return 2\n\n    def second(self):\n        return 3\n";
  const Bench bench{.files = {{"m.py", {.text = text}}}};
  const auto method =
      bench.run({{"m.py", symbol("Box.first", "def first(self):\n        return 9")}});
  REQUIRE(method.faults.empty());
  CHECK(contains(*method.change.files.at(0).after, "return 9\n\n    def second"));
  CHECK(contains(*method.change.files.at(0).after, "return 1"));
  const auto top = bench.run({{"m.py", symbol("first", "def first():\n    return 7\n")}});
  REQUIRE(top.faults.empty());
  CHECK(contains(*top.change.files.at(0).after, "return 7\n\n\nclass Box"));
  CHECK(bench.run({{"m.py", symbol("third", "x")}}).faults.at(0).code == "symbol-missing");
  const Bench notes{.files = {{"n.md", {.text = "# x\n"}}}};
  CHECK(notes.run({{"n.md", symbol("x", "y")}}).faults.at(0).code == "symbol-missing");
}

TEST_CASE("a model may edit fifty places at once, a recipe as many as it says") {
  Json edits = Json::array();
  for (int i = 0; i < 51; ++i) {
    edits.push(Json::object({{"kind", "delete"}, {"path", "a" + std::to_string(i)}}));
  }
  const Json answer = Json::object({{"edits", std::move(edits)}});
  const auto valid = [&](const Json& schema) {
    return schema::JsonSchema::compile(schema)->violations(answer)->empty();
  };
  CHECK_FALSE(valid(edits_schema()));
  CHECK(valid(edits_schema(51)));
}

TEST_CASE("answers follow the schema") {
  const auto schema = schema::JsonSchema::compile(edits_schema());
  REQUIRE(schema.ok());
  struct Row {
    const char* json;
    bool valid;
  };
  const Row rows[] = {
      {R"({"edits": []})", true},
      {R"({"edits": [{"kind": "write", "path": "a", "content": ""}]})", true},
      {R"({"edits": [{"kind": "replace", "path": "a", "find": "x", "content": "y"}]})", true},
      {R"({"edits": [{"kind": "delete", "path": "a"}]})", true},
      {R"({"edits": [{"kind": "write", "path": "a"}]})", false},
      {R"({"edits": [{"kind": "replace", "path": "a", "content": "y"}]})", false},
      {R"({"edits": [{"kind": "symbol", "path": "a", "content": "y"}]})", false},
      {R"({"edits": [{"kind": "patch", "path": "a"}]})", false},
      {R"({"edits": [{"kind": "write", "path": "", "content": ""}]})", false},
      {R"({"edits": ["a"]})", false},
      {R"({"edits": null})", false},
      {R"({})", false},
      {R"([])", false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.json);
    CHECK(schema->violations(Json::parse(row.json).value())->empty() == row.valid);
  }
  const EditAnswer answer = parse_edits(
      Json::parse(R"({"commit_message": "m", "edits": [{"kind": "delete", "path": "a/b"}]})")
          .value());
  CHECK(answer.commit_message == "m");
  REQUIRE(answer.edits.size() == 1);
  CHECK(answer.edits[0].kind == EditKind::remove);
  CHECK(answer.edits[0].path == "a/b");
}

TEST_CASE("any text survives the way to plain and back") {
  for (const std::string text :
       {"", "a", "a\n", "a\r\n", "a\r\nb", "a\r\nb\n", "a\rb\n", "a\r\r\nb\n", "\r\n\r\n", "\n"}) {
    CAPTURE(text);
    CHECK(from_plain(to_plain(text), shape_of(text), text) == text);
    const std::string marked = std::string(kBom) + text;
    CHECK(from_plain(to_plain(marked), shape_of(marked), marked) == marked);
  }
}

}  // namespace pawl::edits::edits_test
