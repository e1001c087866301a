// What a run's own pipeline verifies.
#include <set>

#include "base/text/text.hpp"
#include "landing/landing.hpp"
#include "pipeline/definition.hpp"
#include "pipeline/node_paths.hpp"
#include "runner/request.hpp"
#include "stages/coding/commands.hpp"
#include "stages/stage.hpp"

namespace pawl::landing {

Result<std::vector<VerifyScript>> commands_of_pipeline(os::Files& files,
                                                       const store::Layout& layout,
                                                       const RunId& id) {
  constexpr std::size_t kPipelineBytesMax = std::size_t{16} << 20U;
  const std::string path = os::join_path(layout.artifacts(id), std::string(runner::kPipeline));
  std::vector<VerifyScript> scripts;
  const Result<std::string> text = files.read(path, kPipelineBytesMax);
  if (!text && text.error().code == Errc::not_found) return scripts;
  if (!text) return text.error();
  TRY_ASSIGN(const pipeline::Definition definition,
             pipeline::parse(*text, stages::kinds()).during("reading " + path));
  std::set<std::string> known;  // of a loop, each round names its stages again
  pipeline::for_each_stage(
      definition.root, "", [&](const pipeline::Node& stage, const std::string& /*path*/) {
        const std::vector<std::string> commands = stages::commands_of(stage.options["cmds"]);
        if (stage.type != "verify" || commands.empty()) return;
        VerifyScript script{stages::script_of(commands), join(commands, "; ")};
        if (known.insert(script.text).second) scripts.push_back(std::move(script));
      });
  return scripts;
}

}  // namespace pawl::landing
