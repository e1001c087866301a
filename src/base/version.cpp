#include "base/version.hpp"

namespace pawl {

std::string_view version() { return PAWL_VERSION; }

}  // namespace pawl
