#include "git/object_reader.hpp"

#include <algorithm>
#include <charconv>
#include <condition_variable>
#include <thread>

#include "base/text.hpp"
#include "os/pipe.hpp"

namespace pawl::git {

// The process runs in a thread of its own, which hands its output over as it comes.
class ObjectReader::Conversation {
 public:
  Conversation(Git& git, const std::string& folder,
               const std::vector<std::pair<std::string, std::string>>& environment)
      : git_(git), folder_(folder) {
    run_.folder = folder;
    run_.args = {"cat-file", "--batch"};
    run_.environment = environment;
    run_.deadline = std::chrono::hours(12);
    run_.on_output = [this](std::string_view piece) { take(piece); };
  }

  ~Conversation() {
    input_.close_writer();
    if (thread_.joinable()) thread_.join();
  }

  Status start() {
    TRY_ASSIGN(input_, os::Pipe::open());
    run_.input_from = input_.reader();
    thread_ = std::thread([this] {
      Result<os::Finished> finished = git_.run(run_);
      input_.close_reader();
      const std::lock_guard lock(mutex_);
      ended_ = true;
      if (!finished) {
        trouble_ = std::move(finished).error();
      } else if (!finished->succeeded()) {
        trouble_ = git_.failure(run_, *finished);
      }
      changed_.notify_all();
    });
    return Done{};
  }

  Status ask(const std::string& lines) {
    if (input_.write(lines)) return Done{};
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return ended_; });
    return gone();
  }

  Result<std::optional<Object>> answer(const std::string& name, std::uint64_t bytes_max) {
    TRY_ASSIGN(const std::string header, take_line());
    if (header.ends_with(" missing")) return std::optional<Object>();
    const auto words = split_words(header);
    std::size_t size = 0;
    if (words.size() == 3) {
      const std::string_view digits = words[2];
      const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), size);
      if (error == std::errc() && end == digits.data() + digits.size()) {
        Object object{.id = std::string(words[0]), .type = std::string(words[1]), .content = {}};
        object.whole = size <= bytes_max;
        if (!object.whole) {
          TRY(skip_bytes(size + 1));
          return std::optional<Object>(std::move(object));
        }
        TRY_ASSIGN(object.content, take_bytes(size + 1));
        object.content.pop_back();
        return std::optional<Object>(std::move(object));
      }
    }
    return fail(Errc::upstream, "git cat-file in " + folder_ + " answered \"" +
                                    printable(header, 200) + "\" about " + printable(name, 200));
  }

 private:
  void take(std::string_view piece) {
    const std::lock_guard lock(mutex_);
    buffer_.append(piece);
    changed_.notify_all();
  }

  // With the lock held or after the end.
  Error gone() const {
    if (trouble_) return *trouble_;
    return fail(Errc::upstream, "git cat-file in " + folder_ + " ended before it answered");
  }

  Result<std::string> take_line() {
    std::unique_lock lock(mutex_);
    std::size_t end = std::string::npos;
    changed_.wait(lock, [&] {
      end = buffer_.find('\n', taken_);
      return end != std::string::npos || ended_;
    });
    if (end == std::string::npos) return gone();
    std::string line = buffer_.substr(taken_, end - taken_);
    taken_ = end + 1;
    return line;
  }

  Result<std::string> take_bytes(std::size_t count) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [&] { return buffer_.size() - taken_ >= count || ended_; });
    if (buffer_.size() - taken_ < count) return gone();
    std::string bytes = buffer_.substr(taken_, count);
    taken_ += count;
    if (taken_ == buffer_.size()) {
      buffer_.clear();
      taken_ = 0;
    }
    return bytes;
  }

  // Without ever holding all of them.
  Status skip_bytes(std::size_t count) {
    while (count > 0) {
      std::unique_lock lock(mutex_);
      changed_.wait(lock, [&] { return buffer_.size() > taken_ || ended_; });
      const std::size_t some = std::min(count, buffer_.size() - taken_);
      if (some == 0) return gone();
      count -= some;
      taken_ += some;
      if (taken_ == buffer_.size()) {
        buffer_.clear();
        taken_ = 0;
      }
    }
    return Done{};
  }

  Git& git_;
  std::string folder_;
  Git::Run run_;
  os::Pipe input_;
  std::thread thread_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::string buffer_;
  std::size_t taken_ = 0;  // of the buffer
  bool ended_ = false;
  std::optional<Error> trouble_;
};

ObjectReader::ObjectReader(Git& git, std::string folder,
                           std::vector<std::pair<std::string, std::string>> environment)
    : git_(git), folder_(std::move(folder)), environment_(std::move(environment)) {}

ObjectReader::~ObjectReader() = default;

Result<ObjectReader::Conversation*> ObjectReader::conversation() {
  if (!conversation_) {
    auto fresh = std::make_unique<Conversation>(git_, folder_, environment_);
    TRY(fresh->start());
    conversation_ = std::move(fresh);
  }
  return conversation_.get();
}

Result<std::optional<Object>> ObjectReader::read(const std::string& name) {
  TRY_ASSIGN(std::vector<std::optional<Object>> objects, read_all({&name, 1}));
  return std::move(objects.front());
}

Result<std::vector<std::optional<Object>>> ObjectReader::read_all(
    std::span<const std::string> names, std::uint64_t bytes_max) {
  std::string lines;
  for (const std::string& name : names) {
    if (name.empty() || name.find_first_of(std::string_view("\n\0", 2)) != std::string::npos) {
      return fail(Errc::invalid, "\"" + printable(name, 200) + "\" cannot name a git object");
    }
    lines.append(name).append("\n");
  }
  std::vector<std::optional<Object>> objects;
  if (names.empty()) return objects;
  const std::lock_guard lock(mutex_);
  TRY_ASSIGN(Conversation* const talk, conversation());
  TRY(talk->ask(lines));
  for (const std::string& name : names) {
    TRY_ASSIGN(std::optional<Object> object, talk->answer(name, bytes_max));
    objects.push_back(std::move(object));
  }
  return objects;
}

}  // namespace pawl::git
