#include "proof/test_changes.hpp"

#include <algorithm>
#include <map>
#include <set>

namespace pawl::proof {
namespace {

using repo::CheckRun;
using Ids = std::set<std::string>;

template <class Tests>
void add_ids(const Tests& tests, Ids& ids) {
  for (const auto& test : tests) ids.insert(test.id);
}

// What one run says of its tests.
struct Told {
  Ids failing;
  Ids passing;
  Ids all;  // that it names, also those nobody can judge
  bool all_named = false;
  explicit Told(const CheckRun& run) : all_named(run.every_id) {
    add_ids(run.failing, failing);
    add_ids(run.passing, passing);
    all = failing;
    all.insert(passing.begin(), passing.end());
    add_ids(run.flaky, all);
    add_ids(run.inconclusive, all);
    add_ids(run.unjudged, all);
    add_ids(run.skipped, all);
  }
  bool passes(const std::string& id) const {
    return passing.contains(id) || (!all_named && !all.contains(id));
  }
};

const CheckRun* partner_of(const CheckRun& run, const std::vector<CheckRun>& others) {
  const auto found = std::find_if(others.begin(), others.end(), [&](const CheckRun& other) {
    return other.stack == run.stack && other.folder == run.folder;
  });
  return found == others.end() || !repo::is_judged(*found) ? nullptr : &*found;
}

void compare(const CheckRun& before, const CheckRun& after, TestChanges& changes) {
  const Told was(before);
  const Told is(after);
  const auto named = [&](const std::string& id) {
    return TestIdentity{.stack = after.stack, .folder = after.folder, .test = id};
  };
  changes.all_named = changes.all_named && was.all_named && is.all_named;
  for (const std::string& id : was.failing) {
    if (is.passes(id)) changes.fixed.push_back(named(id));
  }
  for (const std::string& id : is.failing) {
    if (was.passes(id)) changes.broken.push_back(named(id));
  }
  for (const std::string& id : is.all) {
    if (was.all_named && !was.all.contains(id)) changes.fresh.push_back(named(id));
  }
  for (const std::string& id : was.all) {
    if (is.all_named && !is.all.contains(id)) changes.gone.push_back(named(id));
  }
}

Json list_of(const std::vector<TestIdentity>& tests) {
  Json list = Json::array();
  for (const TestIdentity& test : tests) {
    list.push(Json::object({{"stack", test.stack}, {"folder", test.folder}, {"test", test.test}}));
  }
  return list;
}

}  // namespace

TestChanges test_changes(const repo::CheckResults& before, const repo::CheckResults& after) {
  TestChanges changes;
  for (const CheckRun& run : after.tests) {
    if (!repo::is_judged(run)) {
      changes.all_named = changes.all_named && run.no_tests;
      continue;
    }
    if (const CheckRun* partner = partner_of(run, before.tests)) compare(*partner, run, changes);
  }
  for (auto* list : {&changes.fixed, &changes.broken, &changes.fresh, &changes.gone}) {
    std::sort(list->begin(), list->end());
  }
  return changes;
}

Json to_json(const TestChanges& changes) {
  return Json::object({{"fixed", list_of(changes.fixed)},
                       {"broken", list_of(changes.broken)},
                       {"new", list_of(changes.fresh)},
                       {"gone", list_of(changes.gone)},
                       {"all_named", changes.all_named}});
}

}  // namespace pawl::proof
