// What coding agents print, and what models answer them, whatever it is.
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

#include "agents/hearing.hpp"
#include "agents/programs/kinds.hpp"
#include "agents/usage_reader.hpp"

namespace {

class NoEvents final : public pawl::EventSink {
 public:
  pawl::Status append(const pawl::Event&) override { return pawl::Done{}; }
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  NoEvents events;
  const pawl::Redactor redactor;
  for (const pawl::agents::LineKind& kind : pawl::agents::line_kinds()) {
    pawl::agents::Hearing hearing("fuzz", redactor, events);
    pawl::agents::JsonLines lines([&](const pawl::Json& line) { kind.line(line, hearing); });
    lines.feed(text.substr(0, size / 2));
    lines.feed(text.substr(size / 2));
    lines.end();
    hearing.said_all();
  }
  for (const auto api : {pawl::agents::Api::chat, pawl::agents::Api::responses,
                         pawl::agents::Api::anthropic, pawl::agents::Api::gemini}) {
    pawl::agents::UsageReader whole(api, 100);
    whole.document(text);
    pawl::agents::UsageReader streamed(api, 100);
    streamed.feed(text);
    const auto usage = whole.usage();
    const bool sane = usage.tokens_in >= 0 && usage.tokens_out >= 0 &&
                      usage.cached_in <= usage.tokens_in && streamed.usage().tokens_out >= 0;
    if (!sane) std::abort();
  }
  return 0;
}
