// A scanner's log: whatever it says, no finding lies outside the tree, and reading it again gives
// the same.
#include <cstdint>
#include <string>
#include <string_view>

#include "base/check.hpp"
#include "evidence/sarif.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto read = [](const std::string&) { return std::optional<std::string>("one\ntwo\n"); };
  const auto found = pawl::evidence::findings_of_sarif(text, "/tree", read);
  const auto again = pawl::evidence::findings_of_sarif(text, "/tree", read);
  PAWL_CHECK(found.ok() == again.ok(), "read only now and then");
  if (!found) return 0;
  PAWL_CHECK(found->size() == again->size(), "the same log has other findings");
  for (const pawl::guards::ScanFinding& finding : *found) {
    PAWL_CHECK(!finding.path.starts_with('/') && !finding.path.starts_with("../"),
               "a finding lies outside the tree");
  }
  return 0;
}
