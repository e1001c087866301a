#include "agents/bail.hpp"

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::agents {
namespace {

constexpr std::size_t kBailBytesMax = 64U << 10U;
constexpr std::size_t kDetailBytesMax = 200;

constexpr auto kBailClasses = fixed_words("reviewer_requested_changes", "security", "secrets",
                                          "timeout", "infra", "exhausted", "conflict", "other");

Bail bail_in(const Result<std::string>& text) {
  if (!text) return bail_of("other", "its bail file cannot be read: " + text.error().message);
  const Result<Json> json = Json::parse(*text);
  if (!json || !json->is_object()) return bail_of("other", *text);
  return bail_of((*json)["class"].text(), (*json)["detail"].text());
}

}  // namespace

WordsView bail_classes() { return kBailClasses; }

Bail bail_of(std::string_view bail_class, std::string_view detail) {
  return {.bail_class = std::string(among(kBailClasses, bail_class) ? bail_class : "other"),
          .detail = printable(trim(detail), kDetailBytesMax)};
}

std::optional<Bail> take_bail(os::Root& folder) {
  const Result<RepoPath> path = RepoPath::from_git(kBailFile);
  const auto there = folder.stat(*path);
  if (!there || !there->has_value()) return {};
  if ((*there)->type == os::FileType::symlink) {
    static_cast<void>(folder.remove_link(*path).ok());
    return bail_of("other", "its bail file is a link");
  }
  const Result<std::string> text = folder.read(*path, kBailBytesMax);
  // What cannot be removed stays in the agent's work, for whoever looks at that.
  static_cast<void>(folder.remove(*path).ok());
  if (text && trim(*text).empty()) return {};
  return bail_in(text);
}

}  // namespace pawl::agents
