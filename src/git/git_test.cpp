#include "git/git.hpp"

#include <doctest/doctest.h>

#include <algorithm>

#include "base/text/text.hpp"
#include "git/hardening.hpp"
#include "git/test_repo.hpp"
#include "os/processes/fake_processes.hpp"

namespace pawl::git::git_test {
namespace {

std::string variable(const os::Command& command, std::string_view name) {
  for (const auto& [key, value] : command.environment) {
    if (key == name) return value;
  }
  return "(unset)";
}

// The value git sees of a configuration key given through the environment.
std::string setting(const os::Command& command, std::string_view key) {
  std::string found = "(unset)";
  for (const auto& [name, value] : command.environment) {
    if (!name.starts_with("GIT_CONFIG_KEY_") || value != key) continue;
    found = variable(command, "GIT_CONFIG_VALUE_" + name.substr(15));
  }
  return found;
}

os::Finished ended(int code, std::string out, std::string err = {}) {
  os::Finished finished;
  finished.exit_code = code;
  finished.out = std::move(out);
  finished.err = std::move(err);
  return finished;
}

GitOptions with_token() {
  GitOptions options = bot_options();
  options.credentials = Credentials{"https://forge.example/", Secret("s3cr3t-t0ken-value"), {}};
  return options;
}

TEST_CASE("every git runs hardened") {
  os::FakeProcesses processes;
  processes.expect({"git", "-C", "/repo", "rev-parse", "HEAD"}, ended(0, "abc\n"));
  Git git(processes, bot_options());
  const auto text = git.text("/repo", {"rev-parse", "HEAD"});
  REQUIRE(text.ok());
  CHECK(*text == "abc");
  const os::Command& seen = processes.seen().front();
  const std::pair<const char*, const char*> variables[] = {
      {"GIT_CONFIG_NOSYSTEM", "1"},
      {"GIT_CONFIG_GLOBAL", "/dev/null"},
      {"GIT_TERMINAL_PROMPT", "0"},
      {"GIT_ASKPASS", "/bin/false"},
      {"GIT_OPTIONAL_LOCKS", "0"},
      {"GIT_NO_LAZY_FETCH", "1"},
      {"LC_ALL", "C"},
      {"TZ", "UTC"},
  };
  for (const auto& pair : variables) {
    CAPTURE(pair.first);
    CHECK(variable(seen, pair.first) == pair.second);
  }
  const std::pair<const char*, const char*> settings[] = {
      {"core.hooksPath", "/dev/null"}, {"core.fsmonitor", "false"},     {"diff.external", ""},
      {"core.pager", "cat"},           {"protocol.ext.allow", "never"}, {"gc.auto", "0"},
      {"core.quotePath", "false"},     {"commit.gpgSign", "false"},     {"safe.directory", "*"},
      {"core.autocrlf", "false"},
  };
  for (const auto& pair : settings) {
    CAPTURE(pair.first);
    CHECK(setting(seen, pair.first) == pair.second);
  }
}

TEST_CASE("credentials that pass are asked for before each run that reaches a remote") {
  os::FakeProcesses processes;
  for (const char* word : {"fetch", "log", "push", "fetch"}) {
    processes.expect({"git", word}, ended(0, ""));
  }
  GitOptions options = bot_options();
  int asked = 0;
  options.credentials = Credentials{
      "https://forge.example/", {}, [&](const std::string& repository) -> Result<Secret> {
        CHECK(repository == "o/r");
        if (++asked > 2) return fail(Errc::denied, "none is left");
        return Secret("passing-token-" + std::to_string(asked));
      }};
  Git git(processes, options);
  const auto run = [&](const char* word, bool remote) {
    return git.run({.folder = {}, .args = {word}, .remote = remote}).ok();
  };
  const auto header = [&] {
    const auto& environment = processes.seen().back().environment;
    return std::any_of(environment.begin(), environment.end(), [&](const auto& item) {
      return item.second == authorization_header(Secret("passing-token-" + std::to_string(asked)));
    });
  };
  REQUIRE(run("fetch", true));
  CHECK(asked == 0);
  git.reach("o/r");
  REQUIRE(run("log", false));
  CHECK(asked == 0);
  REQUIRE(run("push", true));
  CHECK(header());
  REQUIRE(run("fetch", true));
  CHECK(asked == 2);
  CHECK(header());
  CHECK_FALSE(run("fetch", true));
}

TEST_CASE("credentials reach remote runs by the environment only") {
  os::FakeProcesses processes;
  processes.expect({"git", "fetch"}, ended(0, ""));
  processes.expect({"git", "log"}, ended(0, ""));
  Git git(processes, with_token());
  REQUIRE(git.run({.folder = {}, .args = {"fetch"}, .remote = true}).ok());
  REQUIRE(git.run({.folder = {}, .args = {"log"}}).ok());
  const std::string header = "Authorization: Basic " + base64("x-access-token:s3cr3t-t0ken-value");
  const auto& seen = processes.seen();
  CHECK(setting(seen[0], "http.https://forge.example/.extraHeader") == header);
  CHECK(variable(seen[0], "GIT_NO_LAZY_FETCH") == "(unset)");
  CHECK(setting(seen[1], "http.https://forge.example/.extraHeader") == "(unset)");
  for (const os::Command& command : seen) {
    for (const std::string& arg : command.argv) {
      CHECK_FALSE(contains(arg, "s3cr3t"));
      CHECK_FALSE(contains(arg, base64("x-access-token:s3cr3t-t0ken-value")));
    }
  }
}

TEST_CASE("what git says when it fails becomes an error") {
  struct Case {
    const char* err;
    Errc code;
    const char* message;
  };
  const Case cases[] = {
      {"fatal: not a git repository (or any parent)\n", Errc::not_found, "not a git repository"},
      {"warning: x\nfatal: unable to write: No space left on device\n", Errc::io, "fatal: unable"},
      {"fatal: sha1 file 'index.lock' write error. Out of diskspace\n", Errc::io, "fatal: sha1"},
      {"remote: hm\nfatal: Authentication failed for 'https://h/'\n", Errc::denied, "Authenticat"},
      {"fatal: unable to access 'https://h/': Could not resolve host: h\n", Errc::upstream, "host"},
      {"fatal: Could not read from remote repository.\n", Errc::upstream, "Could not read"},
      {"error: x\nfatal: missing blob object 'a1'\n", Errc::io, "fetch it there first"},
      {"fatal: loose object a1 (stored in b) is corrupt\n", Errc::io, "repair"},
      {"fatal: index file corrupt\n", Errc::io, "index"},
      {"fatal: cannot lock ref 'x': unable to resolve reference 'x': reference broken\n", Errc::io,
       "broken"},
      {"fatal: Unable to create '/r/index.lock': File exists.\n", Errc::conflict, "index.lock"},
      {"error: unable to create temporary file: Permission denied\n", Errc::denied, "Permission"},
      {"fatal: Out of memory, malloc failed (tried to allocate 9 bytes)\n", Errc::io, "Out"},
      {"fatal: cannot lock ref 'refs/heads/x'\n", Errc::conflict, "cannot lock"},
      {"error: bad header s3cr3t-t0ken-value\n", Errc::upstream, "bad header [redacted]"},
      {"", Errc::upstream, "exit code 128"},
  };
  for (const Case& c : cases) {
    CAPTURE(c.err);
    os::FakeProcesses processes;
    processes.expect({"git"}, ended(128, "", c.err));
    Git git(processes, with_token());
    const auto text = git.output({.folder = "/repo", .args = {"fetch"}, .remote = true});
    REQUIRE_FALSE(text.ok());
    CHECK(text.error().code == c.code);
    CHECK_MESSAGE(contains(text.error().message, c.message), text.error().message);
    CHECK(contains(text.error().message, "git fetch in /repo"));
  }
}

TEST_CASE("a git that fails on this machine is not to be tried again later") {
  for (const char* said : {"", "error: something new\n", "fatal: Could not read from remote x\n"}) {
    CAPTURE(said);
    os::FakeProcesses processes;
    processes.expect({"git"}, ended(128, "", said));
    Git git(processes, bot_options());
    CHECK(git.text("/repo", {"log"}).error().code == Errc::io);
  }
}

TEST_CASE("the other side of a clone on this machine gets the whole of the hardening") {
  const std::string command = local_upload_pack(bot_options());
  for (const Setting& item : hardened_variables()) {
    CAPTURE(item.key);
    CHECK(contains(command, std::string(item.key) + "='" + std::string(item.value) + "'"));
  }
  for (const Setting& item : hardened_settings()) {
    CAPTURE(item.key);
    CHECK(contains(command, "='" + std::string(item.key) + "'"));
  }
  for (const char* part : {"GIT_ALLOW_PROTOCOL='none'", "GIT_NO_LAZY_FETCH='1'"}) {
    CHECK(contains(command, part));
    CHECK(contains(local_receive_pack(bot_options()), part));
  }
  CHECK(command.ends_with("git upload-pack"));
  CHECK_FALSE(contains(local_upload_pack(with_token()), "s3cr3t"));
}

TEST_CASE("a run into the deadline, a cancel and a missing git are errors") {
  os::FakeProcesses processes;
  os::Finished late;
  late.ending = os::Ending::timed_out;
  os::Finished cancelled;
  cancelled.ending = os::Ending::cancelled;
  processes.expect({"git"}, late);
  processes.expect({"git"}, cancelled);
  Git git(processes, bot_options());
  CHECK(git.run({.folder = {}, .args = {"gc"}}).error().code == Errc::timeout);
  CHECK(git.run({.folder = {}, .args = {"gc"}}).error().code == Errc::cancelled);
  CHECK(git.run({.folder = {}, .args = {"gc"}}).error().code == Errc::not_found);
}

TEST_CASE("a repository is found from its folders") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("a b\nc");
  CHECK(*git.top_level(repo) == repo);
  CHECK(*git.top_level(repo + "/src") == repo);
  CHECK(*git.top_level(repo + "/.git") == repo);
  lab.sh(repo, "git clone -q --bare . ../bare.git");
  CHECK(*git.top_level(lab.path("bare.git")) == lab.path("bare.git"));
  CHECK(*git.is_bare(lab.path("bare.git")));
  CHECK_FALSE(*git.is_bare(repo));
  lab.sh(repo, "mkdir ../plain");
  CHECK(git.top_level(lab.path("plain")).error().code == Errc::not_found);
  CHECK(git.top_level(lab.path("absent")).error().code == Errc::not_found);
}

TEST_CASE("revisions, branches and ancestry") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  const std::string first = lab.sh(repo, "git rev-parse HEAD");
  lab.sh(repo, "git checkout -qb side; git commit -qm Second --allow-empty");
  const std::string second = lab.sh(repo, "git rev-parse HEAD");
  CHECK(**git.resolve(repo, "HEAD") == second);
  CHECK(**git.resolve(repo, "main") == first);
  CHECK_FALSE(git.resolve(repo, "absent")->has_value());
  CHECK_FALSE(git.resolve(repo, std::string(40, '1'))->has_value());
  CHECK(git.resolve(repo, "--all").error().code == Errc::invalid);
  CHECK(git.resolve(lab.path("absent"), "HEAD").error().code == Errc::not_found);
  CHECK(**git.current_branch(repo) == "side");
  CHECK(*git.is_ancestor(repo, first, second));
  CHECK_FALSE(*git.is_ancestor(repo, second, first));
  CHECK_FALSE(git.is_ancestor(repo, first, "absent").ok());
  CHECK(*git.branches(repo) == std::vector<std::string>{"main", "side"});
  CHECK(local_tip(git, Lab::local(repo), "")->branch == "side");
  lab.sh(repo, "git checkout -q --detach");
  CHECK_FALSE(git.current_branch(repo)->has_value());
  CHECK(local_tip(git, Lab::local(repo), "")->branch == "main");
  lab.sh(repo, "git branch -m main trunk");
  const auto none = local_tip(git, Lab::local(repo), "");
  REQUIRE_FALSE(none.ok());
  CHECK(contains(none.error().message, "side, trunk"));
  lab.sh(repo, "git clone -q . ../copy; cd ../copy; git checkout -q -b work");
  lab.sh(repo, "git checkout -q trunk; git clone -q . ../other; cd ../other; git checkout -qb w");
  CHECK(local_tip(git, Lab::local(lab.path("other")), "")->branch == "trunk");
}

