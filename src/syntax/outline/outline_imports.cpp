// Import statements, as each language writes them.
#include <algorithm>

#include "base/text/text.hpp"
#include "syntax/outline/outline_parts.hpp"

namespace pawl::syntax {
namespace {

// `a . b` on several lines, as one word.
std::string squeezed(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c != ' ' && c != '\t' && c != '\n' && c != '\r' && c != '\\') out.push_back(c);
  }
  return out;
}

std::string unquoted(const Source& source, TSNode node) {
  return std::string(plain_string(source, node).value_or(std::string_view()));
}

std::string text_of(const Source& source, TSNode node) {
  return exists(node) ? std::string(source.text_of(node)) : std::string();
}

std::vector<Import> python_import(const Source& source, TSNode node) {
  std::vector<Import> out;
  if (type_of(node) == "import_statement") {
    for (Children children(node); children.valid(); children.next()) {
      const TSNode each = children.node();
      if (!ts_node_is_named(each)) continue;
      const bool aliased = type_of(each) == "aliased_import";
      if (!aliased && type_of(each) != "dotted_name") continue;
      Import import;
      import.module = squeezed(source.text_of(aliased ? child_by_field(each, "name") : each));
      import.alias = aliased ? text_of(source, child_by_field(each, "alias"))
                             : import.module.substr(0, import.module.find('.'));
      import.line = static_cast<int>(first_row(each)) + 1;
      out.push_back(std::move(import));
    }
    return out;
  }
  Import import;
  const TSNode module = child_by_field(node, "module_name");
  if (!exists(module)) return out;
  import.module = squeezed(source.text_of(module));
  for (Children children(node); children.valid(); children.next()) {
    const TSNode each = children.node();
    if (ts_node_eq(each, module)) continue;
    const std::string_view type = type_of(each);
    if (type == "wildcard_import") import.names.push_back({"*", ""});
    if (type == "dotted_name") {
      const std::string name = squeezed(source.text_of(each));
      import.names.push_back({name, name});
    }
    if (type == "aliased_import") {
      import.names.push_back({squeezed(source.text_of(child_by_field(each, "name"))),
                              text_of(source, child_by_field(each, "alias"))});
    }
  }
  out.push_back(std::move(import));
  return out;
}

std::string specifier_name(const Source& source, TSNode node) {
  if (!exists(node)) return {};
  return type_of(node) == "string" ? unquoted(source, node) : text_of(source, node);
}

void script_names(const Source& source, TSNode list, Import& import) {
  for (Children children(list); children.valid(); children.next()) {
    const TSNode each = children.node();
    if (!ts_node_is_named(each) || !type_of(each).ends_with("_specifier")) continue;
    const std::string name = specifier_name(source, child_by_field(each, "name"));
    const std::string alias = specifier_name(source, child_by_field(each, "alias"));
    import.names.push_back({name, alias.empty() ? name : alias});
  }
}

std::vector<Import> script_import(const Source& source, TSNode node) {
  if (type_of(node) != "import_statement") return {};
  Import import;
  TSNode from = child_by_field(node, "source");
  for (Children children(node); children.valid(); children.next()) {
    const TSNode each = children.node();
    const std::string_view type = type_of(each);
    if (type == "type" || type == "typeof") import.type_only = true;
    if (type == "import_require_clause") {
      from = child_by_field(each, "source");
      import.alias = text_of(source, source.child(each, "identifier"));
    }
    if (type != "import_clause") continue;
    for (Children parts(each); parts.valid(); parts.next()) {
      const TSNode part = parts.node();
      const std::string_view kind = type_of(part);
      if (kind == "identifier") import.names.push_back({"default", text_of(source, part)});
      if (kind == "named_imports") script_names(source, part, import);
      if (kind == "namespace_import") {
        import.alias = text_of(source, source.child(part, "identifier"));
      }
    }
  }
  if (!exists(from)) return {};
  import.module = unquoted(source, from);
  return {std::move(import)};
}

