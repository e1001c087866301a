// Dependencies fetched by the real package managers from registries on loopback, and checks on them
// without network. What this machine does not have is passed over.
#include "repo/checks/prepare.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/text/text.hpp"
#include "repo/checks/checks.hpp"
#include "repo/checks/test_checks.hpp"
#include "repo/checks/test_registry.hpp"
#include "tests/pass_over.hpp"

namespace pawl::repo::prepare_test {
namespace {

using test_checks::Files;
using test_checks::has_tool;
using test_checks::Lab;
using test_checks::Package;
using test_checks::TestRegistry;

const CheckRun* run_of(const std::vector<CheckRun>& runs, std::string_view stack) {
  for (const CheckRun& run : runs) {
    if (run.stack == stack) return &run;
  }
  return nullptr;
}

std::string package_json(const std::string& more) {
  return "{\"name\": \"box\", \"version\": \"1.0.0\", \"scripts\": {\"test\": \"node --test\"}, " +
         more + "}";
}

const std::string kUsesPad =
    "const {test} = require('node:test');\nconst assert = require('node:assert');\n"
    "test('pads', () => assert.equal(require('pad-it')('a'), ' a'));\n"
    "test('has a place for caches', () => require('fs').writeFileSync("
    "'node_modules/.cache/x', 'x'));\n"
    "test('cannot change packages', () => assert.throws(() => require('fs').writeFileSync("
    "'node_modules/pad-it/x', 'x')));\n";

// A package whose install script leaves a mark, and needs the network for it.
Package pad_it() {
  return {.name = "pad-it",
          .version = "1.0.0",
          .files = {{"package.json",
                     R"({"name": "pad-it", "version": "1.0.0", "main": "i.js", "scripts":
                         {"postinstall": "touch ran", "preinstall": "touch ran"}})"},
                    {"i.js",
                     "module.exports = s => require('fs').existsSync(__dirname + '/ran') "
                     "? 'a script ran' : ' ' + s;\n"}}};
}

TEST_CASE("npm packages are fetched once, without their scripts, and stand in the copy") {
  PASS_OVER_UNLESS(has_tool("npm") && has_tool("python3"));
  TestRegistry registry;
  registry.add_npm(pad_it());
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = {{.manager = "npm", .url = registry.url("/npm/"), .others = {}}};
  const Files files = {{"package.json", package_json(R"("dependencies": {"pad-it": "^1.0.0"})")},
                       {"a.test.js", kUsesPad}};
  const CheckResults first = lab.check(files);
  const CheckRun* const run = run_of(first.tests, "npm");
  REQUIRE(run != nullptr);
  CAPTURE(run->reason);
  CAPTURE(run->output);
  CHECK(run->outcome == CheckOutcome::passed);
  CHECK(run->tests_passed == 3);
  const std::size_t asked = registry.requests();
  CHECK(asked > 0);
  const CheckResults again = lab.check(files);
  CHECK(run_of(again.tests, "npm")->outcome == CheckOutcome::passed);
  CHECK(registry.requests() == asked);
  Files broken = files;
  broken["a.test.js"] = "require('node:test').test('no', () => { throw new Error('no'); });\n";
  CHECK(run_of(lab.check(broken).tests, "npm")->outcome == CheckOutcome::failed);
  CHECK(registry.requests() == asked);
}

TEST_CASE(
    "a mirror of Go by a name that Go would ask without a proxy is refused with the way out") {
  Lab lab;
  const std::string sum = "h1:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n";
  for (const char* host : {"127.0.0.1", "localhost"}) {
    lab.needs.sources = {
        {.manager = "go", .url = "http://" + std::string(host) + ":81/go", .others = {}}};
    const CheckResults results = lab.check(
        {{"go.mod", "module example.com/box\n\ngo 1.19\n\nrequire example.com/lid v1.0.0\n"},
         {"go.sum", "example.com/lid v1.0.0 " + sum + "example.com/lid v1.0.0/go.mod " + sum},
         {"box.go", "package box\n\nimport _ \"example.com/lid\"\n"},
         {"box_test.go", "package box\n"}});
    const CheckRun* const run = run_of(results.tests, "Go");
    REQUIRE(run != nullptr);
    CAPTURE(run->reason);
    CHECK(run->outcome == CheckOutcome::unknown);
    CHECK(contains(run->reason, "go asks " + std::string(host) + " past any proxy"));
  }
}

TEST_CASE("a lock that names another host is refused with that host, and nobody is asked") {
  TestRegistry registry;
  Lab lab;
  lab.needs.sources = {{.manager = "npm", .url = registry.url("/npm/"), .others = {}},
                       {.manager = "cargo", .url = registry.url("/cargo/"), .others = {}},
                       {.manager = "pip", .url = registry.url("/pip/"), .others = {}}};
  struct Row {
    const char* stack;
    Files files;
    const char* reason;
  };
  const std::string package = package_json(R"("dependencies": {"pad-it": "1.0.0"})");
  const auto lock = [](const std::string& address) {
    return R"({"lockfileVersion": 3, "packages": {"": {}, "node_modules/pad-it":
              {"version": "1.0.0", "resolved": ")" +
           address + R"("}}})";
  };
  const Row rows[] = {
      {"npm",
       {{"package.json", package}, {"package-lock.json", lock("https://evil.example/p.tgz")}},
       "package-lock.json names evil.example, which is no registry of npm (checks.mirrors)"},
      {"npm",
       {{"package.json", package},
        {"package-lock.json", lock("git+ssh://git@evil.example/o/r.git#1")}},
       "package-lock.json names evil.example"},
      {"npm",
       {{"package.json", package},
        {"package-lock.json", R"({"lockfileVersion": 1, "dependencies": {"pad-it": {"version":
              "1.0.0", "dependencies": {"x": {"resolved": "http://evil.example:81/p.tgz"}}}}})"}},
       "package-lock.json names evil.example"},
      {"npm",
       {{"package.json", package_json(R"("dependencies": {"x": "github:evil/x"})")}},
       "package.json names github.com"},
      {"Rust",
       {{"Cargo.toml", "[package]\nname = \"b\"\nversion = \"1.0.0\"\n[dependencies]\nx = \"1\"\n"},
        {"src/lib.rs", ""},
        {"Cargo.lock",
         "version = 3\n[[package]]\nname = \"x\"\nversion = \"1.0.0\"\n"
         "source = \"git+https://evil.example/x#1\"\n"}},
       "Cargo.lock names evil.example"},
      {"Python",
       {{"requirements.txt", "--extra-index-url https://evil.example/simple\nx\n"},
        {"tests/test_a.py", "import x\n\ndef test_a():\n    pass\n"}},
       "requirements.txt names evil.example"},
      {"Python",
       {{"pyproject.toml",
         "[project]\nname = \"b\"\ndependencies = [\"x @ git+https://evil.example/x\"]\n"},
        {"tests/test_a.py", "import x\n\ndef test_a():\n    pass\n"}},
       "pyproject.toml names evil.example"}};
  for (const Row& row : rows) {
    CAPTURE(row.reason);
    const CheckResults results = lab.check(row.files);
    const CheckRun* const run = run_of(results.tests, row.stack);
    REQUIRE(run != nullptr);
    CAPTURE(run->reason);
    CHECK(run->outcome == CheckOutcome::unknown);
    CHECK(contains(run->reason, row.reason));
  }
  CHECK(registry.requests() == 0);
}