TEST_CASE("a branch moves and the ref beside it goes, or neither") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  const std::string first = lab.sh(repo, "git rev-parse HEAD");
  lab.sh(repo, "git checkout -q --detach; git commit -qm Next --allow-empty");
  const std::string next = lab.sh(repo, "git rev-parse HEAD");
  lab.sh(repo, "git update-ref refs/pawl/beside/main HEAD");
  const auto move = [&](const std::string& at) {
    return git.update_ref(repo, "refs/heads/main", next, first, "a test",
                          {.ref = "refs/pawl/beside/main", .commit = at});
  };
  CHECK_FALSE(move(first).ok());
  CHECK(lab.sh(repo, "git rev-parse main refs/pawl/beside/main") == first + "\n" + next);
  CHECK(move(next).ok());
  CHECK(lab.sh(repo, "git for-each-ref --format='%(refname) %(objectname)'") ==
        "refs/heads/main " + next);
  CHECK(move(next).error().code == Errc::conflict);
}

TEST_CASE("an unborn branch has a name") {
  Lab lab;
  lab.sh(lab.path(""), "git init -q -b start empty");
  CHECK(**lab.git().current_branch(lab.path("empty")) == "start");
  CHECK_FALSE(lab.git().resolve(lab.path("empty"), "HEAD")->has_value());
}

