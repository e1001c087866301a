// A report: elements within the limits of depth and number, lines that never go back.
#include <cstdint>
#include <string_view>

#include "base/check.hpp"
#include "repo/xml.hpp"

namespace {

void check(const pawl::repo::XmlElement& element, int depth, int line) {
  PAWL_CHECK(depth <= 201, "elements lie deeper than the limit");
  PAWL_CHECK(element.line >= line, "an element begins before the one it lies in");
  for (const pawl::repo::XmlElement& child : element.children) {
    PAWL_CHECK(!child.name.empty(), "an element without a name");
    check(child, depth + 1, element.line);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const pawl::repo::XmlElement root = pawl::repo::parse_xml(text);
  check(root, 1, 0);
  return 0;
}
