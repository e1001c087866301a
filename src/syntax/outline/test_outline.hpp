// The tests of a source file: what each asserts, and what keeps it from running.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/language.hpp"

namespace pawl::syntax {

// How much an assertion says, from little to much.
enum class Strength : std::uint8_t {
  nothing,  // holds whatever the code does: `assert True`
  truth,    // something is there, or true: `assertTrue(x)`, `toBeDefined()`
  shape,    // a member, a type, a limit, an exception
  value,    // this and nothing else: `==`, `toEqual`
};

struct Assertion {
  std::string text;     // blanks folded
  std::string subject;  // what it speaks about: the first operand or argument
  Strength strength = Strength::shape;
  int line = 0;              // from 1
  bool conditional = false;  // below an `if` or in a loop, so that it may be passed over
  bool dead = false;         // never reached: behind a return, below `if False`
  bool passed_over = false;  // below a condition on its own subject or on the environment
  bool twofold = false;      // it compares a call with itself
  bool sheltered = false;    // what the code throws there, or the failure itself, is dropped
  bool operator==(const Assertion&) const = default;
};

struct Test {
  std::string name;  // with what it stands in: `TestUser.test_login`, `user > logs in`
  int line = 0;
  std::vector<Assertion> assertions;
  int skip_line = 0;      // where it, or what it stands in, is told not to run; 0: it runs
  int focus_line = 0;     // where it is told to run alone: `it.only`
  int return_line = 0;    // what keeps an assertion from being reached: a return, `if False`
  int swallow_line = 0;   // an assertion whose failure is caught and dropped
  std::size_t begin = 0;  // bytes of its body
  std::size_t end = 0;
  bool collected = true;  // false: its runner passes over what it stands in
  bool helper = false;    // no test: a function or hook beside tests, which may assert for them
  int statements = 0;     // of its body, without remarks and what says nothing
  bool leaves = false;    // its first statement leaves it
  bool operator==(const Test&) const = default;
};

// pytest and unittest, Jest and its likes, node:test, Go, Rust, JUnit, RSpec and Minitest by their
// syntax trees; GoogleTest, Catch2, doctest, Boost, Unity, cmocka and Check by their macros; Bats
// and shUnit2 by their lines. In order of their place.
std::vector<Test> tests_of(Language language, std::string_view text);
// The same with the functions and hooks beside them: what prepares tests, and what asserts for
// them.
std::vector<Test> tests_and_helpers_of(Language language, std::string_view text);
// Of a .bats file: `@test "name" { … }`; of a shell script: functions whose names begin with
// `test`.
std::vector<Test> bats_tests(std::string_view text);
std::vector<Test> bats_tests_and_helpers(std::string_view text);

}  // namespace pawl::syntax
