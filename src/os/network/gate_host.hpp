// A host that a HostGate leads to.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace pawl::os {

struct GateHost {
  std::string name;  // lower case
  int port = 443;
  bool plain = false;  // http:// instead of CONNECT

  // Of an http:// or https:// URL; what else is in it is left out. Nothing for other text.
  static std::optional<GateHost> of_url(std::string_view url);
  // `registry.example`, with `:8443` where the port is not the scheme's.
  std::string text() const;
  bool operator==(const GateHost&) const = default;
};

}  // namespace pawl::os
