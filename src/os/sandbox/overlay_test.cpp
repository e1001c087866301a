#include "os/sandbox/overlay.hpp"

#include <doctest/doctest.h>

#include <unistd.h>

#include "os/files/copy_tree.hpp"
#include "os/files/files.hpp"
#include "os/files/test_folder.hpp"
#include "os/files/tree_facts.hpp"
#include "os/sandbox/sandbox.hpp"
#include "tests/pass_over.hpp"

namespace pawl::os::overlay_test {
namespace {

struct World {
  TestFolder folder;
  std::unique_ptr<Files> files = real_files();
  std::unique_ptr<Processes> processes = real_processes();
  // A comma, a colon and a backslash have meanings in the options of a mount.
  OverlayPlan plan{.lower = folder / "a,b:c\\d/lower",
                   .upper = folder / "a,b:c\\d/upper",
                   .work = folder / "work",
                   .at = folder / "seen"};

  World() {
    for (const std::string& each : {plan.lower + "/sub", plan.upper, plan.work, plan.at}) {
      REQUIRE(files->make_folders(each));
    }
    REQUIRE(files->write_atomic(plan.lower + "/below.txt", "below\n", 0644));
    REQUIRE(files->write_atomic(plan.lower + "/sub/more.txt", "more\n", 0644));
  }
  static bool can_mount() { return Overlay::mount(World().plan).ok(); }

