#include "landing/conflicts.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "git/changes.hpp"
#include "git/worktrees/trial.hpp"
#include "landing/changed_symbols.hpp"
#include "run/run_index.hpp"
#include "run/run_table.hpp"
#include "runner/discard.hpp"
#include "runner/select.hpp"
#include "runner/target.hpp"

namespace pawl::landing {
namespace {

constexpr auto kClashes = fixed_words("conflict", "overlap", "near");

// One run's work, and what is needed to merge it.
struct Side {
  OpenWork work;
  std::string folder;  // that holds it
  std::string base;    // it began at
  bool adds = false;
  bool removes = false;
};

bool may_be_open(const run::RunState& state, const git::Target& target) {
  const bool here = state.repository == target.key || state.target == target.location;
  return here && !state.landed && state.bail_class != runner::kAbandoned &&
         !state.base_commit.empty();
}

// Nothing when there is no work, or the target has it.
Result<std::optional<Side>> side_of(const Ports& ports, const run::RunState& state,
                                    const git::Target& target) {
  using Found = std::optional<Side>;
  TRY_ASSIGN(const RunId id, RunId::parse(state.run));
  const Result<Work> work = find_work(ports, state, target);
  if (!work && work.error().code == Errc::not_found) return Found();
  if (!work) return work.error();
  TRY_ASSIGN(const Wish wish, read_wish(ports.world.files, ports.layout, id));
  Side side{.work = {.run = state.run,
                     .branch = state.branch,
                     .target = land_target(state, wish),
                     .head = work->head,
                     .files = {}},
            .folder = work->folder,
            .base = work->base};
  TRY_ASSIGN(const auto tip, ports.git.resolve(target.location, "refs/heads/" + side.work.target));
  if (tip) {
    TRY_ASSIGN(const auto known, ports.git.resolve(target.location, work->head + "^{commit}"));
    TRY_ASSIGN(const bool held, known ? ports.git.is_ancestor(target.location, work->head, *tip)
                                      : Result<bool>(false));
    if (held) return Found();
  }
  git::ObjectReader objects(ports.git, side.folder);
  TRY_ASSIGN(const git::ReadChange read, git::change_between(objects, side.base, work->head));
  for (const git::FileChange& file : read.change.files) {
    side.work.files[file.path.text()] = changed_symbols(file);
    side.adds = side.adds || file.action == git::Action::create;
    side.removes = side.removes || file.action == git::Action::remove;
  }
  return Found(std::move(side));
}

struct Sides {
  std::vector<Side> all;
  std::vector<std::string> unread;
};
Result<Sides> open_sides(const Ports& ports, const git::Target& target) {
  Sides sides;
  TRY_ASSIGN(const auto ids, run::list_runs(ports.world.files, ports.layout));
  for (const RunId& id : ids) {
    const auto state = run::load_run(ports.layout, id);
    if (!state) {
      sides.unread.push_back(id.text() + ": " + state.error().to_line());
      continue;
    }
    if (!may_be_open(*state, target)) continue;
    auto side = side_of(ports, *state, target);
    if (!side && side.error().code == Errc::cancelled) return side.error();
    if (!side) {
      sides.unread.push_back(id.text() + ": " + side.error().to_line());
    } else if (*side) {
      sides.all.push_back(**std::move(side));
    }
  }
  return sides;
}

// A merge of two that share no file is clean, unless folders may have been renamed in one of them.
bool is_worth_a_merge(const Side& a, const Side& b, const Collision& shared) {
  return !shared.files.empty() || (a.removes && b.adds) || (a.adds && b.removes);
}

Collision shared_by(const Side& a, const Side& b) {
  Collision both{.first = a.work.run, .second = b.work.run};
  for (const auto& [path, symbols] : a.work.files) {
    const auto other = b.work.files.find(path);
    if (other == b.work.files.end()) continue;
    both.files.push_back(path);
    // Without definitions the file is one.
    if (symbols.empty() || other->second.empty()) both.clash = Clash::overlap;
    for (const std::string& symbol : symbols) {
      if (!other->second.contains(symbol)) continue;
      both.symbols.push_back(path + ": " + symbol);
      both.clash = Clash::overlap;
    }
  }
  return both;
}

Status collide(const Ports& ports, const git::Target& target, const std::vector<Side>& sides,
               std::vector<Collision>& collisions) {
  if (sides.size() < 2) return Done{};
  std::set<std::string> lenders{target.location};
  for (const Side& side : sides) lenders.insert(side.folder);
  TRY_ASSIGN(const auto trial,
             git::TrialRepository::make(
                 ports.git, ports.world.files,
                 ports.layout.state_folder + "/scratch/conflicts-" + ports.world.random.hex(8),
                 {lenders.begin(), lenders.end()}));
  for (std::size_t i = 0; i < sides.size(); ++i) {
    for (std::size_t k = i + 1; k < sides.size(); ++k) {
      if (ports.world.cancel.requested()) return fail(Errc::cancelled, "asked to stop");
      Collision both = shared_by(sides[i], sides[k]);
      if (!is_worth_a_merge(sides[i], sides[k], both)) continue;
      const auto merged = trial->merge(sides[i].work.head, sides[k].work.head);
      if (!merged && merged.error().code != Errc::invalid) return merged.error();
      if (merged && !merged->clean()) {
        both.clash = Clash::conflict;
        both.conflicts = merged->conflicts;
      }
      if (!both.files.empty() || !both.conflicts.empty()) collisions.push_back(std::move(both));
    }
  }
  std::stable_sort(collisions.begin(), collisions.end(),
                   [](const Collision& a, const Collision& b) { return a.clash < b.clash; });
  return Done{};
}

Json json_of_files(const OpenWork& work) {
  Json files = Json::object();
  for (const auto& [path, symbols] : work.files) files.set(path, Json::array_of(symbols));
  return files;
}

bool is_in(const std::string& path, const std::string& wanted) {
  return path == wanted || (wanted.ends_with('/') && path.starts_with(wanted));
}

}  // namespace

std::string_view to_string(Clash clash) { return kClashes.at(static_cast<std::size_t>(clash)); }

Json to_json(const Forecast& forecast) {
  Json open = Json::array();
  for (const OpenWork& work : forecast.open) {
    open.push(Json::object({{"run", work.run},
                            {"branch", work.branch},
                            {"target", work.target},
                            {"head", work.head},
                            {"files", json_of_files(work)}}));
  }
  Json collisions = Json::array();
  for (const Collision& each : forecast.collisions) {
    collisions.push(Json::object({{"first", each.first},
                                  {"second", each.second},
                                  {"clash", to_string(each.clash)},
                                  {"conflicts", Json::array_of(each.conflicts)},
                                  {"files", Json::array_of(each.files)},
                                  {"symbols", Json::array_of(each.symbols)}}));
  }
  return Json::object(
      {{"open", open}, {"collisions", collisions}, {"unread", Json::array_of(forecast.unread)}});
}

Result<Forecast> forecast(const Ports& ports, const git::Target& target) {
  if (target.kind != git::TargetKind::local) {
    return fail(Errc::invalid, "merges are tried in repositories of this machine; " + target.name +
                                   " is elsewhere");
  }
  TRY_ASSIGN(Sides sides, open_sides(ports, target));
  Forecast found;
  found.unread = std::move(sides.unread);
  TRY(collide(ports, target, sides.all, found.collisions));
  for (Side& side : sides.all) found.open.push_back(std::move(side.work));
  return found;
}

namespace {

// Runs that have committed none of these paths yet, and are about to by what they were asked for.
Status add_meant(const Ports& ports, const git::Target& target,
                 const std::vector<std::string>& paths, std::vector<OpenWork>& found) {
  TRY_ASSIGN(const std::vector<run::RunRow> rows,
             run::RunTable(ports.database).of_target(target.location));
  for (const run::RunRow& row : rows) {
    const auto id = RunId::parse(row.run);
    const bool known = std::any_of(found.begin(), found.end(),
                                   [&](const OpenWork& work) { return work.run == row.run; });
    if (row.finished() || known || !id) continue;
    const auto state = run::load_run(ports.layout, *id);
    if (!state || !runner::is_at_work(*state)) continue;
    TRY_ASSIGN(const Wish wish, read_wish(ports.world.files, ports.layout, *id));
    const std::string branch = land_target(*state, wish);
    TRY_ASSIGN(const auto named, paths_named_in(ports, target, branch, wish.words));
    OpenWork work{.run = row.run, .branch = row.branch, .target = branch, .head = {}, .files = {}};
    for (const std::string& path : named) {
      const bool meets = std::any_of(paths.begin(), paths.end(), [&](const std::string& wanted) {
        return is_in(path, wanted);
      });
      if (meets) work.files[path] = {};
    }
    if (!work.files.empty()) found.push_back(std::move(work));
  }
  return Done{};
}

}  // namespace

Result<std::vector<OpenWork>> runs_in_the_way(const Ports& ports, const git::Target& target,
                                              const std::vector<std::string>& paths) {
  std::vector<OpenWork> found;
  if (paths.empty() || target.kind != git::TargetKind::local) return found;
  TRY_ASSIGN(Sides sides, open_sides(ports, target));
  for (Side& side : sides.all) {
    const bool meets =
        std::any_of(side.work.files.begin(), side.work.files.end(), [&](const auto& file) {
          return std::any_of(paths.begin(), paths.end(),
                             [&](const std::string& wanted) { return is_in(file.first, wanted); });
        });
    if (meets) found.push_back(std::move(side.work));
  }
  TRY(add_meant(ports, target, paths, found));
  return found;
}

Result<std::vector<std::string>> paths_named_in(const Ports& ports, const git::Target& target,
                                                const std::string& branch, std::string_view text) {
  std::set<std::string, std::less<>> words;
  std::string word;
  const auto end_word = [&] {
    while (!word.empty() && contains(".,:;!?", std::string_view(&word.back(), 1))) word.pop_back();
    if (word.starts_with("./")) word.erase(0, 2);
    if (!word.empty()) words.insert(word);
    word.clear();
  };
  for (const char c : text) {
    const bool apart = contains(" \t\r\n\"'`()[]{}<>|*,;", std::string_view(&c, 1));
    if (apart) {
      end_word();
    } else {
      word += c;
    }
  }
  end_word();
  TRY_ASSIGN(const auto tree, ports.git.list_tree(target.location, "refs/heads/" + branch));
  std::vector<std::string> paths;
  for (const git::TreeEntry& entry : tree) {
    if (words.contains(entry.path)) paths.push_back(entry.path);
  }
  return paths;
}

}  // namespace pawl::landing
