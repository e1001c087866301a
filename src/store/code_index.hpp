// index.db: what was found in file contents, by their object id, and which contents the tree of
// each repository holds. It is a cache: a file that is damaged or of another schema is thrown away
// and begun again, and what is in it can always be made anew. Beyond its limit, what was not used
// for longest goes, a little with each opening and each addition. It knows nothing of what it
// keeps: an outline is bytes, a key is a number.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace pawl::store {

struct CodeIndexLimits {
  // Of what is in the file. What the trees of the repositories used lately hold is never pruned, so
  // that a single tree larger than this is still kept whole.
  std::int64_t bytes = std::int64_t{2} << 30U;
  int share_percent = 75;  // once beyond the limit, it is pruned down to this share of it
  // What one opening does at most. An addition looks at as many contents more as it brings.
  std::size_t contents_per_step = 1024;
  std::size_t paths_per_step = 16'384;
};

// Several processes may have it open; one object is for one thread.
class CodeIndexFile {
 public:
  // Below `folder`, which is made. `version` is that of the code that fills it: it sees what the
  // same version brought, and nothing else. When a file must go that another process has open, this
  // one gets an empty index of its own, which goes with it. Fails only when the folder cannot be
  // written.
  static Result<std::unique_ptr<CodeIndexFile>> open(const std::string& folder, int version,
                                                     const CodeIndexLimits& limits = {});
  virtual ~CodeIndexFile() = default;

  // What is in the file cannot be trusted: whoever opens it next begins anew.
  virtual void give_up() = 0;

  struct Content {
    std::string object;               // what the content is known by, any bytes
    std::string outline;              // empty: nothing to outline
    std::string text;                 // for files whose text is asked for again and again
    std::vector<std::uint64_t> keys;  // sorted
  };
  struct Path {
    std::string folder;  // without slash; "" at the root
    std::string name;
    std::string object;
  };

  // ---- writing; none of it while reading
  // Which of the objects have content here.
  virtual Result<std::vector<bool>> known(std::span<const std::string> objects) = 0;
  // All in one transaction; those known already are left alone.
  virtual Status add(std::span<const Content> contents) = 0;
  // The tree the paths of the repository are those of; empty when there is none.
  virtual Result<std::string> tree_of(std::string_view repository) = 0;
  // All paths of the tree; their contents are known. conflict when one is not: another process
  // pruned it since.
  virtual Status replace_tree(std::string_view repository, std::string_view tree,
                              std::span<const Path> paths) = 0;
  // The repository goes from one tree to another. Paths with an empty object are removed. conflict
  // when somebody moved it meanwhile, or a content is not known.
  virtual Status move_tree(std::string_view repository, std::string_view from, std::string_view to,
                           std::span<const Path> changed) = 0;

  // ---- reading: a snapshot, whatever others write
  // not_found when the repository is not at that tree.
  virtual Status begin_reading(std::string_view repository, std::string_view tree) = 0;
  virtual void end_reading() = 0;

  virtual Result<bool> has(std::string_view folder, std::string_view name) = 0;
  // A number of what the file holds, the same for equal contents, and never another's again in this
  // database. 0: there is no such file.
  virtual Result<std::int64_t> content(std::string_view folder, std::string_view name) = 0;
  virtual Result<std::string> outline(std::int64_t content) = 0;
  virtual Result<std::optional<std::string>> text(std::string_view folder,
                                                  std::string_view name) = 0;
  // Files at any depth, no more than `enough`.
  virtual Result<std::size_t> count_below(std::string_view folder, std::size_t enough) = 0;
  virtual Result<std::vector<std::string>> names_in(std::string_view folder) = 0;  // sorted
  virtual Result<std::vector<std::string>> folders_with(std::string_view name) = 0;
  // Paths of the files with that key, in no order.
  virtual Result<std::vector<std::string>> with_key(std::uint64_t key) = 0;
};

}  // namespace pawl::store
