#include "guards/code/idle_script.hpp"

#include <algorithm>
#include <string>
#include <unordered_set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/symbols.hpp"

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

bool is_program(const CodeFile& code) {
  const std::string& text = *code.file->before;
  if (text.starts_with("#!")) return true;
  if (code.family != Family::ruby) return false;
  const std::string name = lower(index::name_of(code.path));
  return name.starts_with("rakefile") || name.ends_with(".rake") || contains(text, "$0") ||
         contains(text, "$PROGRAM_NAME");
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
    if (is_function_of(*code.after, each.name)) return true;
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
    if (family != Family::bash && family != Family::ruby) continue;
    if (!file.before || !file.after || !may_be_code(file, Shell::included)) continue;
    const std::string path = file.path.text();
    const CodeFile code{.file = &file,
                        .path = path,
                        .family = family,
                        .before = outline_of(path, *file.before),
                        .after = outline_of(path, *file.after)};
    if (!is_read_on_both_sides(code) || !is_program(code)) continue;
    if (!works(*code.before) || works(*code.after) || !has_function(*code.after)) continue;
    if (!has_its_work(code) || is_named_beside(change, code)) continue;
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