TEST_CASE("trees, blobs, index and status keep any bytes of a name") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  lab.write(repo + "/a b/\xC3\xA4\n\"x\".txt", "bytes\n\n");
  lab.sh(repo, "ln -s README.md link; git add -A; git commit -qm More");
  const auto tree = git.list_tree(repo, "HEAD");
  REQUIRE(tree.ok());
  REQUIRE(tree->size() == 5);
  CHECK(tree->at(1).path == "a b/\xC3\xA4\n\"x\".txt");
  CHECK(tree->at(2).mode == 0120000);
  CHECK(tree->at(3).mode == 0100755);
  CHECK(tree->at(0).object.size() == 40);
  CHECK(*git.show(repo, "HEAD", tree->at(1).path) == "bytes\n\n");
  CHECK(git.show(repo, "HEAD", "absent").error().code == Errc::not_found);
  const auto index = git.list_index(repo);
  REQUIRE(index.ok());
  CHECK(index->size() == 5);
  CHECK(std::is_sorted(index->begin(), index->end()));
  CHECK(git.status(repo)->empty());
  lab.write(repo + "/new\nfile", "x");
  CHECK(*git.status(repo) == std::vector<std::string>{"?? new\nfile"});
}

TEST_CASE("commits are read with their trailers") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  const std::string first = lab.sh(repo, "git rev-parse HEAD");
  lab.sh(repo,
         "git commit -q --allow-empty -m 'Subject: line' -m 'Body\nPawl-Run: not-this' -m "
         "'Pawl-Run: one\nPawl-Subtask: T1-S1\nPAWL-RUN:  two '");
  lab.sh(repo, "git commit -q --allow-empty -m Third");
  const auto commits = git.log(repo, first, "HEAD");
  REQUIRE(commits.ok());
  REQUIRE(commits->size() == 2);
  const CommitInfo& second = commits->front();
  CHECK(second.subject == "Subject: line");
  CHECK(second.parent == first);
  CHECK(second.tree.size() == 40);
  CHECK(second.trailer("Pawl-Run") == "two");
  CHECK(second.trailer("Pawl-Subtask") == "T1-S1");
  CHECK(second.trailer("Body").empty());
  CHECK(second.at.time_since_epoch().count() > 0);
  CHECK(commits->back().parent == second.id);
  CHECK(commits->back().trailer("Pawl-Run").empty());
  CHECK(git.commit_info(repo, first)->parent.empty());
  CHECK(git.log(repo, "", "HEAD")->size() == 3);
  CHECK(git.commit_info(repo, "absent").error().code == Errc::not_found);
  CHECK(git.log(repo, "HEAD", "HEAD")->empty());
  CHECK(git.log(repo, first, first)->empty());
  // Full ids are not looked up before git is asked, and still told apart from what is no commit.
  for (const std::string& none : {std::string(40, 'e'), second.tree}) {
    CAPTURE(none);
    CHECK(git.commit_info(repo, none).error().code == Errc::not_found);
    CHECK(git.log(repo, none, "HEAD").error().code == Errc::not_found);
    CHECK(git.log(repo, first, none).error().code == Errc::not_found);
  }
}

