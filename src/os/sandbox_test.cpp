#include "os/sandbox.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "os/fake_processes.hpp"
#include "os/fd.hpp"
#include "os/test_folder.hpp"

namespace pawl::os {
namespace {

const std::string kPath = "/usr/local/bin:/usr/bin:/bin";

std::string value_of(const Command& command, const std::string& name) {
  for (const auto& [key, value] : command.environment) {
    if (key == name) return value;
  }
  return {};
}

// A repository with a neighbour nobody inside may see, and the sandbox of this machine.
struct World {
  TestFolder folder;
  std::unique_ptr<Processes> processes = real_processes();
  Sandbox sandbox = Sandbox::probe(*processes);
  SandboxPolicy policy;

  World() {
    const auto files = real_files();
    REQUIRE(files->make_folders(folder / "repo/src"));
    REQUIRE(files->make_folders(folder / "tools"));
    REQUIRE(files->write_atomic(folder / "secret", "secret"));
    REQUIRE(files->write_atomic(folder / "tools/tool", "#!/bin/sh\necho tool\n", 0755));
    policy.folder = folder / "repo";
  }

  bool confines() const {
    if (sandbox.report().level == SandboxLevel::full) return true;
    MESSAGE("namespaces are refused here: " << sandbox.report().reason);
    return false;
  }

  Command shell(const std::string& script) const {
    Command command;
    command.argv = {"sh", "-c", script};
    command.environment = {{"PATH", kPath}, {"HOME", "/home/of/pawl"}, {"NAMED", "value"}};
    command.folder = policy.folder;
    return command;
  }

  Finished run(const std::string& script) const {
    auto finished = processes->run(sandbox.confine(shell(script), policy));
    REQUIRE_MESSAGE(finished.ok(), (finished ? "" : finished.error().to_line()));
    return *std::move(finished);
  }
};

// A socket somebody on this machine listens on.
struct Listener {
  Fd socket{::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)};
  int port = 0;

  Listener() {
    sockaddr_in address = {};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    auto* generic = reinterpret_cast<sockaddr*>(&address);  // NOLINT: the socket API wants it
    REQUIRE(::bind(socket.get(), generic, size) == 0);
    REQUIRE(::listen(socket.get(), 4) == 0);
    REQUIRE(::getsockname(socket.get(), generic, &size) == 0);
    port = ntohs(address.sin_port);
  }
};

}  // namespace

TEST_CASE("a confined command works in its folder and reaches nothing else") {
  World world;
  if (!world.confines()) return;
  ::setenv("PAWL_TEST_TOKEN", "leaked", 1);

  const Finished own = world.run("echo made > src/new && cat src/new && pwd && id -u");
  CHECK(own.out == "made\n" + world.policy.folder + "\n" + std::to_string(::geteuid()) + "\n");
  CHECK(real_files()->read(world.folder / "repo/src/new").value() == "made\n");

  struct Row {
    std::string name;
    std::string script;  // must fail
  };
  const Row rows[] = {
      {"a neighbour", "cat " + (world.folder / "secret")},
      {"a neighbour through ..", "cat ../secret"},
      {"write to /usr", "echo x > /usr/pawl-test"},
      {"write to /etc", "echo x > /etc/pawl-test"},
      {"write to /", "echo x > /pawl-test"},
      {"write to /bin", "echo x > /bin/pawl-test"},
      {"the password hashes", "cat /etc/shadow"},
      {"keys of ssh", "ls /etc/ssh"},
      {"state of the system", "ls /var/lib/dpkg"},
      {"disks", "ls /dev/vda /dev/sda /dev/nvme0n1"},
      {"mounting", "mount -t tmpfs none /tmp"},
      {"the environment of Pawl", "tr '\\0' '\\n' < /proc/" + std::to_string(::getpid()) +
                                      "/environ | grep -q PAWL_TEST_TOKEN"},
      {"a variable not named", "test -n \"$PAWL_TEST_TOKEN\""},
      {"processes outside", "kill -0 " + std::to_string(::getpid())},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Finished finished = world.run(row.script);
    CHECK(finished.ending == Ending::exited);
    CHECK(finished.exit_code != 0);
  }
  ::unsetenv("PAWL_TEST_TOKEN");
  // Beside the folder there is only what the sandbox made up, and it goes with it.
  world.run("echo x > ../new");
  CHECK_FALSE(real_files()->stat(world.folder / "new").value());
}

