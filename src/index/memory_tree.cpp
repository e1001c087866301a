// Trees in memory: all of a repository, or the changed files on top of another tree.
#include <algorithm>
#include <map>
#include <set>
#include <unordered_map>

#include "index/tree.hpp"

namespace pawl::index {
namespace {

using Texts = std::map<std::string, std::string, std::less<>>;

OutlinePtr make_outline(std::string_view path, std::string_view text) {
  const auto language = language_of(path, text);
  if (!language) return nullptr;
  return syntax::shared_outline(*language, text);
}

// Files with their outlines, and which of them have a key.
class Shelf {
 public:
  explicit Shelf(Texts texts) : texts_(std::move(texts)) {}

  const Texts& texts() const { return texts_; }

  OutlinePtr outline(std::string_view path) const {
    const auto known = outlines_.find(path);
    if (known != outlines_.end()) return known->second;
    const auto text = texts_.find(path);
    if (text == texts_.end()) return nullptr;
    return outlines_.emplace(path, make_outline(path, text->second)).first->second;
  }

  void add_with_key(Key key, std::vector<std::string>& out) const {
    if (!has_keys_) fill_keys();
    const auto found = by_key_.find(key);
    if (found == by_key_.end()) return;
    for (const std::string* path : found->second) out.push_back(*path);
  }

 private:
  void fill_keys() const {
    for (const auto& [path, text] : texts_) {
      const OutlinePtr made = outline(path);
      if (made == nullptr) continue;
      for (const Key key : keys_of(*made)) by_key_[key].push_back(&path);
    }
    has_keys_ = true;
  }

  Texts texts_;
  mutable std::map<std::string, OutlinePtr, std::less<>> outlines_;
  mutable std::unordered_map<Key, std::vector<const std::string*>> by_key_;
  mutable bool has_keys_ = false;
};

bool holds_folder(const Texts& texts, std::string_view folder) {
  if (folder.empty()) return true;
  const std::string prefix = std::string(folder) + "/";
  const auto first = texts.lower_bound(prefix);
  return first != texts.end() && first->first.starts_with(prefix);
}

std::size_t count_in(const Texts& texts, std::string_view folder, std::size_t enough) {
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + "/";
  std::size_t count = 0;
  for (auto it = texts.lower_bound(prefix);
       count < enough && it != texts.end() && it->first.starts_with(prefix); ++it) {
    ++count;
  }
  return count;
}

void add_files_in(const Texts& texts, std::string_view folder, std::vector<std::string>& out) {
  const std::string prefix = folder.empty() ? std::string() : std::string(folder) + "/";
  for (auto it = texts.lower_bound(prefix); it != texts.end() && it->first.starts_with(prefix);) {
    const auto slash = it->first.find('/', prefix.size());
    if (slash == std::string::npos) {
      out.push_back(it->first);
      ++it;
    } else {
      // Over a whole folder at once: `0` is the character behind `/`.
      it = texts.lower_bound(it->first.substr(0, slash) + "0");
    }
  }
}

void add_named(const Texts& texts, std::string_view name, std::vector<std::string>& out) {
  for (const auto& [path, text] : texts) {
    if (name_of(path) == name) out.push_back(path);
  }
}

class MemoryTree final : public Tree {
 public:
  explicit MemoryTree(Texts texts) : shelf_(std::move(texts)) {}

  bool has(std::string_view path) const override {
    return shelf_.texts().find(path) != shelf_.texts().end();
  }
  bool has_folder(std::string_view folder) const override {
    return holds_folder(shelf_.texts(), folder);
  }
  std::size_t count_below(std::string_view folder, std::size_t enough) const override {
    return count_in(shelf_.texts(), folder, enough);
  }
  std::vector<std::string> files_in(std::string_view folder) const override {
    std::vector<std::string> out;
    add_files_in(shelf_.texts(), folder, out);
    return out;
  }
  std::vector<std::string> named(std::string_view name) const override {
    std::vector<std::string> out;
    add_named(shelf_.texts(), name, out);
    return out;
  }
  std::optional<std::string> text(std::string_view path) const override {
    const auto found = shelf_.texts().find(path);
    if (found == shelf_.texts().end()) return std::nullopt;
    return found->second;
  }
  OutlinePtr outline(std::string_view path) const override { return shelf_.outline(path); }
  std::vector<std::string> with_key(Key key) const override {
    std::vector<std::string> out;
    shelf_.add_with_key(key, out);
    return out;
  }

