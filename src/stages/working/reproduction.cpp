#include "stages/working/reproduction.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "guards/guards.hpp"
#include "guards/tests/reproduction.hpp"

namespace pawl::stages {
namespace {

constexpr std::size_t kFilesMax = 6;  // of a fix

Json file_json(const git::FileChange& file) {
  Json json = Json::object({{"path", file.path.text()},
                            {"after", file.after.value_or("")},
                            {"mode_before", static_cast<std::int64_t>(file.mode_before)},
                            {"mode_after", static_cast<std::int64_t>(file.mode_after)}});
  if (file.before) json.set("before", *file.before);
  return json;
}

std::optional<git::FileChange> file_from(const Json& json) {
  Result<RepoPath> path = RepoPath::parse(json["path"].text());
  if (!path || !json["after"].is_string()) return std::nullopt;
  git::FileChange file{.path = *std::move(path),
                       .action = git::Action::create,
                       .before = {},
                       .after = json["after"].string_or("")};
  if (json["before"].is_string()) {
    file.before = json["before"].string_or("");
    file.action = git::Action::modify;
  }
  file.mode_before = static_cast<std::uint32_t>(json["mode_before"].int_or(0644));
  file.mode_after = static_cast<std::uint32_t>(json["mode_after"].int_or(0644));
  return file;
}

bool writes(const planner::Subtask& subtask) {
  const bool writing = subtask.action == planner::SubtaskAction::create ||
                       subtask.action == planner::SubtaskAction::modify;
  return writing && subtask.recipe.empty() && !subtask.reproduces;
}

}  // namespace

std::vector<std::string> Reproduction::ids() const {
  std::vector<std::string> out;
  for (const planner::TestFailure& failure : failures) out.push_back(failure.id);
  return out;
}

guards::Reproduction Reproduction::guarded() const {
  guards::Reproduction out{.files = {},
                           .ids = ids(),
                           .stack = stack,
                           .folder = failures.empty() ? std::string() : failures.front().folder};
  for (const git::FileChange& file : change.files) {
    out.files.push_back({file.path, file.after.value_or("")});
  }
  return out;
}

Status keep_reproduction(const Scope& scope, const Reproduction& reproduction) {
  Json files = Json::array();
  for (const git::FileChange& file : reproduction.change.files) files.push(file_json(file));
  Json failures = Json::array();
  for (const planner::TestFailure& failure : reproduction.failures) {
    failures.push(Json::object({{"id", failure.id},
                                {"file", failure.file},
                                {"message", failure.message},
                                {"folder", failure.folder}}));
  }
  return scope.artifacts.write_json(kReproduction,
                                    Json::object({{"version", 1},
                                                  {"subtask", reproduction.subtask},
                                                  {"change", reproduction.change.fingerprint()},
                                                  {"files", std::move(files)},
                                                  {"stack", reproduction.stack},
                                                  {"failures", std::move(failures)}}));
}

std::optional<Reproduction> kept_reproduction(const Scope& scope) {
  const Result<Json> json = scope.artifacts.read_json(kReproduction);
  if (!json || (*json)["version"].int_or(0) != 1) return std::nullopt;
  Reproduction out{.subtask = (*json)["subtask"].string_or(""),
                   .change = {},
                   .failures = {},
                   .stack = (*json)["stack"].string_or("")};
  for (const Json& item : (*json)["files"].items()) {
    std::optional<git::FileChange> file = file_from(item);
    if (!file) return std::nullopt;
    out.change.files.push_back(*std::move(file));
  }
  for (const Json& item : (*json)["failures"].items()) {
    out.failures.push_back({.id = item["id"].string_or(""),
                            .file = item["file"].string_or(""),
                            .message = item["message"].string_or(""),
                            .folder = item["folder"].string_or("")});
  }
  const bool whole = !out.change.empty() && !out.failures.empty() &&
                     out.change.fingerprint() == (*json)["change"].text();
  if (!whole) return std::nullopt;
  return out;
}

git::Change with_reproduction(const Reproduction& reproduction, git::Change change) {
  for (const git::FileChange& file : reproduction.change.files) change.files.push_back(file);
  std::sort(change.files.begin(), change.files.end(),
            [](const git::FileChange& a, const git::FileChange& b) { return a.path < b.path; });
  return change;
}

std::optional<EarlyRefusal> refuse_changed_test(const Reproduction& reproduction,
                                                const git::Change& change) {
  EarlyRefusal refusal{.findings = {}, .guard = {}, .event = {}, .tier = "gate"};
  for (const git::FileChange& file : reproduction.change.files) {
    if (change.find(file.path) == nullptr) continue;
    refusal.findings.push_back(guards::changed_reproduction(file.path));
  }
  if (refusal.findings.empty()) return std::nullopt;
  const guards::Guard* guard = guards::find("test-tampering");
  refusal.guard = guard->id;
  refusal.event = guard->event;
  return refusal;
}

std::string why_unfit(const Reproduction& reproduction, const repo::RepoView& tree) {
  for (const git::FileChange& file : reproduction.change.files) {
    const std::string& path = file.path.text();
    const std::optional<std::string> now =
        tree.has(path) ? tree.text(path) : std::optional<std::string>();
    if (now == file.before) continue;
    return "the test that shows what is reported does not fit any more: " + path +
           " was changed since";
  }
  return {};
}

bool mends_code(const planner::Subtask& subtask) {
  return writes(subtask) && std::any_of(subtask.file_hints.begin(), subtask.file_hints.end(),
                                        planner::is_product_file);
}

bool writes_tests(const planner::Subtask& subtask) {
  return writes(subtask) && !subtask.file_hints.empty() &&
         std::all_of(subtask.file_hints.begin(), subtask.file_hints.end(), planner::is_test_file);
}

planner::Subtask fix_of(const Reproduction& reproduction, const planner::Subtask& subtask,
                        const planner::TaskPlan& plan) {
  planner::Subtask fix = subtask;
  bool behind = false;
  for (const planner::Task& task : plan.tasks) {
    for (const planner::Subtask& other : task.subtasks) {
      if (!behind || !mends_code(other)) {
        behind = behind || other.id == subtask.id;
        continue;
      }
      bool wider = false;
      for (const std::string& hint : other.file_hints) {
        if (among(fix.file_hints, hint) || fix.file_hints.size() >= kFilesMax) continue;
        fix.file_hints.push_back(hint);
        wider = true;
      }
      for (const std::string& named : other.named) fix.named.push_back(named);
      if (wider) fix.description += "\nAlso: " + other.title + ". " + other.description;
    }
  }
  std::erase_if(fix.file_hints, [&](const std::string& hint) {
    const Result<RepoPath> path = RepoPath::parse(hint);
    return path && reproduction.change.find(*path) != nullptr;
  });
  fix.tests = reproduction.ids();
  return fix;
}

std::string fixed_by(const std::vector<std::string>& tests, const run::RunState& state) {
  for (const auto& [id, subtask] : state.subtasks) {
    if (subtask.status != run::SubtaskStatus::committed) continue;
    const bool all = std::all_of(tests.begin(), tests.end(), [&](const std::string& test) {
      return among(subtask.tests_fixed, test);
    });
    if (all) return id;
  }
  return {};
}

}  // namespace pawl::stages
