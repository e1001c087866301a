// Memory for libraries of C, which would abort without a word when there is none. For the files of
// this module only.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <new>

namespace pawl::syntax {

// Ends as a failed `new` ends in this process; aborts when nobody said how that is.
[[noreturn]] inline void out_of_memory() {
  if (const std::new_handler handler = std::get_new_handler()) handler();
  std::abort();
}

// What the calling thread was given since it last asked. Where the work of a library grows with
// what it copies, this measures the work, and the same on every machine.
inline std::uint64_t& library_bytes() {
  thread_local std::uint64_t bytes = 0;
  return bytes;
}

inline void* library_malloc(std::size_t size) {
  library_bytes() += size;
  void* memory = std::malloc(size);  // NOLINT: a library of C frees it
  if (memory == nullptr && size > 0) out_of_memory();
  return memory;
}

inline void* library_calloc(std::size_t count, std::size_t size) {
  library_bytes() += count * size;
  void* memory = std::calloc(count, size);  // NOLINT: a library of C frees it
  if (memory == nullptr && count > 0 && size > 0) out_of_memory();
  return memory;
}

inline void* library_realloc(void* memory, std::size_t size) {
  library_bytes() += size;
  void* moved = std::realloc(memory, size);  // NOLINT: a library of C frees it
  if (moved == nullptr && size > 0) out_of_memory();
  return moved;
}

}  // namespace pawl::syntax
