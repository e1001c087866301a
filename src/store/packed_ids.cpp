#include "store/packed_ids.hpp"

#include <cstring>

namespace pawl::store {
namespace {

void put_varint(std::uint64_t value, std::string& out) {
  while (value >= 0x80U) {
    out.push_back(static_cast<char>(value | 0x80U));
    value >>= 7U;
  }
  out.push_back(static_cast<char>(value));
}

}  // namespace

std::string pack_ids(const std::vector<std::int64_t>& ids) {
  std::string out;
  std::int64_t last = 0;
  for (const std::int64_t id : ids) {
    put_varint(static_cast<std::uint64_t>(id - last), out);
    last = id;
  }
  return out;
}

void unpack_ids(std::string_view bytes, std::vector<std::int64_t>& out) {
  std::int64_t last = 0;
  std::uint64_t value = 0;
  unsigned shift = 0;
  for (const char byte : bytes) {
    value |= static_cast<std::uint64_t>(static_cast<unsigned char>(byte) & 0x7fU) << shift;
    shift += 7;
    if ((static_cast<unsigned char>(byte) & 0x80U) != 0 && shift < 63) continue;
    last += static_cast<std::int64_t>(value);
    out.push_back(last);
    value = 0;
    shift = 0;
  }
}

std::string pack_keys(const std::vector<std::uint64_t>& keys) {
  std::string out(keys.size() * sizeof(std::uint64_t), '\0');
  if (!keys.empty()) std::memcpy(out.data(), keys.data(), out.size());
  return out;
}

std::vector<std::int64_t> unpack_keys(std::string_view bytes) {
  std::vector<std::int64_t> keys(bytes.size() / sizeof(std::int64_t));
  if (!keys.empty()) std::memcpy(keys.data(), bytes.data(), keys.size() * sizeof(std::int64_t));
  return keys;
}

}  // namespace pawl::store
