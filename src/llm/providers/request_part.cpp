#include "llm/providers/request_part.hpp"

#include <algorithm>
#include <array>

namespace pawl::llm {
namespace {

struct NameRow {
  Part part;
  std::string_view name;
};

constexpr auto kNames = std::to_array<NameRow>({
    {Part::json_schema, "json_schema"},
    {Part::json_object, "json_object"},
    {Part::stream_options, "stream_options"},
    {Part::max_tokens, "max_tokens"},
    {Part::temperature, "temperature"},
    {Part::tools, "tools"},
    {Part::reasoning_effort, "reasoning_effort"},
    {Part::thinking_template, "chat_template_kwargs"},
    {Part::thinking_top_level, "enable_thinking"},
});

}  // namespace

std::string_view to_string(Part part) {
  const auto row = std::find_if(kNames.begin(), kNames.end(),
                                [&](const NameRow& each) { return each.part == part; });
  return row == kNames.end() ? std::string_view() : row->name;
}

std::optional<Part> part_from(std::string_view name) {
  const auto row = std::find_if(kNames.begin(), kNames.end(),
                                [&](const NameRow& each) { return each.name == name; });
  return row == kNames.end() ? std::nullopt : std::optional(row->part);
}

std::vector<std::string> PartSet::names() const {
  std::vector<std::string> names;
  for (const NameRow& row : kNames) {
    if (has(row.part)) names.emplace_back(row.name);
  }
  return names;
}

}  // namespace pawl::llm
