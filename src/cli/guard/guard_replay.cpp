// `pawl guard replay`: every commit of a range as a change.
#include <algorithm>
#include <atomic>
#include <map>
#include <thread>

#include "base/text/text.hpp"
#include "cli/guard/guard_flags.hpp"
#include "cli/guard/guard_report.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "cli/kit/progress.hpp"
#include "inspect/replay.hpp"
#include "inspect/subject.hpp"
#include "runner/target.hpp"

namespace pawl::cli {
namespace {

using guards::Evaluated;
using guards::Standing;
using inspect::Replayed;

using Subjects = std::map<std::string, std::string, std::less<>>;  // of commits

constexpr std::size_t kListBytesMax = 64U << 20U;

double milliseconds(std::chrono::nanoseconds time) {
  return std::chrono::duration<double, std::milli>(time).count();
}

std::string one_decimal(double value) {
  const auto tenths = static_cast<long long>(value * 10 + 0.5);
  return std::to_string(tenths / 10) + "." + std::to_string(tenths % 10);
}

// What one guard did over all commits.
struct Tally {
  std::size_t applied = 0;
  std::size_t refused = 0;
  std::size_t unknown = 0;
  std::size_t warned = 0;
  std::chrono::nanoseconds took{0};
};

std::map<std::string, Tally> tally(const std::vector<Replayed>& commits) {
  std::map<std::string, Tally> tallies;
  for (const Replayed& commit : commits) {
    for (const Evaluated& result : commit.evaluation.results) {
      Tally& tally = tallies[std::string(result.guard->id)];
      tally.took += result.took;
      if (result.verdict.ruling != guards::Ruling::not_applicable) ++tally.applied;
      if (result.verdict.ruling == guards::Ruling::refuse) ++tally.refused;
      if (result.verdict.ruling == guards::Ruling::unknown) ++tally.unknown;
      const auto& findings = result.verdict.findings;
      if (std::any_of(findings.begin(), findings.end(),
                      [](const guards::Finding& f) { return f.standing == Standing::warns; })) {
        ++tally.warned;
      }
    }
  }
  return tallies;
}

class GuardReplay final : public Command {
 public:
  std::string range = "HEAD";
  std::string repo;
  std::int64_t threads = 0;
  bool json = false;
  GuardFlags guard;

  std::vector<Flag> flags() override {
    std::vector<Flag> flags = {
        {"--repo", "DIR", "the repository; the current directory when absent", &repo},
        {"--threads", "N", "commits at a time; 0: one a core", &threads},
        {"--json", "", "one JSON document", &json}};
    for (Flag& flag : guard.flags()) {
      if (flag.name != "--fast") flags.push_back(flag);
    }
    return flags;
  }
  std::vector<Argument> arguments() override {
    return {
        {"RANGE", "commits as `git rev-list` reads it; all of HEAD when absent", &range, false}};
  }

  Result<Exit> run(Context& context) override {
    guard.fast = true;
    TRY_ASSIGN(const guards::Policy policy, guard.policy(context.config.config));
    if (threads < 0 || threads > 256) return fail(Errc::invalid, "--threads is 0 to 256");
    git::Git git(context.ports.processes,
                 runner::git_options(context.ports, context.config.config));
    const std::string folder = repo.empty()            ? context.ports.folder
                               : repo.starts_with('/') ? repo
                                                       : context.ports.folder + "/" + repo;
    inspect::ReplayRequest request{.folder = folder,
                                   .commits = {},
                                   .config = context.config.config,
                                   .files = context.ports.files,
                                   .schemas = context.layout.schemas(),
                                   .policy = policy,
                                   .order = {},
                                   .cache = context.layout.index_folder()};
    request.threads =
        threads > 0 ? static_cast<unsigned>(threads) : std::thread::hardware_concurrency();
    request.order.fenced = false;
    TRY(guard.apply_to(request.order));
    TRY_ASSIGN(request.commits, commits(context, git, folder));
    if (request.commits.empty()) {
      return fail(Errc::not_found, "the range " + printable(range, 100) + " holds no commit");
    }
    const os::Clock& clock = context.ports.clock;
    const auto begin = clock.ticks();
    Progress progress(context.console, clock);
    progress.doing("judging commits");
    std::atomic<std::size_t> judged = 0;
    const std::vector<Replayed> all = inspect::replay(
        git, request, [&] { return clock.ticks(); },
        [&] { progress.count(++judged, request.commits.size()); });
    const auto took = clock.ticks() - begin;
    progress.clear();
    TRY_ASSIGN(const Subjects subjects, subjects_of(git, folder, request.commits));
    return print(context, all, subjects, took);
  }

 private:
  Result<std::vector<std::string>> commits(Context& context, git::Git& git,
                                           const std::string& folder) const {
    if (range != "-") return inspect::commits_of(git, folder, range);
    TRY_ASSIGN(const std::string input, context.console.read_all(kListBytesMax));
    std::vector<std::string> commits;
    for (const std::string_view line : split_lines(input)) {
      if (!trim(line).empty()) commits.emplace_back(trim(line));
    }
    return commits;
  }

