#include "judge/tools.hpp"

#include <utility>

#include "git/worktrees/export.hpp"

namespace pawl::judge {
namespace {

// What results of builds and tests are kept under.
Result<std::string> tree_of(const Base& base) {
  if (base.commit() == git::kEmptyTree) return base.commit();
  Reader& reader = base.reader();
  return reader.git().tree_of(reader.folder(), base.commit());
}

}  // namespace

Tools::Tools(ToolPorts ports, const Base& base) : ports_(std::move(ports)), base_(base) {}

std::string Tools::no_programs() const {
  if (!forbidden_.empty()) return forbidden_;
  const os::SandboxReport& report = ports_.sandbox().report();
  if (report.level != os::SandboxLevel::unavailable) return {};
  return "nothing of the repository is run without a sandbox: " + report.reason;
}

std::optional<bool> Tools::parses(syntax::Language language, const RepoPath& path,
                                  const std::string& text) {
  if (!parser_) {
    if (!no_programs().empty()) return {};
    const os::Sandbox& sandbox = ports_.sandbox();
    auto made =
        os::Tainted::create(os::join_path(ports_.scratch, "parse"),
                            {.owner = sandbox.files_owner(), .cancel = &ports_.world.cancel});
    if (!made) return {};
    parser_ = evidence::own_parser({.processes = ports_.world.processes,
                                    .sandbox = sandbox,
                                    .path_list = evidence::tool_places(ports_.world).path_list,
                                    .folder = *std::move(made),
                                    .cancel = &ports_.world.cancel});
  }
  return parser_(language, path, text);
}

Status Tools::export_base(const std::string& to) const {
  if (base_.commit() == git::kEmptyTree) return ports_.world.files.make_folders(to);
  Reader& reader = base_.reader();
  return git::export_commit(reader.git(), ports_.world.files, reader.folder(), base_.commit(), to);
}

Result<evidence::Gatherer*> Tools::gatherer() {
  if (!gatherer_) {
    TRY_ASSIGN(std::string tree, tree_of(base_));
    gatherer_ = std::make_unique<evidence::Gatherer>(evidence::GatherSetup{
        .config = ports_.config,
        .ports = ports_.world,
        .redactor = ports_.redactor,
        .sandbox = ports_.sandbox,
        .base = base_.tree(),
        .base_tree = std::move(tree),
        .export_base = [this](const std::string& to) { return export_base(to); },
        .scratch = ports_.scratch,
        .cache_folder = ports_.results,
        .caches = os::join_path(ports_.scratch, "caches"),
        .flaky_file = ports_.flaky_file,
        .url_cache = ports_.url_cache,
        .needs = ports_.needs,
        .no_programs = [this] { return no_programs(); },
        .progress = ports_.progress,
        .all_checks = ports_.all_checks});
  }
  return gatherer_.get();
}

Status Tools::take_baseline() {
  TRY_ASSIGN(evidence::Gatherer * gatherer, this->gatherer());
  return gatherer->take_baseline();
}

const guards::Evidence* Tools::gather(const git::Change& change, const guards::Policy& policy,
                                      const index::CodeIndex* index) {
  Result<evidence::Gatherer*> gatherer = this->gatherer();
  if (gatherer) return gatherer.value()->gather(change, policy, index);
  troubled_ = {};
  troubled_.checks_trouble = gatherer.error().to_line();
  return &troubled_;
}

Status Tools::keep_head(const std::string& tree) {
  return gatherer_ ? gatherer_->keep_head(tree) : Status(Done{});
}

}  // namespace pawl::judge
