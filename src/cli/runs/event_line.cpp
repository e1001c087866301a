#include "cli/runs/event_line.hpp"

#include "base/text/text.hpp"
#include "cli/kit/output.hpp"
#include "run/events.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kValueBytesMax = 160;

std::string value_text(const Json& value) {
  return printable(value.is_string() ? value.text() : value.dump(), kValueBytesMax);
}

Paint paint_of_kind(std::string_view kind) {
  for (const std::string_view bad : {"failed", "refused", "aborted", "unknown", "interrupted"}) {
    if (contains(kind, bad)) return Paint::red;
  }
  return kind == run::kRunHeartbeat.name ? Paint::dim : Paint::blue;
}

}  // namespace

std::string event_line(const Context& context, std::string_view at, std::string_view kind,
                       const Json& data) {
  const auto time = at.find('T');
  std::string line(time == std::string_view::npos ? at : at.substr(time + 1, 8));
  line += "  " + painted(context, paint_of_kind(kind), printable(kind, 60));
  if (kind.size() < 18) line.append(18 - kind.size(), ' ');
  for (const auto& [name, value] : data.members()) {
    line += " " + painted(context, Paint::dim, printable(name, 60) + "=") + value_text(value);
  }
  return line + "\n";
}

}  // namespace pawl::cli
