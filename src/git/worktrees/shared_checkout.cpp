#include "git/worktrees/shared_checkout.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <set>
#include <system_error>

#include "base/json.hpp"
#include "base/text/text.hpp"
#include "git/objects/tree.hpp"
#include "git/worktrees/export.hpp"
#include "os/files/copy_tree.hpp"
#include "os/files/leftover_name.hpp"
#include "os/files/tree_facts.hpp"
#include "os/processes/process.hpp"

namespace pawl::git {
namespace {

constexpr Milliseconds kCheckoutDeadline{600'000};

// What stands beside the files: of which commit they are, of whose repository, and since when. One
// of an earlier boot is not used: nobody knows what of it had reached the disk.
struct About {
  std::string commit;
  std::string key;
  std::string boot;
  std::string facts;  // os::tree_facts of its files
};

std::string about_path(const std::string& folder) { return folder + "/about.json"; }

std::optional<About> read_about(os::Files& files, const std::string& folder) {
  const auto text = files.read(about_path(folder));
  if (!text) return std::nullopt;
  const auto json = Json::parse(*text);
  if (!json) return std::nullopt;
  About about{.commit = (*json)["commit"].string_or(""),
              .key = (*json)["repository"].string_or(""),
              .boot = (*json)["boot"].string_or(""),
              .facts = (*json)["facts"].string_or("")};
  if (about.commit.empty() || about.boot != os::boot_id()) return std::nullopt;
  return about;
}

std::string owner_text(const std::optional<os::Owner>& owner) {
  return owner ? "-" + std::to_string(owner->uid) : "";
}

std::string owner_in(const std::string& name) {
  const auto dash = name.find('-');
  return dash == std::string::npos ? "" : name.substr(dash);
}

// A name beside it that nobody looks for. What lies there goes when nobody uses it.
std::string aside(const std::string& folder) {
  static std::atomic<int> numbers = 0;
  return os::parent_path(folder) + "/" +
         os::temporary_name(os::file_name(folder), std::to_string(++numbers));
}

bool is_checkout_name(const std::string& name) {
  return !name.empty() && !name.starts_with('.') && name.find('/') == std::string::npos;
}

}  // namespace

class SharedCheckouts {
 public:
  SharedCheckouts(const Worktree& worktree, const Sharing& sharing, std::optional<os::Owner> owner)
      : worktree_(worktree), files_(worktree.files()), sharing_(sharing), owner_(owner) {}

  Result<std::optional<SharedCheckout>> of(ObjectReader& objects, const std::string& head) {
    using Found = std::optional<SharedCheckout>;
    TRY(sweep());
    TRY_ASSIGN(const std::string name, name_of(objects, head));
    if (auto same = use(name)) return Found(*std::move(same));
    TRY_ASSIGN(Found near, nearest_to(objects, head));
    if (near) return near;
    TRY_ASSIGN(const auto files, list_files(objects, head));
    if (files.size() < sharing_.files_min) return Found();
    TRY_ASSIGN(SharedCheckout made, make(objects, name, head));
    return Found(std::move(made));
  }

  Result<SharedCheckout> again(const std::string& commit, const std::string& before) {
    auto there = is_checkout_name(before) ? use(before) : std::nullopt;
    if (there && there->unchanged()) return *std::move(there);
    ObjectReader objects(worktree_.git(), worktree_.folder());
    TRY_ASSIGN(const std::string name, name_of(objects, commit));
    auto same = use(name);
    if (same && same->unchanged()) return *std::move(same);
    return make(objects, name, commit);
  }

 private:
  // Of the tree, for many commits have the same one.
  Result<std::string> name_of(ObjectReader& objects, const std::string& commit) {
    const std::string name = commit + "^{tree}";
    TRY_ASSIGN(const auto tree, objects.heads({&name, 1}));
    if (!tree.front()) return fail(Errc::not_found, "the tree of " + commit + " is missing");
    return tree.front()->id + owner_text(owner_);
  }

  std::string folder_of(const std::string& name) const { return sharing_.folder + "/" + name; }