std::vector<Import> go_import(const Source& source, TSNode node) {
  Import import;
  import.module = unquoted(source, child_by_field(node, "path"));
  const std::string name = text_of(source, child_by_field(node, "name"));
  if (name == ".") {
    import.names.push_back({"*", ""});
  } else if (name != "_") {
    import.alias = name;
  }
  if (name.empty()) {
    std::string_view path = import.module;
    std::string_view last = path.substr(path.rfind('/') + 1);
    // `example.org/x/v2` is package x.
    const bool version =
        last.size() > 1 && last.front() == 'v' &&
        std::all_of(last.begin() + 1, last.end(), [](char c) { return c >= '0' && c <= '9'; });
    if (version && last.size() < path.size()) {
      path.remove_suffix(last.size() + 1);
      last = path.substr(path.rfind('/') + 1);
    }
    import.alias = last;
  }
  return {std::move(import)};
}

struct RustUse {
  const Source& source;
  bool reexport;
  std::vector<Import>& out;

  void add(const std::string& module, std::string name, std::string alias, int line) {
    const auto same = std::find_if(out.begin(), out.end(), [&](const Import& import) {
      return import.module == module && import.line == line;
    });
    Import& import = same == out.end() ? out.emplace_back() : *same;
    import.module = module;
    import.reexport = reexport;
    import.line = line;
    if (name == "self") {
      import.alias = alias == "self" ? module.substr(module.rfind(':') + 1) : std::move(alias);
    } else {
      import.names.push_back({std::move(name), std::move(alias)});
    }
  }

  static std::string joined(const std::string& prefix, const std::string& rest) {
    if (prefix.empty()) return rest;
    return rest.empty() ? prefix : prefix + "::" + rest;
  }

  // `a::b` in module and name; a lone name is a module of its own.
  void add_path(const std::string& prefix, const std::string& path, std::string alias, int line) {
    const std::string whole = joined(prefix, path);
    const auto colons = whole.rfind("::");
    std::string name = colons == std::string::npos ? whole : whole.substr(colons + 2);
    if (alias.empty()) alias = name;
    if (colons == std::string::npos) {
      Import& import = out.emplace_back();
      import.module = name;
      import.alias = std::move(alias);
      import.reexport = reexport;
      import.line = line;
      return;
    }
    add(whole.substr(0, colons), std::move(name), std::move(alias), line);
  }

  void visit(TSNode node, const std::string& prefix, int depth) {
    constexpr int kDepthMax = 32;
    if (depth > kDepthMax) return;
    const std::string_view type = type_of(node);
    const int line = static_cast<int>(first_row(node)) + 1;
    if (type == "scoped_use_list") {
      const std::string path = squeezed(text_of(source, child_by_field(node, "path")));
      const TSNode list = child_by_field(node, "list");
      if (exists(list)) visit(list, joined(prefix, path), depth + 1);
    } else if (type == "use_list") {
      for (Children children(node); children.valid(); children.next()) {
        if (ts_node_is_named(children.node())) visit(children.node(), prefix, depth + 1);
      }
    } else if (type == "use_as_clause") {
      add_path(prefix, squeezed(text_of(source, child_by_field(node, "path"))),
               text_of(source, child_by_field(node, "alias")), line);
    } else if (type == "use_wildcard") {
      std::string path = squeezed(source.text_of(node));
      path = path.size() >= 3 ? path.substr(0, path.size() - 3) : std::string();  // `::*`
      add(joined(prefix, path), "*", "", line);
    } else if (type == "self" && !prefix.empty()) {
      add(prefix, "self", "self", line);
    } else if (type == "identifier" || type == "scoped_identifier" || type == "crate" ||
               type == "self" || type == "super") {
      add_path(prefix, squeezed(source.text_of(node)), {}, line);
    }
  }
};

