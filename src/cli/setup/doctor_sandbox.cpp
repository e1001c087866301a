#include "cli/setup/doctor_sandbox.hpp"

#include <array>

#include <unistd.h>

#include "base/text/text.hpp"
#include "cli/kit/scratch.hpp"
#include "evidence/confinement.hpp"
#include "os/processes/control_group.hpp"

namespace pawl::cli {
namespace {

// A command that prints one line for each thing it could do and should not have been able to.
struct Promise {
  std::string_view name;
  std::string_view kept;    // what is reported when it prints nothing
  std::string_view script;  // of /bin/sh; $SECRET is a file beside the command's folder
};

constexpr auto kPromises = std::to_array<Promise>({
    {"sandbox files",
     "only the command's own folder can be written, and nothing else of this machine's is read",
     R"sh((: > "${SECRET%/*}/written") 2>/dev/null
cat "$SECRET" 2>/dev/null && echo "reads beside its folder"
for f in /usr/pawl-doctor /etc/pawl-doctor /pawl-doctor /dev/pawl-doctor; do
  (: > "$f") 2>/dev/null && echo "writes $f"; done
for f in /etc/shadow /root /home /var/lib /boot /sys; do
  for g in "$f"/* ; do case $PWD/ in "$g"/*) continue;; esac  # what leads to its own folder is empty but for that
    [ -e "$g" ] && [ "$g" != /home/user ] && echo "sees $g" && break; done; done
echo x > own && [ -s own ] || echo "cannot write its own folder")sh"},
    {"sandbox kernel", "no setting of the kernel can be written",
     R"sh(for f in $(find /proc/sys /proc/sysrq-trigger /proc/irq /proc/bus -type f 2>/dev/null); do
  (: >> "$f") 2>/dev/null && echo "writes $f"; done)sh"},
    {"sandbox user", "an ordinary user without capabilities, who cannot become another",
     R"sh([ "$(id -u)" = 0 ] && echo "is root"
while read -r name value; do case $name in
  Cap*:) [ "$value" = 0000000000000000 ] || echo "has $name $value";;
  NoNewPrivs:) [ "$value" = 1 ] || echo "may gain rights";;
  Seccomp:) [ "$value" = 2 ] || echo "has no filter of system calls";; esac; done < /proc/self/status)sh"},
    {"sandbox processes", "no process of this machine is seen",
     R"sh(for p in /proc/[0-9]*; do case $(cat "$p/cmdline" 2>/dev/null | tr '\0' ' ') in
  ''|*bwrap*|*/bin/sh*|cat*|tr*) ;; *) echo "sees $p";; esac; done)sh"},
    {"sandbox network", "no network, not even this machine's own",
     R"sh(while read -r name rest; do case $name in
  Inter-*|face|lo:|\|*) ;; *) echo "has the interface $name";; esac; done < /proc/self/net/dev
while read -r slot local rest; do case $slot in sl) ;; *) echo "sees the connection $local";; esac
done < /proc/self/net/tcp)sh"},
    {"sandbox calls",
     "namespaces, mounts, keys, bpf, perf, io_uring, userfaultfd and foreign sockets are refused",
     R"sh(unshare -U true 2>/dev/null && echo "makes user namespaces"
unshare -m true 2>/dev/null && echo "makes mount namespaces"
mount -t tmpfs none /tmp 2>/dev/null && echo "mounts"
[ "$(uname -m)" = x86_64 ] && command -v perl > /dev/null || { echo tried; exit 0; }
call() { name=$1; shift; perl -e '@a = map { 0 + $_ } @ARGV; exit(syscall(shift @a, @a) == -1 ? 1 : 0)' "$@" && echo "may call $name"; }
call keyctl 250 0 -3 1; call userfaultfd 323 1; call AF_VSOCK 41 40 1 0; call AF_ALG 41 38 5 0; call AF_PACKET 41 17 3 0
call ptrace 101 16 1 0 0; :)sh"},
});

constexpr std::string_view kLastWord = "tried";
constexpr const char* kDone = "\necho tried\n";

// A command that must be ended because of what it uses.
struct Overuse {
  std::string_view name;
  os::Limits limits;
  std::string_view script;
};

std::array<Overuse, 3> overuses() {
  return {{{"memory",
            {.memory_bytes = 64U << 20U},
            // What tail holds, it holds to the end of what it reads.
            "(head -c 400000000 /dev/zero; sleep 10) | tail -c 400000000 > /dev/null"},
           {"processes",
            {.processes = 50},
            "i=0; while [ $i -lt 60 ]; do sleep 5 & i=$((i+1)); done; wait"},
           {"disk",
            {.disk_bytes = 8U << 20U},
            "i=0; while :; do head -c 1000000 /dev/zero > f$i; i=$((i+1)); done"}}};
}

class Examination {
 public:
  Examination(const Patient& patient, const os::Sandbox& sandbox, std::string folder)
      : patient_(patient), sandbox_(sandbox), folder_(std::move(folder)) {}

