#include "os/sandbox/seccomp_filter.hpp"

#include <array>
#include <cerrno>
#include <memory>

#include <linux/sched.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/socket.h>
#include <unistd.h>

#include "os/files/fd.hpp"

namespace pawl::os {
namespace {

struct Refused {
  const char* name;
  int number;  // what the call answers
};

// Names that an architecture or an older libseccomp does not know are passed over: an architecture
// without the call needs no rule for it.
constexpr auto kRefused = std::to_array<Refused>({
    // Mounts, namespaces and roots.
    {"mount", EPERM},
    {"umount", EPERM},
    {"umount2", EPERM},
    {"pivot_root", EPERM},
    {"chroot", EPERM},
    {"setns", EPERM},
    {"fsopen", EPERM},
    {"fsconfig", EPERM},
    {"fsmount", EPERM},
    {"fspick", EPERM},
    {"open_tree", EPERM},
    {"open_tree_attr", EPERM},
    {"move_mount", EPERM},
    {"mount_setattr", EPERM},
    {"open_by_handle_at", EPERM},
    {"name_to_handle_at", EPERM},
    // Its flags are in memory, where a filter cannot see them; libraries then call clone.
    {"clone3", ENOSYS},
    // Keys, programs in the kernel, and other large surfaces.
    {"keyctl", EPERM},
    {"add_key", EPERM},
    {"request_key", EPERM},
    {"bpf", EPERM},
    {"perf_event_open", EPERM},
    {"userfaultfd", EPERM},
    {"io_uring_setup", ENOSYS},
    {"io_uring_enter", ENOSYS},
    {"io_uring_register", ENOSYS},
    {"fanotify_init", EPERM},
    {"lookup_dcookie", EPERM},
    {"kcmp", EPERM},
    {"uselib", EPERM},
    {"vm86", EPERM},
    {"vm86old", EPERM},
    {"modify_ldt", EPERM},
    {"nfsservctl", EPERM},
    // Other processes' memory and descriptors.
    {"process_vm_readv", EPERM},
    {"process_vm_writev", EPERM},
    {"process_madvise", EPERM},
    {"pidfd_getfd", EPERM},
    // The machine as a whole.
    {"acct", EPERM},
    {"adjtimex", EPERM},
    {"clock_adjtime", EPERM},
    {"clock_settime", EPERM},
    {"settimeofday", EPERM},
    {"stime", EPERM},
    {"delete_module", EPERM},
    {"finit_module", EPERM},
    {"init_module", EPERM},
    {"kexec_file_load", EPERM},
    {"kexec_load", EPERM},
    {"ioperm", EPERM},
    {"iopl", EPERM},
    {"quotactl", EPERM},
    {"quotactl_fd", EPERM},
    {"reboot", EPERM},
    {"swapon", EPERM},
    {"swapoff", EPERM},
    {"syslog", EPERM},
    {"_sysctl", EPERM},
    {"sysfs", EPERM},
    {"vhangup", EPERM},
});

constexpr std::uint64_t kInt = 0xffffffffU;  // the kernel looks at no more of an int

// The bits of clone(2) and unshare(2) that make namespaces; both take them as their first argument
// on all architectures Debian builds for but s390x, where Pawl is not built.
constexpr auto kNamespaces =
    std::to_array<std::uint64_t>({CLONE_NEWNS, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER,
                                  CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP, CLONE_NEWTIME});

// All that builds and tests need to speak with themselves; of netlink only the routing table, which
// lists a machine's addresses.
constexpr auto kFamilies = std::to_array<int>({AF_UNIX, AF_INET, AF_INET6, AF_NETLINK});
constexpr int kFamiliesEnd = 64;  // more than there are

// ioctl(2) that put text into the terminal a person types at.
constexpr auto kTerminalInput =
    std::to_array<std::uint64_t>({0x5412 /* TIOCSTI */, 0x541C /* TIOCLINUX */});

// ptrace(2) requests by which a process takes another that is not its child. The child's own
// PTRACE_TRACEME stays, and with it debuggers that start what they look at.
constexpr auto kAttach = std::to_array<std::uint64_t>({PTRACE_ATTACH, PTRACE_SEIZE});

class Filter {
 public:
  Filter() : context_(::seccomp_init(SCMP_ACT_ALLOW), &::seccomp_release) {}

