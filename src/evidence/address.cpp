#include "evidence/address.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include <arpa/inet.h>

namespace pawl::evidence {
namespace {

struct Range {
  std::uint32_t first;
  int bits;
  std::string_view what;
};

constexpr std::uint32_t ip(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d) {
  return (a << 24U) | (b << 16U) | (c << 8U) | d;
}

constexpr auto kRanges = std::to_array<Range>({
    {ip(0, 0, 0, 0), 8, "an address of no host"},
    {ip(10, 0, 0, 0), 8, "a private address"},
    {ip(100, 64, 0, 0), 10, "a private address"},
    {ip(127, 0, 0, 0), 8, "a loopback address"},
    {ip(169, 254, 0, 0), 16, "a link-local or metadata address"},
    {ip(172, 16, 0, 0), 12, "a private address"},
    {ip(192, 0, 0, 0), 24, "a reserved address"},
    {ip(192, 0, 2, 0), 24, "an address for examples"},
    {ip(192, 88, 99, 0), 24, "a reserved address"},
    {ip(192, 168, 0, 0), 16, "a private address"},
    {ip(198, 18, 0, 0), 15, "a reserved address"},
    {ip(198, 51, 100, 0), 24, "an address for examples"},
    {ip(203, 0, 113, 0), 24, "an address for examples"},
    {ip(224, 0, 0, 0), 4, "a multicast address"},
    {ip(240, 0, 0, 0), 4, "a reserved address"},
});

std::string objection_to_ipv4(std::uint32_t address) {
  for (const Range& range : kRanges) {
    const std::uint32_t mask = ~std::uint32_t{0} << static_cast<unsigned>(32 - range.bits);
    if ((address & mask) == range.first) return std::string(range.what);
  }
  return {};
}

using Ipv6 = std::array<std::uint8_t, 16>;

std::uint32_t ipv4_at(const Ipv6& bytes, std::size_t at) {
  return ip(bytes[at], bytes[at + 1], bytes[at + 2], bytes[at + 3]);
}

bool begins_with(const Ipv6& bytes, std::span<const std::uint8_t> prefix) {
  for (std::size_t i = 0; i < prefix.size(); ++i) {
    if (bytes[i] != prefix[i]) return false;
  }
  return true;
}

std::string objection_to_ipv6(const Ipv6& bytes) {
  constexpr std::array<std::uint8_t, 12> kMapped = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF};
  constexpr std::array<std::uint8_t, 12> kZeros = {};
  constexpr std::array<std::uint8_t, 12> kTranslated = {0, 0x64, 0xFF, 0x9B};
  constexpr std::array<std::uint8_t, 2> k6to4 = {0x20, 0x02};
  constexpr std::array<std::uint8_t, 4> kTeredo = {0x20, 0x01, 0, 0};
  constexpr std::array<std::uint8_t, 4> kExamples = {0x20, 0x01, 0x0D, 0xB8};
  if (begins_with(bytes, kMapped) || begins_with(bytes, kTranslated)) {
    return objection_to_ipv4(ipv4_at(bytes, 12));
  }
  if (begins_with(bytes, kZeros)) {
    const std::uint32_t rest = ipv4_at(bytes, 12);
    return rest == 1 ? "a loopback address" : "an address of no host";
  }
  if (begins_with(bytes, k6to4)) return objection_to_ipv4(ipv4_at(bytes, 2));
  if (begins_with(bytes, kTeredo)) return "a reserved address";
  if (begins_with(bytes, kExamples)) return "an address for examples";
  if ((bytes[0] & 0xFEU) == 0xFC) return "a private address";
  if (bytes[0] == 0xFE && (bytes[1] & 0x80U) != 0) return "a link-local address";
  if (bytes[0] == 0xFF) return "a multicast address";
  // All that is given out lies in 2000::/3.
  return (bytes[0] & 0xE0U) == 0x20 ? "" : "a reserved address";
}

}  // namespace

std::string objection_to_address(std::string_view address) {
  // A zone (`fe80::1%eth0`) belongs to link-local addresses only.
  const std::string text(address.substr(0, address.find('%')));
  in_addr four = {};
  if (::inet_pton(AF_INET, text.c_str(), &four) == 1) return objection_to_ipv4(ntohl(four.s_addr));
  Ipv6 six = {};
  if (::inet_pton(AF_INET6, text.c_str(), six.data()) == 1) return objection_to_ipv6(six);
  return "no address";
}

}  // namespace pawl::evidence
