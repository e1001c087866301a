// Bytes carried both ways between two sockets, for what stands between a confined command and the
// network.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.hpp"
#include "os/files/fd.hpp"

namespace pawl::os {

// Carries until both sides have ended, one of them fails, or `left` bytes were read (both ways
// together); `left` counts down. Blocks; shutdown(2) of either socket ends it.
void relay(int one, int other, std::atomic<std::int64_t>& left);

// All of the text written to a socket; false when the other side is gone. Raises no signal.
bool send_all(int socket, std::string_view text);

// Unix sockets by path. invalid: the path is longer than such an address may be.
Result<Fd> listen_at(const std::string& path);
Result<Fd> connect_at(const std::string& path);

}  // namespace pawl::os
