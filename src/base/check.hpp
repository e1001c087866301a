// Broken assumptions of our own code. A failed check prints and aborts: the run process dies, its
// journal stays valid, and the next start reports a crashed run.
#pragma once

#include <string_view>

namespace pawl {

[[noreturn]] void check_failed(const char* file, int line, std::string_view condition,
                               std::string_view message);

}  // namespace pawl

#define PAWL_CHECK(condition, message)                                 \
  do {                                                                 \
    if (!(condition)) {                                                \
      ::pawl::check_failed(__FILE__, __LINE__, #condition, (message)); \
    }                                                                  \
  } while (false)
