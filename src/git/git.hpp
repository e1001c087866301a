// The git program, hardened: no hooks, no external diff or textconv, no fsmonitor, no optional
// locks, no user or system configuration, no prompts, `-z` and `--end-of-options` throughout. All
// reading of objects and all writing of repositories in Pawl goes through here.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "base/secrets/secret.hpp"
#include "base/time.hpp"
#include "os/processes/process.hpp"
#include "os/sandbox/overlay.hpp"

namespace pawl::git {

struct Identity {
  std::string name;
  std::string email;
};

// How to log in to a remote. The secret reaches git through GIT_CONFIG_* in the environment
// (http.<url>.extraHeader), never through argv, URLs or a file.
struct Credentials {
  std::string url_prefix;  // e.g. https://github.com/
  Secret token;
  // Where tokens pass: the one that holds for a repository (`owner/repo`) now. Asked before each
  // run that reaches a remote, once reach() named the repository; `token` is then the last answer.
  std::function<Result<Secret>(const std::string& repository)> source = {};
};

enum class SigningFormat : std::uint8_t { gpg, ssh };

// What commits are signed with.
struct Signing {
  SigningFormat format = SigningFormat::gpg;
  std::string key;  // as user.signingKey of git; empty: gpg's own choice
  // For the program that signs only: HOME, GNUPGHOME, SSH_AUTH_SOCK and the like, from the user.
  std::vector<std::pair<std::string, std::string>> environment;
};

struct GitOptions {
  Identity identity;
  std::optional<Signing> signing = {};
  std::optional<Credentials> credentials;
  std::string home = "https://github.com";  // where a target that is named as owner/repo is
  std::string path_list = "/usr/local/bin:/usr/bin:/bin";
  // For runs that reach a remote only: SSH_AUTH_SOCK, https_proxy and the like, from the user.
  std::vector<std::pair<std::string, std::string>> remote_environment;
  const os::Cancel* cancel = nullptr;
  // Of every run, on top of the scrubbed one: where the files of a repository lie apart from it.
  std::vector<std::pair<std::string, std::string>> environment = {};
  // Every run happens where this is seen; null: nowhere else.
  std::shared_ptr<const os::Overlay> overlay = {};
};

struct TreeEntry {
  std::uint32_t mode = 0;  // as git writes it: 0100644, 0100755, 0120000, 0160000
  std::string object;
  std::string path;  // as git stores it, any bytes
};

struct Blob {
  std::uint64_t size = 0;
  std::optional<std::string> content;  // nothing when it is larger than was asked for
};

struct CommitInfo {
  std::string id;
  std::string parent;  // first parent, empty for a root commit
  std::string tree;
  std::string subject;
  std::string body;
  Timestamp at;
  // The value of the last trailer of that name in the body, empty when there is none.
  std::string trailer(std::string_view name) const;
};

struct RefAt {
  std::string ref;
  std::string commit;
};

class Conversations;

class Git {
 public:
  Git(os::Processes& processes, GitOptions options);
  // A copy keeps no conversation of the other, also one that is moved.
  Git(const Git& other);
  ~Git();

  // The repository that credentials which pass are asked for; nothing to those that stay.
  void reach(std::string repository) { repository_ = std::move(repository); }

  struct Run {
    std::string folder;  // -C
    std::vector<std::string> args;
    std::string input;
    std::vector<std::pair<std::string, std::string>> environment;  // on top of the scrubbed one
    Milliseconds deadline{120'000};
    bool remote = false;  // may use credentials
    // A conversation: standard input from a descriptor instead of `input`, and each piece of
    // standard output as it comes, from the calling thread.
    int input_from = -1;
    std::function<void(std::string_view)> on_output = {};
    // Asked about ten times a second, from the calling thread; false ends it as a deadline does.
    std::function<bool()> may_go_on = {};
  };
  // Whatever git answered. Error only when git could not be run, or ran into its deadline.
  Result<os::Finished> run(const Run& run);
  // Standard output of a git that ended with 0, trailing newline removed; else an Error with what
  // git reported, first line, redacted.
  Result<std::string> text(const std::string& folder, std::vector<std::string> args);
  // The exact bytes of standard output of a git that ended with 0; else an Error as of text().
  Result<std::string> output(const Run& run);
  // What a git that failed reported, as an Error.
  Error failure(const Run& run, const os::Finished& finished) const;

