#include "guards/references/broken_names.hpp"

#include <algorithm>
#include <iterator>
#include <set>
#include <tuple>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"
#include "guards/config/config_document.hpp"
#include "guards/documents/documents.hpp"
#include "guards/paths/module_files.hpp"
#include "guards/references/holders.hpp"
#include "guards/references/makefile.hpp"
#include "guards/references/reference_grounds.hpp"

namespace pawl::guards {
namespace {

// More files that name something are not looked through for what a change takes away.
constexpr std::size_t kHoldersMax = 1'500;
// A change that takes away more is a rewrite, of which nobody reads the names one by one.
constexpr std::size_t kGoneMax = 400;

using NameKey = std::tuple<NamedAs, std::string, std::string>;

NameKey key_of(const NamedFile& named) { return {named.as, named.path, named.written}; }

bool is_judged(const RepoPath& path) {
  if (!names_files(path) || repo::is_vendored(path)) return false;
  return is_build_text(path) ? !is_sample(path) : !is_specimen(path);
}

// Packages of a workspace may be built by its root.
NamedFile as_built(const RepoPath& path, NamedFile named, const repo::RepoView& tree) {
  const bool inner = named.as == NamedAs::module && path.name() == "package.json" &&
                     !path.folder().empty() && !named.key.starts_with("scripts.");
  named.buildable = named.buildable || (inner && tree.has("package.json"));
  return named;
}

std::set<std::string> script_names(const std::optional<std::string>& text) {
  std::set<std::string> names;
  const auto package = text ? read_config(ConfigForm::json, *text) : std::nullopt;
  if (!package) return names;
  for (const auto& [name, command] : (*package)["scripts"].members()) names.insert(name);
  return names;
}

std::set<std::string> shared_names(const std::optional<std::string>& text) {
  std::set<std::string> names;
  const auto cargo = text ? read_config(ConfigForm::toml, *text) : std::nullopt;
  if (!cargo) return names;
  for (const auto& [name, value] : (*cargo)["workspace"]["dependencies"].members()) {
    names.insert(name);
  }
  return names;
}

std::set<std::string> target_names(const std::optional<std::string>& text) {
  std::set<std::string> names;
  if (!text) return names;
  for (const MakeRule& rule : parse_makefile(*text).rules) {
    names.insert(rule.targets.begin(), rule.targets.end());
  }
  return names;
}

void add_missing(const std::set<std::string>& before, const std::set<std::string>& after,
                 std::set<std::string>& out) {
  std::set_difference(before.begin(), before.end(), after.begin(), after.end(),
                      std::inserter(out, out.end()));
}

// The words one of which a text must hold that names something the change takes away: last parts
// of paths, their stems, folders that are gone, scripts and targets.
std::set<std::string> gone_words(const git::Change& change, const repo::RepoView& head) {
  std::set<std::string> words;
  for (const git::FileChange& file : change.files) {
    if (!file.before) continue;
    const std::string_view name = file.path.name();
    const bool makefile = name == "Makefile" || name == "makefile" || name == "GNUmakefile";
    if (name == "Cargo.toml") {
      add_missing(shared_names(file.before), shared_names(file.after), words);
    } else if (name == "package.json") {
      add_missing(script_names(file.before), script_names(file.after), words);
    } else if (makefile) {
      add_missing(target_names(file.before), target_names(file.after), words);
    }
    if (file.after) continue;
    const auto dot = name.rfind('.');
    words.emplace(name.substr(0, dot == 0 ? name.npos : dot));
    for (std::string_view folder = file.path.folder(); !folder.empty() && !head.has_folder(folder);
         folder = folder_of(folder)) {
      words.emplace(folder.substr(folder.rfind('/') + 1));
    }
  }
  return words;
}

class NameJudge {
 public:
  NameJudge(const git::Change& change, const repo::RepoView* base, const repo::RepoView& head)
      : change_(change), base_(base), head_(head), now_(head) {
    if (base != nullptr) then_.emplace(*base);
  }

  BrokenNames judge() {
    for (const git::FileChange& file : change_.files) {
      if (file.after && file.before != file.after && is_judged(file.path)) changed(file);
    }
    lost();
    const auto before = [](const auto& a, const auto& b) {
      return std::tie(a.path, a.line) < std::tie(b.path, b.line);
    };
    std::stable_sort(out_.names.begin(), out_.names.end(), before);
    std::stable_sort(out_.unknown.begin(), out_.unknown.end(), before);
    return std::move(out_);
  }

