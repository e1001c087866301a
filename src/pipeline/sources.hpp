// Where the files of pipelines come from.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"

namespace pawl::pipeline {

struct SourceFile {
  std::string name;  // as people know it: `.pawl/pipelines/gh.yaml`
  std::string text;
  // Where its relative paths begin, and in whose hands that is: for Sources alone.
  std::string folder = {};
  std::string origin = {};
};

// Files that are not there are nothing; an Error is one that may not be read or cannot be.
class Sources {
 public:
  virtual ~Sources() = default;
  // A pipeline by its name, or by a path.
  virtual Result<std::optional<SourceFile>> pipeline(const std::string& name) = 0;
  // One that `of` includes by that name: what may be named depends on whose file that is.
  virtual Result<std::optional<SourceFile>> included(const SourceFile& /*of*/,
                                                     const std::string& name) {
    return pipeline(name);
  }
  virtual Result<std::vector<std::string>> pipeline_names() = 0;
  // A prompt that a pipeline names by a path from its own folder.
  virtual Result<std::optional<std::string>> prompt(const SourceFile& of,
                                                    const std::string& path) = 0;
  // The paths that `of` could name.
  virtual Result<std::vector<std::string>> prompt_paths(const SourceFile& of) = 0;
  // A prompt that Pawl carries, `pawl:NAME`.
  virtual std::optional<std::string> own_prompt(const std::string& name) = 0;
  virtual std::vector<std::string> own_prompt_names() = 0;
};

}  // namespace pawl::pipeline