TEST_CASE("HOME and the folder for temporary files are private, empty and writable") {
  World world;
  if (!world.confines()) return;
  const Finished finished = world.run(
      "ls -A \"$HOME\" \"$TMPDIR\" | grep -v -e : -e pawl-test -e home; echo x > \"$HOME/a\" && "
      "echo y > \"$TMPDIR/b\" && cat \"$HOME/a\" \"$TMPDIR/b\"; echo \"$NAMED\"; test \"$HOME\" != "
      "/home/of/pawl && echo replaced");
  CHECK(finished.out == "\nx\ny\nvalue\nreplaced\n");
  CHECK_FALSE(real_files()->stat("/tmp/b").value());
}

TEST_CASE("the real HOME is empty inside, but for what is named read-only") {
  World world;
  if (!world.confines()) return;
  const char* home = ::getenv("HOME");
  if (home == nullptr || !real_files()->stat(home).value()) return;
  const auto listed = real_files()->list(home);
  REQUIRE(listed);
  const std::string here(home);
  for (const std::string& name : *listed) {
    CAPTURE(name);
    CHECK(world.run("test -e '" + here + "/" + name + "'").exit_code != 0);
  }
}

TEST_CASE("folders named read-only are seen and stay as they are") {
  World world;
  if (!world.confines()) return;
  world.policy.read_only = {world.folder / "tools", world.folder / "absent"};
  const std::string tool = world.folder / "tools/tool";
  CHECK(world.run(tool).out == "tool\n");
  CHECK(world.run("echo x > " + tool).exit_code != 0);
  CHECK(world.run("cat " + (world.folder / "secret")).exit_code != 0);
}

TEST_CASE("the network is closed unless the policy opens it") {
  World world;
  if (!world.confines()) return;
  const Listener listener;
  const std::string connect =
      "exec 3<>/dev/tcp/127.0.0.1/" + std::to_string(listener.port) + " && echo connected";
  const auto try_it = [&] {
    Command command = world.shell("");
    command.argv = {"bash", "-c", connect};
    return world.processes->run(world.sandbox.confine(command, world.policy)).value();
  };
  CHECK(try_it().exit_code != 0);
  world.policy.network = true;
  CHECK(try_it().out == "connected\n");
}

TEST_CASE("nothing of a confined command is left alive") {
  World world;
  if (!world.confines()) return;
  const Finished finished =
      world.run("(setsid sleep 1007 &) ; readlink /proc/self/ns/pid; echo done");
  CHECK(finished.succeeded());
  const auto names = real_files()->list("/proc");
  REQUIRE(names);
  for (const std::string& name : *names) {
    if (!parse_int(name)) continue;
    const auto line = real_files()->read("/proc/" + name + "/cmdline");
    if (line) CHECK(*line != std::string("sleep\0001007\0", 11));
  }
}

TEST_CASE("a confined command ends at its deadline and reports its exit code") {
  World world;
  if (!world.confines()) return;
  CHECK(world.run("exit 7").exit_code == 7);
  Command slow = world.shell("trap '' TERM; echo up; while :; do sleep 0.01; done");
  slow.deadline = Milliseconds(300);
  slow.grace = Milliseconds(50);
  const auto finished = world.processes->run(world.sandbox.confine(slow, world.policy));
  REQUIRE(finished);
  CHECK(finished->ending == Ending::timed_out);
}

TEST_CASE("limits hold inside") {
  World world;
  if (!world.confines()) return;
  world.policy.limits = {};
  world.policy.limits.file_size_bytes = 4096;
  CHECK(trim(world.run("head -c 100000 /dev/zero > f 2>/dev/null; wc -c < f").out) == "4096");
  world.policy.limits = {};
  world.policy.limits.memory_bytes = 64U << 20U;
  CHECK(trim(world.run("head -c 150000000 /dev/zero | tail -c 100000000 | wc -c").out) == "0");
}

TEST_CASE("the number of processes is limited, but for root") {
  World world;
  if (!world.confines() || ::geteuid() == 0) return;
  world.policy.limits = {};
  world.policy.limits.processes = 20;
  const Finished few = world.run("for i in 1 2 3 4 5; do sleep 0.1 & done; wait; echo all");
  CHECK(few.out == "all\n");
  const Finished many = world.run("for i in $(seq 40); do sleep 0.5 & done; wait; echo all");
  CHECK(many.out.empty());
}

