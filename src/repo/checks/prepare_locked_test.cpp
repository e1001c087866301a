// Dependencies that pnpm and Yarn lock. What the real programs do is tried where they are
// installed; what they are given, with programs that stand for them.
#include <doctest/doctest.h>

#include <optional>

#include <unistd.h>

#include "base/text/text.hpp"
#include "repo/checks/test_checks.hpp"
#include "repo/checks/test_registry.hpp"
#include "repo/checks/workbench.hpp"
#include "tests/pass_over.hpp"

namespace pawl::repo::prepare_locked_test {
namespace {

using test_checks::Files;
using test_checks::has_tool;
using test_checks::Lab;
using test_checks::Package;
using test_checks::TestRegistry;

CheckRun run_of(const CheckResults& results, std::string_view folder = "") {
  for (const CheckRun& run : results.tests) {
    if (run.stack == "npm" && run.folder == folder) return run;
  }
  FAIL("nothing of npm was run");
  return {};
}

const std::string kScripts = "\"scripts\": {\"test\": \"node --test\"}, ";
const std::string kManifest =
    R"({"name": "box", "version": "1.0.0", )" + kScripts + R"("dependencies": {"padit": "1.0.0"}})";

const std::string kTests =
    "const {test} = require('node:test');\nconst assert = require('node:assert');\n"
    "const fs = require('fs');\n"
    "test('pads', () => assert.equal(require('padit')('a'), ' a'));\n"
    "test('has a place for caches', () => fs.writeFileSync('node_modules/.cache/x', 'x'));\n"
    "test('cannot change packages', () => assert.throws(() => fs.writeFileSync("
    "'node_modules/padit/x', 'x')));\n";

Package padit() {
  return {.name = "padit",
          .version = "1.0.0",
          .files = {{"package.json",
                     R"({"name": "padit", "version": "1.0.0", "main": "i.js", "scripts":
                         {"postinstall": "touch ran", "preinstall": "touch ran"}})"},
                    {"i.js",
                     "module.exports = s => require('fs').existsSync(__dirname + '/ran') "
                     "? 'a script ran' : ' ' + s;\n"}}};
}

// Packages of a workspace, one of which needs the other.
const Files kWorkspace = {
    {"package.json", R"({"name": "box", "version": "1.0.0", "private": true, )" + kScripts +
                         R"("packageManager": "pnpm@1.2.3", "workspaces": ["packages/*"],
                            "pnpm": {"onlyBuiltDependencies": ["padit"], "executionEnv":
                            {"nodeVersion": "1.2.3"}}, "dependencies": {"padit": "1.0.0"}})"},
    {"a.test.js", kTests},
    {".npmrc", "registry=https://evil.example/\nuse-node-version=1.2.3\nhoist=false\n"},
    {".yarnrc", "yarn-path \"./evil.js\"\nregistry \"https://evil.example/\"\n"},
    {".pnpmfile.cjs", "throw new Error('it ran');\n"},
    {"evil.js", "process.exit(9);\n"},
    {"packages/b/package.json",
     R"({"name": "b", "version": "1.0.0", "main": "i.js", "bin": {"b-tool": "./tool.js"}})"},
    {"packages/b/i.js", "module.exports = 2;\n"},
    {"packages/b/tool.js", "#!/usr/bin/env node\nconsole.log('tool');\n"}};

std::string pnpm_lock(std::string_view format, const std::string& integrity) {
  const std::string resolution = "    resolution: {integrity: " + integrity + "}\n";
  if (format == "5.4") {
    return "lockfileVersion: 5.4\nimporters:\n  .:\n    specifiers:\n      padit: 1.0.0\n"
           "    dependencies:\n      padit: 1.0.0\n  packages/a:\n    specifiers:\n"
           "      b: workspace:*\n      padit: 1.0.0\n    dependencies:\n"
           "      b: link:../b\n      padit: 1.0.0\n  packages/b:\n    specifiers: {}\n"
           "packages:\n  /padit/1.0.0:\n" +
           resolution + "    requiresBuild: true\n    dev: false\n";
  }
  const std::string pad = "      padit:\n        specifier: 1.0.0\n        version: 1.0.0\n";
  const std::string start =
      "lockfileVersion: '" + std::string(format) +
      "'\nsettings:\n  autoInstallPeers: false\n  excludeLinksFromLockfile: false\n"
      "pnpmfileChecksum: x\nimporters:\n  .:\n    dependencies:\n" +
      pad + "  packages/a:\n    dependencies:\n      b:\n        specifier: workspace:*\n" +
      "        version: link:../b\n" + pad + "  packages/b: {}\npackages:\n";
  if (format == "6.0") return start + "  /padit@1.0.0:\n" + resolution + "    dev: false\n";
  return start + "  padit@1.0.0:\n" + resolution + "snapshots:\n  padit@1.0.0: {}\n";
}

TEST_CASE("packages that pnpm locks are fetched once, without what the repository would run") {
  PASS_OVER_UNLESS(has_tool("npm") && has_tool("python3") && has_tool("pnpm"));
  TestRegistry registry;
  const std::string integrity = registry.add_npm(padit());
  Lab lab;
  PASS_OVER_UNLESS(lab.confines());
  lab.needs.sources = {{.manager = "npm", .url = registry.url("/npm/"), .others = {}}};
  std::size_t passed = 0;
  for (const char* format : {"5.4", "6.0", "9.0"}) {
    CAPTURE(format);
    Files files = kWorkspace;
    files["pnpm-lock.yaml"] = pnpm_lock(format, integrity);
    files["package.json"] =
        replace_all(files["package.json"], R"("workspaces": ["packages/*"],)", "");
    files["pnpm-workspace.yaml"] =
        "packages: ['packages/*']\nuseNodeVersion: 1.2.3\nconfigDependencies: {evil: 1.0.0}\n";
    files["packages/a/package.json"] = R"({"name": "a", "version": "1.0.0", )" + kScripts +
                                       R"("dependencies": {"b": "workspace:*", "padit": "1.0.0"}})";
    files["packages/a/a.test.js"] =
        kTests +
        "test('has its neighbour', () => assert.equal(require('b'), 2));\n"
        "test('has its program', () => assert.equal(String(require('child_process').execFileSync("
        "__dirname + '/node_modules/.bin/b-tool')), 'tool\\n'));\n";
    const CheckResults first = lab.check(files);
    const CheckRun root = run_of(first);
    CAPTURE(root.reason);
    CAPTURE(root.output);
    if (root.outcome == CheckOutcome::unknown) {
      CHECK(contains(root.reason, "does not read (npm install -g pnpm"));
      continue;
    }
    ++passed;
    CHECK(root.outcome == CheckOutcome::passed);
    const CheckRun member = run_of(first, "packages/a");
    CAPTURE(member.reason);
    CAPTURE(member.output);
    CHECK(member.outcome == CheckOutcome::passed);
    CHECK(member.tests_passed == 5);
    const std::size_t asked = registry.requests();
    CHECK(asked > 0);
    CHECK(run_of(lab.check(files)).outcome == CheckOutcome::passed);
    CHECK(registry.requests() == asked);
    CHECK(lab.kept() == passed);
    files["package.json"] =
        replace_all(files["package.json"], R"("padit": "1.0.0")", R"("padit": "^2.0.0")");
    CHECK(contains(run_of(lab.check(files)).reason, "could not be fetched: pnpm: "));
  }
  CHECK(passed > 0);
}

TEST_CASE("the compiler that pnpm installs is called as its scripts call it") {
  PASS_OVER_UNLESS(has_tool("node"));
  struct Row {
    const char* name;
    const char* compiler;
    CheckOutcome outcome;
  };
  const Row rows[] = {
      {"pnpm's, which passes", "#!/bin/sh\nexec node -e 'process.exit(0)'\n", CheckOutcome::passed},
      {"pnpm's, which fails",
       "#!/bin/sh\necho 'a.ts(1,5): error TS1005: no.'\nexec node -e 'process.exit(2)'\n",
       CheckOutcome::failed},
      {"npm's", "#!/usr/bin/env node\nprocess.exit(0);\n", CheckOutcome::passed}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Lab lab;
    PASS_OVER_UNLESS(lab.confines());
    const std::string bin = os::join_path(lab.path, "checkout/node_modules/.bin");
    REQUIRE(lab.files->make_folders(bin));
    REQUIRE(lab.files->write_atomic(bin + "/tsc", row.compiler, 0755));
    lab.needs.lent_from = os::join_path(lab.path, "checkout");
    const CheckResults results =
        lab.check({{"package.json", R"({"name": "box", "version": "1.0.0"})"},
                   {"tsconfig.json", "{}"},
                   {"a.ts", "let a = 1;\n"}});
    REQUIRE(results.builds.size() == 1);
    CAPTURE(results.builds.front().reason);
    CHECK(results.builds.front().outcome == row.outcome);
  }
}

bool is_yarn_1(const Lab& lab) {
  for (const char* name : {"yarn", "yarnpkg"}) {
    const auto tool = find_tool(name, test_checks::path_list());
    if (!tool) continue;
    os::Command command;
    command.argv = {tool->path, "--version"};
    command.environment = {{"PATH", test_checks::path_list()}};
    command.folder = lab.path;
    const auto done = lab.processes->run(command);
    return done && done->out.starts_with("1.");
  }
  return false;
}

TEST_CASE("packages that Yarn 1 locks are fetched once, from a mirror where there is one") {
  PASS_OVER_UNLESS(has_tool("npm") && has_tool("python3"));
  TestRegistry registry;
  const std::string integrity = registry.add_npm(padit());
  Lab lab;
  PASS_OVER_UNLESS(lab.confines() && is_yarn_1(lab));
  lab.needs.sources = {{.manager = "npm",
                        .url = registry.url("/npm/"),
                        .others = {},
                        .aliases = {"https://registry.yarnpkg.com/"}}};
  Files files = kWorkspace;
  files["package.json"] = replace_all(files["package.json"], "pnpm@1.2.3", "yarn@9.8.7");
  files["yarn.lock"] =
      "# yarn lockfile v1\n\n\npadit@1.0.0:\n  version \"1.0.0\"\n"
      "  resolved \"https://registry.yarnpkg.com/padit/-/padit-1.0.0.tgz\"\n  integrity " +
      integrity + "\n";
  files["packages/b/i.js"] = "module.exports = require('padit')('b');\n";
  files["a.test.js"] += "test('has its member', () => assert.equal(require('b'), ' b'));\n";
  const CheckRun run = run_of(lab.check(files));
  CAPTURE(run.reason);
  CAPTURE(run.output);
  CHECK(run.outcome == CheckOutcome::passed);
  CHECK(run.tests_passed == 4);
  const std::size_t asked = registry.requests();
  CHECK(asked > 0);
  CHECK(run_of(lab.check(files)).outcome == CheckOutcome::passed);
  CHECK(registry.requests() == asked);
  files["package.json"] =
      replace_all(files["package.json"], R"("padit": "1.0.0")", R"("padit": "^2.0.0")");
  const CheckRun outdated = run_of(lab.check(files));
  CAPTURE(outdated.reason);
  CHECK(contains(outdated.reason,
                 "could not be fetched: yarn.lock does not have padit@^2.0.0 of package.json"));
}

// A machine with node, npm and programs that a test makes, and nothing else of npm's world.
struct Machine {
  Machine() {
    registry.emplace();
    lab.needs.sources = {{.manager = "npm",
                          .url = registry->url("/npm/"),
                          .others = {},
                          .aliases = {"https://registry.yarnpkg.com/"}}};
    lab.tools = lab.path + "/bin";
    REQUIRE(lab.files->make_folders(lab.tools));
    for (const char* name : {"node", "npm", "uname", "sh"}) {
      const auto tool = find_tool(name, test_checks::path_list());
      if (tool) REQUIRE(::symlink(tool->path.c_str(), (lab.tools + "/" + name).c_str()) == 0);
    }
  }
  void add(const std::string& path, const std::string& script) const {
    REQUIRE(test_checks::write_all(*lab.files, {{path, ""}}, lab.path));
    REQUIRE(lab.files->write_atomic(os::join_path(lab.path, path), "#!/bin/sh\n" + script, 0755));
  }
  // A program that keeps what it is given as files of the only package.
  static std::string recorder(const std::string& version) {
    return "if [ \"$1\" = --version ]; then echo " + version +
           "; exit; fi\nmkdir -p node_modules/padit\ncd node_modules/padit\n"
           "echo 'module.exports = s => \" \" + s' > index.js\n"
           "echo \"$*\" > arguments\nenv > environment\nls -A ../.. > files\n"
           "for one in package.json .npmrc pnpm-workspace.yaml pnpm-lock.yaml .yarnrc.yml; do\n"
           "  [ ! -f ../../$one ] || { echo; cat ../../$one; } >> settings\ndone\n";
  }
  std::optional<TestRegistry> registry;
  Lab lab;
};

// Whether what a recorder kept of that name has a text, as a test of the repository.
std::string has(const std::string& file, const std::string& text, bool wanted = true) {
  return "test('" + file + (wanted ? " has " : " has no ") + text + "', () => assert.equal(" +
         "fs.readFileSync('node_modules/padit/" + file + "', 'utf8').includes('" + text + "'), " +
         (wanted ? "true" : "false") + "));\n";
}

TEST_CASE("pnpm is given what says which packages there are, and nothing to run") {
  PASS_OVER_UNLESS(has_tool("npm"));
  const Machine machine;
  PASS_OVER_UNLESS(machine.lab.confines());
  machine.add("bin/pnpm", Machine::recorder("9.1.0"));
  Files files = kWorkspace;
  files["pnpm-lock.yaml"] =
      "---\nlockfileVersion: '9.0'\nimporters: {.: {packageManagerDependencies: {}}}\n---\n" +
      pnpm_lock("9.0", "sha512-x");
  files[".npmrc"] += "public-hoist-pattern[]=*types*\nnode-linker=hoisted\n";
  files["pnpm-workspace.yaml"] =
      "packages: ['packages/*']\nscriptShell: ./evil.js\npnpmfile: ./evil.js\n"
      "catalog: {x: 1.0.0}\npatchedDependencies: {padit: patches/padit.patch, x: .npmrc,"
      " y: .pnpmfile.cjs, z: hook.js}\n";
  files["patches/padit.patch"] = "--- a\n+++ b\n";
  files["hook.js"] = "process.exit(1);\n";
  files["a.test.js"] =
      kTests + has("arguments", "--frozen-lockfile") + has("arguments", "--ignore-scripts") +
      has("arguments", "--ignore-pnpmfile") + has("environment", "pnpm_config_pm_on_fail=ignore") +
      has("environment", "GIT_ALLOW_PROTOCOL=none") + has("settings", "hoist=false") +
      has("settings", "*types*") + has("settings", "node-linker=hoisted") +
      has("settings", "catalog") + has("files", "patches") + has("settings", "evil", false) +
      has("settings", "script", false) + has("settings", "packageManager", false) +
      has("settings", "executionEnv", false) + has("settings", "onlyBuilt", false) +
      has("settings", "pnpmfileChecksum", false) +
      has("settings", "packageManagerDependencies", false) + has("files", "pnpmfile", false) +
      has("files", "evil", false) + has("files", "hook", false);
  const CheckRun run = run_of(machine.lab.check(files));
  CAPTURE(run.reason);
  CAPTURE(run.output);
  CHECK(run.outcome == CheckOutcome::passed);
  CHECK(run.tests_passed == 23);
}

TEST_CASE("a later Yarn makes node_modules, and is given nothing to run") {
  PASS_OVER_UNLESS(has_tool("npm"));
  const Machine machine;
  PASS_OVER_UNLESS(machine.lab.confines());
  machine.add("bin/yarn", Machine::recorder("4.5.0"));
  Files files = {
      {"package.json", kManifest},
      {"yarn.lock",
       "__metadata:\n  version: 8\n  cacheKey: 10c0\n\n\"padit@npm:1.0.0\":\n  version: 1.0.0\n"
       "  resolution: \"padit@npm:1.0.0\"\n"},
      {".yarnrc.yml",
       "yarnPath: ./evil.js\nplugins: [./evil.js]\nnpmRegistryServer: https://evil.example\n"
       "nodeLinker: pnp\npackageExtensions: {'x@*': {dependencies: {y: '1'}}}\n"},
      {".yarn/patches/x.patch", "--- a\n+++ b\n"},
      {".yarn/plugins/evil.js", ""},
      {"evil.js", ""}};
  files["a.test.js"] = kTests + has("arguments", "install --immutable") +
                       has("environment", "YARN_NODE_LINKER=node-modules") +
                       has("environment", "YARN_ENABLE_SCRIPTS=0") +
                       has("environment", "YARN_IGNORE_PATH=1") +
                       has("environment", "YARN_COMPRESSION_LEVEL=0") +
                       has("environment", "YARN_NPM_REGISTRY_SERVER=http://127.0.0.1:") +
                       has("settings", "packageExtensions") + has("settings", "evil", false) +
                       has("settings", "scripts", false) + has("files", "evil", false);
  const CheckRun run = run_of(machine.lab.check(files));
  CAPTURE(run.reason);
  CAPTURE(run.output);
  CHECK(run.outcome == CheckOutcome::passed);
  CHECK(run.tests_passed == 13);
}

TEST_CASE("who misses pnpm or Yarn is told which one to install") {
  PASS_OVER_UNLESS(has_tool("npm"));
  const std::string berry =
      "__metadata:\n  version: 8\n\n\"padit@npm:1\":\n  resolution: padit@npm:1\n";
  struct Row {
    Files files;
    std::string program;  // that is there; empty: none
    std::string script;
    const char* reason;
  };
  const std::string classic =
      "# yarn lockfile v1\n\n\npadit@1.0.0:\n  version \"1.0.0\"\n  resolved \"" +
      std::string("https://registry.yarnpkg.com/padit/-/padit-1.0.0.tgz") + "\"\n";
  const std::string locked = pnpm_lock("6.0", "sha512-x");
  const auto by = [](const std::string& manager) {
    return R"({"packageManager": ")" + manager + "\", " + kManifest.substr(1);
  };
  const Row rows[] = {
      {{{"pnpm-lock.yaml", locked}},
       "",
       "",
       "pnpm is not installed (install it with npm install -g pnpm@8)"},
      {{{"pnpm-lock.yaml", locked}, {"package.json", by("pnpm@9.1.0+sha512.x")}},
       "",
       "",
       "pnpm is not installed (install it with npm install -g pnpm@9)"},
      {{{"pnpm-lock.yaml", pnpm_lock("9.0", "sha512-x")}},
       "",
       "",
       "pnpm is not installed (install it with npm install -g pnpm)"},
      {{{"pnpm-lock.yaml", locked}},
       "corepack/dist/pnpm.js",
       "echo 8.0.0",
       "pnpm is not installed (install it with npm install -g pnpm@8)"},
      {{{"pnpm-lock.yaml", locked}},
       "bin/pnpm",
       "echo 10.1.0",
       "pnpm-lock.yaml has format 6.0, which pnpm 10.1.0 does not read (npm install -g pnpm@8)"},
      {{{"pnpm-lock.yaml", locked}},
       "bin/pnpm",
       "[ $1 = --version ] && echo 8.0.0 || { echo"
       " ' ERR_PNPM_FETCH_404  GET http://x: Not Found - 404'; exit 1; }",
       "could not be fetched: pnpm: GET http://x: Not Found - 404"},
      {{{"yarn.lock", classic}},
       "",
       "",
       "yarn is not installed (install the package yarnpkg, or it with npm install -g yarn)"},
      {{{"yarn.lock", classic}},
       "bin/yarnpkg",
       "echo 4.1.0",
       "yarn.lock is of another Yarn than 4.1.0, which does not read it as it is (npm install -g"
       " yarn)"},
      {{{"yarn.lock", berry}, {"package.json", by("yarn@4.2.0")}},
       "bin/yarn",
       "echo 1.22.22",
       "(npm install -g @yarnpkg/cli-dist@4.2.0)"},
      {{{"yarn.lock", berry}}, "bin/yarn", "echo 1.22.22", "(npm install -g @yarnpkg/cli-dist@4)"}};
  for (const Row& row : rows) {
    CAPTURE(row.reason);
    const Machine machine;
    PASS_OVER_UNLESS(machine.lab.confines());
    if (!row.program.empty()) machine.add(row.program, row.script);
    if (row.program.starts_with("corepack")) {
      REQUIRE(::symlink((machine.lab.path + "/" + row.program).c_str(),
                        (machine.lab.tools + "/pnpm").c_str()) == 0);
    }
    Files files = {{"package.json", kManifest}, {"a.test.js", kTests}};
    for (const auto& [path, text] : row.files) files[path] = text;
    const CheckRun run = run_of(machine.lab.check(files));
    CAPTURE(run.reason);
    CHECK(run.outcome == CheckOutcome::unknown);
    CHECK(contains(run.reason, row.reason));
  }
}

TEST_CASE("locks that name other hosts or programs are refused, and nobody is asked") {
  Lab lab;
  TestRegistry registry;
  lab.needs.sources = {{.manager = "npm", .url = registry.url("/npm/"), .others = {}}};
  struct Row {
    const char* lock;
    std::string text;
    const char* reason;
  };
  const std::string pnpm = "lockfileVersion: '9.0'\npackages:\n  a@1.0.0:\n    resolution: ";
  const std::string berry = "__metadata:\n  version: 8\n\n\"a@npm:1\":\n  resolution: ";
  const Row rows[] = {
      {"pnpm-lock.yaml", pnpm + "{tarball: 'https://evil.example/a.tgz'}\n",
       "pnpm-lock.yaml names evil.example, which is no registry of npm (checks.mirrors)"},
      {"pnpm-lock.yaml", pnpm + "{type: git, repo: 'git@evil.example:o/a.git', commit: a}\n",
       "pnpm-lock.yaml names evil.example"},
      {"pnpm-lock.yaml", pnpm + "{type: git, repo: '" + registry.url("/npm/a") + "', commit: a}\n",
       "pnpm-lock.yaml names 127.0.0.1"},
      {"pnpm-lock.yaml", pnpm + "{type: directory, directory: ../../a}\n",
       "pnpm-lock.yaml names ../../a, which is no package of a registry"},
      {"pnpm-lock.yaml", "packages: [\n", "pnpm-lock.yaml cannot be read: "},
      {"yarn.lock",
       "padit@1.0.0:\n  version \"1.0.0\"\n  resolved \"https://evil.example/a.tgz#1\"\n",
       "yarn.lock names evil.example, which is no registry of npm"},
      {"yarn.lock", "a@file:../../a:\n  version \"1.0.0\"\n",
       "yarn.lock names file:../../a, which is no package of a registry"},
      {"yarn.lock", berry + "\"a@https://evil.example/a.git#commit=1\"\n",
       "yarn.lock names evil.example"},
      {"yarn.lock", berry + "\"a@exec:./a.js\"\n", "yarn.lock names exec:./a.js"}};
  for (const Row& row : rows) {
    CAPTURE(row.reason);
    const CheckRun run = run_of(
        lab.check({{"package.json", kManifest}, {"a.test.js", kTests}, {row.lock, row.text}}));
    CAPTURE(run.reason);
    CHECK(run.outcome == CheckOutcome::unknown);
    CHECK(contains(run.reason, row.reason));
  }
  const CheckRun run = run_of(lab.check(
      {{"package.json", replace_all(kManifest, "\"padit\": \"1.0.0\"", "\"a\": \"exec:./a.js\"")},
       {"yarn.lock", "__metadata:\n  version: 8\n"}}));
  CHECK(contains(run.reason, "package.json names a program that makes a package"));
  CHECK(registry.requests() == 0);
}

}  // namespace
}  // namespace pawl::repo::prepare_locked_test
