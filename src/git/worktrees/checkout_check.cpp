#include <unordered_map>

#include "base/text/text.hpp"
#include "git/objects/tree.hpp"

namespace pawl::git {
namespace {

Error too_large(const TreeEntry& entry, std::uint64_t size, std::uint64_t max) {
  const bool link = TreeNode{.mode = entry.mode, .object = {}}.is_symlink();
  return fail(Errc::io, printable(entry.path, 300) + " is a " + (link ? "symlink" : "file") +
                            " of " + std::to_string(size) + " bytes, and Pawl writes none " +
                            "of more than " + std::to_string(max));
}

Error missing(const TreeEntry& entry, const ObjectReader& objects) {
  return fail(Errc::io, "the object " + entry.object + " of " + printable(entry.path, 300) +
                            " is missing or damaged in " + objects.folder() +
                            "; fetch it there first, or repair the repository");
}

}  // namespace

Status check_checkout(ObjectReader& objects, const std::string& name, bool partial,
                      const CheckoutLimits& limits) {
  TRY_ASSIGN(const std::vector<TreeEntry> entries, list_files(objects, name));
  if (partial) return Done{};
  return check_files(objects, entries, limits).during("looking at " + printable(name, 120));
}

Status check_files(ObjectReader& objects, const std::vector<TreeEntry>& entries,
                   const CheckoutLimits& limits) {
  std::unordered_map<std::string_view, std::uint64_t> places;
  std::vector<std::string> names;
  for (const TreeEntry& entry : entries) {
    if (!TreeNode{.mode = entry.mode, .object = {}}.is_file()) continue;
    if (places.emplace(entry.object, names.size()).second) names.push_back(entry.object);
  }
  TRY_ASSIGN(const auto heads, objects.heads(names));
  std::uint64_t total = 0;
  for (const TreeEntry& entry : entries) {
    const TreeNode node{.mode = entry.mode, .object = {}};
    if (!node.is_file()) continue;
    const std::optional<Object>& head = heads[places.at(entry.object)];
    if (!head || head->type != "blob") return missing(entry, objects);
    const std::uint64_t max = node.is_symlink() ? limits.symlink : limits.each;
    if (head->size > max) return too_large(entry, head->size, max);
    total += head->size;
    if (total > limits.total) {
      return fail(Errc::io, "the files of one tree in " + objects.folder() + " hold more than " +
                                std::to_string(limits.total) +
                                " bytes, and Pawl writes no more of one tree");
    }
  }
  return Done{};
}

}  // namespace pawl::git