  // Held for as long as it is used: from then on it is not removed.
  std::optional<SharedCheckout> use(const std::string& name) {
    const std::string folder = folder_of(name);
    const std::optional<About> about = read_about(files_, folder);
    if (!about) return std::nullopt;
    constexpr int kUsersMax = 1'000;
    for (int user = 0; user < kUsersMax; ++user) {
      auto lock = files_.try_lock(folder + "/users/" + std::to_string(user));
      if (!lock && lock.error().code == Errc::conflict) continue;
      // It may have been moved away meanwhile.
      if (!lock || !read_about(files_, folder)) break;
      SharedCheckout used(files_, folder, about->commit, *std::move(lock));
      used.look(about->facts);
      return used;
    }
    return std::nullopt;
  }

  Result<std::vector<std::string>> names() {
    TRY_ASSIGN(const auto there, files_.stat(sharing_.folder));
    if (!there) return std::vector<std::string>();
    return files_.list(sharing_.folder);
  }

  Result<std::optional<SharedCheckout>> nearest_to(ObjectReader& objects, const std::string& head) {
    TRY_ASSIGN(const std::vector<std::string> all, names());
    std::string best;
    std::size_t least = sharing_.changed_max + 1;
    for (const std::string& name : all) {
      if (!is_checkout_name(name) || owner_in(name) != owner_text(owner_)) continue;
      const std::optional<About> about = read_about(files_, folder_of(name));
      if (!about || about->key != worktree_.target().key) continue;
      TRY_ASSIGN(const auto known, objects.heads({&about->commit, 1}));
      if (!known.front()) continue;
      const auto differ = diff_trees(objects, about->commit, head);
      if (!differ || differ->size() >= least) continue;
      least = differ->size();
      best = name;
    }
    return best.empty() ? std::optional<SharedCheckout>() : use(best);
  }

  Result<SharedCheckout> make(ObjectReader& objects, const std::string& name,
                              const std::string& commit) {
    TRY(files_.make_folders(sharing_.folder, 0700));
    TRY(make_room());
    const std::string fresh = aside(sharing_.folder + "/" + name);
    TRY(files_.remove_tree(fresh));
    const Status filled = fill(objects, fresh, commit);
    const std::string folder = folder_of(name);
    if (filled && !read_about(files_, folder)) {
      // What is there is of an earlier boot; or another process was faster, and nothing is lost.
      TRY(remove_unused(folder));
      static_cast<void>(files_.rename(fresh, folder).ok());
    }
    TRY(files_.remove_tree(fresh));
    TRY(filled);
    if (auto made = use(name)) return *std::move(made);
    return fail(Errc::io, "the checkout " + folder + " was made, and is gone");
  }

  Status fill(ObjectReader& objects, const std::string& folder, const std::string& commit) {
    const std::string tree = folder + "/tree";
    const std::string lens = folder + "/lens";
    TRY(check_checkout(objects, commit, worktree_.target().kind == TargetKind::url));
    TRY(files_.make_folders(folder, 0700));
    TRY(files_.make_folders(tree, 0755));
    TRY(files_.make_folders(folder + "/users", 0700));
    TRY_ASSIGN(const std::string lender, objects_of(worktree_.git(), worktree_.folder()));
    TRY(borrow_objects(files_, lender, commit, lens));
    GitOptions options = worktree_.git().options();
    options.environment = {{"GIT_DIR", lens}, {"GIT_WORK_TREE", tree}};
    Git git = worktree_.git().with(std::move(options));
    TRY(git.output({.folder = tree,
                    .args = {"read-tree", "--reset", "-u", commit},
                    .deadline = kCheckoutDeadline}));
    if (owner_) {
      TRY_ASSIGN(const std::unique_ptr<os::Root> root, os::Root::open(tree));
      TRY(os::give_tree(*root, *owner_));
      TRY(git.run({.folder = tree, .args = {"update-index", "--refresh", "-q"}}));
    }
    TRY(files_.rename(lens + "/index", folder + "/index"));
    TRY(files_.remove_tree(lens));
    TRY_ASSIGN(const std::string facts, os::tree_facts(tree, worktree_.git().options().cancel));
    return files_.replace(about_path(folder), Json::object({{"commit", commit},
                                                            {"repository", worktree_.target().key},
                                                            {"boot", os::boot_id()},
                                                            {"facts", facts}})
                                                  .pretty());
  }

