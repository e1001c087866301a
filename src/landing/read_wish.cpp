#include "base/json.hpp"
#include "base/text/text.hpp"
#include "landing/landing.hpp"
#include "runner/request.hpp"

namespace pawl::landing {
namespace {

constexpr std::size_t kRequestBytesMax = std::size_t{16} << 20U;

std::string first_line(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    if (!trim(line).empty()) return std::string(trim(line));
  }
  return {};
}

}  // namespace

Result<Wish> read_wish(os::Files& files, const store::Layout& layout, const RunId& id) {
  const std::string path = os::join_path(layout.artifacts(id), std::string(runner::kRequest));
  TRY_ASSIGN(const auto there, files.stat(path));
  if (!there) return Wish{};
  TRY_ASSIGN(const std::string text, files.read(path, kRequestBytesMax));
  TRY_ASSIGN(const Json json, Json::parse(text));
  TRY_ASSIGN(stages::Request request, runner::request_from_json(json));
  Wish wish{.land_on = std::move(request.land_on), .title = {}, .commands = {}, .words = {}};
  for (const std::string* words : {&request.task, &request.instructions, &request.plan}) {
    wish.words += *words + "\n";
  }
  for (const std::string* line : {&request.title, &request.description, &request.task,
                                  &request.instructions, &request.plan}) {
    if (wish.title.empty()) wish.title = first_line(*line);
  }
  while (wish.title.starts_with('#')) wish.title.erase(0, 1);
  wish.title = std::string(trim(wish.title));
  for (const std::string& command : request.commands) wish.commands.push_back({command, command});
  return wish;
}

}  // namespace pawl::landing
