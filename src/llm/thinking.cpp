#include "llm/thinking.hpp"

#include <algorithm>
#include <array>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::llm {
namespace {

struct Tag {
  std::string_view opener;
  std::string_view closer;
};

// Compared without regard to case.
constexpr auto kTags = std::to_array<Tag>({
    {"<think>", "</think>"},
    {"<thinking>", "</thinking>"},
    {"<thought>", "</thought>"},
    {"<thoughts>", "</thoughts>"},
    {"<reasoning>", "</reasoning>"},
    {"<reflection>", "</reflection>"},
    {"<seed:think>", "</seed:think>"},
    {"[THINK]", "[/THINK]"},
    {"\u25c1think\u25b7", "\u25c1/think\u25b7"},
});

// Channels of one message: everything but the `final` one is thinking.
constexpr std::string_view kChannel = "<|channel|>";
constexpr std::string_view kFinal = "final";
constexpr std::string_view kMessage = "<|message|>";
constexpr auto kChannelEnds = fixed_words("<|end|>", "<|start|>");
constexpr std::uint8_t kChannelFamily = kTags.size();

using Kind = ThinkingMark::Kind;

class Marks {
 public:
  explicit Marks(std::string_view text) : text_(text) {}

  std::vector<ThinkingMark> all() {
    each("<", [&](std::size_t at) { tag_at(at) || channel_at(at); });
    each("[", [&](std::size_t at) { tag_at(at); });
    each("\u25c1", [&](std::size_t at) { tag_at(at); });
    std::sort(marks_.begin(), marks_.end(),
              [](const ThinkingMark& a, const ThinkingMark& b) { return a.begin < b.begin; });
    return std::move(marks_);
  }

 private:
  template <class Visit>
  void each(std::string_view start, const Visit& visit) const {
    for (auto at = text_.find(start); at != std::string_view::npos;
         at = text_.find(start, at + start.size())) {
      visit(at);
    }
  }

  bool tag_at(std::size_t at) {
    const std::string_view rest = text_.substr(at);
    for (std::size_t i = 0; i < kTags.size(); ++i) {
      const auto family = static_cast<std::uint8_t>(i);
      if (starts_with_folded(rest, kTags[i].opener)) {
        return add(at, kTags[i].opener.size(), Kind::opens, family);
      }
      if (starts_with_folded(rest, kTags[i].closer)) {
        return add(at, kTags[i].closer.size(), Kind::closes, family);
      }
    }
    return false;
  }

  bool channel_at(std::size_t at) {
    const std::string_view rest = text_.substr(at);
    if (rest.starts_with(kChannel)) {
      const std::string_view name = rest.substr(kChannel.size(), 64);
      if (!name.starts_with(kFinal)) {
        return add(at, kChannel.size(), Kind::opens, kChannelFamily);
      }
      const auto message = name.find(kMessage);
      const std::size_t length =
          message == std::string_view::npos ? kFinal.size() : message + kMessage.size();
      return add(at, kChannel.size() + length, Kind::closes, kChannelFamily);
    }
    for (const std::string_view end : kChannelEnds) {
      if (rest.starts_with(end)) return add(at, end.size(), Kind::closes_gently, kChannelFamily);
    }
    return false;
  }

  bool add(std::size_t at, std::size_t length, Kind kind, std::uint8_t family) {
    marks_.push_back({.begin = at, .end = at + length, .kind = kind, .family = family});
    return true;
  }

  std::string_view text_;
  std::vector<ThinkingMark> marks_;
};

}  // namespace

std::vector<ThinkingMark> thinking_marks(std::string_view text) { return Marks(text).all(); }

}  // namespace pawl::llm
