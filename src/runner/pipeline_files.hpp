// Finds pipelines and the prompts that they name: a file that a person points at, those of a
// project, those that Pawl carries. Of a project counts what its base branch holds, read through
// git's objects: never what happens to lie in a checkout.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "git/git.hpp"
#include "git/objects/object_reader.hpp"
#include "git/target.hpp"
#include "os/ports.hpp"
#include "pipeline/own_files.hpp"
#include "pipeline/reader.hpp"

namespace pawl::runner {

// Where the pipelines of a project are: the tip of its base branch.
struct Project {
  std::string folder;  // a repository on this machine
  std::string branch;
  std::string commit;
  // Who is asked for files that `folder` has not: the target itself, where that is elsewhere.
  std::optional<git::Target> from = {};
};

// Nothing for a target that has no commit yet. `base` is a branch; empty: the one that runs begin
// at. `look`: a folder that does not exist, for a look into a target that is not on this machine.
Result<std::optional<Project>> project_of(git::Git& git, os::Files& files,
                                          const git::Target& target, const std::string& base,
                                          const std::string& look);

enum class Origin : std::uint8_t { direct, project, bundled };
std::string_view to_string(Origin origin);  // `file` `project` `bundled`
Origin origin_of(const pipeline::SourceFile& file);

class PipelineFiles final : public pipeline::OwnFiles {
 public:
  PipelineFiles(os::Ports& ports, git::Git& git, std::optional<Project> project);
  ~PipelineFiles() override;

  // What ends in `.yaml` or has a slash is a file, from the current folder. Another name is
  // looked for in `.pawl/pipelines/` and `.gremlins/pipelines/` of the project, then among those
  // that Pawl carries.
  Result<std::optional<pipeline::SourceFile>> pipeline(const std::string& name) override;
  // A pipeline of the project includes by name alone: a path would lead to what happens to lie in
  // a checkout, or elsewhere on this machine (Errc::denied).
  Result<std::optional<pipeline::SourceFile>> included(const pipeline::SourceFile& of,
                                                       const std::string& name) override;
  // Sorted, each once.
  Result<std::vector<std::string>> pipeline_names() override;
  // Nothing outside of the repository that holds the pipeline can be named (Errc::denied).
  Result<std::optional<std::string>> prompt(const pipeline::SourceFile& of,
                                            const std::string& path) override;
  Result<std::vector<std::string>> prompt_paths(const pipeline::SourceFile& of) override;

 private:
  std::string reading() const;
  Result<std::optional<std::string>> project_text(const std::string& path);
  Result<std::vector<std::string>> project_files(const std::string& folder);
  Result<std::optional<pipeline::SourceFile>> direct(const std::string& name);

  os::Ports& ports_;
  git::Git& git_;
  std::optional<Project> project_;
  std::unique_ptr<git::ObjectReader> objects_;  // of the project
};

// What the reader knows of stages, clients and these files.
pipeline::Knowledge knowledge_of(pipeline::Sources& files);

// The pipeline of that name, read. not_found names the nearest; what is wrong with it stands in
// the answer.
Result<pipeline::Reading> read_pipeline(PipelineFiles& files, const std::string& name);
// One that nothing is wrong with; invalid with the first problem otherwise.
Result<pipeline::Definition> load_pipeline(PipelineFiles& files, const std::string& name);

}  // namespace pawl::runner
