#include "git/objects/object_conversation.hpp"

#include <algorithm>
#include <charconv>

#include "base/text/text.hpp"
#include "git/objects/identity.hpp"

namespace pawl::git {
namespace {

constexpr Milliseconds kCancelCheck{50};
// What may wait to be taken; then git waits, too.
constexpr std::size_t kBufferBytesMax = 256U << 20U;
constexpr std::size_t kLine = std::string::npos;

// The line that comes before a content: `<id> <type> <size>`; nothing for a missing object.
Result<std::optional<Object>> parse_head(std::string_view line, const std::string& folder) {
  if (line.ends_with(" missing")) return std::optional<Object>();
  const auto words = split_words(line);
  if (words.size() == 3) {
    Object object{.id = std::string(words[0]), .type = std::string(words[1]), .content = {}};
    const auto [end, error] =
        std::from_chars(words[2].data(), words[2].data() + words[2].size(), object.size);
    if (error == std::errc() && end == words[2].data() + words[2].size()) {
      return std::optional(std::move(object));
    }
  }
  return fail(Errc::io, "git cat-file in " + folder + " answered \"" + printable(line, 200) +
                            "\", which describes no object");
}

}  // namespace

// For as long as it lives, somebody waits.
class Conversation::Waiting {
 public:
  explicit Waiting(Conversation& conversation) : conversation_(conversation) {
    conversation_.silent_since_ = Clock::now();
  }
  ~Waiting() { conversation_.silent_since_ = kNobodyWaits; }
  Waiting(const Waiting&) = delete;
  Waiting& operator=(const Waiting&) = delete;

 private:
  Conversation& conversation_;
};

bool Conversation::may_go_on() const {
  const Clock::time_point since = silent_since_;
  return since == kNobodyWaits || Clock::now() - since < patience_;
}

Conversation::Conversation(Git& git, const std::string& folder,
                           const std::vector<std::pair<std::string, std::string>>& environment,
                           Milliseconds patience)
    : git_(git), folder_(folder), patience_(patience) {
  run_.folder = folder;
  run_.args = {"cat-file", "--batch-command"};
  run_.environment = environment;
  run_.deadline = std::chrono::hours(12);
  run_.on_output = [this](std::string_view piece) { take(piece); };
  run_.may_go_on = [this] { return may_go_on(); };
}

Conversation::~Conversation() {
  {
    const std::lock_guard lock(mutex_);
    abandoned_ = true;
    drained_.notify_all();
  }
  input_.close_writer();
  if (thread_.joinable()) thread_.join();
}

Status Conversation::start() {
  identity_ = identity_of(folder_);
  TRY_ASSIGN(input_, os::Pipe::open());
  run_.input_from = input_.reader();
  thread_ = std::thread([this] { converse(); });
  return Done{};
}

void Conversation::converse() {
  Result<os::Finished> finished = git_.run(run_);
  input_.close_reader();
  const std::lock_guard lock(mutex_);
  ended_ = true;
  if (!finished || !finished->succeeded()) trouble_ = std::move(finished);
  filled_.notify_all();
}

// Called by the thread that also looks whether a person wants to stop, so it waits but shortly. Git
// writes an answer in pieces: whoever waits is woken once, for what it waits for, and finds the
// lock open.
void Conversation::take(std::string_view piece) {
  Clock::time_point since = silent_since_;
  if (since != kNobodyWaits) silent_since_.compare_exchange_strong(since, Clock::now());
  std::unique_lock lock(mutex_);
  if (buffer_.size() - taken_ > kBufferBytesMax) drained_.wait_for(lock, kCancelCheck);
  if (abandoned_) return;
  buffer_.append(piece);
  const bool here = is_here();
  lock.unlock();
  if (here) filled_.notify_all();
}

bool Conversation::is_here() const {
  if (awaited_ != kLine) return buffer_.size() >= first_untaken() + awaited_;
  return buffer_.find('\n', first_untaken()) != std::string::npos;
}

// Until so many bytes, or a line, are here, or nothing more will come.
void Conversation::await(std::unique_lock<std::mutex>& lock, std::size_t bytes) {
  awaited_ = bytes;
  const Waiting waiting(*this);
  filled_.wait(lock, [&] { return is_here() || ended_; });
}

// With the lock held or after the end.
Error Conversation::gone() const {
  if (trouble_) return *trouble_ ? git_.failure(run_, **trouble_) : trouble_->error();
  return fail(Errc::io, "git cat-file in " + folder_ + " ended before it answered");
}

Status Conversation::ask(const std::string& lines) {
  ++questions_;
  const Waiting waiting(*this);
  if (input_.write(lines)) return Done{};
  std::unique_lock lock(mutex_);
  filled_.wait(lock, [&] { return ended_; });
  return gone();
}

Result<std::optional<Object>> Conversation::head() {
  std::unique_lock lock(mutex_);
  await(lock, kLine);
  const std::size_t from = first_untaken();
  const std::size_t end = buffer_.find('\n', from);
  if (end == std::string::npos) return gone();
  const std::string line = buffer_.substr(from, end - from);
  taken_ = end + 1;
  owes_newline_ = false;
  return parse_head(line, folder_);
}

void Conversation::drop_taken() {
  if (taken_ != buffer_.size()) return;
  buffer_.clear();
  taken_ = 0;
  drained_.notify_all();
}

Result<std::string> Conversation::content(std::size_t size) {
  std::unique_lock lock(mutex_);
  await(lock, size);
  if (buffer_.size() - taken_ < size) return gone();
  std::string bytes = buffer_.substr(taken_, size);
  taken_ += size;
  owes_newline_ = true;
  drop_taken();
  return bytes;
}

// Without ever holding all of them.
Status Conversation::skip(std::size_t size) {
  for (std::size_t left = size + 1; left > 0;) {
    std::unique_lock lock(mutex_);
    await(lock, 1);
    const std::size_t some = std::min(left, buffer_.size() - taken_);
    if (some == 0) return gone();
    left -= some;
    taken_ += some;
    drop_taken();
  }
  return Done{};
}

bool Conversation::rest() {
  const std::lock_guard lock(mutex_);
  if (ended_ || buffer_.size() > first_untaken()) return false;
  // The newline that git writes behind the content taken last may have come, or is still to come.
  owes_newline_ = owes_newline_ && buffer_.size() == taken_;
  buffer_ = {};
  taken_ = 0;
  return true;
}

}  // namespace pawl::git
