#include "landing/landing.hpp"

#include <array>

#include "base/json.hpp"
#include "base/text/text.hpp"
#include "runner/request.hpp"

namespace pawl::landing {
namespace {

constexpr std::size_t kRequestBytesMax = std::size_t{16} << 20U;
constexpr std::array<std::string_view, 5> kWays{"squash", "fast_forward", "pull", "merged",
                                                "contained"};

std::string first_line(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    if (!trim(line).empty()) return std::string(trim(line));
  }
  return {};
}

}  // namespace

std::string_view to_string(Way way) { return kWays.at(static_cast<std::size_t>(way)); }

std::optional<Way> way_named(std::string_view name) {
  for (std::size_t i = 0; i < kWays.size(); ++i) {
    if (kWays.at(i) == name) return static_cast<Way>(i);
  }
  return {};
}

Result<Wish> read_wish(os::Files& files, const store::Layout& layout, const RunId& id) {
  const std::string path = os::join_path(layout.artifacts(id), std::string(runner::kRequest));
  TRY_ASSIGN(const auto there, files.stat(path));
  if (!there) return Wish{};
  TRY_ASSIGN(const std::string text, files.read(path, kRequestBytesMax));
  TRY_ASSIGN(const Json json, Json::parse(text));
  Wish wish{.land_on = json["land_on"].string_or(""), .title = {}, .commands = {}, .words = {}};
  for (const char* field : {"task", "instructions", "plan"}) {
    wish.words += json[field].string_or("") + "\n";
  }
  for (const char* field : {"title", "description", "task", "instructions", "plan"}) {
    if (wish.title.empty()) wish.title = first_line(json[field].string_or(""));
  }
  while (wish.title.starts_with('#')) wish.title.erase(0, 1);
  wish.title = std::string(trim(wish.title));
  for (const Json& command : json["commands"].items()) {
    wish.commands.push_back({command.string_or(""), command.string_or("")});
  }
  return wish;
}

std::string short_id(const std::string& commit) { return commit.substr(0, 10); }

std::string land_target(const run::RunState& state, const Wish& wish) {
  return wish.land_on.empty() ? state.base : wish.land_on;
}

}  // namespace pawl::landing
