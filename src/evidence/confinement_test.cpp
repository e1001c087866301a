#include "evidence/confinement.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include <unistd.h>

#include "os/clock.hpp"
#include "os/files/test_folder.hpp"
#include "os/network/http.hpp"

namespace pawl::evidence::confinement_test {
namespace {

bool holds(const std::vector<std::string>& places, const std::string& path) {
  return std::find(places.begin(), places.end(), path) != places.end();
}

}  // namespace

TEST_CASE("what is covered is named as it is given and as its links lead") {
  const os::TestFolder folder;
  const auto files = os::real_files();
  REQUIRE(files->make_folders(folder / "keys"));
  REQUIRE(files->make_folders(folder / "home"));
  REQUIRE(::symlink((folder / "keys").c_str(), (folder / "home/.ssh").c_str()) == 0);
  const auto clock = os::real_clock();
  const auto processes = os::real_processes();
  const auto random = os::real_random();
  os::FakeHttp http;
  os::Cancel cancel;
  const os::Ports ports{.clock = *clock,
                        .files = *files,
                        .processes = *processes,
                        .http = http,
                        .random = *random,
                        .cancel = cancel,
                        .environment = {{"HOME", folder / "home"},
                                        {"DOCKER_HOST", "unix:///opt/x.sock"},
                                        {"KUBECONFIG", "relative"}},
                        .folder = "/"};
  const auto places =
      covered_places(ports, {.config_folder = "/c/pawl", .state_folder = "/s/pawl"});
  for (const std::string& path : {std::string("/c/pawl"), std::string("/s/pawl"), folder / "home",
                                  folder / "home/.ssh", folder / "keys", folder / "home/.aws",
                                  std::string("/opt/x.sock"), std::string("/run/docker.sock")}) {
    CAPTURE(path);
    CHECK(holds(places, path));
  }
  CHECK_FALSE(holds(places, "relative"));
  CHECK(std::none_of(places.begin(), places.end(),
                     [](const std::string& path) { return path == "/"; }));
}

}  // namespace pawl::evidence::confinement_test
