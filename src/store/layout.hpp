// Where Pawl keeps what it keeps. All paths absolute.
#pragma once

#include <string>

#include "base/ids.hpp"

namespace pawl::store {

struct Layout {
  std::string config_folder;  // config.toml
  std::string state_folder;

  std::string config_file() const { return config_folder + "/config.toml"; }
  std::string forge_scratch() const { return state_folder + "/scratch/forge"; }
  std::string database() const { return state_folder + "/pawl.db"; }
  std::string runs() const { return state_folder + "/runs"; }
  std::string run(const RunId& id) const { return runs() + "/" + id.text(); }
  std::string artifacts(const RunId& id) const { return run(id) + "/artifacts"; }
  std::string model_records(const RunId& id) const { return run(id) + "/model"; }
  // Held by the process that works on the run.
  std::string run_lock(const RunId& id) const { return run(id) + "/lock"; }
  std::string log(const RunId& id) const { return run(id) + "/log"; }
  std::string state_file(const RunId& id) const { return run(id) + "/state.json"; }
  std::string worktree(const RunId& id) const { return state_folder + "/worktrees/" + id.text(); }
  std::string scratch(const RunId& id) const { return state_folder + "/scratch/" + id.text(); }
  // Where coding agents of a run work. What they made may be nowhere else.
  std::string workplaces(const RunId& id) const {
    return state_folder + "/workplaces/" + id.text();
  }
  // What workplaces have in common: a cache.
  std::string checkouts() const { return state_folder + "/checkouts"; }
  // A cache: what is in it can be made anew.
  std::string index_folder() const { return state_folder + "/index"; }
  // Likewise: the facts of commits.
  std::string facts_folder() const { return state_folder + "/facts"; }
  // Dependencies of targets, fetched: a cache.
  std::string prepared_folder() const { return state_folder + "/prepared"; }
  // What is remembered of the tests of repositories.
  std::string flaky_folder() const { return state_folder + "/flaky"; }
  // What model servers were found to refuse: a cache.
  std::string endpoints() const { return state_folder + "/endpoints.json"; }
  // Answers of servers about URLs of documents.
  std::string url_cache() const { return state_folder + "/urls.json"; }
  // Public schemas of configuration files, once they were asked for.
  std::string schemas() const { return state_folder + "/schemas"; }
  std::string lock(const std::string& slug) const {
    return state_folder + "/locks/" + slug + ".lock";
  }
};

}  // namespace pawl::store
