#include "repo/views/view.hpp"

#include <doctest/doctest.h>

#include "repo/views/overlay_view.hpp"

namespace pawl::repo::view_test {
namespace {

RepoPath at(const char* text) { return RepoPath::from_git(text).value(); }

TEST_CASE("a memory view is sorted and answers by exact path") {
  const auto view =
      memory_view({{"src/b.py", "b = 1\n"}, {"README.md", "# x\n"}, {"src/a.py", ""}});
  REQUIRE(view->files().size() == 3);
  CHECK(view->files()[0].path.text() == "README.md");
  CHECK(view->files()[1].path.text() == "src/a.py");
  CHECK(view->files()[2].size == 6);
  CHECK(view->has("src/b.py"));
  CHECK_FALSE(view->has("src"));
  CHECK_FALSE(view->has("readme.md"));
  CHECK(view->text("src/b.py") == "b = 1\n");
  CHECK_FALSE(view->text("src/c.py").has_value());
}

// One file, which cannot be read for some reason.
class OneFile final : public RepoView {
 public:
  explicit OneFile(Errc why, bool symlink = false) : why_(why) {
    entries_.push_back({.path = at("a.c"), .size = 3, .symlink = symlink});
  }
  std::span<const Entry> files() const override { return entries_; }

 private:
  Result<std::string> read_file(const RepoPath& path, std::size_t) const override {
    return fail(find(path.text()) == nullptr ? Errc::not_found : why_, "no " + path.text());
  }

  std::vector<Entry> entries_;
  Errc why_;
};

TEST_CASE("a read that fails is trouble, and stays it; an answer is none") {
  struct Row {
    const char* about;
    Errc why;
    bool symlink;
    bool trouble;
  };
  const Row rows[] = {{"too large", Errc::invalid, false, false},
                      {"a symlink", Errc::denied, true, false},
                      {"a file nobody may read", Errc::denied, false, true},
                      {"a listed file that is not there", Errc::not_found, false, true},
                      {"a disk that fails", Errc::io, false, true},
                      {"a git that was ended", Errc::timeout, false, true}};
  for (const Row& row : rows) {
    CAPTURE(row.about);
    const OneFile view(row.why, row.symlink);
    OverlayView above(view);
    above.put(at("b.c"), "b");
    CHECK_FALSE(above.text("absent.c").has_value());
    CHECK(above.text("b.c") == "b");
    CHECK(above.trouble().ok());
    CHECK_FALSE(view.text("a.c").has_value());
    CHECK(view.trouble().ok() != row.trouble);
    CHECK(above.trouble().ok() != row.trouble);
    CHECK(above.text("b.c") == "b");
    if (row.trouble) CHECK(above.trouble().error().message == "no a.c");
  }
}

TEST_CASE("folders of a view") {
  const auto view = memory_view({{"docs/guide/a.md", "x"}, {"docs.md", "x"}, {"srcs/a.c", "x"}});
  CHECK(view->has_folder("docs"));
  CHECK(view->has_folder("docs/"));
  CHECK(view->has_folder("docs/guide"));
  CHECK_FALSE(view->has_folder("docs.md"));
  CHECK_FALSE(view->has_folder("src"));
}

TEST_CASE("first_of takes the order it is given") {
  const auto view = memory_view({{"COPYING", "x"}, {"LICENSE", "y"}});
  static constexpr auto kNames = fixed_words("LICENSE", "COPYING");
  REQUIRE(view->first_of(kNames) != nullptr);
  CHECK(view->first_of(kNames)->path.text() == "LICENSE");
  static constexpr auto kOthers = fixed_words("NOTICE");
  CHECK(view->first_of(kOthers) == nullptr);
}

TEST_CASE("reading has a limit and says what is wrong") {
  const auto view = memory_view({{"big.txt", std::string(100, 'x')}});
  CHECK(view->read(at("big.txt"), 100).ok());
  CHECK(view->read(at("big.txt"), 99).error().code == Errc::invalid);
  CHECK(view->read(at("none.txt")).error().code == Errc::not_found);
}

TEST_CASE("what is vendored and what is generated") {
  struct Row {
    const char* path;
    bool vendored;
    bool generated;
  };
  const Row rows[] = {
      {"src/main.py", false, false},
      {"node_modules/a/index.js", true, false},
      {"app/vendor/lib.rb", true, false},
      {"vendor.go", false, false},
      {"src/vendor", false, false},
      {"third_party/zlib/zlib.h", true, false},
      {"deps/lua/lua.c", true, false},
      {"src/deps/resolve.ts", false, false},
      {"package-lock.json", false, true},
      {"web/Cargo.lock", false, true},
      {"go.sum", false, true},
      {"assets/app.min.js", false, true},
      {"assets/app.js.map", false, true},
      {"assets/admin.js", false, false},
      {"api/v1/api.pb.go", false, true},
      {"proto/x_pb2.py", false, true},
      {"logo.PNG", false, true},
      {"a.zip", false, true},
      {"dist/index.js", false, true},
      {"dist.js", false, false},
      {"pkg.egg-info/PKG-INFO", false, true},
      {"src/build/plan.cpp", false, false},
      {"configure", false, true},
      {"configure.ac", false, false},
      {"Makefile", false, false},
  };
  for (const Row& row : rows) {
    CAPTURE(row.path);
    CHECK(is_vendored(at(row.path)) == row.vendored);
    CHECK(is_generated(at(row.path)) == row.generated);
  }
}

}  // namespace
}  // namespace pawl::repo::view_test
