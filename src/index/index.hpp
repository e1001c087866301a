// Who defines, uses, imports and calls what in a repository, before and after a change. Guards, the
// planner and prompts ask; it answers from outlines of files, so it knows names, not types: every
// call edge says how sure it is.
//
//   const index::Graph& head = index.head();
//   for (const index::Site& site : head.callers_of("pkg/a.py", "Thing.run")) …
//
// Not for use by several threads at once. What is pointed to lives as long as the index.
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "index/tree.hpp"
#include "syntax/outline/outline.hpp"

namespace pawl::index {

enum class Confidence : std::uint8_t {
  possible,  // several things of that name, an object of unknown type, a string
  likely,    // the only thing of that name in the repository
  exact,     // same file, same package, or by an import that leads there
};
std::string_view to_string(Confidence confidence);

// A place where a name is used.
struct Site {
  std::string path;
  int line = 0;
  syntax::ReferenceKind kind = syntax::ReferenceKind::name;
  bool imports = false;   // an import statement names it
  std::string receiver;   // `a.b` of `a.b.f()`
  std::string enclosing;  // qualified name of the definition it stands in; empty at the top
  int arguments = -1;     // positional ones of a call; -1 when it cannot be said
  std::vector<std::string> keywords;
  Confidence confidence = Confidence::possible;
  bool operator==(const Site&) const = default;
};

enum class Origin : std::uint8_t {
  file,        // of this repository
  dependency,  // a manifest or lock file names its package
  standard,    // the language brings it, or the system (`#include <…>`)
  missing,     // inside of this repository, and not there
  undeclared,  // a package of its own that no manifest or lock file names
  unknown,     // cannot be said
};
std::string_view to_string(Origin origin);

struct Resolution {
  Origin origin = Origin::unknown;
  std::vector<std::string> paths = {};  // of file: one, or all files of a Go or Java package
  std::string package = {};             // of dependency, standard and undeclared: its name
  std::string looked_for = {};          // of missing: the path that should be there
};

// The names others can import from a file.
struct Exports {
  std::vector<std::string> names;  // sorted
  // There are no others. False with star imports that lead out of the repository, names made at
  // run time, files with syntax errors, and languages without import of names.
  bool complete = false;
  bool has(std::string_view name) const;
};

// What is known of one name of an import.
struct Offer {
  enum class Is : std::uint8_t { there, absent, unknown };
  Is is = Is::unknown;
  std::string holder = {};              // of absent: the file that should have it
  std::vector<std::string> names = {};  // of absent: those it has
};

struct Place {
  std::string path;
  std::string qualified;
  bool operator==(const Place&) const = default;
};

class Packages;
struct Allowance;

// One tree. Questions about a path that is not there, or not code, are answered with nothing.
class Graph {
 public:
  explicit Graph(const Tree& tree);  // borrowed
  ~Graph();
  Graph(const Graph&) = delete;
  Graph& operator=(const Graph&) = delete;

  const Tree& tree() const { return tree_; }
  OutlinePtr outline(std::string_view path) const { return tree_.outline(path); }
  // Of a file without an ending, by what its first line says.
  Family family_of(std::string_view path) const;

  std::vector<syntax::Symbol> definitions_of(std::string_view path) const;
  std::vector<syntax::Import> imports_of(std::string_view path) const;
  // Where things of that name (bare) are defined.
  std::vector<Place> definers_of(std::string_view name) const;
  // Files in which a type has a member of that name (syntax/outline/members.hpp).
  std::vector<std::string> holders_of(std::string_view member) const;
  // Every use of the name (bare) that is not a local variable's, whatever it stands for.
  std::vector<Site> references_to(std::string_view name) const;
  // Whether definers_of() and references_to() find anything; the first file that has it is the last
  // one looked at.
  bool has_definers_of(std::string_view name) const;
  bool has_references_to(std::string_view name) const;
  // What uses this definition, by any kind of reference; imports of it included.
  std::vector<Site> uses_of(std::string_view path, std::string_view qualified) const;
  // Only the calls among them.
  std::vector<Site> callers_of(std::string_view path, std::string_view qualified) const;
  // Import statements that lead to the file. A statement that names a package leads to the file
  // that stands for it, and to the modules it names.
  std::vector<Site> importers_of(std::string_view path) const;

  Resolution resolve(std::string_view path, const syntax::Import& import) const;
  // The module `name` of the package that the import names (`from pkg import name`), if it is one.
  Resolution resolve_name(std::string_view path, const syntax::Import& import,
                          std::string_view name) const;
  // Whether what the import names has that name, in languages whose modules are more than files
  // (Rust, Java) or packages of several (Go); unknown in the others, which exports_of is for.
  Offer offer(std::string_view path, const syntax::Import& import, std::string_view name) const;
  Exports exports_of(std::string_view path) const;
  // The file and definition that `name`, imported from `path`, comes from in the end: re-exports
  // are followed. Nothing when that cannot be said.
  std::optional<Place> origin_of(std::string_view path, std::string_view name) const;

 private:
  Packages& packages() const;
  bool leads_to(std::string_view from, const syntax::Import& import, std::string_view path) const;
  void add_exports(std::string_view path, Exports& out, std::set<std::string>& seen) const;
  // What was answered while the allowance was spent is forgotten.
  void forget();
  friend class CodeIndex;

  const Tree& tree_;
  mutable std::unique_ptr<Packages> packages_;
  mutable std::map<std::string, Resolution> resolved_;
  mutable std::map<std::string, Exports, std::less<>> exports_;
};

// A tree and a change on top of it.
class CodeIndex {
 public:
  CodeIndex(std::unique_ptr<Tree> base, std::vector<ChangedFile> changed);
  ~CodeIndex();
  CodeIndex(const CodeIndex&) = delete;
  CodeIndex& operator=(const CodeIndex&) = delete;

  const Graph& base() const { return base_; }
  const Graph& head() const { return head_; }
  const std::vector<ChangedFile>& changed() const { return changed_; }
  // Why answers cannot be trusted, empty when they can: ask after all other questions.
  std::string trouble() const;
  // From now on so much may be asked, counted in steps of about a microsecond. Beyond it nothing is
  // answered any more, and trouble() says so: who asks in circles comes to an end, on every machine
  // at the same question.
  void allow(std::uint64_t steps) const;

 private:
  std::unique_ptr<Allowance> allowance_;
  std::unique_ptr<Tree> base_tree_;
  std::vector<ChangedFile> changed_;
  std::unique_ptr<Tree> head_tree_;
  std::unique_ptr<Tree> counted_base_;
  std::unique_ptr<Tree> counted_head_;
  mutable Graph base_;
  mutable Graph head_;
};

// An index of files in memory, for tests and small trees.
std::unique_ptr<CodeIndex> memory_index(std::vector<std::pair<std::string, std::string>> base,
                                        std::vector<ChangedFile> changed = {});

}  // namespace pawl::index
