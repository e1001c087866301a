// A test that cannot be run on this machine, or not to its end, reports that: tools/test.sh counts
// and names what was passed over.
#pragma once

#include <doctest/doctest.h>

#define PASS_OVER_UNLESS(condition)                \
  do {                                             \
    if (!(condition)) {                            \
      MESSAGE("passed over: needs " << #condition); \
      return;                                      \
    }                                              \
  } while (false)
