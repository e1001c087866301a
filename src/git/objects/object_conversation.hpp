// The process behind an ObjectReader: `git cat-file --batch-command`, asked line by line.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/result.hpp"
#include "git/objects/object_reader.hpp"
#include "os/processes/pipe.hpp"

namespace pawl::git {

// The process runs in a thread of its own, which hands its output over as it comes. One that says
// nothing for so long (`patience`) while somebody waits for it is ended: a repository may hold a
// named pipe where git expects a file.
class Conversation {
 public:
  Conversation(Git& git, const std::string& folder,
               const std::vector<std::pair<std::string, std::string>>& environment,
               Milliseconds patience = Milliseconds(120'000));
  ~Conversation();
  Conversation(const Conversation&) = delete;
  Conversation& operator=(const Conversation&) = delete;

  const std::string& folder() const { return folder_; }
  // Of the repository when it was started (identity_of).
  const std::string& identity() const { return identity_; }
  std::size_t questions() const { return questions_; }

  Status start();
  Status ask(const std::string& lines);
  // The answers come in the order of the questions: a head, nothing for a missing object, then
  // content(), or skip(), of one that is there.
  Result<std::optional<Object>> head();
  Result<std::string> content(std::size_t size);
  Status skip(std::size_t size);
  // Gives back what it holds of memory until the next question; false when there cannot be one.
  bool rest();

 private:
  using Clock = std::chrono::steady_clock;
  static constexpr Clock::time_point kNobodyWaits{};
  class Waiting;

  void converse();
  void take(std::string_view piece);
  bool may_go_on() const;
  bool is_here() const;
  void await(std::unique_lock<std::mutex>& lock, std::size_t bytes);
  std::size_t first_untaken() const { return taken_ + (owes_newline_ ? 1 : 0); }
  Error gone() const;
  void drop_taken();

  Git& git_;
  std::string folder_;
  std::string identity_;
  std::size_t questions_ = 0;
  Milliseconds patience_;
  // Since when somebody waits and git has said nothing; nothing: nobody waits.
  std::atomic<Clock::time_point> silent_since_ = kNobodyWaits;
  Git::Run run_;
  os::Pipe input_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable filled_;   // what is awaited is here, or nothing more will come
  std::condition_variable drained_;  // the buffer has room again
  std::string buffer_;
  std::size_t taken_ = 0;      // of the buffer
  bool owes_newline_ = false;  // the one behind the content taken last, which git writes by itself
  std::size_t awaited_ = 0;    // bytes, or a line
  bool abandoned_ = false;
  bool ended_ = false;
  // How it ended, if not well. What git reported is put into words by whoever asks.
  std::optional<Result<os::Finished>> trouble_;
};

}  // namespace pawl::git
