// `pawl memory list|forget`: what runs remember of the runs before them.
#include <algorithm>
#include <set>

#include "base/text/repo_path.hpp"
#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/memory_offers.hpp"
#include "memory/observation_table.hpp"
#include "memory/offer_table.hpp"
#include "planner/concerns/traces.hpp"
#include "planner/rules/failure_history.hpp"
#include "runner/target.hpp"
#include "stages/run_memory.hpp"
#include "store/database.hpp"

namespace pawl::cli {
namespace {

using memory::Offer;
using run::Observation;
using run::ObservationOutcome;

constexpr std::size_t kAll = 1'000'000;

Result<std::unique_ptr<store::Database>> open_database(Context& context) {
  TRY(context.ports.files.make_folders(context.layout.state_folder, 0700));
  return store::Database::open(context.layout.database());
}

// The key of the repository somebody means; one that is gone is known by where it was.
Result<std::string> repository_of(Context& context, store::Database& database,
                                  const std::string& text) {
  git::Git git(context.ports.processes, runner::git_options(context.ports, context.config.config));
  Result<git::Target> target = runner::resolve_target(context.ports, git, text);
  if (target) return std::move(target->key);
  TRY_ASSIGN(const std::vector<Observation> all,
             memory::ObservationTable(database).find({.limit = kAll}));
  for (const Observation& one : all) {
    if (one.target == text || one.repository == text) return one.repository;
  }
  TRY_ASSIGN(const std::vector<Offer> offers, memory::OfferTable(database).find(""));
  for (const Offer& one : offers) {
    if (one.target == text || one.repository == text) return one.repository;
  }
  return std::move(target).error();
}

Paint paint_of_outcome(ObservationOutcome outcome) {
  switch (outcome) {
    case ObservationOutcome::success: return Paint::green;
    case ObservationOutcome::fail: return Paint::red;
    case ObservationOutcome::partial: return Paint::yellow;
    case ObservationOutcome::skipped:
    case ObservationOutcome::aborted: return Paint::dim;
  }
  return Paint::plain;
}

struct Alone {
  std::string repository;
  planner::LeftAlone file;
};

class MemoryList final : public Command {
 public:
  std::string target;
  std::int64_t limit = 50;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--limit", "N", "at most so many observations; 50 without it", &limit},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "a repository; all of them when absent", &target, false}};
  }

  Result<Exit> run(Context& context) override {
    if (limit < 1) return fail(Errc::invalid, "--limit must be 1 or more");
    TRY_ASSIGN(const auto database, open_database(context));
    std::string repository;
    if (!target.empty()) {
      TRY_ASSIGN(repository, repository_of(context, *database, target));
    }
    TRY(ask_forges(context, *database, target));
    TRY_ASSIGN(const std::vector<Offer> offers, memory::OfferTable(*database).find(repository));
    TRY_ASSIGN(const std::vector<Observation> seen,
               memory::ObservationTable(*database).find(
                   {.repository = repository, .limit = static_cast<std::size_t>(limit)}));
    TRY_ASSIGN(const std::vector<Alone> alone, left_alone(context, *database, repository));
    if (json) {
      show_json(context, seen, alone, offers);
    } else {
      show(context, seen, alone, offers);
    }
    return Exit::done;
  }

 private:
  // As the next run would see it, without its gateway and its failing tests.
  static Result<std::vector<Alone>> left_alone(Context& context, store::Database& database,
                                               const std::string& repository) {
    const Timestamp now = context.ports.clock.now();
    const Timestamp since = now - planner::kHistoryWindow;
    TRY_ASSIGN(const std::vector<Observation> lately,
               memory::ObservationTable(database).find(
                   {.repository = repository, .since = since, .limit = kAll}));
    std::set<std::string> repositories;
    for (const Observation& one : lately) repositories.insert(one.repository);
    std::vector<Alone> out;
    for (const std::string& key : repositories) {
      TRY_ASSIGN(std::vector<Observation> of_key,
                 memory::ObservationTable(database).find(
                     {.repository = key, .since = since, .limit = planner::kHistoryMax}));
      const auto past = stages::past_subtasks(std::move(of_key));
      for (planner::LeftAlone& file :
           planner::files_left_alone({.past = past,
           .now = now,
           .threshold = static_cast<int>(context.config.config.memory_threshold),
           .named_by_failing_test = {}})) {
        out.push_back({.repository = key, .file = std::move(file)});
      }
    }
    return out;
  }

  static void show_json(Context& context, const std::vector<Observation>& seen,
                        const std::vector<Alone>& alone, const std::vector<Offer>& offers) {
    Json observations = Json::array();
    for (const Observation& one : seen) observations.push(run::to_json(one));
    Json files = Json::array();
    for (const Alone& one : alone) {
      files.push(Json::object({{"repository", one.repository},
                               {"path", one.file.path},
                               {"failures", one.file.failures},
                               {"reason", one.file.reason}}));
    }
    Json pulls = Json::array();
    for (const Offer& one : offers) pulls.push(memory::to_json(one));
    context.console.document(Json::object({{"observations", std::move(observations)},
                                           {"left_alone", std::move(files)},
                                           {"pulls", std::move(pulls)}}));
  }

