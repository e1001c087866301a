// Walks a syntax tree and collects its definitions. For the files of this module only; callers use
// definitions.hpp.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "syntax/node.hpp"
#include "syntax/outline/definitions.hpp"
#include "syntax/outline/visibility.hpp"

namespace pawl::syntax {

enum class Branches : std::uint8_t { leave, count };

class Collector {
 public:
  explicit Collector(const Source& source, Branches branches = Branches::leave)
      : source_(source), branches_(branches) {}
  std::vector<Definition> collect(TSNode root);

 private:
  static constexpr int kNobody = -1;

  struct Scope {
    std::string prefix;     // `a::C::`
    int owner = kNobody;    // the definition the scope is the inside of
    bool top_level = true;  // not inside of a type, module or function
    bool is_public = true;
    Section section;
  };
  // What stands above or around a node and belongs to its definition.
  struct Lead {
    std::optional<std::uint32_t> begin;
    std::optional<std::size_t> end;
    std::optional<std::uint32_t> row;
    bool documented = false;
    bool exported = false;
    bool constant = false;  // JavaScript's `const`
  };
  // Comments and decorators above a node, without a blank line between them.
  struct Above {
    std::optional<std::uint32_t> last_row;
    std::optional<std::uint32_t> decorator_row;
    bool documented = false;
  };
  struct Found {
    Definition definition;
    int owner = kNobody;
    bool exported = false;
    bool has_body = true;
  };
  struct New {
    std::string_view kind;
    std::string name;
    std::string qualified;  // empty: the name in its scope
    bool has_body = true;
    bool is_public = true;
  };

  void visit_children(TSNode parent, Scope& scope, const Lead& around);
  void visit_children(TSNode parent, Scope& scope, const Lead& around, Above above);
  void visit(TSNode node, const NodeRow& row, Scope& scope, const Lead& lead);
  void visit_wrapper(TSNode node, Scope& scope, Lead lead);
  void visit_named(TSNode node, const NodeRow& row, Scope& scope, const Lead& lead);
  void visit_members(TSNode node, const NodeRow& row, const Scope& scope, int owner);
  void visit_name_space(TSNode node, const Scope& scope);
  void visit_impl(TSNode node, const Scope& scope);
  void visit_receiver(TSNode node, const Scope& scope, const Lead& lead);
  void visit_spec(TSNode node, const NodeRow& row, const Scope& scope, const Lead& lead);
  void visit_declarator(TSNode node, const NodeRow& row, Scope& scope, const Lead& lead);
  void visit_constant_declaration(TSNode node, const std::string& name, const Scope& scope,
                                  const Lead& lead);
  void visit_typedef(TSNode node, TSNode type, const std::string& name, const Scope& scope,
                     const Lead& lead);
  void visit_assigned(TSNode node, const Scope& scope, const Lead& lead);
  void visit_static_field(TSNode node, const Scope& scope, const Lead& lead);
  void visit_define(TSNode node, const NodeRow& row, const Scope& scope, const Lead& lead);
  void visit_variable(TSNode node, const Scope& scope, const Lead& lead);
  void visit_exported(TSNode node, const Scope& scope, const Lead& lead);
  void visit_value(TSNode node, std::string name, std::string qualified, TSNode whole,
                   const Scope& scope, const Lead& lead);
  void visit_visibility(TSNode node, Scope& scope);
  void note_exports(TSNode statement);

  int add(TSNode node, New what, const Scope& scope, const Lead& lead);
  Lead lead_of(TSNode node, const Above& above, const Lead& around) const;
  Above above_body(TSNode node, TSNode body) const;
  void extend(Above& above, TSNode node, bool is_decorator, std::uint32_t row_before) const;
  std::uint32_t begin_of(TSNode node) const;
  std::size_t end_of(TSNode node) const;
  int branches_in(TSNode node) const;
  void settle_visibility();
  void drop_forward_declarations();

  const Source& source_;
  Branches branches_;
  std::vector<Found> found_;
  std::vector<std::string> export_names_;  // of `export {a, b}`
  bool has_exports_ = false;
  int depth_ = 0;
};

}  // namespace pawl::syntax
