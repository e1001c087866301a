#include "repo/checks/toolchains.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include "os/files/files.hpp"
#include "os/files/test_folder.hpp"
#include "repo/checks/workbench.hpp"

namespace pawl::repo::toolchains_test {
namespace {

struct Machine {
  os::TestFolder folder;

  std::string make(const std::string& path) const {
    const auto files = os::real_files();
    REQUIRE(files->make_folders(os::parent_path(folder / path)).ok());
    REQUIRE(files->write_atomic(folder / path, "#!/bin/sh\n", 0755).ok());
    return folder / path;
  }
};

}  // namespace

TEST_CASE("a program shows its toolchain where that is known, otherwise itself alone") {
  const Machine machine;
  struct Row {
    std::string name;
    std::vector<std::string> files;  // the program first
    std::string shown;
  };
  const Row rows[] = {
      {"a program of the user's", {"me/bin/tool", "me/secret"}, "me/bin/tool"},
      {"a program below ~/.local", {"me/.local/bin/tool"}, "me/.local/bin/tool"},
      {"a folder that only looks like a toolchain", {"node-20/bin/node"}, "node-20/bin/node"},
      {"Node", {"node-21/bin/node", "node-21/include/node/node_version.h"}, "node-21"},
      {"npm of Node",
       {"node-22/lib/node_modules/npm/bin/npm-cli.js", "node-22/include/node/node_version.h"},
       "node-22"},
      {"Go", {"opt/go/bin/go", "opt/go/src/runtime/runtime.go"}, "opt/go"},
      {"Go's marker proves nothing of other programs",
       {"opt/go2/bin/tool", "opt/go2/src/runtime/runtime.go"},
       "opt/go2/bin/tool"},
      {"Python", {"py/bin/python3", "py/lib/python3.11/os.py"}, "py"},
      {"pyenv", {"me/.pyenv/versions/3.12.1/bin/python3"}, "me/.pyenv/versions/3.12.1"},
      {"nvm", {"me/.nvm/versions/node/v20/bin/node"}, "me/.nvm/versions/node/v20"},
      {"mise",
       {"me/.local/share/mise/installs/go/1.22/bin/go"},
       "me/.local/share/mise/installs/go/1.22"},
      {"rustup",
       {"me/.cargo/bin/cargo", "me/.cargo/bin/rustup", "me/.cargo/credentials"},
       "me/.cargo/bin"},
      {"a program that npm installed below a folder of the user's",
       {"me/.npm-global/lib/node_modules/pnpm/bin/pnpm.cjs", "me/.npm-global/secret"},
       "me/.npm-global/lib/node_modules/pnpm"},
      {"one with a scope",
       {"me/lib/node_modules/@yarnpkg/cli-dist/bin/yarn.js"},
       "me/lib/node_modules/@yarnpkg/cli-dist"},
      {"a virtual environment", {"venv/bin/pytest", "venv/pyvenv.cfg"}, "venv"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    for (const std::string& file : row.files) machine.make(file);
    CHECK(readable_for(machine.folder / row.files.front()) ==
          std::vector<std::string>{machine.folder / row.shown});
  }
  CHECK(readable_for("/usr/bin/env").empty());
}

TEST_CASE("a link to a program shows the link and where it leads") {
  const Machine machine;
  const std::string real = machine.make("store/tool");
  machine.make("me/bin/other");
  const std::string link = machine.folder / "me/bin/tool";
  REQUIRE(::symlink(real.c_str(), link.c_str()) == 0);
  CHECK(readable_for(link) == std::vector<std::string>{link, real});
}

TEST_CASE("shims are passed over when a tool is looked for") {
  const Machine machine;
  machine.make(".pyenv/shims/python3");
  CHECK_FALSE(find_tool("python3", machine.folder / ".pyenv/shims").has_value());
  CHECK(find_tool("sh", "/nonexistent:/bin")->read_only.empty());
}

}  // namespace pawl::repo::toolchains_test