  void show(Context& context, const std::vector<Observation>& seen, const std::vector<Alone>& alone,
            const std::vector<Offer>& offers) const {
    if (seen.empty() && offers.empty()) {
      context.console.say("Nothing is remembered" +
                          (target.empty() ? "" : " of " + printable(target, 200)) +
                          "; `pawl run TARGET` changes that.");
      return;
    }
    std::vector<std::vector<std::string>> rows;
    for (const Observation& one : seen) {
      const std::vector<std::string>& why = one.rules.empty() ? one.failure_modes : one.rules;
      rows.push_back({to_iso8601(one.at).substr(0, 16),
                      painted(context, paint_of_outcome(one.outcome), to_string(one.outcome)),
                      one.run, one.subtask, printable(join(one.paths, ", "), 60),
                      printable(join(why, ", "), 60)});
      if (target.empty()) rows.back().push_back(printable(one.target, 80));
    }
    std::vector<std::string> header = {"AT", "OUTCOME", "RUN", "SUBTASK", "FILES", "WHY"};
    if (target.empty()) header.emplace_back("TARGET");
    if (!rows.empty()) context.console.out(table(header, rows));
    if (!offers.empty()) {
      context.console.out((rows.empty() ? "" : "\n") +
                          offers_table(context, offers, target.empty()));
    }
    if (std::any_of(offers.begin(), offers.end(), is_declined)) {
      context.console.say(
          "`pawl memory forget TARGET --pull N` lets what a closed one offered be offered again");
    }
    for (const Alone& one : alone) {
      context.console.out(painted(context, Paint::yellow, "left alone: ") +
                          printable(one.file.reason, 1000) + "\n");
    }
  }
};

class MemoryForget final : public Command {
 public:
  std::string target;
  std::vector<std::string> paths;
  std::optional<std::int64_t> pull;
  bool json = false;

  std::vector<Flag> flags() override {
    return {{"--pull", "N", "what became of this pull request, and nothing else", &pull},
            {"--json", "", "one JSON document", &json}};
  }
  std::vector<Argument> arguments() override {
    return {{"TARGET", "a repository", &target},
            {"PATH", "only of this file, named from its root; may be repeated", &paths, false}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const std::vector<std::string> files, checked_paths());
    if (pull && !files.empty()) {
      return fail(Errc::invalid,
                  "--pull and PATH exclude each other: forget a pull request, or "
                  "what is known of a file");
    }
    TRY_ASSIGN(const auto database, open_database(context));
    TRY_ASSIGN(const std::string repository, repository_of(context, *database, target));
    TRY(ask_forges(context, *database, target));
    TRY_ASSIGN(const std::size_t seen, forget_observations(context, *database, repository, files));
    TRY_ASSIGN(const std::size_t pulls, forget_offers(context, *database, repository, files));
    if (json) {
      context.console.document(Json::object({{"repository", repository},
                                             {"paths", Json::array_of(files)},
                                             {"observations", seen},
                                             {"pulls", pulls}}));
    }
    context.console.say(summary(seen, pulls, files));
    return seen + pulls > 0 ? Exit::done : Exit::nothing_to_do;
  }

 private:
  Result<std::vector<std::string>> checked_paths() const {
    std::vector<std::string> out;
    for (const std::string& text : paths) {
      TRY_ASSIGN(const RepoPath path, RepoPath::parse(text));
      out.push_back(path.text());
    }
    return out;
  }

  std::string summary(std::size_t seen, std::size_t pulls,
                      const std::vector<std::string>& files) const {
    std::string text = "forgot ";
    if (!pull) text += counted(seen, "observation");
    if (!pull && pulls > 0) text += " and ";
    if (pull || pulls > 0) text += "what became of " + counted(pulls, "pull request");
    return text + " of " + (files.empty() ? printable(target, 200) : join(files, ", "));
  }

  // How many counted until now.
  Result<std::size_t> forget_observations(Context& context, store::Database& database,
                                          const std::string& repository,
                                          const std::vector<std::string>& files) const {
    if (pull) return std::size_t{0};
    memory::ObservationTable table(database);
    TRY_ASSIGN(const std::vector<Observation> before,
               table.find({.repository = repository, .limit = kAll}));
    TRY(table.forget(repository, files, context.ports.clock.now()));
    return concerned(before, files);
  }

  // Of files: all that an offer did, as it is offered as a whole.
  Result<std::size_t> forget_offers(Context& context, store::Database& database,
                                    const std::string& repository,
                                    const std::vector<std::string>& files) const {
    memory::OfferTable table(database);
    std::vector<std::int64_t> numbers;
    if (pull) numbers.push_back(*pull);
    if (!files.empty()) {
      TRY_ASSIGN(const std::vector<Offer> known, table.find(repository));
      for (const Offer& offer : known) {
        if (touches(offer, files)) numbers.push_back(offer.number);
      }
      if (numbers.empty()) return std::size_t{0};
    }
    return table.forget(repository, numbers, context.ports.clock.now());
  }

  static bool touches(const Offer& offer, const std::vector<std::string>& files) {
    const auto traces = planner::traces_from_json(offer.traces);
    return std::any_of(traces.begin(), traces.end(), [&](const planner::FileTrace& trace) {
      return std::find(files.begin(), files.end(), trace.path) != files.end();
    });
  }

  static std::size_t concerned(const std::vector<Observation>& observations,
                               const std::vector<std::string>& files) {
    if (files.empty()) return observations.size();
    std::size_t count = 0;
    for (const Observation& one : observations) {
      const std::set<std::string> named(one.paths.begin(), one.paths.end());
      bool found = false;
      for (const std::string& file : files) found = found || named.contains(file);
      if (found) ++count;
    }
    return count;
  }
};

}  // namespace

std::unique_ptr<Command> make_memory_list() { return std::make_unique<MemoryList>(); }
std::unique_ptr<Command> make_memory_forget() { return std::make_unique<MemoryForget>(); }

}  // namespace pawl::cli
