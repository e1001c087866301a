// One of two values: what std::variant is for two, of which nothing is instantiated but what is
// used. Nearly every function returns one, so this decides how long the whole takes to compile
// (docs/adr/0086-time-of-the-suite.md).
#pragma once

#include <concepts>
#include <memory>
#include <utility>

namespace pawl {

// Moves of both are taken to throw nothing: what throws in one ends the program.
template <class First, class Second>
class Either {
 public:
  Either(First&& value) : is_first_(true), first_(std::move(value)) {}
  Either(Second&& value) : is_first_(false), second_(std::move(value)) {}

  Either(Either&& other) noexcept : is_first_(other.is_first_) { take(std::move(other)); }
  Either(const Either& other) requires std::copy_constructible<First> : is_first_(other.is_first_) {
    if (is_first_) {
      std::construct_at(&first_, other.first_);
    } else {
      std::construct_at(&second_, other.second_);
    }
  }
  Either& operator=(Either&& other) noexcept {
    if (this == &other) return *this;
    end();
    is_first_ = other.is_first_;
    take(std::move(other));
    return *this;
  }
  Either& operator=(const Either& other) requires std::copy_constructible<First> {
    return *this = Either(other);
  }
  ~Either() { end(); }

  bool is_first() const { return is_first_; }
  // Only of the one that it is.
  First& first() { return first_; }
  const First& first() const { return first_; }
  Second& second() { return second_; }
  const Second& second() const { return second_; }

 private:
  void take(Either&& other) {
    if (is_first_) {
      std::construct_at(&first_, std::move(other.first_));
    } else {
      std::construct_at(&second_, std::move(other.second_));
    }
  }
  void end() {
    if (is_first_) {
      std::destroy_at(&first_);
    } else {
      std::destroy_at(&second_);
    }
  }

  bool is_first_;
  union {
    First first_;
    Second second_;
  };
};

}  // namespace pawl
