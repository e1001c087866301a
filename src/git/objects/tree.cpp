#include "git/objects/tree.hpp"

#include <algorithm>
#include <charconv>
#include <iterator>
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

// Trees by id. Small ones are kept, because hostile trees name the same few again and again.
class Trees {
 public:
  explicit Trees(ObjectReader& objects) : objects_(objects) {}

  Result<std::shared_ptr<const Tree>> read(const std::string& name) {
    if (const auto known = kept_.find(name); known != kept_.end()) return known->second;
    TRY_ASSIGN(std::optional<Object> object, objects_.read(name));
    if (!object) {
      return fail(Errc::io, "the tree " + printable(name, 120) + " is missing or damaged in " +
                                objects_.folder() +
                                "; fetch it there first, or repair the repository");
    }
    if (object->type != "tree") {
      return fail(Errc::io, "the object " + printable(name, 120) + " is a " + object->type +
                                ", not a tree; repair the repository " + objects_.folder());
    }
    TRY_ASSIGN(Tree parsed, parse_tree(object->content, object->id.size() / 2));
    auto tree = std::make_shared<const Tree>(std::move(parsed));
    if (tree->size() > kKeptEntriesMax) return tree;
    if (kept_.size() >= kKeptMax) kept_.clear();
    kept_.emplace(name, tree);
    return tree;
  }

  const ObjectReader& objects() const { return objects_; }

 private:
  static constexpr std::size_t kKeptEntriesMax = 64;
  static constexpr std::size_t kKeptMax = 1024;
  ObjectReader& objects_;
  std::unordered_map<std::string, std::shared_ptr<const Tree>> kept_;
};

// Counts what is found, and says when it is too much.
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
      : trees_(objects), account_(limits, objects, "the difference of two trees") {}

  // An empty name is the empty tree.
  Result<std::shared_ptr<const Tree>> read(const std::string& name) {
    if (name.empty()) return std::make_shared<const Tree>();
    return trees_.read(name);
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

  std::vector<RawEntry> take() { return std::move(entries_); }

 private:
  Status compare_nodes(const std::string& path, const TreeNode& before, const TreeNode& after,
                       std::size_t depth) {
    const auto leaf = [](const TreeNode& node) {
      return node.is_folder() ? RawSide{} : RawSide{node.mode, node.object};
    };
    TRY(account_.add(path.size(), depth));
    const RawEntry entry{.path = path, .before = leaf(before), .after = leaf(after)};
    if (entry.before.mode != 0 || entry.after.mode != 0) entries_.push_back(entry);
    if (!before.is_folder() && !after.is_folder()) return Done{};
    TRY(account_.add_folder(before.object + after.object));
    TRY_ASSIGN(const auto old_tree, read(before.is_folder() ? before.object : ""));
    TRY_ASSIGN(const auto new_tree, read(after.is_folder() ? after.object : ""));
    return compare(path + "/", *old_tree, *new_tree, depth + 1);
  }

  Trees trees_;
  Account account_;
  std::vector<RawEntry> entries_;
};

struct Folder {
  std::string path;  // with a slash at its end; empty for the root
  std::string object;
  std::size_t depth = 0;
};

// Folders by the hundred, because a question to git costs more than an answer.
class Listing {
 public:
  Listing(ObjectReader& objects, const std::string& name, const TreeLimits& limits)
      : objects_(objects), account_(limits, objects, "the tree of " + printable(name, 120)) {
    waiting_.push_back({.path = {}, .object = tree_name(name)});
  }

  Result<std::vector<TreeEntry>> run() {
    while (!waiting_.empty()) TRY(take_some());
    const auto by_path = [](const TreeEntry& a, const TreeEntry& b) { return a.path < b.path; };
    std::sort(entries_.begin(), entries_.end(), by_path);
    return std::move(entries_);
  }

 private:
  static constexpr std::size_t kFoldersAtOnce = 256;
  static constexpr std::size_t kKeptMax = 1024;
  static constexpr std::size_t kKeptBytesMax = 16U << 10U;

