#include <algorithm>
#include <atomic>
#include <mutex>
#include <shared_mutex>

#include "git/git.hpp"
#include "git/objects/blob_id.hpp"
#include "git/objects/tree.hpp"
#include "os/files/root.hpp"
#include "os/parallel.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {
namespace {

constexpr std::uint64_t kCheckoutHeldBytesMax = std::uint64_t{256} << 20U;
constexpr std::uint64_t kObjectsHeldBytesMax = std::uint64_t{64} << 20U;
constexpr std::size_t kFilesPerChunk = 64;
constexpr std::size_t kObjectsAtOnce = 8192;
// More than there are cores: on a cold disk they mostly wait.
constexpr unsigned kBlobReaders = 8;

struct File {
  std::string object;
  bool measured = false;               // the entry's size is known
  std::optional<std::string> content;  // nothing: not held now
};

using Places = std::vector<std::size_t>;  // of files
using Texts = std::vector<std::optional<std::string>>;

// A small commit is held whole. Of a larger one a part is, chosen as it comes, and besides that
// what was expected the last two times: the contents come in large batches, and the memory stays
// bounded.
class CommitView final : public RepoView {
 public:
  CommitView(git::Git& git, const std::string& folder, std::unique_ptr<os::Root> checkout)
      : objects_(git, folder), checkout_(std::move(checkout)) {}

  Status load(const std::string& commit) {
    TRY(list(commit));
    hold_checkout();
    TRY(measure());
    std::uint64_t missing = 0;
    for (const std::size_t i : not_held()) missing += entries_[i].size;
    is_whole_ = held_ + missing <= kCheckoutHeldBytesMax && missing <= kObjectsHeldBytesMax;
    if (!is_whole_) return Done{};
    const Places places = not_held();
    TRY_ASSIGN(Texts texts, read_objects(places));
    for (std::size_t i = 0; i < places.size(); ++i) files_[places[i]].content = std::move(texts[i]);
    return Done{};
  }

  std::span<const Entry> files() const override { return entries_; }

  void expect(std::span<const Entry* const> entries) const override {
    if (is_whole_) return;
    const std::lock_guard expecting(expecting_);
    Places places;
    std::uint64_t bytes = 0;
    for (const Entry* wanted : entries) {
      const Entry* entry = wanted == nullptr ? nullptr : find(wanted->path.text());
      if (entry == nullptr || entry->symlink || entry->size > kReadBytesMax) continue;
      const std::size_t place = place_of(*entry);
      if (bytes + entry->size > kExpectBytesMax) break;
      if (is_held(place)) continue;
      bytes += entry->size;
      places.push_back(place);
    }
    if (places.empty()) return;
    forget_eldest();
    Texts texts = read_checkout(places);
    Places missing;
    for (std::size_t i = 0; i < places.size(); ++i) {
      if (!texts[i]) missing.push_back(i);
    }
    Places objects;
    for (const std::size_t i : missing) objects.push_back(places[i]);
    // What fails here is read again when it is asked for, which then reports why.
    if (auto more = read_objects(objects)) {
      for (std::size_t i = 0; i < missing.size(); ++i) texts[missing[i]] = std::move((*more)[i]);
    }
    const std::unique_lock lock(mutex_);
    for (std::size_t i = 0; i < places.size(); ++i) files_[places[i]].content = std::move(texts[i]);
    expected_ = std::move(places);
  }

 private:
  Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const override {
    const Entry* entry = find(path.text());
    if (entry == nullptr) {
      return fail(Errc::not_found, path.text() + " is no file of this commit");
    }
    if (entry->symlink) {
      return fail(Errc::denied, path.text() + " is a symlink; symlinks are not read through");
    }
    if (entry->size > bytes_max) {
      return fail(Errc::invalid,
                  path.text() + " is larger than " + std::to_string(bytes_max) + " bytes");
    }
    const std::size_t place = place_of(*entry);
    {
      const std::shared_lock lock(mutex_);
      if (files_[place].content) return *files_[place].content;
    }
    const std::span<const std::string> name(&files_[place].object, 1);
    TRY_ASSIGN(auto answer, objects_.read_all(name, {.each = bytes_max, .total = bytes_max}));
    if (!answer.front() || !answer.front()->whole) return missing(place);
    return std::move(answer.front()->content);
  }

  std::size_t place_of(const Entry& entry) const {
    return static_cast<std::size_t>(&entry - entries_.data());
  }

  bool is_held(std::size_t place) const {
    const std::shared_lock lock(mutex_);
    return files_[place].content.has_value();
  }

  void forget_eldest() const {
    const std::unique_lock lock(mutex_);
    for (const std::size_t place : eldest_) files_[place].content.reset();
    eldest_ = std::move(expected_);
    expected_.clear();
  }

  Places not_held() const {
    Places places;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      const Entry& entry = entries_[i];
      if (!files_[i].content && !entry.symlink && entry.size <= kReadBytesMax) places.push_back(i);
    }
    return places;
  }

