// Walks a syntax tree and collects who uses and binds which names. For the files of this module
// only; callers use outline.hpp.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "syntax/node.hpp"
#include "syntax/outline/outline.hpp"
#include "syntax/outline/outline_tables.hpp"

namespace pawl::syntax {

// A decorator, before it is known what it decorates.
struct Decorator {
  std::string name;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;  // byte behind it
  int line = 0;
};

// The parameters of a function-like node, before its definition is known.
struct SignatureAt {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  Signature signature;
};

class OutlineWalker {
 public:
  OutlineWalker(const Source& source, Outline& out)
      : source_(source), rules_(walk_rules_of(source.language)), out_(out) {}
  ~OutlineWalker();
  OutlineWalker(const OutlineWalker&) = delete;
  OutlineWalker& operator=(const OutlineWalker&) = delete;

  // Fills references, imports, exports, bindings and the rest, but for the symbols.
  void walk(TSNode root);

  const std::vector<Decorator>& decorators() const { return decorators_; }
  const std::vector<SignatureAt>& signatures() const { return signatures_; }
  // The byte each reference begins at.
  const std::vector<std::uint32_t>& offsets() const { return offsets_; }

 private:
  static constexpr int kModule = 0;

  struct Scope {
    int parent = -1;
    bool is_class = false;
    bool is_function = false;
    std::vector<std::string_view> names;
    std::vector<std::string_view> globals;
  };
  struct PendingCall {
    const void* node = nullptr;
    int arguments = -1;
    std::vector<std::string> keywords;
  };

  void visit(Mode mode);
  bool enter();  // into the children of the current node, unless it lies too deep
  void leave();
  void visit_children(TSNode node, Act act, Mode mode);
  void visit_scope(TSNode node, Act act, Mode mode);
  void visit_function(TSNode node, Mode mode);
  void visit_call(TSNode node, Act act, Mode mode);
  void visit_method_call(TSNode node);
  void visit_member(TSNode node, Mode mode);
  void visit_name(TSNode node, Mode mode);
  void visit_string(TSNode node);
  void visit_decorator(TSNode node);
  void visit_import(TSNode node);
  void visit_module(TSNode node);
  ImportKind kind_by_attributes(TSNode node) const;
  void visit_assignment(TSNode node, Mode mode);
  void visit_conditional(TSNode node);
  void visit_tokens(TSNode node);
  void visit_token_tree(TSNode node);
  void visit_global(TSNode node);
  void visit_command(TSNode node);
  void visit_package(TSNode node);
  void note_import_call(TSNode call, std::string_view callee);

  PendingCall call_of(TSNode callee, TSNode arguments) const;
  void bind(std::string_view name, Mode mode);
  Reference& refer(TSNode at, std::string_view name, std::string_view base, ReferenceKind kind);
  void settle_locals();
  bool is_local(std::string_view name, int scope) const;
  TSNode current() const { return ts_tree_cursor_current_node(&cursor_); }
  Act act_of(TSNode node) const;

  const Source& source_;
  const WalkRules& rules_;
  Outline& out_;
  TSTreeCursor cursor_{};
  bool has_cursor_ = false;
  int depth_ = 0;
  bool plain_macro_ = false;  // the macro around takes expressions, as a call does

  std::vector<Scope> scopes_;
  int scope_ = kModule;
  bool binds_var_ = false;
  int conditional_ = 0;
  int type_only_ = 0;
  std::string module_;  // Rust: the modules in braces around
  PendingCall pending_;

  std::vector<std::uint32_t> offsets_;
  std::vector<int> reference_scopes_;
  std::vector<std::string_view> bases_;  // the name that decides whether a reference is local
  std::vector<Decorator> decorators_;
  std::vector<SignatureAt> signatures_;
};

}  // namespace pawl::syntax
