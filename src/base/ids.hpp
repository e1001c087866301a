// Run ids: `<slug up to 40 characters>-<6 hex digits>`.
#pragma once

#include <string>
#include <string_view>

#include "base/result.hpp"

namespace pawl {

class RunId {
 public:
  // `slug_source` is any text that names the target; `hex` gives six random hex digits.
  static RunId make(std::string_view slug_source, std::string_view hex);
  static Result<RunId> parse(std::string_view text);

  const std::string& text() const { return text_; }
  bool operator==(const RunId&) const = default;
  auto operator<=>(const RunId&) const = default;

 private:
  explicit RunId(std::string text) : text_(std::move(text)) {}
  std::string text_;
};

}  // namespace pawl