  // What a killed process began, and what was put aside and is used by nobody any more.
  Status sweep() {
    TRY_ASSIGN(const std::vector<std::string> all, names());
    for (const std::string& name : all) {
      if (is_checkout_name(name)) continue;
      const auto maker = os::maker_of_temporary(name);
      if (maker && os::process_start_time(*maker) != 0) continue;
      TRY_ASSIGN(const bool used, is_used(folder_of(name)));
      if (!used) TRY(files_.remove_tree(folder_of(name)));
    }
    return Done{};
  }

  // The oldest go; those that are in use stay, however many they are.
  Status make_room() {
    TRY_ASSIGN(const std::vector<std::string> all, names());
    std::vector<std::pair<Timestamp, std::string>> by_age;
    for (const std::string& name : all) {
      const std::string folder = folder_of(name);
      if (!is_checkout_name(name)) continue;
      const auto about = files_.stat(about_path(folder));
      by_age.emplace_back(about && *about ? (*about)->modified : Timestamp(), folder);
    }
    std::sort(by_age.begin(), by_age.end());
    std::size_t left = by_age.size();
    for (const auto& [age, folder] : by_age) {
      if (left < sharing_.kept_max && read_about(files_, folder)) continue;
      TRY_ASSIGN(const bool gone, remove_unused(folder));
      if (gone) --left;
    }
    return Done{};
  }

  Result<bool> is_used(const std::string& folder) {
    const std::string users = folder + "/users";
    TRY_ASSIGN(const auto there, files_.stat(users));
    if (!there) return false;
    TRY_ASSIGN(const std::vector<std::string> names, files_.list(users));
    return std::any_of(names.begin(), names.end(), [&](const std::string& user) {
      const auto lock = files_.try_lock(users + "/" + user);
      return !lock && lock.error().code == Errc::conflict;
    });
  }

  // Whether it went, or was not there. Out of the way first: whoever looks for it from now on finds
  // none, and who found it a moment before is seen by its lock.
  Result<bool> remove_unused(const std::string& folder) {
    TRY_ASSIGN(const auto there, files_.stat(folder));
    if (!there) return true;
    TRY_ASSIGN(const bool used, is_used(folder));
    if (used) return false;
    const std::string away = aside(folder);
    TRY(files_.rename(folder, away));
    TRY_ASSIGN(const bool used_now, is_used(away));
    if (!used_now) TRY(files_.remove_tree(away));
    return true;
  }

