// What a confined command sees of the machine's files, as arguments of bubblewrap.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace pawl::os {

// The home of the user inside: the same on every machine, so nothing of the real one shows.
inline constexpr const char* kHomeInside = "/home/user";
inline constexpr const char* kHostInside = "sandbox";

struct SandboxView {
  std::string folder;  // read-write
  std::vector<std::string> read_only;
  std::vector<std::string> covered;
  bool resolver = false;           // the machine's /etc/resolv.conf and /etc/hosts
  std::uint64_t memory_bytes = 0;  // of the machine: the folders in memory are sized by it
  // Descriptors of the command that hold /etc/passwd, /etc/group and, without `resolver`,
  // /etc/hosts.
  int passwd = -1;
  int group = -1;
  int hosts = -1;
};

// In the order bubblewrap is to carry them out; the root is read-only at the end.
std::vector<std::string> view_arguments(const SandboxView& view);

// The files behind SandboxView::passwd and group: root, the user with this id, nobody. Behind
// hosts: the names of the only interface there is.
std::string passwd_inside(unsigned user);
std::string group_inside(unsigned user);
std::string hosts_inside();

}  // namespace pawl::os
