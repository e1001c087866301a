// The file under a journal: whole lines only, appended under the file's flock, so that several
// processes share it. Knows where the last whole line ends and cuts off what a crash left behind.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.hpp"

namespace pawl::store {

class JournalFile {
 public:
  // Opens or creates `path` (0600); `folder` is where its name must survive a crash.
  static Result<JournalFile> open(const std::string& path, const std::string& folder);
  JournalFile(JournalFile&& other) noexcept;
  JournalFile& operator=(JournalFile&&) = delete;
  ~JournalFile();

  // Held while the returned value lives.
  class Held {
   public:
    explicit Held(int fd) : fd_(fd) {}
    Held(Held&& other) noexcept : fd_(other.fd_) { other.fd_ = -1; }
    Held& operator=(Held&&) = delete;
    ~Held();

   private:
    int fd_;
  };
  Result<Held> lock();

  // The rest needs the lock.

  // The file's length now.
  Result<std::uint64_t> length() const;
  Result<std::string> read_from(std::uint64_t offset) const;
  Status truncate(std::uint64_t length);
  // All bytes or none: what a full disk let through is cut off again.
  Status append(std::string_view bytes, std::uint64_t length_before);

  // Needs no lock: everything appended so far is on disk when this returns.
  Status flush();
  // The file's name is on disk too.
  Status flush_folder();

  const std::string& path() const { return path_; }
  const std::string& folder() const { return folder_; }

 private:
  JournalFile(int fd, std::string path, std::string folder)
      : fd_(fd), path_(std::move(path)), folder_(std::move(folder)) {}
  Error failure(std::string_view doing, int error) const;

  int fd_;
  std::string path_;
  std::string folder_;
};

}  // namespace pawl::store
