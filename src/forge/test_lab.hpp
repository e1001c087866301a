// A target repository and a local forge over it, for the tests of this module.
#pragma once

#include <memory>
#include <string>

#include "forge/open_forge.hpp"

namespace pawl::forge {

class Lab {
 public:
  // How the target is laid out on the disk. Its base branch is always `main`.
  enum class Layout { bare, other_branch, checked_out, linked };

  explicit Lab(Layout layout = Layout::checked_out);
  ~Lab();
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  // The folder main is checked out in, empty when nobody has it.
  std::string checkout() const;
  // Runs a shell script in a folder; it must end with 0. Its output without the last newline.
  std::string sh(const std::string& where, const std::string& script);
  std::string in_target(const std::string& script) { return sh(target_, script); }
  // What another program did: a commit on a branch of the target, from a clone of it.
  std::string commit(const std::string& branch, const std::string& from, const std::string& file,
                     const std::string& content);
  // The branch of a run with two commits on main, and its pull request.
  PullDraft publish(const std::string& run = "demo-0a1b2c");
  std::unique_ptr<Forge> forge() { return forge(clock_); }
  std::unique_ptr<Forge> forge(os::Clock& clock) { return *open_forge(setup(clock)); }
  store::Database& database();
  // Closes the database, as a process does before it forks.
  void close_database() { database_.reset(); }
  // Borrows the lab, and the clock for as long as the lab lives.
  ForgeSetup setup(os::Clock& clock);

  os::Files& files() { return *files_; }
  os::FakeClock& clock() { return clock_; }
  config::Config& config() { return config_; }
  git::Git& git() { return git_; }
  const std::string& target() const { return target_; }

 private:
  std::string folder_;
  std::string target_;
  Layout layout_;
  std::unique_ptr<os::Processes> processes_;
  std::unique_ptr<os::Files> files_;
  os::FakeClock clock_;
  os::FakeHttp http_;
  std::unique_ptr<os::Random> random_;
  os::Cancel cancel_;
  store::Layout layout_of_state_;
  config::Config config_;
  git::Git git_;
  std::vector<std::unique_ptr<os::Ports>> ports_;
  std::unique_ptr<store::Database> database_;
};

}  // namespace pawl::forge
