#include "git/worktrees/export.hpp"

#include "git/hardening.hpp"
#include "git/objects/tree.hpp"

namespace pawl::git {
Status borrow_objects(Git& git, os::Files& files, const std::string& repository,
                      const std::string& folder) {
  TRY_ASSIGN(const std::string objects, git.text(repository, {"rev-parse", "--path-format=absolute",
                                                              "--git-path", "objects"}));
  TRY_ASSIGN(const std::string format, git.text(repository, {"rev-parse", "--show-object-format"}));
  TRY(files.make_folders(folder, 0700));
  TRY(git.output(
      {.folder = folder,
       .args = {"init", "--quiet", "--bare", "--template=", "--object-format=" + format}}));
  TRY(files.make_folders(os::join_path(folder, "info")));
  TRY(files.write_atomic(os::join_path(folder, "info/attributes"), kPlainAttributes));
  TRY(files.make_folders(os::join_path(folder, "objects/info")));
  return files.write_atomic(os::join_path(folder, "objects/info/alternates"), objects + "\n");
}

Status export_commit(Git& git, os::Files& files, const std::string& repository,
                     const std::string& commit, const std::string& to) {
  TRY_ASSIGN(const std::optional<std::string> id, git.resolve(repository, commit));
  if (!id) return fail(Errc::not_found, "there is no commit " + commit + " in " + repository);
  {
    ObjectReader objects(git, repository);
    TRY(check_checkout(objects, *id, false));
  }
  const std::string lender = to + ".git";
  TRY(files.remove_tree(lender));
  TRY(files.make_folders(to));
  const auto work = [&]() -> Status {
    TRY(borrow_objects(git, files, repository, lender));
    TRY(git.output({.folder = lender, .args = {"read-tree", *id}}));
    TRY(git.output({.folder = lender,
                    .args = {"--work-tree=" + to, "checkout-index", "--all", "--force", "--quiet",
                             "--prefix=" + to + "/"}}));
    return Done{};
  };
  Status done = work();
  TRY(files.remove_tree(lender));
  return std::move(done).during("copying the files of " + commit);
}

}  // namespace pawl::git