  const Worktree& worktree_;
  os::Files& files_;
  const Sharing& sharing_;
  std::optional<os::Owner> owner_;
};

Result<std::optional<SharedCheckout>> SharedCheckout::of(const Worktree& worktree,
                                                         const Sharing& sharing,
                                                         ObjectReader& objects,
                                                         const std::string& head,
                                                         std::optional<os::Owner> owner) {
  return SharedCheckouts(worktree, sharing, owner).of(objects, head);
}

Result<SharedCheckout> SharedCheckout::again(const Worktree& worktree, const Sharing& sharing,
                                             const std::string& note) {
  const auto blank = std::min(note.find(' '), note.size());
  return SharedCheckouts(worktree, sharing, {})
      .again(note.substr(0, blank), note.substr(std::min(blank + 1, note.size())));
}

std::string SharedCheckout::note() const { return commit_ + " " + os::file_name(folder_); }

void SharedCheckout::look(std::string noted) {
  const auto facts = [tree = tree()] { return os::tree_facts(tree); };
  std::future<Result<std::string>> found;
  try {
    found = std::async(std::launch::async, facts);
  } catch (const std::system_error&) {  // no thread is to be had
    found = std::async(std::launch::deferred, facts);
  }
  look_ = Look{.found = std::move(found), .noted = std::move(noted)};
}

Status SharedCheckout::unchanged() {
  if (!look_) return Done{};
  const Result<std::string> facts = look_->found.get();
  const bool same = facts && *facts == look_->noted;
  look_.reset();
  if (same) return Done{};
  // Those that lie on it keep it; nobody else finds it any more.
  TRY(files_->rename(folder_, aside(folder_)));
  return fail(Errc::conflict, "somebody changed the files in " + folder_);
}

namespace {

std::string octal(std::uint32_t mode) {
  std::array<char, 16> digits{};
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), mode, 8).ptr;
  return {digits.data(), end};
}

// What of a tree is where something was removed: asked for by path, for the whole tree is large.
class Left {
 public:
  static Result<Left> of(ObjectReader& objects, const std::string& tree,
                         const std::vector<std::string>& removed, std::set<std::string> files) {
    std::set<std::string> paths;
    for (const std::string& path : removed) {
      for (std::string at = path; !at.empty() && paths.insert(at).second;) {
        at = os::parent_path(at);
      }
    }
    Left left;
    left.files_ = std::move(files);
    TRY(left.add_odd(objects, tree, paths));
    std::vector<std::string> names;
    names.reserve(paths.size());
    for (const std::string& path : paths) names.push_back(tree + ":" + path);
    TRY_ASSIGN(const auto heads, objects.heads(names));
    auto head = heads.begin();
    for (const std::string& path : paths) {
      const std::optional<Object>& there = *head++;
      if (!there) continue;
      (there->type == "tree" ? left.folders_ : left.files_).insert(path);
    }
    return left;
  }

  bool is_folder(const std::string& path) const { return path.empty() || folders_.contains(path); }
  bool is_file(const std::string& path) const { return files_.contains(path); }

 private:
  // Takes those out that cannot be asked for by name.
  Status add_odd(ObjectReader& objects, const std::string& tree, std::set<std::string>& paths) {
    for (auto path = paths.begin(); path != paths.end();) {
      if (!contains(*path, "\n")) {
        ++path;
        continue;
      }
      TRY_ASSIGN(const auto node, node_at(objects, tree, *path));
      if (node) (node->is_folder() ? folders_ : files_).insert(*path);
      path = paths.erase(path);
    }
    return Done{};
  }

  std::set<std::string> folders_;
  std::set<std::string> files_;  // and submodules
};

// The paths that are to be hidden: of what was removed, the highest folders nothing is left of.
std::vector<std::string> gone_from(const Left& left, const std::vector<std::string>& removed) {
  std::set<std::string> gone;
  for (const std::string& path : removed) {
    if (left.is_folder(path)) continue;  // a folder took its place
    std::string highest = path;
    std::string above = os::parent_path(highest);
    while (!left.is_folder(above) && !left.is_file(above)) {
      highest = above;
      above = os::parent_path(highest);
    }
    // Behind a file that took the place of a folder nothing shows anyway.
    if (!left.is_file(above)) gone.insert(highest);
  }
  return {gone.begin(), gone.end()};
}

}  // namespace

Result<Laid> laid_over(ObjectReader& objects, const std::string& from, const std::string& to) {
  TRY_ASSIGN(const std::vector<RawEntry> differ, diff_trees(objects, from, to));
  Laid laid;
  std::vector<std::string> removed;
  std::set<std::string> files;
  for (const RawEntry& entry : differ) {
    if (entry.after.mode != 0) continue;
    removed.push_back(entry.path);
    laid.index += "0 " + std::string(to.size(), '0') + "\t" + entry.path + '\0';
  }
  for (const RawEntry& entry : differ) {
    const TreeNode after{entry.after.mode, entry.after.object};
    if (after.mode == 0) continue;
    files.insert(entry.path);
    laid.index += octal(after.mode) + " " + after.object + "\t" + entry.path + '\0';
    if (after.is_file()) {
      laid.written.push_back({.mode = after.mode, .object = after.object, .path = entry.path});
    }
  }
  if (removed.empty()) return laid;
  TRY_ASSIGN(const Left left, Left::of(objects, to, removed, std::move(files)));
  laid.gone = gone_from(left, removed);
  return laid;
}

}  // namespace pawl::git