std::vector<Import> rust_import(const Source& source, TSNode node) {
  std::vector<Import> out;
  const std::string_view type = type_of(node);
  if (type == "use_declaration") {
    const TSNode argument = child_by_field(node, "argument");
    RustUse use{source, exists(source.child(node, "visibility_modifier")), out};
    if (exists(argument)) use.visit(argument, {}, 0);
    return out;
  }
  Import import;
  const std::string name = text_of(source, child_by_field(node, "name"));
  if (type == "mod_item") {
    if (exists(child_by_field(node, "body"))) return out;
    import.module = "self::" + name;
    import.alias = name;
    import.declares = true;
  } else {
    import.module = name;
    const std::string alias = text_of(source, child_by_field(node, "alias"));
    import.alias = alias.empty() ? name : alias;
  }
  out.push_back(std::move(import));
  return out;
}

std::vector<Import> c_include(const Source& source, TSNode node) {
  const TSNode path = child_by_field(node, "path");
  if (!exists(path)) return {};
  Import import;
  std::string_view text = source.text_of(path);
  import.system = type_of(path) == "system_lib_string";
  if (!import.system && type_of(path) != "string_literal") return {};  // a macro
  if (text.size() < 2) return {};
  import.module = text.substr(1, text.size() - 2);
  return {std::move(import)};
}

std::vector<Import> java_import(const Source& source, TSNode node) {
  Import import;
  const bool all = exists(source.child(node, "asterisk"));
  TSNode path = source.child(node, "scoped_identifier");
  if (!exists(path)) path = source.child(node, "identifier");
  const std::string whole = squeezed(text_of(source, path));
  if (all) {
    import.module = whole;
    import.names.push_back({"*", ""});
  } else {
    const auto dot = whole.rfind('.');
    if (dot == std::string::npos) return {};
    import.module = whole.substr(0, dot);
    import.names.push_back({whole.substr(dot + 1), whole.substr(dot + 1)});
  }
  return {std::move(import)};
}

// What `require("x")` is put into: `const a = …`, `const {a, b: c} = …`, `const a = ….b`.
void add_script_targets(const Source& source, TSNode call, Import& import) {
  TSNode parent = ts_node_parent(call);
  std::string member;
  if (exists(parent) && type_of(parent) == "member_expression") {
    member = text_of(source, child_by_field(parent, "property"));
    parent = ts_node_parent(parent);
  }
  if (!exists(parent) || type_of(parent) != "variable_declarator") return;
  const TSNode name = child_by_field(parent, "name");
  if (!exists(name)) return;
  if (type_of(name) == "identifier") {
    const std::string alias = text_of(source, name);
    if (member.empty()) {
      import.alias = alias;
    } else {
      import.names.push_back({member, alias});
    }
  } else if (type_of(name) == "object_pattern" && member.empty()) {
    for (Children children(name); children.valid(); children.next()) {
      const TSNode each = children.node();
      const std::string_view type = type_of(each);
      if (type == "shorthand_property_identifier_pattern") {
        import.names.push_back({text_of(source, each), text_of(source, each)});
      } else if (type == "pair_pattern") {
        import.names.push_back({text_of(source, child_by_field(each, "key")),
                                text_of(source, child_by_field(each, "value"))});
      }
    }
  }
}

}  // namespace

TSNode child_by_field(TSNode node, std::string_view field) {
  return ts_node_child_by_field_name(node, field.data(), static_cast<std::uint32_t>(field.size()));
}

std::optional<std::string_view> plain_string(const Source& source, TSNode node) {
  if (!exists(node)) return std::nullopt;
  std::string_view text = source.text_of(node);
  if (text.starts_with(':')) return text.substr(1);  // Ruby's symbol
  const auto quote = text.find_first_of("\"'`");
  if (quote == std::string_view::npos || quote > 2) return std::nullopt;
  const char mark = text[quote];
  const std::string_view prefix = text.substr(0, quote);
  text.remove_prefix(quote);
  if (prefix.find_first_of("fFtT") != std::string_view::npos) return std::nullopt;
  const bool triple = text.size() >= 6 && text[1] == mark && text[2] == mark;
  const std::size_t width = triple ? 3 : 1;
  if (text.size() < 2 * width || text.back() != mark) return std::nullopt;
  text = text.substr(width, text.size() - 2 * width);
  if (text.find('\\') != std::string_view::npos || contains(text, "#{")) return std::nullopt;
  return text;
}

