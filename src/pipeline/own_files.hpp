// The pipelines and prompts that Pawl carries: data/pipelines, and data/prompts/agents.
#pragma once

#include <string>
#include <vector>

#include "pipeline/sources.hpp"

namespace pawl::pipeline {

class OwnFiles : public Sources {
 public:
  static constexpr std::string_view kOrigin = "bundled";

  Result<std::optional<SourceFile>> pipeline(const std::string& name) override;
  Result<std::vector<std::string>> pipeline_names() override;
  Result<std::optional<std::string>> prompt(const SourceFile& of, const std::string& path) override;
  Result<std::vector<std::string>> prompt_paths(const SourceFile& of) override;
  std::optional<std::string> own_prompt(const std::string& name) override;
  std::vector<std::string> own_prompt_names() override;
};

}  // namespace pawl::pipeline
