// Who uses a definition, for the guards that look for those nobody uses.
#pragma once

#include <functional>
#include <set>
#include <string>
#include <vector>

#include "guards/guard.hpp"
#include "index/index.hpp"

namespace pawl::guards {

// A definition of a tree.
struct Defined {
  std::string path;
  index::OutlinePtr outline;
  const syntax::Symbol* symbol = nullptr;  // of the outline

  const std::string& name() const { return symbol->definition.name; }
  const std::string& qualified() const { return symbol->definition.qualified; }
  int line() const { return symbol->definition.line; }
};

// A function, a method, a type or a constant: what the orphan guards speak of.
bool is_accountable(const syntax::Symbol& symbol);
// Code in one of the languages, before or after.
bool is_code(const git::FileChange& file);
// `inner` is `outer`, or stands inside of it.
bool is_within(std::string_view inner, std::string_view outer);

// Definitions of the head that the base does not have: neither in this file nor in one they moved
// away from. Files whose names cannot be listed have none.
std::vector<Defined> new_definitions(const git::Change& change, const index::CodeIndex& index);

// Uses that stand outside of the definition itself. Listing a name for export is no use.
std::vector<index::Site> users_of(const index::Graph& graph, const Defined& defined);

// Cheap, and right when it says yes: its own file uses it. Definitions that `counts` does not want
// are no users.
bool is_used_in_own_file(const Defined& defined,
                         const std::function<bool(const syntax::Symbol& user)>& counts);

// A name put together at run time may be this one: `getattr(self, f"run_{kind}")`.
bool may_be_composed(const index::Graph& graph, const Defined& defined);

// It stands inside of another one of the list.
bool is_inside_another(const Defined& defined, const std::vector<Defined>& list);

// Which of the names stand in files whose words mean anything: manifests, templates, workflows,
// shell scripts beside their definitions, documents that show code.
std::set<std::string> mentioned(const repo::RepoView* tree, const std::set<std::string>& names);

}  // namespace pawl::guards
