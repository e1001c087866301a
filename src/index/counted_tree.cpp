#include "index/counted_tree.hpp"

namespace pawl::index {
namespace {

// What the questions cost, measured on a large repository and rounded up: most of it is what has to
// be read for the answer.
constexpr std::uint64_t kLookUp = 1;
constexpr std::uint64_t kList = 10;
constexpr std::uint64_t kSearch = 20;
constexpr std::uint64_t kOutline = 10;
constexpr std::uint64_t kText = 20;
constexpr std::uint64_t kBytesPerStep = 1000;

class CountedTree final : public Tree {
 public:
  CountedTree(const Tree& below, Allowance& allowance) : below_(below), allowance_(allowance) {}

  bool has(std::string_view path) const override { return take(kLookUp) && below_.has(path); }
  bool has_folder(std::string_view folder) const override {
    return take(kLookUp) && below_.has_folder(folder);
  }
  std::size_t count_below(std::string_view folder, std::size_t enough) const override {
    return take(kList) ? below_.count_below(folder, enough) : 0;
  }
  std::vector<std::string> files_in(std::string_view folder) const override {
    return counted(take(kList) ? below_.files_in(folder) : std::vector<std::string>());
  }
  std::vector<std::string> named(std::string_view name) const override {
    return counted(take(kList) ? below_.named(name) : std::vector<std::string>());
  }
  std::optional<std::string> text(std::string_view path) const override {
    if (!take(kText)) return std::nullopt;
    std::optional<std::string> found = below_.text(path);
    if (found) take(found->size() / kBytesPerStep);
    return found;
  }
  OutlinePtr outline(std::string_view path) const override {
    if (!take(kOutline)) return nullptr;
    OutlinePtr found = below_.outline(path);
    if (found != nullptr) take((found->references.size() + found->imports.size()) / 10);
    return found;
  }
  std::vector<std::string> with_key(Key key) const override {
    return counted(take(kSearch) ? below_.with_key(key) : std::vector<std::string>());
  }
  std::string trouble() const override { return below_.trouble(); }

 private:
  // Whether there is still something left.
  bool take(std::uint64_t steps) const {
    if (allowance_.spent()) return false;
    allowance_.used += steps;
    return true;
  }
  std::vector<std::string> counted(std::vector<std::string> paths) const {
    take(paths.size());
    return paths;
  }

  const Tree& below_;
  Allowance& allowance_;
};

}  // namespace

std::unique_ptr<Tree> counted_tree(const Tree& below, Allowance& allowance) {
  return std::make_unique<CountedTree>(below, allowance);
}

}  // namespace pawl::index
