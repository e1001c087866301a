// Confinement of commands that run code of a target repository, by bubblewrap and rlimits: its
// folder read-write, system folders read-only, everything else hidden, no network, private /tmp
// and HOME, no environment but the one named.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "os/owner.hpp"
#include "os/process.hpp"

namespace pawl::os {

enum class SandboxLevel : std::uint8_t {
  full,      // namespaces work: files, network, processes are separate
  degraded,  // namespaces are refused: rlimits, own session, scrubbed environment and HOME only
};

struct SandboxReport {
  SandboxLevel level = SandboxLevel::degraded;
  std::string reason;  // why it is degraded; empty when full
};

struct SandboxPolicy {
  std::string folder;                  // the only read-write folder, also the working directory
  std::vector<std::string> read_only;  // further folders it may read
  bool network = false;
  Limits limits{.cpu = Seconds(600),
                .memory_bytes = 8ULL << 30U,
                .processes = 512,
                .file_size_bytes = 1ULL << 30U};
};

class Sandbox {
 public:
  // Tries a harmless confined command once.
  static Sandbox probe(Processes& processes);
  // For tests: a sandbox of a given level.
  static Sandbox of_level(SandboxReport report);

  const SandboxReport& report() const { return report_; }
  // Who must own the files a confined command is to change; nothing: whoever runs Pawl.
  std::optional<Owner> files_owner() const { return files_owner_; }
  // The command confined by the policy. The command's environment is kept but HOME and TMPDIR are
  // replaced by private empty folders. It runs in its own folder where that lies in the policy's
  // folder, otherwise in the policy's folder. Its limits and the policy's both hold.
  //
  // Toolchains outside /usr (~/.cargo, /opt, version managers) are invisible unless named in
  // `read_only`; absent ones are passed over. A program that is missing inside is an exit code
  // (127 or 1) with a message on standard error: look with find_program first.
  //
  // Degraded, the command runs as it is, with the limits but that on processes, which the kernel
  // would count over all processes of the user.
  Command confine(Command command, const SandboxPolicy& policy) const;

 private:
  class Scratch;
  Sandbox(SandboxReport report, std::string bubblewrap);
  Command confine_fully(Command command, const SandboxPolicy& policy) const;

  SandboxReport report_;
  std::string bubblewrap_;            // the program, by its absolute path
  std::string home_;                  // where HOME is inside
  std::optional<Owner> files_owner_;
  std::shared_ptr<Scratch> scratch_;  // homes of degraded commands; goes with the last copy
};

}  // namespace pawl::os
