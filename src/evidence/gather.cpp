#include "evidence/gather.hpp"

#include "base/text.hpp"
#include "evidence/flaky_memory.hpp"
#include "evidence/urls.hpp"
#include "guards/added_urls.hpp"
#include "guards/inert_files.hpp"
#include "repo/overlay_view.hpp"

namespace pawl::evidence {
namespace {

constexpr std::string_view kDefaultPath = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/bin";
constexpr std::size_t kSlugBytesMax = 40;

bool wants(const guards::Policy& policy, std::string_view id) {
  const guards::Guard* guard = guards::find(id);
  return guard != nullptr && policy.wants(*guard);
}

}  // namespace

ToolPlaces tool_places(const os::Ports& ports) {
  ToolPlaces places{.path_list = std::string(kDefaultPath), .home = {}};
  for (const auto& [name, value] : ports.environment) {
    if (name == "PATH" && !value.empty()) places.path_list = value;
    if (name == "HOME") places.home = value;
  }
  return places;
}

std::string flaky_file(const store::Layout& layout, const git::Target& target) {
  return os::join_path(layout.flaky_folder(),
                       slug(target.key, kSlugBytesMax) + "-" + hash_hex(target.key) + ".json");
}

Gatherer::Gatherer(GatherSetup setup)
    : setup_(std::move(setup)), cache_(setup_.ports.files, setup_.redactor, setup_.cache_folder) {}

TwinSetup Gatherer::twin_setup() const {
  const ToolPlaces places = tool_places(setup_.ports);
  TwinSetup setup{.ports = {.files = setup_.ports.files,
                            .processes = setup_.ports.processes,
                            .sandbox = setup_.sandbox,
                            .cancel = &setup_.ports.cancel},
                  .options = {}};
  setup.options.scratch = setup_.scratch;
  setup.options.build_deadline = Seconds(setup_.config.build_timeout_s);
  setup.options.test_deadline = Seconds(setup_.config.test_timeout_s);
  setup.options.path_list = places.path_list;
  setup.options.home = places.home;
  setup.options.export_to = setup_.export_base;
  setup.options.progress = setup_.progress;
  return setup;
}

Status Gatherer::take_baseline() {
  if (base_) return Done{};
  base_ = cache_.find(setup_.base_tree);
  if (base_) return Done{};
  TwinSetup setup = twin_setup();
  setup.options.caches_to = setup_.caches;
  base_ = CheckCache::Kept{.results = check_base(setup_.base, std::move(setup)),
                           .measured_on = setup_.base_tree};
  if (setup_.ports.cancel.requested()) {
    base_.reset();
    return fail(Errc::cancelled, "the baseline of builds and tests was asked to stop");
  }
  remember_flaky(base_->results);
  return cache_.keep(setup_.base_tree, *base_);
}

const guards::Evidence* Gatherer::gather(const git::Change& change, const guards::Policy& policy) {
  evidence_ = {};
  head_.reset();
  gather_urls(change, policy);
  gather_checks(change, policy);
  return &evidence_;
}

void Gatherer::gather_urls(const git::Change& change, const guards::Policy& policy) {
  if (!wants(policy, "url-grounding")) return;
  std::vector<std::string> urls;
  for (const guards::AddedUrl& added : guards::added_urls(change)) urls.push_back(added.url);
  evidence_.urls = check_urls(urls, setup_.ports.http, setup_.ports.clock, setup_.ports.files,
                              {.offline = setup_.config.url_offline,
                               .cache_path = setup_.url_cache,
                               .cancel = &setup_.ports.cancel});
}

void Gatherer::gather_checks(const git::Change& change, const guards::Policy& policy) {
  if (!wants(policy, "build") && !wants(policy, "tests")) return;
  if (!setup_.config.run_checks) {
    evidence_.checks_trouble = "builds and tests are switched off (checks.run)";
    return;
  }
  const Status baseline = take_baseline();
  if (!baseline && !base_) {
    evidence_.checks_trouble = baseline.error().to_line();
    return;
  }
  const repo::OverlayView head(setup_.base, change);
  if (guards::is_inert(change, &head)) {
    head_ = base_;  // the guards do not apply, and what was measured still holds
    return;
  }
  TwinSetup setup = twin_setup();
  setup.options.caches_from = setup_.caches;
  head_ = CheckCache::Kept{.results = check_head(setup_.base, change, base_->results, setup),
                           .measured_on = {}};
  if (setup_.ports.cancel.requested()) {
    head_.reset();
    evidence_.checks_trouble = "it was asked to stop";
    return;
  }
  remember_flaky(head_->results);
  pair(base_->results, head_->results);
}

// Without the memory a later run takes the test for a regression and runs it again first.
void Gatherer::remember_flaky(const repo::CheckResults& measured) const {
  FlakyMemory memory =
      FlakyMemory::load(setup_.ports.files, setup_.flaky_file, setup_.ports.clock.now());
  if (!memory.learn(measured.tests)) return;
  static_cast<void>(memory.save(setup_.ports.files, setup_.flaky_file).ok());
}

void Gatherer::pair(repo::CheckResults base, repo::CheckResults head) {
  const FlakyMemory memory =
      FlakyMemory::load(setup_.ports.files, setup_.flaky_file, setup_.ports.clock.now());
  memory.settle(base.tests);
  memory.settle(head.tests);
  evidence_.builds = pair_up(std::move(base.builds), std::move(head.builds));
  evidence_.tests = pair_up(std::move(base.tests), std::move(head.tests));
}

Status Gatherer::keep_head(const std::string& tree) {
  if (!head_) return Done{};
  if (head_->measured_on.empty()) head_->measured_on = tree;
  return cache_.keep(tree, *head_);
}

}  // namespace pawl::evidence