  Result<std::string> program() {
    if (!context_) return fail(Errc::io, "libseccomp has no filter for this architecture");
    // A tree of comparisons instead of a list: each system call of a command passes it.
    ::seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_OPTIMIZE, 2);
    for (const Refused& call : kRefused) refuse(call.name, call.number);
    for (const std::uint64_t bit : kNamespaces) {
      refuse_bits("clone", 0, bit);
      refuse_bits("unshare", 0, bit);
    }
    for (const std::uint64_t request : kTerminalInput) refuse_value("ioctl", 1, request);
    for (const std::uint64_t request : kAttach) refuse_value("ptrace", 0, request);
    refuse_families();
    if (failed_ != 0) return errno_error(-failed_, "the filter of system calls");
    return exported();
  }

 private:
  void add(const char* name, int number, unsigned count, const scmp_arg_cmp* comparisons) {
    const int call = ::seccomp_syscall_resolve_name(name);
    if (call == __NR_SCMP_ERROR) return;
    const int result = ::seccomp_rule_add_array(
        context_.get(), SCMP_ACT_ERRNO(static_cast<unsigned>(number)), call, count, comparisons);
    if (result != 0 && result != -EDOM) failed_ = result;
  }

  void refuse(const char* name, int number) { add(name, number, 0, nullptr); }

  void refuse_value(const char* name, unsigned argument, std::uint64_t value) {
    const scmp_arg_cmp equal = {argument, SCMP_CMP_MASKED_EQ, kInt, value};
    add(name, EPERM, 1, &equal);
  }

  void refuse_bits(const char* name, unsigned argument, std::uint64_t bits) {
    const scmp_arg_cmp set = {argument, SCMP_CMP_MASKED_EQ, bits, bits};
    add(name, EPERM, 1, &set);
  }

  void refuse_families() {
    for (int family = 0; family < kFamiliesEnd; ++family) {
      bool needed = false;
      for (const int one : kFamilies) needed = needed || one == family;
      if (!needed) refuse_family(static_cast<std::uint64_t>(family));
    }
    const scmp_arg_cmp beyond = {0, SCMP_CMP_GE, static_cast<std::uint64_t>(kFamiliesEnd), 0};
    add("socket", EAFNOSUPPORT, 1, &beyond);
    add("socketpair", EAFNOSUPPORT, 1, &beyond);
    const std::array<scmp_arg_cmp, 2> netlink = {
        {{0, SCMP_CMP_EQ, AF_NETLINK, 0}, {2, SCMP_CMP_NE, 0 /* NETLINK_ROUTE */, 0}}};
    add("socket", EAFNOSUPPORT, netlink.size(), netlink.data());
  }

  void refuse_family(std::uint64_t family) {
    const scmp_arg_cmp equal = {0, SCMP_CMP_MASKED_EQ, kInt, family};
    add("socket", EAFNOSUPPORT, 1, &equal);
    add("socketpair", EAFNOSUPPORT, 1, &equal);
  }

  Result<std::string> exported() {
    const Fd file(::memfd_create("filter", MFD_CLOEXEC));
    if (!file.valid()) return errno_error(errno, "the filter of system calls");
    const int result = ::seccomp_export_bpf(context_.get(), file.get());
    if (result != 0) return errno_error(-result, "the filter of system calls");
    std::string program;
    constexpr std::size_t kBytesMax = 1U << 20U;
    if (::lseek(file.get(), 0, SEEK_SET) != 0 || !read_all(file.get(), kBytesMax, program)) {
      return errno_error(errno, "the filter of system calls");
    }
    return program;
  }

  std::unique_ptr<void, void (*)(void*)> context_;
  int failed_ = 0;
};

}  // namespace

Result<std::string> seccomp_filter() { return Filter().program(); }

}  // namespace pawl::os
