#include "cli/kit/console.hpp"

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

#include <sys/ioctl.h>
#include <unistd.h>

#include "base/text/hidden.hpp"
#include "base/text/text.hpp"
#include "cli/kit/output.hpp"
#include "cli/kit/pager.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kInputBytesMax = 1U << 20U;

void measure_terminal(TerminalFacts& facts) {
  winsize size{};
  for (const int descriptor : {STDERR_FILENO, STDOUT_FILENO}) {
    if (ioctl(descriptor, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) continue;
    facts.width = size.ws_col;
    if (size.ws_row > 0) facts.height = size.ws_row;
    return;
  }
}

// 0 when all of it was written, else errno.
int write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = write(descriptor, text.data(), text.size());
    if (written < 0) {
      if (errno == EINTR) continue;
      return errno;
    }
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return 0;
}

class RealConsole final : public Console {
 public:
  RealConsole() {
    facts_.in_is_terminal = isatty(STDIN_FILENO) == 1;
    facts_.out_is_terminal = isatty(STDOUT_FILENO) == 1;
    facts_.err_is_terminal = isatty(STDERR_FILENO) == 1;
    if (facts_.out_is_terminal || facts_.err_is_terminal) measure_terminal(facts_);
  }

  const TerminalFacts& facts() const override { return facts_; }

  Result<std::string> read_all(std::size_t bytes_max) override {
    while (fill()) {
      if (input_.size() > bytes_max) {
        return fail(Errc::invalid,
                    "standard input is longer than " + std::to_string(bytes_max >> 20U) + " MiB");
      }
    }
    return std::exchange(input_, {});
  }

  std::optional<std::string> read_line() override {
    while (input_.find('\n') == std::string::npos && input_.size() <= kInputBytesMax) {
      if (!fill()) break;
    }
    if (input_.empty()) return std::nullopt;
    const std::size_t end = input_.find('\n');
    std::string line = input_.substr(0, end);
    input_.erase(0, end == std::string::npos ? end : end + 1);
    return line;
  }

  bool reader_gone() const override { return out_error_ == EPIPE; }

  Status finish() override {
    if (out_error_ == 0 || reader_gone()) return Done{};
    return fail(Errc::io, std::string("standard output: ") + std::strerror(out_error_));
  }

 private:
  void write_out(std::string_view bytes) override {
    if (out_error_ == 0) out_error_ = write_all(STDOUT_FILENO, bytes);
  }

  // Narration that nobody can read is no reason to fail.
  void write_err(std::string_view bytes) override {
    if (err_error_ == 0) err_error_ = write_all(STDERR_FILENO, bytes);
  }

  bool fill() {
    std::array<char, 4096> buffer{};
    ssize_t got = 0;
    do {
      got = read(STDIN_FILENO, buffer.data(), buffer.size());
    } while (got < 0 && errno == EINTR);
    if (got <= 0) return false;
    input_.append(buffer.data(), static_cast<std::size_t>(got));
    return true;
  }

  TerminalFacts facts_;
  std::string input_;
  int out_error_ = 0;
  int err_error_ = 0;
};

}  // namespace

std::string for_terminal(std::string_view text) {
  std::string out;
  for (;;) {
    const auto at = text.find('\x1b');
    out += visible(text.substr(0, at));
    if (at == std::string_view::npos) return out;
    const std::string_view rest = text.substr(at);
    const std::string_view own = own_sequence(rest);
    out += own.empty() ? visible(rest.substr(0, 1)) : std::string(own);
    text = rest.substr(own.empty() ? 1 : own.size());
  }
}

void Console::out(std::string_view text) { write_out(for_terminal(text)); }
void Console::err(std::string_view text) { write_err(for_terminal(text)); }
void Console::say(std::string_view line) { err(std::string(line) + "\n"); }

void Console::data(std::string_view bytes) {
  if (facts().out_is_terminal) return out(bytes);
  write_out(bytes);
}

void Console::paged(std::string_view text, const config::Environment& environment) {
  const bool long_text = line_count(text) >= facts().height;
  const bool somebody = facts().in_is_terminal && facts().out_is_terminal;
  const std::string pager = long_text && somebody ? pager_of(environment) : std::string();
  if (pager.empty() || !show_in_pager(pager, environment, for_terminal(text))) out(text);
}

void Console::clear_screen() {
  if (facts().out_is_terminal) write_out("\x1b[H\x1b[2J\x1b[3J");
}

void Console::redraw(std::string_view line) {
  write_err("\r\x1b[K");
  err(line);
}

void Console::document(const Json& document) { out(document.pretty()); }

std::unique_ptr<Console> real_console() { return std::make_unique<RealConsole>(); }

Status check_somebody_there(const Console& console) {
  if (console.facts().in_is_terminal) return Done{};
  return fail(Errc::invalid,
              "nobody is there to answer, for standard input is no terminal; add --yes to go on "
              "without asking");
}

Result<std::string> ask(Console& console, std::string_view question, std::string_view choices) {
  TRY(check_somebody_there(console));
  console.err(std::string(question) + " [" + std::string(choices) + "] ");
  return lower(trim(console.read_line().value_or("")));
}

Result<bool> confirm(Console& console, std::string_view question) {
  TRY_ASSIGN(const std::string answer, ask(console, question, "y/N"));
  return answer == "y" || answer == "yes";
}

}  // namespace pawl::cli