TEST_CASE("a registry that leads elsewhere is not followed") {
  PASS_OVER_UNLESS(has_tool("npm") && has_tool("python3"));
  TestRegistry registry;
  Package package = pad_it();
  package.tarball_at = "http://evil.example/pad-it.tgz";
  registry.add_npm(package);
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = {{.manager = "npm", .url = registry.url("/npm/"), .others = {}}};
  const Files files = {{"package.json", package_json(R"("dependencies": {"pad-it": "1.0.0"})")},
                       {"a.test.js", kUsesPad}};
  const CheckResults results = lab.check(files);
  const CheckRun* const run = run_of(results.tests, "npm");
  REQUIRE(run != nullptr);
  CHECK(run->outcome == CheckOutcome::unknown);
  CAPTURE(run->reason);
  CHECK(contains(run->reason, "it asks for evil.example, which is no registry of npm"));
  // The failure is known for a while.
  const std::size_t asked = registry.requests();
  CHECK(contains(run_of(lab.check(files).tests, "npm")->reason, "it asks for evil.example"));
  CHECK(registry.requests() == asked);
}

TEST_CASE("a package that unpacks to more than may be kept is ended") {
  PASS_OVER_UNLESS(has_tool("npm") && has_tool("python3"));
  TestRegistry registry;
  Package package = pad_it();
  package.zeros = 400U << 20U;
  registry.add_npm(package);
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = {{.manager = "npm", .url = registry.url("/npm/"), .others = {}}};
  lab.needs.bytes_max = 32U << 20U;
  const CheckResults results =
      lab.check({{"package.json", package_json(R"("dependencies": {"pad-it": "1.0.0"})")},
                 {"a.test.js", kUsesPad}});
  const CheckRun* const run = run_of(results.tests, "npm");
  REQUIRE(run != nullptr);
  CAPTURE(run->reason);
  CHECK(run->outcome == CheckOutcome::unknown);
  CHECK(contains(run->reason, "could not be fetched: it used more than"));
  CHECK(lab.kept() == 0);
}

