#include "stages/head.hpp"

#include <utility>

#include "evidence/check_needs.hpp"
#include "stages/results.hpp"

namespace pawl::stages {
namespace {

judge::ToolPorts tool_ports(const Scope& scope, const RunSettings& settings,
                            const Checkout& checkout, const std::shared_ptr<Status>& recorded) {
  const std::string scratch = scope.layout.scratch(scope.id);
  return {
      .world = scope.ports,
      .config = settings.config,
      .redactor = scope.redactor,
      .sandbox = [&checkout]() -> const os::Sandbox& { return checkout.sandbox; },
      .scratch = scratch,
      .results = scope.layout.artifacts(scope.id),
      .flaky_file = flaky_file(scope, checkout),
      .url_cache = scope.layout.url_cache(),
      .needs = evidence::check_needs(scope.ports, settings.config, scope.layout, checkout.target),
      .progress =
          [&scope, recorded](std::string_view text) {
            Status said = say(scope, std::string(text));
            if (recorded->ok() && !said.ok()) *recorded = std::move(said);
          },
      .all_checks = true};
}

}  // namespace

Head::Head(const Scope& scope, const RunSettings& settings, const Checkout& checkout,
           std::string commit)
    : checkout_(checkout),
      recorded_(std::make_shared<Status>(Done{})),
      reader_(checkout.git, checkout.worktree->folder(),
              judge::IndexPlace{scope.layout.index_folder(), checkout.target.key}),
      base_(reader_, std::move(commit)),
      tools_(tool_ports(scope, settings, checkout, recorded_), base_) {}

Result<std::unique_ptr<Head>> Head::open(const Scope& scope, const RunSettings& settings,
                                         const Checkout& checkout) {
  TRY_ASSIGN(std::string commit, checkout.worktree->head());
  return std::unique_ptr<Head>(new Head(scope, settings, checkout, std::move(commit)));
}

index::BlastRadius Head::blast_radius(std::span<const std::string> paths,
                                      const index::BlastOptions& options) const {
  const auto index = this->index();
  index::BlastRadius radius = index::blast_radius(index->head(), paths, options);
  return index->trouble().empty() ? std::move(radius) : index::BlastRadius();
}

Status Head::take_baseline() {
  TRY(tools_.take_baseline());
  return recorded();
}

Status Head::keep_results() {
  TRY_ASSIGN(const std::string tree, head_tree(checkout_));
  return tools_.keep_head(tree);
}

}  // namespace pawl::stages
