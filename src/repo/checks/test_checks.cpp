#include "repo/checks/test_checks.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cstdlib>

#include "repo/checks/workbench.hpp"

namespace pawl::repo::test_checks {
namespace {

struct Scratch {
  Scratch() : files(os::real_files()) {
    std::array<char, 32> name{"/tmp/pawl-checks-XXXXXX"};
    path = ::mkdtemp(name.data());
  }
  ~Scratch() { CHECK(files->remove_tree(path).ok()); }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::unique_ptr<os::Files> files;
  std::string path;
};

}  // namespace

std::string path_list() {
  const char* path = std::getenv("PATH");
  return path == nullptr ? "/usr/bin:/bin" : path;
}

bool has_tool(const char* name) { return find_tool(name, path_list()).has_value(); }

Status write_all(os::Files& disk, const Files& files, const std::string& folder) {
  TRY(disk.make_folders(folder));
  for (const auto& [name, content] : files) {
    const std::string path = os::join_path(folder, name);
    TRY(disk.make_folders(os::parent_path(path)));
    TRY(disk.write_atomic(path, content, name.ends_with(".sh") ? 0755 : 0644));
  }
  return Done{};
}

CheckResults check(const Files& files, const Setting& setting) {
  Scratch scratch;
  const auto processes = os::real_processes();
  const auto sandbox = os::Sandbox::probe(*processes);
  const auto view = memory_view(files);
  CheckOptions options;
  options.scratch = scratch.path;
  options.path_list = setting.tools;
  options.build_deadline = setting.deadline;
  options.test_deadline = setting.deadline;
  options.builds = setting.builds;
  options.tests = setting.tests;
  options.known_flaky = setting.known_flaky;
  options.own_before = setting.own_before;
  options.export_to = [&](const std::string& folder) {
    return write_all(*scratch.files, files, folder);
  };
  auto results =
      run_checks(gather_facts(*view), *view, {*scratch.files, *processes, sandbox}, options);
  CHECK(results.ran);
  CHECK(scratch.files->list(scratch.path)->empty());
  return results;
}

Lab::Lab() {
  std::array<char, 32> name{"/tmp/pawl-needs-XXXXXX"};
  path = ::mkdtemp(name.data());
  needs.folder = os::join_path(path, "kept");
  needs.now = os::real_clock()->now();
}

Lab::~Lab() { CHECK(files->remove_tree(path).ok()); }

CheckResults Lab::check(const Files& content) const {
  const auto view = memory_view(content);
  CheckOptions options;
  options.scratch = os::join_path(path, "scratch");
  REQUIRE(files->make_folders(options.scratch));
  options.path_list = tools;
  options.needs = needs;
  options.export_to = [&](const std::string& folder) { return write_all(*files, content, folder); };
  auto results = run_checks(gather_facts(*view), *view, {*files, *processes, sandbox}, options);
  CHECK(files->list(options.scratch)->empty());
  return results;
}

std::size_t Lab::kept() const {
  std::size_t count = 0;
  const auto names = files->list(needs.folder);
  for (const std::string& name : names.value_or({})) count += name.ends_with(".json") ? 1U : 0U;
  return count;
}

}  // namespace pawl::repo::test_checks
