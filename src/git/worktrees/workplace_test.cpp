#include "git/worktrees/workplace.hpp"

#include <doctest/doctest.h>

#include "git/test_repo.hpp"

namespace pawl::git::workplace_test {
namespace {

// A disk on which whoever removes a workplace is killed on the way.
class HalfRemoving final : public os::Files {
 public:
  explicit HalfRemoving(os::Files& files) : files_(files) {}

  Status remove_tree(const std::string& path) override {
    if (!path.ends_with("/one")) return files_.remove_tree(path);
    TRY(files_.remove(path + "/tree/README.md"));
    return fail(Errc::cancelled, "killed");
  }

  Result<std::string> read(const std::string& path, std::size_t bytes_max) override {
    return files_.read(path, bytes_max);
  }
  Status write_atomic(const std::string& path, std::string_view content,
                      std::uint32_t mode) override {
    return files_.write_atomic(path, content, mode);
  }
  Status replace(const std::string& path, std::string_view content, std::uint32_t mode) override {
    return files_.replace(path, content, mode);
  }
  Status append(const std::string& path, std::string_view content, std::uint32_t mode) override {
    return files_.append(path, content, mode);
  }
  Result<std::optional<os::FileStat>> stat(const std::string& path) override {
    return files_.stat(path);
  }
  Result<std::vector<std::string>> list(const std::string& folder) override {
    return files_.list(folder);
  }
  Status make_folders(const std::string& path, std::uint32_t mode) override {
    return files_.make_folders(path, mode);
  }
  Result<bool> make_new_folder(const std::string& path, std::uint32_t mode) override {
    return files_.make_new_folder(path, mode);
  }
  Status remove(const std::string& path) override { return files_.remove(path); }
  Status rename(const std::string& from, const std::string& to) override {
    return files_.rename(from, to);
  }
  Result<std::unique_ptr<os::FileLock>> try_lock(const std::string& path,
                                                 std::uint32_t mode) override {
    return files_.try_lock(path, mode);
  }

