// Functions whose callers may have to change along with them: what they take is different, or they
// are gone. Only what can be told for sure is listed.
#pragma once

#include <string>
#include <vector>

#include "guards/code/code_change.hpp"

namespace pawl::guards {

struct Contract {
  const CodeFile* code = nullptr;
  std::string name;             // bare
  std::string qualified;        // `Class.method`
  std::string called;           // what calls name: the type, when this is its constructor
  std::string owner;            // the type it belongs to; empty of functions
  int line = 0;                 // in the new text; 0 when it is gone
  bool takes_self = false;      // called through the type's name, it takes one argument more
  bool own_calls_only = false;  // what the file offers to others cannot be said
  syntax::Signature before;
  std::optional<syntax::Signature> after;  // nothing when it is gone
};

std::vector<Contract> changed_contracts(const CodeFile& code);

// None of them may change what the function takes.
bool has_plain_decorators(const syntax::Symbol& symbol);
// The text gives the name a meaning besides its definition: `f = wrap(f)`, `#define f`, overloads
// and declarations with defaults of their own, `const f: Handler = …`.
bool has_other_meaning(std::string_view path, std::string_view text, const std::string& name,
                       int definition_line);

}  // namespace pawl::guards
