#include "forge/test_lab.hpp"

#include <doctest/doctest.h>

#include <cstdlib>

#include "base/text/text.hpp"

namespace pawl::forge {
namespace {

git::GitOptions bot() { return {.identity = {.name = "Pawl Bot", .email = "bot@pawl.invalid"}}; }

std::string temporary_folder() {
  std::string name = "/tmp/pawl-forge-XXXXXX";
  REQUIRE(::mkdtemp(name.data()) != nullptr);
  return name;
}

}  // namespace

Lab::Lab(Layout layout)
    : folder_(temporary_folder()),
      target_(folder_ + "/demo"),
      layout_(layout),
      processes_(os::real_processes()),
      files_(os::real_files()),
      random_(os::real_random()),
      layout_of_state_{.config_folder = folder_ + "/config", .state_folder = folder_ + "/state"},
      config_{.forge = "local"},
      git_(*processes_, bot()) {
  sh(folder_, R"(
    git init -q -b main made
    cd made
    printf 'one\n' > a.txt
    mkdir src
    printf 'int main() {}\n' > src/main.c
    printf 'ignored\n' > .gitignore
    git add -A
    git commit -q -m 'Begin'
  )");
  switch (layout) {
    case Layout::bare: sh(folder_, "git clone -q --bare made demo"); break;
    case Layout::other_branch: sh(folder_, "mv made demo; cd demo; git switch -q -c other"); break;
    case Layout::checked_out: sh(folder_, "mv made demo"); break;
    case Layout::linked:
      sh(folder_,
         "mv made demo; cd demo; git switch -q -c other; git worktree add -q ../linked main");
      break;
  }
  // No hook of the target ever runs: each would leave a file.
  const std::string hooks =
      target_ + (layout == Layout::bare ? std::string("/hooks/") : std::string("/.git/hooks/"));
  for (const char* hook : {"pre-commit", "post-commit", "commit-msg", "prepare-commit-msg",
                           "post-merge", "post-checkout", "reference-transaction", "pre-receive",
                           "update", "post-receive", "post-index-change"}) {
    const std::string script = "#!/bin/sh\ntouch " + folder_ + "/hook-ran-" + hook + "\n";
    REQUIRE(files_->write_atomic(hooks + hook, script, 0755));
  }
  clock_.advance(Seconds(30));
}

Lab::~Lab() {
  database_.reset();
  CHECK(sh(folder_, "ls -d hook-ran-* 2>/dev/null || true") == "");
  CHECK(sh(folder_, "ls state/scratch/forge 2>/dev/null || true") == "");
  (void)files_->remove_tree(folder_).ok();
}

std::string Lab::checkout() const {
  if (layout_ == Layout::checked_out) return target_;
  return layout_ == Layout::linked ? folder_ + "/linked" : std::string();
}

std::string Lab::sh(const std::string& where, const std::string& script) {
  os::Command command;
  command.argv = {"sh", "-ec", script};
  command.folder = where;
  command.environment = {{"PATH", "/usr/local/bin:/usr/bin:/bin"},
                         {"HOME", folder_},
                         {"LC_ALL", "C"},
                         {"GIT_CONFIG_NOSYSTEM", "1"},
                         {"GIT_CONFIG_COUNT", "2"},
                         {"GIT_CONFIG_KEY_0", "core.hooksPath"},
                         {"GIT_CONFIG_VALUE_0", "/dev/null"},
                         {"GIT_CONFIG_KEY_1", "advice.detachedHead"},
                         {"GIT_CONFIG_VALUE_1", "false"},
                         {"GIT_AUTHOR_NAME", "Ada"},
                         {"GIT_AUTHOR_EMAIL", "ada@example.invalid"},
                         {"GIT_COMMITTER_NAME", "Ada"},
                         {"GIT_COMMITTER_EMAIL", "ada@example.invalid"}};
  const auto finished = processes_->run(command);
  REQUIRE(finished);
  CAPTURE(script);
  CAPTURE(finished->err);
  REQUIRE(finished->succeeded());
  return std::string(trim_end(finished->out));
}

std::string Lab::commit(const std::string& branch, const std::string& from, const std::string& file,
                        const std::string& content) {
  const auto data = [](const std::string& text) {
    return "data " + std::to_string(text.size()) + "\n" + text + "\n";
  };
  const std::string commands = folder_ + "/commit";
  REQUIRE(files_->write_atomic(
      commands, "commit refs/heads/" + branch +
                    "\nmark :1\ncommitter Ada <ada@example.invalid> now\n" +
                    data("Change " + file + "\n\nPawl-Run: demo-0a1b2c\n") + "from " + from +
                    "^0\nM 100644 inline " + file + "\n" + data(content) + "get-mark :1\n"));
  return in_target(
      "git -c fastimport.unpackLimit=1 fast-import --quiet --force --date-format=now < " +
      commands);
}

PullDraft Lab::publish(const std::string& run) {
  const std::string branch = "pawl/improve/" + run;
  const std::string base = in_target("git rev-parse main");
  const std::string first = commit(branch, base, "LICENSE", "MIT\n");
  const std::string head = commit(branch, first, "src/main.c", "int main(void) { return 0; }\n");
  return {.title = "Improve demo",
          .body = "What changed:\n\n- a licence\n",
          .base = "main",
          .branch = branch,
          .base_commit = base,
          .head_commit = head,
          .run = run,
          .labels = {"pawl"}};
}

ForgeSetup Lab::setup(os::Clock& clock) {
  ports_.push_back(std::make_unique<os::Ports>(
      os::Ports{clock, *files_, *processes_, http_, *random_, cancel_, {}, folder_}));
  return {.config = config_,
          .target = {.kind = git::TargetKind::local,
                     .location = target_,
                     .name = "demo",
                     .key = "local/demo"},
          .layout = layout_of_state_,
          .database = database(),
          .git = git_,
          .ports = *ports_.back()};
}

store::Database& Lab::database() {
  if (database_ == nullptr) database_ = *store::Database::open(path("pawl.db"));
  return *database_;
}

}  // namespace pawl::forge
