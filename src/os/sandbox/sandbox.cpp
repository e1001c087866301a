#include "os/sandbox/sandbox.hpp"

#include <algorithm>
#include <cstdlib>
#include <mutex>

#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/files/files.hpp"
#include "os/files/leftover_name.hpp"
#include "os/files/remove_tree.hpp"
#include "os/processes/resource_watch.hpp"
#include "os/sandbox/sandbox_view.hpp"
#include "os/sandbox/seccomp_filter.hpp"
#include "os/sandbox/user_namespace.hpp"

namespace pawl::os {
namespace {

constexpr std::string_view kSystemPath = "/usr/local/bin:/usr/bin:/bin";

void set(Command& command, const std::string& name, const std::string& value) {
  std::erase_if(command.environment, [&](const auto& entry) { return entry.first == name; });
  command.environment.emplace_back(name, value);
}

template <class T>
void tighten(std::optional<T>& limit, const std::optional<T>& other) {
  if (other && (!limit || *other < *limit)) limit = other;
}

void tighten(Limits& limits, const Limits& others, const std::string& folder) {
  tighten(limits.cpu, others.cpu);
  tighten(limits.memory_bytes, others.memory_bytes);
  tighten(limits.processes, others.processes);
  tighten(limits.file_size_bytes, others.file_size_bytes);
  tighten(limits.disk_bytes, others.disk_bytes);
  tighten(limits.memory_bytes, std::optional(machine_memory_bytes() / 4 * 3));
  if (limits.disk_bytes) limits.disk_folder = folder;
}

bool lies_in(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

using Arguments = std::vector<std::string>;

void add(Arguments& arguments, std::initializer_list<std::string> more) {
  arguments.insert(arguments.end(), more);
}

int next_descriptor(const Command& command) {
  return 3 + static_cast<int>(command.inherited.size());
}

// The number the command will have for a descriptor.
int lend(Command& command, std::shared_ptr<const Fd> descriptor) {
  command.inherited.push_back(std::move(descriptor));
  return next_descriptor(command) - 1;
}

int lend(Command& command, Fd descriptor) {
  return lend(command, std::make_shared<const Fd>(std::move(descriptor)));
}

std::uint64_t copied_bytes_max(const Limits& limits) {
  constexpr std::uint64_t kMiB = 1U << 20U;
  return std::min(limits.file_size_bytes.value_or(kMiB), kMiB);
}

// What is left to do as the user inside. RLIMIT_NPROC counts all processes of a user on the machine
// unless it is set inside the user namespace; it is above the limit that is watched, for a fork
// bomb that the kernel alone stopped would be a command that does not end, not one that started too
// much. And only that user can enter a folder that is closed to others.
void add_last_steps(Arguments& arguments, const Command& command) {
  constexpr std::uint64_t kMany = 1U << 20U;
  const std::uint64_t watched = command.limits.processes.value_or(kMany);
  add(arguments,
      {"/bin/sh", "-c",
       R"(ulimit -u "$1" 2>/dev/null || ulimit -p "$1"; cd "$2" && shift 2 && exec "$@")", "sh",
       std::to_string(watched + watched / 4 + 16), command.folder});
}

}  // namespace

std::string_view to_string(SandboxLevel level) {
  switch (level) {
    case SandboxLevel::full: return "full";
    case SandboxLevel::off: return "off";
    case SandboxLevel::unavailable: return "unavailable";
  }
  return "unavailable";
}

SandboxLevel sandbox_level_of(std::string_view name) {
  if (name == "full") return SandboxLevel::full;
  return name == "off" ? SandboxLevel::off : SandboxLevel::unavailable;
}

// One folder below /tmp with a home for each command that is not confined.
class Sandbox::Scratch {
 public:
  Scratch() {
    std::string name = homes_template();
    if (::mkdtemp(name.data()) != nullptr) folder_ = name;
  }
  ~Scratch() {
    // Best effort: what is left of it is an unused folder in /tmp.
    if (!folder_.empty()) static_cast<void>(remove_tree(folder_).ok());
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  // A fresh empty folder; one that does not exist where none can be made, never the real home.
  std::string fresh_folder() const {
    std::string name = join_path(folder_, "XXXXXX");
    if (folder_.empty() || ::mkdtemp(name.data()) == nullptr) return "/nonexistent";
    return name;
  }

 private:
  std::string folder_;
};

struct Sandbox::Kernel {
  std::string filter;
  // Where Pawl is root with ids to give. Elsewhere bubblewrap makes a namespace that knows only
  // Pawl's own user.
  std::optional<UserNamespace> users;

