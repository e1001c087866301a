#include "git/objects/tree.hpp"

#include <algorithm>
#include <charconv>
#include <memory>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "base/text/text.hpp"

namespace pawl::git {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";

std::string hex(std::string_view bytes) {
  std::string out;
  out.reserve(2 * bytes.size());
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kHexDigits[byte >> 4U];
    out += kHexDigits[byte & 15U];
  }
  return out;
}

// Of one entry. What climbs (`..`) has a name, and is found unsafe as a path.
bool is_name(std::string_view name) {
  return !name.empty() && name != "." && name.find('/') == std::string_view::npos;
}

bool is_kind(const TreeNode& node) {
  return node.is_folder() || node.is_file() || node.is_submodule();
}

std::string tree_name(const std::string& name) { return name + "^{tree}"; }

// What a tree holds, in its order; the names are of its content.
struct Item {
  std::string_view name;
  TreeNode node;
};

// Of names that git sorts, folders as if a slash followed, a name that is there twice need not be
// beside itself.
bool has_twice(const std::vector<Item>& items) {
  std::vector<std::string_view> names;
  names.reserve(items.size());
  for (const Item& item : items) names.push_back(item.name);
  if (!std::is_sorted(names.begin(), names.end())) std::sort(names.begin(), names.end());
  return std::adjacent_find(names.begin(), names.end()) != names.end();
}

// Errc::denied for what no git would have written.
Result<std::vector<Item>> items_of(std::string_view content, std::size_t id_bytes) {
  std::vector<Item> items;
  while (!content.empty()) {
    const auto blank = content.find(' ');
    const auto nul = content.find('\0');
    if (blank > nul || nul == std::string_view::npos || content.size() < nul + 1 + id_bytes) {
      return fail(Errc::io, "a tree object is cut or broken; repair the repository");
    }
    Item item{.name = content.substr(blank + 1, nul - blank - 1), .node = {}};
    std::from_chars(content.data(), content.data() + blank, item.node.mode, 8);
    item.node.object = hex(content.substr(nul + 1, id_bytes));
    if (!is_name(item.name) || !is_kind(item.node)) {
      return fail(Errc::denied, "a tree object holds \"" + printable(item.name, 200) +
                                    "\", which is no file or folder; repair the repository");
    }
    items.push_back(std::move(item));
    content.remove_prefix(nul + 1 + id_bytes);
  }
  if (has_twice(items)) {
    return fail(Errc::denied, "a tree object holds a name twice; repair the repository");
  }
  return items;
}

Result<Tree> tree_of(std::string_view content, std::size_t id_bytes) {
  TRY_ASSIGN(std::vector<Item> items, items_of(content, id_bytes));
  Tree tree;
  for (Item& item : items) tree.emplace(item.name, std::move(item.node));
  return tree;
}

// To who does not compare trees a broken one is damage like any other.
template <class T>
Result<T> as_damage(Result<T> result) {
  if (!result && result.error().code == Errc::denied) result.error().code = Errc::io;
  return result;
}

// Trees by id. Small ones are kept, because hostile trees name the same few again and again.
class Trees {
 public:
  explicit Trees(ObjectReader& objects) : objects_(objects) {}

  Result<std::shared_ptr<const Tree>> read(const std::string& name) {
    if (const auto known = kept_.find(name); known != kept_.end()) return known->second;
    std::optional<Object> object;
    if (const auto fetched = fetched_.find(name); fetched != fetched_.end()) {
      object = std::move(fetched->second);
      fetched_.erase(fetched);
    } else {
      TRY_ASSIGN(object, objects_.read(name));
    }
    if (!object) {
      return fail(Errc::io, "the tree " + printable(name, 120) + " is missing or damaged in " +
                                objects_.folder() +
                                "; fetch it there first, or repair the repository");
    }
    if (object->type != "tree") {
      return fail(Errc::io, "the object " + printable(name, 120) + " is a " + object->type +
                                ", not a tree; repair the repository " + objects_.folder());
    }
    TRY_ASSIGN(Tree parsed, tree_of(object->content, object->id.size() / 2));
    auto tree = std::make_shared<const Tree>(std::move(parsed));
    if (tree->size() > kKeptEntriesMax) return tree;
    if (kept_.size() >= kKeptMax) kept_.clear();
    kept_.emplace(name, tree);
    return tree;
  }

