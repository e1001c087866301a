// A repository as `git init` leaves it, written without starting git, that holds no objects and
// reads those of another.
#pragma once

#include <cstddef>
#include <string>

#include "base/result.hpp"
#include "os/files/files.hpp"

namespace pawl::git {

struct Borrower {
  std::string folder;           // its git folder; made if need be
  std::string objects;          // the folder it reads, or several, one a line
  std::size_t digits = 40;      // of an id there: 40 or 64
  std::string branch = "main";  // that HEAD names
  bool bare = true;
  std::string config = {};  // more of it, as the file has it
};

Status write_borrower(os::Files& files, const Borrower& borrower);

}  // namespace pawl::git
