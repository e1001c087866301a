// Packages that composer.lock names, from a mirror on loopback, by the Composer of this machine.
#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "repo/checks/test_checks.hpp"
#include "repo/checks/test_registry.hpp"
#include "tests/pass_over.hpp"

namespace pawl::repo::prepare_composer_test {
namespace {

using test_checks::Files;
using test_checks::has_tool;
using test_checks::Lab;
using test_checks::TestRegistry;

CheckRun run_of(const CheckResults& results) {
  for (const CheckRun& run : results.tests) {
    if (run.stack == "PHP") return run;
  }
  FAIL("nothing of PHP was run");
  return {};
}

constexpr const char* kArchive = "/composer/acme/padit/legacy.zip/abc";

// Tells of one test, wherever it is asked to.
constexpr const char* kPhpunit = R"(#!/usr/bin/env php
<?php
$report = $argv[array_search('--log-junit', $argv) + 1];
file_put_contents($report, '<testsuites><testsuite name="a"><testcase name="testOfVendor" '
    . 'class="PadTest" file="tests/PadTest.php"/></testsuite></testsuites>');
)";

struct Composers {
  Composers() {
    registry.add_zip(kArchive, {.name = "padit",
                                .version = "1.0.0",
                                .files = {{"src/Pad.php",
                                           "<?php\nnamespace Acme;\nclass Pad {\n"
                                           "  static function it($s) { return ' ' . $s; }\n}\n"},
                                          {"plugin.php", "<?php exit(9);\n"},
                                          {"phpunit", kPhpunit}}});
    lab.needs.sources = {
        {.manager = "composer",
         .url = registry.url("/composer/"),
         .others = {},
         .aliases = {"https://repo.packagist.org/", "https://codeload.github.com/"}}};
    files = {{"composer.json", R"({"name": "acme/box", "require": {"acme/padit": "^1.0"},
                "autoload": {"psr-4": {"Box\\": "src/"}, "classmap": ["lib/"]},
                "scripts": {"pre-install-cmd": "exit 9", "post-install-cmd": "exit 9",
                            "post-autoload-dump": "exit 9"},
                "repositories": [{"type": "composer", "url": "https://evil.example"}],
                "config": {"allow-plugins": true, "cache-dir": "/evil"}})"},
             {"composer.lock", lock("https://api.github.com/repos/acme/padit/zipball/abc")},
             {"auth.json", R"({"http-basic": {"127.0.0.1": {"username": "a", "password": "b"}}})"},
             {"phpunit.xml",
              "<phpunit bootstrap=\"vendor/autoload.php\"><testsuites><testsuite name=\"a\">"
              "<directory>tests</directory></testsuite></testsuites></phpunit>\n"},
             {"src/Own.php", "<?php\nnamespace Box;\nclass Own { const X = 1; }\n"},
             {"lib/mapped.php", "<?php\nclass Mapped { const X = 2; }\n"},
             {"tests/PadTest.php",
              "<?php\nclass PadTest extends PHPUnit\\Framework\\TestCase {\n"
              "  function testPads() { $this->assertSame(' a', Acme\\Pad::it('a')); }\n"
              "  function testOwn() { $this->assertSame(3, Box\\Own::X + Mapped::X); }\n"
              "  function testReadOnly() { $this->assertFalse(@file_put_contents(\n"
              "      __DIR__ . '/../vendor/x', 'x')); }\n}\n"}};
  }
  static std::string lock(const std::string& address, const std::string& more = "") {
    return R"({"content-hash": "x", "packages": [{"name": "acme/padit", "version": "1.0.0",
               "source": {"type": "git", "url": "https://github.com/acme/padit.git", "reference":
               "abc"}, "type": "composer-plugin", "notification-url":
               "https://packagist.org/downloads/", "autoload": {"psr-4": {"Acme\\": "src/"}},
               "extra": {"class": "Acme\\Plugin"}, "dist": {"type": "zip", "reference": "abc", "url": ")" +
           address + "\"" + more + R"(}}], "packages-dev": [], "aliases": [], "minimum-stability":
               "stable", "stability-flags": [], "prefer-stable": false, "prefer-lowest": false,
               "platform": [], "platform-dev": [], "plugin-api-version": "2.3.0"})";
  }
  TestRegistry registry;
  Lab lab;
  Files files;
};

bool has_composer() {
  return has_tool("composer") && has_tool("php") && has_tool("phpunit") && has_tool("unzip") &&
         has_tool("python3");
}