 private:
  Shelf shelf_;
};

class OverlayTree final : public Tree {
 public:
  OverlayTree(const Tree& below, Texts texts, std::set<std::string, std::less<>> touched)
      : below_(below), shelf_(std::move(texts)), touched_(std::move(touched)) {}

  bool has(std::string_view path) const override {
    if (is_touched(path)) return shelf_.texts().find(path) != shelf_.texts().end();
    return below_.has(path);
  }
  bool has_folder(std::string_view folder) const override {
    if (holds_folder(shelf_.texts(), folder)) return true;
    const std::size_t removed = touched_below(folder);
    if (removed == 0) return below_.has_folder(folder);
    return below_.count_below(folder, removed + 1) > removed;
  }
  std::size_t count_below(std::string_view folder, std::size_t enough) const override {
    const std::size_t below = below_.count_below(folder, enough + touched_below(folder));
    return std::min(enough, below - std::min(below, touched_below(folder)) +
                                count_in(shelf_.texts(), folder, enough));
  }
  std::vector<std::string> files_in(std::string_view folder) const override {
    std::vector<std::string> out = untouched(below_.files_in(folder));
    add_files_in(shelf_.texts(), folder, out);
    std::sort(out.begin(), out.end());
    return out;
  }
  std::vector<std::string> named(std::string_view name) const override {
    std::vector<std::string> out = untouched(below_.named(name));
    add_named(shelf_.texts(), name, out);
    std::sort(out.begin(), out.end());
    return out;
  }
  std::optional<std::string> text(std::string_view path) const override {
    if (!is_touched(path)) return below_.text(path);
    const auto found = shelf_.texts().find(path);
    if (found == shelf_.texts().end()) return std::nullopt;
    return found->second;
  }
  OutlinePtr outline(std::string_view path) const override {
    return is_touched(path) ? shelf_.outline(path) : below_.outline(path);
  }
  std::vector<std::string> with_key(Key key) const override {
    std::vector<std::string> out = untouched(below_.with_key(key));
    shelf_.add_with_key(key, out);
    std::sort(out.begin(), out.end());
    return out;
  }
  std::string trouble() const override { return below_.trouble(); }

 private:
  bool is_touched(std::string_view path) const { return touched_.find(path) != touched_.end(); }

  // How many files that were there below the change touches in the folder.
  std::size_t touched_below(std::string_view folder) const {
    const std::string prefix = folder.empty() ? std::string() : std::string(folder) + "/";
    std::size_t count = 0;
    for (auto it = touched_.lower_bound(prefix); it != touched_.end() && it->starts_with(prefix);
         ++it) {
      if (below_.has(*it)) ++count;
    }
    return count;
  }

  std::vector<std::string> untouched(std::vector<std::string> paths) const {
    std::erase_if(paths, [&](const std::string& path) { return is_touched(path); });
    return paths;
  }

  const Tree& below_;
  Shelf shelf_;
  std::set<std::string, std::less<>> touched_;
};

}  // namespace

std::unique_ptr<Tree> memory_tree(std::vector<std::pair<std::string, std::string>> files) {
  Texts texts;
  for (auto& [path, text] : files) texts.insert_or_assign(std::move(path), std::move(text));
  return std::make_unique<MemoryTree>(std::move(texts));
}

std::unique_ptr<Tree> overlay_tree(const Tree& below, const std::vector<ChangedFile>& changed) {
  Texts texts;
  std::set<std::string, std::less<>> touched;
  for (const ChangedFile& file : changed) {
    touched.insert(file.path);
    if (file.text) texts.insert_or_assign(file.path, *file.text);
  }
  return std::make_unique<OverlayTree>(below, std::move(texts), std::move(touched));
}

}  // namespace pawl::index
