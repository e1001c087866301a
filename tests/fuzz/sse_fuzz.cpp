// A stream of server-sent events: cut into pieces of any size it gives the same events.
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/check.hpp"
#include "llm/providers/sse.hpp"

namespace {

std::vector<std::string> events_of(std::string_view text, std::size_t piece) {
  std::vector<std::string> events;
  pawl::llm::SseReader reader([&](std::string_view data) { events.emplace_back(data); });
  for (std::size_t at = 0; at < text.size(); at += piece) reader.feed(text.substr(at, piece));
  reader.end();
  return events;
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  const auto whole = events_of(text, text.size() + 1);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
    PAWL_CHECK(events_of(text, piece) == whole, "pieces give other events than the whole");
  }
  return 0;
}
