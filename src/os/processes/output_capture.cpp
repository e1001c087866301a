#include "os/processes/output_capture.hpp"

#include <algorithm>

namespace pawl::os {
namespace {

bool continues_character(char byte) { return (static_cast<unsigned char>(byte) & 0xC0U) == 0x80U; }

// Drops the beginning of a character whose rest was cut away.
void trim_torn_end(std::string& text) {
  constexpr std::size_t kCharacterMax = 4;
  for (std::size_t back = 1; back <= std::min(kCharacterMax, text.size()); ++back) {
    const auto byte = static_cast<unsigned char>(text[text.size() - back]);
    if ((byte & 0xC0U) == 0x80U) continue;
    const std::size_t length = byte >= 0xF0U ? 4 : byte >= 0xE0U ? 3 : byte >= 0xC0U ? 2 : 1;
    if (length > back) text.resize(text.size() - back);
    return;
  }
}

void trim_torn_begin(std::string& text) {
  std::size_t skip = 0;
  while (skip < std::min<std::size_t>(3, text.size()) && continues_character(text[skip])) ++skip;
  text.erase(0, skip);
}

}  // namespace

OutputCapture::OutputCapture(std::size_t bytes_max)
    : head_max_(bytes_max / 2), tail_max_(bytes_max - bytes_max / 2) {}

void OutputCapture::add(std::string_view piece) {
  bytes_seen_ += piece.size();
  const std::size_t to_head = std::min(piece.size(), head_max_ - head_.size());
  head_.append(piece.substr(0, to_head));
  add_to_tail(piece.substr(to_head));
}

void OutputCapture::add_to_tail(std::string_view piece) {
  if (piece.size() > tail_max_) piece.remove_prefix(piece.size() - tail_max_);
  const std::size_t to_end = std::min(piece.size(), tail_max_ - tail_.size());
  tail_.append(piece.substr(0, to_end));
  piece.remove_prefix(to_end);
  while (!piece.empty()) {
    const std::size_t n = std::min(piece.size(), tail_.size() - tail_begin_);
    tail_.replace(tail_begin_, n, piece.substr(0, n));
    tail_begin_ = (tail_begin_ + n) % tail_.size();
    piece.remove_prefix(n);
  }
}

std::string OutputCapture::take() {
  std::rotate(tail_.begin(), tail_.begin() + static_cast<std::ptrdiff_t>(tail_begin_), tail_.end());
  if (!cut()) return std::move(head_) + tail_;
  trim_torn_end(head_);
  trim_torn_begin(tail_);
  const std::size_t left_out = bytes_seen_ - head_.size() - tail_.size();
  std::string text = std::move(head_);
  if (!text.empty() && !text.ends_with('\n')) text += '\n';
  text += "[… " + std::to_string(left_out) + " bytes left out …]\n";
  return text + tail_;
}

}  // namespace pawl::os
