#include "runner/exit.hpp"

namespace pawl::runner {

int exit_code_of(Errc code) {
  switch (code) {
    case Errc::invalid: return 2;
    case Errc::not_found: return 9;
    case Errc::conflict: return 8;
    case Errc::denied: return 4;
    case Errc::timeout: return 75;
    case Errc::cancelled: return 130;
    case Errc::io: return 1;
    case Errc::upstream: return 75;
  }
  return 1;
}

std::string_view bail_class_of(Errc code) {
  switch (code) {
    case Errc::timeout: return "timeout";
    case Errc::io:
    case Errc::upstream: return "infra";
    case Errc::conflict: return "conflict";
    case Errc::denied: return "security";
    default: return "other";
  }
}

}  // namespace pawl::runner
