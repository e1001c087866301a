#include "planner/prompts/template.hpp"

#include <set>

#include "base/assets.hpp"
#include "base/check.hpp"
#include "base/text/text.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kFenceMax = 80;

// No line of the text holds it. A text that would make it long gets one of another kind.
std::string fence_for(std::string_view text) {
  std::string fence = "=====";
  while (contains(text, fence)) {
    fence += '=';
    if (fence.size() <= kFenceMax) continue;
    fence = "===== " + hash_hex(text);
    while (contains(text, fence)) fence = "===== " + hash_hex(fence);
    break;
  }
  return fence;
}

}  // namespace

std::string render(std::string_view asset_path,
                   const std::vector<std::pair<std::string, std::string>>& values) {
  const auto text = asset(asset_path);
  PAWL_CHECK(text.has_value(), asset_path);
  std::string out;
  std::set<std::string> used;
  std::string_view rest = *text;
  for (auto at = rest.find("{{"); at != std::string_view::npos; at = rest.find("{{")) {
    out += rest.substr(0, at);
    const auto end = rest.find("}}", at);
    PAWL_CHECK(end != std::string_view::npos, asset_path);
    const std::string name(trim(rest.substr(at + 2, end - at - 2)));
    bool known = false;
    for (const auto& [key, value] : values) {
      if (key != name) continue;
      out += value;
      known = true;
    }
    PAWL_CHECK(known, name);
    used.insert(name);
    rest.remove_prefix(end + 2);
  }
  PAWL_CHECK(used.size() == values.size(), asset_path);
  return out + std::string(rest);
}

std::string framed(std::string_view label, std::string_view text) {
  const std::string fence = fence_for(text);
  std::string out = fence + " begin " + std::string(label) + "\n";
  out += text;
  if (!text.ends_with('\n')) out += '\n';
  return out + fence + " end " + std::string(label) + "\n";
}

}  // namespace pawl::planner