  // Both are read next. What is wrong with one shows when it is.
  void fetch(const std::string& first, const std::string& second) {
    fetched_.clear();
    if (first.empty() || second.empty() || first == second) return;
    if (kept_.contains(first) || kept_.contains(second)) return;
    auto both = objects_.read_two(first, second);
    if (!both) return;
    fetched_.emplace(first, std::move((*both)[0]));
    fetched_.emplace(second, std::move((*both)[1]));
  }

  const ObjectReader& objects() const { return objects_; }

 private:
  static constexpr std::size_t kKeptEntriesMax = 64;
  static constexpr std::size_t kKeptMax = 1024;
  ObjectReader& objects_;
  std::unordered_map<std::string, std::shared_ptr<const Tree>> kept_;
  std::unordered_map<std::string, std::optional<Object>> fetched_;
};

// Counts what is found, and reports when it is too much.
class Account {
 public:
  Account(const TreeLimits& limits, const ObjectReader& objects, std::string what)
      : limits_(limits), folder_(objects.folder()), what_(std::move(what)) {}

  // Of a folder that is read. An honest tree has some folders twice, and none a thousand times.
  Status add_folder(const std::string& object) {
    constexpr std::size_t kFew = 10'000;
    constexpr std::size_t kTimesMax = 20;
    if (different_.size() >= kFew) return Done{};
    different_.insert(object);
    if (++folders_ < kFew || folders_ < kTimesMax * different_.size()) return Done{};
    return fail(Errc::io, what_ + " in " + folder_ + " has the same " +
                              std::to_string(different_.size()) +
                              " folders again and again, and Pawl reads no more of it");
  }

  Status add(std::size_t path_bytes, std::size_t depth) {
    path_bytes_ += path_bytes;
    if (depth > limits_.depth) return over(limits_.depth, "folders below each other");
    if (++entries_ > limits_.entries) return over(limits_.entries, "files and folders");
    if (path_bytes_ > limits_.path_bytes) return over(limits_.path_bytes, "bytes of names");
    return Done{};
  }

 private:
  Error over(std::size_t max, std::string_view what) const {
    return fail(Errc::io, what_ + " in " + folder_ + " has more than " + std::to_string(max) + " " +
                              std::string(what) + ", and Pawl reads no more of one tree");
  }

  const TreeLimits& limits_;
  std::string folder_;
  std::string what_;
  std::size_t entries_ = 0;
  std::size_t path_bytes_ = 0;
  std::size_t folders_ = 0;
  std::unordered_set<std::string> different_;  // of the first folders
};

class Diff {
 public:
  Diff(ObjectReader& objects, const TreeLimits& limits)
      : trees_(objects),
        limits_(limits),
        account_(limits, objects, "the difference of two trees") {}

  // Before both are read.
  void fetch(const std::string& before, const std::string& after) { trees_.fetch(before, after); }
  // An empty name is the empty tree.
  Result<std::shared_ptr<const Tree>> read(const std::string& name) {
    if (name.empty()) return std::make_shared<const Tree>();
    return as_damage(trees_.read(name));
  }
  // Of the second tree. What no git would have written counts as empty.
  Result<std::shared_ptr<const Tree>> read_after(const std::string& name, const std::string& path) {
    if (name.empty()) return std::make_shared<const Tree>();
    auto tree = trees_.read(name);
    if (tree || tree.error().code != Errc::denied) return tree;
    diff_.broken.push_back({.kind = UnsafeKind::tree,
                            .path = printable(path, 300),
                            .why = std::move(tree).error().message});
    return std::make_shared<const Tree>();
  }

  Status compare(const std::string& folder, const Tree& before, const Tree& after,
                 std::size_t depth) {
    std::set<std::string_view> names;
    for (const auto& [name, node] : before) names.insert(name);
    for (const auto& [name, node] : after) names.insert(name);
    for (const std::string_view name : names) {
      const auto old_node = before.find(name);
      const auto new_node = after.find(name);
      const TreeNode none;
      const TreeNode& a = old_node == before.end() ? none : old_node->second;
      const TreeNode& b = new_node == after.end() ? none : new_node->second;
      if (a == b) continue;
      TRY(compare_nodes(folder + std::string(name), a, b, depth));
    }
    return Done{};
  }

