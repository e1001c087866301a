// Whose files a confined command may write: another user's than Pawl's where Pawl is root.
#pragma once

namespace pawl::os {

struct Owner {
  unsigned uid = 0;
  unsigned gid = 0;
  bool operator==(const Owner&) const = default;
};

}  // namespace pawl::os
