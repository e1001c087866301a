#include "os/sandbox/sandbox.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/files/test_folder.hpp"
#include "os/processes/fake_processes.hpp"
#include "os/processes/resource_watch.hpp"
#include "tests/pass_over.hpp"

namespace pawl::os::sandbox_test {
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
  Limits limits;  // of each command

  World() {
    const auto files = real_files();
    REQUIRE(files->make_folders(folder / "repo/src"));
    REQUIRE(files->make_folders(folder / "tools"));
    REQUIRE(files->write_atomic(folder / "secret", "secret"));
    REQUIRE(files->write_atomic(folder / "tools/tool", "#!/bin/sh\necho tool\n", 0755));
    policy.folder = folder / "repo";
    // As whoever makes the folder has to, where confined commands run as another user.
    if (const auto owner = sandbox.files_owner()) {
      for (const char* path : {"repo", "repo/src"}) {
        REQUIRE(::chown((folder / path).c_str(), owner->uid, owner->gid) == 0);
      }
    }
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
    command.limits = limits;
    return command;
  }

  Finished run(const std::string& script) const {
    const auto confined = sandbox.confine(shell(script), policy);
    REQUIRE(confined);
    auto finished = processes->run(*confined);
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

TEST_CASE("a lent folder stands in a place of the command's own, and cannot be changed") {
  World world;
  if (!world.confines()) return;
  const auto files = real_files();
  for (const char* path : {"lent/.cache", "lent/private", "repo/there"}) {
    REQUIRE(files->make_folders(world.folder / path));
  }
  REQUIRE(files->write_atomic(world.folder / "lent/file", "lent", 0644));
  REQUIRE(files->write_atomic(world.folder / "lent/private/token", "secret", 0644));
  world.sandbox = Sandbox::probe(*world.processes, {.covered = {world.folder / "lent/private"}});
  world.policy.lent = {
      {.from = world.folder / "lent", .to = world.folder / "repo/there", .scratch = {".cache"}}};
  const auto run = [&](const std::string& script) {
    const auto confined = world.sandbox.confine(world.shell(script), world.policy);
    REQUIRE(confined);
    const auto finished = world.processes->run(*confined);
    REQUIRE(finished);
    return finished->out;
  };
  CHECK(run("cat there/file; cat there/private/token 2>/dev/null") == "lent");
  CHECK(run("(echo x > there/file) 2>/dev/null || echo refused; echo y > there/.cache/z && "
            "cat there/.cache/z") == "refused\ny\n");
  CHECK(files->read(world.folder / "lent/file").value() == "lent");
  CHECK(files->list(world.folder / "lent/.cache")->empty());
}

}  // namespace

TEST_CASE("a confined command works in its folder and reaches nothing else") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  ::setenv("PAWL_TEST_TOKEN", "leaked", 1);

  const Finished own = world.run("echo made > src/new && cat src/new && pwd && id -u");
  CHECK(own.out == "made\n" + world.policy.folder + "\n1000\n");
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
  PASS_OVER_UNLESS(world.confines());
  const Finished finished = world.run(
      "ls -A \"$HOME\" \"$TMPDIR\" | grep -v -e : -e pawl-test -e home; echo x > \"$HOME/a\" && "
      "echo y > \"$TMPDIR/b\" && cat \"$HOME/a\" \"$TMPDIR/b\"; echo \"$NAMED\"; test \"$HOME\" != "
      "/home/of/pawl && echo replaced");
  CHECK(finished.out == "\nx\ny\nvalue\nreplaced\n");
  CHECK_FALSE(real_files()->stat("/tmp/b").value());
}