TEST_CASE("update_ref moves a ref only from where it was expected") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  const std::string first = lab.sh(repo, "git rev-parse HEAD");
  const std::string second = lab.sh(repo, "git commit -q --allow-empty -m Two; git rev-parse HEAD");
  const std::string ref = "refs/heads/x";
  CHECK(git.update_ref(repo, ref, first, "", "test").ok());
  CHECK(git.update_ref(repo, ref, second, "", "test").error().code == Errc::conflict);
  CHECK(git.update_ref(repo, ref, second, second, "test").error().code == Errc::conflict);
  CHECK(git.update_ref(repo, ref, second, first, "test").ok());
  CHECK(git.update_ref(repo, "refs/heads/y", second, first, "test").error().code == Errc::conflict);
  CHECK(git.update_ref(repo, "refs/heads/x/y", second, "", "test").error().code == Errc::conflict);
  CHECK(git.update_ref(repo, "refs/heads/a..b", second, "", "test").error().code == Errc::invalid);
  CHECK(git.update_ref(repo, "HEAD", second, "", "test").error().code == Errc::invalid);
}

TEST_CASE("branch names are those git accepts") {
  Lab lab;
  for (const char* name : {"main", "pawl/improve-1", "a.b", "\xC3\xA4"}) {
    CAPTURE(name);
    CHECK(lab.git().check_branch_name(name).ok());
  }
  for (const char* name : {"", "-x", "HEAD", "a b", "a..b", "a/", "/a", "a.lock", "a~1", "a\nb"}) {
    CAPTURE(name);
    CHECK(lab.git().check_branch_name(name).error().code == Errc::invalid);
  }
}

