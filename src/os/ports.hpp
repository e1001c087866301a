// The outside world as commands get it. Made in app/main.cpp; never stored by anything below cli.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "os/cancel.hpp"
#include "os/clock.hpp"
#include "os/files/files.hpp"
#include "os/network/http.hpp"
#include "os/processes/process.hpp"
#include "os/random.hpp"

namespace pawl::os {

struct Ports {
  Clock& clock;
  Files& files;
  Processes& processes;
  Http& http;
  Random& random;
  Cancel& cancel;
  std::vector<std::pair<std::string, std::string>> environment;  // of this process, read once
  std::string folder;                                            // current directory at start
};

}  // namespace pawl::os
