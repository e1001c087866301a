#include "guards/paths/inert_files.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

// At the root of a repository or below its folders for documents, by the name without its ending.
constexpr auto kDocumentNames =
    fixed_words("readme", "changelog", "changes", "history", "news", "contributing", "authors",
                "contributors", "security", "code_of_conduct", "support", "governance", "license",
                "licence", "copying", "notice", "codeowners", "maintainers", "roadmap", "todo",
                "architecture", "design", "unlicense", "copyright");
constexpr auto kDocumentEndings = fixed_words("", ".md", ".markdown", ".rst", ".txt", ".adoc");
constexpr auto kDocumentFolders = fixed_words("docs", "doc", "documentation", ".github", ".gitlab");
constexpr auto kMarkupEndings = fixed_words(".md", ".markdown", ".rst", ".adoc");
constexpr auto kSettings = fixed_words(".gitignore", ".gitattributes", ".editorconfig", ".mailmap",
                                       ".git-blame-ignore-revs");
// Forms, workflows and settings of the forge; an action kept there is a program of its own.
constexpr auto kForgeFolders = fixed_words(".github", ".gitlab", ".gitea", ".forgejo");
constexpr auto kForgeEndings = fixed_words("", ".md", ".yml", ".yaml");

bool is_document_name(const RepoPath& path) {
  const std::string name = lower(path.name());
  const std::string ending = path.extension();
  if (!among(kDocumentEndings, ending)) return false;
  std::string stem = name.substr(0, name.size() - ending.size());
  std::replace(stem.begin(), stem.end(), '-', '_');
  // `LICENSE-MIT`, `README.de.md`.
  const auto end = std::min(stem.find('.'), stem.size());
  const std::string_view first = std::string_view(stem).substr(0, end);
  return among(kDocumentNames, first) || first.starts_with("license_") ||
         first.starts_with("licence_");
}

bool is_prose(const RepoPath& path) {
  const auto components = path.components();
  if (components.size() == 1) return is_document_name(path);
  const std::string top = lower(components.front());
  return among(kDocumentFolders, top) &&
         (among(kMarkupEndings, path.extension()) || is_document_name(path));
}

// Examples in it are run: rustdoc and doctest compile what a document shows.
bool is_run_as_tests(const std::string& text, const repo::RepoView* head) {
  if (contains(text, ">>> ")) return true;
  const bool rust = head == nullptr || head->has("Cargo.toml");
  return rust && contains(text, "```");
}

bool is_inert_file(const git::FileChange& file, const repo::RepoView* head) {
  if (!file.after || file.mode_after != 0644) return false;
  const auto components = file.path.components();
  if (among(kSettings, file.path.name())) return true;
  if (components.size() > 1 && among(kForgeFolders, lower(components.front()))) {
    return components[1] != "actions" && among(kForgeEndings, file.path.extension());
  }
  if (!is_prose(file.path)) return false;
  return !is_run_as_tests(*file.after, head) && !is_run_as_tests(file.before.value_or(""), head);
}

}  // namespace

bool is_inert(const git::Change& change, const repo::RepoView* head) {
  return std::all_of(change.files.begin(), change.files.end(),
                     [&](const git::FileChange& file) { return is_inert_file(file, head); });
}

}  // namespace pawl::guards
