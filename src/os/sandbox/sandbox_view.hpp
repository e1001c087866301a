// What a confined command sees of the machine's files, as arguments of bubblewrap.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "os/files/fd.hpp"
#include "os/sandbox/sandbox.hpp"

namespace pawl::os {

// The home of the user inside: the same on every machine, so nothing of the real one shows.
inline constexpr const char* kHomeInside = "/home/user";
inline constexpr const char* kHostInside = "sandbox";

struct SandboxView {
  std::string folder;  // read-write
  bool folder_read_only = false;
  std::string home = {};  // of the user inside; empty: one in memory
  std::vector<std::string> read_only;
  std::vector<LentFolder> lent = {};
  std::vector<std::string> covered;
  bool resolver = false;           // the machine's /etc/resolv.conf and /etc/hosts
  std::uint64_t memory_bytes = 0;  // of the machine: the folders in memory are sized by it
  // A larger file of /etc is bound, not copied: bubblewrap is held to the limits of the command.
  std::uint64_t copied_bytes_max = 0;
  unsigned user = 0;        // the id inside
  int next_descriptor = 3;  // the number bubblewrap knows the first of `SeenFiles::files` by
};

struct SeenFiles {
  // In the order bubblewrap is to carry them out; the root is read-only at the end.
  std::vector<std::string> arguments;
  // What the arguments read: for one command alone, bubblewrap reads each to its end.
  std::vector<Fd> files;
};

// No more files than this are read; what comes after is bound, which costs a mount each.
inline constexpr std::size_t kSeenFilesMax = 24;

Result<SeenFiles> seen_files(const SandboxView& view);

}  // namespace pawl::os
