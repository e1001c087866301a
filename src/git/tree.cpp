#include "git/tree.hpp"

#include <charconv>
#include <set>

#include "base/text.hpp"

namespace pawl::git {
namespace {

constexpr std::string_view kHexDigits = "0123456789abcdef";
// Deeper than file systems allow.
constexpr int kDepthMax = 2048;

std::string hex(std::string_view bytes) {
  std::string out;
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += kHexDigits[byte >> 4U];
    out += kHexDigits[byte & 15U];
  }
  return out;
}

class Diff {
 public:
  explicit Diff(ObjectReader& objects) : objects_(objects) {}

  // An empty name is the empty tree.
  Result<Tree> read(const std::string& name) {
    if (name.empty()) return Tree();
    TRY_ASSIGN(const std::optional<Object> object, objects_.read(name));
    if (!object) return fail(Errc::not_found, "there is no tree " + printable(name, 120));
    if (object->type != "tree") {
      return fail(Errc::invalid, printable(name, 120) + " is a " + object->type + ", not a tree");
    }
    return parse_tree(object->content, object->id.size() / 2);
  }

  Status compare(const std::string& folder, const Tree& before, const Tree& after, int depth) {
    if (depth > kDepthMax) return fail(Errc::invalid, "folders nest too deeply");
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
                       int depth) {
    const auto leaf = [](const TreeNode& node) {
      return node.is_folder() ? RawSide{} : RawSide{node.mode, node.object};
    };
    const RawEntry entry{.path = path, .before = leaf(before), .after = leaf(after)};
    if (entry.before.mode != 0 || entry.after.mode != 0) entries_.push_back(entry);
    if (!before.is_folder() && !after.is_folder()) return Done{};
    TRY_ASSIGN(const Tree old_tree, read(before.is_folder() ? before.object : ""));
    TRY_ASSIGN(const Tree new_tree, read(after.is_folder() ? after.object : ""));
    return compare(path + "/", old_tree, new_tree, depth + 1);
  }

  ObjectReader& objects_;
  std::vector<RawEntry> entries_;
};

}  // namespace

Result<Tree> parse_tree(std::string_view content, std::size_t id_bytes) {
  Tree tree;
  while (!content.empty()) {
    const auto blank = content.find(' ');
    const auto nul = content.find('\0');
    if (blank > nul || nul == std::string_view::npos || content.size() < nul + 1 + id_bytes) {
      return fail(Errc::invalid, "a tree object is cut or broken");
    }
    TreeNode node;
    std::from_chars(content.data(), content.data() + blank, node.mode, 8);
    node.object = hex(content.substr(nul + 1, id_bytes));
    tree.emplace(content.substr(blank + 1, nul - blank - 1), std::move(node));
    content.remove_prefix(nul + 1 + id_bytes);
  }
  return tree;
}

Result<std::vector<RawEntry>> diff_trees(ObjectReader& objects, const std::string& base,
                                         const std::string& head) {
  Diff diff(objects);
  TRY_ASSIGN(const Tree before, diff.read(base == kEmptyTree ? "" : base + "^{tree}"));
  TRY_ASSIGN(const Tree after, diff.read(head == kEmptyTree ? "" : head + "^{tree}"));
  TRY(diff.compare("", before, after, 0));
  return diff.take();
}

}  // namespace pawl::git
