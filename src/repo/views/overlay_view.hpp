// A view with some files replaced, added or gone: a tree as a change leaves it.
#pragma once

#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "git/change.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {

// Lists the files below at the first question that needs the list, so that a change which never
// asks costs nothing on a large repository. `below` is borrowed. Reading is safe from several
// threads, put() is not.
class OverlayView : public RepoView {
 public:
  explicit OverlayView(const RepoView& below);
  // With all files of the change as they are after it.
  OverlayView(const RepoView& below, const git::Change& change);

  void put(const RepoPath& path, std::string content, std::uint32_t mode = 0644);
  void remove(const RepoPath& path);

  std::span<const Entry> files() const override;
  const Entry* find(std::string_view path) const override;
  bool has_folder(std::string_view folder) const override;
  void each_name(std::string_view folder,
                 const std::function<void(std::string_view)>& take) const override;
  std::optional<std::string> link_target(std::string_view path) const override;
  void expect(std::span<const Entry* const> entries) const override { below_.expect(entries); }
  // Of the view below, too.
  Status trouble() const override;

 protected:
  Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const override;

 private:
  struct Put {
    Entry entry;
    std::optional<std::string> content;  // nothing: the file is gone
  };
  void relist();

  const RepoView& below_;
  std::map<std::string, Put, std::less<>> puts_;
  mutable std::mutex mutex_;
  mutable std::optional<std::vector<Entry>> listed_;  // what files() answers, once asked
};

}  // namespace pawl::repo
