// Ids of contents and keys as bytes, as index.db keeps them. Included by store's own sources only.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::store {

// Ascending ids as differences, each a varint (LEB128).
std::string pack_ids(const std::vector<std::int64_t>& ids);
// Appends them to `out`. Bytes that are cut give fewer.
void unpack_ids(std::string_view bytes, std::vector<std::int64_t>& out);

// Keys as SQLite counts them, eight bytes each in the order of this machine.
std::string pack_keys(const std::vector<std::uint64_t>& keys);
std::vector<std::int64_t> unpack_keys(std::string_view bytes);
inline std::int64_t as_signed(std::uint64_t key) { return static_cast<std::int64_t>(key); }

}  // namespace pawl::store
