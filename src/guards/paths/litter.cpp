#include "guards/paths/litter.hpp"

#include <algorithm>
#include <array>

#include "base/text/glob.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kHeadBytes = 2000;
constexpr std::size_t kMinifiedLine = 5000;

struct Leftover {
  std::string_view pattern;  // of the name, lower case
  std::string_view what;
};

constexpr auto kLeftovers = std::to_array<Leftover>({
    {"*.orig", "what a merge keeps of the old text"},
    {"*.rej", "what a patch could not apply"},
    {"*.backup.*", "a copy git mergetool makes"},
    {"*_backup_[0-9]*", "a copy git mergetool makes"},
    {"*_base_[0-9]*", "a copy git mergetool makes"},
    {"*_local_[0-9]*", "a copy git mergetool makes"},
    {"*_remote_[0-9]*", "a copy git mergetool makes"},
    {".*.sw[nop]", "an editor's swap file"},
    {"*~", "an editor's backup"},
    {"#*#", "an editor's copy"},
    {".#*", "an editor's lock"},
    {".ds_store", "a file manager's notes"},
    {"thumbs.db", "a file manager's notes"},
    {"desktop.ini", "a file manager's notes"},
});

constexpr auto kProseEndings = std::to_array<std::string_view>(
    {".md",  ".markdown", ".mdown", ".mdx", ".rst",   ".adoc", ".txt", ".tex",  ".org",  ".ipynb",
     ".csv", ".tsv",      ".po",    ".log", ".patch", ".diff", ".svg", ".snap", ".json", ".case"});

constexpr auto kImages = std::to_array<std::string_view>(
    {".png", ".jpg", ".jpeg", ".gif", ".webp", ".ico", ".bmp", ".avif", ".icns"});

std::string_view leftover(const RepoPath& path) {
  const std::string name = lower(path.name());
  for (const Leftover& row : kLeftovers) {
    if (glob_match(row.pattern, name)) return row.what;
  }
  return {};
}

std::string_view installed(const RepoPath& path) {
  const auto parts = path.components();
  for (const std::string& part : parts.first(parts.size() - 1)) {
    if (part == "node_modules") return "a package that the package manager installs";
    if (part == "__pycache__") return "what Python compiles by itself";
    if (part == ".pytest_cache" || part == ".mypy_cache" || part == ".ruff_cache") {
      return "a tool's cache";
    }
  }
  const std::string ending = path.extension();
  if (ending == ".pyc" || ending == ".pyo") return "what Python compiles by itself";
  return {};
}

// Package managers write these; they have a guard of their own.
bool is_lock(std::string_view name) {
  return name.ends_with(".lock") || name.ends_with("-lock.json") || name.ends_with("-lock.yaml") ||
         name.ends_with(".lockb") || name.ends_with(".sum") || name == "npm-shrinkwrap.json" ||
         name == "package.resolved" || name == "packages.lock.json" || name == "gradle.lockfile";
}

bool is_minified(const RepoPath& path, std::string_view text) {
  const std::string ending = path.extension();
  if (ending != ".js" && ending != ".css" && ending != ".mjs" && ending != ".cjs") return false;
  if (text.size() < kMinifiedLine) return false;
  const std::size_t lines = line_count(text) + 1;
  return text.size() / lines > kMinifiedLine / 2;
}

// The mark by which generators keep people away from what they write.
bool says_generated(std::string_view text) {
  for (const std::string_view line : split_lines(text.substr(0, kHeadBytes))) {
    const std::string_view plain = trim(line);
    const bool comment = plain.starts_with("//") || plain.starts_with('#') ||
                         plain.starts_with("/*") || plain.starts_with('*') ||
                         plain.starts_with("<!--") || plain.starts_with("--") ||
                         plain.starts_with(';');
    if (!comment) continue;
    if (contains(plain, "@generated")) return true;
    if (contains_folded(plain, "generated") && contains_folded(plain, "do not edit")) return true;
  }
  return false;
}

bool kept_on_purpose(const RepoPath& path, const repo::RepoView* base) {
  return base != nullptr && !path.folder().empty() && base->has_folder(path.folder());
}

Litter generated(const git::FileChange& file, const repo::RepoView* base) {
  const RepoPath& path = file.path;
  if (file.before && says_generated(*file.before) && *file.before != *file.after) {
    return {LitterKind::generated, "its first lines say that a tool writes it"};
  }
  const std::string name = lower(path.name());
  if (file.before || is_lock(name) || looks_binary(*file.after) || name.ends_with(".snap")) {
    return {};
  }
  std::string what;
  if (repo::is_vendored(path)) {
    what = "code of somebody else is copied in";
  } else if (repo::is_generated(path)) {
    what = "what a tool writes is added";
  } else if (is_minified(path, *file.after)) {
    what = "a minified file is added";
  }
  if (what.empty() || kept_on_purpose(path, base)) return {};
  return {LitterKind::generated, what};
}

}  // namespace

Litter litter_of(const git::FileChange& file, const repo::RepoView* base) {
  const RepoPath& path = file.path;
  if (!file.before && !repo::is_sample_place(path)) {
    if (const std::string_view what = installed(path); !what.empty()) {
      return {LitterKind::installed, std::string(what)};
    }
    if (const std::string_view what = leftover(path); !what.empty()) {
      return {LitterKind::leftover, std::string(what)};
    }
  }
  if (repo::is_sample_place(path)) return {};
  return generated(file, base);
}

bool is_image(const RepoPath& path) { return among(kImages, path.extension()); }

bool holds_code(const RepoPath& path) {
  return !among(kProseEndings, path.extension()) && !path.extension().empty();
}

}  // namespace pawl::guards