TEST_CASE("a HOME that is named is the command's own from one command to the next") {
  World world;
  if (!world.confines()) return;
  REQUIRE(real_files()->make_folders(world.folder / "home"));
  if (const auto owner = world.sandbox.files_owner()) {
    REQUIRE(::chown((world.folder / "home").c_str(), owner->uid, owner->gid) == 0);
  }
  world.policy.home = world.folder / "home";
  CHECK(world.run("echo kept > ~/notes; echo $HOME").out == "/home/user\n");
  world.policy.folder_read_only = true;
  CHECK(world.run("cat ~/notes; touch made 2> /dev/null || echo no").out == "kept\nno\n");
  CHECK(real_files()->read(world.folder / "home/notes").value_or("") == "kept\n");
}

TEST_CASE("the real HOME is empty inside, but for what is named read-only") {
  World world;
  PASS_OVER_UNLESS(world.confines());
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
  PASS_OVER_UNLESS(world.confines());
  world.policy.read_only = {world.folder / "tools", world.folder / "absent"};
  const std::string tool = world.folder / "tools/tool";
  CHECK(world.run(tool).out == "tool\n");
  CHECK(world.run("echo x > " + tool).exit_code != 0);
  CHECK(world.run("cat " + (world.folder / "secret")).exit_code != 0);
}

TEST_CASE("the network is closed unless the policy opens it") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  const Listener listener;
  const std::string connect =
      "exec 3<>/dev/tcp/127.0.0.1/" + std::to_string(listener.port) + " && echo connected";
  const auto try_it = [&] {
    Command command = world.shell("");
    command.argv = {"bash", "-c", connect};
    return world.processes->run(world.sandbox.confine(command, world.policy).value()).value();
  };
  CHECK(try_it().exit_code != 0);
  world.policy.network = true;
  CHECK(try_it().out == "connected\n");
}

TEST_CASE("nothing of a confined command is left alive") {
  World world;
  PASS_OVER_UNLESS(world.confines());
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
  PASS_OVER_UNLESS(world.confines());
  CHECK(world.run("exit 7").exit_code == 7);
  Command slow = world.shell("trap '' TERM; echo up; while :; do sleep 0.01; done");
  slow.deadline = Milliseconds(300);
  slow.grace = Milliseconds(50);
  const auto finished = world.processes->run(world.sandbox.confine(slow, world.policy).value());
  REQUIRE(finished);
  CHECK(finished->ending == Ending::timed_out);
}

TEST_CASE("limits hold inside") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  world.limits.file_size_bytes = 4096;
  CHECK(trim(world.run("head -c 100000 /dev/zero > f 2>/dev/null; wc -c < f").out) == "4096");
}

TEST_CASE("a command that uses up the machine is ended, and that is what is reported") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  struct Row {
    std::string name;
    Limits limits;
    std::string script;
    std::string want;
  };
  const Row rows[] = {
      {"memory",
       {.memory_bytes = 64U << 20U},
       "perl -e '$x = \"x\" x 3000000000; sleep 1000'",
       "more than 64 MiB of memory"},
      {"a fork bomb",
       {.processes = 200},
       "perl -e 'fork while 1'",
       "more than 200 processes and threads"},
      {"a full disk",
       {.disk_bytes = 30U << 20U},
       "i=0; while :; do head -c 1000000 /dev/zero > f$i; i=$((i+1)); done",
       "more than 30 MiB of disk space"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    world.limits = row.limits;
    const Finished finished = world.run(row.script);
    CHECK(finished.ending == Ending::over_limit);
    CHECK(finished.limit == row.want);
    CHECK(finished.left_alive == 0);
  }
}

TEST_CASE("the kernel holds the number of processes, too") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  Command command = world.shell("for i in $(seq 99); do sleep 0.5 & done; wait; echo all");
  command.limits.processes = 20;
  Command confined = world.sandbox.confine(command, world.policy).value();
  confined.limits.processes.reset();  // nobody watches
  CHECK(world.processes->run(confined).value().out.empty());
}

