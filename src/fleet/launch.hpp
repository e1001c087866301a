// A run in a process of its own, in the background: started, waited for until it says that it
// began, and then left alone.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "base/ids.hpp"
#include "runner/run.hpp"

namespace pawl::fleet {

struct Launched {
  RunId run;
  int pid = 0;
  std::string log;
};

// What flags set for that process alone: key → value (config/config.hpp).
using FlagSettings = std::map<std::string, std::string>;

// A new run of these options. Everything is checked, and its id reserved, before its process is
// made; an error leaves nothing behind, whoever is killed in between. `reserved`, which may be
// null, hears the id before there is a process.
Result<Launched> launch(const runner::RunPorts& ports, const runner::RunOptions& options,
                        const FlagSettings& flags,
                        const std::function<Status(const RunId&)>& reserved = {});

// The process of a run that runner::reserve made: the second half of a launch. conflict where
// another process was quicker.
Result<Launched> begin(const runner::RunPorts& ports, const RunId& run, const FlagSettings& flags);

// Goes on with a run: where it came to, or at that stage. conflict where a process works on it, or
// `attempt`, where it is given, is not the newest.
Result<Launched> resume(const runner::RunPorts& ports, const RunId& run, const std::string& from,
                        const FlagSettings& flags, std::optional<int> attempt = {});

// ---- in the process of the run

// What its starter waits for; nothing happens where nobody does.
void say_ready(const RunId& run);
void say_failed(const Error& error);

}  // namespace pawl::fleet