std::vector<Import> imports_of(const Source& source, TSNode statement) {
  switch (source.language) {
    case Language::python: return python_import(source, statement);
    case Language::javascript:
    case Language::typescript:
    case Language::tsx: return script_import(source, statement);
    case Language::go: return go_import(source, statement);
    case Language::rust: return rust_import(source, statement);
    case Language::c:
    case Language::cpp: return c_include(source, statement);
    case Language::java: return java_import(source, statement);
    case Language::ruby:
    case Language::bash: return {};
  }
  return {};
}

std::optional<Import> import_call(const Source& source, TSNode call, std::string_view callee) {
  const bool autoload = callee == "autoload" && source.language == Language::ruby;
  const bool require = callee == "require" || callee == "require_relative" || autoload;
  const bool dynamic = callee == "import" || callee == "import_module" || callee == "__import__" ||
                       callee == "importlib.import_module";
  if (!require && !dynamic) return std::nullopt;
  const TSNode arguments = child_by_field(call, "arguments");
  if (!exists(arguments)) return std::nullopt;
  const TSNode first = ts_node_named_child(arguments, autoload ? 1 : 0);
  if (!exists(first) || !type_of(first).starts_with("string")) return std::nullopt;
  const std::optional<std::string_view> module = plain_string(source, first);
  if (!module || module->empty()) return std::nullopt;
  Import import;
  import.module = *module;
  if (callee == "require_relative" && !module->starts_with('.'))
    import.module = "./" + import.module;
  if (dynamic) import.kind = ImportKind::dynamic;
  if (source.language != Language::ruby && source.language != Language::python && require) {
    add_script_targets(source, call, import);
  }
  return import;
}

void read_export(const Source& source, TSNode statement, Outline& out) {
  const TSNode from = child_by_field(statement, "source");
  Import import;
  import.reexport = true;
  import.line = static_cast<int>(first_row(statement)) + 1;
  for (Children children(statement); children.valid(); children.next()) {
    const TSNode each = children.node();
    const std::string_view type = type_of(each);
    if (type == "default" || type == "=") out.exports.emplace_back("default");
    if (type == "=") out.open_names = true;  // `export = x`: all that x has
    if (type == "type") import.type_only = true;
    if (type == "*") import.names.push_back({"*", ""});
    if (type == "namespace_export") {
      import.names.clear();
      import.alias = specifier_name(source, ts_node_named_child(each, 0));
      out.exports.push_back(import.alias);
    }
    if (type == "export_clause") {
      Import clause;
      script_names(source, each, clause);
      for (const ImportedName& name : clause.names) out.exports.push_back(name.alias);
      import.names = std::move(clause.names);
    }
    if (type == "ambient_declaration" || type == "internal_module") out.open_names = true;
  }
  const TSNode declaration = child_by_field(statement, "declaration");
  if (std::find(out.exports.begin(), out.exports.end(), "default") != out.exports.end() &&
      out.default_export.empty()) {
    const TSNode value = child_by_field(statement, "value");
    const TSNode name = exists(declaration) ? child_by_field(declaration, "name") : value;
    if (exists(name) && type_of(name) == "identifier") out.default_export = source.text_of(name);
    if (exists(name) && type_of(name) == "type_identifier") {
      out.default_export = source.text_of(name);
    }
  }
  if (exists(declaration) && !exists(from)) add_declared(source, declaration, out);
  if (!exists(from)) return;
  import.module = unquoted(source, from);
  out.imports.push_back(std::move(import));
}

}  // namespace pawl::syntax