  TreeDiff take() { return std::move(diff_); }

 private:
  Status compare_nodes(const std::string& path, const TreeNode& before, const TreeNode& after,
                       std::size_t depth) {
    const auto leaf = [](const TreeNode& node) {
      return node.is_folder() ? RawSide{} : RawSide{node.mode, node.object};
    };
    if (depth > limits_.depth && after.mode != 0) {
      diff_.broken.push_back(
          {.kind = UnsafeKind::path,
           .path = printable(path, 300),
           .why = "it is more than " + std::to_string(limits_.depth) + " folders deep"});
      return Done{};
    }
    TRY(account_.add(path.size(), depth));
    const RawEntry entry{.path = path, .before = leaf(before), .after = leaf(after)};
    if (entry.before.mode != 0 || entry.after.mode != 0) diff_.entries.push_back(entry);
    if (!before.is_folder() && !after.is_folder()) return Done{};
    TRY(account_.add_folder(before.object + after.object));
    const std::string old_name = before.is_folder() ? before.object : "";
    const std::string new_name = after.is_folder() ? after.object : "";
    fetch(old_name, new_name);
    TRY_ASSIGN(const auto old_tree, read(old_name));
    TRY_ASSIGN(const auto new_tree, read_after(new_name, path));
    return compare(path + "/", *old_tree, *new_tree, depth + 1);
  }

  Trees trees_;
  const TreeLimits& limits_;
  Account account_;
  TreeDiff diff_;
};

// Folders by the hundred, because a question to git costs more than an answer. What they hold is
// written out from the root at the end: the order of trees is the order of paths.
class Listing {
 public:
  Listing(ObjectReader& objects, const std::string& name, const TreeLimits& limits)
      : objects_(objects), account_(limits, objects, "the tree of " + printable(name, 120)) {
    waiting_.push_back(0);
    folders_.push_back({.path = {}, .object = tree_name(name)});
  }

  Result<std::vector<TreeEntry>> run() {
    while (!waiting_.empty()) TRY(take_some());
    entries_.reserve(files_);
    write_out(0);
    const auto by_path = [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; };
    if (!std::is_sorted(entries_.begin(), entries_.end(), by_path)) {
      std::sort(entries_.begin(), entries_.end(), by_path);  // a tree in an order of its own
    }
    return std::move(entries_);
  }

 private:
  static constexpr std::size_t kFoldersAtOnce = 256;
  static constexpr std::size_t kKeptMax = 1024;
  static constexpr std::size_t kKeptBytesMax = 16U << 10U;

  struct Folder {
    std::string path;  // with a slash at its end; empty for the root
    std::string object;
    std::size_t depth = 0;
    // Files, and where a folder is, an entry without a path and with its index below.
    std::vector<TreeEntry> entries{};
    std::vector<std::size_t> folders{};
  };

  // From the end, so that few folders wait at a time, however many there are.
  Status take_some() {
    const std::size_t count = std::min(kFoldersAtOnce, waiting_.size());
    const std::vector<std::size_t> some(waiting_.end() - std::ptrdiff_t(count), waiting_.end());
    waiting_.resize(waiting_.size() - count);
    if (kept_.size() > kKeptMax) kept_.clear();
    std::vector<std::string> names;
    for (const std::size_t folder : some) {
      if (!kept_.contains(folders_[folder].object)) names.push_back(folders_[folder].object);
    }
    TRY_ASSIGN(const auto read, objects_.read_all(names));
    std::size_t next = 0;
    for (const std::size_t folder : some) {
      const std::string& name = folders_[folder].object;
      if (next < names.size() && names[next] == name) {
        TRY(list(folder, read[next++]));
        continue;
      }
      const auto known = kept_.find(name);
      TRY(list(folder, known == kept_.end() ? std::nullopt : std::optional(known->second)));
    }
    return Done{};
  }

