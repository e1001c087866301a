#include "evidence/flaky_memory.hpp"

#include <algorithm>

#include "base/text/text.hpp"

namespace pawl::evidence {
namespace {

using repo::CheckOutcome;
using repo::CheckRun;
using repo::FailingTest;

constexpr std::chrono::hours kRemembered{30 * 24};
constexpr std::size_t kEntriesMax = 1000;

bool is_same(const FlakyMemory::Entry& entry, const CheckRun& run, std::string_view id) {
  return entry.id == id && entry.stack == run.stack && entry.folder == run.folder;
}

}  // namespace

FlakyMemory FlakyMemory::load(os::Files& files, const std::string& path, Timestamp now) {
  FlakyMemory memory(now);
  const Result<std::string> text = files.read(path);
  if (!text) return memory;
  const Json json = Json::parse(*text).value_or(Json());
  for (const Json& one : json["tests"].items()) memory.take(one);
  return memory;
}

void FlakyMemory::take(const Json& json) {
  const auto last = parse_iso8601(json["last"].text());
  if (!last || json["id"].text().empty() || now_ - *last > kRemembered) return;
  entries_.push_back({.stack = json["stack"].string_or(""),
                      .folder = json["folder"].string_or(""),
                      .id = json["id"].string_or(""),
                      .file = json["file"].string_or(""),
                      .seen = static_cast<int>(json["seen"].int_or(1)),
                      .last = *last});
}

FlakyMemory::Entry* FlakyMemory::find(const CheckRun& run, const std::string& id) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return is_same(entry, run, id); });
  return found == entries_.end() ? nullptr : &*found;
}

bool FlakyMemory::learn(const std::vector<CheckRun>& runs) {
  bool learnt = false;
  for (const CheckRun& run : runs) {
    for (const FailingTest& test : run.flaky) {
      learnt = true;
      if (Entry* known = find(run, test.id)) {
        ++known->seen;
        known->last = now_;
        continue;
      }
      entries_.push_back({.stack = run.stack,
                          .folder = run.folder,
                          .id = test.id,
                          .file = test.file,
                          .last = now_});
    }
  }
  return learnt;
}

std::vector<repo::FlakyTest> FlakyMemory::tests() const {
  std::vector<repo::FlakyTest> tests;
  for (const Entry& entry : entries_) tests.push_back({entry.stack, entry.folder, entry.id});
  return tests;
}

void FlakyMemory::settle(std::vector<CheckRun>& runs) const {
  for (CheckRun& run : runs) {
    const auto counts = [&](const FailingTest& test) {
      if (test.times >= repo::kFlakyRunsMax) return true;
      return std::none_of(entries_.begin(), entries_.end(),
                          [&](const Entry& entry) { return is_same(entry, run, test.id); });
    };
    const auto first = std::stable_partition(run.failing.begin(), run.failing.end(), counts);
    if (first == run.failing.end()) continue;
    run.inconclusive.insert(run.inconclusive.end(), first, run.failing.end());
    run.failing.erase(first, run.failing.end());
    if (run.outcome != CheckOutcome::failed) continue;
    if (!run.failing.empty()) {
      run.reason = counted(run.failing.size(), "test") +
                   " failed: " + printable(run.failing.front().id, 120) + "; " +
                   repo::why_inconclusive(run.inconclusive);
    } else if (run.diagnostics.empty()) {
      run.outcome = CheckOutcome::unknown;
      run.reason = repo::why_inconclusive(run.inconclusive);
    }
  }
}

Status FlakyMemory::save(os::Files& files, const std::string& path) const {
  FlakyMemory all = load(files, path, now_);
  for (const Entry& entry : entries_) {
    const auto known =
        std::find_if(all.entries_.begin(), all.entries_.end(), [&](const Entry& one) {
          return one.id == entry.id && one.stack == entry.stack && one.folder == entry.folder;
        });
    if (known == all.entries_.end()) {
      all.entries_.push_back(entry);
    } else {
      known->seen = std::max(known->seen, entry.seen);
      known->last = std::max(known->last, entry.last);
    }
  }
  std::stable_sort(all.entries_.begin(), all.entries_.end(),
                   [](const Entry& a, const Entry& b) { return a.last > b.last; });
  if (all.entries_.size() > kEntriesMax) all.entries_.resize(kEntriesMax);
  Json tests = Json::array();
  for (const Entry& entry : all.entries_) {
    tests.push(Json::object({{"stack", entry.stack},
                             {"folder", entry.folder},
                             {"id", entry.id},
                             {"file", entry.file},
                             {"seen", entry.seen},
                             {"last", to_iso8601(entry.last)}}));
  }
  TRY(files.make_folders(os::parent_path(path), 0700));
  return files.write_atomic(path, Json::object({{"tests", std::move(tests)}}).pretty(), 0600);
}

}  // namespace pawl::evidence
