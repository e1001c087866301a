#include "landing/rescue_refs.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "git/changes.hpp"
#include "git/worktrees/rescue.hpp"
#include "store/lock.hpp"

namespace pawl::landing {
namespace {

constexpr std::string_view kBranches = "refs/heads/";
constexpr std::size_t kNamesShownMax = 10;

// The contents of files, of all commits of `commit`, that no branch reaches. An older commit of a
// branch may hold some of them all the same: then they count as nowhere else, and stay.
Result<std::size_t> unheld_contents(git::Git& git, const std::string& folder,
                                    const std::string& commit) {
  TRY_ASSIGN(const std::string listed,
             git.output({.folder = folder,
                         .args = {"rev-list", "--objects", "--no-object-names", commit, "--not",
                                  "--branches"}}));
  if (trim(listed).empty()) return std::size_t{0};
  TRY_ASSIGN(const std::string types,
             git.output({.folder = folder,
                         .args = {"cat-file", "--batch-check=%(objecttype)"},
                         .input = listed}));
  const auto lines = split_lines(types);
  return static_cast<std::size_t>(std::count_if(
      lines.begin(), lines.end(),
      [](std::string_view type) { return type != "commit" && type != "tree" && type != "tag"; }));
}

// What became of a file in a commit: `MODE CONTENT` afterwards, and its path.
struct Became {
  std::string what;
  std::string path;
  auto operator<=>(const Became&) const = default;
};

// All that the commits of `run` made of files; of a merge, beside each of its parents.
Result<std::set<Became>> became(git::Git& git, git::Git::Run run) {
  const std::vector<std::string> shape = {
      "--literal-pathspecs", "-c",           "log.showRoot=true", "log", "-z", "-m", "--raw",
      "--no-abbrev",         "--no-renames", "--format="};
  run.args.insert(run.args.begin(), shape.begin(), shape.end());
  TRY_ASSIGN(const std::string out, git.output(run));
  std::set<Became> found;
  std::string what;
  for (const std::string_view part : split(out, '\0')) {
    if (part.starts_with(':')) {
      const auto words = split(part, ' ');
      what = words.size() < 4 ? "" : std::string(words[1]) + " " + std::string(words[3]);
    } else if (!what.empty()) {
      found.insert({std::move(what), std::string(part)});
      what.clear();
    }
  }
  return found;
}

// Files, of all commits of `commit`, that no commit of a branch made what they became there: also
// what was only moved, removed or made a program has to be kept.
Result<std::size_t> unheld_files(git::Git& git, const std::string& folder,
                                 const std::string& commit) {
  TRY_ASSIGN(const std::size_t contents, unheld_contents(git, folder, commit));
  if (contents > 0) return contents;
  TRY_ASSIGN(std::set<Became> ours,
             became(git, {.folder = folder, .args = {commit, "--not", "--branches"}}));
  if (ours.empty()) return std::size_t{0};
  git::Git::Run held{.folder = folder, .args = {"--full-history", "--branches", "--stdin"}};
  held.input = "--\n";
  for (const Became& one : ours) {
    if (!contains(one.path, "\n")) held.input += one.path + "\n";
  }
  TRY_ASSIGN(const std::set<Became> theirs, became(git, held));
  return static_cast<std::size_t>(std::count_if(
      ours.begin(), ours.end(), [&](const Became& one) { return !theirs.contains(one); }));
}

Result<std::vector<std::string>> branch_lines(git::Git& git, const std::string& folder) {
  TRY_ASSIGN(const std::string out,
             git.text(folder, {"for-each-ref", "--format=%(refname) %(objectname)",
                               std::string(kBranches)}));
  std::vector<std::string> lines;
  for (const std::string_view line : split_lines(out)) lines.emplace_back(line);
  return lines;
}

Status check_local(const git::Target& target) {
  if (target.kind == git::TargetKind::local) return Done{};
  return fail(Errc::invalid,
              "rescue refs lie in repositories of this machine; " + target.name + " is elsewhere");
}

// All or none: the refs go only while every branch is where it was when they were looked at.
Status delete_at_once(const Ports& ports, const git::Target& target,
                      const std::vector<std::string>& branches,
                      const std::vector<RescueRef>& going) {
  git::Git::Run run{.folder = target.location, .args = {"update-ref", "--stdin"}};
  run.input = "start\n";
  for (const std::string& line : branches) run.input += "verify " + line + "\n";
  for (const RescueRef& ref : going) {
    run.input += "delete " + full_name(ref) + " " + ref.commit + "\n";
  }
  run.input += "prepare\ncommit\n";
  TRY_ASSIGN(const os::Finished finished, ports.git.run(run));
  if (finished.succeeded()) return Done{};
  Error error = ports.git.failure(run, finished);
  if (contains(finished.err, "but expected") || contains(finished.err, "cannot lock ref")) {
    error.code = Errc::conflict;
    error.message =
        "a branch moved meanwhile, so nothing was dropped; try again (" + error.message + ")";
  }
  return error;
}

}  // namespace

std::string full_name(const RescueRef& ref) { return git::kRescuePrefix + ref.name; }

Json to_json(const RescueRef& ref) {
  return Json::object({{"ref", full_name(ref)},
                       {"commit", ref.commit},
                       {"run", ref.run.empty() ? Json() : Json(ref.run)},
                       {"at", to_iso8601(ref.at)},
                       {"held", ref.held},
                       {"files", ref.files}});
}

Result<std::vector<RescueRef>> rescue_refs(const Ports& ports, const git::Target& target,
                                           const std::string& run) {
  TRY(check_local(target));
  const std::string prefix = git::kRescuePrefix + (run.empty() ? "" : run + "/");
  TRY_ASSIGN(const std::string out,
             ports.git.text(target.location,
                            {"for-each-ref",
                             "--format=%(objectname) %(committerdate:unix) %(refname)", prefix}));
  std::vector<RescueRef> refs;
  for (const std::string_view line : split_lines(out)) {
    const auto words = split(line, ' ');
    if (words.size() < 3) continue;
    RescueRef ref{.name = std::string(words[2].substr(std::string_view(git::kRescuePrefix).size())),
                  .commit = std::string(words[0]),
                  .run = {},
                  .at = Timestamp(Seconds(parse_int(words[1]).value_or(0)))};
    const auto slash = ref.name.find('/');
    if (slash != std::string::npos && RunId::parse(ref.name.substr(0, slash))) {
      ref.run = ref.name.substr(0, slash);
    }
    TRY_ASSIGN(ref.files, unheld_files(ports.git, target.location, ref.commit));
    ref.held = ref.files == 0;
    refs.push_back(std::move(ref));
  }
  return refs;
}

Result<RescueRef> find_rescue_ref(const Ports& ports, const git::Target& target,
                                  const std::string& name) {
  TRY_ASSIGN(const std::vector<RescueRef> all, rescue_refs(ports, target));
  std::vector<RescueRef> near;
  for (const RescueRef& ref : all) {
    if (ref.name == name || full_name(ref) == name) return ref;
    if (ref.name.starts_with(name)) near.push_back(ref);
  }
  if (near.size() == 1 && !name.empty()) return near.front();
  std::vector<std::string> names;
  for (const RescueRef& ref : near.empty() ? all : near) names.push_back(ref.name);
  names.resize(std::min(names.size(), kNamesShownMax));
  const std::string listed = names.empty() ? "there are none" : "there are: " + join(names, ", ");
  return fail(Errc::not_found, (near.empty() ? "there is no rescue ref \""
                                             : "several rescue refs "
                                               "begin with \"") +
                                   printable(name, 200) + "\" in " + target.name + "; " + listed);
}

Result<std::string> rescue_diff(const Ports& ports, const git::Target& target,
                                const RescueRef& ref) {
  TRY_ASSIGN(const std::string own,
             ports.git.output(
                 {.folder = target.location,
                  .args = {"rev-list", "--first-parent", ref.commit, "--not", "--branches"}}));
  const auto commits = split_lines(own);
  const std::string oldest = commits.empty() ? ref.commit : std::string(commits.back());
  TRY_ASSIGN(const auto parent, ports.git.resolve(target.location, oldest + "^"));
  return ports.git.diff(target.location, parent.value_or(git::kEmptyTree), ref.commit);
}

Status restore_rescue(const Ports& ports, const git::Target& target, const RescueRef& ref,
                      const std::string& branch) {
  TRY(ports.git.check_branch_name(branch));
  const Status made = ports.git.update_ref(target.location, std::string(kBranches) + branch,
                                           ref.commit, "", "pawl: restore " + ref.name);
  if (made || made.error().code != Errc::conflict) return made;
  return fail(Errc::conflict, target.name + " has a branch \"" + printable(branch, 120) +
                                  "\" already; name another with --branch");
}

Result<std::vector<RescueRef>> drop_rescues(const Ports& ports, const git::Target& target,
                                            const std::vector<RescueRef>& refs, Proof proof) {
  TRY(check_local(target));
  // What puts work away looks at all refs of the target before it removes one: not both at once.
  TRY_ASSIGN(const store::ProcessLock lock,
             store::lock_publishing(ports.world.files, ports.layout, target.key, "",
                                    ports.world.clock, ports.world.cancel));
  std::vector<std::string> branches;
  if (proof == Proof::wanted) {
    TRY_ASSIGN(branches, branch_lines(ports.git, target.location));
  }
  std::vector<RescueRef> going;
  for (const RescueRef& ref : refs) {
    RescueRef now = ref;
    TRY_ASSIGN(now.files, unheld_files(ports.git, target.location, ref.commit));
    now.held = now.files == 0;
    if (now.held || proof == Proof::nothing) going.push_back(std::move(now));
  }
  if (going.empty()) return going;
  TRY(delete_at_once(ports, target, branches, going));
  return going;
}

}  // namespace pawl::landing
