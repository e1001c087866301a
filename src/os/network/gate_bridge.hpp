// The end of a HostGate inside a sandbox. Package managers know proxies by an address, and a
// sandbox without network has loopback alone: this program, started inside before the command,
// listens there and carries what comes to the gate's socket.
#pragma once

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.hpp"

namespace pawl::os {

// The words before those of a command that is to reach the gate. The first is a program outside the
// system's folders, which the sandbox has to show, as well as the socket. `port`: where it listens;
// 0: the usual one, which is free in a network of its own. io: this program cannot be found.
Result<std::vector<std::string>> bridge_words(const std::string& socket, int port = 0);

// A port that nobody listens on now, for commands that share the network of this machine.
Result<int> free_bridge_port();

// Where it listens: `http://127.0.0.1:3128`.
std::string bridge_url(int port = 0);

// The variables from which programs of all kinds learn of a proxy.
std::vector<std::pair<std::string, std::string>> bridge_environment();

// To be called first by a program that uses bridge_words: carries out what they ask for and gives
// the exit code of the command; nothing when this process was started for something else.
std::optional<int> run_as_bridge(int count, char** words);

}  // namespace pawl::os
