// A run in progress, from the first stage to the last event: what `pawl run` and `pawl replay`
// share.
#pragma once

#include <functional>
#include <memory>
#include <optional>

#include "git/worktrees/worktree.hpp"
#include "llm/chat.hpp"
#include "pipeline/definition.hpp"
#include "runner/request.hpp"
#include "runner/run.hpp"
#include "runner/run_journal.hpp"
#include "stages/stage.hpp"
#include "store/database.hpp"
#include "store/lock.hpp"

namespace pawl::runner {

// What is known once the target is resolved.
struct Setting {
  git::Git git;
  git::Target target;
  std::unique_ptr<store::Database> database;
};

struct Chosen {
  RunId id;
  stages::Request request;
  run::RunState state;  // of an earlier process, empty for a fresh run
  bool resumed = false;
  std::string from = {};  // the stage a resume goes on at; empty: where it came to
  // Of a branch: the commit of its parent that it begins at.
  std::string stands_on = {};
  std::string branch_path = {};  // likewise: its node there
};

using Played = std::function<std::unique_ptr<llm::ChatModel>(config::Role, const std::string&)>;

// Everything the stages borrow, in one place.
struct Live {
  RunPorts ports;
  Setting setting;
  Chosen chosen;
  std::unique_ptr<RunJournal> journal;
  std::optional<git::Worktree> worktree = {};    // once preflight made or reopened it
  const stages::Recording* recording = nullptr;  // of a replay
  store::Database* account = nullptr;            // of what was spent this day; null: its own
  Played played = {};                            // who answers in a replay; null: real models
  bool keep_worktree = false;                    // of a branch: its parent needs it
  llm::Amount spent_elsewhere = {};              // of a branch: by its run, before it began
};

// data/pipelines/NAME.yaml; not_found when there is none.
Result<pipeline::Definition> embedded_pipeline(const std::string& name);

// Of a chain: that of the runs it makes.
inline constexpr std::string_view kChildPipeline = "child-pipeline.yaml";

// What the run was begun with, artifacts/pipeline.yaml, whatever became of its files since; of runs
// before there was one that of the same name in data/pipelines.
Result<pipeline::Definition> pipeline_of(const RunPorts& ports, const RunId& id,
                                         const std::string& name);

// The folder of the records that `cassette:NAME` plays: a folder, or those of a run. not_found when
// there is neither.
Result<std::string> find_records(const RunPorts& ports, const std::string& name);

// The journal of a run that begins or goes on, with the event that says so.
Result<std::unique_ptr<RunJournal>> open_journal(const RunPorts& ports, const Setting& setting,
                                                 const Chosen& chosen);
// Walks the stages, and records in the journal how that ended. `before` is done first; its error
// is one of the run.
RunEnd go(Live& live, const pipeline::Definition& pipeline,
          const std::function<Status()>& before = {});

}  // namespace pawl::runner