TEST_CASE("folders in memory have a size") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  for (const std::string folder : {"/tmp", "/dev/shm", "$HOME"}) {
    CAPTURE(folder);
    const auto kilobytes =
        parse_int(trim(world.run("df --output=size " + folder + " | tail -n 1").out));
    REQUIRE(kilobytes);
    CHECK(static_cast<std::uint64_t>(*kilobytes) <= machine_memory_bytes() / 4 / 1024 + 4);
  }
}

TEST_CASE("nothing of the machine can be changed through /proc, /sys or /dev") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  const Finished finished = world.run(
      "for f in $(find /proc/sys /proc/sysrq-trigger /proc/[a-z]* /sys -type f -not -path "
      "'*self/*' "
      "2>/dev/null); do "
      "(: >> $f) 2>/dev/null && echo writable $f; done; (: > /dev/new) 2>/dev/null && echo new "
      "device; "
      "echo looked");
  CHECK(finished.out == "looked\n");
}

TEST_CASE("what is seen of /etc is the machine's and cannot be written") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  const std::string script = R"(for file in /etc/services /etc/nsswitch.conf /etc/os-release; do
      [ -r "$file" ] && sha256sum < "$file"; done)";
  Command outside;
  outside.argv = {"/bin/sh", "-c", script};
  outside.environment = {{"PATH", "/usr/bin:/bin"}};
  outside.folder = "/";
  CHECK(world.run(script).out == real_processes()->run(outside)->out);
  for (const char* file : {"services", "passwd", "hosts", "os-release", "ld.so.cache"}) {
    INFO(file);
    const std::string path = std::string("/etc/") + file;
    CHECK(world
              .run("chmod 666 " + path + " 2>/dev/null; rm -f " + path + " 2>/dev/null; " +
                   "(echo x >> " + path + ") 2>/dev/null || echo kept")
              .out == "kept\n");
  }
}

TEST_CASE("a confined command has no capability, no other user and no way to more") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  const Finished finished = world.run("grep -E 'Cap|NoNewPrivs|Seccomp:|Groups' /proc/self/status");
  for (const char* set : {"CapInh", "CapPrm", "CapEff", "CapBnd", "CapAmb"}) {
    CAPTURE(set);
    CHECK(finished.out.find(std::string(set) + ":\t0000000000000000") != std::string::npos);
  }
  CHECK(finished.out.find("NoNewPrivs:\t1") != std::string::npos);
  CHECK(finished.out.find("Seccomp:\t2") != std::string::npos);
  CHECK(world.run("su -c id").exit_code != 0);
  CHECK(world.run("kill -9 1; echo alive").out == "alive\n");
  CHECK(trim(world.run("cat /etc/passwd").out).find("user:x:1000:1000:") != std::string_view::npos);
  CHECK(world.run("getent passwd 1000 | cut -d: -f6").out == "/home/user\n");
  // Its own name and `localhost` lead to it, whatever the machine's own file of hosts says.
  for (const char* name : {"localhost", "sandbox"}) {
    CHECK(world
              .run(std::string("perl -MSocket -e 'print inet_ntoa(inet_aton(shift)), qq(\n)' ") +
                   name)
              .out == "127.0.0.1\n");
  }
  CHECK(world.run("getent hosts ::1 | grep -c localhost").out == "1\n");
  PASS_OVER_UNLESS(::geteuid() == 0);
  REQUIRE(world.sandbox.files_owner());
  world.run("echo x > src/whose");
  struct stat facts = {};
  REQUIRE(::stat((world.folder / "repo/src/whose").c_str(), &facts) == 0);
  CHECK(facts.st_uid == world.sandbox.files_owner()->uid);
  CHECK(facts.st_uid != 0);
}

