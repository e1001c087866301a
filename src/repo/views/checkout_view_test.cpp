// The view of a checkout, on real files under a real git.
#include <doctest/doctest.h>

#include <array>

#include <unistd.h>

#include "git/git.hpp"
#include "os/files/files.hpp"
#include "os/processes/process.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo::checkout_view_test {
namespace {

class Lab {
 public:
  Lab() : processes_(os::real_processes()), files_(os::real_files()), git_(*processes_, {}) {
    std::array<char, 32> name{"/tmp/pawl-view-XXXXXX"};
    folder_ = ::mkdtemp(name.data());
    sh("git init -q");
  }
  ~Lab() { CHECK(files_->remove_tree(folder_).ok()); }
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  void sh(const std::string& script) {
    os::Command command;
    command.argv = {"/bin/sh", "-ec", script};
    command.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"}, {"HOME", folder_}};
    command.folder = folder_;
    const auto done = processes_->run(command);
    REQUIRE(done.ok());
    REQUIRE_MESSAGE(done->succeeded(), done->err);
  }
  const std::string& folder() const { return folder_; }
  git::Git& git() { return git_; }

 private:
  std::unique_ptr<os::Processes> processes_;
  std::unique_ptr<os::Files> files_;
  git::Git git_;
  std::string folder_;
};

std::vector<std::string> paths(const RepoView& view) {
  std::vector<std::string> out;
  for (const Entry& entry : view.files()) out.push_back(entry.path.text());
  return out;
}

using Paths = std::vector<std::string>;

TEST_CASE("a checkout shows its tracked files as they are now") {
  Lab lab;
  lab.sh(
      "mkdir -p src/deep && echo one > src/a.c && echo two > src/deep/b.c && echo x > src.txt\n"
      "printf '#!/bin/sh\\n' > run && chmod +x run && ln -s /etc/passwd link && echo z > gone\n"
      "git add -A && rm gone && echo longer >> src/a.c && echo new > untracked");
  const auto view = checkout_view(lab.git(), lab.folder());
  REQUIRE(view.ok());
  CHECK(paths(**view) == Paths{"link", "run", "src.txt", "src/a.c", "src/deep/b.c"});
  CHECK((*view)->find("src/a.c")->size == 11);
  CHECK((*view)->find("run")->executable);
  CHECK_FALSE((*view)->find("src.txt")->executable);
  CHECK((*view)->find("link")->symlink);
  CHECK((*view)->text("src/a.c") == "one\nlonger\n");
  CHECK((*view)->read((*view)->find("link")->path).error().code == Errc::denied);
  CHECK((*view)->read((*view)->find("src/a.c")->path, 10).error().code == Errc::invalid);
  const auto untracked = RepoPath::parse("untracked");
  CHECK((*view)->read(*untracked).error().code == Errc::not_found);
}

TEST_CASE("a folder of a checkout stands for the whole repository") {
  Lab lab;
  lab.sh("mkdir sub && echo 1 > sub/a && echo 2 > b && git add -A");
  const auto view = checkout_view(lab.git(), lab.folder() + "/sub");
  REQUIRE(view.ok());
  CHECK(paths(**view) == Paths{"b", "sub/a"});
}

TEST_CASE("a folder that became a symlink is not entered") {
  Lab lab;
  lab.sh(
      "mkdir inside && echo 1 > inside/passwd && git add -A\n"
      "rm -r inside && ln -s /etc inside");
  const auto view = checkout_view(lab.git(), lab.folder());
  REQUIRE(view.ok());
  CHECK(paths(**view).empty());
}

TEST_CASE("submodules are left out, odd names are not") {
  Lab lab;
  lab.sh(
      "echo 1 > 'a b' && printf x > \"$(printf 'n\\303\\251w\\nline')\" && git add -A\n"
      "mkdir module && git -C module init -q && git -C module -c user.name=a -c user.email=a@b "
      "commit -q --allow-empty -m x && git add module 2>/dev/null");
  const auto view = checkout_view(lab.git(), lab.folder());
  REQUIRE(view.ok());
  CHECK(paths(**view) == Paths{"a b", "n\xC3\xA9w\nline"});
}

TEST_CASE("many files in many folders") {
  Lab lab;
  lab.sh(
      "for i in $(seq 1 90); do mkdir -p d$i/e; for j in $(seq 1 60); do : > d$i/e/$j; done; "
      "echo abc > d$i/f; done; git add -A");
  const auto view = checkout_view(lab.git(), lab.folder());
  REQUIRE(view.ok());
  REQUIRE((*view)->files().size() == 90 * 61);
  for (int i = 1; i <= 90; ++i) {
    const Entry* entry = (*view)->find("d" + std::to_string(i) + "/f");
    REQUIRE(entry != nullptr);
    CHECK(entry->size == 4);
  }
}

TEST_CASE("what is no repository says so") {
  Lab lab;
  lab.sh("rm -rf .git");
  CHECK_FALSE(checkout_view(lab.git(), lab.folder()).ok());
}

}  // namespace
}  // namespace pawl::repo::checkout_view_test
