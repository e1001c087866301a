// Confinement of commands that run code of a target repository, by bubblewrap: the folder of the
// command read-write, system folders read-only, everything else hidden, no network, private /tmp
// and HOME, no environment but the one named, a user without rights (also where Pawl is root), no
// capabilities, a filter of system calls, and limits on what all its processes may use together.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.hpp"
#include "os/files/owner.hpp"
#include "os/processes/process.hpp"
#include "os/sandbox/overlay.hpp"

namespace pawl::os {

enum class SandboxLevel : std::uint8_t {
  full,
  off,          // a person switched it off: limits, own session, scrubbed environment and HOME only
  unavailable,  // commands cannot be confined here, so none is run
};
// `full`, `off`, `unavailable`.
std::string_view to_string(SandboxLevel level);
// The level of that name; unavailable for any other text.
SandboxLevel sandbox_level_of(std::string_view name);

struct SandboxReport {
  SandboxLevel level = SandboxLevel::unavailable;
  std::string reason;  // why it is not full; empty when it is
};

struct SandboxSetup {
  bool off = false;  // sandbox.mode = off
  // Files and folders that no confined command may see, wherever they lie: what is bound from the
  // machine and holds one of them shows an empty one instead.
  std::vector<std::string> covered;
  // For every command, beside what its policy and it itself name. Memory is three quarters of the
  // machine's where nothing is named.
  Limits limits{.cpu = Seconds(600),
                .memory_bytes = {},
                .processes = 1024,
                .file_size_bytes = 4ULL << 30U,
                .disk_bytes = 16ULL << 30U,
                .disk_folder = {}};
};

// A folder of this machine that is shown, read-only, in place of one in the command's own folder.
struct LentFolder {
  std::string from;
  std::string to;
  // Folders of it that are empty and can be written to, as long as the command runs: where tools
  // keep caches. They exist.
  std::vector<std::string> scratch = {};
};

struct SandboxPolicy {
  std::string folder;                  // the only read-write folder, also the working directory
  std::vector<std::string> read_only;  // further files and folders it may read
  std::vector<LentFolder> lent = {};   // a full sandbox alone has them
  bool network = false;
  // A folder that is the command's HOME and can be written to; empty: a private empty one.
  std::string home = {};
  bool folder_read_only = false;
  // Where `folder` is seen; null: it is a folder like any other.
  std::shared_ptr<const Overlay> overlay = {};
  // The setup's limit of processor time does not hold: it works for as long as its deadline says.
  bool cpu_at_will = false;
};

class Sandbox {
 public:
  // Tries a harmless confined command once.
  static Sandbox probe(Processes& processes, SandboxSetup setup = {});
  // The same, when it is asked for anything first; copies share the answer. Safe from any thread.
  static Sandbox probe_later(Processes& processes, SandboxSetup setup = {});
  // For tests: a sandbox of a given level, without a try.
  static Sandbox of_level(SandboxReport report, SandboxSetup setup = {});

  const SandboxReport& report() const;
  // Who must own the files a confined command is to change; nothing: whoever runs Pawl.
  std::optional<Owner> files_owner() const;
  // The command confined by the policy; Errc::denied, with the reason, where commands cannot be
  // confined. The command's environment is kept but HOME and TMPDIR are replaced by private empty
  // folders. It runs in its own folder where that lies in the policy's folder, otherwise in the
  // policy's folder. Its limits and the setup's both hold.
  //
  // Toolchains outside /usr (~/.cargo, /opt, version managers) are invisible unless named in
  // `read_only`; absent ones are passed over. A program that is missing inside is an exit code
  // (127 or 1) with a message on standard error: look with find_program first.
  Result<Command> confine(Command command, const SandboxPolicy& policy) const;

 private:
  class Scratch;
  class Later;
  struct Kernel;  // what is made once: the filter, the namespace
  Sandbox(SandboxReport report, SandboxSetup setup);
  Result<Command> confine_fully(Command command, const SandboxPolicy& policy) const;

  SandboxReport report_;
  SandboxSetup setup_;
  std::string bubblewrap_;                // the program, by its absolute path
  std::shared_ptr<const Kernel> kernel_;  // of a full sandbox
  std::shared_ptr<Scratch> scratch_;  // homes of commands when it is off; goes with the last copy
  std::shared_ptr<Later> later_;      // of one that is tried later: all of the above is there
};

}  // namespace pawl::os