 private:
  os::Files& files_;
};

struct Bench {
  Bench() {
    repo = lab.make_repo("repo");
    auto made = Worktree::create(lab.git(), lab.files(), lab.plan(Lab::local(repo)));
    REQUIRE_MESSAGE(made.ok(), made.error().to_line());
    worktree.emplace(*std::move(made));
  }
  Workplace open() {
    auto place = Workplace::create(*worktree, lab.path("places/one"), {});
    REQUIRE_MESSAGE(place.ok(), place.error().to_line());
    return *std::move(place);
  }
  static std::string paths(const ReadChange& read) {
    std::string out;
    for (const FileChange& file : read.change.files) {
      out += std::string(to_string(file.action)) + " " + file.path.text() + "\n";
    }
    return out;
  }
  Lab lab;
  std::string repo;
  std::optional<Worktree> worktree;
};

TEST_CASE("what an agent left is taken however it left it") {
  Bench bench;
  Workplace place = bench.open();
  const auto before = place.change();
  REQUIRE_MESSAGE(before.ok(), before.error().to_line());
  CHECK(before->change.empty());
  const std::string kMade = "modify README.md\ncreate new.txt\n";
  const char* how = nullptr;
  SUBCASE("committed") { how = "git add -A; git commit -qm mine"; }
  SUBCASE("committed on another branch") {
    how = "git checkout -qb x; git add -A; git commit -qm m";
  }
  SUBCASE("staged") { how = "git add -A"; }
  SUBCASE("untracked and unstaged") { how = ":"; }
  SUBCASE("without a repository any more") { how = "rm -rf .git"; }
  SUBCASE("hidden by its own repository") {
    how = "echo new.txt > .git/info/exclude; git update-index --assume-unchanged README.md";
  }
  SUBCASE("behind a filter that its repository names") {
    how =
        "git config filter.x.clean 'touch /tmp/pawl-filter-ran; cat'; "
        "echo '* filter=x' > .git/info/attributes; git add -A";
  }
  bench.lab.sh(
      place.tree(),
      std::string("mkdir -p .git/info; echo more >> README.md; echo new > new.txt; ") + how);
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  CHECK(Bench::paths(*read) == kMade);
  const RepoPath name = repo_path("new.txt");
  CHECK(read->change.find(name)->after == "new\n");
  CHECK(bench.lab.content_of(bench.worktree->folder()) == bench.lab.content_of(bench.repo));
}

TEST_CASE("what ignore rules hide is no work, whether the rules are old or new") {
  Bench bench;
  Workplace place = bench.open();
  bench.lab.sh(place.tree(), "echo build/ > .gitignore; mkdir build; echo x > build/x");
  const auto read = place.change();
  REQUIRE(read.ok());
  CHECK(Bench::paths(*read) == "create .gitignore\n");
}

TEST_CASE("a pipe in the place of rules keeps nobody waiting") {
  Bench bench;
  Workplace place = bench.open();
  bench.lab.sh(place.tree(),
               "mkdir -p a/b; mkfifo .gitignore .gitattributes a/b/.gitignore; rm README.md; "
               "printf '# Project\\r\\n' > README.md; echo new > a/b/new.txt");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  CHECK(Bench::paths(*read) == "modify README.md\ncreate a/b/new.txt\n");
}

TEST_CASE("an agent's git works in the workplace, and changes nothing outside of it") {
  Bench bench;
  Workplace place = bench.open();
  CHECK(bench.lab.sh(place.tree(), "git status --porcelain; git log --oneline | wc -l") == "1");
  bench.lab.sh(place.tree(), "git commit -q --allow-empty -m mine; git gc -q --prune=now");
  const auto commits = bench.worktree->commits();
  REQUIRE(commits.ok());
  CHECK(commits->empty());
}

TEST_CASE("a symlink out of the folder is a link, and nothing is read through it") {
  Bench bench;
  Workplace place = bench.open();
  bench.lab.write(bench.lab.path("secret"), "secret\n");
  bench.lab.sh(place.tree(),
               "rm -rf src; ln -s .. src; ln -s ../../../secret leak; rm README.md; "
               "ln -s /etc/passwd README.md");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  for (const FileChange& file : read->change.files) {
    CHECK(file.after.value_or("").find("secret\n") == std::string::npos);
    CHECK(file.after.value_or("").find("root:") == std::string::npos);
  }
  CHECK_FALSE(place.read(repo_path("leak"), 1000).ok());
}

TEST_CASE("refused work lies on a rescue ref, and a second rescue keeps the first") {
  Bench bench;
  Workplace place = bench.open();
  bench.lab.sh(place.tree(), "echo one > a.txt; ln -s a.txt l; chmod +x a.txt; rm run.sh");
  const auto read = place.change();
  REQUIRE(read.ok());
  const RescuePlan plan{.head = place.head(),
                        .label = "implement",
                        .message = "Kept by Pawl",
                        .at = Timestamp(Seconds(1'767'225'600))};
  const auto kept = rescue_change(*bench.worktree, *read, plan);
  REQUIRE_MESSAGE(kept.ok(), kept.error().to_line());
  CHECK(kept->left.empty());
  CHECK(kept->ref.starts_with("refs/pawl/rescue/wt/implement-"));
  CHECK(bench.lab.sh(bench.repo, "git show " + kept->ref + ":a.txt") == "one");
  CHECK(bench.lab.sh(bench.repo, "git ls-tree " + kept->ref + " l a.txt run.sh | cut -c1-6") ==
        "100755\n120000");
  bench.lab.sh(place.tree(), "echo two > a.txt");
  const auto again = place.change();
  REQUIRE(again.ok());
  const auto second = rescue_change(*bench.worktree, *again, plan);
  REQUIRE_MESSAGE(second.ok(), second.error().to_line());
  CHECK(bench.lab.sh(bench.repo, "git show " + kept->ref + ":a.txt") == "one");
  CHECK(bench.lab.sh(bench.repo, "git show " + second->ref + ":a.txt") == "two");
  const auto head = bench.worktree->is_clean();
  REQUIRE(head.ok());
  CHECK(*head);
}

TEST_CASE("a workplace that a killed process left is found, one that was never made is not") {
  Bench bench;
  const std::string folder = bench.lab.path("places/one");
  auto none = Workplace::find(*bench.worktree, folder);
  REQUIRE(none.ok());
  CHECK_FALSE(none->has_value());
  Workplace place = bench.open();
  bench.lab.sh(place.tree(), "echo left > left.txt");
  auto found = Workplace::find(*bench.worktree, folder);
  REQUIRE(found.ok());
  REQUIRE(found->has_value());
  CHECK((*found)->head() == place.head());
  const auto read = (*found)->change();
  REQUIRE(read.ok());
  CHECK(Bench::paths(*read) == "create left.txt\n");
  CHECK((*found)->remove().ok());
  CHECK_FALSE(bench.lab.exists(folder));
}

TEST_CASE("what is left of a workplace that was being removed is no work that removed files") {
  Bench bench;
  HalfRemoving files(bench.lab.files());
  auto made =
      Worktree::create(bench.lab.git(), files, bench.lab.plan(Lab::local(bench.repo), "wt2"));
  REQUIRE_MESSAGE(made.ok(), made.error().to_line());
  const std::string folder = bench.lab.path("places/one");
  bench.lab.sh(bench.lab.path(""), "mkdir -p places");
  // The folder itself is made by hands that can remove.
  {
    auto first = Workplace::create(*bench.worktree, folder, {});
    REQUIRE_MESSAGE(first.ok(), first.error().to_line());
  }
  auto place = Workplace::find(*made, folder);
  REQUIRE(place.ok());
  REQUIRE(place->has_value());
  CHECK_FALSE((*place)->remove().ok());
  const auto found = Workplace::find(*made, folder);
  REQUIRE(found.ok());
  CHECK_FALSE(found->has_value());
}

TEST_CASE("a repository inside is named as what no commit can hold") {
  Bench bench;
  Workplace place = bench.open();
  bench.lab.sh(place.tree(), "git init -q inner; echo x > inner/x; echo y > y");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  const auto kept = rescue_change(*bench.worktree, *read,
                                  {.head = place.head(), .label = "a", .message = "m", .at = {}});
  REQUIRE_MESSAGE(kept.ok(), kept.error().to_line());
  CHECK(kept->left == std::vector<std::string>{"inner"});
  CHECK_FALSE(kept->ref.empty());
}

TEST_CASE("a repository in the place of a file is named, too") {
  Bench bench;
  Workplace place = bench.open();
  bench.lab.sh(place.tree(), "rm README.md; git init -q README.md; echo x > README.md/x");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  CHECK(Bench::paths(*read) == "remove README.md\n");
  REQUIRE(read->change.submodules.size() == 1);
  CHECK(read->change.submodules[0].path.text() == "README.md");
}

TEST_CASE("a folder that an agent closed is looked into") {
  Bench bench;
  Workplace place = bench.open();
  bench.lab.sh(place.tree(), "mkdir -p a/b; echo new > a/b/new.txt; chmod 0 a/b; chmod 0 a");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  CHECK(Bench::paths(*read) == "create a/b/new.txt\n");
}

TEST_CASE("what is put into the folder of a submodule is not lost") {
  Bench bench;
  bench.lab.sh(bench.repo, "git init -q ../inner; cd ../inner; git commit -q --allow-empty -m i");
  bench.lab.sh(
      bench.repo,
      "git update-index --add --cacheinfo 160000,$(git -C ../inner rev-parse HEAD),lib/in; "
      "git commit -qm submodule");
  auto made = Worktree::create(bench.lab.git(), bench.lab.files(),
                               bench.lab.plan(Lab::local(bench.repo), "wt2"));
  REQUIRE_MESSAGE(made.ok(), made.error().to_line());
  auto opened = Workplace::create(*made, bench.lab.path("places/two"), {});
  REQUIRE_MESSAGE(opened.ok(), opened.error().to_line());
  Workplace place = *std::move(opened);
  const auto before = place.change();
  REQUIRE_MESSAGE(before.ok(), before.error().to_line());
  CHECK(before->change.empty());
  bench.lab.sh(place.tree(), "mkdir -p lib/in; echo mine > lib/in/mine.c");
  const auto read = place.change();
  REQUIRE_MESSAGE(read.ok(), read.error().to_line());
  REQUIRE(read->change.submodules.size() == 1);
  CHECK(read->change.submodules[0].path.text() == "lib/in");
  const auto kept =
      rescue_change(*made, *read, {.head = place.head(), .label = "a", .message = "m", .at = {}});
  REQUIRE_MESSAGE(kept.ok(), kept.error().to_line());
  CHECK(kept->left == std::vector<std::string>{"lib/in"});
}

}  // namespace
}  // namespace pawl::git::workplace_test
