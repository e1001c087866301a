#include "os/files/root.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <thread>

#include <sys/stat.h>
#include <unistd.h>

#include "os/files/test_folder.hpp"

namespace pawl::os::root_test {
namespace {

RepoPath path(std::string_view text) { return RepoPath::parse(text).value(); }

struct Tree {
  TestFolder folder;
  std::unique_ptr<Files> files = real_files();
  std::unique_ptr<Root> root;

  explicit Tree(Root::Resolver resolver) {
    REQUIRE(files->make_folders(folder / "repo/src/deep"));
    REQUIRE(files->make_folders(folder / "outside"));
    REQUIRE(files->write_atomic(folder / "outside/secret", "secret"));
    REQUIRE(files->write_atomic(folder / "repo/src/a.txt", "alpha"));
    const auto link = [&](const char* target, const char* name) {
      REQUIRE(::symlink(target, (folder / name).c_str()) == 0);
    };
    link("../outside", "repo/out");
    link("../outside/secret", "repo/secret");
    link("src", "repo/inner");
    link("a.txt", "repo/src/link");
    root = *Root::open(folder / "repo", resolver);
  }

  std::string outside() { return files->read(folder / "outside/secret").value(); }
};

void check_reading(Tree& tree) {
  const Root& root = *tree.root;
  CHECK(root.folder() == tree.folder / "repo");
  CHECK(root.read(path("src/a.txt"), 5).value() == "alpha");
  struct Row {
    std::string path;
    std::size_t bytes_max;
    Errc want;
  };
  const Row rows[] = {
      {"src/a.txt", 4, Errc::invalid},    {"src/none", 10, Errc::not_found},
      {"none/none", 10, Errc::not_found}, {"src/a.txt/b", 10, Errc::not_found},
      {"src", 10, Errc::invalid},         {"src/link", 10, Errc::denied},
      {"out/secret", 10, Errc::denied},   {"secret", 10, Errc::denied},
      {"inner/a.txt", 10, Errc::denied},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    const auto content = root.read(path(row.path), row.bytes_max);
    REQUIRE_FALSE(content);
    CHECK(content.error().code == row.want);
    CHECK(content.error().message.find(row.path) != std::string::npos);
  }
  REQUIRE(::mkfifo((tree.folder / "repo/pipe").c_str(), 0644) == 0);
  CHECK(root.read(path("pipe"), 10).error().code == Errc::invalid);
}

void check_stat(Tree& tree) {
  const Root& root = *tree.root;
  CHECK(root.stat(path("src/a.txt")).value()->size == 5);
  CHECK(root.stat(path("src")).value()->type == FileType::folder);
  CHECK(root.stat(path("out")).value()->type == FileType::symlink);
  CHECK_FALSE(root.stat(path("none")).value());
  CHECK_FALSE(root.stat(path("none/none")).value());
  CHECK_FALSE(root.stat(path("src/a.txt/b")).value());
  CHECK(root.stat(path("out/secret")).error().code == Errc::denied);
  CHECK(root.read_link(path("out")).value() == "../outside");
  CHECK(root.read_link(path("src/link")).value() == "a.txt");
  CHECK(root.read_link(path("src/a.txt")).error().code == Errc::invalid);
  CHECK(root.read_link(path("none")).error().code == Errc::not_found);
  CHECK(root.read_link(path("out/secret")).error().code == Errc::denied);
}

void check_writing(Tree& tree) {
  Root& root = *tree.root;
  REQUIRE(root.write(path("src/a.txt"), "beta", 0755));
  CHECK(root.read(path("src/a.txt"), 100).value() == "beta");
  CHECK(root.stat(path("src/a.txt")).value()->mode == 0755);
  REQUIRE(root.write(path("new/folder/b"), "b", 0644));
  CHECK(root.stat(path("new/folder/b")).value()->mode == 0644);
  struct Row {
    std::string path;
    Errc want;
  };
  const Row rows[] = {
      {"src", Errc::invalid},       {"src/a.txt/b/c", Errc::invalid},
      {"out/secret", Errc::denied}, {"out/made/deep", Errc::denied},
      {"secret", Errc::denied},     {"inner/b", Errc::denied},
      {"src/link", Errc::denied},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    const Status written = root.write(path(row.path), "x", 0644);
    REQUIRE_FALSE(written);
    CHECK(written.error().code == row.want);
  }
  CHECK(tree.outside() == "secret");
  CHECK(tree.files->list(tree.folder / "outside").value().size() == 1);
  // No temporary file is left, and no folder of a write that failed.
  CHECK(tree.files->list(tree.folder / "repo/src").value().size() == 3);
  CHECK(tree.files->list(tree.folder / "repo").value().size() == 5);
}

void check_failed_write(Tree& tree) {
  const std::string too_long(255, 'n');
  REQUIRE(tree.root->write(path("made/" + too_long), "x", 0644));
  // The name of the last component is taken by a folder made after the way to it.
  REQUIRE(tree.files->make_folders(tree.folder / "repo/made/taken"));
  CHECK_FALSE(tree.root->write(path("made/taken"), "x", 0644));
  CHECK(tree.files->list(tree.folder / "repo/made").value().size() == 2);
}

void check_removing(Tree& tree) {
  Root& root = *tree.root;
  REQUIRE(root.write(path("x/y/z/file"), "", 0644));
  REQUIRE(root.write(path("x/kept"), "", 0644));
  REQUIRE(root.remove(path("x/y/z/file")));
  CHECK(tree.files->list(tree.folder / "repo/x").value() == std::vector<std::string>{"kept"});
  REQUIRE(root.remove(path("x/kept")));
  CHECK_FALSE(root.stat(path("x")).value());
  REQUIRE(root.remove(path("x/kept")));
  CHECK(root.remove(path("src")).error().code == Errc::invalid);
  CHECK(root.remove(path("out")).error().code == Errc::denied);
  CHECK(root.remove(path("out/secret")).error().code == Errc::denied);
  CHECK(tree.outside() == "secret");
}

void check_links(Tree& tree) {
  Root& root = *tree.root;
  REQUIRE(root.write_link(path("n/e/link"), "../../outside/secret"));
  CHECK(root.read_link(path("n/e/link")).value() == "../../outside/secret");
  REQUIRE(root.write_link(path("secret"), "elsewhere"));
  CHECK(root.read_link(path("secret")).value() == "elsewhere");
  REQUIRE(root.write_link(path("src/a.txt"), "link"));
  CHECK(root.read_link(path("src/a.txt")).value() == "link");
  CHECK(root.write_link(path("src"), "a").error().code == Errc::invalid);
  CHECK(root.write_link(path("out/new"), "a").error().code == Errc::denied);
  CHECK_FALSE(tree.files->stat(tree.folder / "outside/new").value());
  REQUIRE(root.remove_link(path("n/e/link")));
  CHECK_FALSE(root.stat(path("n")).value());
  REQUIRE(root.remove_link(path("n/e/link")));
  REQUIRE(root.write(path("file"), "", 0644));
  CHECK(root.remove_link(path("file")).error().code == Errc::denied);
  CHECK(root.remove_link(path("src")).error().code == Errc::denied);
  REQUIRE(root.remove_link(path("out")));
  CHECK(tree.outside() == "secret");
}

// Another thread keeps swapping a folder for a symlink to the outside: whatever happens, nothing
// outside is ever read or written.
void check_race(Tree& tree) {
  const std::string swapped = tree.folder / "repo/swap";
  const std::string aside = tree.folder / "repo/aside";
  REQUIRE(tree.files->make_folders(swapped));
  std::atomic<bool> done = false;
  std::thread other([&] {
    while (!done) {
      if (::rename(swapped.c_str(), aside.c_str()) != 0) continue;
      static_cast<void>(::symlink("../outside", swapped.c_str()) == 0);
      ::unlink(swapped.c_str());
      while (::rename(aside.c_str(), swapped.c_str()) != 0 && !done) {
        ::unlink(swapped.c_str());
        ::rmdir(swapped.c_str());
        static_cast<void>(tree.files->remove_tree(swapped).ok());
      }
    }
  });
  for (int i = 0; i < 500; ++i) {
    static_cast<void>(tree.root->write(path("swap/secret"), "overwritten", 0644).ok());
    const auto content = tree.root->read(path("swap/secret"), 100);
    if (content) CHECK(*content == "overwritten");
    static_cast<void>(tree.root->remove(path("swap/secret")).ok());
  }
  done = true;
  other.join();
  CHECK(tree.outside() == "secret");
  CHECK(tree.files->list(tree.folder / "outside").value().size() == 1);
}

}  // namespace

TEST_CASE("a root keeps its contract with both resolvers") {
  for (const Root::Resolver resolver : {Root::Resolver::best, Root::Resolver::walk}) {
    CAPTURE(static_cast<int>(resolver));
    const auto with = [&](void (*check)(Tree&)) {
      Tree tree(resolver);
      check(tree);
    };
    with(check_reading);
    with(check_stat);
    with(check_writing);
    with(check_failed_write);
    with(check_removing);
    with(check_links);
    with(check_race);
  }
}

TEST_CASE("a root is an existing folder") {
  const TestFolder folder;
  CHECK(Root::open(folder / "none").error().code == Errc::not_found);
  REQUIRE(real_files()->write_atomic(folder / "file", ""));
  CHECK_FALSE(Root::open(folder / "file"));
}

}  // namespace pawl::os::root_test
