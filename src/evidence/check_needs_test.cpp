#include "evidence/check_needs.hpp"

#include <doctest/doctest.h>

#include "os/clock.hpp"
#include "os/files/test_folder.hpp"
#include "os/network/http.hpp"
#include "os/random.hpp"

namespace pawl::evidence::check_needs_test {
namespace {

TEST_CASE("a setup command belongs to a repository") {
  const char* setting = "acme/box: make deps && ./prepare\nother: x ;; *: any: thing";
  CHECK(setup_command(setting, "acme/box") == "make deps && ./prepare");
  CHECK(setup_command(setting, "me/other") == "x");
  CHECK(setup_command(setting, "third") == "any: thing");
  CHECK(setup_command("box: x", "acme/other").empty());
  CHECK(setup_command("", "box").empty());
  CHECK(setup_command("no colon", "no colon").empty());
}

TEST_CASE("addresses lose their credentials") {
  CHECK(without_credentials("https://me:word@host.example/a@b") == "https://host.example/a@b");
  CHECK(without_credentials("https://host.example/a@b") == "https://host.example/a@b");
  CHECK(without_credentials("host") == "host");
}

struct World {
  repo::Needs needs(std::vector<std::pair<std::string, std::string>> environment,
                    config::Config config = {}) {
    environment.emplace_back("HOME", home / "");
    os::Ports ports{.clock = *clock,
                    .files = *files,
                    .processes = *processes,
                    .http = http,
                    .random = *random,
                    .cancel = cancel,
                    .environment = std::move(environment),
                    .folder = "/"};
    config.prepare_timeout_s = 60;
    return check_needs(ports, config, {.config_folder = "/c", .state_folder = "/s"},
                       {.kind = git::TargetKind::local, .location = "/checkout", .name = "box"});
  }
  const repo::PackageSource& source(const repo::Needs& needs, std::string_view manager) const {
    for (const repo::PackageSource& one : needs.sources) {
      if (one.manager == manager) return one;
    }
    FAIL("no such manager");
    return needs.sources.front();
  }

  os::TestFolder home;
  std::unique_ptr<os::Clock> clock = os::real_clock();
  std::unique_ptr<os::Files> files = os::real_files();
  std::unique_ptr<os::Processes> processes = os::real_processes();
  std::unique_ptr<os::Random> random = os::real_random();
  os::FakeHttp http;
  os::Cancel cancel;
};

TEST_CASE("the public registries, unless a mirror is configured") {
  World world;
  CHECK(world.source(world.needs({}), "npm").url == "https://registry.npmjs.org/");
  const repo::Needs needs =
      world.needs({{"npm_config_registry", "https://me:word@mirror.example/npm/"},
                   {"PIP_INDEX_URL", "not an address"},
                   {"GOPROXY", "https://go.example,https://other.example,direct"}});
  CHECK(world.source(needs, "npm").url == "https://mirror.example/npm/");
  CHECK(world.source(needs, "npm").others.empty());
  CHECK(world.source(needs, "npm").aliases.size() == 2);
  CHECK(world.source(needs, "pip").url == "https://pypi.org/simple/");
  CHECK(world.source(needs, "go").url == "https://go.example");
  config::Config config;
  config.check_mirrors = "npm=https://set.example/ ; cargo=https://crates.example/";
  const repo::Needs set = world.needs({{"npm_config_registry", "https://m.example/"}}, config);
  CHECK(world.source(set, "npm").url == "https://set.example/");
  CHECK(world.source(set, "cargo").url == "https://crates.example/");
}

TEST_CASE("mirrors stand in the managers' own files") {
  World world;
  const auto put = [&](const std::string& name, const std::string& text) {
    REQUIRE(world.files->make_folders(os::parent_path(world.home / name)));
    REQUIRE(world.files->write_atomic(world.home / name, text));
  };
  put(".npmrc", "//mirror.example/:_authToken=secret\nregistry = https://mirror.example/\n");
  put(".config/pip/pip.conf", "[global]\nindex-url = https://me:word@pip.example/simple\n");
  put(".config/go/env", "GOPROXY=https://go.example|direct\n");
  put(".cargo/config.toml",
      "[source.crates-io]\nreplace-with = \"m\"\n[source.m]\n"
      "registry = \"sparse+https://cargo.example/\"\n");
  put(".bundle/config",
      "---\nBUNDLE_MIRROR__HTTPS://RUBYGEMS__ORG/: \"https://me:word@gems.example/\"\n");
  put(".m2/settings.xml",
      "<settings><servers><server><password>secret</password></server></servers><mirrors>"
      "<mirror><mirrorOf>other</mirrorOf><url>https://not.example/</url></mirror><mirror>"
      "<mirrorOf>*,!central</mirrorOf><url>https://not.example/</url></mirror><mirror>"
      "<mirrorOf>x, central</mirrorOf><url>https://me:word@maven.example/m2</url></mirror>"
      "</mirrors></settings>");
  const repo::Needs needs = world.needs({});
  CHECK(world.source(needs, "maven").url == "https://maven.example/m2");
  CHECK(world.source(needs, "maven").aliases.size() == 2);
  CHECK(world.source(needs, "npm").url == "https://mirror.example/");
  CHECK(world.source(needs, "pip").url == "https://pip.example/simple");
  CHECK(world.source(needs, "go").url == "https://go.example");
  CHECK(world.source(needs, "cargo").url == "https://cargo.example/");
  CHECK(world.source(needs, "bundler").url == "https://gems.example/");
  const repo::Needs set = world.needs({{"BUNDLE_MIRROR__ALL", "https://all.example"}});
  CHECK(world.source(set, "bundler").url == "https://gems.example/");
}

TEST_CASE("what is lent, and what is not fetched") {
  World world;
  config::Config config;
  CHECK(world.needs({}, config).lent_from.empty());
  CHECK(world.needs({}, config).folder == "/s/prepared");
  config.check_lend = "maven, checkout";
  config.prepare_checks = false;
  const repo::Needs needs = world.needs({{"https_proxy", "proxy.example:3128"}}, config);
  CHECK(needs.lent_from == "/checkout");
  CHECK(needs.lend_maven);
  CHECK(needs.folder.empty());
  config.prepare_checks = true;
  const auto proxy = world.needs({{"https_proxy", "proxy.example:3128"}}, config).proxy;
  REQUIRE(proxy);
  CHECK(proxy->text() == "proxy.example:3128");
}

}  // namespace
}  // namespace pawl::evidence::check_needs_test
