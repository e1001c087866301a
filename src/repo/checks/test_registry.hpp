// Registries of npm, pip, cargo, go, Bundler and Maven on loopback, with packages a test makes.
// Archives are packed by python3.
#pragma once

#include <atomic>
#include <map>
#include <mutex>
#include <string>
#include <thread>

#include "os/files/fd.hpp"

namespace pawl::repo::test_checks {

struct Package {
  std::string name;
  std::string version;
  std::map<std::string, std::string> files;
  std::size_t zeros = 0;        // one more file, of so many
  std::string tarball_at = {};  // an address told in place of its own
  std::string stands_for = {};  // a name and version that its archive is found by, of gems
};

class TestRegistry {
 public:
  TestRegistry();
  ~TestRegistry();
  TestRegistry(const TestRegistry&) = delete;
  TestRegistry& operator=(const TestRegistry&) = delete;

  std::string url(const std::string& path) const;
  // Its archive has the place where npm, pnpm and Yarn look for it; the answer is its digest, as
  // their locks have it (https://www.w3.org/TR/SRI/).
  std::string add_npm(const Package& package);
  void add_wheel(const Package& package);
  void add_sdist(const Package& package);
  void add_crate(const Package& package);
  void add_go(const Package& package);
  // For `1.0-java` a package of that platform. An extconf.rb among its files makes an extension;
  // `.ruby` says which Ruby it needs. The answer is the archive's SHA-256, as locks of Bundler have
  // it.
  std::string add_gem(const Package& package);
  // At that path, with a folder above its files.
  void add_zip(const std::string& path, const Package& package);
  void add_page(const std::string& path, std::string content) { put(path, std::move(content)); }
  void add_redirect(const std::string& path, const std::string& to) { put(path, kMoved + to); }
  // Java sources among the files are compiled, with Maven's own classes; without files it is a pom
  // alone, with that content.
  void add_maven(const std::string& group, const Package& package, const std::string& pom = "");
  // Of the modules added.
  const std::string& go_sum() const { return go_sum_; }
  std::size_t requests() const { return requests_; }

 private:
  inline static const std::string kMoved = "moved to ";

  void put(const std::string& path, std::string content);
  void serve();
  void answer(int connection);

  os::Fd listener_;
  int port_ = 0;
  std::mutex mutex_;
  std::map<std::string, std::string> pages_;
  std::string go_sum_;
  std::atomic<std::size_t> requests_ = 0;
  std::thread serving_;
};

}  // namespace pawl::repo::test_checks
