// Packages that Bundler locks, from a registry on loopback, by the Ruby of this machine. What it
// does not have is passed over.
#include <doctest/doctest.h>

#include <unistd.h>

#include "base/text/text.hpp"
#include "repo/checks/test_checks.hpp"
#include "repo/checks/test_registry.hpp"
#include "repo/checks/workbench.hpp"
#include "tests/pass_over.hpp"

namespace pawl::repo::prepare_gems_test {
namespace {

using test_checks::Files;
using test_checks::has_tool;
using test_checks::Lab;
using test_checks::Package;
using test_checks::TestRegistry;

CheckRun run_of(const CheckResults& results) {
  for (const CheckRun& run : results.tests) {
    if (run.stack == "Ruby") return run;
  }
  FAIL("nothing of Ruby was run");
  return {};
}

// As much of minitest as these tests need, of a version that no machine has.
Package minitest() {
  return {.name = "minitest", .version = "99.0.0", .files = {{"lib/minitest/autorun.rb", R"(
module Minitest
  class Test
    ALL = []
    def self.inherited(one) = ALL.push(one)
    def assert_equal(a, b) = a == b || raise("#{a.inspect} is not #{b.inspect}")
  end
end
at_exit do
  failed = []
  names = Minitest::Test::ALL.flat_map do |one|
    one.instance_methods.grep(/\Atest_/).sort.map do |name|
      mark = begin
        one.new.send(name)
        "."
      rescue StandardError => error
        failed.push("  1) Failure:\n#{one}##{name} [a_test.rb:1]:\n#{error.message}\n")
        "F"
      end
      puts "#{one}##{name} = 0.00 s = #{mark}"
    end
  end
  puts failed
  puts "#{names.size} runs, #{names.size} assertions, #{failed.size} failures, 0 errors, 0 skips"
  $stdout.flush
  exit!(1) unless failed.empty?
end
)"}}};
}

// Its extension keeps what it could reach while it was made, and needs padit for that.
Package built() {
  return {.name = "built",
          .version = "2.0.0",
          .files = {{"lib/built.rb", "require 'built/way'\n"}, {"ext/built/extconf.rb", R"(
require "padit"
require "socket"
sockets = Dir.glob("/tmp/**/*.sock") + Dir.glob("/tmp/pawl-gate*/*")
ways = ENV.keys.grep(/proxy/i) + sockets
begin
  ways.push("the registry") if TCPSocket.new("127.0.0.1", Integer(Padit::PORT))
rescue SystemCallError
end
Dir.mkdir("../../lib/built")
File.write("../../lib/built/way.rb", "module Built\n  WAYS = #{ways.inspect}\nend\n")
File.write("Makefile", "all:\ninstall:\nclean:\n")
)"}}};
}

std::string lock_of(const std::string& remote, const std::string& gems,
                    const std::string& rest = "") {
  return "GEM\n  remote: " + remote + "\n  specs:\n" + gems +
         "\nPLATFORMS\n  ruby\n\nDEPENDENCIES\n  built\n  minitest\n  padit\n\n" + rest +
         "BUNDLED WITH\n   2.3.7\n";
}

const std::string kGems =
    "    built (2.0.0)\n      padit (>= 1)\n    minitest (99.0.0)\n    padit (1.0.0)\n";

struct Rubies {
  Rubies() {
    padit.files["lib/padit.rb"] = "module Padit\n  PORT = '" +
                                  registry.url("").substr(registry.url("").rfind(':') + 1) +
                                  "'\n  def self.pad(text) = ' ' + text\nend\n";
    digest = registry.add_gem(padit);
    registry.add_gem(minitest());
    registry.add_gem(built());
    lab.needs.sources = {{.manager = "bundler",
                          .url = registry.url("/gem/"),
                          .others = {},
                          .aliases = {"https://rubygems.org/"}}};
    files = {{"Gemfile",
              "raise 'it is run with the lock alone' unless File.exist?('lib/box.rb')\n"
              "source 'https://rubygems.org'\ngem 'built'\ngem 'minitest'\ngem 'padit'\n"},
             {"Gemfile.lock", lock_of("https://rubygems.org/", kGems,
                                      "CHECKSUMS\n  padit (1.0.0) sha256=" + digest + "\n\n")},
             {".bundle/config", "---\nBUNDLE_PATH: \"vendor/nothing\"\n"},
             {"lib/box.rb", "require 'padit'\n"},
             {"test/a_test.rb",
              "require 'minitest/autorun'\nrequire 'box'\nrequire 'built'\n"
              "class BoxTest < Minitest::Test\n"
              "  def test_pads = assert_equal(Padit.pad('a'), ' a')\n"
              "  def test_made_without_network = assert_equal(Built::WAYS, [])\n"
              "  def test_cannot_change_packages\n"
              "    File.write(Gem.loaded_specs['padit'].full_gem_path + '/x', '')\n"
              "    raise 'it wrote'\n"
              "  rescue SystemCallError\n  end\nend\n"}};
  }
  TestRegistry registry;
  Package padit{.name = "padit", .version = "1.0.0", .files = {}};
  std::string digest;
  Lab lab;
  Files files;
};

bool has_ruby() {
  return has_tool("ruby") && has_tool("bundle") && has_tool("make") && has_tool("python3");
}

TEST_CASE("packages that Bundler locks are fetched once, and made without network") {
  PASS_OVER_UNLESS(has_ruby());
  Rubies world;
  PASS_OVER_UNLESS(world.lab.confines());
  const CheckRun run = run_of(world.lab.check(world.files));
  CAPTURE(run.reason);
  CAPTURE(run.output);
  CHECK(run.outcome == CheckOutcome::passed);
  CHECK(run.tests_passed == 3);
  const std::size_t asked = world.registry.requests();
  CHECK(asked == 3);
  // What the packages are is not said by the Gemfile.
  world.files["Gemfile"] += "# the same\n";
  CHECK(run_of(world.lab.check(world.files)).outcome == CheckOutcome::passed);
  CHECK(world.registry.requests() == asked);
  CHECK(world.lab.kept() == 1);
  world.files["lib/box.rb"] += "def Padit.pad(text) = text\n";
  const CheckRun broken = run_of(world.lab.check(world.files));
  CHECK(broken.outcome == CheckOutcome::failed);
  REQUIRE(broken.failing.size() == 1);
  CHECK(contains(broken.failing.front().id, "test_pads"));
  // A Gemfile that the lock is not of.
  world.files["Gemfile"] += "gem 'missing'\n";
  CHECK(run_of(world.lab.check(world.files)).outcome == CheckOutcome::unknown);
}

TEST_CASE("of a package for several machines the one for this one is fetched") {
  PASS_OVER_UNLESS(has_ruby());
  Rubies world;
  PASS_OVER_UNLESS(world.lab.confines());
  for (const char* platform : {"-x86_64-linux", "-aarch64-linux", "-java", "-x86_64-linux-musl"}) {
    Package one = world.padit;
    one.version += platform;
    world.registry.add_gem(one);
  }
  world.files["Gemfile.lock"] = lock_of(
      "https://rubygems.org/",
      "    built (2.0.0)\n      padit (>= 1)\n    minitest (99.0.0)\n    padit (1.0.0)\n"
      "    padit (1.0.0-aarch64-linux)\n    padit (1.0.0-java)\n    padit (1.0.0-x86_64-linux)\n"
      "    padit (1.0.0-x86_64-linux-musl)\n    only-there (1.0-java)\n");
  world.files["test/a_test.rb"] += "puts Gem.loaded_specs['padit'].platform, Gem::Platform.local\n";
  const CheckRun run = run_of(world.lab.check(world.files));
  CAPTURE(run.reason);
  CAPTURE(run.output);
  CHECK(run.outcome == CheckOutcome::passed);
  CHECK(world.registry.requests() == 3);
  const bool known = contains(run.output, "x86_64-linux") || contains(run.output, "aarch64-linux");
  if (known) CHECK_FALSE(contains(run.output, "ruby\n"));
}

TEST_CASE("packages that cannot be had are named") {
  PASS_OVER_UNLESS(has_ruby());
  struct Row {
    const char* name;
    std::string more;  // of the lock
    std::string sums;
    const char* reason;
  };
  const Row rows[] = {
      {"one that the registry does not have", "    missing (1.0)\n", "",
       "could not be fetched: bundler: missing-1.0.gem: 404"},
      {"one that is not what was locked", "",
       "CHECKSUMS\n  padit (1.0.0) sha256=" + std::string(64, 'a') + "\n\n",
       "could not be fetched: bundler: padit-1.0.0.gem is another one than the lock"},
      {"one that holds another one", "    other (1.0)\n", "",
       "could not be fetched: bundler: other-1.0.gem holds padit-3.0"},
      {"one that is none", "    none (1.0)\n", "",
       "could not be fetched: bundler: none-1.0.gem is no package: "},
      {"one that leads elsewhere", "    led (1.0)\n", "",
       "could not be fetched: it asks for evil.example, which is no registry of bundler"},
      {"one that cannot be compiled", "    broken (1.0)\n", "",
       "could not be fetched: bundler: broken-1.0 cannot be installed without network: "
       "libmissing is missing"},
      {"one that needs the network to be compiled", "    asking (1.0)\n", "",
       "could not be fetched: bundler: asking-1.0 cannot be installed without network: "},
      {"one that needs another Ruby", "    later (1.0)\n", "",
       "could not be fetched: bundler: later-1.0 requires Ruby >= 99"}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Rubies world;
    PASS_OVER_UNLESS(world.lab.confines());
    Package other = world.padit;
    other.version = "3.0";
    other.stands_for = "other-1.0";
    world.registry.add_gem(other);
    world.registry.add_page("/gem/gems/none-1.0.gem", "none");
    world.registry.add_redirect("/gem/gems/led-1.0.gem", "http://evil.example/led-1.0.gem");
    world.registry.add_gem({.name = "broken",
                            .version = "1.0",
                            .files = {{"ext/extconf.rb", "abort 'libmissing is missing'\n"}}});
    world.registry.add_gem(
        {.name = "asking",
         .version = "1.0",
         .files = {{"ext/extconf.rb", "require 'socket'\nTCPSocket.new('127.0.0.1', " +
                                          world.registry.url("").substr(17) + ")\n"}}});
    world.registry.add_gem({.name = "later", .version = "1.0", .files = {{".ruby", ">= 99"}}});
    world.files["Gemfile.lock"] = lock_of("https://rubygems.org/", kGems + row.more, row.sums);
    const CheckRun run = run_of(world.lab.check(world.files));
    CAPTURE(run.reason);
    CHECK(run.outcome == CheckOutcome::unknown);
    CHECK(contains(run.reason, row.reason));
    CHECK(world.lab.kept() == 0);
  }
}

TEST_CASE("locks of Bundler that name other places are refused, and nobody is asked") {
  Lab lab;
  TestRegistry registry;
  lab.needs.sources = {{.manager = "bundler", .url = registry.url("/gem/"), .others = {}}};
  const std::string own = "GEM\n  remote: " + registry.url("/gem/") + "\n  specs:\n    a (1.0)\n\n";
  struct Row {
    std::string lock;
    const char* reason;
  };
  const Row rows[] = {
      {own + "GIT\n  remote: https://evil.example/y.git\n  specs:\n    y (1.0)\n",
       "Gemfile.lock names evil.example, which is no registry of bundler (checks.mirrors)"},
      {own + "GIT\n  remote: git@evil.example:o/y.git\n  specs:\n    y (1.0)\n",
       "Gemfile.lock names evil.example"},
      {own + "GIT\n  remote: " + registry.url("/y.git") + "\n  specs:\n    y (1.0)\n",
       "Gemfile.lock names 127.0.0.1"},
      {"GEM\n  remote: https://me:word@evil.example/\n  specs:\n    a (1.0)\n",
       "Gemfile.lock names evil.example"},
      {own + "PATH\n  remote: ../y\n  specs:\n    y (1.0)\n",
       "Gemfile.lock names ../y, which is no package of a registry"},
      {"x\n", "Gemfile.lock cannot be read: it has no section that Bundler writes"},
      {"", "there is no Gemfile.lock, which names versions (bundle lock)"}};
  for (const Row& row : rows) {
    CAPTURE(row.reason);
    Files files = {{"Gemfile", "source 'https://rubygems.org'\ngem 'a'\n"},
                   {"test/a_test.rb", "require 'a'\n"}};
    if (!row.lock.empty()) files["Gemfile.lock"] = row.lock;
    const CheckRun run = run_of(lab.check(files));
    CAPTURE(run.reason);
    CHECK(run.outcome == CheckOutcome::unknown);
    CHECK(contains(run.reason, row.reason));
  }
  CHECK(registry.requests() == 0);
}

TEST_CASE("who misses Ruby or Bundler is told what to install") {
  for (const std::string there : {"", "ruby"}) {
    Lab lab;
    PASS_OVER_UNLESS(lab.confines());
    TestRegistry registry;
    lab.needs.sources = {{.manager = "bundler", .url = registry.url("/gem/"), .others = {}}};
    lab.tools = lab.path + "/bin";
    REQUIRE(lab.files->make_folders(lab.tools));
    if (!there.empty()) {
      REQUIRE(lab.files->write_atomic(os::join_path(lab.tools, there), "#!/bin/sh\n", 0755));
    }
    const CheckRun run = run_of(lab.check(
        {{"Gemfile", "gem 'a'\n"},
         {"Gemfile.lock", "GEM\n  remote: " + registry.url("/gem/") + "\n  specs:\n    a (1.0)\n"},
         {"test/a_test.rb", "require 'a'\n"}}));
    CAPTURE(run.reason);
    CHECK(run.outcome == CheckOutcome::unknown);
    CHECK(contains(run.reason, there.empty()
                                   ? "could not be fetched: ruby is not installed (install the"
                                     " package ruby)"
                                   : "could not be fetched: bundle is not installed (install the"
                                     " package ruby-bundler)"));
    CHECK(registry.requests() == 0);
  }
}

}  // namespace
}  // namespace pawl::repo::prepare_gems_test
