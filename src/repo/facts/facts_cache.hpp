// Facts of commits, kept by the id of their tree: equal files, equal facts.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "git/git.hpp"
#include "git/objects/object_reader.hpp"
#include "os/files/files.hpp"
#include "repo/facts/facts.hpp"

namespace pawl::repo {

// A folder with one file a tree. What is in it may be thrown away, and is not trusted: an entry of
// another version of the detectors, cut or changed, counts as absent.
class FactsCache {
 public:
  // `files` is borrowed. The folder need not exist yet.
  FactsCache(os::Files& files, std::string folder) : files_(files), folder_(std::move(folder)) {}

  std::optional<Facts> find(std::string_view tree) const;
  // What cannot be kept (a full disk, paths that are no text) is gathered again next time. The
  // oldest entries go when there are many.
  void keep(std::string_view tree, const Facts& facts);

 private:
  std::string file_of(std::string_view tree) const;
  void drop_oldest();

  os::Files& files_;
  std::string folder_;
};

// The facts of a commit or tree of a repository on this machine, from its objects alone. Without a
// cache they are always gathered. Errc::not_found when there is no such commit.
Result<Facts> facts_of_commit(git::Git& git, git::ObjectReader& objects, const std::string& folder,
                              const std::string& commit, FactsCache* cache);

}  // namespace pawl::repo
