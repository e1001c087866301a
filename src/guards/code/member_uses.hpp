// Which uses of a name certainly mean the member of one type.
#pragma once

#include <string>
#include <string_view>

#include "guards/code/code_change.hpp"
#include "guards/code/known_types.hpp"

namespace pawl::guards {

struct TypeMember {
  std::string owner;  // bare name of the type
  std::string name;
  bool method = false;      // a function with a body
  KnownType type = {};      // the owner, in the changed file
  bool elsewhere = false;   // another type, or something else of the repository, is called so, too
  bool fewer_uses = false;  // some of the file's uses went with it: those that stay mean another
  bool in_reach = false;    // of those what could be meant without a receiver
};

bool is_own_object(std::string_view receiver);
// `run` of `Job.run` and `a::b::run`
std::string_view bare_name(std::string_view qualified);
// Of several words: types of other libraries are unlikely to have a member of that name.
bool is_distinctive_name(std::string_view name);
bool is_prototype(const index::Graph& graph, const index::Place& place);
// The file used the name in the same way.
bool was_used(const syntax::Outline& outline, const syntax::Reference& use);

class MemberUses {
 public:
  MemberUses(const CodeFile& code, const index::CodeIndex& index)
      : code_(code), head_(index.head()) {}

  // `use` is in the file `path`, which may be another one.
  bool means(const TypeMember& member, const std::string& path, const syntax::Outline& outline,
             const syntax::Reference& use) const;
  // A type of this family other than those of the changed file has such a member.
  bool is_held_beside(const std::string& name) const;
  // The same of definitions, but for prototypes of C.
  bool is_defined_beside(const std::string& name) const;

 private:
  bool is_bare_member(const TypeMember& member, const std::string& path,
                      const syntax::Outline& outline, const syntax::Reference& use) const;
  bool is_label(const std::string& path, const syntax::Reference& use) const;
  std::string type_of(const std::string& path, const syntax::Outline& outline,
                      const syntax::Reference& use) const;
  bool hands_on(const TypeMember& member) const;
  bool is_foreign(const std::string& path, const syntax::Outline& outline,
                  std::string_view receiver) const;

  const CodeFile& code_;
  const index::Graph& head_;
};

}  // namespace pawl::guards
