#include "os/processes/process.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <thread>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/files/test_folder.hpp"
#include "os/processes/fake_processes.hpp"
#include "os/processes/process_usage.hpp"
#include "os/startup.hpp"

namespace pawl::os::process_test {
namespace {

const std::string kPath = "/usr/local/bin:/usr/bin:/bin";

Command shell(const std::string& script, std::string folder = "/tmp") {
  Command command;
  command.argv = {"sh", "-c", script};
  command.environment = {{"PATH", kPath}};
  command.folder = std::move(folder);
  command.deadline = Milliseconds(60'000);
  return command;
}

Finished run(const Command& command) {
  auto finished = real_processes()->run(command);
  REQUIRE_MESSAGE(finished.ok(), (finished ? "" : finished.error().to_line()));
  return *std::move(finished);
}

// Leaves a process behind that is in a session of its own, was forked twice, ignores TERM, holds
// no descriptor of ours, and has written its pid to the file.
std::string daemonise(const std::string& pid_file) {
  return "(setsid sh -c '(trap \"\" TERM; exec <&- >&- 2>&-; sh -c \"echo \\$PPID\" > " + pid_file +
         ".new; mv " + pid_file + ".new " + pid_file +
         "; while :; do sleep 1000; done) &' &) ; while [ ! -s " + pid_file + " ]; do :; done; ";
}

int pid_in(const std::string& file) {
  const auto text = real_files()->read(file);
  REQUIRE(text.ok());
  const int pid = static_cast<int>(parse_int(trim(*text)).value_or(0));
  REQUIRE(pid > 1);
  return pid;
}

bool alive(int pid) { return process_start_time(pid) != 0; }

template <class Condition>
bool soon(Condition condition) {
  for (int i = 0; i < 2'000; ++i) {
    if (condition()) return true;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return false;
}

// The contract, for a `greet` that prints "hello\n", a `fail3` that ends with 3 after printing
// "oops\n" to standard error, and an `absent` that is no program.
void check_processes(Processes& processes) {
  Command greet = shell("echo hello");
  std::string streamed;
  greet.on_output = [&](std::string_view piece) { streamed += piece; };
  const auto greeted = processes.run(greet);
  REQUIRE(greeted);
  CHECK(greeted->succeeded());
  CHECK(greeted->out == "hello\n");
  CHECK(streamed == "hello\n");
  CHECK(greeted->how_it_ended() == "exit code 0");

  const auto failed = processes.run(shell("echo oops >&2; exit 3"));
  REQUIRE(failed);
  CHECK_FALSE(failed->succeeded());
  CHECK(failed->exit_code == 3);
  CHECK(failed->err == "oops\n");

  Command absent = shell("");
  absent.argv = {"no-such-program-anywhere"};
  const auto missing = processes.run(absent);
  REQUIRE_FALSE(missing);
  CHECK(missing.error().code == Errc::not_found);
  CHECK(missing.error().message.find("no-such-program-anywhere") != std::string::npos);
}

}  // namespace

TEST_CASE("the processes keep their contract") {
  SUBCASE("real") { check_processes(*real_processes()); }
  SUBCASE("fake") {
    FakeProcesses fake;
    Finished greeted;
    greeted.exit_code = 0;
    greeted.out = "hello\n";
    Finished failed;
    failed.exit_code = 3;
    failed.err = "oops\n";
    fake.expect({"sh", "-c", "echo hello"}, greeted);
    fake.expect({"sh"}, failed);
    check_processes(fake);
    CHECK(fake.remaining() == 0);
    CHECK(fake.seen().size() == 3);
  }
}

TEST_CASE("the fake refuses a command that is not the one expected") {
  FakeProcesses fake;
  fake.expect({"git", "status"}, {});
  CHECK(fake.run(shell("true")).error().code == Errc::not_found);
  CHECK(fake.remaining() == 1);
}

TEST_CASE("a command gets the environment named, its folder, its input, and nothing else") {
  const TestFolder folder;
  ::setenv("PAWL_TEST_LEAK", "leaked", 1);
  const Fd inheritable(::open("/dev/null", O_RDONLY));  // without O_CLOEXEC
  REQUIRE(inheritable.get() > 2);
  Command command = shell("", folder.path());
  command.argv = {"env"};
  command.environment = {{"PATH", kPath}, {"A", "1"}, {"EMPTY", ""}, {"B", "x=y z"}};
  CHECK(run(command).out == "PATH=" + kPath + "\nA=1\nEMPTY=\nB=x=y z\n");
  ::unsetenv("PAWL_TEST_LEAK");

  command.argv = {"pwd"};
  CHECK(run(command).out == folder.path() + "\n");
  command.argv = {"cat"};
  CHECK(run(command).out.empty());
  command.input = std::string(1'000'000, 'i') + "\n";
  CHECK(run(command).out == command.input);
  command.argv = {"true"};  // reads nothing of it
  CHECK(run(command).succeeded());
  command.input.clear();
  command.argv = {"sh", "-c", "ls /proc/self/fd | wc -l; umask; ulimit -c"};
  const std::string printed = run(command).out;
  CHECK(split_lines(printed).front() == "4");  // ls itself opens the folder
}

TEST_CASE("signals ignored or blocked by Pawl are not so in a command") {
  ::signal(SIGPIPE, SIG_IGN);
  const Finished finished = run(shell("grep -E 'Sig(Blk|Ign)' /proc/self/status"));
  ::signal(SIGPIPE, SIG_DFL);
  for (const std::string_view line : split_lines(finished.out)) {
    CHECK(line.substr(8) == "0000000000000000");
  }
}

TEST_CASE("a command that cannot start is an error that says why") {
  const TestFolder folder;
  const auto files = real_files();
  REQUIRE(files->write_atomic(folder / "text", "just text", 0644));
  REQUIRE(files->write_atomic(folder / "binary", std::string("\x01\x02\x03", 3), 0755));
  REQUIRE(files->write_atomic(folder / "script", "#!/none/such\n", 0755));
  struct Row {
    std::string name;
    Errc want;
    std::vector<std::string> argv;
    std::string folder;
    std::vector<std::pair<std::string, std::string>> environment;
  };
  const Row rows[] = {
      {"no program", Errc::invalid, {}, "/tmp", {}},
      {"empty program", Errc::invalid, {""}, "/tmp", {}},
      {"no PATH", Errc::not_found, {"true"}, "/tmp", {}},
      {"no such file", Errc::not_found, {folder / "none"}, "/tmp", {}},
      {"not executable", Errc::denied, {folder / "text"}, "/tmp", {}},
      {"no program format", Errc::invalid, {folder / "binary"}, "/tmp", {}},
      {"no interpreter", Errc::not_found, {folder / "script"}, "/tmp", {}},
      {"no folder", Errc::not_found, {"/bin/true"}, folder / "none", {}},
      {"relative folder", Errc::invalid, {"/bin/true"}, "tmp", {}},
      {"NUL in an argument", Errc::invalid, {"/bin/true", std::string("a\0b", 3)}, "/tmp", {}},
      {"bad name", Errc::invalid, {"/bin/true"}, "/tmp", {{"A=B", "x"}}},
      {"NUL in a value", Errc::invalid, {"/bin/true"}, "/tmp", {{"A", std::string("\0", 1)}}},
  };
  for (const Row& row : rows) {
    CAPTURE(row.name);
    Command command;
    command.argv = row.argv;
    command.folder = row.folder;
    command.environment = row.environment;
    const auto finished = real_processes()->run(command);
    REQUIRE_FALSE(finished);
    CHECK(finished.error().code == row.want);
    CHECK(finished.error().message.size() > 10);
  }
}

TEST_CASE("how a command ended is told apart") {
  CHECK(run(shell("exit 7")).how_it_ended() == "exit code 7");
  const Finished killed = run(shell("kill -9 $$"));
  CHECK(killed.ending == Ending::signalled);
  CHECK(killed.signal == SIGKILL);
  CHECK(killed.how_it_ended() == "killed by signal 9");

  Command slow = shell("echo before; sleep 1000");
  slow.deadline = Milliseconds(100);
  const Finished late = run(slow);
  CHECK(late.ending == Ending::timed_out);
  CHECK(late.out == "before\n");
  CHECK(late.duration >= Milliseconds(100));
  CHECK(late.duration < Milliseconds(30'000));

  Command silent = shell("echo a; sleep 0.05; echo b >&2; sleep 1000");
  silent.idle_limit = Milliseconds(200);
  const Finished idle = run(silent);
  CHECK(idle.ending == Ending::idle);
  CHECK(idle.duration >= Milliseconds(250));

  Command busy = shell("for i in 1 2 3 4 5 6; do echo $i; sleep 0.1; done");
  busy.idle_limit = Milliseconds(400);
  CHECK(run(busy).succeeded());
}

TEST_CASE("a cancel ends a command, and starts none") {
  Cancel cancel;
  Command command = shell("echo started; sleep 1000");
  command.cancel = &cancel;
  command.on_output = [&](std::string_view) { cancel.request(); };
  const Finished finished = run(command);
  CHECK(finished.ending == Ending::cancelled);
  CHECK(finished.out == "started\n");
  CHECK(run(command).out.empty());
}

TEST_CASE("TERM comes first, KILL after the grace") {
  Command polite = shell("trap 'echo bye; exit 5' TERM; echo ready; while :; do sleep 0.01; done");
  polite.deadline = Milliseconds(300);
  polite.grace = Milliseconds(30'000);
  const Finished gone = run(polite);
  CHECK(gone.ending == Ending::timed_out);
  CHECK(gone.out == "ready\nbye\n");
  CHECK(gone.duration < Milliseconds(20'000));

  Command stubborn = shell("trap '' TERM; echo ready; while :; do sleep 0.01; done");
  stubborn.deadline = Milliseconds(100);
  stubborn.grace = Milliseconds(100);
  const Finished killed = run(stubborn);
  CHECK(killed.ending == Ending::timed_out);
  CHECK(killed.duration >= Milliseconds(200));
}

TEST_CASE("what a stopped command leaves gets no grace where it cannot outlive it") {
  Command whole =
      shell("(trap '' TERM; echo ready; while :; do sleep 0.01; done) & exec sleep 1000");
  Cancel cancel;
  whole.cancel = &cancel;
  whole.on_output = [&](std::string_view) { cancel.request(); };
  whole.ends_whole = true;
  whole.grace = Milliseconds(30'000);
  whole.deadline = Milliseconds(60'000);
  const Finished gone = run(whole);
  CHECK(gone.ending == Ending::cancelled);
  CHECK(gone.left_alive == 0);
  // In a hurry others get 700 ms.
  CHECK(gone.duration < Milliseconds(650));
}

TEST_CASE("a stopped command is ended as well") {
  Command stopped = shell("kill -STOP $$");
  stopped.deadline = Milliseconds(100);
  CHECK(run(stopped).ending == Ending::timed_out);
}

TEST_CASE("output is capped for each stream, head and tail kept") {
  Command command = shell("seq 1 200000; seq 1 10 >&2");
  command.output_bytes_max = 1'000;
  std::size_t streamed = 0;
  command.on_output = [&](std::string_view piece) { streamed += piece.size(); };
  const Finished finished = run(command);
  CHECK(finished.succeeded());
  CHECK(finished.out_cut);
  CHECK_FALSE(finished.err_cut);
  CHECK(finished.out.size() < 1'100);
  CHECK(finished.out.starts_with("1\n2\n3\n"));
  CHECK(finished.out.ends_with("199999\n200000\n"));
  CHECK(finished.err == "1\n2\n3\n4\n5\n6\n7\n8\n9\n10\n");
  CHECK(streamed == 1'288'895);
}

TEST_CASE("a flood of output does not hold up the deadline") {
  Command flood = shell("yes");
  flood.deadline = Milliseconds(200);
  flood.output_bytes_max = 1'000;
  const Finished finished = run(flood);
  CHECK(finished.ending == Ending::timed_out);
  CHECK(finished.duration < Milliseconds(30'000));
}

// req: the whole tree is dead when run() returns, however the command ended.
TEST_CASE("a daemon left behind is dead after the run") {
  enum class How { exit, deadline, cancel, idle, killed };
  struct Row {
    std::string name;
    How how;
    Ending want;
  };
  const Row rows[] = {{"exit", How::exit, Ending::exited},
                      {"deadline", How::deadline, Ending::timed_out},
                      {"cancel", How::cancel, Ending::cancelled},
                      {"idle", How::idle, Ending::idle},
                      {"killed", How::killed, Ending::signalled}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const TestFolder folder;
    const std::string pid_file = folder / "pid";
    Cancel cancel;
    Command command = shell(daemonise(pid_file) + "echo left; " +
                            (row.how == How::exit     ? "exit 0"
                             : row.how == How::killed ? "kill -9 $$"
                                                      : "sleep 1000"));
    command.grace = Milliseconds(50);
    if (row.how == How::deadline) command.deadline = Milliseconds(1'000);
    if (row.how == How::idle) command.idle_limit = Milliseconds(1'000);
    if (row.how == How::cancel) {
      command.cancel = &cancel;
      command.on_output = [&](std::string_view) { cancel.request(); };
    }
    const Finished finished = run(command);
    CHECK(finished.ending == row.want);
    CHECK(finished.out == "left\n");
    CHECK(finished.left_alive == 0);
    CHECK_FALSE(alive(pid_in(pid_file)));
  }
}

TEST_CASE("a tree that keeps forking is ended") {
  const TestFolder folder;
  Command command =
      shell("f() { (sleep 0.002; f) & }; trap '' TERM; f; f; f; f; sleep 0.2", folder.path());
  command.grace = Milliseconds(20);
  command.deadline = Milliseconds(400);
  CHECK(run(command).left_alive == 0);
}

TEST_CASE("two runs at once do not disturb each other") {
  const TestFolder folder;
  const auto processes = real_processes();
  Cancel cancel;
  std::atomic<bool> started = false;
  Command lasting = shell(daemonise(folder / "lasting") + "echo up; sleep 1000; echo never");
  lasting.cancel = &cancel;
  lasting.grace = Milliseconds(50);
  lasting.on_output = [&](std::string_view) { started = true; };
  std::thread other([&] {
    const auto finished = processes->run(lasting);
    CHECK(finished.ok());
    CHECK(finished->ending == Ending::cancelled);
  });
  REQUIRE(soon([&] { return started.load(); }));
  const int lasting_pid = pid_in(folder / "lasting");
  for (int i = 0; i < 5; ++i) {
    const std::string pid_file = folder / std::to_string(i);
    Command brief = shell(daemonise(pid_file) + "echo x");
    brief.grace = Milliseconds(20);
    CHECK(run(brief).out == "x\n");
    CHECK_FALSE(alive(pid_in(pid_file)));
    CHECK(alive(lasting_pid));
  }
  cancel.request();
  other.join();
  CHECK_FALSE(alive(lasting_pid));
}

TEST_CASE("many runs at once all get their own answers") {
  const auto processes = real_processes();
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 4; ++t) {
    threads.emplace_back([&, t] {
      for (int i = 0; i < 20; ++i) {
        const std::string text = std::to_string(t) + "." + std::to_string(i);
        const auto finished =
            processes->run(shell("sleep 0.00" + std::to_string(i % 5) + "; echo " + text +
                                 "; exit " + std::to_string(t)));
        if (finished && finished->out == text + "\n" && finished->exit_code == t) ++right;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == 80);
}

TEST_CASE("children of the program itself are neither killed nor reaped by a run") {
  const pid_t own = ::fork();
  if (own == 0) {
    ::pause();
    ::_exit(0);
  }
  CHECK(run(shell("(sleep 1000 &) ; exit 0")).succeeded());
  CHECK(alive(own));
  ::kill(own, SIGKILL);
  int status = 0;
  CHECK(::waitpid(own, &status, 0) == own);
  CHECK(::waitpid(-1, &status, WNOHANG | __WALL) == -1);  // no keeper is left as a zombie
}

// A program that runs one command and then dies by KILL, alone or with its process group.
TEST_CASE("when Pawl is killed, the command and its daemons die") {
  for (const bool whole_group : {false, true}) {
    CAPTURE(whole_group);
    const TestFolder folder;
    const pid_t pawl = ::fork();
    if (pawl == 0) {
      ::setpgid(0, 0);
      Command command = shell(daemonise(folder / "daemon") +
                              "echo $$ > command.new; mv command.new command; sleep 1000");
      command.folder = folder.path();
      static_cast<void>(real_processes()->run(command).ok());
      ::_exit(0);
    }
    REQUIRE(soon([&] { return real_files()->stat(folder / "command").value().has_value(); }));
    const int command = pid_in(folder / "command");
    const int daemon = pid_in(folder / "daemon");
    CHECK(alive(command));
    CHECK(alive(daemon));
    ::kill(whole_group ? -pawl : pawl, SIGKILL);
    ::waitpid(pawl, nullptr, 0);
    CHECK(soon([&] { return !alive(command) && !alive(daemon); }));
  }
}

TEST_CASE("limits hold") {
  const TestFolder folder;
  Command cpu = shell("while :; do :; done");
  cpu.limits.cpu = Seconds(1);
  const Finished burnt = run(cpu);
  CHECK(burnt.ending == Ending::signalled);
  CHECK(burnt.signal == SIGXCPU);

  Command large = shell("head -c 100000 /dev/zero > file; wc -c < file", folder.path());
  large.limits.file_size_bytes = 4096;
  CHECK(trim(run(large).out) == "4096");
}

TEST_CASE("a command starts with the stack of Pawl's caller, whatever room Pawl makes for itself") {
  const rlim_t before = stack_limit_of_caller();
  prepare_process();
  rlimit now = {};
  REQUIRE(::getrlimit(RLIMIT_STACK, &now) == 0);
  CHECK(now.rlim_cur >= std::min<rlim_t>(kStackBytes, now.rlim_max));
  const std::string expected =
      before == RLIM_INFINITY ? "unlimited" : std::to_string(before / 1024);
  CHECK(trim(run(shell("ulimit -s")).out) == expected);
}

TEST_CASE("what is reached by all processes of a command together ends it") {
  struct Row {
    std::string name;
    Command command;
    std::string limit;
  };
  Command memory = shell(
      "for i in 1 2 3 4 5 6; do "
      "perl -e '$x = \"x\" x 30000000; print \"held\\n\"; sleep 1000' & done; wait");
  memory.limits.memory_bytes = 100U << 20U;
  Command processes = shell("for i in $(seq 50); do sleep 1000 & done; wait");
  processes.limits.processes = 40;
  const TestFolder folder;
  Command disk =
      shell("i=0; while :; do head -c 1000000 /dev/zero > f$i; i=$((i+1)); done", folder.path());
  disk.limits.disk_bytes = 50U << 20U;
  disk.limits.disk_folder = folder.path();
  Command unnamed = shell(
      "i=0; while :; do exec 9>f; rm f; (exec head -c 200000000 /dev/zero >&9; ); sleep 1000; done",
      folder.path());
  unnamed.limits = disk.limits;
  const Row rows[] = {{"memory", memory, "more than 100 MiB of memory"},
                      {"processes", processes, "more than 40 processes and threads"},
                      {"disk", disk, "more than 50 MiB of disk space"},
                      {"files without a name", unnamed, "more than 50 MiB of disk space"}};
  for (const Row& row : rows) {
    CAPTURE(row.name);
    const Finished finished = run(row.command);
    CHECK(finished.ending == Ending::over_limit);
    CHECK(finished.limit == row.limit);
    CHECK_FALSE(finished.machine_was_short);
    CHECK(finished.left_alive == 0);
    CHECK(finished.how_it_ended().find("it used " + row.limit) != std::string::npos);
  }
  Command modest = memory;
  modest.argv = shell("perl -e '$x = \"x\" x 3000000; print length($x)'").argv;
  CHECK(run(modest).out == "3000000");
}

TEST_CASE("who is asked whether a command may go on sees its processes, and ends it") {
  Command command = shell("sleep 1000 & sleep 1000");
  int asked = 0;
  command.may_go_on = [&](int ancestor) {
    ++asked;
    return TreeWatch(ancestor).look().processes.size() < 3;
  };
  const Finished finished = run(command);
  CHECK(finished.ending == Ending::idle);
  CHECK(finished.duration < Milliseconds(30'000));
  CHECK(asked > 0);
}

TEST_CASE("a command gets the descriptors it is lent, from 3 on, and no others") {
  const TestFolder folder;
  const auto opened = [&](const std::string& text) {
    const std::string path = folder / text;
    REQUIRE(real_files()->write_atomic(path, text));
    return std::make_shared<const Fd>(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  };
  Command command =
      shell("cat <&3; cat <&4; for i in 5 6 7 8 9; do test -e /proc/$$/fd/$i && echo $i; done");
  command.inherited = {opened("first"), opened("second")};
  const Finished finished = run(command);
  CHECK(finished.out == "firstsecond");
  command.inherited.assign(Command::kInheritedMax + 1, command.inherited.front());
  CHECK(real_processes()->run(command).error().code == Errc::invalid);
}

TEST_CASE("a program is found relative to the command's folder when its name has a slash") {
  const TestFolder folder;
  REQUIRE(real_files()->write_atomic(folder / "tool", "#!/bin/sh\necho mine\n", 0755));
  Command command = shell("", folder.path());
  command.argv = {"./tool"};
  CHECK(run(command).out == "mine\n");
}

}  // namespace pawl::os::process_test
