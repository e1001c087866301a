// The view of a commit, on real repositories under a real git.
#include <doctest/doctest.h>

#include <array>

#include <unistd.h>

#include "git/git.hpp"
#include "os/files/files.hpp"
#include "os/processes/process.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo::commit_view_test {
namespace {

class Lab {
 public:
  Lab() : processes_(os::real_processes()), files_(os::real_files()), git_(*processes_, {}) {
    std::array<char, 32> name{"/tmp/pawl-commit-XXXXXX"};
    folder_ = ::mkdtemp(name.data());
  }
  ~Lab() { CHECK(files_->remove_tree(folder_).ok()); }
  Lab(const Lab&) = delete;
  Lab& operator=(const Lab&) = delete;

  std::string sh(const std::string& script) {
    os::Command command;
    command.argv = {"/bin/sh", "-ec", script};
    command.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                           {"HOME", folder_},
                           {"GIT_AUTHOR_NAME", "a"},
                           {"GIT_AUTHOR_EMAIL", "a@localhost"},
                           {"GIT_COMMITTER_NAME", "a"},
                           {"GIT_COMMITTER_EMAIL", "a@localhost"}};
    command.folder = folder_;
    const auto done = processes_->run(command);
    REQUIRE(done.ok());
    REQUIRE_MESSAGE(done->succeeded(), done->err);
    return done->out;
  }
  std::unique_ptr<RepoView> view(const std::string& repository, const std::string& commit) {
    auto view = commit_view(git_, folder_ + "/" + repository, commit);
    REQUIRE_MESSAGE(view.ok(), (view.ok() ? "" : view.error().to_line()));
    return *std::move(view);
  }
  git::Git& git() { return git_; }
  const std::string& folder() const { return folder_; }

 private:
  std::unique_ptr<os::Processes> processes_;
  std::unique_ptr<os::Files> files_;
  git::Git git_;
  std::string folder_;
};

// Every fact of every file, in one text.
std::string facts_of(const RepoView& view) {
  std::string out;
  for (const Entry& entry : view.files()) {
    out += entry.path.text() + " " + std::to_string(entry.size);
    if (entry.executable) out += " x";
    if (entry.symlink) out += " link";
    const auto content = view.read(entry.path);
    out += content ? " = " + *content : " ! " + std::string(to_string(content.error().code));
    out += "\n";
  }
  return out;
}

constexpr const char* kMake =
    "git init -q -b main r && cd r && mkdir -p src/deep && printf one > src/a.c\n"
    "printf two > src/deep/b.c && printf three > src.txt && : > empty\n"
    "printf four > run && chmod +x run && ln -s src.txt link\n";

constexpr const char* kTold =
    "empty 0 = \n"
    "link 7 link ! denied\n"
    "run 4 x = four\n"
    "src.txt 5 = three\n"
    "src/a.c 3 = one\n"
    "src/deep/b.c 3 = two\n";

TEST_CASE("a commit is seen as it is, whatever has become of the checkout") {
  struct Case {
    const char* name;
    const char* after;  // what happens to the checkout
  };
  const Case cases[] = {
      {"nothing", ":"},
      {"files changed, deleted and added",
       "echo more >> src/a.c; rm src.txt; echo x > new; git add new"},
      {"a file of the same size and time",
       "touch -r src/a.c ../at; printf eno > src/a.c; touch -r ../at src/a.c"},
      {"a file became a symlink", "printf three > ../outside; ln -sf ../outside src.txt"},
      {"a folder became a symlink",
       "mkdir ../out; printf two > ../out/b.c; rm -r src/deep; ln -s ../../out src/deep"},
      {"a file became a folder", "rm run; mkdir run; printf four > run/four"},
      {"modes changed", "chmod -x run; chmod +x src.txt"},
      {"another commit is checked out",
       "git rm -q -r src; printf none > src.txt; git add -A; git commit -qm two"},
      {"line endings are converted",
       "printf '* text eol=crlf\\n' > .git/info/attributes; printf 'three\\r\\n' > src.txt"},
      {"everything is packed", "git gc -q"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.name);
    Lab lab;
    lab.sh(std::string(kMake) + "git add -A && git commit -qm one && git tag seen\n" + c.after);
    CHECK(facts_of(*lab.view("r", "seen")) == kTold);
  }
}

