// The programs of tests are the bridge of their own sandboxes, as pawl is of its.
#include <cstdlib>

#include "os/network/gate_bridge.hpp"

namespace {

__attribute__((constructor)) void be_the_bridge(int count, char** words, char**) {
  if (const auto code = pawl::os::run_as_bridge(count, words)) std::_Exit(*code);
}

}  // namespace
