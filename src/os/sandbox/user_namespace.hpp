// A user namespace for what root confines: in it, beside root itself, there is one further user,
// whom the machine knows by an id that owns nothing. Commands of a target run as that one.
#pragma once

#include <memory>

#include "base/result.hpp"
#include "os/files/fd.hpp"
#include "os/files/owner.hpp"

namespace pawl::os {

struct UserNamespace {
  // As the user is called inside.
  static constexpr unsigned kInsideId = 1000;

  std::shared_ptr<const Fd> descriptor;  // of the namespace; it lives as long as this
  Owner outside;                         // as the machine knows the user
};

// For root with more than one id to give (root of a machine or of most containers). Errc::denied
// when the kernel refuses namespaces or this process is not such a root.
Result<UserNamespace> make_user_namespace();

}  // namespace pawl::os
