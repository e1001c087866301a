#include "repo/documents/doc_links.hpp"

#include <doctest/doctest.h>

#include <array>

#include "repo/documents/link_text.hpp"

namespace pawl::repo::doc_links_test {
namespace {

std::string_view shown(LinkFate fate) {
  constexpr std::string_view kNames[] = {"found", "missing", "no anchor", "outside", "unknown"};
  return kNames[static_cast<std::size_t>(fate)];
}

struct Row {
  std::string_view from;
  std::string_view target;
  std::string_view want;
};

void check_rows(const RepoView& view, std::span<const Row> rows) {
  DocLinks links(view);
  for (const Row& row : rows) {
    CAPTURE(row.from);
    CAPTURE(row.target);
    const RepoPath from = RepoPath::parse(row.from).value();
    const auto document = syntax::parse_markdown(view.text(row.from).value_or(""));
    CHECK(shown(links.follow(from, document, row.target).fate) == row.want);
  }
}

TEST_CASE("links of documents that the forge renders name files, folders and sections") {
  const auto view = memory_view({{"README.md", "# Top\n\n## Usage\n\n## Usage\n"},
                                 {"docs/a.md", "# A page: it's *all* `here`\n<a id=\"own\"></a>\n"},
                                 {"docs/with blank.md", "x"},
                                 {"docs/deep/b.md", "x"},
                                 {"img/logo.png", "x"},
                                 {"src/main.c", "one\ntwo\n"},
                                 {"templated.md", "{{ toc }}\n"},
                                 {"LICENSE", "x"}});
  constexpr auto kRows = std::to_array<Row>({
      {"README.md", "docs/a.md", "found"},
      {"README.md", "./docs/../docs/a.md?plain=1#own", "found"},
      {"README.md", "docs/with%20blank.md", "found"},
      {"README.md", "docs", "found"},
      {"README.md", "docs/", "found"},
      {"README.md", "docs/a", "found"},
      {"README.md", "docs/a.html", "found"},
      {"README.md", "/docs/a.md", "found"},
      {"docs/deep/b.md", "../a.md", "found"},
      {"docs/deep/b.md", "../../LICENSE", "found"},
      {"docs/deep/b.md", "..", "found"},
      {"README.md", "docs/none.md", "missing"},
      {"README.md", "docs/A.md", "missing"},
      {"README.md", "/docs/none.md", "missing"},
      {"README.md", "img/none.png", "missing"},
      {"README.md", "CONTRIBUTING", "missing"},
      {"README.md", "examples/", "missing"},
      {"docs/a.md", "none.md#section", "missing"},
      {"docs/a.md", "some/route", "unknown"},
      {"docs/a.md", "struct.Name.html", "unknown"},
      {"README.md", "dist/app.js", "unknown"},
      {"README.md", "#usage", "found"},
      {"README.md", "#Usage", "found"},
      {"README.md", "#usage-1", "found"},
      {"README.md", "#top", "found"},
      {"README.md", "#usage-2", "no anchor"},
      {"README.md", "#faq", "no anchor"},
      {"README.md", "docs/a.md#a-page-its-all-here", "found"},
      {"README.md", "docs/a.md#none", "no anchor"},
      {"README.md", "templated.md#none", "found"},
      {"README.md", "src/main.c#L2", "found"},
      {"README.md", "src/main.c#L1-L2", "found"},
      {"README.md", "src/main.c#L40", "no anchor"},
      {"README.md", "../../etc/passwd", "outside"},
      {"docs/a.md", "../../other/README.md", "outside"},
      {"README.md", "../../issues", "unknown"},
      {"docs/a.md", "../blob/HEAD/none.md", "unknown"},
      {"README.md", "../../actions/workflows/ci.yml/badge.svg", "unknown"},
      {"README.md", "https://example.org/none.md", "unknown"},
      {"README.md", "mailto:a@example.org", "unknown"},
      {"README.md", "//example.org/a.md", "unknown"},
      {"README.md", "crate::module::Name", "unknown"},
      {"README.md", "Class.method", "unknown"},
      {"README.md", "{{ site.url }}/a.md", "unknown"},
      {"README.md", "<path>/a.md", "unknown"},
      {"README.md", "url", "unknown"},
      {"README.md", "path/to/file.md", "unknown"},
      {"README.md", "www.example.org/a.md", "unknown"},
      {"README.md", "", "unknown"},
  });
  check_rows(*view, kRows);
}

TEST_CASE("site generators have their own rules") {
  const auto view = memory_view({{"mkdocs.yml", "site_name: x\n"},
                                 {"docs/index.md", "x"},
                                 {"docs/guide/index.md", "x"},
                                 {"docs/guide/start.md", "# Start\n"},
                                 {"docs/de/index.md", "x"},
                                 {"blog/_config.yml", "x"},
                                 {"blog/post.md", "x"},
                                 {"README.md", "x"}});
  constexpr auto kRows = std::to_array<Row>({
      {"docs/index.md", "guide/start", "found"},
      {"docs/index.md", "guide/start/", "found"},
      {"docs/index.md", "/guide/start/", "found"},
      {"docs/guide/start.md", "../../guide/", "found"},
      {"docs/index.md", "guide/start.html", "found"},
      {"docs/index.md", "guide/start.md#start", "found"},
      {"docs/index.md", "guide/start.md#nowhere", "no anchor"},
      {"docs/index.md", "guide/start.html#made-by-a-plugin", "found"},
      {"docs/index.md", "guide/none.md", "missing"},
      {"docs/index.md", "guide/none/", "unknown"},
      {"docs/index.md", "/guide/none.md", "unknown"},
      {"docs/index.md", "../../elsewhere.md", "unknown"},
      {"docs/de/index.md", "guide/start.md", "unknown"},
      {"blog/post.md", "none.md", "unknown"},
      {"README.md", "none.md", "missing"},
  });
  check_rows(*view, kRows);
}

TEST_CASE("a submodule's files are not in the tree, and not missing") {
  const auto view = memory_view(
      {{".gitmodules", "[submodule \"x\"]\n\tpath = libs/x\n\turl = ../x\n"}, {"README.md", "x"}});
  constexpr auto kRows = std::to_array<Row>({{"README.md", "libs/x/README.md", "unknown"},
                                             {"README.md", "libs/x", "unknown"},
                                             {"README.md", "libs/y.md", "missing"}});
  check_rows(*view, kRows);
}

TEST_CASE("the nearest path and anchor are told") {
  const auto view = memory_view(
      {{"README.md", "# Getting started\n"}, {"docs/guide.md", "x"}, {"docs/setup.md", "x"}});
  DocLinks links(*view);
  CHECK(links.nearest_path("guide.md") == "docs/guide.md");
  CHECK(links.nearest_path("docs/setups.md") == "docs/setup.md");
  CHECK_FALSE(links.nearest_path("something/else/entirely.md").has_value());
  CHECK(links.nearest_anchor("README.md", "getting-startet") == "getting-started");
  CHECK(relative_link("docs/deep", "docs/a.md") == "../a.md");
  CHECK(relative_link("", "docs/a.md") == "docs/a.md");
}

}  // namespace
}  // namespace pawl::repo::doc_links_test
