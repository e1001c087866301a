// What the guard of tests looks for, one file each. For the files of this folder only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "guards/guard.hpp"
#include "guards/tests/changed_lines.hpp"
#include "guards/tests/test_pairs.hpp"

namespace pawl::guards {

using ChangedLines = std::vector<ChangedLine>;

// The rule's kind is that of its row in the page.
Finding tampering_finding(std::string_view rule, const git::FileChange& file, int line,
                          std::string message, std::string feedback);

// What became of the tests of a change, and of the helpers beside them.
void judge_tests(const std::vector<FileTests>& files, Verdict& verdict);

// Tests that ask of a stand-in what they asked of the code.
void check_stand_ins(const std::vector<FileTests>& files, Verdict& verdict);

// Rows of tables and lists in files of tests that are fewer.
void check_cases(const git::FileChange& file, const ChangedLines& changed, Verdict& verdict);
// Data that tests read, and results they compare with, that are another or gone.
void check_test_data(const git::Change& change, const git::FileChange& file, const Context& context,
                     Verdict& verdict);
// Limits of time that are longer, and tests that are tried again until they pass.
void check_patience(const git::FileChange& file, const ChangedLines& changed, Verdict& verdict);
// Commands and settings that run fewer tests.
void check_narrowed_runs(const git::FileChange& file, const ChangedLines& changed,
                         Verdict& verdict);
// Settings of type checkers and linters that are laxer.
void check_strictness(const git::FileChange& file, Verdict& verdict);
// Code of the product that finds out whether it is being tested.
void check_test_awareness(const git::FileChange& file, const ChangedLines& changed,
                          const Context& context, Verdict& verdict);
// Commands that test and whose failure counts no more, or that only say something.
void check_unheard_tests(const git::FileChange& file, const ChangedLines& changed,
                         Verdict& verdict);

}  // namespace pawl::guards