  static Result<Kernel> make() {
    Kernel kernel;
    TRY_ASSIGN(kernel.filter, seccomp_filter());
    if (::geteuid() == 0) {
      TRY_ASSIGN(kernel.users, make_user_namespace());
    }
    return kernel;
  }

  static constexpr unsigned user_inside() { return UserNamespace::kInsideId; }

  // bubblewrap as root of the namespace sets everything up, and `setpriv` gives up what is left.
  void add_users(Arguments& arguments, Command& command) const {
    const std::string id = std::to_string(user_inside());
    if (!users) {
      add(arguments, {"--unshare-user", "--uid", id, "--gid", id, "--cap-drop", "ALL"});
      return;
    }
    const int descriptor = lend(command, users->descriptor);
    add(arguments, {"--userns", std::to_string(descriptor), "--uid", "0", "--gid", "0"});
    add(arguments, {"--cap-drop", "ALL"});
    for (const char* one : {"CAP_SETUID", "CAP_SETGID", "CAP_SETPCAP"}) {
      add(arguments, {"--cap-add", one});
    }
  }

  void add_user_change(Arguments& arguments) const {
    if (!users) return;
    const std::string id = std::to_string(user_inside());
    add(arguments, {"/usr/bin/setpriv", "--reuid", id, "--regid", id, "--clear-groups"});
    add(arguments, {"--inh-caps=-all", "--bounding-set=-all", "--"});
  }
};

Sandbox::Sandbox(SandboxReport report, SandboxSetup setup)
    : report_(std::move(report)), setup_(std::move(setup)) {
  // By absolute path: the PATH of a confined command may begin with folders of the repository.
  bubblewrap_ = find_program("bwrap", std::string(kSystemPath)).value_or("/usr/bin/bwrap");
  if (report_.level == SandboxLevel::off) scratch_ = std::make_shared<Scratch>();
  if (report_.level != SandboxLevel::full) return;
  auto kernel = Kernel::make();
  if (kernel) {
    kernel_ = std::make_shared<const Kernel>(*std::move(kernel));
  } else {
    report_ = {SandboxLevel::unavailable, kernel.error().to_line()};
  }
}

class Sandbox::Later {
 public:
  Later(Processes& processes, SandboxSetup setup)
      : processes_(processes), setup_(std::move(setup)) {}

  const Sandbox& tried() {
    std::call_once(once_, [this] { sandbox_.emplace(probe(processes_, std::move(setup_))); });
    return *sandbox_;
  }

