// Changes that no build and no test can notice: guards of builds and tests do not apply to them,
// and nobody needs to run anything.
#pragma once

#include "git/change.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

// Every file of the change is documentation of a kind nothing compiles or runs, a licence, a
// setting of git or of editors, or a form of a forge. Removing a file is never inert: a manifest
// may name it. `head` may be null; it tells whether a README is compiled into a program's tests.
bool is_inert(const git::Change& change, const repo::RepoView* head);

}  // namespace pawl::guards
