#include "simulation/memory_git.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "git/worktrees/rescue.hpp"

namespace pawl::simulation {
namespace {

// As long as git's, so that what is cut from the front of one is cut of the other.
std::string id_of(std::string_view text) {
  const std::string first = hash_hex(text);
  std::string id = first + hash_hex(first + std::string(text)) + first;
  id.resize(40, '0');
  return id;
}

}  // namespace

std::string MemoryGit::keep(const Tree& tree) {
  std::string text = "tree\n";
  for (const auto& [path, content] : tree) text += path + "\n" + content + "\n";
  const std::string id = id_of(text);
  trees_.try_emplace(id, tree);
  return id;
}

std::string MemoryGit::commit(const std::string& tree, const std::vector<std::string>& parents,
                              const std::string& message, Timestamp at) {
  std::string text =
      "commit\n" + tree + "\n" + message + "\n" + std::to_string(at.time_since_epoch().count());
  for (const std::string& parent : parents) text += "\n" + parent;
  const std::string id = id_of(text);
  if (commits_.contains(id)) return id;
  Commit made{.tree = tree,
              .parents = parents,
              .message = message,
              .at = at,
              .history = {},
              .number = static_cast<int>(ids_.size())};
  for (const std::string& parent : parents) {
    const std::set<int>& before = commits_.at(parent).history;
    made.history.insert(before.begin(), before.end());
  }
  made.history.insert(made.number);
  ids_.push_back(id);
  commits_.emplace(id, std::move(made));
  return id;
}

std::string MemoryGit::peeled(const std::string& id) const {
  const auto found = commits_.find(id);
  return found == commits_.end() ? id : found->second.tree;
}

bool MemoryGit::has(const std::string& tip, const std::string& commit) const {
  const auto from = commits_.find(tip);
  const auto to = commits_.find(commit);
  if (from == commits_.end() || to == commits_.end()) return false;
  return from->second.history.contains(to->second.number);
}

git::CommitInfo MemoryGit::info(const std::string& commit) const {
  const Commit& one = commits_.at(commit);
  const auto end = std::min(one.message.find('\n'), one.message.size());
  return {.id = commit,
          .parent = one.parents.empty() ? "" : one.parents.front(),
          .tree = one.tree,
          .subject = one.message.substr(0, end),
          .body = std::string(trim(one.message.substr(end))),
          .at = one.at};
}

std::vector<git::CommitInfo> MemoryGit::log(const std::string& base,
                                            const std::string& head) const {
  std::vector<git::CommitInfo> found;
  const auto from = commits_.find(base);
  if (from == commits_.end()) return found;
  for (const int number : commits_.at(head).history) {
    if (from->second.history.contains(number)) continue;
    found.push_back(info(ids_[static_cast<std::size_t>(number)]));
  }
  return found;
}

std::optional<git::TrialRepository::Merged> MemoryGit::merge(const std::string& ours,
                                                             const std::string& theirs) {
  const std::set<int>& a = commits_.at(ours).history;
  const std::set<int>& b = commits_.at(theirs).history;
  const auto common = std::find_if(a.rbegin(), a.rend(), [&](int one) { return b.contains(one); });
  if (common == a.rend()) return std::nullopt;
  const Tree& base = files(ids_[static_cast<std::size_t>(*common)]);
  const Tree& left = files(ours);
  const Tree& right = files(theirs);
  const auto content = [](const Tree& tree, const std::string& path) -> std::string {
    const auto found = tree.find(path);
    return found == tree.end() ? "" : "=" + found->second;
  };
  std::set<std::string> paths;
  for (const Tree* tree : {&base, &left, &right}) {
    for (const auto& [path, text] : *tree) paths.insert(path);
  }
  git::TrialRepository::Merged merged;
  Tree result;
  for (const std::string& path : paths) {
    const std::string was = content(base, path);
    const std::string own = content(left, path);
    const std::string other = content(right, path);
    if (own != other && own != was && other != was) merged.conflicts.push_back(path);
    const std::string& taken = own == was ? other : own;
    if (!taken.empty()) result[path] = taken.substr(1);
  }
  merged.tree = keep(result);
  return merged;
}

bool MemoryGit::move(const std::string& ref, const std::string& to, const std::string& expected) {
  if (at(ref) != expected) return false;
  if (to.empty()) {
    refs.erase(ref);
  } else {
    refs[ref] = to;
  }
  return true;
}

std::string MemoryGit::at(const std::string& ref) const {
  const auto found = refs.find(ref);
  return found == refs.end() ? "" : found->second;
}

bool MemoryGit::is_held(const std::string& commit, const std::string& beside) const {
  return std::any_of(refs.begin(), refs.end(), [&](const auto& ref) {
    return ref.first != beside && git::is_lasting(ref.first) && has(ref.second, commit);
  });
}

std::vector<std::string> MemoryGit::tips() const {
  std::vector<std::string> found;
  for (const auto& [ref, commit] : refs) {
    if (!ref.starts_with(git::kWaitingPrefix)) found.push_back(commit);
  }
  return found;
}

std::string MemoryGit::rescue(const std::string& commit, const std::string& run) {
  if (is_held(commit)) return {};
  std::string ref = "refs/pawl/rescue/" + run + "/head-" + commit;
  refs[ref] = commit;
  return ref;
}

std::set<std::string> MemoryGit::contents(const std::vector<std::string>& tips) const {
  std::set<int> reached;
  for (const std::string& tip : tips) {
    const std::set<int>& history = commits_.at(tip).history;
    reached.insert(history.begin(), history.end());
  }
  std::set<std::string> found;
  for (const int number : reached) {
    for (const auto& [path, text] : files(ids_[static_cast<std::size_t>(number)])) {
      found.insert(text);
    }
  }
  return found;
}

}  // namespace pawl::simulation
