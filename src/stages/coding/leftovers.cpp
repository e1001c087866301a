#include "stages/coding/leftovers.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "stages/coding/coding_events.hpp"

namespace pawl::stages {
namespace {

constexpr std::string_view kHome = "home";
constexpr std::string_view kKept = ".kept-";
constexpr std::size_t kNodeNameMax = 60;

// What cannot be kept on a ref is not used again, and not removed.
Result<std::string> set_aside(os::Files& files, const git::Workplace& place) {
  for (int number = 1;; ++number) {
    const std::string to = place.folder() + std::string(kKept) + std::to_string(number);
    TRY_ASSIGN(const auto there, files.stat(to));
    if (there) continue;
    TRY(files.rename(place.folder(), to));
    return to;
  }
}

std::string message_of(const RunId& id) {
  return "Work of a coding agent that was not committed\n\nPawl-Run: " + id.text() + "\n";
}

std::string label_of(const Scope& scope, const git::Workplace& place) {
  return os::file_name(place.folder()) + "-" + std::to_string(scope.state().last_seq);
}

}  // namespace

std::string workplace_of(const Scope& scope) {
  return os::join_path(scope.layout.workplaces(scope.id),
                       slug(scope.node, kNodeNameMax) + "-" + hash_hex(scope.node).substr(0, 8));
}

git::Workplace::Setup workplace_setup(const Scope& scope, const Checkout& checkout) {
  git::Workplace::Setup setup{.owner = checkout.sandbox.files_owner()};
  if (checkout.sandbox.report().level == os::SandboxLevel::full) {
    setup.sharing = git::Sharing{.folder = scope.layout.checkouts()};
  }
  return setup;
}

std::string agents_home(const Scope& scope) {
  return os::join_path(scope.layout.workplaces(scope.id), kHome);
}

Result<std::string> rescue_work(const Scope& scope, const Checkout& checkout, git::Workplace& place,
                                const std::string& reason) {
  CodingRescued event{.stage = scope.node, .reason = printable(reason, 300)};
  git::Rescued rescued;
  std::string trouble;
  // What was committed meanwhile is no leftover.
  TRY_ASSIGN(const std::string head, checkout.worktree->head());
  Result<git::ReadChange> read = place.change(head);
  if (read) {
    Result<git::Rescued> kept = git::rescue_change(*checkout.worktree, *read,
                                                   {.head = head,
                                                    .label = label_of(scope, place),
                                                    .message = message_of(scope.id),
                                                    .at = scope.ports.clock.now()});
    if (kept) rescued = *std::move(kept);
    if (!kept && kept.error().code == Errc::cancelled) return kept.error();
    if (!kept) trouble = kept.error().to_line();
  } else {
    if (read.error().code == Errc::cancelled) return read.error();
    trouble = read.error().to_line();
  }
  if (trouble.empty() && rescued.left.empty()) {
    TRY(place.remove());
    if (rescued.ref.empty()) return std::string();
  } else {
    TRY_ASSIGN(event.folder, set_aside(scope.ports.files, place));
    if (!trouble.empty()) event.reason += "; it could not be read: " + printable(trouble, 300);
  }
  event.ref = rescued.ref;
  event.commit = rescued.commit;
  event.left = rescued.left;
  TRY(scope.events.append(to_event(event)));
  std::string words;
  if (!event.ref.empty()) words = "; what it left is kept as " + event.ref;
  if (!event.folder.empty()) words += "; its folder is kept: " + event.folder;
  return words;
}

Status remove_workplaces(os::Files& files, const store::Layout& layout, const RunId& id) {
  const std::string all = layout.workplaces(id);
  TRY_ASSIGN(const auto there, files.stat(all));
  if (!there) return Done{};
  TRY(files.remove_tree(os::join_path(all, kHome)));
  TRY_ASSIGN(const std::vector<std::string> names, files.list(all));
  return names.empty() ? files.remove_tree(all) : Status(Done{});
}

Result<bool> keeps_work(os::Files& files, const store::Layout& layout, const RunId& id) {
  const std::string all = layout.workplaces(id);
  TRY_ASSIGN(const auto there, files.stat(all));
  if (!there) return false;
  TRY_ASSIGN(const std::vector<std::string> names, files.list(all));
  return std::any_of(names.begin(), names.end(),
                     [](const std::string& name) { return name != kHome; });
}

Status give_up_workplaces(git::Worktree& worktree, os::Files& files, const store::Layout& layout,
                          const RunId& id, Timestamp at) {
  const std::string all = layout.workplaces(id);
  TRY_ASSIGN(const auto there, files.stat(all));
  if (!there) return Done{};
  TRY_ASSIGN(const std::string head, worktree.head());
  TRY_ASSIGN(const std::vector<std::string> names, files.list(all));
  for (const std::string& name : names) {
    if (name == kHome) continue;
    // What could not be kept on a ref when it was set aside may be now: the disk was full.
    const bool aside = contains(name, kKept);
    const std::string folder = os::join_path(all, name);
    const std::string doing = "keeping what an agent left in " + folder;
    TRY_ASSIGN(auto place, git::Workplace::find(worktree, folder, {.folder = layout.checkouts()}));
    if (!place) {
      if (!aside) TRY(files.remove_tree(folder));
      continue;
    }
    TRY_ASSIGN(const git::ReadChange read, place->change(head).during(doing));
    TRY_ASSIGN(
        const git::Rescued kept,
        git::rescue_change(worktree, read,
                           {.head = head, .label = name, .message = message_of(id), .at = at})
            .during(doing));
    if (kept.left.empty()) {
      TRY(place->remove());
    } else if (!aside) {
      TRY(set_aside(files, *place));
    }
  }
  return remove_workplaces(files, layout, id);
}

Status rescue_leftovers(const Scope& scope, const Checkout& checkout) {
  os::Files& files = scope.ports.files;
  const std::string all = scope.layout.workplaces(scope.id);
  TRY_ASSIGN(const auto there, files.stat(all));
  if (!there) return Done{};
  TRY_ASSIGN(const std::vector<std::string> names, files.list(all));
  for (const std::string& name : names) {
    if (name == kHome || contains(name, kKept)) continue;
    const std::string folder = os::join_path(all, name);
    TRY_ASSIGN(auto place, git::Workplace::find(*checkout.worktree, folder,
                                                {.folder = scope.layout.checkouts()}));
    if (!place) {
      TRY(files.remove_tree(folder));
      continue;
    }
    TRY_ASSIGN(const std::string words,
               rescue_work(scope, checkout, *place, "its process ended before it was committed"));
    if (!words.empty()) TRY(say(scope, "an agent was interrupted" + words));
  }
  return Done{};
}

}  // namespace pawl::stages
