// A folder of changes over a folder that stays as it is (overlayfs): what is read and not changed
// is shared, so that a copy of any size is there at once. It is mounted in a namespace of its own,
// where the commands that are let in see it at its path; for all others that path is an empty
// folder. The mount goes with the last command and the last copy of this.
#pragma once

#include <memory>
#include <string>

#include "base/result.hpp"
#include "os/files/fd.hpp"
#include "os/files/files.hpp"
#include "os/files/owner.hpp"
#include "os/files/root.hpp"
#include "os/processes/process.hpp"

namespace pawl::os {

struct OverlayPlan {
  std::string lower;  // is read; nobody may change it as long as the mount is there
  std::string upper;  // takes what is changed
  std::string work;   // an empty folder beside `upper`, for the kernel
  std::string at;     // where it is seen
};

class Overlay {
 public:
  // All paths are absolute, and folders that are there. denied where this machine mounts none, with
  // its reason: no such file system, no namespaces for this user, an old kernel.
  static Result<std::shared_ptr<const Overlay>> mount(const OverlayPlan& plan);
  Overlay(const Overlay&) = delete;
  Overlay& operator=(const Overlay&) = delete;

  const OverlayPlan& plan() const { return plan_; }
  // What commands that are let in see at plan().at. What is written is given to `owner`.
  Result<std::unique_ptr<Root>> open(std::optional<Owner> owner = {}) const;
  // Lets the command in, which is begun while this is there: in plan().at, or below it.
  void let_in(Command& command) const;

 private:
  Overlay(OverlayPlan plan, Fd folder, Fd mounts, Fd users)
      : plan_(std::move(plan)),
        folder_(std::move(folder)),
        mounts_(std::move(mounts)),
        users_(std::move(users)) {}

  OverlayPlan plan_;
  Fd folder_;
  Fd mounts_;
  Fd users_;  // none where Pawl is root and needs none
};

// In Overlay::upper: the path is gone, whatever the folder below holds there. Parents are there.
Status make_whiteout(const std::string& path);

}  // namespace pawl::os