  // ---- reading
  // The root of the repository that holds `path`; not_found when there is none. Bare ones answer
  // their git folder.
  Result<std::string> top_level(const std::string& path);
  Result<bool> is_bare(const std::string& folder);
  // The commit a revision names; nothing when there is no such revision.
  Result<std::optional<std::string>> resolve(const std::string& folder,
                                             const std::string& revision);
  // The tree of a commit, a tag or a tree; an Error when there is no such revision.
  Result<std::string> tree_of(const std::string& folder, const std::string& revision);
  // The branch HEAD names, also when it is unborn; nothing when HEAD is detached.
  Result<std::optional<std::string>> current_branch(const std::string& folder);
  // The git folder, where that is known without git (plain_place.hpp): also the one that GIT_DIR
  // names in GitOptions::environment, which is one that Pawl made and shares nothing.
  std::optional<std::string> plain_git_folder(const std::string& folder) const;
  // Where a file of its repository is, as `index` or `objects/info/alternates`, canonical; it need
  // not be there.
  Result<std::string> git_path(const std::string& folder, const std::string& name);
  // The git folder that its worktrees share, canonical.
  Result<std::string> common_folder(const std::string& folder);
  // How many hexadecimal digits an id has there: 40 (SHA-1) or 64 (SHA-256).
  Result<std::size_t> digits_of_ids(const std::string& folder);
  Result<std::vector<std::string>> branches(const std::string& folder);  // sorted
  Result<bool> is_ancestor(const std::string& folder, const std::string& a, const std::string& b);
  Result<std::vector<TreeEntry>> list_tree(const std::string& folder, const std::string& commit);
  Result<std::string> show(const std::string& folder, const std::string& commit,
                           const std::string& path);  // the bytes of a blob
  // Blobs by object id, in the order asked for; without the content of those larger than
  // `bytes_max`. not_found when one is missing, invalid when one is no blob or when the contents
  // come to more than `total_max`.
  Result<std::vector<Blob>> blobs(const std::string& folder, std::span<const std::string> objects,
                                  std::uint64_t bytes_max, std::uint64_t total_max);
  Result<CommitInfo> commit_info(const std::string& folder, const std::string& revision);
  // base..head, oldest first.
  Result<std::vector<CommitInfo>> log(const std::string& folder, const std::string& base,
                                      const std::string& head);
  Result<std::string> diff(const std::string& folder, const std::string& base,
                           const std::string& head);
  // Lines of `git status --porcelain -z`, untracked included; empty means clean.
  Result<std::vector<std::string>> status(const std::string& folder,
                                          Milliseconds deadline = Milliseconds(120'000));
  // Tracked paths of the index, sorted, as git stores them.
  Result<std::vector<std::string>> list_index(const std::string& folder);

  // ---- writing
  // Points a ref at a commit if it is at `expected` (empty: must not exist). conflict otherwise.
  // With `replaced`, the full ref that the commit comes of, that one is removed in the same step if
  // it is where it says, and `expected` is a commit.
  Status update_ref(const std::string& folder, const std::string& ref, const std::string& commit,
                    const std::string& expected, const std::string& reason,
                    const RefAt& replaced = {});
  Status check_branch_name(const std::string& branch);

  // Of its readers of objects; null where the repository of a folder is another one than lies there
  // (GitOptions::environment, GitOptions::overlay).
  Conversations* conversations() { return lies_there() ? conversations_.get() : nullptr; }
  const GitOptions& options() const { return options_; }
  // The same program with other options.
  Git with(GitOptions options) const { return {processes_, std::move(options)}; }

 private:
  Status log_in();
  // Whether the repository of a folder is the one that lies there.
  bool lies_there() const { return options_.environment.empty() && !options_.overlay; }
  void learn(const Secret& token);

  os::Processes& processes_;
  GitOptions options_;
  Redactor redactor_;
  std::string repository_;
  std::unique_ptr<Conversations> conversations_;  // the last: they are had with this Git
};

}  // namespace pawl::git
