#include <doctest/doctest.h>

#include <string>
#include <thread>
#include <vector>

#include "syntax/grammar.hpp"
#include "syntax/node.hpp"
#include "syntax/recent.hpp"

namespace pawl::syntax::tree_edit_test {
namespace {

struct Sample {
  Language language;
  std::string piece;  // `#` stands for the number of the repetition
};

const std::vector<Sample>& samples() {
  static const std::vector<Sample> all = {
      {Language::python,
       "class C#(Base):\n    def f#(self, a=1):\n        if a > #:\n"
       "            return f\"{a} é\"\n        return [x for x in a]\n\n"},
      {Language::javascript,
       "export async function f#(a, { b = # }) {\n"
       "  for (const x of a) { if (x > #) return `é ${x}`; }\n}\n"},
      {Language::typescript,
       "export class C# implements I<string> {\n"
       "  private m#(a?: number): a is 1 { return a! > #; }\n}\n"},
      {Language::tsx, "const F# = (p: P): X => {\n  return <div a={#}>text {p.b}</div>;\n};\n"},
      {Language::go,
       "// Doc é.\nfunc (r *T#) F#(a int, b ...string) (int, error) {\n"
       "\tif a > # {\n\t\treturn len(b), nil\n\t}\n\treturn #, err\n}\n\n"},
      {Language::rust,
       "impl<'a> T#<'a> {\n    pub fn f#(&self, a: u8) -> Result<u8> {\n"
       "        match a { # => Ok(1), _ => Err(e!(\"é {}\", a)) }\n    }\n}\n"},
      {Language::c,
       "static int f#(const char *a, int b) {\n  if (b > #) return a[b];\n"
       "  return b * #;\n}\n\n"},
      {Language::cpp,
       "template <class T>\nclass C# final : public B<T> {\n public:\n"
       "  auto f#(T&& a) const -> int { return a > # ? a() : [&] { return #; }(); }\n"
       "};\n\n"},
      {Language::java,
       "class C# extends B<T> {\n  @Override public int f#(int a) {\n"
       "    return a > # ? a : g(x -> x + #);\n  }\n}\n"},
      {Language::ruby,
       "class C# < B\n  def f#(a, b: #)\n    a.map { |x| \"é #{x}\" } if b > #\n"
       "  end\nend\n"},
      {Language::bash,
       "f#() {\n  if [ \"$1\" -gt # ]; then echo \"é ${1}\"; fi\n"
       "  cat <<'E#' | sort\nline\nE#\n}\n"},
  };
  return all;
}

std::string repeated(const std::string& piece, int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    for (const char c : piece) text += c == '#' ? std::to_string(i + 10) : std::string(1, c);
  }
  return text;
}

// Every node with its place.
void describe(TSNode node, std::string& out) {
  out += std::string(ts_node_type(node)) + " " + std::to_string(ts_node_start_byte(node)) + "-" +
         std::to_string(ts_node_end_byte(node)) + " " +
         std::to_string(ts_node_start_point(node).row) + ":" +
         std::to_string(ts_node_start_point(node).column) + " " +
         std::to_string(ts_node_end_point(node).row) + ":" +
         std::to_string(ts_node_end_point(node).column) + "\n";
  for (Children children(node); children.valid(); children.next()) {
    describe(children.node(), out);
  }
}

std::string tree_of(Language language, const std::string& text) {
  const TreePtr tree = parse_tree(language, text);
  REQUIRE(tree != nullptr);
  std::string out;
  describe(ts_tree_root_node(tree.get()), out);
  return out;
}

// A thread that has read nothing before.
std::string fresh_tree_of(Language language, const std::string& text) {
  std::string out;
  std::thread([&] { out = tree_of(language, text); }).join();
  return out;
}

std::size_t line_begin(const std::string& text, int line) {
  std::size_t at = 0;
  for (int i = 0; i < line; ++i) at = text.find('\n', at) + 1;
  return at;
}

struct Change {
  const char* name;
  std::string (*apply)(std::string text, const std::string& piece);
};

const std::vector<Change>& changes() {
  static const std::vector<Change> all = {
      {"a number",
       [](std::string t, const std::string&) { return t.replace(t.find("14"), 2, "7"); }},
      {"a whole piece in the middle",
       [](std::string t, const std::string& p) {
         return t.insert(t.size() / 2 - (t.size() / 2) % (t.size() / 40), repeated(p, 1));
       }},
      {"a piece at the beginning",
       [](std::string t, const std::string& p) { return repeated(p, 1) + t; }},
      {"a piece at the end",
       [](std::string t, const std::string& p) { return t + repeated(p, 1); }},
      {"the first piece gone",
       [](std::string t, const std::string& p) { return t.substr(repeated(p, 1).size()); }},
      {"no newline at the end",
       [](std::string t, const std::string&) { return t.substr(0, t.find_last_not_of('\n') + 1); }},
      {"a broken line",
       [](std::string t, const std::string&) { return t.insert(line_begin(t, 7), ")} = (\n"); }},
      {"cut off", [](std::string t, const std::string&) { return t.substr(0, t.size() - 25); }},
      {"several places",
       [](std::string t, const std::string& p) {
         for (const char* number : {"13", "21", "40"}) {
           const std::size_t at = t.find(number);
           if (at != std::string::npos) t.replace(at, 2, "12345");
         }
         return t + repeated(p, 2);
       }},
      {"other line ends",
       [](std::string t, const std::string&) { return t.insert(line_begin(t, 3) - 1, "\r"); }},
      {"a byte that is no UTF-8",
       [](std::string t, const std::string&) { return t.replace(t.rfind("49"), 1, "\xE9"); }},
  };
  return all;
}

TEST_CASE("a text read after one much like it has the tree it has on its own") {
  for (const Sample& sample : samples()) {
    const std::string before = repeated(sample.piece, 40);
    for (const Change& change : changes()) {
      CAPTURE(to_string(sample.language));
      CAPTURE(change.name);
      const std::string after = change.apply(before, sample.piece);
      REQUIRE(before != after);
      std::string there;
      std::string back;
      std::thread([&] {
        tree_of(sample.language, before);
        there = tree_of(sample.language, after);
        back = tree_of(sample.language, before);
      }).join();
      CHECK(there == fresh_tree_of(sample.language, after));
      CHECK(back == fresh_tree_of(sample.language, before));
    }
  }
}

TEST_CASE("the nearest text shares half of its bytes or more") {
  Recent<Language, int> recent;
  recent.keep(Language::c, "int a = 1;\nint b = 2;\n", 1);
  recent.keep(Language::c, "int a = 1;\nint c = 3;\nint b = 2;\n", 2);
  recent.keep(Language::cpp, "int a = 1;\nint b = 3;\n", 3);
  const auto* near = recent.nearest(Language::c, "int a = 1;\nint b = 3;\n");
  REQUIRE(near != nullptr);
  CHECK(near->value == 1);
  CHECK(recent.nearest(Language::c, "something else altogether\n") == nullptr);
  CHECK(recent.nearest(Language::rust, "int a = 1;\nint b = 3;\n") == nullptr);
}

TEST_CASE("what is kept is found by all of its bytes, and the oldest goes first") {
  Recent<Language, int> recent;
  const std::string half(std::size_t{6} << 20U, 'x');
  recent.keep(Language::c, half + "1", 1);
  recent.keep(Language::c, "small", 2);
  CHECK(recent.find(Language::c, "smalL") == nullptr);
  CHECK(recent.find(Language::cpp, "small") == nullptr);
  REQUIRE(recent.find(Language::c, half + "1") != nullptr);
  recent.keep(Language::c, half + "3", 3);
  CHECK(recent.find(Language::c, "small") == nullptr);
  recent.keep(Language::c, half + half + half, 4);
  CHECK(recent.find(Language::c, half + half + half) == nullptr);
  REQUIRE(recent.find(Language::c, half + "3") != nullptr);
  CHECK(*recent.find(Language::c, half + "3") == 3);
}

}  // namespace
}  // namespace pawl::syntax::tree_edit_test
