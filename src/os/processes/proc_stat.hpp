// What /proc says of each process: the one reader of it. The keeper (keeper.hpp) asks, too, which
// shares its memory with a threaded program: nothing here allocates from the heap, takes a lock or
// throws.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace pawl::os {

struct ProcStat {
  int pid = 0;
  int parent = 0;
  bool alive = false;         // not a zombie
  std::uint64_t started = 0;  // kernel ticks
  std::uint64_t threads = 0;
  std::uint64_t resident_pages = 0;
  std::uint64_t cpu_ticks = 0;  // with those of children it has waited for
};

// All processes, one after the other.
class Proc {
 public:
  Proc();
  ~Proc();
  Proc(const Proc&) = delete;
  Proc& operator=(const Proc&) = delete;

  bool readable() const { return folder_ >= 0; }
  // The pid that comes next; 0 after the last one, -1 where the list cannot be read.
  int next();
  // False when there is no such process.
  bool read(int pid, ProcStat& process) const;

 private:
  int folder_ = -1;
  std::size_t at_ = 0;
  std::size_t end_ = 0;
  alignas(std::uint64_t) std::array<char, 8192> entries_;  // NOLINT: filled by the kernel
};

// `PID (NAME) STATE PARENT …` of proc(5), with a NUL at its end.
bool parse_stat(const char* text, ProcStat& process);

}  // namespace pawl::os