TEST_CASE("what reaches further into the kernel than builds need is refused") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  struct Row {
    std::string name;
    long number;
    std::string arguments;
  };
  const Row rows[] = {
      {"unshare", SYS_unshare, "0x10000000"},
      {"unshare of mounts", SYS_unshare, "0x00020000"},
      {"clone into a user namespace", SYS_clone, "0x10000011, 0, 0, 0, 0"},
      {"clone3", SYS_clone3, "0, 0"},
      {"setns", SYS_setns, "0, 0"},
      {"mount", SYS_mount, "0, 0, 0, 0, 0"},
      {"umount", SYS_umount2, "0, 0"},
      {"chroot", SYS_chroot, "0"},
      {"keyctl", SYS_keyctl, "0, 0, 0"},
      {"add_key", SYS_add_key, "0, 0, 0, 0, 0"},
      {"bpf", SYS_bpf, "0, 0, 0"},
      {"perf", SYS_perf_event_open, "0, 0, 0, 0, 0"},
      {"userfaultfd", SYS_userfaultfd, "1"},
      {"io_uring", SYS_io_uring_setup, "1, 0"},
      {"open_by_handle_at", SYS_open_by_handle_at, "0, 0, 0"},
      {"memory of others", SYS_process_vm_readv, "1, 0, 0, 0, 0, 0"},
      {"ptrace of others", SYS_ptrace, "16, 1, 0, 0"},
      {"ptrace of others, the newer way", SYS_ptrace, "0x4206, 1, 0, 0"},
      {"AF_VSOCK", SYS_socket, "40, 1, 0"},
      {"AF_VSOCK, with bits the kernel does not look at", SYS_socket, "0x100000028, 1, 0"},
      {"AF_ALG", SYS_socket, "38, 5, 0"},
      {"AF_PACKET", SYS_socket, "17, 3, 0"},
      {"AF_BLUETOOTH", SYS_socket, "31, 1, 0"},
      {"netlink of the audit", SYS_socket, "16, 3, 9"},
      {"a family that is to come", SYS_socket, "70, 1, 0"},
      {"input of the terminal", SYS_ioctl, "0, 0x5412, 0"},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    // EPERM 1, ENOSYS 38, EAFNOSUPPORT 97: the filter's answers, which the kernel would not give
    // here.
    const Finished finished = world.run("perl -e '$r = syscall(" + std::to_string(row.number) +
                                        ", " + row.arguments + "); print $r, \" \", $! + 0'");
    const bool refused =
        finished.out == "-1 1" || finished.out == "-1 38" || finished.out == "-1 97";
    CAPTURE(finished.out);
    CHECK(refused);
  }
  const Finished fine = world.run(
      "perl -MSocket -e 'socket(A, PF_INET, SOCK_STREAM, 0) and socket(B, PF_UNIX, SOCK_STREAM, 0) "
      "and "
      "socketpair(C, D, PF_UNIX, SOCK_STREAM, 0) and print \"fine\"'");
  CHECK(fine.out == "fine");
}

TEST_CASE("what is covered does not show, wherever it lies") {
  World world;
  PASS_OVER_UNLESS(world.confines());
  const auto files = real_files();
  REQUIRE(files->make_folders(world.folder / "tools/state"));
  REQUIRE(files->write_atomic(world.folder / "tools/state/token", "secret"));
  REQUIRE(files->write_atomic(world.folder / "tools/docker.sock", "secret"));
  world.sandbox = Sandbox::probe(
      *world.processes, {.off = false,
                         .covered = {world.folder / "tools/state",
                                     world.folder / "tools/docker.sock", world.folder / "absent"},
                         .limits = {}});
  world.policy.read_only = {world.folder / "tools"};
  CHECK(world.run(world.folder / "tools/tool").out == "tool\n");
  CHECK(world.run("ls -A " + (world.folder / "tools/state")).out.empty());
  CHECK(world.run("cat " + (world.folder / "tools/docker.sock")).out.empty());
}

TEST_CASE("the runtimes of common languages start under the default limits") {
  World world;
  PASS_OVER_UNLESS(world.confines());
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
    const auto finished =
        world.processes->run(world.sandbox.confine(command, world.policy).value());
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
  for (const SandboxLevel level : {SandboxLevel::full, SandboxLevel::off}) {
    if (level == SandboxLevel::full && !world.confines()) continue;
    const Sandbox sandbox = Sandbox::of_level({level, ""});
    for (const Row& row : rows) {
      CAPTURE(row.asked);
      Command command = world.shell("pwd");
      command.folder = row.asked;
      CHECK(world.processes->run(sandbox.confine(command, world.policy).value()).value().out ==
            row.want + "\n");
    }
  }
}

