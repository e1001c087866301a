// What keeps the assertions of a test from being reached, and what drops their failures. For the
// files of this module only.
#pragma once

#include <cstddef>

#include "syntax/node.hpp"

namespace pawl::syntax {

// Nothing behind the statement in its block runs, and the test does not fail: it returns, leaves
// its loop or ends the program with success.
bool leaves_test(const Source& source, TSNode statement);

// The bytes of a branch or loop that never run: `if False`, `for x in []`. Empty: there are none.
struct NeverRun {
  std::size_t begin = 0;
  std::size_t end = 0;
};
NeverRun never_run(const Source& source, TSNode node);

// What a handler does with what it caught.
enum class Dropped : std::uint8_t {
  nothing,
  errors,    // it drops what the code throws; a failed assertion is none of these
  failures,  // failed assertions, too
};
// Of a statement with handlers: the most that one of them drops. A handler that fails, throws again
// or keeps what it caught drops nothing.
Dropped dropped_by(const Source& source, TSNode statement);
// Of a call: `.catch(() => {})`, `catch_unwind(…)` whose result nobody looks at.
Dropped dropped_by_call(const Source& source, TSNode call, std::string_view callee);
// Of Go's `defer func() { recover() }()`, for what stands behind it.
Dropped dropped_by_deferred(const Source& source, TSNode statement);

// A condition that asks how the test is run, not what the code did: `os.environ.get("CI")`.
bool asks_environment(std::string_view condition);
// A condition that passes an assertion over when what it speaks about is missing or empty: `if out`
// above `assert out == 1`.
bool asks_subject(std::string_view condition, std::string_view assertion);

}  // namespace pawl::syntax
