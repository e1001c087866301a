#include "os/sandbox/sandbox_view.hpp"

#include <algorithm>
#include <array>
#include <set>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/text/fixed_words.hpp"
#include "os/files/files.hpp"

namespace pawl::os {
namespace {

// What programs need of /etc to run at all: libraries, certificates, names of services, time zone.
// Nothing with a secret in it, nothing about this machine's users and network.
constexpr std::array kEtc = {
    "/etc/alternatives",  "/etc/ca-certificates", "/etc/fonts",           "/etc/host.conf",
    "/etc/ld.so.cache",   "/etc/ld.so.conf",      "/etc/ld.so.conf.d",    "/etc/locale.alias",
    "/etc/localtime",     "/etc/magic",           "/etc/maven",           "/etc/mime.types",
    "/etc/nsswitch.conf", "/etc/os-release",      "/etc/pki/tls/certs",   "/etc/protocols",
    "/etc/services",      "/etc/ssl/certs",       "/etc/ssl/openssl.cnf", "/etc/timezone",
};
// Folders of /etc by the beginning of their names: they carry a version.
constexpr auto kEtcPrefixes = fixed_words("java", "perl", "php", "python3", "ruby");

// Folders outside /usr that on merged systems are links into it.
constexpr std::array kTopFolders = {"/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32"};

// Parts of /proc that speak of the machine, not of the command's own processes. bubblewrap itself
// covers /proc/irq and /proc/bus where they can be written to.
constexpr std::array kProcReadOnly = {"/proc/sys",  "/proc/sysrq-trigger", "/proc/fs",
                                      "/proc/acpi", "/proc/scsi",          "/proc/pressure"};

bool lies_below(const std::string& path, const std::string& folder) {
  return path == folder || path.starts_with(folder + "/");
}

std::string passwd_inside(unsigned user) {
  const std::string id = std::to_string(user);
  return "root:x:0:0:root:/root:/usr/sbin/nologin\n" +
         (user == 0 ? "" : "user:x:" + id + ":" + id + ":user:" + kHomeInside + ":/bin/sh\n") +
         "nobody:x:65534:65534:nobody:/nonexistent:/usr/sbin/nologin\n";
}

std::string group_inside(unsigned user) {
  const std::string id = std::to_string(user);
  return "root:x:0:\ntty:x:5:\n" + (user == 0 ? "" : "user:x:" + id + ":\n") + "nogroup:x:65534:\n";
}

// The names of the only interface there is.
std::string hosts_inside() {
  return std::string("127.0.0.1 localhost ") + kHostInside +
         "\n::1 localhost ip6-localhost ip6-loopback\n";
}

class View {
 public:
  explicit View(const SandboxView& view) : view_(view) {}

  Result<SeenFiles> files() {
    TRY(add_own_files());
    add_system();
    add_proc_and_dev();
    add_memory("/tmp", view_.memory_bytes / 4);
    add({"--dir", "/var", "--symlink", "../tmp", "/var/tmp", "--dir", "/run"});
    add_parents(kHomeInside);
    add_home();
    // Order matters: what the caller names lies on top of the empty folders, and the folder itself
    // on top of all.
    for (const std::string& path : view_.read_only) bind_read_only(path);
    add_parents(view_.folder);
    add({view_.folder_read_only ? "--ro-bind" : "--bind", view_.folder, view_.folder});
    for (const LentFolder& one : view_.lent) lend_folder(one);
    add({"--remount-ro", "/"});
    return std::move(seen_);
  }

 private:
  void add(std::initializer_list<std::string> more) {
    seen_.arguments.insert(seen_.arguments.end(), more);
  }

  // Copied into the root, which is read-only at the end: a mount costs a tenth of a millisecond.
  void add_file(const std::string& path, Fd file) {
    const auto number = view_.next_descriptor + static_cast<int>(seen_.files.size());
    add({"--perms", "0444", "--file", std::to_string(number), path});
    seen_.files.push_back(std::move(file));
  }

  Status add_own_files() {
    add_parents("/etc/passwd");
    TRY_ASSIGN(Fd passwd, file_in_memory(passwd_inside(view_.user)));
    add_file("/etc/passwd", std::move(passwd));
    TRY_ASSIGN(Fd group, file_in_memory(group_inside(view_.user)));
    add_file("/etc/group", std::move(group));
    if (view_.resolver) return Done{};
    TRY_ASSIGN(Fd hosts, file_in_memory(hosts_inside()));
    add_file("/etc/hosts", std::move(hosts));
    return Done{};
  }

