#include "landing/landing.hpp"

#include <array>
#include <set>

#include "base/json.hpp"
#include "base/text/text.hpp"
#include "pipeline/definition.hpp"
#include "pipeline/node_paths.hpp"
#include "runner/request.hpp"
#include "stages/coding/commands.hpp"
#include "stages/stage.hpp"

namespace pawl::landing {
namespace {

constexpr std::size_t kRequestBytesMax = std::size_t{16} << 20U;
constexpr std::array<std::string_view, 5> kWays{"squash", "fast_forward", "pull", "merged",
                                                "contained"};

std::string first_line(std::string_view text) {
  for (const std::string_view line : split_lines(text)) {
    if (!trim(line).empty()) return std::string(trim(line));
  }
  return {};
}

Error nothing_there(const run::RunState& state, const git::Target& target) {
  return fail(Errc::not_found,
              "run " + state.run + " has no worktree any more, and " + target.name +
                  " has no branch \"" + printable(state.branch, 120) +
                  "\"; what was rescued of it is listed by `pawl rescue-refs list`, "
                  "and comes back with `pawl rescue-refs restore`");
}

// The worktree's side: nothing when there is none, or none that is whole.
Result<std::optional<std::string>> head_of_worktree(const Ports& ports, const std::string& folder) {
  using Head = std::optional<std::string>;
  TRY_ASSIGN(const auto there, ports.world.files.stat(os::join_path(folder, ".git")));
  if (!there) return Head();
  return ports.git.resolve(folder, "HEAD");
}

// Which of the two has all that the other has.
Result<bool> worktree_is_newer(const Ports& ports, const std::string& folder,
                               const git::Target& target, const std::string& own,
                               const std::string& published) {
  TRY_ASSIGN(const auto known, ports.git.resolve(folder, published + "^{commit}"));
  if (known) {
    TRY_ASSIGN(const bool newer, ports.git.is_ancestor(folder, published, own));
    if (newer) return true;
  }
  TRY_ASSIGN(const auto there, ports.git.resolve(target.location, own + "^{commit}"));
  if (there) {
    TRY_ASSIGN(const bool older, ports.git.is_ancestor(target.location, own, published));
    if (older) return false;
  }
  return fail(Errc::conflict, "the run's worktree is at " + short_id(own) +
                                  " and its branch in the target at " + short_id(published) +
                                  ", and each has commits the other has not; merge them in one of "
                                  "the two first");
}

Status look_for_open(const Ports& ports, Work& work) {
  TRY_ASSIGN(const std::vector<std::string> lines, ports.git.status(work.folder));
  for (const std::string& line : lines) {
    if (line.size() > 3) work.open.push_back(line.substr(3));
  }
  return Done{};
}

}  // namespace

std::string_view to_string(Way way) { return kWays.at(static_cast<std::size_t>(way)); }

std::optional<Way> way_named(std::string_view name) {
  for (std::size_t i = 0; i < kWays.size(); ++i) {
    if (kWays.at(i) == name) return static_cast<Way>(i);
  }
  return {};
}

Result<Wish> read_wish(os::Files& files, const store::Layout& layout, const RunId& id) {
  const std::string path = os::join_path(layout.artifacts(id), std::string(runner::kRequest));
  TRY_ASSIGN(const auto there, files.stat(path));
  if (!there) return Wish{};
  TRY_ASSIGN(const std::string text, files.read(path, kRequestBytesMax));
  TRY_ASSIGN(const Json json, Json::parse(text));
  Wish wish{.land_on = json["land_on"].string_or(""), .title = {}, .commands = {}};
  for (const char* field : {"title", "description", "task", "instructions", "plan"}) {
    if (wish.title.empty()) wish.title = first_line(json[field].string_or(""));
  }
  while (wish.title.starts_with('#')) wish.title.erase(0, 1);
  wish.title = std::string(trim(wish.title));
  for (const Json& command : json["commands"].items()) {
    wish.commands.push_back({command.string_or(""), command.string_or("")});
  }
  return wish;
}

Result<std::vector<VerifyScript>> commands_of_pipeline(os::Files& files,
                                                       const store::Layout& layout,
                                                       const RunId& id) {
  const std::string path = os::join_path(layout.artifacts(id), std::string(runner::kPipeline));
  std::vector<VerifyScript> scripts;
  const Result<std::string> text = files.read(path, kRequestBytesMax);
  if (!text && text.error().code == Errc::not_found) return scripts;
  if (!text) return text.error();
  TRY_ASSIGN(const pipeline::Definition definition,
             pipeline::parse(*text, stages::kinds()).during("reading " + path));
  std::set<std::string> known;  // of a loop, each round names its stages again
  pipeline::for_each_stage(
      definition.root, "", [&](const pipeline::Node& stage, const std::string& /*path*/) {
        const std::vector<std::string> commands = stages::commands_of(stage.options["cmds"]);
        if (stage.type != "verify" || commands.empty()) return;
        VerifyScript script{stages::script_of(commands), join(commands, "; ")};
        if (known.insert(script.text).second) scripts.push_back(std::move(script));
      });
  return scripts;
}

Result<Work> find_work(const Ports& ports, const run::RunState& state, const git::Target& target) {
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  const std::string folder = ports.layout.worktree(id);
  TRY_ASSIGN(const auto own, head_of_worktree(ports, folder));
  std::optional<std::string> published;
  if (target.kind == git::TargetKind::local && !state.branch.empty()) {
    TRY_ASSIGN(published, ports.git.resolve(target.location, "refs/heads/" + state.branch));
  }
  if (!own && !published) return nothing_there(state, target);
  Work work{.head = own.value_or(published.value_or("")), .base = state.base_commit};
  work.in_worktree = own.has_value();
  if (own && published && *own != *published) {
    TRY_ASSIGN(work.in_worktree, worktree_is_newer(ports, folder, target, *own, *published));
    work.head = work.in_worktree ? *own : *published;
  }
  work.folder = work.in_worktree ? folder : target.location;
  work.in_target = published == work.head;
  if (own) {
    Work of_folder{.folder = folder};
    TRY(look_for_open(ports, of_folder));
    work.open = std::move(of_folder.open);
  }
  if (work.head == work.base) {
    return fail(Errc::not_found,
                "run " + state.run + " committed nothing: there is nothing to land");
  }
  return work;
}

std::string short_id(const std::string& commit) { return commit.substr(0, 10); }

std::string land_target(const run::RunState& state, const Wish& wish) {
  return wish.land_on.empty() ? state.base : wish.land_on;
}

}  // namespace pawl::landing