TEST_CASE("a bare repository and one of SHA-256 are seen like any other") {
  for (const std::string how :
       {"git add -A && git commit -qm one && git clone -q --bare . ../bare && rm -rf ../r && "
        "mv ../bare ../r",
        "rm -rf .git && git init -q --object-format=sha256 . && git add -A && git commit -qm "
        "one"}) {
    CAPTURE(how);
    Lab lab;
    lab.sh(kMake + how);
    CHECK(facts_of(*lab.view("r", "HEAD")) == kTold);
  }
}

TEST_CASE("a large file is not held, but read when asked for") {
  for (const std::string after : {":", "printf x >> big"}) {
    Lab lab;
    lab.sh(
        "git init -q -b main r && cd r && head -c 3000000 /dev/zero > big && git add -A && "
        "git commit -qm one && " +
        after);
    const auto view = lab.view("r", "HEAD");
    const Entry* big = view->find("big");
    REQUIRE(big != nullptr);
    CHECK(big->size == 3'000'000);
    CHECK(view->read(big->path).error().code == Errc::invalid);
    const auto content = view->read(big->path, 4'000'000);
    REQUIRE(content.ok());
    CHECK(content->size() == 3'000'000);
  }
}

TEST_CASE("a commit that is too large to be held is read in parts") {
  for (const std::string after : {":", "git config core.bare true && rm -r f* d"}) {
    CAPTURE(after);
    Lab lab;
    // 72 MB, each file another one.
    lab.sh(
        "git init -q -b main r && cd r && mkdir d && for i in $(seq 10 45); do "
        "{ echo $i; head -c 1999997 /dev/zero; } > f$i; done && echo last > d/last && git add -A "
        "&& git commit -qm one && " +
        after);
    const auto view = lab.view("r", "HEAD");
    REQUIRE(view->files().size() == 37);
    CHECK(view->text("d/last") == "last\n");
    std::vector<const Entry*> all;
    for (const Entry& entry : view->files()) all.push_back(&entry);
    for (const bool expected : {false, true}) {
      for (std::size_t i = 1; i < all.size(); i += 12) {
        const auto some = std::span(all).subspan(i, 12);
        if (expected) view->expect(some);
        for (const Entry* entry : some) {
          CHECK(entry->size == 2'000'000);
          const auto content = view->read(entry->path);
          REQUIRE(content.ok());
          CHECK(content->size() == 2'000'000);
          CHECK(entry->path.text() == "f" + content->substr(0, 2));
        }
      }
    }
    CHECK(view->trouble().ok());
    CHECK(view->read(*RepoPath::parse("absent")).error().code == Errc::not_found);
    CHECK(view->trouble().ok());
  }
}

TEST_CASE("an object that goes while a commit is read is trouble, and no absent file") {
  Lab lab;
  lab.sh(
      "git init -q -b main r && cd r && for i in $(seq 10 45); do "
      "{ echo $i; head -c 1999997 /dev/zero; } > f$i; done && git add -A && git commit -qm one && "
      "rm f* && chmod -R u+w .git/objects");
  const auto view = lab.view("r", "HEAD");
  lab.sh(
      "cd r && for i in $(seq 10 45); do rm .git/objects/$(git rev-parse HEAD:f$i | "
      "sed 's|..|&/|'); done");
  CHECK_FALSE(view->text("f45").has_value());
  REQUIRE_FALSE(view->trouble().ok());
  CHECK(view->trouble().error().code == Errc::io);
  CHECK(view->trouble().error().message.find("f45") != std::string::npos);
}

TEST_CASE("submodules are left out, and what is not there is an error") {
  Lab lab;
  lab.sh(std::string(kMake) +
         "git add -A && git commit -qm one && git init -q sub && "
         "git -C sub commit -qm s --allow-empty && git add sub 2>&1 && git commit -qm two");
  const auto view = lab.view("r", "HEAD");
  CHECK(facts_of(*view) == kTold);
  CHECK(view->read(*RepoPath::parse("absent")).error().code == Errc::not_found);
  CHECK_FALSE(commit_view(lab.git(), lab.folder() + "/r", "absent").ok());
  CHECK(commit_view(lab.git(), lab.folder() + "/none", "HEAD").error().code == Errc::not_found);
  lab.sh("cd r && rm src/a.c && rm .git/objects/$(git rev-parse HEAD:src/a.c | sed 's|..|&/|')");
  CHECK(commit_view(lab.git(), lab.folder() + "/r", "HEAD").error().code == Errc::io);
}

}  // namespace
}  // namespace pawl::repo::commit_view_test
