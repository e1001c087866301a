#include "cli/kit/command.hpp"

namespace pawl::cli {

Exit exit_of(Errc code) {
  switch (code) {
    case Errc::invalid: return Exit::usage;
    case Errc::not_found: return Exit::not_found;
    case Errc::conflict: return Exit::busy;
    case Errc::denied: return Exit::refused;
    case Errc::timeout:
    case Errc::upstream: return Exit::later;
    case Errc::cancelled: return Exit::interrupted;
    case Errc::io: return Exit::failed;
  }
  return Exit::failed;
}

}  // namespace pawl::cli
