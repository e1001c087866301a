#include "base/text/text.hpp"
#include "landing/landing.hpp"

namespace pawl::landing {
namespace {

Error nothing_there(const run::RunState& state, const git::Target& target) {
  return fail(Errc::not_found,
              "run " + state.run + " has no worktree any more, and " + target.name +
                  " has no branch \"" + printable(state.branch, 120) +
                  "\"; what was rescued of it is listed by `pawl rescue-refs list`, "
                  "and comes back with `pawl rescue-refs restore`");
}

// The worktree's side: nothing when there is none, or none that is whole.
Result<std::optional<std::string>> head_of_worktree(const Ports& ports, const std::string& folder) {
  using Head = std::optional<std::string>;
  TRY_ASSIGN(const auto there, ports.world.files.stat(os::join_path(folder, ".git")));
  if (!there) return Head();
  return ports.git.resolve(folder, "HEAD");
}

// Which of the two has all that the other has.
Result<bool> worktree_is_newer(const Ports& ports, const std::string& folder,
                               const git::Target& target, const std::string& own,
                               const std::string& published) {
  TRY_ASSIGN(const auto known, ports.git.resolve(folder, published + "^{commit}"));
  if (known) {
    TRY_ASSIGN(const bool newer, ports.git.is_ancestor(folder, published, own));
    if (newer) return true;
  }
  TRY_ASSIGN(const auto there, ports.git.resolve(target.location, own + "^{commit}"));
  if (there) {
    TRY_ASSIGN(const bool older, ports.git.is_ancestor(target.location, own, published));
    if (older) return false;
  }
  return fail(Errc::conflict, "the run's worktree is at " + short_id(own) +
                                  " and its branch in the target at " + short_id(published) +
                                  ", and each has commits the other has not");
}

Status look_for_open(const Ports& ports, Work& work) {
  TRY_ASSIGN(const std::vector<std::string> lines, ports.git.status(work.folder));
  for (const std::string& line : lines) {
    if (line.size() > 3) work.open.push_back(line.substr(3));
  }
  return Done{};
}

}  // namespace

Result<Work> find_work(const Ports& ports, const run::RunState& state, const git::Target& target) {
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  const std::string folder = ports.layout.worktree(id);
  TRY_ASSIGN(const auto own, head_of_worktree(ports, folder));
  std::optional<std::string> published;
  if (target.kind == git::TargetKind::local && !state.branch.empty()) {
    TRY_ASSIGN(published, ports.git.resolve(target.location, "refs/heads/" + state.branch));
  }
  if (!own && !published) return nothing_there(state, target);
  Work work{.head = own.value_or(published.value_or("")), .base = state.base_commit};
  work.in_worktree = own.has_value();
  if (own && published && *own != *published) {
    TRY_ASSIGN(work.in_worktree, worktree_is_newer(ports, folder, target, *own, *published));
    work.head = work.in_worktree ? *own : *published;
  }
  work.folder = work.in_worktree ? folder : target.location;
  work.in_target = published == work.head;
  if (own) {
    Work of_folder{.folder = folder};
    TRY(look_for_open(ports, of_folder));
    work.open = std::move(of_folder.open);
  }
  if (work.head == work.base) {
    return fail(Errc::not_found,
                "run " + state.run + " committed nothing: there is nothing to land");
  }
  return work;
}

}  // namespace pawl::landing