  // One question for all of them; what is no commit id is an error elsewhere.
  static Result<Subjects> subjects_of(git::Git& git, const std::string& folder,
                                      const std::vector<std::string>& commits) {
    constexpr std::size_t kShortestId = 40;
    std::string ids;
    for (const std::string& commit : commits) {
      const bool id = commit.size() >= kShortestId &&
                      commit.find_first_not_of("0123456789abcdef") == std::string::npos;
      if (id) ids += commit + "\n";
    }
    if (ids.empty()) return Subjects{};
    TRY_ASSIGN(const std::string out,
               git.output({.folder = folder,
                           .args = {"log", "--no-walk=unsorted", "--ignore-missing",
                                    "--format=%H%x09%s", "--stdin"},
                           .input = ids}));
    Subjects subjects;
    for (const std::string_view line : split_lines(out)) {
      const auto tab = line.find('\t');
      if (tab != std::string_view::npos)
        subjects.emplace(line.substr(0, tab), line.substr(tab + 1));
    }
    return subjects;
  }

  static std::string subject_of(const Subjects& subjects, const std::string& commit) {
    const auto found = subjects.find(commit);
    return found == subjects.end() ? std::string() : to_utf8(found->second);
  }

  static Json commit_json(const Replayed& commit, const Subjects& subjects) {
    Json json = guard_json(commit.evaluation);
    json.set("commit", commit.commit);
    json.set("subject", subject_of(subjects, commit.commit));
    json.set("base", commit.base);
    json.set("files", commit.files);
    json.set("ms", milliseconds(commit.took));
    if (!commit.trouble.empty()) json.set("trouble", commit.trouble);
    return json;
  }

  Result<Exit> print(Context& context, const std::vector<Replayed>& commits,
                     const Subjects& subjects, std::chrono::nanoseconds took) const {
    std::size_t refused = 0;
    std::size_t troubled = 0;
    for (const Replayed& commit : commits) {
      refused += commit.evaluation.refused() ? 1U : 0U;
      troubled += commit.trouble.empty() ? 0U : 1U;
    }
    const double seconds = milliseconds(took) / 1000;
    const double rate = seconds > 0 ? static_cast<double>(commits.size()) / seconds : 0;
    if (json) {
      Json list = Json::array();
      for (const Replayed& commit : commits) list.push(commit_json(commit, subjects));
      context.console.document(Json::object({{"commits", std::move(list)},
                                             {"refused", refused},
                                             {"not_judged", troubled},
                                             {"seconds", seconds},
                                             {"commits_per_second", rate}}));
    } else {
      context.console.out(refusals(context, commits, subjects) + guard_table(commits) +
                          counted(commits.size(), "commit") + ", " + std::to_string(refused) +
                          " refused, " + std::to_string(troubled) + " not judged, " +
                          one_decimal(rate) + " commits/s\n");
    }
    if (troubled > 0) return Exit::failed;
    return refused > 0 ? Exit::findings : Exit::done;
  }

  // Each commit with its subject, and what is said about it below.
  static std::string refusals(const Context& context, const std::vector<Replayed>& commits,
                              const Subjects& subjects) {
    std::string text;
    for (const Replayed& commit : commits) {
      const auto findings = commit.evaluation.refusing();
      if (commit.trouble.empty() && findings.empty()) continue;
      text += painted(context, Paint::yellow, commit.commit.substr(0, 12)) + " " +
              printable(subject_of(subjects, commit.commit), 120) + "\n";
      if (!commit.trouble.empty()) text += "  not judged: " + commit.trouble + "\n";
      for (const guards::Finding& finding : findings) {
        text += "  " + finding.rule + " " + printable(finding.path, 200) +
                (finding.line > 0 ? ":" + std::to_string(finding.line) : "") + " " +
                printable(finding.message, 200) + "\n";
      }
    }
    return text.empty() ? text : text + "\n";
  }

  static std::string guard_table(const std::vector<Replayed>& commits) {
    std::vector<std::vector<std::string>> rows;
    const auto tallies = tally(commits);
    for (const guards::Guard& row : guards::all()) {
      const auto found = tallies.find(std::string(row.id));
      if (found == tallies.end()) continue;
      const Tally& tally = found->second;
      rows.push_back({found->first, std::to_string(tally.applied), std::to_string(tally.refused),
                      std::to_string(tally.warned), std::to_string(tally.unknown),
                      one_decimal(milliseconds(tally.took))});
    }
    return table({"GUARD", "LOOKED", "REFUSED", "WARNED", "UNKNOWN", "MS"}, rows) + "\n";
  }
};

}  // namespace

std::unique_ptr<Command> make_guard_replay() { return std::make_unique<GuardReplay>(); }

}  // namespace pawl::cli
