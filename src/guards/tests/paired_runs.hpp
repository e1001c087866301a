// What the guards of builds and tests share: telling new diagnostics from old ones, and showing a
// place in the code to whoever tries again.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guards/evidence.hpp"
#include "guards/guard.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {

// Diagnostics of the head that the base has not, and those it has. Path, code and message count;
// lines, numbers and paths in quotes do not, so what only moved is old.
struct Difference {
  std::vector<repo::Diagnostic> added;
  std::vector<repo::Diagnostic> kept;
  bool some_gone = false;  // the base has diagnostics the head has not
};
Difference compare(const std::vector<repo::Diagnostic>& base,
                   const std::vector<repo::Diagnostic>& head);

// What kind of error a compiler speaks of: signature_mismatch, type_mismatch, undefined_symbol,
// missing_import, syntax_error or other.
std::string_view kind_of_error(std::string_view message);

// The line with three around it, numbered, the line itself marked; empty without such a line.
std::string excerpt(std::string_view text, int line);

// Of tests, failing or not.
template <class Tests>
NameSet ids_of(const Tests& tests) {
  NameSet ids;
  for (const auto& test : tests) ids.insert(test.id);
  return ids;
}

// `Go` or `Go in tools/gen`.
std::string where(const repo::CheckRun& run);

// Whether the id is that of a whole run, package or file, which has no counterpart among the tests
// of another run.
bool stands_for_many(const repo::CheckRun& run, const repo::FailingTest& test);

// A diagnostic as a finding: the compiler's message, the kind of error, and the code around it.
Finding finding_of(std::string rule, const repo::Diagnostic& error, const Context& context);

// Why builds and tests cannot be judged; empty when they can.
std::string trouble_of(const Context& context, bool gathered);

}  // namespace pawl::guards
