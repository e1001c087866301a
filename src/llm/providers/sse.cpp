#include "llm/providers/sse.hpp"

namespace pawl::llm {

void SseReader::feed(std::string_view piece) {
  while (!piece.empty()) {
    const auto end = piece.find('\n');
    if (end == std::string_view::npos) {
      line_ += piece;
      return;
    }
    line_ += piece.substr(0, end);
    piece.remove_prefix(end + 1);
    take_line(line_);
    line_.clear();
  }
}

void SseReader::end() {
  if (!line_.empty()) take_line(line_);
  line_.clear();
  dispatch();
}

void SseReader::take_line(std::string_view line) {
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.empty()) return dispatch();
  constexpr std::string_view kData = "data:";
  if (!line.starts_with(kData)) return;  // comments and fields nobody here needs
  line.remove_prefix(kData.size());
  if (line.starts_with(' ')) line.remove_prefix(1);
  if (has_data_) data_ += '\n';
  data_ += line;
  has_data_ = true;
}

void SseReader::dispatch() {
  if (has_data_) on_data_(data_);
  data_.clear();
  has_data_ = false;
}

}  // namespace pawl::llm
