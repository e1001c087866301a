#include "git/target.hpp"

#include <doctest/doctest.h>

#include "base/text/text.hpp"

namespace pawl::git::target_test {
namespace {

struct Good {
  const char* text;
  const char* root;
  TargetKind kind;
  const char* location;
  const char* name;
  const char* host;
  const char* owner;
  const char* repo;
  const char* key;
};

constexpr TargetKind kUrl = TargetKind::url;
constexpr TargetKind kLocal = TargetKind::local;

TEST_CASE("a target is understood in each of its forms") {
  const Good cases[] = {
      {"o/r", "", kUrl, "https://github.com/o/r.git", "o/r", "github.com", "o", "r",
       "github.com/o/r"},
      {"Some-Org/My.Repo.git", "", kUrl, "https://github.com/Some-Org/My.Repo.git",
       "Some-Org/My.Repo", "github.com", "Some-Org", "My.Repo", "github.com/some-org/my.repo"},
      {"https://github.com/o/r", "", kUrl, "https://github.com/o/r", "o/r", "github.com", "o", "r",
       "github.com/o/r"},
      {"https://github.com/o/r.git", "", kUrl, "https://github.com/o/r.git", "o/r", "github.com",
       "o", "r", "github.com/o/r"},
      {"https://GitHub.com/O/r.git/", "", kUrl, "https://github.com/O/r.git", "O/r", "github.com",
       "O", "r", "github.com/o/r"},
      {"HTTPS://ghe.corp.example:443/o/r", "", kUrl, "https://ghe.corp.example:443/o/r", "o/r",
       "ghe.corp.example", "o", "r", "ghe.corp.example/o/r"},
      {"https://ghe.corp.example:8443/o/r", "", kUrl, "https://ghe.corp.example:8443/o/r", "o/r",
       "ghe.corp.example:8443", "o", "r", "ghe.corp.example:8443/o/r"},
      {"https://gitlab.example/group/sub/r.git", "", kUrl, "https://gitlab.example/group/sub/r.git",
       "group/sub/r", "gitlab.example", "group/sub", "r", "gitlab.example/group/sub/r"},
      {"http://127.0.0.1:8080/o/r.git", "", kUrl, "http://127.0.0.1:8080/o/r.git", "o/r",
       "127.0.0.1:8080", "o", "r", "127.0.0.1:8080/o/r"},
      {"ssh://git@github.com/o/r.git", "", kUrl, "ssh://git@github.com/o/r.git", "o/r",
       "github.com", "o", "r", "github.com/o/r"},
      {"ssh://git@ghe.example:2222/o/r", "", kUrl, "ssh://git@ghe.example:2222/o/r", "o/r",
       "ghe.example", "o", "r", "ghe.example/o/r"},
      {"git@github.com:o/r.git", "", kUrl, "git@github.com:o/r.git", "o/r", "github.com", "o", "r",
       "github.com/o/r"},
      {"git@host.example:/srv/o/r", "", kUrl, "git@host.example:/srv/o/r", "srv/o/r",
       "host.example", "srv/o", "r", "host.example/srv/o/r"},
      {"file:///srv/git/r.git", "", kUrl, "file:///srv/git/r.git", "r", "", "", "r",
       "local:/srv/git/r.git"},
      {"file:///srv/a%20b/r/", "/srv/a b/r", kUrl, "file:///srv/a%20b/r", "r", "", "", "r",
       "local:/srv/a b/r"},
      {"file:///srv/r/.git", "", kUrl, "file:///srv/r/.git", "r", "", "", "r", "local:/srv/r"},
      {"./r", "/home/me/r", kLocal, "/home/me/r", "r", "", "", "r", "local:/home/me/r"},
      {"o/r", "/work dir/o/r", kLocal, "/work dir/o/r", "r", "", "", "r", "local:/work dir/o/r"},
      {"/srv/r.git", "/srv/r.git", kLocal, "/srv/r.git", "r", "", "", "r", "local:/srv/r.git"},
  };
  for (const Good& c : cases) {
    CAPTURE(c.text);
    const auto target = parse_target(c.text, c.root);
    REQUIRE_MESSAGE(target.ok(), (target.ok() ? "" : target.error().to_line()));
    CHECK(target->kind == c.kind);
    CHECK(target->location == c.location);
    CHECK(target->name == c.name);
    CHECK(target->host == c.host);
    CHECK(target->owner == c.owner);
    CHECK(target->repo == c.repo);
    CHECK(target->key == c.key);
  }
}

struct Bad {
  std::string text;
  Errc code;
  const char* part;  // of the message
};

TEST_CASE("what is no target is refused with the reason") {
  const Bad cases[] = {
      {"", Errc::invalid, "empty"},
      {"https://github.com/o/r/tree/main", Errc::invalid, "page of a repository (/tree)"},
      {"https://ghe.example/o/r/pull/7", Errc::invalid, "leave out what follows o/r"},
      {"https://github.com/o", Errc::invalid, "owner/repo"},
      {"https://github.com/o/r/x", Errc::invalid, "owner/repo"},
      {"https://github.com/o/../r", Errc::invalid, "not that of a repository"},
      {"https://github.com/", Errc::invalid, "not that of a repository"},
      {"https://github.com/o/r?tab=x", Errc::invalid, "query"},
      {"https://github.com/o/r#x", Errc::invalid, "fragment"},
      {"https:///o/r", Errc::invalid, "host"},
      {"https://-x.example/o/r", Errc::invalid, "host"},
      {"https://h.example:99999/o/r", Errc::invalid, "port"},
      {"https://tok3n@github.com/o/r", Errc::denied, "credentials"},
      {"https://user:tok3n@github.com/o/r", Errc::denied, "credentials"},
      {"ssh://git:tok3n@github.com/o/r", Errc::denied, "credentials"},
      {"ftp://user:tok3n@host.example/o/r", Errc::denied, "credentials"},
      {"user:tok3n@github.com/o/r", Errc::denied, "credentials"},
      {"http://github.com/o/r", Errc::invalid, "use https://"},
      {"ext::sh -c id", Errc::not_found, "no git repository"},
      {"git://host.example/o/r", Errc::invalid, "not supported"},
      {"ssh://-oProxyCommand=x/o/r", Errc::invalid, "host"},
      {"git@-oProxyCommand=x:o/r", Errc::invalid, "host"},
      {"-u@host.example:o/r", Errc::invalid, "flag"},
      {"--upload-pack=x", Errc::invalid, "flag"},
      {"host.example:o/r", Errc::invalid, "git@host"},
      {"github.com/o/r", Errc::invalid, "https:// in front"},
      {"o/r/x", Errc::invalid, "no such folder"},
      {"o/..", Errc::invalid, "no such folder"},
      {"../o", Errc::not_found, "no git repository"},
      {"just-a-word", Errc::invalid, "no such folder"},
      {"/no/such/folder", Errc::not_found, "check the path"},
      {"~/r", Errc::not_found, "check the path"},
      {"file://relative/path", Errc::invalid, "absolute"},
      {"file:///srv/../etc", Errc::invalid, "climbs"},
      {"file:///srv/%2e%2e/etc", Errc::invalid, "climbs"},
      {"file:///srv/%zz", Errc::invalid, "absolute"},
      {"https://h.example/a b/r", Errc::invalid, "blanks"},
      {"https://h.example/o/r\n", Errc::invalid, "control"},
      {"o\\r", Errc::not_found, "no git repository"},
  };
  for (const Bad& c : cases) {
    CAPTURE(c.text);
    const auto target = parse_target(c.text, "");
    REQUIRE_FALSE(target.ok());
    CHECK(target.error().code == c.code);
    CHECK_MESSAGE(contains(target.error().message, c.part), target.error().message);
    CHECK_FALSE(contains(target.error().message, "tok3n"));
  }
}

}  // namespace
}  // namespace pawl::git::target_test
