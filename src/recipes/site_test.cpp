#include "recipes/site.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>

#include "base/text/text.hpp"
#include "recipes/recipes.hpp"
#include "recipes/site_docs.hpp"
#include "recipes/site_parts.hpp"
#include "recipes/site_sources.hpp"

namespace pawl::recipes::site_test {
namespace {

using FileMap = std::map<std::string, std::string>;

// A repository, and what the recipes are given of it.
struct Place {
  explicit Place(const FileMap& files)
      : view(repo::memory_view(files)), facts(repo::gather_facts(*view)) {}

  Input input() const { return {.view = *view, .facts = facts, .settings = settings}; }
  SiteDocs docs() const { return gather_site_docs(input(), {}, {}); }
  SitePlan plan(std::string_view tool) const { return (*site_tool_named(tool))->plan(input()); }
  std::string text(std::string_view tool, std::string_view path) const {
    for (const Write& write : plan(tool).writes) {
      if (write.path == path) return write.content;
    }
    return {};
  }

  std::unique_ptr<repo::RepoView> view;
  repo::Facts facts;
  Settings settings;
};

// `Title=page [inner, inner]`
std::string spelled(const std::vector<NavItem>& nav) {
  std::vector<std::string> out;
  for (const NavItem& item : nav) {
    std::string one = item.text + "=" + item.page + item.url;
    if (!item.items.empty()) one += " [" + spelled(item.items) + "]";
    out.push_back(std::move(one));
  }
  return join(out, ", ");
}

std::string paths(const SitePlan& plan) {
  std::vector<std::string> out;
  for (const Write& write : plan.writes) out.push_back(write.path);
  return join(out, " ");
}

const FileMap kGuide{
    {"docs/index.md", "# Welcome\n"},
    {"docs/zebra.md", "---\nsidebar_position: 1\n---\n# Zebra\n"},
    {"docs/ant.md", "Text\n"},
    {"docs/guide/README.md", "# The guide\n"},
    {"docs/guide/02-then-this.md", "no title\n"},
    {"docs/guide/01-first.md", "---\ntitle: First\n---\n"},
    {"docs/api/x.md", "<h1>X</h1>\n"},
    {"docs/api/_category_.json", "{\"label\": \"Reference\", \"position\": 0}"},
    {"docs/node_modules/a/b.md", "# No\n"},
    {"docs/.hidden/c.md", "# No\n"},
};

}  // namespace

TEST_CASE("the navigation is the tree: what opens a folder, what says its place, names") {
  CHECK(spelled(Place(kGuide).docs().nav) ==
        "Welcome=index.md, Reference= [X=api/x.md], Zebra=zebra.md, Ant=ant.md, "
        "The guide=guide/README.md [First=guide/01-first.md, Then this=guide/02-then-this.md]");
}

TEST_CASE("pages of one title go by the names of their files") {
  const Place place({{"docs/index.md", "# Box\n"},
                     {"docs/how-to.md", "<h1 align='center'>Box</h1>\n\n## How\n"},
                     {"docs/what.md", "# Box\n"},
                     {"docs/why.md", "# Reasons\n"}});
  CHECK(spelled(place.docs().nav) ==
        "Box=index.md, How to=how-to.md, What=what.md, Reasons=why.md");
}

TEST_CASE("lists of links of other tools give the order") {
  const char* summary =
      "# Summary\n\n[Intro](intro.md)\n\n- [One](./one.md)\n    - [Two](two.md)\n"
      "      * [Three](three.md \"t\")\n- Part\n  - [Four](<four.md>)\n- [Site](https://x.org)\n";
  CHECK(spelled(list_nav(summary)) ==
        "One=one.md [Two=two.md [Three=three.md]], Part= [Four=four.md], Site=https://x.org");
  FileMap files = kGuide;
  files["docs/_sidebar.md"] = "- [Z](zebra.md)\n- [Gone](gone.md)\n- [A](ant.md)\n";
  const SiteDocs docs = Place(files).docs();
  CHECK(spelled(docs.nav) == "Z=zebra.md, A=ant.md");
  CHECK(contains(join(docs.left, "\n"), "names gone.md, which is no page"));
  CHECK(contains(join(docs.left, "\n"), "leaves out api/x.md"));
  CHECK(contains(join(docs.left, "\n"), "docsify (docs/_sidebar.md)"));
}

TEST_CASE("the documents are where settings or habits say") {
  const auto folder = [](FileMap files) { return Place(files).docs().folder; };
  CHECK(folder({{"docs/a.md", "x"}, {"doc/b.md", "x"}}) == "docs");
  CHECK(folder({{"doc/b.md", "x"}}) == "doc");
  CHECK(folder({{"book.toml", "[book]\nsrc = \"text\"\n"}, {"text/a.md", "x"}}) == "text");
  CHECK(folder({{"mkdocs.yml", "docs_dir: manual\n"}, {"manual/a.md", "x"}}) == "manual");
  CHECK(folder({{"mkdocs.yml", "docs_dir: ../out\n"}, {"docs/a.md", "x"}}) == "docs");
  CHECK(folder({{"README.md", "# X\n"}}) == "docs");
}

TEST_CASE("the first page is the README with links that lead where they led") {
  const std::string readme =
      "# Box\n\n[a](docs/a.md) [b](docs/a.md#x \"t\") [c](<docs/a b.md>) [d](LICENSE) [e](#box)\n"
      "[f](https://x.org) [g](gone.md) [h](docs) ![i](i.png)\n<a href='docs/a.md'>\n\n[r]: "
      "docs/a.md\n\n~~~\n[a](docs/a.md)\n~~~\n";
  const FileMap files{{"README.md", readme},
                      {"docs/a.md", "# A\n"},
                      {"docs/a b.md", "# A B\n"},
                      {"LICENSE", "x"},
                      {"i.png", "x"}};
  const Place place(files);
  const SiteDocs docs = place.docs();
  REQUIRE(docs.index);
  CHECK(docs.index->path == "docs/index.md");
  CHECK(docs.index->content ==
        "# Box\n\n[a](a.md) [b](a.md#x \"t\") [c](<a%20b.md>) [d](../LICENSE) [e](#box)\n"
        "[f](https://x.org) g [h](./) ![i](../i.png)\n<a href='a.md'>\n\n[r]: "
        "a.md\n\n~~~\n[a](docs/a.md)\n~~~\n");
  CHECK(docs.title == "Box");
  // What led nowhere before is a link no more, and what leads out of the site now is known.
  const auto out = std::find_if(docs.references.begin(), docs.references.end(),
                                [](const SiteReference& one) { return one.path == "LICENSE"; });
  REQUIRE(out != docs.references.end());
  CHECK(out->written == "../LICENSE");
  CHECK(out->leads == Leads::file);
}

TEST_CASE("without a README the first page lists the pages") {
  const Place place({{"docs/b.md", "# B\n"}, {"docs/a/x y.md", "# A\n"}});
  CHECK(place.docs().index->content == "# Documentation\n\n- [A](a/x%20y.md)\n- [B](b.md)\n");
}

TEST_CASE("what is known of the site stands in a file") {
  const Place bare(FileMap{{"docs/a.md", "x"}});
  CHECK(bare.docs().title == "Documentation");
  CHECK(bare.docs().url.empty());
  const Place npm(
      {{"docs/a.md", "x"},
       {"package.json",
        R"({"name": "@a/box", "description": "A box.", "homepage": "https://box.org"})"}});
  CHECK(npm.docs().title == "@a/box");
  CHECK(npm.docs().description == "A box.");
  CHECK(npm.docs().url.empty());
  const Place pages({{"docs/a.md", "x"},
                     {"package.json", R"({"name": "b", "homepage": "https://a.github.io/b"})"}});
  CHECK(pages.docs().url == "https://a.github.io/b/");
  CHECK(base_path(pages.docs().url) == "/b/");
  CHECK(origin_of(pages.docs().url) == "https://a.github.io");
  CHECK(base_path("https://a.org") == "/");
}

TEST_CASE("VitePress: READMEs open folders, dead links are named, Vue is kept out of texts") {
  FileMap files = kGuide;
  const std::string plain = Place(files).text("vitepress", "docs/.vitepress/config.mjs");
  CHECK(contains(plain, "\"rewrites\": {\n    \"guide/README.md\": \"guide/index.md\"\n  }"));
  CHECK(contains(plain, "toIndex(md);"));
  const Place capital({{"docs/index.md", "[a](a/Index.md)\n"}, {"docs/a/Index.md", "# A\n"}});
  CHECK(spelled(capital.docs().nav) == "Home=index.md, A=a/Index.md");
  CHECK(contains(capital.text("vitepress", "docs/.vitepress/config.mjs"),
                 "\"a/Index.md\": \"a/index.md\""));
  CHECK_FALSE(contains(plain, "asText"));
  CHECK(contains(plain, "\"link\": \"/guide/\""));
  CHECK(contains(plain, "\"link\": \"/guide/01-first\""));
  files["docs/ant.md"] =
      "{{ x }} [a](../src/a.c) [b](../b.md#c) [c](../d/) [d](data.json) [e](gone.html)\n";
  files["src/a.c"] = "int a;\n";
  files["docs/data.json"] = "{}\n";
  const Place odd(files);
  const std::string config = odd.text("vitepress", "docs/.vitepress/config.mjs");
  CHECK(contains(config, "asText(md);"));
  // No file says where the repository is, so that its other files cannot be linked.
  CHECK(contains(config, "\"../src/a.c\": \"\""));
  CHECK(contains(config, "\"gone.html\": \"\""));
  CHECK(contains(config, "const files = [\n  \"data.json\"\n];"));
  const SitePlan plan = odd.plan("vitepress");
  CHECK(contains(join(plan.left, "\n"),
                 "These led nowhere before, and are words without a link on the site: ant.md: "
                 "../b.md#c, ant.md: ../d/, ant.md: gone.html."));
  CHECK(contains(join(plan.left, "\n"), "words without a link: ant.md: ../src/a.c."));
  CHECK(plan.lost == std::vector<std::string>{"1 link"});
  files["package.json"] = R"({"repository": "github:a/b"})";
  CHECK(contains(Place(files).text("vitepress", "docs/.vitepress/config.mjs"),
                 "\"../src/a.c\": \"https://github.com/a/b/blob/HEAD/src/a.c\""));
  CHECK(Place(files).plan("vitepress").lost.empty());
}

TEST_CASE("a page that is made holds no dead link, and no control characters") {
  const Place place({{"docs/conf.py", ""},
                     {"docs/index.rst",
                      "Box\n===\n\n`a <notes.md#gone>`_ `b <nowhere.html>`_ "
                      "`c <notes.md#NOTED>`_\n"},
                     {"docs/notes.md", "# Noted\n\nA\x08 {ref}`x` [d](gone.md)\n"}});
  const SitePlan plan = place.plan("mkdocs");
  CHECK(place.text("mkdocs", "site-docs/index.md") ==
        "# Box\n\n[a](notes.md) b [c](notes.md#noted)\n");
  CHECK(place.text("mkdocs", "site-docs/notes.md") == "# Noted\n\nA x d\n");
  CHECK(contains(join(plan.left, "\n"),
                 "words without a link now: index.md: nowhere.html, notes.md: gone.md."));
}

TEST_CASE("HTML that Vue does not take as it is written is evened out, and no other") {
  const auto evened = [](const char* page) {
    const Place place(FileMap{{"docs/index.md", page}});
    return contains(place.text("vitepress", "docs/.vitepress/config.mjs"), "asText(md);");
  };
  CHECK_FALSE(evened("# A\n\n<div align=\"center\">\n\n**b** <br> <kbd>c</kbd>\n\n</div>\n"));
  CHECK(evened("# A\n\n<p align=\"center\">\n\n**b**\n\n</p>\n"));
  CHECK(evened("# A\n\n<b>open\n"));
  CHECK(evened("# A\n\n<p>\n<h2>b</h2>\n</p>\n"));
  CHECK(evened("# A\n\nA List<String> and {{ b }}\n"));
  CHECK(evened("# A\n\n</div>\n"));
}

TEST_CASE("settings of PostCSS at the root stay with the root") {
  FileMap files = kGuide;
  const auto text = [&](std::string_view tool, std::string_view path) {
    return Place(files).text(tool, path);
  };
  CHECK_FALSE(contains(text("vitepress", "docs/.vitepress/config.mjs"), "postcss"));
  CHECK_FALSE(contains(text("docusaurus", "website/docusaurus.config.js"), "ownStyles"));
  files["postcss.config.js"] = "module.exports = {};\n";
  CHECK(contains(text("vitepress", "docs/.vitepress/config.mjs"), "\"postcss\": {}"));
  CHECK(contains(text("docusaurus", "website/docusaurus.config.js"), "    ownStyles\n"));
}

TEST_CASE("Docusaurus: a site of its own beside the documents") {
  FileMap files = kGuide;
  files["docs/zebra.md"] = "---\nid: striped\n---\n# Zebra\n";
  files["website/index.html"] = "<p>taken</p>\n";
  const Place place(files);
  CHECK(paths(place.plan("docusaurus")) ==
        "site/docusaurus.config.js site/sidebars.js site/package.json");
  const std::string sidebars = place.text("docusaurus", "site/sidebars.js");
  CHECK(contains(sidebars, "\"id\": \"striped\""));
  CHECK(contains(sidebars,
                 "\"link\": {\n        \"type\": \"doc\",\n        \"id\": "
                 "\"guide/README\"\n      }"));
  const std::string config = place.text("docusaurus", "site/docusaurus.config.js");
  CHECK(contains(config, "\"onBrokenLinks\": \"throw\""));
  CHECK(contains(join(place.plan("docusaurus").left, "\n"), "set `url` and `baseUrl`"));
}

TEST_CASE("MkDocs: settings that are YAML whatever the titles") {
  const Place place({{"docs/a.md", "# Yes: \"a\" #1\n"},
                     {"docs/index.md", "# on\n"},
                     {"package.json", R"({"name": "box: x"})"}});
  CHECK(contains(place.text("mkdocs", "mkdocs.yml"),
                 "site_name: \"box: x\"\nnav:\n  - \"on\": index.md\n  - \"Yes: \\\"a\\\" #1\": "
                 "a.md\n"));
  CHECK(
      contains(Place({{"docs/a.md", "x"}, {"site/x.html", "x"}}).plan("mkdocs").obstacle, "site/"));
}

TEST_CASE("a manifest and ignore rules that are there gain only what they lack") {
  FileMap files{
      {"docs/a.md", "x"},
      {"docs/package.json",
       R"({"name": "d", "scripts": {"docs:build": "mine"}, "devDependencies": {"a": "1"}})"},
      {".gitignore", "node_modules/\n/docs/.vitepress/dist"},
      {"docs/.vitepress/cache/kept.txt", "x"}};
  Place place(files);
  CHECK(paths(place.plan("vitepress")) == "docs/.vitepress/config.mjs docs/index.md");
  CHECK(site_packages_named(place.input()).empty());
  files["docs/.vitepress/config.mjs"] = "export default {};\n";
  Place made(files);
  CHECK(site_packages_named(made.input()).empty());
  made.settings.asked = {"site-vitepress"};
  const std::vector<Write> named = site_packages_named(made.input());
  REQUIRE(named.size() == 1);
  const Json manifest = *Json::parse(named[0].content);
  CHECK(manifest["name"] == "d");
  CHECK(manifest["scripts"]["docs:build"] == "mine");
  CHECK(manifest["scripts"]["docs:dev"] == "vitepress dev");
  CHECK(manifest["devDependencies"]["a"] == "1");
  CHECK(manifest["devDependencies"].has("vitepress"));
  CHECK(site_builds_ignored(made.input()).empty());

  files["docs/package.json"] = named[0].content;
  files.erase(".gitignore");
  files.erase("docs/.vitepress/cache/kept.txt");
  Place named_already(files);
  named_already.settings.asked = {"site-vitepress"};
  CHECK(site_packages_named(named_already.input()).empty());
  const std::vector<Write> ignored = site_builds_ignored(named_already.input());
  REQUIRE(ignored.size() == 1);
  CHECK(ignored[0].content ==
        "# Site of the documents\n/docs/node_modules/\n/docs/.vitepress/cache/\n"
        "/docs/.vitepress/dist/\n");
  CHECK(contains(
      Place(FileMap{{"docs/a.md", "x"}, {"docs/package.json", "[]"}}).plan("vitepress").obstacle,
      "no JSON object"));
}

TEST_CASE(
    "every tool has its name, its recipe, exact versions, and nothing to do without documents") {
  for (const SiteTool& tool : site_tools()) {
    CAPTURE(tool.name);
    CHECK(find(tool.recipe) != nullptr);
    CHECK(find(tool.recipe)->when == When::asked);
    for (const auto& [package, version] : site_packages(tool.name)) {
      CHECK(split(version, '.').size() == 3);
      CHECK(parse_int(version.substr(0, version.find('.'))).has_value());
    }
    const SitePlan none = tool.plan(Place(FileMap{{"main.c", "int x;\n"}}).input());
    CHECK(none.writes.empty());
    CHECK(none.obstacle == kNoDocuments);
    CHECK_FALSE(tool.plan(Place(FileMap{{"README.md", "# X\n"}}).input()).writes.empty());
  }
  CHECK(site_packages("vitepress").size() == 1);
  REQUIRE_FALSE(site_tool_named("hugo"));
}

TEST_CASE("a recipe that must be asked for is planned alone, and only then") {
  const auto planned = [](std::vector<std::string> asked) {
    const CurrentView view = []() -> Result<std::unique_ptr<repo::RepoView>> {
      return repo::memory_view({{"docs/a.md", "# A\n"}, {"README.md", "[A](a.md)\n"}});
    };
    const auto model = recipe_model(
        view,
        {.default_license = "", .author = "", .today = "2026-03-04", .asked = std::move(asked)});
    llm::ChatRequest request;
    request.role = "planner";
    request.context = Json::object({{"report", Json::object({{"metrics", Json::array()}})}});
    const Json plan = *Json::parse(model->ask(request)->text);
    std::vector<std::string> names;
    for (const Json& task : plan["tasks"].items()) {
      for (const Json& subtask : task["subtasks"].items()) {
        names.push_back(subtask["recipe"].string_or(""));
      }
    }
    return join(names, " ");
  };
  CHECK(planned((*site_tool_named("mkdocs"))->recipes()) == "site-mkdocs site-ignores");
  CHECK_FALSE(contains(planned({}), "site-"));
  CHECK(contains(planned({}), "markdown-links"));
}

}  // namespace pawl::recipes::site_test
