#include "guards/code/code_change.hpp"

#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::uint32_t kTypeBits = 0170000U;
constexpr std::uint32_t kRegular = 0100000U;

bool is_link(std::uint32_t mode) {
  return (mode & kTypeBits) != 0 && (mode & kTypeBits) != kRegular;
}

}  // namespace

index::OutlinePtr outline_of(const std::string& path, const std::string& text) {
  const auto language = index::language_of(path, text);
  if (!language) return nullptr;
  return syntax::shared_outline(*language, text);
}

index::Family family_of(const git::FileChange& file) {
  const std::optional<std::string>& text = file.after ? file.after : file.before;
  return index::family_of(file.path.text(), text ? std::string_view(*text) : std::string_view());
}

bool may_be_code(const git::FileChange& file, Shell shell) {
  if (file.before == file.after || is_link(file.mode_before) || is_link(file.mode_after)) {
    return false;
  }
  const index::Family family = family_of(file);
  if (family == index::Family::other) return false;
  if (family == index::Family::bash && shell == Shell::left_out) return false;
  return !repo::is_vendored(file.path) && !repo::is_generated(file.path) &&
         !repo::is_test_data(file.path);
}

std::vector<CodeFile> code_files(const git::Change& change, const index::CodeIndex& index,
                                 Shell shell) {
  std::vector<CodeFile> out;
  for (const git::FileChange& file : change.files) {
    if (!may_be_code(file, shell)) continue;
    CodeFile code{.file = &file,
                  .path = file.path.text(),
                  .family = family_of(file),
                  .before = {},
                  .after = {}};
    if (file.before) code.before = outline_of(code.path, *file.before);
    // A changed file's outline comes from its new text, not from what is stored.
    if (file.after) code.after = index.head().outline(code.path);
    if (code.before != nullptr || code.after != nullptr) out.push_back(std::move(code));
  }
  return out;
}

bool is_read_on_both_sides(const CodeFile& code) {
  if (code.before == nullptr || code.after == nullptr) return false;
  return !code.before->has_errors && !code.after->has_errors;
}

bool is_understood_on_both_sides(const CodeFile& code) {
  if (code.before == nullptr || code.after == nullptr) return false;
  return is_read_on_both_sides(code) ||
         (code.family == index::Family::c && code.before->has_errors);
}

bool is_of_own_file(index::Family family, const syntax::Import& import) {
  return family == index::Family::rust && import.module == "super" && !import.scope.empty() &&
         !contains(import.scope, "::");
}

std::string_view line_of(std::string_view text, int line) {
  for (int at = 1; at < line; ++at) {
    const auto end = text.find('\n');
    if (end == std::string_view::npos) return {};
    text.remove_prefix(end + 1);
  }
  return text.substr(0, text.find('\n'));
}

}  // namespace pawl::guards
