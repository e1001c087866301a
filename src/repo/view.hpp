// A read-only view of the tracked files of a repository: the one read gate.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/repo_path.hpp"
#include "base/result.hpp"
#include "git/git.hpp"

namespace pawl::repo {

struct Entry {
  RepoPath path;
  std::uint64_t size = 0;
  bool executable = false;
  bool symlink = false;  // never read through
};

inline constexpr std::size_t kReadBytesMax = 2U << 20U;

class RepoView {
 public:
  virtual ~RepoView() = default;
  // Sorted by path; submodules are left out.
  virtual std::span<const Entry> files() const = 0;
  // Safe to call from several threads. not_found, denied (symlink), invalid (too large).
  virtual Result<std::string> read(const RepoPath& path,
                                   std::size_t bytes_max = kReadBytesMax) const = 0;

  // A hint that these will be read soon: a view that answers each question anew gets them at once.
  virtual void expect(std::span<const Entry* const> entries) const { static_cast<void>(entries); }

  // By exact path; nullptr when there is none.
  virtual const Entry* find(std::string_view path) const;
  // The first of these root paths that exists.
  const Entry* first_of(std::span<const std::string_view> paths) const;
  bool has(std::string_view path) const { return find(path) != nullptr; }
  virtual bool has_folder(std::string_view folder) const;
  // Text of a file by path; nothing when absent or unreadable.
  std::optional<std::string> text(std::string_view path) const;
};

// The tracked files of a checkout (git ls-files), read from its folder through os::Root.
Result<std::unique_ptr<RepoView>> checkout_view(git::Git& git, const std::string& folder);
// The files of a commit, from a repository on this machine that nobody checks out for it: what the
// repository's own checkout holds of it is read there, and used only when it is that blob, byte for
// byte; the rest comes from the object database. Everything up to kReadBytesMax a file is held in
// memory; invalid when that comes to more than 256 MiB. `git` is borrowed.
Result<std::unique_ptr<RepoView>> commit_view(git::Git& git, const std::string& folder,
                                              const std::string& commit);
// Files in memory, for tests.
std::unique_ptr<RepoView> memory_view(const std::map<std::string, std::string>& files);

// Vendored, generated and lock files, minified bundles, binaries by ending: analyzers and
// recipes leave them alone.
bool is_vendored(const RepoPath& path);
bool is_generated(const RepoPath& path);

}  // namespace pawl::repo
