#include "git/worktrees/export.hpp"

#include "git/hardening.hpp"
#include "git/objects/tree.hpp"
#include "git/worktrees/borrower.hpp"

namespace pawl::git {

Result<std::string> objects_of(Git& git, const std::string& repository) {
  return git.git_path(repository, "objects");
}

Status borrow_objects(os::Files& files, const std::string& objects, const std::string& commit,
                      const std::string& folder) {
  TRY(files.make_folders(folder, 0700));
  TRY(write_borrower(files, {.folder = folder, .objects = objects, .digits = commit.size()}));
  return files.replace(os::join_path(folder, "info/attributes"), kPlainAttributes);
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
    TRY_ASSIGN(const std::string objects, objects_of(git, repository));
    TRY(borrow_objects(files, objects, *id, lender));
    TRY(git.output(
        {.folder = lender, .args = {"--work-tree=" + to, "read-tree", "--reset", "-u", *id}}));
    return Done{};
  };
  Status done = work();
  TRY(files.remove_tree(lender));
  return std::move(done).during("copying the files of " + commit);
}

}  // namespace pawl::git
