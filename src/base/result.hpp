// Errors as values. Everything that can fail for a reason outside the program returns Result<T>;
// an Error says what failed, how a caller may react, and what was being done at the time.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/check.hpp"
#include "base/either.hpp"

namespace pawl {

// Coarse on purpose: for decisions (exit code, retry), never for explanations.
enum class Errc : std::uint8_t {
  invalid,    // the input is wrong; trying again with it cannot help
  not_found,  // the named thing does not exist
  conflict,   // somebody else holds it, or it changed meanwhile
  denied,     // a policy or a permission says no
  timeout,    // a limit ran out
  cancelled,  // the user or a signal asked to stop
  io,         // the local machine failed (disk full, no such device)
  upstream,   // a model, forge or tool answered badly or not at all
};

std::string_view to_string(Errc code);

struct Error {
  Errc code = Errc::invalid;
  std::string message;             // what failed, with the value that failed, and the way out
  std::vector<std::string> trail;  // what was being done, innermost first

  // One line: `outermost › … › innermost: message`.
  std::string to_line() const;
};

struct Done {
  bool operator==(const Done&) const = default;
};

// The ends of value() and error() on the wrong kind.
[[noreturn]] void no_value(const Error& error);
[[noreturn]] void no_error();

// Either a T or an Error. Ignoring one does not compile without a warning.
template <class T>
class [[nodiscard]] Result {
 public:
  Result(T value) : state_(std::move(value)) {}
  Result(Error error) : state_(std::move(error)) {}

  explicit operator bool() const { return state_.is_first(); }
  bool ok() const { return state_.is_first(); }

  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T&& operator*() && { return std::move(value()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }

  T& value() {
    if (!ok()) no_value(state_.second());
    return state_.first();
  }
  const T& value() const {
    if (!ok()) no_value(state_.second());
    return state_.first();
  }
  T value_or(T fallback) const { return ok() ? state_.first() : std::move(fallback); }

  Error& error() {
    if (ok()) no_error();
    return state_.second();
  }
  const Error& error() const {
    if (ok()) no_error();
    return state_.second();
  }

  // Adds a trail frame to a failure; a success passes through.
  Result during(std::string_view doing) && {
    if (!ok()) error().trail.emplace_back(doing);
    return std::move(*this);
  }

 private:
  Either<T, Error> state_;
};

using Status = Result<Done>;

inline Error fail(Errc code, std::string message) { return Error{code, std::move(message), {}}; }

}  // namespace pawl

#define PAWL_CAT_(a, b) a##b
#define PAWL_CAT(a, b) PAWL_CAT_(a, b)

// Returns the error of a failed Status or Result from the enclosing function.
#define TRY(...) TRY_IMPL_(PAWL_CAT(try_status_, __LINE__), __VA_ARGS__)
#define TRY_IMPL_(name, ...)                \
  do {                                      \
    if (auto name = (__VA_ARGS__); !name) { \
      return std::move(name).error();       \
    }                                       \
  } while (false)

// Declares or assigns `target` from a Result, or returns its error. Two statements: brace your ifs.
#define TRY_ASSIGN(target, ...) \
  TRY_ASSIGN_IMPL_(PAWL_CAT(try_result_, __LINE__), target, __VA_ARGS__)
#define TRY_ASSIGN_IMPL_(name, target, ...) \
  auto name = (__VA_ARGS__);                \
  if (!name) {                              \
    return std::move(name).error();         \
  }                                         \
  target = *std::move(name)
