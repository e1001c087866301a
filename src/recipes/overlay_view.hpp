// A view with some files replaced: the tree as earlier recipes of a plan will leave it.
#pragma once

#include <map>
#include <string>

#include "recipes/recipe.hpp"

namespace pawl::recipes {

class OverlayView final : public repo::RepoView {
 public:
  explicit OverlayView(const repo::RepoView& below);
  void put(const Write& write);

  std::span<const repo::Entry> files() const override { return entries_; }
  Result<std::string> read(const RepoPath& path, std::size_t bytes_max) const override;

 private:
  const repo::RepoView& below_;
  std::vector<repo::Entry> entries_;
  std::map<std::string, std::string> written_;
};

}  // namespace pawl::recipes
