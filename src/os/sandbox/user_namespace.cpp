#include "os/sandbox/user_namespace.hpp"

#include <algorithm>
#include <array>
#include <csignal>
#include <cstdint>
#include <optional>
#include <string>

#include <fcntl.h>
#include <sched.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text/text.hpp"

namespace pawl::os {
namespace {

// Above what Debian and systemd give to people, services and containers, below where ids turn
// negative in programs that take them for signed.
constexpr std::uint64_t kWantedId = 1'900'000'000;
constexpr std::uint64_t kNobody = 65534;

Result<std::string> read_small(const char* path) {
  const Fd fd(::open(path, O_RDONLY | O_CLOEXEC));
  std::string text;
  if (!fd.valid() || !read_all(fd.get(), 16U << 10U, text)) return errno_error(errno, path);
  return text;
}

// user_namespaces(7): `inside outside length` a line. An id of this process's namespace that is
// nobody's: the wanted one where there is such an id, otherwise the highest there is.
std::optional<unsigned> unused_id(const std::string& map) {
  std::uint64_t highest = 0;
  for (const std::string_view line : split_lines(map)) {
    const auto words = split_words(line);
    if (words.size() != 3) continue;
    const auto first = parse_int(words[0]);
    const auto length = parse_int(words[2]);
    if (!first || !length || *length < 1) continue;
    const auto begin = static_cast<std::uint64_t>(*first);
    const auto last = begin + static_cast<std::uint64_t>(*length) - 1;
    if (begin <= kWantedId && kWantedId <= last) return static_cast<unsigned>(kWantedId);
    highest = std::max(highest, last == kNobody ? last - 1 : last);
  }
  if (highest < 1) return {};
  return static_cast<unsigned>(highest);
}

// A process whose only part is to have a namespace until that is open here. It is a plain copy of
// this one (no thread but the calling one) and keeps to system calls.
class Holder {
 public:
  Status start() {
    std::array<int, 2> ready{};
    std::array<int, 2> done{};
    if (::pipe2(ready.data(), O_CLOEXEC) != 0) return errno_error(errno, "a pipe");
    const Fd ready_reader(ready[0]);
    Fd ready_writer(ready[1]);
    if (::pipe2(done.data(), O_CLOEXEC) != 0) return errno_error(errno, "a pipe");
    Fd done_reader(done[0]);
    done_writer_ = Fd(done[1]);
    const long pid = ::syscall(SYS_clone, 0UL, nullptr, nullptr, nullptr, nullptr);
    if (pid < 0) return errno_error(errno, "a process for a user namespace");
    if (pid == 0) {
      ::close(done[1]);
      char byte = ::unshare(CLONE_NEWUSER) == 0 ? 'y' : 'n';
      if (::write(ready[1], &byte, 1) == 1) {
        const ssize_t end = ::read(done[0], &byte, 1);  // until the other end is closed
        static_cast<void>(end);
      }
      ::_exit(0);
    }
    pid_ = static_cast<int>(pid);
    ready_writer.reset();
    done_reader.reset();
    char byte = 0;
    const ssize_t n = retry_interrupted([&] { return ::read(ready_reader.get(), &byte, 1); });
    if (n == 1 && byte == 'y') return Done{};
    return fail(Errc::denied, "the kernel refuses user namespaces");
  }

  Holder() = default;
  Holder(const Holder&) = delete;
  Holder& operator=(const Holder&) = delete;
  ~Holder() {
    done_writer_.reset();
    if (pid_ <= 0) return;
    ::kill(pid_, SIGKILL);
    retry_interrupted([&] { return ::waitpid(pid_, nullptr, __WALL); });
  }

  std::string file(const char* name) const { return "/proc/" + std::to_string(pid_) + "/" + name; }

  Status write(const char* name, const std::string& text) const {
    const Fd fd(::open(file(name).c_str(), O_WRONLY | O_CLOEXEC));
    if (!fd.valid() || !write_all(fd.get(), text)) return errno_error(errno, file(name));
    return Done{};
  }

 private:
  int pid_ = -1;
  Fd done_writer_;
};

std::string map_of(unsigned outside) {
  return "0 0 1\n" + std::to_string(UserNamespace::kInsideId) + " " + std::to_string(outside) +
         " 1\n";
}

}  // namespace

Result<UserNamespace> make_user_namespace() {
  if (::geteuid() != 0) return fail(Errc::denied, "only root gives ids away");
  TRY_ASSIGN(const std::string uids, read_small("/proc/self/uid_map"));
  TRY_ASSIGN(const std::string gids, read_small("/proc/self/gid_map"));
  const auto uid = unused_id(uids);
  const auto gid = unused_id(gids);
  if (!uid || !gid) return fail(Errc::denied, "this root has no other user to run commands as");
  Holder holder;
  TRY(holder.start());
  TRY(holder.write("uid_map", map_of(*uid)));
  TRY(holder.write("gid_map", map_of(*gid)));
  Fd fd(::open(holder.file("ns/user").c_str(), O_RDONLY | O_CLOEXEC));
  if (!fd.valid()) return errno_error(errno, "a user namespace");
  return UserNamespace{std::make_shared<const Fd>(std::move(fd)), Owner{*uid, *gid}};
}

}  // namespace pawl::os