 private:
  Processes& processes_;
  SandboxSetup setup_;
  std::once_flag once_;
  std::optional<Sandbox> sandbox_;
};

Sandbox Sandbox::probe_later(Processes& processes, SandboxSetup setup) {
  Sandbox sandbox = of_level({SandboxLevel::unavailable, "it was not tried yet"});
  sandbox.later_ = std::make_shared<Later>(processes, std::move(setup));
  return sandbox;
}

const SandboxReport& Sandbox::report() const { return later_ ? later_->tried().report_ : report_; }

Sandbox Sandbox::of_level(SandboxReport report, SandboxSetup setup) {
  return {std::move(report), std::move(setup)};
}

std::optional<Owner> Sandbox::files_owner() const {
  if (later_) return later_->tried().files_owner();
  if (!kernel_ || !kernel_->users) return {};
  return kernel_->users->outside;
}

Sandbox Sandbox::probe(Processes& processes, SandboxSetup setup) {
  if (setup.off) return of_level({SandboxLevel::off, "sandbox.mode is off"}, std::move(setup));
  Sandbox sandbox = of_level({SandboxLevel::full, {}}, setup);
  if (sandbox.report().level != SandboxLevel::full) return sandbox;
  Command harmless;
  harmless.argv = {"/bin/sh", "-c", ":"};
  harmless.environment = {{"PATH", std::string(kSystemPath)}};
  harmless.folder = "/tmp";
  harmless.deadline = Milliseconds(10'000);
  SandboxPolicy policy;
  policy.folder = "/tmp";
  std::string reason;
  const auto confined = sandbox.confine(harmless, policy);
  const auto finished = confined ? processes.run(*confined) : Result<Finished>(confined.error());
  if (finished && finished->succeeded()) return sandbox;
  if (finished) {
    reason = "bubblewrap cannot confine a command here (" + finished->how_it_ended() +
             "): " + printable(trim(finished->err), 300);
  } else if (finished.error().code == Errc::not_found) {
    reason = "bubblewrap is not installed (install the package bubblewrap)";
  } else {
    reason = "bubblewrap cannot be run: " + finished.error().to_line();
  }
  return of_level({SandboxLevel::unavailable, reason}, std::move(setup));
}

Result<Command> Sandbox::confine(Command command, const SandboxPolicy& policy) const {
  if (later_) return later_->tried().confine(std::move(command), policy);
  if (report_.level == SandboxLevel::unavailable) {
    return fail(Errc::denied,
                "commands cannot be confined here, so none is run: " + report_.reason);
  }
  Limits setup_limits = setup_.limits;
  if (policy.cpu_at_will) setup_limits.cpu.reset();
  // What is written goes elsewhere than where it is seen.
  tighten(command.limits, setup_limits,
          policy.overlay ? policy.overlay->plan().upper : policy.folder);
  if (!lies_in(command.folder, policy.folder)) command.folder = policy.folder;
  if (report_.level == SandboxLevel::full) {
    TRY_ASSIGN(command, confine_fully(std::move(command), policy));
  } else {
    set(command, "HOME", policy.home.empty() ? scratch_->fresh_folder() : policy.home);
    set(command, "TMPDIR", scratch_->fresh_folder());
  }
  if (policy.overlay) policy.overlay->let_in(command);
  return command;
}

Result<Command> Sandbox::confine_fully(Command command, const SandboxPolicy& policy) const {
  Arguments arguments = {bubblewrap_,     "--unshare-ipc",        "--unshare-pid",
                         "--unshare-uts", "--unshare-cgroup-try", "--die-with-parent",
                         "--new-session", "--hostname",           kHostInside};
  if (!policy.network) add(arguments, {"--unshare-net"});
  kernel_->add_users(arguments, command);
  TRY_ASSIGN(Fd filter, file_in_memory(kernel_->filter));
  add(arguments, {"--seccomp", std::to_string(lend(command, std::move(filter)))});
  TRY_ASSIGN(SeenFiles seen, seen_files({.folder = policy.folder,
                                         .folder_read_only = policy.folder_read_only,
                                         .home = policy.home,
                                         .read_only = policy.read_only,
                                         .lent = policy.lent,
                                         .covered = setup_.covered,
                                         .resolver = policy.network,
                                         .memory_bytes = machine_memory_bytes(),
                                         .copied_bytes_max = copied_bytes_max(command.limits),
                                         .user = Kernel::user_inside(),
                                         .next_descriptor = next_descriptor(command)}));
  arguments.insert(arguments.end(), seen.arguments.begin(), seen.arguments.end());
  for (Fd& file : seen.files) lend(command, std::move(file));
  add(arguments, {"--chdir", "/", "--"});
  kernel_->add_user_change(arguments);
  add_last_steps(arguments, command);
  arguments.insert(arguments.end(), command.argv.begin(), command.argv.end());
  command.argv = std::move(arguments);
  command.folder = "/";
  // With bubblewrap ends all that is inside. While it starts it has not said so to the kernel yet,
  // and the first process of a namespace hears no TERM.
  command.ends_whole = true;
  set(command, "HOME", kHomeInside);
  set(command, "TMPDIR", "/tmp");
  return command;
}

}  // namespace pawl::os
