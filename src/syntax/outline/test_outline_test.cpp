#include "syntax/outline/test_outline.hpp"

#include <doctest/doctest.h>

#include <string>

#include "base/text/text.hpp"

namespace pawl::syntax::test_outline_test {
namespace {

// `name` and one letter an assertion (n, t, s, v), then what keeps it from running.
std::string shown(const std::vector<Test>& tests) {
  std::string out;
  for (const Test& test : tests) {
    out += (out.empty() ? "" : "\n") + test.name + " [";
    for (const Assertion& each : test.assertions) {
      out += std::string(1, "ntsv"[static_cast<int>(each.strength)]);
    }
    out += "]";
    if (test.skip_line > 0) out += " skip:" + std::to_string(test.skip_line);
    if (test.focus_line > 0) out += " focus:" + std::to_string(test.focus_line);
    if (test.return_line > 0) out += " return:" + std::to_string(test.return_line);
    if (test.swallow_line > 0) out += " swallow:" + std::to_string(test.swallow_line);
  }
  return out;
}

}  // namespace

TEST_CASE("tests, their assertions, and what keeps them from running") {
  struct Row {
    const char* name;
    Language language;
    const char* text;
    const char* want;
  };
  const Row rows[] = {
      {"pytest", Language::python,
       "import pytest\n\ndef helper():\n    assert 1\n\ndef test_a():\n    assert f(1) == 2\n"
       "    assert g()\n    assert x in y\n    with pytest.raises(ValueError):\n        h()\n",
       "test_a [vtss]"},
      {"unittest", Language::python,
       "class TestA(unittest.TestCase):\n    def test_a(self):\n        self.assertEqual(f(), 1)\n"
       "        self.assertTrue(g())\n        self.assertTrue(True)\n    def setUp(self):\n"
       "        pass\n",
       "TestA.test_a [vtn]"},
      {"python skips", Language::python,
       "@pytest.mark.skip(reason='x')\ndef test_a():\n    assert 1 == f()\n\n"
       "def test_b():\n    pytest.skip('x')\n\n@unittest.skip\nclass TestC:\n    def "
       "test_c(self):\n"
       "        pass\n\ndef test_d():\n    if windows:\n        pytest.skip('x')\n",
       "test_a [v] skip:1\ntest_b [] skip:6\nTestC.test_c [] skip:8\ntest_d []"},
      {"python return and swallow", Language::python,
       "def test_a():\n    return\n    assert f() == 1\n\ndef test_b():\n    try:\n"
       "        assert f() == 1\n    except Exception:\n        pass\n",
       "test_a [v] return:2\ntest_b [v] swallow:7"},
      {"jest", Language::javascript,
       "describe('user', () => {\n  it('logs in', () => {\n    expect(f()).toBe(1);\n"
       "    expect(g()).toBeDefined();\n  });\n  it.skip('b', () => {});\n"
       "  xit('c', () => {});\n  it.only('d', () => { expect(h()).toContain(2); });\n});\n"
       "describe.skip('e', () => { test('f', () => {}) });\n",
       "user > logs in [vt]\nuser > b [] skip:6\nuser > c [] skip:7\nuser > d [s] focus:8\n"
       "e > f [] skip:10"},
      {"node:test", Language::typescript,
       "test('a', { skip: true }, async (t) => {\n  assert.equal(f(), 1);\n  assert.ok(g());\n});\n"
       "test('b', () => {\n  return;\n  assert.strictEqual(f(), 2);\n});\n",
       "a [vt] skip:1\nb [v] return:6"},
      {"not a test", Language::javascript, "/a/.test('b');\nfit(model);\nawait it.next();\n", ""},
      {"go", Language::go,
       "package a\nfunc TestA(t *testing.T) {\n\tif got := f(); got != 1 "
       "{\n\t\tt.Errorf(\"x\")\n\t}\n"
       "\tif err != nil {\n\t\tt.Fatal(err)\n\t}\n\trequire.Equal(t, 1, f())\n}\n"
       "func TestB(t *testing.T) {\n\tt.Skip(\"x\")\n}\nfunc TestC(t *testing.T) {\n"
       "\tif testing.Short() {\n\t\tt.Skip()\n\t}\n}\nfunc help(t *testing.T) {}\n",
       "TestA [vtv]\nTestB [] skip:12\nTestC []"},
      {"rust", Language::rust,
       "fn f() {}\n#[cfg(test)]\nmod tests {\n    #[test]\n    fn a() {\n        "
       "assert_eq!(f(), 1);\n        assert!(g());\n    }\n    #[test]\n    #[ignore]\n    fn b() "
       "{}\n"
       "    #[tokio::test]\n    #[should_panic]\n    async fn c() { f(); }\n}\n",
       "tests.a [vt]\ntests.b [] skip:11\ntests.c [s]"},
      {"java", Language::java,
       "class ATest {\n  @Test\n  void a() {\n    assertEquals(1, f());\n"
       "    assertThat(g()).isEqualTo(2);\n    assertNotNull(h());\n  }\n  @Disabled\n  @Test\n"
       "  void b() {}\n  void help() { assertTrue(true); }\n}\n",
       "ATest.a [vvt]\nATest.b [] skip:8"},
      {"rspec", Language::ruby,
       "describe User do\n  it 'a' do\n    expect(f).to eq(1)\n    expect(g).to be_truthy\n  end\n"
       "  xit 'b' do\n  end\n  it 'c' do\n    skip\n  end\nend\n",
       "User > a [vt]\nUser > b [] skip:6\nUser > c [] skip:9"},
      {"minitest", Language::ruby,
       "class TestA < Minitest::Test\n  def test_a\n    assert_equal 1, f\n    assert g\n  "
       "end\nend\n",
       "TestA.test_a [vt]"},
      {"gtest", Language::cpp,
       "TEST(A, b) {\n  EXPECT_EQ(f(), 1);  // EXPECT_EQ(2, 3)\n  EXPECT_TRUE(g());\n}\n"
       "TEST_F(A, DISABLED_c) {\n  ASSERT_EQ(\"}\", h());\n}\n",
       "A, b [vt]\nA, c [v] skip:5"},
      {"doctest", Language::cpp,
       "TEST_CASE(\"a\") {\n  CHECK(f() == 1);\n  REQUIRE(g());\n  CHECK(true);\n}\n"
       "TEST_CASE(\"b\" * doctest::skip()) {\n}\n",
       "\"a\" [vtn]\n\"b\" [] skip:6"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    CHECK(shown(tests_of(row.language, row.text)) == row.want);
  }
  CHECK(shown(bats_tests("@test \"a\" {\n  run f\n  [ \"$status\" -eq 0 ]\n  [ -n \"$x\" ]\n}\n"
                         "@test \"b\" {\n  skip\n}\n")) == "\"a\" [vt]\n\"b\" [] skip:7");
}

TEST_CASE("an assertion knows what it speaks about") {
  const auto subject = [](Language language, const char* text) {
    const auto tests = tests_of(language, text);
    return tests.empty() || tests[0].assertions.empty() ? std::string("-")
                                                        : tests[0].assertions[0].subject;
  };
  CHECK(subject(Language::python, "def test_a():\n    assert f( 1 ) == 2\n") == "f( 1 )");
  CHECK(subject(Language::javascript, "it('a', () => { expect(f(1)).toBe(2); });") ==
        "expect(f(1))");
  CHECK(subject(Language::go,
                "package a\nfunc TestA(t *testing.T) { require.Equal(t, 1, f()) }\n") == "f()");
  CHECK(subject(Language::cpp, "TEST(A, b) { CHECK(f(1) == 2); }") == "f(1)");
  CHECK(subject(Language::ruby, "describe 'x' do\n  it 'a' do\n    f.must_be_nil\n  end\nend\n")
            .empty());
}

}  // namespace pawl::syntax::test_outline_test