TEST_CASE("packages that Composer locks are fetched once, without scripts and plugins") {
  PASS_OVER_UNLESS(has_composer());
  Composers world;
  PASS_OVER_UNLESS(world.lab.confines());
  const CheckRun run = run_of(world.lab.check(world.files));
  CAPTURE(run.reason);
  CAPTURE(run.output);
  CHECK(run.outcome == CheckOutcome::passed);
  CHECK(run.tests_passed == 3);
  const std::size_t asked = world.registry.requests();
  CHECK(asked == 1);
  world.files["src/Own.php"] = "<?php\nnamespace Box;\nclass Own { const X = 7; }\n";
  CHECK(run_of(world.lab.check(world.files)).outcome == CheckOutcome::failed);
  CHECK(world.registry.requests() == asked);
  CHECK(world.lab.kept() == 1);
  // Which classes are where is known from these sources.
  world.files["src/Own.php"] = "<?php\nnamespace Box;\nclass Own { const X = 1; }\n";
  world.files["lib/mapped.php"] = "<?php\nclass Other {}\nclass Mapped { const X = 2; }\n";
  CHECK(run_of(world.lab.check(world.files)).outcome == CheckOutcome::passed);
}

TEST_CASE("the PHPUnit that Composer installs is the one that runs") {
  PASS_OVER_UNLESS(has_composer());
  Composers world;
  PASS_OVER_UNLESS(world.lab.confines());
  world.files["composer.lock"] =
      replace_all(world.files["composer.lock"], R"("type": "composer-plugin")",
                  R"("type": "library", "bin": ["phpunit"])");
  const CheckRun run = run_of(world.lab.check(world.files));
  CAPTURE(run.reason);
  CAPTURE(run.output);
  CHECK(run.outcome == CheckOutcome::passed);
  CHECK(run.tests_passed == 1);
}

TEST_CASE("what Composer cannot install is said") {
  PASS_OVER_UNLESS(has_composer());
  struct Row {
    std::string lock;
    std::string require;
    const char* reason;
  };
  const std::string address = "https://codeload.github.com/acme/padit/legacy.zip/";
  const Row rows[] = {
      {Composers::lock(address + "abc", R"(, "shasum": ")" + std::string(40, 'a') + "\""), "^1.0",
       "could not be fetched: composer: The checksum verification of the file failed"},
      {Composers::lock(address + "gone"), "^1.0", "legacy.zip/gone\" file could not be downloaded"},
      {Composers::lock(address + "led"), "^1.0",
       "it asks for evil.example, which is no registry of composer"},
      {Composers::lock(address + "abc"), "^2.0",
       "composer: Required package \"acme/padit\" is in the lock file as"},
      {replace_all(Composers::lock(address + "abc"), R"("platform": [])",
                   R"("platform": {"ext-missing": "*"})"),
       "^1.0", "PHP extension ext-missing"}};
  for (const Row& row : rows) {
    CAPTURE(row.reason);
    Composers world;
    PASS_OVER_UNLESS(world.lab.confines());
    world.registry.add_redirect("/composer/acme/padit/legacy.zip/led", "http://evil.example/x.zip");
    world.files["composer.lock"] = row.lock;
    world.files["composer.json"] = replace_all(world.files["composer.json"], "^1.0", row.require);
    const CheckRun run = run_of(world.lab.check(world.files));
    CAPTURE(run.reason);
    CHECK(run.outcome == CheckOutcome::unknown);
    CHECK(contains(run.reason, row.reason));
    CHECK(world.lab.kept() == 0);
  }
}

TEST_CASE("a composer.lock that names other places is refused, and nobody is asked") {
  Composers world;
  struct Row {
    std::string lock;
    const char* reason;
  };
  const Row rows[] = {
      {Composers::lock("https://gitlab.com/api/v4/projects/x/repository/archive.zip"),
       "composer.lock names gitlab.com, which is no registry of composer (checks.mirrors)"},
      {Composers::lock("https://api.github.com/repos/o/r/tarball/x"), "names api.github.com"},
      {Composers::lock("../padit"), "composer.lock names acme/padit, which is no package"},
      {"{}", "composer.lock cannot be read: it has no list of packages"},
      {"", "there is no composer.lock, which names versions (composer update)"}};
  for (const Row& row : rows) {
    CAPTURE(row.reason);
    world.files["composer.lock"] = row.lock;
    if (row.lock.empty()) world.files.erase("composer.lock");
    const CheckRun run = run_of(world.lab.check(world.files));
    CAPTURE(run.reason);
    CHECK(run.outcome == CheckOutcome::unknown);
    CHECK(contains(run.reason, row.reason));
  }
  CHECK(world.registry.requests() == 0);
}

TEST_CASE("who misses Composer is told what to install") {
  Composers world;
  PASS_OVER_UNLESS(world.lab.confines());
  world.lab.tools = world.lab.path + "/bin";
  REQUIRE(world.lab.files->make_folders(world.lab.tools));
  REQUIRE(world.lab.files->write_atomic(world.lab.tools + "/php", "#!/bin/sh\n", 0755));
  const CheckRun run = run_of(world.lab.check(world.files));
  CAPTURE(run.reason);
  CHECK(run.outcome == CheckOutcome::unknown);
  CHECK(contains(run.reason,
                 "could not be fetched: composer is not installed (install the"
                 " package composer)"));
}

}  // namespace
}  // namespace pawl::repo::prepare_composer_test
