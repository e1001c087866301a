#include "guards/paths/links.hpp"

#include <algorithm>
#include <deque>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/hidden.hpp"
#include "base/text/path_alias.hpp"
#include "guards/paths/gate_finding.hpp"
#include "guards/paths/guarded_paths.hpp"
#include "guards/paths/path_policy.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

// What Linux follows at most.
constexpr int kLinksMax = 40;

struct LinkFault {
  std::string_view rule;
  std::string reason;
};

LinkFault outside(std::string reason) { return {"link-outside", std::move(reason)}; }

std::optional<LinkFault> text_fault(std::string_view target) {
  const auto unsafe = [](std::string_view reason) {
    return LinkFault{"unsafe-link", "where the link points " + std::string(reason)};
  };
  if (target.empty()) return unsafe("is empty");
  if (!is_utf8(target)) return unsafe("is not valid UTF-8");
  const auto hidden = hidden_in(target);
  if (std::any_of(hidden.begin(), hidden.end(), [](const auto& one) { return !one.needed; })) {
    return unsafe("holds characters that do not show");
  }
  if (target == "/dev/null") return std::nullopt;
  const bool drive = target.size() > 1 && is_letter(target[0]) && target[1] == ':';
  if (target.front() == '/' || target.front() == '\\' || drive) {
    return outside("the link points to an absolute path");
  }
  if (contains(target, "\\")) return unsafe("holds a backslash");
  return std::nullopt;
}

// Follows a link as a file system does, by the files of the tree alone.
class LinkWalk {
 public:
  explicit LinkWalk(const repo::RepoView* tree) : tree_(tree) {}

  // Where it ends, below the root of the tree; empty at the root.
  Result<std::vector<std::string>> follow(std::string_view folder, std::string_view target) {
    std::vector<std::string> at;
    for (const std::string_view part : split(folder, '/')) {
      if (!part.empty()) at.emplace_back(part);
    }
    add(target);
    while (!todo_.empty()) {
      const std::string part = std::move(todo_.front());
      todo_.pop_front();
      if (part.empty() || part == ".") continue;
      if (part == "..") {
        if (at.empty()) return fault(outside("the link leads out of the repository"));
        at.pop_back();
        continue;
      }
      at.push_back(part);
      const auto link = tree_ == nullptr ? std::nullopt : tree_->link_target(join(at, "/"));
      if (!link) continue;
      if (++links_ > kLinksMax) {
        return fault({"unsafe-link", "the link leads in a circle"});
      }
      if (const auto bad = text_fault(*link)) {
        return fault({bad->rule, "the link leads through " + printable(join(at, "/"), 200) + ": " +
                                     bad->reason});
      }
      at.pop_back();
      add(*link);
    }
    return at;
  }

  const LinkFault& fault() const { return fault_; }

 private:
  void add(std::string_view target) {
    const auto parts = split(target, '/');
    todo_.insert(todo_.begin(), parts.begin(), parts.end());
  }

  Error fault(LinkFault fault) {
    fault_ = std::move(fault);
    return fail(Errc::denied, fault_.reason);
  }

  const repo::RepoView* tree_;
  std::deque<std::string> todo_;
  int links_ = 0;
  LinkFault fault_;
};

std::string last_of(const std::vector<std::string>& path) {
  return path.empty() ? std::string() : alias_folded(path.back());
}

// The row of a path that not just anybody may have written.
std::optional<GuardedRow> watched(const RepoPath& path) {
  const std::optional<GuardedRow> row = guarded_as(path);
  if (!row || is_env_template(path)) return std::nullopt;
  return row->by_person && !person_only(path) ? std::nullopt : row;
}

std::optional<LinkFault> guarded_fault(const RepoPath& link, const std::vector<std::string>& end) {
  if (std::any_of(end.begin(), end.end(), [](const auto& name) { return is_dot_git(name); })) {
    return LinkFault{"link-into-git", "the link leads into the folder of git"};
  }
  const std::string own = alias_folded(link.name());
  const std::string other = last_of(end);
  if (own != other && (holds_guarded(own) || holds_guarded(other))) {
    return LinkFault{"link-to-guarded", "the link makes a folder with guarded files of another"};
  }
  const Result<RepoPath> path = RepoPath::from_git(join(end, "/"));
  if (!path) return std::nullopt;  // the root
  const std::optional<GuardedRow> row = watched(*path);
  const std::optional<GuardedRow> same = watched(link);
  if (!row || (same && same->kind == row->kind)) return std::nullopt;
  return LinkFault{"link-to-guarded",
                   "the link is another name for a guarded file: " + std::string(reason_of(*row))};
}

std::optional<LinkFault> fault_of(const git::FileChange& file, const Context& context) {
  if (auto fault = text_fault(*file.after)) return fault;
  if (*file.after == "/dev/null") return std::nullopt;
  LinkWalk walk(context.head == nullptr ? context.base : context.head);
  const auto end = walk.follow(file.path.folder(), *file.after);
  return end ? guarded_fault(file.path, *end) : walk.fault();
}

// The link is there already, under another name that goes.
bool is_moved(const git::Change& change, const git::FileChange& link) {
  return std::any_of(change.files.begin(), change.files.end(), [&](const git::FileChange& file) {
    return file.before == link.after && !file.after && file.mode_before == git::kSymlinkMode;
  });
}

}  // namespace

void check_links(const git::Change& change, const Context& context, Verdict& verdict) {
  for (const git::FileChange& file : change.files) {
    if (!file.after || file.mode_after != git::kSymlinkMode) continue;
    const bool was_link = file.before && file.mode_before == git::kSymlinkMode;
    // Git reads these by name, and refuses them as links in a clone: what they point at is not
    // theirs.
    if (!was_link && is_dot_git_file(file.path.name())) {
      verdict.refuse(
          gate_finding("git-file-link", RuleKind::defect, file.path.text(),
                       "a file that git reads may not be a symbolic link",
                       "Write " + printable(file.path.text(), 200) + " as a regular file."));
    }
    if (was_link && file.before == file.after) continue;
    const auto fault = fault_of(file, context);
    if (!fault) continue;
    const bool absolute = fault->rule == "link-outside" && file.after->starts_with('/');
    if (absolute && is_moved(change, file)) continue;
    verdict.refuse(gate_finding(fault->rule, RuleKind::defect, file.path.text(),
                                fault->reason + " (" + printable(*file.after, 200) + ")",
                                "Link to a file of the repository by a relative path, or write "
                                "the file itself."));
  }
}

}  // namespace pawl::guards
