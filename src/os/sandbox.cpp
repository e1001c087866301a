#include "os/sandbox.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

#include <pwd.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text.hpp"
#include "os/files.hpp"
#include "os/remove_tree.hpp"

namespace pawl::os {
namespace {

constexpr std::string_view kSystemPath = "/usr/local/bin:/usr/bin:/bin";
constexpr std::string_view kFallbackHome = "/tmp/home";

// What programs need of /etc to run at all: libraries, certificates, names of users and services,
// time zone. Nothing with a secret in it, nothing about this machine's network.
constexpr std::array kEtc = {
    "/etc/alternatives", "/etc/ca-certificates", "/etc/fonts",         "/etc/group",
    "/etc/host.conf",    "/etc/hosts",           "/etc/ld.so.cache",   "/etc/ld.so.conf",
    "/etc/ld.so.conf.d", "/etc/locale.alias",    "/etc/localtime",     "/etc/magic",
    "/etc/maven",        "/etc/mime.types",      "/etc/nsswitch.conf", "/etc/os-release",
    "/etc/passwd",       "/etc/pki/tls/certs",   "/etc/protocols",     "/etc/services",
    "/etc/ssl/certs",    "/etc/ssl/openssl.cnf", "/etc/timezone",
};
// Folders of /etc by the beginning of their names: they carry a version.
constexpr std::array<std::string_view, 5> kEtcPrefixes = {"java", "perl", "php", "python3", "ruby"};

// Folders outside /usr that on merged systems are links into it.
constexpr std::array kTopFolders = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};

void set(Command& command, const std::string& name, const std::string& value) {
  std::erase_if(command.environment, [&](const auto& entry) { return entry.first == name; });
  command.environment.emplace_back(name, value);
}

template <class T>
void tighten(std::optional<T>& limit, const std::optional<T>& other) {
  if (other && (!limit || *other < *limit)) limit = other;
}

void tighten(Limits& limits, const Limits& others) {
  tighten(limits.cpu, others.cpu);
  tighten(limits.memory_bytes, others.memory_bytes);
  tighten(limits.processes, others.processes);
  tighten(limits.file_size_bytes, others.file_size_bytes);
}

bool lies_in(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

// The user's home as the system knows it: Java asks the system, not HOME, so both must agree. A
// home that cannot be covered by an empty folder is replaced by one under /tmp.
std::string home_inside() {
  std::array<char, 4096> buffer{};
  passwd entry = {};
  passwd* found = nullptr;
  ::getpwuid_r(::geteuid(), &entry, buffer.data(), buffer.size(), &found);
  const std::string home = found != nullptr ? absolute_path(found->pw_dir) : "/";
  struct stat facts = {};
  const bool folder = ::stat(home.c_str(), &facts) == 0 && S_ISDIR(facts.st_mode);
  const bool own_tree = home.starts_with("/home/") || home.starts_with("/root") ||
                        home.starts_with("/Users/") || home.starts_with("/var/lib/");
  return folder && own_tree ? home : std::string(kFallbackHome);
}

using Arguments = std::vector<std::string>;

void add(Arguments& arguments, std::initializer_list<std::string> more) {
  arguments.insert(arguments.end(), more);
}

void add_system(Arguments& arguments, bool network) {
  add(arguments, {"--ro-bind", "/usr", "/usr"});
  for (const std::string folder : kTopFolders) {
    std::array<char, 256> target{};
    const ssize_t n = ::readlink(folder.c_str(), target.data(), target.size());
    if (n > 0) {
      add(arguments,
          {"--symlink", std::string(target.data(), static_cast<std::size_t>(n)), folder});
    } else {
      add(arguments, {"--ro-bind-try", folder, folder});
    }
  }
  for (const std::string path : kEtc) add(arguments, {"--ro-bind-try", path, path});
  const auto names = real_files()->list("/etc");
  for (const std::string& name : names.value_or({})) {
    const bool wanted =
        std::any_of(kEtcPrefixes.begin(), kEtcPrefixes.end(),
                    [&](std::string_view prefix) { return name.starts_with(prefix); });
    if (wanted) add(arguments, {"--ro-bind-try", "/etc/" + name, "/etc/" + name});
  }
  if (network) add(arguments, {"--ro-bind-try", "/etc/resolv.conf", "/etc/resolv.conf"});
}

// RLIMIT_NPROC counts all processes of the user on the machine unless it is set inside the user
// namespace, so a shell inside does that. For root the kernel ignores it anyway.
void add_process_limit(Arguments& arguments, std::optional<std::uint64_t> processes) {
  if (!processes || ::geteuid() == 0) return;
  add(arguments, {"/bin/sh", "-c", R"(ulimit -u "$0" 2>/dev/null || ulimit -p "$0"; exec "$@")",
                  std::to_string(*processes)});
}

}  // namespace

// One folder below /tmp with a home for each degraded command.
class Sandbox::Scratch {
 public:
  Scratch() {
    std::string name = "/tmp/pawl-XXXXXX";
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

Sandbox::Sandbox(SandboxReport report, std::string bubblewrap)
    : report_(std::move(report)), bubblewrap_(std::move(bubblewrap)), home_(home_inside()) {
  if (report_.level == SandboxLevel::degraded) scratch_ = std::make_shared<Scratch>();
}

Sandbox Sandbox::of_level(SandboxReport report) {
  // By absolute path: the PATH of a confined command may begin with folders of the repository.
  const std::string path(kSystemPath);
  return {std::move(report), find_program("bwrap", path).value_or("/usr/bin/bwrap")};
}

Sandbox Sandbox::probe(Processes& processes) {
  Sandbox sandbox = of_level({SandboxLevel::full, {}});
  Command harmless;
  harmless.argv = {"/bin/sh", "-c", ":"};
  harmless.environment = {{"PATH", std::string(kSystemPath)}};
  harmless.folder = "/tmp";
  harmless.deadline = Milliseconds(10'000);
  SandboxPolicy policy;
  policy.folder = "/tmp";
  const auto finished = processes.run(sandbox.confine(harmless, policy));
  if (finished && finished->succeeded()) return sandbox;
  std::string reason;
  if (finished) {
    reason = "bubblewrap cannot confine a command here (" + finished->how_it_ended() +
             "): " + printable(trim(finished->err), 300);
  } else if (finished.error().code == Errc::not_found) {
    reason = "bubblewrap is not installed (install the package bubblewrap)";
  } else {
    reason = "bubblewrap cannot be run: " + finished.error().to_line();
  }
  return of_level({SandboxLevel::degraded, reason});
}

Command Sandbox::confine(Command command, const SandboxPolicy& policy) const {
  tighten(command.limits, policy.limits);
  if (!lies_in(command.folder, policy.folder)) command.folder = policy.folder;
  if (report_.level == SandboxLevel::full) return confine_fully(std::move(command), policy);
  command.limits.processes.reset();
  set(command, "HOME", scratch_->fresh_folder());
  set(command, "TMPDIR", scratch_->fresh_folder());
  return command;
}

Command Sandbox::confine_fully(Command command, const SandboxPolicy& policy) const {
  Arguments arguments = {bubblewrap_, "--unshare-all", "--die-with-parent", "--new-session"};
  if (policy.network) add(arguments, {"--share-net"});
  // Run by root, bubblewrap would leave all capabilities.
  add(arguments, {"--cap-drop", "ALL", "--hostname", "sandbox"});
  add_system(arguments, policy.network);
  add(arguments, {"--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp"});
  add(arguments, {"--dir", "/var", "--symlink", "../tmp", "/var/tmp", "--dir", "/run"});
  // Order matters: what the caller names lies on top of the empty folders, and the folder itself
  // on top of all.
  add(arguments, {home_ == kFallbackHome ? "--dir" : "--tmpfs", home_});
  for (const std::string& path : policy.read_only) add(arguments, {"--ro-bind-try", path, path});
  add(arguments, {"--bind", policy.folder, policy.folder, "--remount-ro", "/"});
  add(arguments, {"--chdir", command.folder, "--"});
  add_process_limit(arguments, command.limits.processes);
  arguments.insert(arguments.end(), command.argv.begin(), command.argv.end());
  command.argv = std::move(arguments);
  command.limits.processes.reset();
  command.folder = "/";
  set(command, "HOME", home_);
  set(command, "TMPDIR", "/tmp");
  return command;
}

}  // namespace pawl::os
