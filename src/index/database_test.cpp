#include "index/database.hpp"

#include <doctest/doctest.h>

#include <map>

#include "index/index.hpp"
#include "index/outline_codec.hpp"
#include "os/files/files.hpp"
#include "os/files/test_folder.hpp"

namespace {

using namespace pawl::index;
using pawl::Errc;
using Files = std::map<std::string, std::string>;

// Contents stand for their own object ids.
struct World {
  pawl::os::TestFolder folder;
  int reads = 0;

  static std::vector<TreeFile> listed(const Files& files) {
    std::vector<TreeFile> out;
    for (const auto& [path, text] : files) {
      out.push_back({path, std::to_string(std::hash<std::string>()(text))});
    }
    return out;
  }
  ReadFile reader(const Files& files) {
    return [this, files](const TreeFile& file) -> std::optional<std::string> {
      __atomic_add_fetch(&reads, 1, __ATOMIC_RELAXED);
      const auto found = files.find(file.path);
      if (found == files.end()) return std::nullopt;
      return found->second;
    };
  }
};

const Files kFiles = {
    {"package.json", R"({"dependencies": {"react": "1"}})"},
    {"src/a.ts", "export function f(x: number) { return x; }\n"},
    {"src/b.ts", "import { f } from './a';\nimport 'react';\nf(1);\n"},
    {"src/deep/c.ts", "import { f } from '../a';\nf(2);\n"},
    {"README.md", "text\n"},
};

TEST_CASE("an outline survives the way to bytes and back") {
  const std::pair<pawl::syntax::Language, const char*> cases[] = {
      {pawl::syntax::Language::python,
       "import a.b as c\nfrom x import *\n__all__ = ['f']\n@d.e\ndef f(a, *, b=1, **k):\n"
       "    return g(a, k=b).h\nclass K:\n    def m(self): 'doc'\n"},
      {pawl::syntax::Language::typescript, "export default class K {}\nexport * from './x';\n"},
      {pawl::syntax::Language::go, "package p\nfunc F(a ...int) { g(a...) }\n"},
      {pawl::syntax::Language::rust, ""},
  };
  for (const auto& [language, text] : cases) {
    const auto outline = pawl::syntax::outline(language, text);
    const std::string bytes = encode(outline);
    const auto back = decode(bytes);
    REQUIRE(back);
    CHECK(*back == outline);
    for (std::size_t i = 0; i < bytes.size(); ++i) CHECK_FALSE(decode(bytes.substr(0, i)));
  }
}

TEST_CASE("a database answers as memory does") {
  World world;
  auto database = IndexDatabase::open(world.folder.path());
  REQUIRE(database);
  CHECK((*database)->tree_of("r").value().empty());
  const ReadFile read = world.reader(kFiles);
  REQUIRE((*database)->build("r", "t1", World::listed(kFiles), read));
  CHECK((*database)->tree_of("r").value() == "t1");
  CHECK((*database)->tree("r", "t0", read).error().code == Errc::not_found);
  auto tree = (*database)->tree("r", "t1", read);
  REQUIRE(tree);
  const auto memory = memory_tree({kFiles.begin(), kFiles.end()});
  for (const auto& [path, text] : kFiles) {
    CHECK((*tree)->has(path));
    CHECK((*tree)->text(path) == text);
    const OutlinePtr mine = (*tree)->outline(path);
    const OutlinePtr other = memory->outline(path);
    REQUIRE((mine == nullptr) == (other == nullptr));
    if (mine != nullptr) CHECK(*mine == *other);
  }
  CHECK_FALSE((*tree)->has("src"));
  CHECK_FALSE((*tree)->has("gone.ts"));
  for (const char* folder : {"", "src", "src/deep", "sr", "gone"}) {
    CHECK((*tree)->has_folder(folder) == memory->has_folder(folder));
    CHECK((*tree)->files_in(folder) == memory->files_in(folder));
    CHECK((*tree)->count_below(folder, 3) == memory->count_below(folder, 3));
  }
  CHECK((*tree)->named("package.json") == memory->named("package.json"));
  CHECK((*tree)->with_key(use_key("f")) == memory->with_key(use_key("f")));
  const CodeIndex index(*std::move(tree), {{"src/b.ts", "f(3);\n"}});
  CHECK(index.base().callers_of("src/a.ts", "f").size() == 2);
  CHECK(index.head().callers_of("src/a.ts", "f").size() == 1);
  CHECK(index.base().resolve("src/b.ts", {.module = "react"}).origin == Origin::dependency);
  CHECK(index.trouble().empty());
}

TEST_CASE("the same content is read once ever") {
  World world;
  const ReadFile read = world.reader(kFiles);
  {
    auto database = IndexDatabase::open(world.folder.path());
    REQUIRE((*database)->build("r", "t1", World::listed(kFiles), read));
    const int first = world.reads;
    CHECK(first == 4);  // not the README
    REQUIRE((*database)->build("other", "t1", World::listed(kFiles), read));
    CHECK(world.reads == first);
  }
  auto database = IndexDatabase::open(world.folder.path());
  Files next = kFiles;
  next["src/b.ts"] = "import { f } from './a';\n";
  next["src/new.ts"] = "f(1);\n";
  next.erase("src/deep/c.ts");
  const int before = world.reads;
  std::vector<TreeFile> changed =
      World::listed({{"src/b.ts", next["src/b.ts"]}, {"src/new.ts", next["src/new.ts"]}});
  changed.push_back({"src/deep/c.ts", ""});
  REQUIRE((*database)->move("r", "t1", "t2", changed, world.reader(next)));
  CHECK(world.reads == before + 2);
  CHECK((*database)->move("r", "t1", "t3", {}, read).error().code == Errc::conflict);
  auto tree = (*database)->tree("r", "t2", world.reader(next));
  REQUIRE(tree);
  CHECK((*tree)->with_key(use_key("f")) == std::vector<std::string>{"src/b.ts", "src/new.ts"});
  CHECK_FALSE((*tree)->has_folder("src/deep"));
  tree->reset();
  auto other = (*database)->tree("other", "t1", read);
  REQUIRE(other);
  CHECK((*other)->has("src/deep/c.ts"));
}

TEST_CASE("nothing is learnt of a file that cannot be read") {
  World world;
  auto database = IndexDatabase::open(world.folder.path());
  const ReadFile fails = [](const TreeFile& file) -> pawl::Result<std::optional<std::string>> {
    if (file.path != "src/a.ts") return std::optional<std::string>("f(1);\n");
    return pawl::fail(Errc::io, "cannot read " + file.path);
  };
  const auto built = (*database)->build("r", "t1", World::listed(kFiles), fails);
  REQUIRE_FALSE(built);
  CHECK(built.error().message == "cannot read src/a.ts");
  CHECK((*database)->tree_of("r").value().empty());
  const ReadFile read = world.reader(kFiles);
  REQUIRE((*database)->build("r", "t1", World::listed(kFiles), read));
  const auto tree = (*database)->tree("r", "t1", read);
  REQUIRE((*tree)->outline("src/a.ts") != nullptr);
  CHECK((*tree)->outline("src/a.ts")->symbols.size() == 1);
}

TEST_CASE("a reader keeps what it sees while another process moves the tree") {
  World world;
  const ReadFile read = world.reader(kFiles);
  auto one = IndexDatabase::open(world.folder.path());
  auto two = IndexDatabase::open(world.folder.path());
  REQUIRE((*one)->build("r", "t1", World::listed(kFiles), read));
  auto tree = (*one)->tree("r", "t1", read);
  REQUIRE(tree);
  const std::vector<TreeFile> gone{{"src/a.ts", ""}};
  REQUIRE((*two)->move("r", "t1", "t2", gone, read));
  CHECK((*tree)->has("src/a.ts"));
  tree->reset();
  CHECK((*one)->tree_of("r").value() == "t2");
}

TEST_CASE("a damaged or newer file is begun anew") {
  World world;
  const auto files = pawl::os::real_files();
  const std::string path = world.folder.path() + "/index.db";
  const ReadFile read = world.reader(kFiles);
  REQUIRE(files->write_atomic(path, std::string(8192, 'x')));
  {
    auto database = IndexDatabase::open(world.folder.path());
    REQUIRE(database);
    REQUIRE((*database)->build("r", "t1", World::listed(kFiles), read));
    // Another process that finds the file useless must not take it away from this one.
    auto newer = pawl::store::CodeIndexFile::open(world.folder.path(), kOutlineVersion + 1);
    REQUIRE(newer);
    CHECK((*newer)->tree_of("r").value().empty());
    CHECK((*database)->tree_of("r").value() == "t1");
  }
  auto again = IndexDatabase::open(world.folder.path());
  CHECK((*again)->tree_of("r").value() == "t1");
  again->reset();
  auto newer = pawl::store::CodeIndexFile::open(world.folder.path(), kOutlineVersion + 1);
  REQUIRE(newer);
  CHECK((*newer)->tree_of("r").value().empty());
}

}  // namespace