 private:
  void changed(const git::FileChange& file) {
    const NamedThings before = file.before ? named_things(file.path, *file.before) : NamedThings();
    const NamedThings after = named_things(file.path, *file.after);
    std::set<NameKey> known;
    for (const NamedFile& old : before.files) known.insert(key_of(old));
    for (const NamedFile& named : after.files) {
      if (!known.insert(key_of(named)).second) continue;
      const NamedFile asked = as_built(file.path, named, head_);
      if (now_.has(asked) || was_said(file, asked)) continue;
      const bool entry = is_entry(named) && !asked.buildable;
      if (entry && is_put_together_elsewhere(file.path, before)) continue;
      report(file.path, *file.after, named, false);
    }
    std::set<std::pair<std::string, std::string>> old;
    for (const UnknownName& name : before.unknown) old.emplace(name.name, name.where);
    for (const UnknownName& name : after.unknown) {
      if (!old.emplace(name.name, name.where).second) continue;
      const std::string key = name.where.substr(0, name.where.find(' '));
      out_.unknown.push_back({file.path, name, line_naming(*file.after, key, name.name)});
    }
  }

  static bool is_entry(const NamedFile& named) {
    return among({"main", "module", "browser", "types", "typings", "exports", "bin"}, named.key);
  }

  // Half of what the manifest offered before, or more, was not there either: it is that of a package whose
  // files something makes in another place.
  bool is_put_together_elsewhere(const RepoPath& path, const NamedThings& before) const {
    if (base_ == nullptr || path.name() != "package.json") return false;
    std::size_t entries = 0;
    std::size_t missing = 0;
    for (const NamedFile& old : before.files) {
      if (!is_entry(old)) continue;
      ++entries;
      if (!has_module(*base_, old.path)) ++missing;
    }
    return missing > 0 && missing * 2 >= entries;
  }

  // What else a document says decides whether a name in it counts: a line that stays, and led
  // nowhere before, is not what the change is about.
  bool was_said(const git::FileChange& file, const NamedFile& named) {
    if (!file.before || !is_document(file.path)) return false;
    const auto line = static_cast<std::size_t>(line_of(*file.after, named));
    const std::vector<bool> added = added_lines(*file.before, *file.after);
    if (line == 0 || line > added.size() || added[line - 1]) return false;
    return !then_ || !then_->has(named);
  }

  static int line_of(std::string_view text, const NamedFile& named) {
    return named.line != 0 ? named.line : line_naming(text, named.key, named.written);
  }

  void report(const RepoPath& path, std::string_view text, const NamedFile& named, bool lost) {
    const int line = line_of(text, named);
    out_.names.push_back({path, named, line, lost, now_.nearest_to(named)});
  }

  void lost() {
    if (!then_) return;
    const std::set<std::string> words = gone_words(change_, head_);
    if (words.empty() || words.size() > kGoneMax) return;
    std::vector<const repo::Entry*> files;
    for (const repo::Entry& entry : head_.files()) {
      if (entry.symlink || !is_judged(entry.path)) continue;
      if (files.size() == kHoldersMax) break;
      files.push_back(&entry);
    }
    each_holder(head_, files, words,
                [&](const RepoPath& path, const std::string& text) { lost_in(path, text); });
  }

  // What was named before, and there before.
  void lost_in(const RepoPath& path, const std::string& text) {
    std::set<NameKey> known;
    const git::FileChange* file = change_.find(path);
    if (file != nullptr && file->before != file->after) {
      if (!file->before) return;
      for (const NamedFile& old : named_things(path, *file->before).files) {
        known.insert(key_of(old));
      }
    }
    std::set<NameKey> seen;
    for (const NamedFile& named : named_things(path, text).files) {
      if (file != nullptr && file->before != file->after && !known.contains(key_of(named))) {
        continue;
      }
      const NamedFile asked = as_built(path, named, head_);
      if (!seen.insert(key_of(named)).second || now_.has(asked) || !then_->has(asked)) continue;
      report(path, text, named, true);
    }
  }

  const git::Change& change_;
  const repo::RepoView* base_;
  const repo::RepoView& head_;
  ReferenceGrounds now_;
  std::optional<ReferenceGrounds> then_;
  BrokenNames out_;
};

}  // namespace

BrokenNames broken_names(const git::Change& change, const repo::RepoView* base,
                         const repo::RepoView& head) {
  return NameJudge(change, base, head).judge();
}

std::string shown_kind(const NamedFile& named) {
  switch (named.as) {
    case NamedAs::script: return "script of package.json";
    case NamedAs::target: return "target of the Makefile";
    case NamedAs::folder: return "folder";
    case NamedAs::shared: return "dependency of the workspace";
    case NamedAs::property: return "property";
    case NamedAs::object: return "function of that module";
    case NamedAs::python: return "module that can be run";
    default: return "file";
  }
}

}  // namespace pawl::guards
