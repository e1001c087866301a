// What went wrong at a forge, as a value that says whether, when and how to go on. trouble.cpp has
// the one table that makes it an Error, and so an exit code.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/either.hpp"
#include "base/result.hpp"
#include "base/time.hpp"

namespace pawl::forge {

enum class TroubleKind : std::uint8_t {
  invalid,       // what was asked for is wrong; asking again cannot help
  not_found,     // there is no such thing, or none this user may see
  conflict,      // it changed meanwhile: look again, then decide again
  denied,        // known, but not allowed
  unauthorized,  // not known: no token, or one that does not hold any more
  rate_limited,  // asked too often; `retry_at` says when to go on
  unavailable,   // the forge did not answer, or answered nonsense
  timeout,       // the forge took too long
  unsupported,   // Capabilities said so before
  cancelled,     // the user or a signal asked to stop
  local,         // this machine failed (a full disk)
};

struct Trouble;
// The message with the way out, and the trail; its code decides the exit code.
Error to_error(const Trouble& trouble);
// An error of git, the database or the disk below a forge.
Trouble to_trouble(Error error);

struct Trouble {
  TroubleKind kind = TroubleKind::unavailable;
  std::string message;  // what failed, with the value that failed
  std::string way_out;  // what to do; empty when the message says it
  std::optional<Timestamp> retry_at = {};
  std::vector<std::string> trail = {};  // as of Error

  // So that TRY leaves a function that returns a Result.
  template <class T>
  operator Result<T>() const {
    return to_error(*this);
  }
};

// Either a T or a Trouble: a Result of which more is known. TRY and TRY_ASSIGN work on both, in
// functions that return either.
template <class T>
class [[nodiscard]] Answer {
 public:
  Answer(T value) : state_(std::move(value)) {}
  Answer(Trouble trouble) : state_(std::move(trouble)) {}
  Answer(Error error) : Answer(to_trouble(std::move(error))) {}

  explicit operator bool() const { return ok(); }
  bool ok() const { return state_.is_first(); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return const_cast<Answer*>(this)->value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &const_cast<Answer*>(this)->value(); }

  const Trouble& error() const& {
    if (ok()) no_error();
    return state_.second();
  }
  Trouble error() && {
    if (ok()) no_error();
    return std::move(state_.second());
  }

  // Adds a trail frame to a failure; a success passes through.
  Answer during(std::string_view doing) && {
    if (!ok()) state_.second().trail.emplace_back(doing);
    return std::move(*this);
  }

 private:
  T& value() {
    if (!ok()) no_value(to_error(state_.second()));
    return state_.first();
  }

  Either<T, Trouble> state_;
};

using Answered = Answer<Done>;

}  // namespace pawl::forge
