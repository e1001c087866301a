#include "repo/documents/guides.hpp"

#include <doctest/doctest.h>

#include <map>

namespace pawl::repo::guides_test {

TEST_CASE("a guide is found under any name, in any place and form") {
  struct Row {
    std::map<std::string, std::string> files;
    Guide guide;
    const char* at;  // empty: there is none
  };
  const Row rows[] = {
      {{{"docs/CONTRIBUTING.rst", ""}}, Guide::contributing, "docs/CONTRIBUTING.rst"},
      {{{"HACKING", ""}}, Guide::contributing, "HACKING"},
      {{{"docs/contributing/setup.md", ""}}, Guide::contributing, "docs/contributing/setup.md"},
      {{{"README.md", "# a\n\n## Contributing\n\nPlease do.\n"}}, Guide::contributing, "README.md"},
      {{{"README.rst", "a\n=\n\nContributing\n------------\n"}}, Guide::contributing, "README.rst"},
      {{{"README.md", "See the [contribution guide](https://e.org/x).\n"}},
       Guide::contributing,
       "README.md"},
      {{{"README.md", "Contributions are welcome.\n"}}, Guide::contributing, ""},
      {{{"README.md", "Thanks to the [contributors](https://e.org/graphs/contributors).\n"}},
       Guide::contributing,
       ""},
      {{{"README.md", "# List\n\n## Security\n\n- [Web](https://e.org/web) - Of sites.\n"}},
       Guide::security,
       ""},
      {{{"README.md", "Works with [contributte/gauge](https://e.org/contributte/gauge).\n"}},
       Guide::contributing,
       ""},
      {{{"CODE_OF_CONDUCT.md", "# Contributor Covenant\n"}}, Guide::contributing, ""},
      {{{"README.md", "- [Web Security Reports](https://e.org/web) - Of sites.\n"}},
       Guide::security,
       ""},
      {{{"CONDUCT.md", "### Breaking Changes\n\nAre rare.\n"}}, Guide::changelog, ""},
      {{{"README.md", "# A\n\n## Changes\n\n1.0: first.\n"}}, Guide::changelog, "README.md"},
      {{{"development.py", "x = 1\n"}}, Guide::contributing, ""},
      {{{"tests/fixtures/CONTRIBUTING.md", ""}}, Guide::contributing, ""},
      {{{"node_modules/a/SECURITY.md", ""}}, Guide::security, ""},
      {{{".github/SECURITY.md", ""}}, Guide::security, ".github/SECURITY.md"},
      {{{"README.md", "See https://github.com/o/.github/blob/main/SECURITY.md\n"}},
       Guide::security,
       "README.md"},
      {{{"README.md", "# a\n\n## Reporting a vulnerability\n"}}, Guide::security, "README.md"},
      {{{"src/security.rs", ""}}, Guide::security, ""},
      {{{"NEWS", ""}}, Guide::changelog, "NEWS"},
      {{{"ChangeLog-2.x.md", ""}}, Guide::changelog, "ChangeLog-2.x.md"},
      {{{"docs/changes.rst", ""}}, Guide::changelog, "docs/changes.rst"},
      {{{"RELEASE_NOTES.md", ""}}, Guide::changelog, "RELEASE_NOTES.md"},
      {{{".changeset/quick-cats.md", ""}}, Guide::changelog, ".changeset/quick-cats.md"},
      {{{"README.md", "Changes: https://github.com/o/r/releases\n"}},
       Guide::changelog,
       "README.md"},
      {{{"README.md", "# a\n\nIt tracks changes of files.\n"}}, Guide::changelog, ""},
  };
  for (const Row& row : rows) {
    CAPTURE(row.files.begin()->first);
    CAPTURE(row.files.begin()->second);
    CHECK(find_guide(*memory_view(row.files), row.guide).value_or("") == row.at);
  }
}

}  // namespace pawl::repo::guides_test
