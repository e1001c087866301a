// The conversations with `git cat-file` that nobody holds at the moment, so that the next question
// about the same repository needs no process of its own. Those of one Git.
#pragma once

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace pawl::git {

class Conversation;

class Conversations {
 public:
  Conversations();
  ~Conversations();
  Conversations(const Conversations&) = delete;
  Conversations& operator=(const Conversations&) = delete;

  // The one that was kept for this folder; null when there is none, or when the repository there is
  // another one by now, or has got another configuration or other alternates. Objects that came
  // later it may miss, so ask anew before you believe that one is not there.
  std::unique_ptr<Conversation> take(const std::string& folder);
  // For the next one; the one that was not asked for longest ends when there are too many. Every
  // question it was asked is answered.
  void keep(std::unique_ptr<Conversation> conversation);

 private:
  void leave_those_of_parent();

  int owner_;  // the process that has them
  std::mutex mutex_;
  std::vector<std::unique_ptr<Conversation>> kept_;  // the newest last
};

}  // namespace pawl::git
