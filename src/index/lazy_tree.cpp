#include "index/lazy_tree.hpp"

namespace pawl::index {
namespace {

class LazyTree final : public Tree {
 public:
  explicit LazyTree(OpenTree open) : open_(std::move(open)) {}

  bool has(std::string_view path) const override { return tree().has(path); }
  bool has_folder(std::string_view folder) const override { return tree().has_folder(folder); }
  std::size_t count_below(std::string_view folder, std::size_t enough) const override {
    return tree().count_below(folder, enough);
  }
  std::vector<std::string> files_in(std::string_view folder) const override {
    return tree().files_in(folder);
  }
  std::vector<std::string> named(std::string_view name) const override {
    return tree().named(name);
  }
  std::optional<std::string> text(std::string_view path) const override {
    return tree().text(path);
  }
  OutlinePtr outline(std::string_view path) const override { return tree().outline(path); }
  std::vector<std::string> with_key(Key key) const override { return tree().with_key(key); }
  // Asked before anything else, there is no trouble yet.
  std::string trouble() const override {
    if (!tree_) return {};
    return trouble_.empty() ? tree_->trouble() : trouble_;
  }

 private:
  const Tree& tree() const {
    if (tree_) return *tree_;
    Result<std::unique_ptr<Tree>> opened = open_();
    if (opened) {
      tree_ = *std::move(opened);
    } else {
      trouble_ = opened.error().to_line();
      tree_ = memory_tree({});
    }
    return *tree_;
  }

  OpenTree open_;
  mutable std::unique_ptr<Tree> tree_;
  mutable std::string trouble_;
};

}  // namespace

std::unique_ptr<Tree> lazy_tree(OpenTree open) {
  return std::make_unique<LazyTree>(std::move(open));
}

}  // namespace pawl::index
