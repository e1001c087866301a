#include "git/worktrees/attachment.hpp"

#include "base/text/text.hpp"
#include "git/objects/object_reader.hpp"
#include "git/worktrees/clone.hpp"

namespace pawl::git {
namespace {

Result<std::string> answer_of(Git& git, Git::Run run) {
  TRY_ASSIGN(const std::string out, git.output(run));
  return std::string(trim_end(out));
}

Result<std::string> tree_with(Git& git, const std::string& clone, const Attachment& attachment) {
  TRY_ASSIGN(const std::string blob, answer_of(git, {.folder = clone,
                                                     .args = {"hash-object", "-w", "--stdin"},
                                                     .input = attachment.text}));
  return answer_of(git, {.folder = clone,
                         .args = {"mktree"},
                         .input = "100644 blob " + blob + "\t" + attachment.file + "\n"});
}

// Where the ref is in the target now; empty when there is none.
Result<std::string> commit_there(Git& git, const Target& target, const std::string& ref) {
  TRY_ASSIGN(const auto refs, remote_refs(git, target, {ref}));
  for (const RemoteRef& found : refs) {
    if (found.name == ref) return found.commit;
  }
  return std::string();
}

Result<std::string> commit_of(Git& git, const std::string& clone, const std::string& tree,
                              const std::string& parent, const Attachment& attachment) {
  const auto seconds = std::chrono::floor<std::chrono::seconds>(attachment.at);
  const std::string at = "@" + std::to_string(seconds.time_since_epoch().count()) + " +0000";
  Git::Run run{.folder = clone,
               .args = {"commit-tree", "--no-gpg-sign", "-m", attachment.message},
               .environment = {{"GIT_AUTHOR_DATE", at}, {"GIT_COMMITTER_DATE", at}}};
  if (!parent.empty()) run.args.insert(run.args.end(), {"-p", parent});
  run.args.push_back(tree);
  return answer_of(git, std::move(run));
}

}  // namespace

Result<std::string> attach(Git& git, const std::string& clone, const Target& target,
                           const Attachment& attachment) {
  const std::string doing = "keeping " + attachment.file + " in " + target.name;
  TRY_ASSIGN(const std::string tree, tree_with(git, clone, attachment).during(doing));
  TRY_ASSIGN(const std::string there, commit_there(git, target, attachment.ref).during(doing));
  if (!there.empty()) {
    TRY(fetch_from(git, target, {.folder = clone, .refspecs = {attachment.ref}}).during(doing));
    TRY_ASSIGN(const std::string tree_there, git.tree_of(clone, there).during(doing));
    if (tree_there == tree) return there;
  }
  TRY_ASSIGN(std::string commit, commit_of(git, clone, tree, there, attachment).during(doing));
  TRY(push_to(git, target,
              {.folder = clone,
               .refspecs = {commit + ":" + attachment.ref},
               .leases = {attachment.ref + ":" + there}})
          .during(doing));
  return commit;
}

Result<std::string> attached(Git& git, const std::string& folder, const std::string& ref,
                             const std::string& file, std::size_t bytes_max) {
  ObjectReader objects(git, folder);
  TRY_ASSIGN(const std::optional<Object> found, objects.read(ref + ":" + file));
  if (!found || found->type != "blob") {
    return fail(Errc::not_found, "there is no " + file + " under " + printable(ref, 200));
  }
  if (found->content.size() > bytes_max) {
    return fail(Errc::invalid, file + " under " + printable(ref, 200) + " is too large");
  }
  return found->content;
}

}  // namespace pawl::git
