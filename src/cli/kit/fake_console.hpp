// A console made of strings.
#pragma once

#include <string>
#include <utility>

#include "cli/kit/console.hpp"

namespace pawl::cli {

class FakeConsole final : public Console {
 public:
  explicit FakeConsole(std::string input = {}, TerminalFacts facts = {})
      : input_(std::move(input)), facts_(facts) {}

  const TerminalFacts& facts() const override { return facts_; }
  Result<std::string> read_all(std::size_t) override { return std::exchange(input_, {}); }
  std::optional<std::string> read_line() override {
    if (input_.empty()) return std::nullopt;
    const auto end = input_.find('\n');
    std::string line = input_.substr(0, end);
    input_.erase(0, end == std::string::npos ? end : end + 1);
    return line;
  }
  bool reader_gone() const override { return false; }
  Status finish() override { return Done{}; }

  std::string written;  // standard output
  std::string said;     // standard error

 private:
  void write_out(std::string_view bytes) override { written += bytes; }
  void write_err(std::string_view bytes) override { said += bytes; }

  std::string input_;
  TerminalFacts facts_;
};

}  // namespace pawl::cli
