#include "cli/kit/progress.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "cli/kit/output.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kBarWidth = 24;
constexpr std::size_t kLabelMax = 200;
constexpr Milliseconds kTimeShownFrom{2'000};
constexpr Milliseconds kMinute{60'000};
constexpr Milliseconds kDrawEvery{1'000};

std::string bar_of(std::size_t done, std::size_t total) {
  const std::size_t full = std::min(done, total) * kBarWidth / total;
  std::string bar;
  for (std::size_t i = 0; i < kBarWidth; ++i) bar += i < full ? "█" : "░";
  return bar + " " + std::to_string(done) + "/" + std::to_string(total) + " ";
}

}  // namespace

std::string progress_line(std::size_t done, std::size_t total, std::string_view label,
                          Milliseconds elapsed, std::size_t width) {
  const std::string front = total == 0 ? std::string() : bar_of(done, total);
  const std::string time =
      elapsed < kMinute ? std::to_string(elapsed.count() / 1000) + " s" : human_duration(elapsed);
  const std::string back = elapsed < kTimeShownFrom ? "" : " · " + time;
  const std::size_t taken = display_width(front) + display_width(back);
  // The time moves, so it is the last thing to be cut.
  const std::size_t room = width > taken + 1 ? width - taken : 1;
  return shortened(front + shortened(label, room) + back, width);
}

Progress::~Progress() {
  {
    const std::lock_guard<std::mutex> guard(mutex_);
    over_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
  clear();
}

void Progress::start(std::string_view label) {
  std::string text = printable(label, kLabelMax);
  if (text == label_) return;
  label_ = std::move(text);
  since_ = clock_.monotonic();
}

void Progress::update(std::size_t done, std::size_t total, std::string_view label) {
  if (console_.quiet()) return;
  const std::lock_guard<std::mutex> guard(mutex_);
  done_ = done;
  total_ = total;
  if (console_.facts().err_is_terminal) {
    start(label);
    draw();
    return;
  }
  const std::string text = printable(label, kLabelMax);
  std::string plain = "[" + std::to_string(done) + "/" + std::to_string(total) + "] " + text;
  if (plain == shown_) return;
  shown_ = std::move(plain);
  console_.say(shown_);
}

void Progress::doing(std::string_view label) {
  if (console_.quiet() || !console_.facts().err_is_terminal) return;
  const std::lock_guard<std::mutex> guard(mutex_);
  start(label);
  draw();
}

void Progress::count(std::size_t done, std::size_t total) {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (done == done_ && total == total_) return;
  done_ = done;
  total_ = total;
  if (drawn_) draw();
}

void Progress::line(std::string_view text) {
  if (console_.quiet()) return;
  const std::lock_guard<std::mutex> guard(mutex_);
  if (!drawn_) {
    console_.say(text);
    return;
  }
  console_.redraw(std::string(text) + "\n");
  draw();
}

void Progress::clear() {
  const std::lock_guard<std::mutex> guard(mutex_);
  if (drawn_) console_.redraw("");
  drawn_ = false;
  label_.clear();
}

void Progress::draw() {
  const std::size_t width = std::max<std::size_t>(console_.facts().width, 20);
  console_.redraw(progress_line(done_, total_, label_, clock_.monotonic() - since_, width - 1));
  drawn_ = true;
  if (!thread_.joinable() && !over_) thread_ = std::thread([this] { tick(); });
}

void Progress::tick() {
  std::unique_lock<std::mutex> guard(mutex_);
  while (!wake_.wait_for(guard, kDrawEvery, [this] { return over_; })) {
    if (drawn_) draw();
  }
}

}  // namespace pawl::cli
