#include "git/worktrees/signing.hpp"

#include <chrono>

#include "base/text/text.hpp"
#include "git/objects/object_reader.hpp"

namespace pawl::git {
namespace {

constexpr Milliseconds kSigningTime{60'000};
// Of the Unix epoch: a proof needs no clock.
constexpr Timestamp kNoTime{};

std::vector<std::string> signing_settings(const Signing& signing) {
  std::vector<std::string> args;
  const auto configure = [&](const std::string& setting) {
    args.emplace_back("-c");
    args.push_back(setting);
  };
  if (signing.format == SigningFormat::ssh) {
    configure("gpg.format=ssh");
    configure("gpg.ssh.program=ssh-keygen");
  } else {
    configure("gpg.format=openpgp");
    configure("gpg.program=gpg");
    configure("gpg.openpgp.program=gpg");
  }
  if (!signing.key.empty()) configure("user.signingKey=" + signing.key);
  return args;
}

// The bytes of a commit as they were signed: git puts a signature into a header of its own, whose
// further lines begin with a blank. With another parent, where that was signed as well.
std::string signed_part(std::string_view content, const std::string& parent) {
  std::string out;
  bool in_signature = false;
  while (!content.empty()) {
    const std::string_view line = content.substr(0, content.find('\n') + 1);
    if (line.empty() || line == "\n") break;  // what follows is the message
    content.remove_prefix(line.size());
    in_signature = line.starts_with("gpgsig") || (in_signature && line.front() == ' ');
    if (in_signature) continue;
    const bool of_parent = line.starts_with("parent ") && !parent.empty();
    out += of_parent ? "parent " + parent + "\n" : std::string(line);
  }
  return out + std::string(content);
}

}  // namespace

Result<std::string> write_signed_commit(Git& git, const CommitFacts& facts) {
  const auto& signing = git.options().signing;
  if (!signing) return fail(Errc::invalid, "there is nothing to sign commits with");
  const auto seconds = std::chrono::floor<Seconds>(facts.at).time_since_epoch().count();
  const std::string date = "@" + std::to_string(seconds) + " +0000";
  Git::Run run{.folder = facts.folder,
               .args = signing_settings(*signing),
               .input = facts.message,
               .environment = signing->environment,
               .deadline = kSigningTime};
  run.args.insert(run.args.end(), {"commit-tree", "-S", "-p", facts.parent, "-F", "-", facts.tree});
  run.environment.emplace_back("GIT_AUTHOR_DATE", date);
  run.environment.emplace_back("GIT_COMMITTER_DATE", date);
  // A passphrase is a matter of an agent: nobody is asked here.
  run.environment.emplace_back("SSH_ASKPASS_REQUIRE", "force");
  run.environment.emplace_back("SSH_ASKPASS", "/bin/false");
  TRY_ASSIGN(const os::Finished finished, git.run(run));
  if (!finished.succeeded()) {
    return fail(Errc::denied, "commits cannot be signed (commits.sign, commits.sign_key): " +
                                  printable(trim(finished.err), 300) +
                                  "; try the key with git itself, or set commits.sign to off");
  }
  return std::string(trim(finished.out));
}

Status check_signing(Git& git, const std::string& folder) {
  if (!git.options().signing) return Done{};
  TRY_ASSIGN(const std::string tree, git.tree_of(folder, "HEAD"));
  TRY_ASSIGN(const std::string parent, git.text(folder, {"rev-parse", "--verify", "HEAD"}));
  TRY(write_signed_commit(git, {.folder = folder,
                                .tree = tree,
                                .parent = parent,
                                .message = "Proof that commits can be signed\n",
                                .at = kNoTime}));
  return Done{};
}

Result<std::string> unsigned_id(Git& git, const std::string& folder, const std::string& base,
                                const std::string& commit) {
  TRY_ASSIGN(const std::vector<CommitInfo> commits, git.log(folder, base, commit));
  ObjectReader objects(git, folder);
  std::string id = base;
  for (const CommitInfo& info : commits) {
    TRY_ASSIGN(const std::optional<Object> found, objects.read(info.id));
    if (!found) return fail(Errc::not_found, "there is no commit " + printable(info.id, 80));
    TRY_ASSIGN(id, git.output({.folder = folder,
                               .args = {"hash-object", "-t", "commit", "--stdin"},
                               .input = signed_part(found->content, id)}));
    id = std::string(trim(id));
  }
  return id;
}

}  // namespace pawl::git
