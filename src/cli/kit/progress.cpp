#include "cli/kit/progress.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/kit/output.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kBarWidth = 24;

std::string bar_of(std::size_t done, std::size_t total) {
  const std::size_t full = total == 0 ? 0 : std::min(done, total) * kBarWidth / total;
  std::string bar;
  for (std::size_t i = 0; i < kBarWidth; ++i) bar += i < full ? "█" : "░";
  return bar;
}

}  // namespace

void Progress::update(std::size_t done, std::size_t total, std::string_view label) {
  const std::string count = std::to_string(done) + "/" + std::to_string(total);
  const std::string text = printable(label, 200);
  if (console_.facts().err_is_terminal) {
    bar_ = bar_of(done, total) + " " + count + " " + text;
    draw();
    return;
  }
  std::string plain = "[" + count + "] " + text;
  if (plain == shown_) return;
  shown_ = std::move(plain);
  console_.say(shown_);
}

void Progress::line(std::string_view text) {
  if (bar_.empty()) {
    console_.say(text);
    return;
  }
  console_.redraw(std::string(text) + "\n");
  draw();
}

void Progress::clear() {
  if (!bar_.empty()) console_.redraw("");
  bar_.clear();
}

void Progress::draw() {
  const std::size_t width = std::max<std::size_t>(console_.facts().width, 20);
  console_.redraw(shortened(bar_, width - 1));
}

}  // namespace pawl::cli