TEST_CASE("nothing a repository is configured with runs while it is read") {
  Lab lab;
  Git& git = lab.git();
  const std::string repo = lab.make_repo("repo");
  const std::string mark = "touch " + lab.path("marker") + "; ";
  lab.write(lab.path("evil.sh"), "#!/bin/sh\n" + mark + "cat\n");
  lab.sh(
      repo,
      "chmod 755 ../evil.sh; E=$PWD/../evil.sh; printf '*.md filter=x=y diff=d\\n*.c "
      "filter=f\\n' > .gitattributes; git add -A; git commit -qm Attributes; "
      "git config core.fsmonitor $E; git config diff.external $E; git config diff.d.textconv $E;"
      "git config diff.d.command $E; git config filter.f.clean $E; git config filter.f.smudge $E;"
      "git config filter.f.required true; git config filter.x=y.clean $E; "
      "git config filter.x=y.process $E; git config core.pager $E; git config gpg.program $E; "
      "git config log.showSignature true; git config core.sshCommand $E; "
      "git config core.alternateRefsCommand $E; git config credential.helper $E; "
      "for h in post-checkout reference-transaction post-index-change pre-auto-gc; do "
      "cp $E .git/hooks/$h; done; echo >> README.md; echo >> src/main.c");
  CHECK(git.status(repo)->size() == 2);
  CHECK(git.diff(repo, "HEAD~1", "HEAD").ok());
  CHECK(git.log(repo, "", "HEAD").ok());
  CHECK(git.list_tree(repo, "HEAD").ok());
  CHECK(git.show(repo, "HEAD", "README.md").ok());
  CHECK(git.update_ref(repo, "refs/heads/z", "HEAD", "", "test").ok());
  CHECK(git.top_level(repo).ok());
  CHECK_FALSE(lab.exists(lab.path("marker")));
  // Where Pawl's own attributes lie, the filters need not be named to be off.
  lab.write(repo + "/.git/info/attributes", std::string(kPlainAttributes));
  CHECK(git.status(repo)->size() == 2);
  CHECK_FALSE(lab.exists(lab.path("marker")));
}

TEST_CASE("a diff does not depend on the repository's taste") {
  Lab lab;
  const std::string repo = lab.make_repo("repo");
  lab.sh(repo,
         "git config diff.noprefix true; git config color.ui always; echo x >> README.md; "
         "git commit -qam Two");
  const auto diff = lab.git().diff(repo, "HEAD~1", "HEAD");
  REQUIRE(diff.ok());
  CHECK(diff->starts_with("diff --git a/README.md b/README.md\n"));
  CHECK(diff->ends_with("+x\n"));
}

}  // namespace
}  // namespace pawl::git::git_test