  std::string run(Command command) {
    const auto done = processes->run(command);
    REQUIRE(done.ok());
    CHECK_MESSAGE(done->succeeded(), done->err);
    return done->out;
  }
  Command shell(const std::string& script) const {
    Command command;
    command.argv = {"/bin/sh", "-ec", script};
    command.environment = {{"PATH", "/usr/bin:/bin"}};
    command.folder = plan.at;
    return command;
  }
};

RepoPath path_of(const char* text) { return *RepoPath::parse(text); }

}  // namespace

TEST_CASE("what lies below is read, what is written lies above, and only who is let in sees both") {
  PASS_OVER_UNLESS(World::can_mount());
  World world;
  const auto overlay = Overlay::mount(world.plan);
  REQUIRE_MESSAGE(overlay.ok(), overlay.error().to_line());
  Command command = world.shell(
      "cat below.txt; echo mine >> below.txt; rm sub/more.txt; echo new > new.txt; pwd; ls");
  (*overlay)->let_in(command);
  CHECK(world.run(command) == "below\n" + world.plan.at + "\nbelow.txt\nnew.txt\nsub\n");
  CHECK(world.files->list(world.plan.at)->empty());
  CHECK(*world.files->read(world.plan.lower + "/below.txt") == "below\n");
  CHECK(*world.files->read(world.plan.upper + "/new.txt") == "new\n");
  const auto root = (*overlay)->open();
  REQUIRE(root.ok());
  CHECK(*(*root)->read(path_of("below.txt"), 100) == "below\nmine\n");
  CHECK_FALSE((*root)->stat(path_of("sub/more.txt"))->has_value());
  REQUIRE((*root)->write(path_of("sub/of-pawl.txt"), "x", 0644));
  Command again = world.shell("cat more.txt of-pawl.txt 2>&1 || true");
  again.folder = world.plan.at + "/sub";
  (*overlay)->let_in(again);
  CHECK(world.run(again).ends_with("x"));
}

TEST_CASE("what was changed is there again when the same folders are mounted anew") {
  PASS_OVER_UNLESS(World::can_mount());
  World world;
  REQUIRE(make_whiteout(world.plan.upper + "/below.txt"));
  {
    const auto first = Overlay::mount(world.plan);
    REQUIRE(first.ok());
    CHECK_FALSE((*(*first)->open())->stat(path_of("below.txt"))->has_value());
    REQUIRE((*(*first)->open())->write(path_of("kept.txt"), "kept", 0644));
  }
  const auto second = Overlay::mount(world.plan);
  REQUIRE(second.ok());
  CHECK(*(*(*second)->open())->read(path_of("kept.txt"), 100) == "kept");
  CHECK(*(*(*second)->open())->read(path_of("sub/more.txt"), 100) == "more\n");
}

TEST_CASE("a confined command works in an overlay as in any folder") {
  PASS_OVER_UNLESS(World::can_mount());
  World world;
  const Sandbox sandbox = Sandbox::probe(*world.processes);
  PASS_OVER_UNLESS(sandbox.report().level == SandboxLevel::full);
  if (const auto owner = sandbox.files_owner()) {
    REQUIRE(::lchown(world.plan.upper.c_str(), owner->uid, owner->gid) == 0);
  }
  const auto overlay = Overlay::mount(world.plan);
  REQUIRE(overlay.ok());
  SandboxPolicy policy;
  policy.folder = world.plan.at;
  policy.overlay = *overlay;
  const auto confined = sandbox.confine(
      world.shell("cat below.txt; echo new > new.txt; ls " + world.plan.lower + " 2>&1 || true"),
      policy);
  REQUIRE(confined.ok());
  CHECK(confined->limits.disk_folder == world.plan.upper);
  const std::string said = world.run(*confined);
  CHECK(said.starts_with("below\n"));
  CHECK(said.find("more") == std::string::npos);
  CHECK(*world.files->read(world.plan.upper + "/new.txt") == "new\n");
}

TEST_CASE("what lies below is written by nobody who is confined above it") {
  PASS_OVER_UNLESS(World::can_mount());
  World world;
  const Sandbox sandbox = Sandbox::probe(*world.processes);
  PASS_OVER_UNLESS(sandbox.report().level == SandboxLevel::full);
  if (const auto owner = sandbox.files_owner()) {
    for (const std::string& each : {world.plan.lower, world.plan.upper}) {
      const auto root = Root::open(each);
      REQUIRE(give_tree(**root, *owner).ok());
    }
  }
  const std::string before = tree_facts(world.plan.lower).value();
  const auto overlay = Overlay::mount(world.plan);
  REQUIRE(overlay.ok());
  SandboxPolicy policy;
  policy.folder = world.plan.at;
  policy.overlay = *overlay;
  // By every name there could be for it, in place, as another user, through what Pawl holds open.
  const auto confined = sandbox.confine(world.shell(R"(
    exec 2>/dev/null
    set +e
    echo x >> below.txt; chmod 0777 sub/more.txt below.txt; touch sub/more.txt; mv sub moved
    ln below.txt linked && echo x >> linked
    dd if=/dev/zero of=moved/more.txt bs=1 count=2 conv=notrunc
    truncate -s 0 below.txt; setfattr -n user.overlay.opaque -v y .; setfattr -n user.x -v y below.txt
    for top in "" /proc/self/root /proc/1/root /proc/1/cwd /proc/$PPID/root /proc/self/fd/*; do
      echo x >> "$top$LOWER/below.txt"; echo x > "$top$LOWER/planted"; rm -rf "$top$LOWER"
    done
    for fd in /proc/self/fd/*; do
      to=$(readlink $fd)
      case $to in mnt:*|*lower*) echo "held: $to";; esac
      nsenter --mount=$fd sh -c 'echo x > "$LOWER/planted"'
      nsenter --user=$fd --mount=$fd sh -c 'echo x > "$LOWER/planted"'
    done
    unshare -Urm sh -c 'mount --bind / /mnt; umount .; mount -t overlay x -o lowerdir="$LOWER" .; echo x > "$LOWER/planted"'
    umount .; umount -l "$PWD"; echo x > "$LOWER/planted"
    echo done)"),
                                        policy);
  REQUIRE(confined.ok());
  Command command = *confined;
  command.environment.emplace_back("LOWER", world.plan.lower);
  CHECK(world.run(command) == "done\n");
  CHECK(tree_facts(world.plan.lower).value() == before);
}

TEST_CASE("what cannot be mounted says why") {
  World world;
  world.plan.upper += "/nowhere";
  const auto none = Overlay::mount(world.plan);
  REQUIRE_FALSE(none.ok());
  CHECK(none.error().code == Errc::denied);
  CHECK(none.error().message.starts_with("the kernel refuses an overlay"));
}

}  // namespace pawl::os::overlay_test
