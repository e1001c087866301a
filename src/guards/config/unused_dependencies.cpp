#include "guards/config/unused_dependencies.hpp"

#include <algorithm>
#include <set>

#include "base/assets.hpp"
#include "base/text/text.hpp"
#include "guards/config/manifest_packages.hpp"
#include "guards/documents/documents.hpp"
#include "guards/paths/lock_files.hpp"
#include "guards/references/holders.hpp"
#include "index/resolver.hpp"
#include "repo/kinds/family.hpp"

namespace pawl::guards {
namespace {

using index::Family;

// Of a larger project nobody can say what it does with a package.
constexpr std::size_t kTextsMax = 1'500;
constexpr std::size_t kAddedDependenciesMax = 20;

bool is_among(std::string_view kind, const std::string& name) {
  const index::NameSet* names = index::embedded_members("words/silent-packages.txt", kind);
  return names != nullptr && names->count(name) > 0;
}

bool has_silent_part(std::string_view kind, std::string_view name) {
  const index::NameSet* parts = index::embedded_members("words/silent-packages.txt", kind);
  return parts != nullptr && std::any_of(parts->begin(), parts->end(),
                                         [&](const auto& part) { return contains(name, part); });
}

// Used without being named.
bool is_silent(Family family, const std::string& name) {
  if (family == Family::python)
    return is_among("python", name) || has_silent_part("python-part", name);
  return family == Family::script &&
         (is_among("script", name) || has_silent_part("script-part", name));
}

// The modules of a distribution of Python that is called otherwise.
void add_modules(const std::string& name, std::set<std::string>& words) {
  const std::string dashed = replace_all(name, "_", "-");
  for (const std::string_view line :
       split_lines(asset("languages/python-imports.txt").value_or(""))) {
    const auto parts = split_words(line);
    if (parts.size() < 2 || line.starts_with('#')) continue;
    const bool brings = std::any_of(parts.begin() + 1, parts.end(), [&](std::string_view each) {
      return equal_folded(replace_all(each, "_", "-"), dashed);
    });
    if (brings) words.emplace(parts.front());
  }
}

// One of these is in a text that uses the package.
std::set<std::string> words_of(Family family, const std::string& name) {
  std::set<std::string> words;
  if (family == Family::go) return {name};
  if (family == Family::rust) return {replace_all(name, "-", "_")};
  words.insert(name.substr(name.rfind('/') == name.npos ? 0 : name.rfind('/') + 1));
  if (family != Family::python) return words;
  const std::string module = replace_all(replace_all(name, "-", "_"), ".", "_");
  words.insert({module, replace_all(name, "-", "."), replace_all(module, "_", "")});
  for (const std::string_view part : {"python_", "py_", "py"}) {
    if (module.starts_with(part) && module.size() > part.size() + 2) {
      words.insert(module.substr(part.size()));
    }
  }
  if (module.ends_with("_python")) words.insert(module.substr(0, module.size() - 7));
  add_modules(name, words);
  return words;
}

bool is_lock_name(std::string_view name) {
  const auto rows = lock_rows();
  const std::string folded = lower(name);
  return std::any_of(rows.begin(), rows.end(),
                     [&](const LockRow& row) { return row.lock == folded; });
}

// Texts that may use a package; nothing when there are too many to look at.
std::vector<const repo::Entry*> texts_of(const repo::RepoView& head) {
  std::vector<const repo::Entry*> out;
  for (const repo::Entry& entry : head.files()) {
    if (entry.symlink || is_lock_name(entry.path.name()) || is_document(entry.path)) continue;
    if (family_of_manifest(entry.path) != Family::other) continue;
    if (out.size() == kTextsMax) return {};
    out.push_back(&entry);
  }
  return out;
}

std::size_t occurrences_of(std::string_view text, std::string_view word) {
  std::size_t times = 0;
  for (auto at = text.find(word); at != text.npos; at = text.find(word, at + 1)) ++times;
  return times;
}

// The groups of Python's tools for development are for programs that people start.
bool is_judged_manifest(const RepoPath& path) {
  if (repo::is_sample_place(path) || is_specimen(path)) return false;
  const Family family = family_of_manifest(path);
  if (family == Family::other || path.name() == "setup.py") return false;
  return !path.name().starts_with("requirements") || path.name() == "requirements.txt";
}

class DependencySearch {
 public:
  explicit DependencySearch(const repo::RepoView& head) : head_(head) {}

  void look_at(const git::FileChange& file) {
    const Family family = family_of_manifest(file.path);
    const std::set<std::string> was = package_names(file.path, *file.before);
    std::vector<std::string> added;
    for (const std::string& name : package_names(file.path, *file.after)) {
      if (!was.contains(name) && !is_silent(family, name)) added.push_back(name);
    }
    if (added.empty() || added.size() > kAddedDependenciesMax) return;
    if (!read_) texts_ = texts_of(head_);
    read_ = true;
    if (texts_.empty()) return;
    for (const std::string& name : added) {
      const std::set<std::string> words = words_of(family, name);
      if (!is_used(words) && !is_named_twice(*file.after, name, words)) report(file, name);
    }
  }

  std::vector<UnusedDependency> take() { return std::move(out_); }

 private:
  bool is_used(const std::set<std::string>& words) const {
    bool used = false;
    each_holder(head_, texts_, words, [&](const RepoPath&, const std::string&) { used = true; });
    return used;
  }

  // By a script, a table of its own, a feature, or in a group for development.
  static bool is_named_twice(std::string_view text, const std::string& name,
                             const std::set<std::string>& words) {
    if (contains(text, "// indirect") && contains(text, name)) {
      const auto at = text.find(name);
      const std::string_view line = text.substr(at, text.find('\n', at) - at);
      if (contains(line, "// indirect")) return true;
    }
    return occurrences_of(lower(text), name) > 1 ||
           std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return occurrences_of(text, word) > 1; });
  }

  void report(const git::FileChange& file, const std::string& name) {
    int row = 0;
    for (const std::string_view line : split_lines(*file.after)) {
      ++row;
      if (!contains_folded(line, name)) continue;
      out_.push_back({file.path, name, row});
      return;
    }
  }

  const repo::RepoView& head_;
  bool read_ = false;
  std::vector<const repo::Entry*> texts_;
  std::vector<UnusedDependency> out_;
};

}  // namespace

std::vector<UnusedDependency> unused_dependencies(const git::Change& change,
                                                  const repo::RepoView& head) {
  DependencySearch search(head);
  for (const git::FileChange& file : change.files) {
    const bool changed = file.before && file.after && file.before != file.after;
    if (changed && is_judged_manifest(file.path)) search.look_at(file);
  }
  return search.take();
}

}  // namespace pawl::guards