  Status list(std::size_t index, const std::optional<Object>& object) {
    const std::string path = folders_[index].path;
    if (!object || object->type != "tree") {
      return fail(Errc::io, "the tree " + printable(folders_[index].object, 120) + " of " +
                                printable(path.empty() ? "/" : path, 200) +
                                " is missing or damaged in " + objects_.folder() +
                                "; fetch it there first, or repair the repository");
    }
    if (!object->whole) {
      return fail(Errc::io, "the tree of " + printable(path, 200) + " holds " +
                                std::to_string(object->size) + " bytes, more than Pawl reads");
    }
    TRY_ASSIGN(std::vector<Item> items,
               as_damage(items_of(object->content, object->id.size() / 2)));
    if (object->size <= kKeptBytesMax) kept_.emplace(folders_[index].object, *object);
    const std::size_t depth = folders_[index].depth;
    std::vector<TreeEntry> entries;
    entries.reserve(items.size());
    for (Item& item : items) {
      TRY(account_.add(path.size() + item.name.size(), depth));
      if (item.node.is_folder()) {
        TRY(account_.add_folder(item.node.object));
        entries.emplace_back();
        folders_[index].folders.push_back(folders_.size());
        waiting_.push_back(folders_.size());
        folders_.push_back({.path = path + std::string(item.name) + "/",
                            .object = std::move(item.node.object),
                            .depth = depth + 1});
      } else {
        ++files_;
        entries.push_back({.mode = item.node.mode,
                           .object = std::move(item.node.object),
                           .path = path + std::string(item.name)});
      }
    }
    folders_[index].entries = std::move(entries);
    return Done{};
  }

  void write_out(std::size_t index) {
    auto next = folders_[index].folders.begin();
    for (TreeEntry& entry : folders_[index].entries) {
      if (entry.path.empty()) {
        write_out(*next++);
      } else {
        entries_.push_back(std::move(entry));
      }
    }
    folders_[index] = {};
  }

  ObjectReader& objects_;
  Account account_;
  std::vector<Folder> folders_;
  std::vector<std::size_t> waiting_;  // indexes of folders that are to be read
  std::size_t files_ = 0;
  std::vector<TreeEntry> entries_;
  std::unordered_map<std::string, Object> kept_;
};

}  // namespace

Result<Tree> parse_tree(std::string_view content, std::size_t id_bytes) {
  return as_damage(tree_of(content, id_bytes));
}

Result<std::vector<TreeEntry>> list_files(ObjectReader& objects, const std::string& name,
                                          const TreeLimits& limits) {
  return Listing(objects, name, limits).run();
}

Result<TreeDiff> compare_trees(ObjectReader& objects, const std::string& base,
                               const std::string& head, const TreeLimits& limits) {
  Diff diff(objects, limits);
  const std::string base_name = base == kEmptyTree ? "" : tree_name(base);
  const std::string head_name = head == kEmptyTree ? "" : tree_name(head);
  diff.fetch(base_name, head_name);
  TRY_ASSIGN(const auto before, diff.read(base_name));
  TRY_ASSIGN(const auto after, diff.read_after(head_name, "/"));
  TRY(diff.compare("", *before, *after, 1));
  return diff.take();
}

Result<std::vector<RawEntry>> diff_trees(ObjectReader& objects, const std::string& base,
                                         const std::string& head, const TreeLimits& limits) {
  TRY_ASSIGN(TreeDiff diff, compare_trees(objects, base, head, limits));
  if (diff.broken.empty()) return std::move(diff.entries);
  return fail(Errc::io, diff.broken.front().path + ": " + diff.broken.front().why);
}

Result<std::optional<TreeNode>> node_at(ObjectReader& objects, const std::string& name,
                                        std::string_view path) {
  using Found = std::optional<TreeNode>;
  TreeNode node{.mode = 0040000, .object = name};
  for (const std::string_view part : split(path, '/')) {
    if (!node.is_folder()) return Found();
    TRY_ASSIGN(const auto folder, objects.read(node.object + "^{tree}"));
    if (!folder) return Found();
    TRY_ASSIGN(const Tree entries, parse_tree(folder->content, folder->id.size() / 2));
    const auto entry = entries.find(part);
    if (entry == entries.end()) return Found();
    node = entry->second;
  }
  return Found(std::move(node));
}

}  // namespace pawl::git
