// Whatever a gateway answers: what comes of it has the shape the rest of the program relies on, or
// there is nothing and one trouble.
#include <cstddef>
#include <cstdint>
#include <string>

#include "base/check.hpp"
#include "base/text/repo_path.hpp"
#include "base/text/text.hpp"
#include "memory/gateway.hpp"

namespace {

using pawl::memory::Gateway;

struct World {
  pawl::os::FakeClock clock;
  pawl::os::FakeHttp http;
  pawl::Redactor redactor;
  Gateway gateway{
      {.http = http, .clock = clock, .redactor = redactor}, "http://localhost:9999", "/src/x"};

  explicit World(const std::string& body) {
    http.reply({.status = 200, .headers = {}, .body = body});
  }
};

bool is_clean(const std::string& text) { return pawl::printable(text, text.size()) == text; }

void check_log(const std::string& body) {
  World world(body);
  const auto seen = world.gateway.agent_log("7d", 200);
  PAWL_CHECK(seen.size() <= 200, "more entries than were asked for");
  for (const pawl::run::Observation& one : seen) {
    PAWL_CHECK(is_clean(one.run) && is_clean(one.subtask), "a name that cannot be shown");
    for (const std::string& path : one.paths) {
      const auto parsed = pawl::RepoPath::parse(path);
      PAWL_CHECK(parsed.ok() && parsed->text() == path, "a path that is none");
    }
    for (const std::string& mode : one.failure_modes) {
      PAWL_CHECK(is_clean(mode), "a failure mode that cannot be shown");
    }
  }
  const bool failed = world.gateway.take_trouble().has_value();
  PAWL_CHECK(!failed || seen.empty(), "trouble, and entries nevertheless");
  PAWL_CHECK(!world.gateway.take_trouble(), "the same trouble twice");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string body(reinterpret_cast<const char*>(data), size);
  check_log(body);
  World posting(body);
  const bool taken = posting.gateway.post({}).has_value();
  PAWL_CHECK(taken != posting.gateway.take_trouble().has_value(), "neither taken nor trouble");
  World asking(body);
  const auto print = asking.gateway.fingerprint("/x");
  PAWL_CHECK(!print || print->is_object(), "a fingerprint of another shape");
  return 0;
}
