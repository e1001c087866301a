#include "guards/paths/new_names.hpp"

#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/path_alias.hpp"
#include "git/objects/tree.hpp"
#include "guards/paths/gate_finding.hpp"
#include "guards/paths/guarded_paths.hpp"
#include "guards/paths/name_folds.hpp"
#include "guards/paths/path_policy.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr auto kDevices = fixed_words("con", "prn", "aux", "nul", "conin$", "conout$", "clock$");
// With one digit behind them; superscripts count.
constexpr auto kPorts = fixed_words("com", "lpt");
constexpr auto kPortNumbers =
    fixed_words("1", "2", "3", "4", "5", "6", "7", "8", "9", "0", "\u00b9", "\u00b2", "\u00b3");

// Windows opens the device, whatever stands behind the first dot.
bool is_device(std::string_view name) {
  const std::string_view end = name.substr(0, name.find_first_of(".:"));
  const std::string stem = lower(trim_end(end));
  if (std::find(kDevices.begin(), kDevices.end(), stem) != kDevices.end()) return true;
  const std::string_view letters = std::string_view(stem).substr(0, 3);
  if (std::find(kPorts.begin(), kPorts.end(), letters) == kPorts.end()) return false;
  return std::find(kPortNumbers.begin(), kPortNumbers.end(), stem.substr(3)) != kPortNumbers.end();
}

// `notes.txt:hidden`, `x::$DATA`. Other colons stand in names of packages, modules and devices.
bool is_stream(std::string_view name) {
  const auto colon = name.find(':');
  if (colon == std::string_view::npos || colon == 0) return false;
  if (contains(name.substr(colon), ":$")) return true;
  const std::string_view file = name.substr(0, colon);
  const auto dot = file.rfind('.');
  if (dot == std::string_view::npos) return false;
  const std::string_view ending = file.substr(dot + 1);
  return !ending.empty() && ending.size() <= 5 && is_letter(ending.front()) &&
         std::all_of(ending.begin(), ending.end(), is_letter_or_digit);
}

std::string windows_fault(std::string_view name) {
  if (is_device(name)) return "Windows opens a device under this name";
  if (is_stream(name)) return "Windows takes this name for a stream within another file";
  if (contains(name, "~") && is_short_name(name))
    return "it is a short name, under which Windows knows another file";
  return {};
}

std::string shape_fault(std::string_view name) {
  const Result<RepoPath> path = RepoPath::parse(name);
  return path ? std::string() : path.error().message;
}

// Only in letters that look like others, or in marks that macOS or Windows leave out, is it
// guarded.
std::string disguise(const RepoPath& path) {
  const std::string plain = lower(path.text());
  const std::string folded = path.folded();
  if (folded == plain && is_ascii(plain)) return {};
  if (guarded_by_text(plain)) return {};
  std::optional<GuardedRow> row = guarded_by_text(folded);
  if (!row && !is_ascii(path.text())) row = guarded_by_text(looks_like(path.text()));
  return row ? std::string(reason_of(*row)) : std::string();
}

// What a path has of names that neither the base nor a file that goes has.
class NewNames {
 public:
  NewNames(const git::Change& change, const repo::RepoView* base)
      : change_(change), folders_(base) {}

  std::vector<std::string> of(const RepoPath& path) {
    std::vector<std::string> names;
    const auto components = path.components();
    std::string prefix;
    bool known = true;
    for (std::size_t i = 0; i < components.size(); ++i) {
      prefix += (i == 0 ? "" : "/") + components[i];
      known = known && i + 1 < components.size() && folders_.has(prefix);
      if (!known) names.push_back(components[i]);
    }
    return names;
  }

  // Asked of names with a fault, and so hardly ever.
  bool moves(const std::string& name) const {
    return std::any_of(change_.files.begin(), change_.files.end(), [&](const auto& file) {
      const auto components = file.path.components();
      return file.before && !file.after &&
             std::find(components.begin(), components.end(), name) != components.end();
    });
  }

 private:
  const git::Change& change_;
  BaseFolders folders_;
};

// Only by its look is it one of the folders that hold guarded files.
bool passes_for_holder(std::string_view name) {
  return !is_ascii(name) && holds_guarded(looks_like(name));
}

void check_names(const RepoPath& path, NewNames& names, Verdict& verdict) {
  const std::size_t depth_max = git::TreeLimits{}.depth;
  if (path.components().size() > depth_max) {
    verdict.refuse(gate_finding("unsafe-path", RuleKind::defect, path.text(),
                                "it is more than " + std::to_string(depth_max) + " folders deep",
                                "Choose a shorter path."));
    return;
  }
  for (const std::string& name : names.of(path)) {
    std::string fault = shape_fault(name);
    const bool shape = !fault.empty();
    if (!shape) fault = windows_fault(name);
    if (passes_for_holder(name)) {
      verdict.refuse(gate_finding("guarded-alias", RuleKind::defect, path.text(),
                                  "a part of this path passes for " + looks_like(name),
                                  leave_out(path.text())));
      return;
    }
    if (fault.empty() || names.moves(name)) continue;
    verdict.refuse(gate_finding(shape ? "unsafe-path" : "windows-name", RuleKind::defect,
                                path.text(), fault, "Choose another name."));
    return;
  }
  if (const std::string reason = disguise(path); !reason.empty()) {
    verdict.refuse(gate_finding("guarded-alias", RuleKind::defect, path.text(),
                                "this path passes for a guarded one: " + reason,
                                leave_out(path.text())));
  }
}

}  // namespace

bool BaseFolders::has(const std::string& folder) {
  if (base_ == nullptr) return false;
  const auto [at, first] = known_.try_emplace(folder, false);
  if (first) at->second = base_->has_folder(folder);
  return at->second;
}

bool is_new_file(const git::FileChange& file, const Context& context) {
  if (file.before) return false;
  return file.after || context.base == nullptr || !context.base->has(file.path.text());
}

void check_new_names(const git::Change& change, const Context& context, Verdict& verdict) {
  NewNames names(change, context.base);
  for (const git::FileChange& file : change.files) {
    if (is_new_file(file, context)) check_names(file.path, names, verdict);
  }
  for (const git::SubmoduleChange& submodule : change.submodules) {
    if (!submodule.before) check_names(submodule.path, names, verdict);
  }
}

}  // namespace pawl::guards