TEST_CASE("wheels are fetched, and packages that would have to be built are not") {
  PASS_OVER_UNLESS(has_tool("python3"));
  TestRegistry registry;
  registry.add_wheel({.name = "padit",
                      .version = "1.0",
                      .files = {{"padit.py", "def pad(s):\n    return ' ' + s\n"}}});
  registry.add_sdist(
      {.name = "built", .version = "1.0", .files = {{"setup.py", "open('/tmp/ran', 'w')\n"}}});
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = {{.manager = "pip", .url = registry.url("/pip/"), .others = {}}};
  const std::string test =
      "import unittest, padit\nclass T(unittest.TestCase):\n  def test_a(self):\n"
      "    self.assertEqual(padit.pad('a'), ' a')\n";
  const CheckResults results =
      lab.check({{"requirements.txt", "padit>=1\n"}, {"tests/test_a.py", test}});
  const CheckRun* const run = run_of(results.tests, "Python");
  REQUIRE(run != nullptr);
  if (contains(run->reason, "No module named pip")) return;
  CAPTURE(run->reason);
  CAPTURE(run->output);
  CHECK(run->outcome == CheckOutcome::passed);
  const CheckResults built = lab.check(
      {{"requirements.txt", "built\n"}, {"tests/test_a.py", "import unittest\nimport built\n"}});
  CAPTURE(run_of(built.tests, "Python")->reason);
  CHECK(run_of(built.tests, "Python")->outcome == CheckOutcome::unknown);
  CHECK(contains(run_of(built.tests, "Python")->reason, "could not be fetched: pip: "));
}

TEST_CASE("crates are fetched") {
  PASS_OVER_UNLESS(has_tool("cargo") && has_tool("python3"));
  TestRegistry registry;
  registry.add_crate(
      {.name = "padit",
       .version = "1.0.0",
       .files = {{"Cargo.toml", "[package]\nname = \"padit\"\nversion = \"1.0.0\"\n"},
                 {"src/lib.rs", "pub fn pad(s: &str) -> String { format!(\" {s}\") }\n"}}});
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = {{.manager = "cargo", .url = registry.url("/cargo/"), .others = {}}};
  const CheckResults results =
      lab.check({{"Cargo.toml",
                  "[package]\nname = \"b\"\nversion = \"1.0.0\"\nedition = \"2021\"\n"
                  "[dependencies]\npadit = \"1\"\n"},
                 {"src/lib.rs", "#[test]\nfn pads() { assert_eq!(padit::pad(\"a\"), \" a\"); }\n"},
                 {".cargo/config.toml", "[net]\noffline = true\n"}});
  const CheckRun* const run = run_of(results.tests, "Rust");
  REQUIRE(run != nullptr);
  CAPTURE(run->reason);
  CAPTURE(run->output);
  CHECK(run->outcome == CheckOutcome::passed);
  CHECK(lab.kept() == 1);
}

TEST_CASE("Go modules are fetched") {
  PASS_OVER_UNLESS(has_tool("go") && has_tool("python3"));
  TestRegistry registry;
  registry.add_go(
      {.name = "example.com/padit",
       .version = "v1.0.0",
       .files = {{"go.mod", "module example.com/padit\n"},
                 {"pad.go", "package padit\n\nfunc Pad(s string) string { return \" \" + s }\n"}}});
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  // Go asks no proxy for what is on loopback.
  lab.needs.sources = {{.manager = "go", .url = "http://registry.example/go", .others = {}}};
  lab.needs.proxy = os::GateHost::of_url(registry.url("/"));
  const CheckResults results =
      lab.check({{"go.mod", "module b\n\ngo 1.18\n\nrequire example.com/padit v1.0.0\n"},
                 {"go.sum", registry.go_sum()},
                 {"b.go", "package b\n"},
                 {"b_test.go",
                  "package b\n\nimport (\n\t\"testing\"\n\n\t\"example.com/padit\"\n)\n\n"
                  "func TestPad(t *testing.T) {\n\tif padit.Pad(\"a\") != \" a\" {\n"
                  "\t\tt.Fatal(\"no\")\n\t}\n}\n"}});
  const CheckRun* const run = run_of(results.tests, "Go");
  REQUIRE(run != nullptr);
  CAPTURE(run->reason);
  CAPTURE(run->output);
  CHECK(run->outcome == CheckOutcome::passed);
  CHECK(lab.kept() == 1);
}