  Error missing(std::size_t place) const {
    return fail(Errc::io, "the object " + files_[place].object + " of " +
                              entries_[place].path.text() + " is missing or damaged in " +
                              objects_.folder() +
                              "; fetch it there first, or repair the repository");
  }

  Status list(const std::string& commit) {
    TRY_ASSIGN(std::vector<git::TreeEntry> tree, git::list_files(objects_, commit));
    entries_.reserve(tree.size());
    files_.reserve(tree.size());
    for (git::TreeEntry& item : tree) {
      const git::TreeNode node{.mode = item.mode, .object = {}};
      auto path = RepoPath::from_git(item.path);
      if (!path || !node.is_file()) continue;
      entries_.push_back({.path = *std::move(path),
                          .size = 0,
                          .executable = !node.is_symlink() && (item.mode & 0100U) != 0,
                          .symlink = node.is_symlink()});
      files_.push_back({.object = std::move(item.object), .content = {}});
    }
    return Done{};
  }

  // What the checkout holds of these, where it is the commit's blob, byte for byte.
  Texts read_checkout(const Places& places) const {
    Texts texts(places.size());
    os::run_parallel(places.size(), kBlobReaders, kFilesPerChunk,
                     [&](std::size_t i, unsigned) { texts[i] = checkout_text(places[i]); });
    return texts;
  }

  std::optional<std::string> checkout_text(std::size_t place) const {
    if (entries_[place].symlink) return {};
    Result<std::string> content = checkout_->read(entries_[place].path, kReadBytesMax);
    if (!content || !git::is_blob(*content, files_[place].object)) return {};
    return *std::move(content);
  }

  // As much of the checkout as may be held; of the rest the size, as long as it is known for sure.
  void hold_checkout() {
    std::atomic<std::uint64_t> held = 0;
    os::run_parallel(entries_.size(), kBlobReaders, kFilesPerChunk, [&](std::size_t i, unsigned) {
      if (held > kCheckoutHeldBytesMax) return;
      std::optional<std::string> content = checkout_text(i);
      if (!content) return;
      entries_[i].size = content->size();
      files_[i].measured = true;
      if (held.fetch_add(content->size()) + content->size() <= kCheckoutHeldBytesMax) {
        files_[i].content = std::move(content);
      }
    });
    for (const File& file : files_) held_ += file.content ? file.content->size() : 0;
  }

  // The sizes of what was not read.
  Status measure() {
    Places places;
    for (std::size_t i = 0; i < files_.size(); ++i) {
      if (!files_[i].measured) places.push_back(i);
    }
    for (std::size_t from = 0; from < places.size(); from += kObjectsAtOnce) {
      const auto some =
          std::span(places).subspan(from, std::min(kObjectsAtOnce, places.size() - from));
      TRY_ASSIGN(const auto heads, objects_.heads(names_of(some)));
      for (std::size_t i = 0; i < some.size(); ++i) {
        if (!heads[i] || heads[i]->type != "blob") return missing(some[i]);
        entries_[some[i]].size = heads[i]->size;
      }
    }
    return Done{};
  }

  std::vector<std::string> names_of(std::span<const std::size_t> places) const {
    std::vector<std::string> names;
    names.reserve(places.size());
    for (const std::size_t place : places) names.push_back(files_[place].object);
    return names;
  }

  // Of files that are small enough to be read whole.
  Result<Texts> read_objects(const Places& places) const {
    Texts texts;
    texts.reserve(places.size());
    for (std::size_t from = 0; from < places.size(); from += kObjectsAtOnce) {
      const auto some =
          std::span(places).subspan(from, std::min(kObjectsAtOnce, places.size() - from));
      TRY_ASSIGN(auto objects, objects_.read_all(names_of(some), {.each = kReadBytesMax,
                                                                  .total = kObjectsHeldBytesMax}));
      for (std::size_t i = 0; i < some.size(); ++i) {
        if (!objects[i] || !objects[i]->whole) return missing(some[i]);
        texts.emplace_back(std::move(objects[i]->content));
      }
    }
    return texts;
  }

  mutable git::ObjectReader objects_;
  std::unique_ptr<os::Root> checkout_;
  std::vector<Entry> entries_;
  mutable std::shared_mutex mutex_;  // of the contents, once loaded
  mutable std::vector<File> files_;  // of the entry at the same place
  mutable std::mutex expecting_;
  mutable Places expected_;  // held for having been expected last
  mutable Places eldest_;    // and the time before
  std::uint64_t held_ = 0;   // from the start
  bool is_whole_ = false;    // all that is small enough is held
};

}  // namespace

Result<std::unique_ptr<RepoView>> commit_view(git::Git& git, const std::string& folder,
                                              const std::string& commit) {
  // In a bare repository nothing is found there.
  TRY_ASSIGN(std::unique_ptr<os::Root> checkout, os::Root::open(folder));
  auto view = std::make_unique<CommitView>(git, folder, std::move(checkout));
  TRY(view->load(commit));
  return std::unique_ptr<RepoView>(std::move(view));
}

}  // namespace pawl::repo
