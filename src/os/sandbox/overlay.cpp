#include "os/sandbox/overlay.hpp"

#include <array>
#include <csignal>

#include <fcntl.h>
#include <sched.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <sys/wait.h>
#include <unistd.h>

namespace pawl::os {
namespace {

constexpr const char* kNsenter = "/usr/bin/nsenter";

// What the process that mounts it has come to; the text of each is beside it.
enum class Step : std::uint8_t { users, mounts, apart, folders, mount, done };
constexpr std::array<const char*, 6> kSteps{"a namespace of users",       "a namespace of mounts",
                                            "mounts of its own",          "its folders",
                                            "a file system of this kind", ""};

struct Answer {
  Step step = Step::users;
  int error = 0;
};

// The folders are named by descriptors: a path may hold what has a meaning in the options of a
// mount. They are opened inside, for a mount takes no folder of another namespace.
constexpr int kLower = 900;
constexpr int kUpper = 901;
constexpr int kWork = 902;
// Without rights on the whole machine the kernel notes what it has to in attributes of users, and
// renames no folder of `lower`: whoever tries is told to copy it.
constexpr const char* kForRoot =
    "lowerdir=/proc/self/fd/900,upperdir=/proc/self/fd/901,workdir=/proc/self/fd/902,"
    "redirect_dir=on";
constexpr const char* kForUsers =
    "lowerdir=/proc/self/fd/900,upperdir=/proc/self/fd/901,workdir=/proc/self/fd/902,userxattr";

bool put(const char* path, const char* text, std::size_t length) {
  const int fd = ::open(path, O_WRONLY | O_CLOEXEC);
  const bool written = fd >= 0 && ::write(fd, text, length) == static_cast<ssize_t>(length);
  if (fd >= 0) ::close(fd);
  return written;
}

bool open_as(const char* path, int number) {
  const int fd = ::open(path, O_PATH | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
  return fd >= 0 && ::dup3(fd, number, O_CLOEXEC) == number;
}

// One who is not root is the only user there is inside, under the number of outside.
struct Maps {
  std::string users;
  std::string groups;
};

std::string own_map(unsigned id) { return std::to_string(id) + " " + std::to_string(id) + " 1\n"; }

// In a copy of this process, which has no thread but this one: system calls alone.
Answer mount_here(const OverlayPlan& plan, const Maps& maps, bool root) {
  const auto failed = [](Step step) { return Answer{step, errno}; };
  if (::unshare(CLONE_NEWNS | (root ? 0 : CLONE_NEWUSER)) != 0) {
    return failed(root ? Step::mounts : Step::users);
  }
  if (!root) {
    const bool mapped = put("/proc/self/setgroups", "deny", 4) &&
                        put("/proc/self/uid_map", maps.users.data(), maps.users.size()) &&
                        put("/proc/self/gid_map", maps.groups.data(), maps.groups.size());
    if (!mapped) return failed(Step::users);
  }
  // What is mounted here is seen nowhere else.
  if (::mount(nullptr, "/", nullptr, MS_REC | MS_SLAVE, nullptr) != 0) return failed(Step::apart);
  const bool opened = open_as(plan.lower.c_str(), kLower) && open_as(plan.upper.c_str(), kUpper) &&
                      open_as(plan.work.c_str(), kWork);
  if (!opened) return failed(Step::folders);
  const char* options = root ? kForRoot : kForUsers;
  if (::mount("overlay", plan.at.c_str(), "overlay", MS_NOSUID | MS_NODEV, options) != 0) {
    return failed(Step::mount);
  }
  return {Step::done, 0};
}

// Lives until what it made is open in this process.
class Mounter {
 public:
  Mounter() = default;
  Mounter(const Mounter&) = delete;
  Mounter& operator=(const Mounter&) = delete;
  ~Mounter() {
    go_.reset();
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    retry_interrupted([&] { return ::waitpid(pid_, nullptr, __WALL); });
  }

  Result<Answer> start(const OverlayPlan& plan, bool root) {
    const Maps maps{own_map(::geteuid()), own_map(::getegid())};
    std::array<int, 2> said{};
    std::array<int, 2> go{};
    if (::pipe2(said.data(), O_CLOEXEC) != 0) return errno_error(errno, "a pipe");
    const Fd reader(said[0]);
    Fd writer(said[1]);
    if (::pipe2(go.data(), O_CLOEXEC) != 0) return errno_error(errno, "a pipe");
    Fd waits(go[0]);
    go_ = Fd(go[1]);
    const long pid = ::syscall(SYS_clone, 0UL, nullptr, nullptr, nullptr, nullptr);
    if (pid < 0) return errno_error(errno, "a process for an overlay");
    if (pid == 0) {
      ::close(go[1]);
      const Answer answer = mount_here(plan, maps, root);
      if (::write(said[1], &answer, sizeof answer) == sizeof answer) {
        char byte = 0;
        const ssize_t end = ::read(go[0], &byte, 1);  // until the other end is closed
        static_cast<void>(end);
      }
      ::_exit(0);
    }
    pid_ = static_cast<int>(pid);
    writer.reset();
    waits.reset();
    Answer answer;
    const ssize_t n =
        retry_interrupted([&] { return ::read(reader.get(), &answer, sizeof answer); });
    if (n == sizeof answer) return answer;
    return fail(Errc::io, "the process that mounts an overlay ended too soon");
  }

  Result<Fd> open(const std::string& name, int flags) const {
    const std::string path = "/proc/" + std::to_string(pid_) + "/" + name;
    Fd fd(::open(path.c_str(), flags | O_CLOEXEC));
    if (!fd.valid()) return errno_error(errno, path);
    return fd;
  }

 private:
  int pid_ = -1;
  Fd go_;
};

Error not_mounted(const Answer& answer) {
  const Error why = errno_error(answer.error, kSteps.at(static_cast<std::size_t>(answer.step)));
  return fail(Errc::denied, "the kernel refuses an overlay: " + why.message);
}

}  // namespace

Result<std::shared_ptr<const Overlay>> Overlay::mount(const OverlayPlan& plan) {
  if (::access(kNsenter, X_OK) != 0) {
    return fail(Errc::denied, std::string(kNsenter) + " (package util-linux) is not there");
  }
  const bool root = ::geteuid() == 0;
  Mounter mounter;
  TRY_ASSIGN(const Answer answer, mounter.start(plan, root));
  if (answer.step != Step::done) return not_mounted(answer);
  TRY_ASSIGN(Fd mounts, mounter.open("ns/mnt", O_RDONLY));
  TRY_ASSIGN(Fd folder, mounter.open("root" + plan.at, O_PATH | O_DIRECTORY));
  Fd users;
  if (!root) {
    TRY_ASSIGN(users, mounter.open("ns/user", O_RDONLY));
  }
  return std::shared_ptr<const Overlay>(
      new Overlay(plan, std::move(folder), std::move(mounts), std::move(users)));
}

Result<std::unique_ptr<Root>> Overlay::open(std::optional<Owner> owner) const {
  return Root::at(folder_.get(), plan_.at, owner);
}

void Overlay::let_in(Command& command) const {
  // Not as descriptors the command inherits: it would keep them, and what it starts, too.
  const std::string descriptors = "/proc/" + std::to_string(own_pid()) + "/fd/";
  std::vector<std::string> argv{kNsenter};
  if (users_.valid()) {
    argv.push_back("--user=" + descriptors + std::to_string(users_.get()));
    argv.emplace_back("--preserve-credentials");
  }
  argv.push_back("--mount=" + descriptors + std::to_string(mounts_.get()));
  const bool below = command.folder == plan_.at || command.folder.starts_with(plan_.at + "/");
  argv.push_back("--wdns=" + (below ? command.folder : std::string("/")));
  argv.emplace_back("--");
  argv.insert(argv.end(), command.argv.begin(), command.argv.end());
  command.argv = std::move(argv);
  command.folder = "/";
}

Status make_whiteout(const std::string& path) {
  if (::mknod(path.c_str(), S_IFCHR, ::makedev(0, 0)) == 0) return Done{};
  return errno_error(errno, path);
}

}  // namespace pawl::os
