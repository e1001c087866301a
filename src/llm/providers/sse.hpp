// Server-sent events: the data of each, from bytes that come in pieces of any size.
#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace pawl::llm {

class SseReader {
 public:
  explicit SseReader(std::function<void(std::string_view)> on_data)
      : on_data_(std::move(on_data)) {}

  void feed(std::string_view piece);
  // The stream is over: hands out an event that lacks its blank line.
  void end();
  // Bytes of an event that is not complete yet.
  std::size_t pending() const { return line_.size() + data_.size(); }

 private:
  void take_line(std::string_view line);
  void dispatch();

  std::function<void(std::string_view)> on_data_;
  std::string line_;  // begun, not ended
  std::string data_;
  bool has_data_ = false;
};

}  // namespace pawl::llm