TEST_CASE("what is kept longest without use makes way") {
  PASS_OVER_UNLESS(has_tool("npm") && has_tool("python3"));
  TestRegistry registry;
  registry.add_npm(pad_it());
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = {{.manager = "npm", .url = registry.url("/npm/"), .others = {}}};
  lab.needs.all_bytes_max = 1;
  const auto keep = [&](const std::string& key, const std::string& used) {
    REQUIRE(lab.files->make_folders(os::join_path(lab.needs.folder, key)));
    REQUIRE(lab.files->write_atomic(os::join_path(lab.needs.folder, key + ".json"),
                                    R"({"bytes": 1000000, "used": )" + used + "}"));
  };
  keep("npm-old", "1000");
  keep("npm-new", "99999999999999");
  const Files files = {{"package.json", package_json(R"("dependencies": {"pad-it": "1.0.0"})")},
                       {"a.test.js", kUsesPad}};
  CHECK(run_of(lab.check(files).tests, "npm")->outcome == CheckOutcome::passed);
  CHECK(lab.kept() == 2);
  CHECK_FALSE(lab.files->stat(os::join_path(lab.needs.folder, "npm-old"))->has_value());
}

TEST_CASE("setup runs first, without network, and what it cannot do leaves all unknown") {
  PASS_OVER_UNLESS(has_tool("python3"));
  Lab lab;
  const Files files = {{"tests/test_a.py",
                        "import unittest, made\nclass T(unittest.TestCase):\n"
                        "  def test_a(self):\n    self.assertEqual(made.x, 1)\n"}};
  CHECK(run_of(lab.check(files).tests, "Python")->outcome == CheckOutcome::unknown);
  lab.needs.setup = "echo x = 1 > made.py";
  CHECK(run_of(lab.check(files).tests, "Python")->outcome == CheckOutcome::passed);
  lab.needs.setup = "echo cannot; exit 3";
  for (const CheckResults& results : {lab.check(files)}) {
    CHECK(run_of(results.tests, "Python")->outcome == CheckOutcome::unknown);
    CHECK(run_of(results.tests, "Python")->reason == "checks.setup fails: exit code 3: cannot");
    CHECK(run_of(results.builds, "Python")->outcome == CheckOutcome::unknown);
  }
}

TEST_CASE("a checkout's node_modules and virtual environment are lent, read-only") {
  PASS_OVER_UNLESS(has_tool("npm") && has_tool("python3"));
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  const std::string checkout = os::join_path(lab.path, "checkout");
  REQUIRE(test_checks::write_all(
      *lab.files,
      {{"node_modules/pad-it/package.json", R"({"name": "pad-it", "version": "1.0.0"})"},
       {"node_modules/pad-it/index.js", "module.exports = s => ' ' + s;\n"},
       {".venv/pyvenv.cfg", "home = /usr/bin\n"},
       {".venv/lib/python3.99/site-packages/lent.py", "x = 1\n"}},
      checkout));
  const Files files = {
      {"package.json", package_json(R"("dependencies": {"pad-it": "1.0.0"})")},
      {"a.test.js",
       "const {test} = require('node:test');\nconst assert = require('node:assert');\n"
       "test('pads', () => assert.equal(require('pad-it')('a'), ' a'));\n"
       "test('cannot change it', () => assert.throws(() => require('fs').writeFileSync("
       "'node_modules/pad-it/index.js', 'x')));\n"},
      {"tests/test_a.py",
       "import unittest, lent\nclass T(unittest.TestCase):\n  def test_a(self):\n"
       "    self.assertEqual(lent.x, 1)\n"}};
  CHECK(run_of(lab.check(files).tests, "npm")->outcome == CheckOutcome::unknown);
  lab.needs.lent_from = checkout;
  const CheckResults results = lab.check(files);
  CAPTURE(run_of(results.tests, "npm")->output);
  CHECK(run_of(results.tests, "npm")->outcome == CheckOutcome::passed);
  CHECK(run_of(results.tests, "Python")->outcome == CheckOutcome::passed);
  CHECK(lab.files->read(os::join_path(checkout, "node_modules/pad-it/index.js")).value() ==
        "module.exports = s => ' ' + s;\n");
}

TEST_CASE("cargo takes its own registry as it is") {
  PASS_OVER_UNLESS(has_tool("cargo"));
  TestRegistry proxy;
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = public_sources();
  // Nothing leaves this machine: what stands for the way out says that it does not lead there.
  lab.needs.proxy = os::GateHost::of_url(proxy.url("/"));
  const CheckResults results =
      lab.check({{"Cargo.toml",
                  "[package]\nname = \"b\"\nversion = \"1.0.0\"\nedition = \"2021\"\n"
                  "[dependencies]\npadit = \"1\"\n"},
                 {"src/lib.rs", ""}});
  CHECK(proxy.requests() > 0);
  CHECK_FALSE(contains(run_of(results.tests, "Rust")->reason, "already defined"));
}

TEST_CASE("every manager's registry is known, with its source") {
  const auto sources = public_sources();
  REQUIRE(sources.size() >= 4);
  for (const PackageSource& source : sources) {
    CHECK(os::GateHost::of_url(source.url).has_value());
    for (const std::string& other : source.others) CHECK(os::GateHost::of_url(other).has_value());
  }
}

}  // namespace
}  // namespace pawl::repo::prepare_test
