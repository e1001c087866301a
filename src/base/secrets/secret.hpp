// Secrets and their redaction. A Secret has no formatter and no codec: it can only be revealed by
// name, at the one place that hands it to its service. A Redactor knows the values of all secrets
// of the process and blanks them, by value, at every writer (log, journal, model record, prompts).
#pragma once

#include <memory>
#include <shared_mutex>
#include <string>
#include <string_view>
#include <vector>

namespace pawl {

class Secret {
 public:
  Secret() = default;
  explicit Secret(std::string value) : value_(std::move(value)) {}

  bool empty() const { return value_.empty(); }
  const std::string& reveal() const { return value_; }

 private:
  std::string value_;
};

// Copies know the same values, also those that are added later: tokens that pass are learnt while
// others write. Safe to use from several threads.
class Redactor {
 public:
  // Values under 6 characters are not taken: they would blank ordinary text. Also taken: the
  // forms in which secrets travel: percent-encoded, base64 at any alignment (so that a token in
  // `user:token` is found), JSON-escaped, and each long line of a value of several lines.
  void add(const Secret& secret);
  bool empty() const;
  // The text with each known value replaced by `[redacted]`.
  std::string apply(std::string_view text) const;

 private:
  struct Known {
    mutable std::shared_mutex lock;
    std::vector<std::string> values;  // longest first
  };
  std::shared_ptr<Known> known_ = std::make_shared<Known>();
};

std::string base64(std::string_view bytes);
std::string percent_encoded(std::string_view text);

}  // namespace pawl
