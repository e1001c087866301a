// Which addresses of the internet nobody is to be sent to by a text that somebody else wrote.
#pragma once

#include <string>
#include <string_view>

namespace pawl::evidence {

// Why an address, as digits, is not one of the public internet: `a private address`; empty when it
// is one. IPv4 inside IPv6 (mapped, translated, 6to4, Teredo) is looked at as what it leads to.
std::string objection_to_address(std::string_view address);

}  // namespace pawl::evidence
