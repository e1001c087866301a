#include "guards/code/idle_script.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/symbols.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using syntax::Outline;
using syntax::Reference;
using syntax::ReferenceKind;

// They set a script up or end it, and do none of its work; nor does a stray `}`.
constexpr auto kSettingUp =
    fixed_words("set", "source", ".", "\\.", "shopt", "umask", "setopt", "emulate", "autoload",
                "require", "require_relative", "load", "return", "exit", "}");

bool is_function_of(const Outline& outline, const std::string& name) {
  const syntax::Symbol* symbol = symbol_named(&outline, name);
  return symbol != nullptr && is_function(symbol->definition);
}

// Ruby calls a function without arguments by its bare name.
bool is_work(const Outline& outline, const Reference& each) {
  if (each.enclosing >= 0 || among(kSettingUp, each.name)) return false;
  return each.kind == ReferenceKind::call || each.kind == ReferenceKind::method_call ||
         (each.kind == ReferenceKind::name && is_function_of(outline, each.name));
}

bool works(const Outline& outline) {
  return std::any_of(outline.references.begin(), outline.references.end(),
                     [&](const Reference& each) { return is_work(outline, each); });
}

// A module of Node that offers nothing. What a page loads has no imports, and is called from there.
bool is_closed_module(const CodeFile& code) {
  const auto offers = [](const Outline& outline) {
    return !outline.exports.empty() || outline.open_names;
  };
  return !code.before->imports.empty() && !offers(*code.before) && !offers(*code.after);
}

bool is_program(const CodeFile& code) {
  const std::string& text = *code.file->before;
  const std::string name = lower(index::name_of(code.path));
  // Tests are found by their runner, which calls what they define.
  const bool collected = code.family == Family::script || code.family == Family::python;
  if (collected && repo::is_test_file(code.file->path)) return false;
  if (code.family == Family::script) return is_closed_module(code);
  if (text.starts_with("#!")) return true;
  if (code.family == Family::python) return name == "setup.py" || contains(text, "__main__");
  if (code.family != Family::ruby) return false;
  return name.starts_with("rakefile") || name.ends_with(".rake") || contains(text, "$0") ||
         contains(text, "$PROGRAM_NAME");
}

// A function that the file did not call itself is there for those who read the file in.
bool serves_others(const CodeFile& code) {
  std::unordered_set<std::string_view> named;
  for (const Reference& each : code.before->references) named.insert(each.name);
  return std::any_of(code.before->symbols.begin(), code.before->symbols.end(),
                     [&](const syntax::Symbol& each) {
                       return each.definition.top_level && is_function(each.definition) &&
                              !named.contains(each.definition.name);
                     });
}

// Another file of the change names the script: it is read there now.
bool is_named_beside(const git::Change& change, const CodeFile& code) {
  const std::string name(index::name_of(code.path));
  return std::any_of(change.files.begin(), change.files.end(), [&](const git::FileChange& each) {
    return &each != code.file && each.after && each.before != each.after &&
           contains(*each.after, name);
  });
}

// What the script did is in a function now, or it called a function that is still there.
bool has_its_work(const CodeFile& code) {
  std::unordered_set<std::string_view> lines;
  for (const std::string_view line : split_lines(*code.file->after)) lines.insert(trim(line));
  std::size_t all = 0;
  std::size_t kept = 0;
  for (const Reference& each : code.before->references) {
    if (!is_work(*code.before, each)) continue;
    if (symbol_named(code.after.get(), each.name) != nullptr) return true;
    ++all;
    if (lines.contains(trim(line_of(*code.file->before, each.line)))) ++kept;
  }
  return all > 0 && kept * 2 >= all;
}

bool has_function(const Outline& outline) {
  return std::any_of(outline.symbols.begin(), outline.symbols.end(),
                     [](const syntax::Symbol& each) { return is_function(each.definition); });
}

}  // namespace

std::vector<Finding> idle_scripts(const git::Change& change, const index::CodeIndex& index) {
  std::vector<Finding> out;
  for (const git::FileChange& file : change.files) {
    const Family family = family_of(file);
    const bool runs = family == Family::bash || family == Family::ruby ||
                      family == Family::python || family == Family::script;
    if (!runs) continue;
    if (!file.before || !file.after || !may_be_code(file, Shell::included)) continue;
    const std::string path = file.path.text();
    const CodeFile code{.file = &file,
                        .path = path,
                        .family = family,
                        .before = outline_of(path, *file.before),
                        .after = outline_of(path, *file.after)};
    if (!is_read_on_both_sides(code) || !is_program(code)) continue;
    if (!works(*code.before) || works(*code.after) || !has_function(*code.after)) continue;
    if (serves_others(code) || !has_its_work(code) || is_named_beside(change, code)) continue;
    if (!index.head().importers_of(code.path).empty()) continue;
    out.push_back({.rule = "live-code/idle-script",
                   .kind = RuleKind::defect,
                   .path = code.path,
                   .line = 1,
                   .message = "the script defines functions and calls none of them any more",
                   .feedback = "Call at the end of the script what it is there to do."});
  }
  return out;
}

}  // namespace pawl::guards