  // From the end, so that few folders wait at a time, however many there are.
  Status take_some() {
    const std::size_t count = std::min(kFoldersAtOnce, waiting_.size());
    const std::vector<Folder> some(std::make_move_iterator(waiting_.end() - std::ptrdiff_t(count)),
                                   std::make_move_iterator(waiting_.end()));
    waiting_.resize(waiting_.size() - count);
    if (kept_.size() > kKeptMax) kept_.clear();
    std::vector<std::string> names;
    for (const Folder& folder : some) {
      if (!kept_.contains(folder.object)) names.push_back(folder.object);
    }
    TRY_ASSIGN(const auto read, objects_.read_all(names));
    std::size_t next = 0;
    for (const Folder& folder : some) {
      if (next < names.size() && names[next] == folder.object) {
        TRY(list(folder, read[next++]));
        continue;
      }
      const auto known = kept_.find(folder.object);
      TRY(list(folder, known == kept_.end() ? std::nullopt : std::optional(known->second)));
    }
    return Done{};
  }

  Status list(const Folder& folder, const std::optional<Object>& object) {
    if (!object || object->type != "tree") {
      return fail(Errc::io, "the tree " + printable(folder.object, 120) + " of " +
                                printable(folder.path.empty() ? "/" : folder.path, 200) +
                                " is missing or damaged in " + objects_.folder() +
                                "; fetch it there first, or repair the repository");
    }
    if (!object->whole) {
      return fail(Errc::io, "the tree of " + printable(folder.path, 200) + " holds " +
                                std::to_string(object->size) + " bytes, more than Pawl reads");
    }
    TRY_ASSIGN(Tree tree, parse_tree(object->content, object->id.size() / 2));
    for (auto& [name, node] : tree) {
      std::string path = folder.path + name;
      TRY(account_.add(path.size(), folder.depth));
      if (node.is_folder()) {
        TRY(account_.add_folder(node.object));
        waiting_.push_back({path + "/", std::move(node.object), folder.depth + 1});
      } else {
        entries_.push_back({node.mode, std::move(node.object), std::move(path)});
      }
    }
    if (object->size <= kKeptBytesMax) kept_.emplace(folder.object, *object);
    return Done{};
  }

  ObjectReader& objects_;
  Account account_;
  std::vector<Folder> waiting_;
  std::vector<TreeEntry> entries_;
  std::unordered_map<std::string, Object> kept_;
};

}  // namespace

Result<Tree> parse_tree(std::string_view content, std::size_t id_bytes) {
  Tree tree;
  while (!content.empty()) {
    const auto blank = content.find(' ');
    const auto nul = content.find('\0');
    if (blank > nul || nul == std::string_view::npos || content.size() < nul + 1 + id_bytes) {
      return fail(Errc::io, "a tree object is cut or broken; repair the repository");
    }
    TreeNode node;
    std::from_chars(content.data(), content.data() + blank, node.mode, 8);
    node.object = hex(content.substr(nul + 1, id_bytes));
    const std::string_view name = content.substr(blank + 1, nul - blank - 1);
    const bool plain = is_name(name) && is_kind(node);
    if (!plain || !tree.emplace(name, std::move(node)).second) {
      return fail(Errc::io,
                  "a tree object holds \"" + printable(name, 200) +
                      "\", which is no file or folder, or is in it twice; repair the repository");
    }
    content.remove_prefix(nul + 1 + id_bytes);
  }
  return tree;
}

Result<std::vector<TreeEntry>> list_files(ObjectReader& objects, const std::string& name,
                                          const TreeLimits& limits) {
  return Listing(objects, name, limits).run();
}

Result<std::vector<RawEntry>> diff_trees(ObjectReader& objects, const std::string& base,
                                         const std::string& head, const TreeLimits& limits) {
  Diff diff(objects, limits);
  TRY_ASSIGN(const auto before, diff.read(base == kEmptyTree ? "" : tree_name(base)));
  TRY_ASSIGN(const auto after, diff.read(head == kEmptyTree ? "" : tree_name(head)));
  TRY(diff.compare("", *before, *after, 1));
  return diff.take();
}

}  // namespace pawl::git
