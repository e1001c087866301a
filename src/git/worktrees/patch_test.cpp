#include "git/worktrees/patch.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"
#include "git/test_repo.hpp"
#include "git/worktrees/test_commit.hpp"

namespace pawl::git::patch_test {
namespace {

const std::string kReadme = "# Title\n\nText.\n";
const Timestamp kAt = parse_iso8601("2026-01-02T03:04:05.678Z").value();
const std::string kRun = "#!/bin/sh\necho hi\n";

struct Bench {
  Lab lab;
  std::string repo = lab.make_repo("repo");
  Worktree worktree = make();

  Worktree make() {
    auto made = Worktree::create(lab.git(), lab.files(), lab.plan(Lab::local(repo)));
    REQUIRE_MESSAGE(made.ok(), made.error().to_line());
    return *std::move(made);
  }
  PatchTransaction begin() {
    auto transaction = PatchTransaction::begin(worktree);
    REQUIRE_MESSAGE(transaction.ok(), transaction.error().to_line());
    return *std::move(transaction);
  }
  std::string file(const std::string& name) { return worktree.folder() + "/" + name; }
  std::string sh(const std::string& script) { return lab.sh(worktree.folder(), script); }
  std::string content() { return lab.content_of(worktree.folder()); }
};

TEST_CASE("thousands of new files are committed as one pack") {
  Bench b;
  std::vector<FileChange> files{modified("README.md", kReadme, "# Many\n")};
  for (int i = 0; i < 1'100; ++i) {
    files.push_back(created("many/" + std::to_string(i), "text " + std::to_string(i) + "\n"));
  }
  files.push_back(created("odd", "a\r\nb"));
  const std::string before = b.sh("find .git/objects -type f | wc -l");
  commit_change(b.worktree, change_of(files), "Many\n\nPawl-Run: r-1");
  CHECK(b.sh("git status --porcelain --ignored") == "");
  CHECK(b.sh("git ls-tree -r --name-only HEAD | wc -l") == "1104");
  CHECK(b.sh("git show HEAD:many/7; git show HEAD:odd | od -An -c") ==
        "text 7\n   a  \\r  \\n   b");
  CHECK(std::stoi(b.sh("find .git/objects -type f | wc -l")) < std::stoi(before) + 20);
  CHECK(b.sh("git fsck --full 2>&1 | grep -v '^notice' || true") == "");
}

TEST_CASE("a change is committed byte for byte, by the bot, in one commit") {
  Bench b;
  const std::string before = *b.worktree.head();
  const std::string odd = "d\xC3\xA9/a b\n\"q\"\\\t.txt";
  const Change change = change_of({modified("README.md", kReadme, "# Title\r\nCRLF and no end"),
                                   modified("run.sh", kRun, "#!/bin/sh\necho new\n"),
                                   created(odd, "odd\n"), created("bin/tool", "#!/bin/sh\n", 0755),
                                   created("empty", ""), created("nul", std::string("a\0b", 3)),
                                   removed("src/main.c", "int main(void) { return 0; }\n")});
  const std::string commit = commit_change(b.worktree, change, "Do it\n\nWhy.\n\nPawl-Run: r-1");
  CHECK(*b.worktree.head() == commit);
  const auto info = b.lab.git().commit_info(b.worktree.folder(), commit);
  CHECK(info->parent == before);
  CHECK(info->subject == "Do it");
  CHECK(info->trailer("Pawl-Run") == "r-1");
  CHECK(b.sh("git log -1 --format='%an <%ae> %cn <%ce>'") ==
        "Pawl Bot <bot@pawl.invalid> Pawl Bot <bot@pawl.invalid>");
  for (const FileChange& file : change.files) {
    CAPTURE(file.path.text());
    const auto blob = b.lab.git().show(b.worktree.folder(), commit, file.path.text());
    CHECK(blob.ok() == file.after.has_value());
    if (blob) CHECK(*blob == *file.after);
  }
  CHECK(b.sh("git ls-tree HEAD run.sh bin/tool README.md | cut -c1-6 | tr '\\n' ' '") ==
        "100644 100755 100755");
  CHECK(*b.worktree.is_clean());
  CHECK_FALSE(b.lab.exists(b.file("src")));
  CHECK(b.sh("git fsck --strict 2>&1; git status --porcelain").empty());
}

TEST_CASE("attributes and ignore rules do not touch what is committed") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.write(repo + "/.gitattributes",
            "* text=auto eol=crlf\n*.id ident\n*.u16 working-tree-encoding=UTF-16\n*.f filter=f\n");
  lab.write(repo + "/.gitignore", "*.log\nbuild/\n");
  lab.write(repo + "/a.id", "$Id$\n");
  lab.sh(repo, "git add -A; git commit -qm Rules");
  auto worktree = Worktree::create(lab.git(), lab.files(), lab.plan(Lab::local(repo)));
  REQUIRE_MESSAGE(worktree.ok(), worktree.error().to_line());
  CHECK(lab.read(worktree->folder() + "/README.md") == kReadme);
  CHECK(lab.read(worktree->folder() + "/a.id") == "$Id$\n");
  const Change change =
      change_of({modified("README.md", kReadme, "a\r\nb\n"), created("build/x.log", "ignored\n"),
                 created("y.f", "f\r\n"), created("z.u16", "plain\n")});
  const std::string commit = commit_change(*worktree, change, "All of it");
  for (const FileChange& file : change.files) {
    CHECK(*lab.git().show(worktree->folder(), commit, file.path.text()) == *file.after);
  }
  CHECK(*worktree->is_clean());
}

TEST_CASE("a file may become a folder and a folder a file") {
  Bench b;
  commit_change(b.worktree,
                change_of({removed("README.md", kReadme), created("README.md/part", "x"),
                           removed("src/main.c", "int main(void) { return 0; }\n"),
                           created("src", "a file")}),
                "Turn around");
  CHECK(b.sh("git ls-files | tr '\\n' ' '") == "README.md/part run.sh src");
  CHECK(*b.worktree.is_clean());
}

TEST_CASE("a transaction needs a clean worktree on its branch") {
  Bench b;
  SUBCASE("modified") { b.sh("echo x >> README.md"); }
  SUBCASE("untracked") { b.sh("echo x > 'new file'"); }
  SUBCASE("staged") { b.sh("echo x > s; git add s"); }
  SUBCASE("removed") { b.sh("rm README.md"); }
  SUBCASE("mode") { b.sh("chmod 755 README.md"); }
  SUBCASE("elsewhere") { b.sh("git checkout -q main"); }
  const auto transaction = PatchTransaction::begin(b.worktree);
  REQUIRE_FALSE(transaction.ok());
  CHECK(transaction.error().code == Errc::conflict);
}

TEST_CASE("apply refuses what it must not write, and writes nothing then") {
  Bench b;
  b.lab.sh(b.repo, "ln -s /etc out; ln -s README.md link; git add -A; git commit -qm Links");
  b.worktree = b.make();
  b.sh("mkdir inner; : > inner/.keep; git add -A; git commit -qm Inner");
  const std::string before = b.content();
  struct Case {
    const char* what;
    FileChange file;
    Errc code;
  };
  FileChange bad_mode = created("x", "x");
  bad_mode.mode_after = 0777;
  FileChange lying = created("x", "x");
  lying.before = "y";
  const Case cases[] = {
      {"through a symlinked folder", created("out/x", "x"), Errc::denied},
      {"onto a symlink", modified("link", kReadme, "x"), Errc::denied},
      {"create onto a symlink", created("link", "x"), Errc::denied},
      {"remove a symlink", removed("link", kReadme), Errc::denied},
      {"git's own configuration", created(".git/config", "x"), Errc::denied},
      {"git's hooks in other letters", created(".GIT/hooks/post-commit", "x"), Errc::denied},
      {"a nested git folder", created("src/.git/config", "x"), Errc::denied},
      {"a short name of it", created("GIT~1/config", "x"), Errc::denied},
      {"a stream of it", created(".git::$INDEX_ALLOCATION/config", "x"), Errc::denied},
      {"a name with a dot more", created(".git./config", "x"), Errc::denied},
      {"a file that exists", created("README.md", "x"), Errc::conflict},
      {"a file that is not there", modified("absent", "x", "y"), Errc::conflict},
      {"a file that is another", modified("README.md", "x", "y"), Errc::conflict},
      {"a shorter file", modified("README.md", "# Title\n\nText.\nMore\n", "y"), Errc::conflict},
      {"remove what is not there", removed("absent", "x"), Errc::conflict},
      {"a folder as a file", modified("src", "x", "y"), Errc::conflict},
      {"odd mode", bad_mode, Errc::invalid},
      {"create with before", lying, Errc::invalid},
  };
  for (const Case& c : cases) {
    CAPTURE(c.what);
    auto transaction = b.begin();
    // The good file comes first: it must not be left behind either.
    const auto applied = transaction.apply(change_of({created("+good/file", "good"), c.file}));
    REQUIRE_FALSE(applied.ok());
    CHECK(applied.error().code == c.code);
    CHECK(b.content() == before);
  }
  auto transaction = b.begin();
  CHECK(transaction.apply({}).error().code == Errc::invalid);
  CHECK(transaction.apply({{created("b", "x"), created("a", "x")}}).error().code == Errc::invalid);
  CHECK(transaction.apply({{created("a", "x"), created("a", "x")}}).error().code == Errc::invalid);
  CHECK_FALSE(b.lab.exists("/etc/x"));
}

TEST_CASE("links are written as links, and never through") {
  Bench b;
  b.lab.sh(b.repo, "ln -s README.md old; ln -s src way; git add -A; git commit -qm Links");
  b.worktree = b.make();
  const auto link = [](FileChange file) {
    if (file.before) file.mode_before = kSymlinkMode;
    if (file.after) file.mode_after = kSymlinkMode;
    return file;
  };
  FileChange becomes_link = modified("run.sh", kRun, "README.md");
  becomes_link.mode_before = 0755;
  becomes_link.mode_after = kSymlinkMode;
  FileChange becomes_file = modified("old", "README.md", "text\n");
  becomes_file.mode_before = kSymlinkMode;
  commit_change(b.worktree,
                change_of({link(created("a/new", "../README.md")), becomes_file, becomes_link,
                           link(modified("way", "src", "a"))}),
                "Links");
  CHECK(b.sh("git ls-tree -r HEAD | cut -c1-6,53- | tr '\\t\\n' '  '") ==
        "100644 README.md 120000 a/new 100644 old 120000 run.sh 100644 src/main.c 120000 way");
  CHECK(b.sh("readlink a/new way run.sh | tr '\\n' ' '; cat old") ==
        "../README.md a README.md text");
  CHECK(*b.worktree.is_clean());
  CHECK(b.lab.read(b.file("README.md")) == kReadme);

  const std::string before = b.content();
  PatchTransaction transaction = b.begin();
  FileChange back = modified("run.sh", "README.md", "x");
  back.mode_before = kSymlinkMode;
  REQUIRE(transaction.apply(
      change_of({link(removed("a/new", "../README.md")), back, link(created("zed", "way"))})));
  REQUIRE(transaction.rollback());
  CHECK(b.content() == before);
  CHECK(*b.worktree.is_clean());
  const Status other = b.begin().apply(change_of({link(modified("way", "elsewhere", "b"))}));
  REQUIRE_FALSE(other);
  CHECK(other.error().code == Errc::conflict);
}

TEST_CASE("a failure half-way puts everything back") {
  Bench b;
  const std::string before = b.content();
  auto transaction = b.begin();
  // `run.sh` is a file, so a file below it cannot be made; the others come first.
  const auto applied =
      transaction.apply(change_of({modified("README.md", kReadme, "new"), created("a/b/c", "x"),
                                   removed("src/main.c", "int main(void) { return 0; }\n"),
                                   created("run.sh/below", "x"), created("src2/x", "x")}));
  REQUIRE_FALSE(applied.ok());
  CHECK(b.content() == before);
  CHECK(*b.worktree.is_clean());
  // The transaction is as good as new.
  const Change change = change_of({created("fine", "x")});
  REQUIRE(transaction.apply(change).ok());
  CHECK(transaction.commit(admit(b.worktree, change), "Fine", kAt).ok());
}

TEST_CASE("a commit has the date it is given, in UTC") {
  Bench b;
  auto transaction = b.begin();
  const Change change = change_of({created("dated", "x")});
  REQUIRE(transaction.apply(change).ok());
  REQUIRE(transaction.commit(admit(b.worktree, change), "Dated", kAt).ok());
  CHECK(b.sh("TZ=UTC git log -1 --format='%ad %cd' --date=format:%FT%T%z") ==
        "2026-01-02T03:04:05+0000 2026-01-02T03:04:05+0000");
}

TEST_CASE("rollback makes the folder what it was") {
  Bench b;
  b.lab.sh(b.repo, "printf '*.o\\ncache/\\n' > .gitignore; git add -A; git commit -qm Ignore");
  b.worktree = b.make();
  b.sh("mkdir -p cache; echo kept > cache/kept; echo kept > kept.o");
  const std::string before = b.content();
  auto transaction = b.begin();
  REQUIRE(transaction
              .apply(change_of({modified("README.md", kReadme, "new\r\n"),
                                modified("run.sh", kRun, "other"), created("deep/er/file", "x"),
                                created("made.o", "x"),
                                removed("src/main.c", "int main(void) { return 0; }\n")}))
              .ok());
  CHECK(b.content() != before);
  SUBCASE("what was applied") {}
  SUBCASE("and what others left meanwhile") {
    b.sh(
        "echo x > stray.txt; echo x > stray.o; mkdir -p out/dir; echo x > out/dir/f; "
        "rm run.sh; git add -A; chmod 700 README.md");
  }
  SUBCASE("and a lock of a killed git") { b.sh("echo x > stray; : > .git/index.lock"); }
  SUBCASE("also when a symlink took a folder's place") {
    b.sh(
        "mkdir ../aside; rm -rf deep; ln -s $PWD/../aside deep; mkdir ../aside/er; "
        "echo safe > ../aside/er/file");
  }
  SUBCASE("also with a commit in between") { b.sh("git add -A; git commit -qm Stray"); }
  const auto done = transaction.rollback();
  REQUIRE_MESSAGE(done.ok(), done.error().to_line());
  CHECK(b.content() == before);
  CHECK(b.sh("git status --porcelain").empty());
  if (b.lab.exists(b.lab.path("state/aside"))) {
    CHECK(b.lab.read(b.lab.path("state/aside/er/file")) == "safe\n");
  }
  // Nothing is applied any more.
  CHECK(transaction.rollback().ok());
}

TEST_CASE("a transaction that is given up rolls back by itself") {
  Bench b;
  const std::string before = b.content();
  {
    auto transaction = b.begin();
    REQUIRE(transaction.apply(change_of({created("x/y", "z")})).ok());
    auto moved = std::move(transaction);
    CHECK(b.lab.exists(b.file("x/y")));
  }
  CHECK(b.content() == before);
}

TEST_CASE("commit wants rulings on exactly this change, as it was applied") {
  Bench b;
  const std::string head = *b.worktree.head();
  auto transaction = b.begin();
  const Change change = change_of({modified("README.md", kReadme, "new\n")});
  const Change other = change_of({modified("README.md", kReadme, "other\n")});
  CHECK(transaction.commit(admit(b.worktree, change), "Early", kAt).error().code == Errc::invalid);
  REQUIRE(transaction.apply(change).ok());
  CHECK(transaction.apply(other).error().code == Errc::invalid);
  CHECK(transaction.commit(admit(b.worktree, other), "Other", kAt).error().code == Errc::denied);
  CHECK(transaction.commit(admit(b.worktree, change), " \n", kAt).error().code == Errc::invalid);
  b.sh("echo more >> README.md");
  CHECK(transaction.commit(admit(b.worktree, change), "Touched", kAt).error().code ==
        Errc::conflict);
  CHECK(*b.worktree.head() == head);
  REQUIRE(transaction.rollback().ok());
  CHECK(*b.worktree.is_clean());
}

TEST_CASE("a change that changes nothing makes no commit") {
  Bench b;
  auto transaction = b.begin();
  const Change change = change_of({modified("README.md", kReadme, kReadme)});
  REQUIRE(transaction.apply(change).ok());
  const auto commit = transaction.commit(admit(b.worktree, change), "Nothing", kAt);
  REQUIRE(commit.ok());
  CHECK_FALSE(commit->has_value());
  CHECK(*b.worktree.is_clean());
  CHECK(b.worktree.commits()->empty());
}

TEST_CASE("modes are kept unless the change says otherwise") {
  Bench b;
  FileChange to_plain = modified("run.sh", kRun, kRun);
  to_plain.mode_before = 0755;
  commit_change(b.worktree, change_of({to_plain}), "No longer a program");
  CHECK(b.sh("git ls-tree HEAD run.sh").starts_with("100644"));
  CHECK(*b.worktree.is_clean());
}

TEST_CASE("a file inside a submodule is refused and the submodule stays") {
  Bench b;
  b.lab.sh(b.repo,
           "git update-index --add --cacheinfo 160000,$(git rev-parse HEAD),sub; "
           "mkdir sub; git commit -qm Sub");
  b.worktree = b.make();
  const std::string before = b.content();
  auto transaction = b.begin();
  const Change change = change_of({created("sub/file", "x")});
  const auto applied = transaction.apply(change);
  if (applied) CHECK_FALSE(transaction.commit(admit(b.worktree, change), "Into sub", kAt).ok());
  REQUIRE(transaction.rollback().ok());
  CHECK(b.content() == before);
  CHECK(*b.worktree.is_clean());
}

TEST_CASE("many transactions follow each other") {
  Bench b;
  std::string text = kReadme;
  for (int i = 0; i < 5; ++i) {
    const std::string next = text + std::to_string(i) + "\n";
    {
      auto refused = b.begin();
      REQUIRE(
          refused.apply(change_of({modified("README.md", text, "bad"), created("z", "")})).ok());
      REQUIRE(refused.rollback().ok());
    }
    commit_change(b.worktree, change_of({modified("README.md", text, next)}), "Step");
    text = next;
  }
  CHECK(b.worktree.commits()->size() == 5);
  CHECK(*b.worktree.is_clean());
}

}  // namespace
}  // namespace pawl::git::patch_test