TEST_CASE("the runtimes of common languages start under the default limits") {
  World world;
  if (!world.confines()) return;
  struct Row {
    std::vector<std::string> argv;
    std::string want;
  };
  const Row rows[] = {
      {{"/usr/bin/java", "-version"}, ""},
      {{"/usr/bin/node", "-e", "new WebAssembly.Memory({initial:1}); console.log(1+1)"}, "2\n"},
      {{"/usr/bin/python3", "-c", "import ssl; print(1+1)"}, "2\n"},
      {{"/usr/bin/git", "init", "-q"}, ""},
  };
  for (const Row& row : rows) {
    if (!find_program(row.argv.front(), "")) continue;
    CAPTURE(row.argv.front());
    Command command = world.shell("");
    command.argv = row.argv;
    const auto finished = world.processes->run(world.sandbox.confine(command, world.policy));
    REQUIRE(finished);
    CAPTURE(finished->err);
    CHECK(finished->succeeded());
    CHECK(finished->out == row.want);
  }
}

TEST_CASE("the working directory is the command's where that lies in the folder") {
  World world;
  const std::string inner = world.policy.folder + "/src";
  struct Row {
    std::string asked;
    std::string want;
  };
  const Row rows[] = {{world.policy.folder, world.policy.folder},
                      {inner, inner},
                      {"", world.policy.folder},
                      {"/", world.policy.folder},
                      {world.policy.folder + "-beside", world.policy.folder}};
  for (const SandboxLevel level : {SandboxLevel::full, SandboxLevel::degraded}) {
    if (level == SandboxLevel::full && !world.confines()) continue;
    const Sandbox sandbox = Sandbox::of_level({level, ""});
    for (const Row& row : rows) {
      CAPTURE(row.asked);
      Command command = world.shell("pwd");
      command.folder = row.asked;
      CHECK(world.processes->run(sandbox.confine(command, world.policy)).value().out ==
            row.want + "\n");
    }
  }
}

TEST_CASE("a degraded sandbox keeps the command, its limits, and a private HOME") {
  World world;
  std::string home;
  {
    const Sandbox sandbox = Sandbox::of_level({SandboxLevel::degraded, "for a test"});
    CHECK(sandbox.report().reason == "for a test");
    Command command = world.shell("ls -A $HOME $TMPDIR | grep -v -e : -e '^$'; touch $HOME/x");
    command.limits.cpu = Seconds(5);
    const Command confined = sandbox.confine(command, world.policy);
    CHECK(confined.argv == command.argv);
    CHECK(confined.limits.cpu == Seconds(5));
    CHECK(confined.limits.file_size_bytes == world.policy.limits.file_size_bytes);
    CHECK_FALSE(confined.limits.processes);
    CHECK(value_of(confined, "NAMED") == "value");
    home = value_of(confined, "HOME");
    CHECK(home != value_of(confined, "TMPDIR"));
    CHECK(home != value_of(sandbox.confine(command, world.policy), "HOME"));
    const Finished finished = world.processes->run(confined).value();
    CHECK(finished.succeeded());
    CHECK(finished.out.empty());
    CHECK(real_files()->stat(join_path(home, "x")).value());
  }
  CHECK_FALSE(real_files()->stat(parent_path(home)).value());
}

TEST_CASE("a probe that fails says why") {
  FakeProcesses refused;
  Finished finished;
  finished.exit_code = 1;
  finished.err = "bwrap: No permissions to create new namespace\n";
  refused.expect({}, finished);
  const SandboxReport report = Sandbox::probe(refused).report();
  CHECK(report.level == SandboxLevel::degraded);
  CHECK(report.reason.find("No permissions to create new namespace") != std::string::npos);

  FakeProcesses none;
  const SandboxReport missing = Sandbox::probe(none).report();
  CHECK(missing.level == SandboxLevel::degraded);
  CHECK(missing.reason.find("install") != std::string::npos);

  FakeProcesses fine;
  finished.exit_code = 0;
  fine.expect({}, finished);
  CHECK(Sandbox::probe(fine).report().level == SandboxLevel::full);
}

}  // namespace pawl::os
