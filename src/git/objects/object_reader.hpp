// A conversation with one `git cat-file`, for reading many objects one after the other: the
// process is started once, or one that another reader had is asked on; an answer takes some tens of
// microseconds. What is read at once has
// limits of bytes, so that no object of a repository, however large, fills the memory.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "base/result.hpp"
#include "git/git.hpp"

namespace pawl::git {

class Conversation;

struct Object {
  std::string id;
  std::string type;  // blob, tree, commit, tag
  std::string content;
  std::uint64_t size = 0;
  bool whole = true;  // false: it is larger than was asked for, and its content left out
};

// Of one question. Objects are left out, not cut: those larger than `each`, and those that come
// when `total` is used up.
struct ReadLimits {
  std::uint64_t each = std::uint64_t{64} << 20U;
  std::uint64_t total = std::uint64_t{512} << 20U;
};

class ObjectReader {
 public:
  // `git` is borrowed. `environment` as in Git::Run. Nothing is started before the first question.
  ObjectReader(Git& git, std::string folder,
               std::vector<std::pair<std::string, std::string>> environment = {});
  ~ObjectReader();
  ObjectReader(const ObjectReader&) = delete;
  ObjectReader& operator=(const ObjectReader&) = delete;

  // A whole object by id, or by `<commit>:<path>`; nothing when there is none. Safe to call from
  // several threads, which then wait for each other. Errc::invalid for a name with a line break,
  // io for one that is damaged or larger than ReadLimits::each: that one is read past, so ask for
  // blobs with read_all.
  Result<std::optional<Object>> read(const std::string& name);
  // Two of these, asked for at once: git has read the second when the first has come. Errors as of
  // read; either may be why.
  Result<std::array<std::optional<Object>, 2>> read_two(const std::string& first,
                                                        const std::string& second);
  // All at once, in the order asked for. Sizes are asked for first: what is too large is not even
  // read past.
  Result<std::vector<std::optional<Object>>> read_all(std::span<const std::string> names,
                                                      const ReadLimits& limits = {});
  // Ids, types and sizes of all, without the contents.
  Result<std::vector<std::optional<Object>>> heads(std::span<const std::string> names);
  // The same of one, for who has another way: nothing also where git could not be asked, or where
  // the object is newer than the conversation. Errc::timeout and cancelled end the search.
  Result<std::optional<Object>> glance(const std::string& name);

  const std::string& folder() const { return folder_; }

 private:
  // `command`: `info` is answered by heads, `contents` by heads and contents.
  Status ask(std::string_view command, std::span<const std::string> names);
  Result<std::optional<Object>> next_answer(const std::string& name);
  Result<std::vector<std::optional<Object>>> measure(std::span<const std::string> names);
  Status fill(std::vector<std::optional<Object>>& objects);
  // What `work` answers. From a conversation that another reader had it counts only if nothing is
  // lacking; else a new one is asked.
  template <class Work>
  std::invoke_result_t<Work> answer_of(Work work);
  Conversations* kept_conversations();

  Git& git_;
  std::string folder_;
  std::vector<std::pair<std::string, std::string>> environment_;
  std::mutex mutex_;
  std::unique_ptr<Conversation> conversation_;
  bool may_take_over_ = true;
  bool is_taken_over_ = false;
};

}  // namespace pawl::git
