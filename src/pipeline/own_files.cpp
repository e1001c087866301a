#include "pipeline/own_files.hpp"

#include "base/assets.hpp"

namespace pawl::pipeline {
namespace {

constexpr std::string_view kPipelineAssets = "pipelines/";
constexpr std::string_view kPromptAssets = "prompts/agents/";

std::vector<std::string> stems_below(std::string_view prefix) {
  std::vector<std::string> names;
  for (std::string_view path : assets_below(prefix)) {
    path.remove_prefix(prefix.size());
    names.emplace_back(path.substr(0, path.rfind('.')));
  }
  return names;
}

}  // namespace

Result<std::optional<SourceFile>> OwnFiles::pipeline(const std::string& name) {
  const auto text = asset(std::string(kPipelineAssets) + name + ".yaml");
  if (!text) return std::optional<SourceFile>();
  return std::optional(SourceFile{.name = "pawl:" + name + ".yaml",
                                  .text = std::string(*text),
                                  .folder = "",
                                  .origin = std::string(kOrigin)});
}

Result<std::vector<std::string>> OwnFiles::pipeline_names() { return stems_below(kPipelineAssets); }

Result<std::optional<std::string>> OwnFiles::prompt(const SourceFile& /*of*/,
                                                    const std::string& path) {
  return own_prompt(path);
}

Result<std::vector<std::string>> OwnFiles::prompt_paths(const SourceFile& /*of*/) {
  return own_prompt_names();
}

std::optional<std::string> OwnFiles::own_prompt(const std::string& name) {
  const std::string stem = name.ends_with(".md") ? name.substr(0, name.size() - 3) : name;
  const auto text = asset(std::string(kPromptAssets) + stem + ".md");
  if (!text) return std::nullopt;
  return std::string(*text);
}

std::vector<std::string> OwnFiles::own_prompt_names() { return stems_below(kPromptAssets); }

}  // namespace pawl::pipeline