  Finding keeps(const Promise& promise) const {
    const std::string name(promise.name);
    const auto finished = run(std::string(promise.script) + kDone, {});
    if (!finished) return {name, Health::fail, "could not be tried: " + finished.error().to_line()};
    std::string_view broken = trim(finished->out);
    // Silence alone proves nothing: the script may not have come to its end.
    if (!broken.ends_with(kLastWord)) {
      return {name, Health::fail,
              "could not be tried: " + finished->how_it_ended() + ", " +
                  printable(trim(finished->err), 200)};
    }
    broken = trim(broken.substr(0, broken.size() - kLastWord.size()));
    // What it writes beside its folder may land in a folder in memory that goes with it.
    const std::string beside = os::join_path(os::parent_path(folder_), "written");
    const auto written = patient_.ports.files.stat(beside);
    if (!written || written->has_value()) {
      return {name, Health::fail, "broken: a confined command writes " + beside};
    }
    if (broken.empty()) return {name, Health::ok, std::string(promise.kept)};
    return {name, Health::fail, "broken: a confined command " + replace_all(broken, "\n", "; ")};
  }

  Finding ends_overuse() const {
    for (const Overuse& overuse : overuses()) {
      const auto finished = run(overuse.script, overuse.limits);
      if (finished && finished->ending == os::Ending::over_limit) continue;
      return {"sandbox limits", Health::fail,
              "the limit on " + std::string(overuse.name) + " does not hold: " +
                  (finished ? finished->how_it_ended() + " " + printable(finished->err, 200)
                            : finished.error().to_line())};
    }
    return {
        "sandbox limits", Health::ok,
        std::string(
            "memory, processes and disk are limited for all of a command's processes together, ") +
            (os::delegated_group().empty() ? "by a look ten times a second"
                                           : "memory and processes by a control group")};
  }

 private:
  Result<os::Finished> run(std::string_view script, os::Limits limits) const {
    os::Command command;
    command.argv = {"/bin/sh", "-c", std::string(script)};
    command.environment = {{"PATH", "/usr/bin:/bin:/usr/sbin:/sbin"},
                           {"SECRET", os::join_path(os::parent_path(folder_), "secret")}};
    command.folder = folder_;
    command.deadline = Milliseconds(20'000);
    command.cancel = &patient_.ports.cancel;
    command.limits = std::move(limits);
    os::SandboxPolicy policy;
    policy.folder = folder_;
    TRY_ASSIGN(const os::Command confined, sandbox_.confine(std::move(command), policy));
    return patient_.ports.processes.run(confined);
  }

  const Patient& patient_;
  const os::Sandbox& sandbox_;
  std::string folder_;
};

Status prepare(const Patient& patient, const os::Sandbox& sandbox, const std::string& scratch) {
  os::Files& files = patient.ports.files;
  TRY(files.write_atomic(os::join_path(scratch, "secret"), "reads\n", 0600));
  const std::string folder = os::join_path(scratch, "folder");
  TRY(files.make_folders(folder, 0700));
  const auto owner = sandbox.files_owner();
  if (owner && ::lchown(folder.c_str(), owner->uid, owner->gid) != 0) {
    return fail(Errc::denied, folder + " cannot be given to the user that commands run as");
  }
  return Done{};
}

Finding level_of(const Patient& patient, const os::SandboxReport& report) {
  switch (report.level) {
    case os::SandboxLevel::full:
      return {"sandbox", Health::ok, "commands of a repository are confined"};
    case os::SandboxLevel::off:
      return {"sandbox", Health::warn,
              "off: commands of a repository run with your rights, because sandbox.mode is `off`"};
    case os::SandboxLevel::unavailable: break;
  }
  const bool required = patient.config.config.sandbox == "require";
  return {"sandbox", required ? Health::fail : Health::warn,
          "unavailable, so nothing of a repository is run: " + report.reason};
}

// How workplaces of agents are made in large repositories.
Finding workplaces(const Patient& patient, const std::string& scratch) {
  const auto folder = [&](const char* name) { return os::join_path(scratch, name); };
  for (const char* name : {"lower", "upper", "work", "seen"}) {
    const Status made = patient.ports.files.make_folders(folder(name), 0700);
    if (!made) return {"workplaces", Health::warn, made.error().to_line()};
  }
  const auto overlay = os::Overlay::mount({.lower = folder("lower"),
                                           .upper = folder("upper"),
                                           .work = folder("work"),
                                           .at = folder("seen")});
  if (overlay) return {"workplaces", Health::ok, "large ones share their files (overlayfs)"};
  return {"workplaces", Health::ok, "each is a checkout of its own: " + overlay.error().message};
}

}  // namespace

void examine_sandbox(const Patient& patient, Findings& findings) {
  const os::Sandbox sandbox =
      evidence::make_sandbox(patient.ports, patient.config.config, patient.layout);
  findings.push_back(level_of(patient, sandbox.report()));
  if (sandbox.report().level != os::SandboxLevel::full) return;
  auto scratch = Scratch::make(patient.ports, patient.layout, "doctor");
  const Status prepared =
      scratch ? prepare(patient, sandbox, (*scratch)->folder()) : Status(scratch.error());
  if (!prepared) {
    findings.push_back({"sandbox files", Health::fail, prepared.error().to_line()});
    return;
  }
  findings.push_back(workplaces(patient, (*scratch)->folder()));
  const Examination examination(patient, sandbox, os::join_path((*scratch)->folder(), "folder"));
  for (const Promise& promise : kPromises) findings.push_back(examination.keeps(promise));
  findings.push_back(examination.ends_overuse());
  if (const Status removed = (*scratch)->remove(); !removed) {
    findings.push_back({"sandbox files", Health::warn, removed.error().to_line()});
  }
}

}  // namespace pawl::cli
