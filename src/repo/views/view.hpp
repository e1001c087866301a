// A read-only view of the tracked files of a repository: the one read gate.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/repo_path.hpp"

namespace pawl::git {
class Git;
}

namespace pawl::repo {

struct Entry {
  RepoPath path;
  std::uint64_t size = 0;
  bool executable = false;
  bool symlink = false;  // never read through
};

inline constexpr std::size_t kReadBytesMax = 2U << 20U;
// Of what a view is asked to expect it holds at least so many bytes, each time.
inline constexpr std::uint64_t kExpectBytesMax = 32U << 20U;

class RepoView {
 public:
  RepoView() = default;
  RepoView(const RepoView&) = delete;
  RepoView& operator=(const RepoView&) = delete;
  virtual ~RepoView() = default;
  // Sorted by path; submodules are left out.
  virtual std::span<const Entry> files() const = 0;
  // Safe to call from several threads. not_found, denied (symlink), invalid (too large): these are
  // answers. Any other error is trouble().
  Result<std::string> read(const RepoPath& path, std::size_t bytes_max = kReadBytesMax) const;

  // Ok as long as all that was asked for could be listed and read. Else the first error that kept
  // something from it, for good: what files(), find(), has_folder() and text() answered since may
  // be less than there is, so that nothing may be concluded from it. Whoever draws conclusions from
  // a view asks this afterwards.
  virtual Status trouble() const;

  // A hint that these will be read soon: a view that answers each question anew gets them at once,
  // kExpectBytesMax at least, and may forget all but the last two calls. Safe while others read.
  virtual void expect(std::span<const Entry* const> entries) const { static_cast<void>(entries); }

  // By exact path; nullptr when there is none.
  virtual const Entry* find(std::string_view path) const;
  // The names in a folder ("" is the root), of files and folders, in any order; one may come twice,
  // and one of a folder without files any more. `take` asks the view for nothing.
  virtual void each_name(std::string_view folder,
                         const std::function<void(std::string_view)>& take) const;
  // Where a symlink points, as it is written; nothing of what is none, or where the view does not
  // know it.
  virtual std::optional<std::string> link_target(std::string_view path) const;
  // The first of these root paths that exists.
  const Entry* first_of(WordsView paths) const;
  bool has(std::string_view path) const { return find(path) != nullptr; }
  virtual bool has_folder(std::string_view folder) const;
  // Text of a file by path; nothing when it is absent, a symlink, too large, or trouble().
  std::optional<std::string> text(std::string_view path) const;

 protected:
  // As read(), without the notes.
  virtual Result<std::string> read_file(const RepoPath& path, std::size_t bytes_max) const = 0;
  // Something could not be listed or read. The first one counts.
  void note(const Error& error) const;

 private:
  bool is_trouble(const RepoPath& path, const Error& error) const;

  mutable std::mutex trouble_mutex_;
  mutable std::optional<Error> trouble_;
};

// The tracked files of a checkout (git ls-files), read from its folder through os::Root. Files that
// are deleted there are left out; io, denied: one could not be looked at.
Result<std::unique_ptr<RepoView>> checkout_view(git::Git& git, const std::string& folder);
// The files of a commit, from a repository on this machine that nobody checks out for it: what the
// repository's own checkout holds of it is read there, and used only when it is that blob, byte for
// byte; the rest comes from the object database. Files up to kReadBytesMax are held in memory when
// they come to no more than 64 MiB; of a larger commit, so much and what is expected: whoever reads
// many of its files expects them, some at a time. The sizes of all are known. Errors as of
// git::list_files (more than a million files), io when an object is missing. `git` is borrowed.
Result<std::unique_ptr<RepoView>> commit_view(git::Git& git, const std::string& folder,
                                              const std::string& commit);
// Files in memory, for tests.
std::unique_ptr<RepoView> memory_view(const std::map<std::string, std::string>& files);

// Vendored, generated and lock files, minified bundles, binaries by ending: analyzers and
// recipes leave them alone.
bool is_vendored(const RepoPath& path);
bool is_generated(const RepoPath& path);
// Says a comment among the first lines that a program wrote the file?
bool says_generated(std::string_view text);

}  // namespace pawl::repo
