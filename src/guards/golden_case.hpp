// The format of tests/golden/guards/<id>/<name>.case, for tests: a header, then files.
//
//   What this is about, one line or more.
//   expect: pass | refuse | not-applicable | unknown
//   rule: syntax/parse-error a.json:3        a finding that refuses (line 0 may be left out)
//   note: syntax/parse-error a.json:9        a finding that was there before
//   hints: a.json b.json                     a fence; without it there is none
//   named: a.json                            of the hints, those a person named
//   targets: Class.method                    also: delete: PATHS, compile-fix: yes,
//   mend: TEST                               a failing test the subtask is to mend
//   layout: yes                              it is about layout
//   reproduces: yes                          it is to add one test that fails
//   reproduction: TEST                       a test it brings along; its files: -- tried/a.py --
//   lock: PATH QUALIFIED SUBTASK             set: doc_shrink_floor 0.5
//   obstacle: PATH REASON                    fill: PATH BYTES [BEFORE]
//   own-parser: parses | fails               what the language's own parser says of any text
//   -- base/a.json --                        before the change
//   -- head/a.json --                        after it
//   -- both/other.md --                      a file the change does not touch
//   -- evidence --                           JSON, see evidence_json.hpp
//
// After the path may stand, in brackets: `(755)` the mode, `(link)`, `(crlf)` line endings,
// `(no newline)` at the end, `(hex)` bytes as hexadecimal digits.
#pragma once

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "guards/evidence.hpp"
#include "guards/guard.hpp"
#include "index/index.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {

struct GoldenCase {
  std::string name;  // the file's, without its ending
  Ruling expect = Ruling::pass;
  std::vector<std::string> rules;  // `syntax/parse-error a.json:3`
  std::vector<std::string> notes;
  git::Change change;
  Context context;
  std::unique_ptr<repo::RepoView> base;
  std::unique_ptr<repo::RepoView> head;
  std::unique_ptr<index::CodeIndex> index;
  std::unique_ptr<Evidence> evidence;
};

// Errc::invalid says what is wrong with the case.
Result<GoldenCase> parse_case(std::string name, std::string_view text);

// The findings of a verdict of that standing, as a case writes them.
std::vector<std::string> lines_of(const Verdict& verdict, Standing standing);

}  // namespace pawl::guards
