#include "repo/facts/facts_cache.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "base/version.hpp"
#include "repo/facts/facts_json.hpp"
#include "repo/views/tree_view.hpp"

namespace pawl::repo {
namespace {

// Counts up with every change of what facts are gathered or how.
constexpr int kDetectors = 1;
constexpr std::size_t kEntriesMax = 64;
constexpr std::uint32_t kMode = 0600;

// The first line of an entry: which detectors made it, and what its body hashes to.
std::string head_of(std::string_view body) {
  return "pawl-facts " + std::string(version()) + " " + std::to_string(kDetectors) + " " +
         hash_hex(body) + "\n";
}

bool is_text(const Facts& facts) {
  return std::all_of(facts.manifests.begin(), facts.manifests.end(),
                     [](const Manifest& one) { return is_utf8(one.path.text()); });
}

}  // namespace

std::string FactsCache::file_of(std::string_view tree) const {
  return os::join_path(folder_, std::string(tree) + ".json");
}

std::optional<Facts> FactsCache::find(std::string_view tree) const {
  const auto content = files_.read(file_of(tree));
  if (!content) return {};
  const auto end = content->find('\n');
  if (end == std::string::npos) return {};
  const std::string_view body = std::string_view(*content).substr(end + 1);
  if (content->substr(0, end + 1) != head_of(body)) return {};
  const auto json = Json::parse(body);
  if (!json) return {};
  return facts_of_record(*json);
}

void FactsCache::keep(std::string_view tree, const Facts& facts) {
  if (!is_text(facts)) return;
  const std::string body = record_of(facts).dump();
  if (!files_.make_folders(folder_, 0700)) return;
  drop_oldest();
  const Status written = files_.write_atomic(file_of(tree), head_of(body) + body, kMode);
  static_cast<void>(written);
}

void FactsCache::drop_oldest() {
  const auto names = files_.list(folder_);
  if (!names || names->size() < kEntriesMax) return;
  std::vector<std::pair<Timestamp, std::string>> entries;
  for (const std::string& name : *names) {
    const std::string path = os::join_path(folder_, name);
    const auto stat = files_.stat(path);
    if (stat && *stat) entries.emplace_back((*stat)->modified, path);
  }
  std::sort(entries.begin(), entries.end());
  for (std::size_t i = 0; i + kEntriesMax / 2 < entries.size(); ++i) {
    const Status removed = files_.remove(entries[i].second);
    static_cast<void>(removed);
  }
}

Result<Facts> facts_of_commit(git::Git& git, git::ObjectReader& objects, const std::string& folder,
                              const std::string& commit, FactsCache* cache) {
  TRY_ASSIGN(const auto tree, objects.read(commit + "^{tree}"));
  if (!tree) return fail(Errc::not_found, "there is no commit " + commit + " in " + folder);
  if (cache != nullptr) {
    if (auto known = cache->find(tree->id)) return *std::move(known);
  }
  const std::unique_ptr<RepoView> view = tree_view(git, objects, folder, tree->id);
  Facts facts = gather_facts(*view);
  TRY(view->trouble());
  if (cache != nullptr) cache->keep(tree->id, facts);
  return facts;
}

}  // namespace pawl::repo
