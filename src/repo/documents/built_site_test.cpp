#include "repo/documents/built_site.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::repo::built_site_test {
namespace {

BuiltSite site_with(std::map<std::string, std::string, std::less<>> pages,
                    std::initializer_list<const char*> others = {}) {
  BuiltSite site{.files = {}, .pages = std::move(pages)};
  for (const auto& [path, text] : site.pages) site.files.insert(path);
  for (const char* path : others) site.files.insert(path);
  return site;
}

std::string dead_of(const BuiltSite& site) {
  std::vector<std::string> out;
  for (const DeadLink& link : follow_site(site).dead) {
    out.push_back(link.page + " " + link.target + (link.anchor ? " (anchor)" : ""));
  }
  return join(out, ", ");
}

}  // namespace

TEST_CASE("what a page of a built site points to is there or dead") {
  struct Row {
    const char* html;
    const char* dead;
  };
  const Row rows[] = {
      {"<a href=\"b.html\">b</a> <a href='b.html#here'>b</a> <a href=b>b</a>", ""},
      {"<a href=\"sub/\">s</a> <a href=\"sub\">s</a> <a href=\"sub/index.html\">s</a>", ""},
      {"<a href=\"gone.html\">g</a>", "a.html gone.html"},
      {"<a href=\"sub/gone/\">g</a> <a href='../up.html'>u</a>",
       "a.html ../up.html, a.html sub/gone/"},
      {"<a href=\"b.html#nowhere\">g</a>", "a.html b.html#nowhere (anchor)"},
      {"<a href=\"#mine\" id=mine>m</a> <a href=\"#\">t</a> <a href=\"#top\">t</a>", ""},
      {"<a href=\"#other\">o</a>", "a.html #other (anchor)"},
      {"<a href=\"b.html#caf%C3%A9\">c</a>", ""},
      {"<a href=\"https://x.org/gone\">x</a> <a href=\"mailto:a@b.c\">m</a> <a>none</a>", ""},
      {"<img src=\"i%20j.png?raw=true\"><img src=\"k.png\">", "a.html k.png"},
      {"<img srcset=\"i%20j.png 1x, k.png 2x\"><source srcset='l.png'>",
       "a.html k.png, a.html l.png"},
      {"<img srcset=\"data:image/png;base64,AAA= 1x, i%20j.png 2x\">", ""},
      {"<video poster=\"p.png\"></video>", "a.html p.png"},
      {"<script>const a = '<a href=\"gone.html\">';</script><!-- <a href=\"gone.html\"> -->", ""},
      {"<a href=\"b.html?x=1&amp;y=2#here\">b</a>", ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.html);
    const BuiltSite site = site_with({{"a.html", row.html},
                                      {"b.html", "<h2 id=\"here\">h</h2><p id=\"caf\u00e9\">"},
                                      {"sub/index.html", "<p>s</p>"}},
                                     {"i j.png"});
    CHECK(dead_of(site) == row.dead);
  }
}

TEST_CASE("a site knows the path it is served at by the files it names") {
  const BuiltSite site = site_with(
      {{"index.html",
        "<link rel=stylesheet href=\"/box/assets/x.css\"><a href=\"/box/a\">a</a>"
        "<a href=\"/box/\">h</a><a href=\"/box\">h</a><a href=\"/elsewhere\">e</a>"},
       {"a.html", "<script src=\"/box/assets/x.js\"></script><a href=\"/box/gone\">g</a>"},
       {"404.html", "<a href=\"nowhere\">n</a>"}},
      {"assets/x.css", "assets/x.js"});
  const SiteLinks links = follow_site(site);
  CHECK(links.base == "/box/");
  CHECK(links.pages == 2);
  CHECK(links.links == 7);
  CHECK(dead_of(site) == "a.html /box/gone, index.html /elsewhere");
}

}  // namespace pawl::repo::built_site_test