  void add_system() {
    bound_.emplace_back("/usr");
    add({"--ro-bind", "/usr", "/usr"});
    cover_in("/usr");
    for (const std::string folder : kTopFolders) {
      std::array<char, 256> target{};
      const ssize_t n = ::readlink(folder.c_str(), target.data(), target.size());
      if (n > 0) {
        add({"--symlink", std::string(target.data(), static_cast<std::size_t>(n)), folder});
      } else {
        add({"--ro-bind-try", folder, folder});
      }
    }
    for (const std::string path : kEtc) add_etc(path);
    const auto names = real_files()->list("/etc");
    for (const std::string& name : names.value_or({})) {
      const bool wanted =
          std::any_of(kEtcPrefixes.begin(), kEtcPrefixes.end(),
                      [&](std::string_view prefix) { return name.starts_with(prefix); });
      if (wanted) add_etc("/etc/" + name);
    }
    if (view_.resolver) {
      add_etc("/etc/resolv.conf");
      add_etc("/etc/hosts");
    }
  }

  void add_etc(const std::string& path) {
    if (::access(path.c_str(), F_OK) != 0) return;
    add_parents(path);
    const std::string target = canonical_path(path).value_or(path);
    if (lies_below(target, "/usr")) return add({"--symlink", target, path});
    Fd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
    struct stat facts = {};
    const bool small = file.valid() && ::fstat(file.get(), &facts) == 0 && S_ISREG(facts.st_mode) &&
                       static_cast<std::uint64_t>(facts.st_size) <= view_.copied_bytes_max;
    if (small && seen_.files.size() < kSeenFilesMax) return add_file(path, std::move(file));
    add({"--ro-bind-try", path, path});
  }

  void add_proc_and_dev() {
    add({"--proc", "/proc"});
    for (const std::string path : kProcReadOnly) {
      // What is not there cannot be bound, and a path bubblewrap covers itself is harmless.
      if (::access(path.c_str(), F_OK) == 0) add({"--ro-bind-try", path, path});
    }
    add({"--dev", "/dev"});
    add_memory("/dev/shm", view_.memory_bytes / 8);
    add({"--remount-ro", "/dev"});
  }

  void add_home() {
    if (view_.home.empty()) return add_memory(kHomeInside, view_.memory_bytes / 8);
    add({"--bind", view_.home, kHomeInside});
  }

  // An empty folder that anybody may write to and that goes with the command.
  void add_memory(const std::string& path, std::uint64_t bytes) {
    add({"--perms", "1777", "--size", std::to_string(std::max<std::uint64_t>(bytes, 1U << 20U)),
         "--tmpfs", path});
  }

  void bind_read_only(const std::string& path) {
    add_parents(path);
    // Bound, a link to a program would be a copy of it elsewhere, and scripts find what belongs to
    // them by where they lie.
    struct stat link = {};
    struct stat target = {};
    if (::lstat(path.c_str(), &link) == 0 && S_ISLNK(link.st_mode) &&
        ::stat(path.c_str(), &target) == 0 && S_ISREG(target.st_mode)) {
      add({"--symlink", canonical_path(path).value_or(path), path});
      return;
    }
    bound_.push_back(path);
    add({"--ro-bind-try", path, path});
    cover_in(path);
  }

  void lend_folder(const LentFolder& one) {
    add({"--ro-bind", one.from, one.to});
    for (const std::string& path : view_.covered) {
      if (lies_below(path, one.from)) cover(path, one.to + path.substr(one.from.size()));
    }
    for (const std::string& name : one.scratch) {
      add_memory(join_path(one.to, name), view_.memory_bytes / 8);
    }
  }

  // Without this bubblewrap would make them for root alone, and the user inside could not pass.
  void add_parents(const std::string& path) {
    std::vector<std::string> parents;
    for (std::string at = parent_path(path); at.size() > 1; at = parent_path(at)) {
      const bool known = made_.contains(at) ||
                         std::any_of(bound_.begin(), bound_.end(),
                                     [&](const std::string& one) { return lies_below(at, one); });
      if (known) break;
      parents.push_back(at);
    }
    for (auto at = parents.rbegin(); at != parents.rend(); ++at) {
      made_.insert(*at);
      add({"--perms", "0755", "--dir", *at});
    }
  }

  // Only what would show: what lies in something of the machine that was bound just now. A
  // toolchain in a covered home is bound later, on top.
  void cover_in(const std::string& bound) {
    for (const std::string& path : view_.covered) {
      if (lies_below(path, bound)) cover(path, path);
    }
  }

  void cover(const std::string& path, const std::string& inside) {
    struct stat facts = {};
    if (::lstat(path.c_str(), &facts) != 0 || S_ISLNK(facts.st_mode)) return;
    if (S_ISDIR(facts.st_mode)) {
      add({"--perms", "0755", "--size", "4096", "--tmpfs", inside});
    } else {
      add({"--ro-bind", "/dev/null", inside});
    }
  }

  const SandboxView& view_;
  SeenFiles seen_;
  std::vector<std::string> bound_;
  std::set<std::string> made_ = {"/tmp", "/var", "/run", "/dev", "/proc"};
};

}  // namespace

Result<SeenFiles> seen_files(const SandboxView& view) { return View(view).files(); }

}  // namespace pawl::os
