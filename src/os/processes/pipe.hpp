// A pipe whose reader is somebody's standard input.
#pragma once

#include <string_view>

#include "base/result.hpp"
#include "os/files/fd.hpp"

namespace pawl::os {

class Pipe {
 public:
  Pipe() = default;
  static Result<Pipe> open();

  int reader() const { return reader_.get(); }
  // All of it, waiting while the pipe is full; false when nobody reads any more.
  bool write(std::string_view text);
  void close_writer() { writer_.reset(); }
  // Once the reading process has ended: whoever waits in write() gets its answer.
  void close_reader() { reader_.reset(); }

 private:
  Pipe(Fd reader, Fd writer) : reader_(std::move(reader)), writer_(std::move(writer)) {}

  Fd reader_;
  Fd writer_;
};

}  // namespace pawl::os