TEST_CASE("where commands cannot be confined none is made") {
  World world;
  const Sandbox sandbox = Sandbox::of_level({SandboxLevel::unavailable, "for a test"});
  const auto refused = sandbox.confine(world.shell("echo ran"), world.policy);
  REQUIRE_FALSE(refused);
  CHECK(refused.error().code == Errc::denied);
  CHECK(refused.error().message.find("for a test") != std::string::npos);
}

TEST_CASE("a sandbox that is off keeps the command, its limits, and a private HOME") {
  World world;
  FakeProcesses nobody_asks;
  std::string home;
  {
    const Sandbox sandbox =
        Sandbox::probe(nobody_asks, {.off = true, .covered = {}, .limits = SandboxSetup().limits});
    CHECK(sandbox.report().level == SandboxLevel::off);
    CHECK_FALSE(sandbox.files_owner());
    Command command = world.shell("ls -A $HOME $TMPDIR | grep -v -e : -e '^$'; touch $HOME/x");
    command.limits.cpu = Seconds(5);
    const Command confined = sandbox.confine(command, world.policy).value();
    CHECK(confined.argv == command.argv);
    CHECK(confined.limits.cpu == Seconds(5));
    CHECK(confined.limits.file_size_bytes == SandboxSetup().limits.file_size_bytes);
    CHECK(confined.limits.processes == SandboxSetup().limits.processes);
    CHECK(confined.limits.disk_folder == world.policy.folder);
    CHECK(value_of(confined, "NAMED") == "value");
    home = value_of(confined, "HOME");
    CHECK(home != value_of(confined, "TMPDIR"));
    CHECK(home != value_of(sandbox.confine(command, world.policy).value(), "HOME"));
    const Finished finished = world.processes->run(confined).value();
    CHECK(finished.succeeded());
    CHECK(finished.out.empty());
    CHECK(real_files()->stat(join_path(home, "x")).value());
  }
  CHECK_FALSE(real_files()->stat(parent_path(home)).value());
}

TEST_CASE("a probe that can wait is made when it is asked for, once") {
  FakeProcesses refused;
  Finished finished;
  finished.exit_code = 1;
  refused.expect({}, finished);
  const Sandbox sandbox = Sandbox::probe_later(refused);
  const Sandbox copy = sandbox;
  CHECK(refused.seen().empty());
  CHECK(sandbox.report().level == SandboxLevel::unavailable);
  CHECK(copy.report().reason == sandbox.report().reason);
  CHECK_FALSE(copy.files_owner());
  Command command;
  command.argv = {"true"};
  CHECK(sandbox.confine(command, {}).error().code == Errc::denied);
  CHECK(refused.seen().size() == 1);
}

TEST_CASE("a probe that fails says why") {
  FakeProcesses refused;
  Finished finished;
  finished.exit_code = 1;
  finished.err = "bwrap: No permissions to create new namespace\n";
  refused.expect({}, finished);
  const SandboxReport report = Sandbox::probe(refused).report();
  CHECK(report.level == SandboxLevel::unavailable);
  CHECK(report.reason.find("No permissions to create new namespace") != std::string::npos);

  FakeProcesses none;
  const SandboxReport missing = Sandbox::probe(none).report();
  CHECK(missing.level == SandboxLevel::unavailable);
  CHECK(missing.reason.find("install") != std::string::npos);

  FakeProcesses fine;
  finished.exit_code = 0;
  fine.expect({}, finished);
  CHECK(Sandbox::probe(fine).report().level == SandboxLevel::full);
}

}  // namespace pawl::os::sandbox_test
