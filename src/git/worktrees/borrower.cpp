#include "git/worktrees/borrower.hpp"

namespace pawl::git {
namespace {

constexpr std::size_t kSha256Digits = 64;

std::string config_of(const Borrower& borrower) {
  const bool sha256 = borrower.digits == kSha256Digits;
  std::string text = "[core]\n\trepositoryformatversion = ";
  text += sha256 ? "1\n" : "0\n";
  text += "\tfilemode = true\n\tbare = ";
  text += borrower.bare ? "true\n" : "false\n\tlogallrefupdates = true\n";
  if (sha256) text += "[extensions]\n\tobjectformat = sha256\n";
  return text + borrower.config;
}

}  // namespace

Status write_borrower(os::Files& files, const Borrower& borrower) {
  const auto in = [&](const char* name) { return os::join_path(borrower.folder, name); };
  for (const char* name : {"info", "objects/info", "objects/pack", "refs/heads", "refs/tags"}) {
    TRY(files.make_folders(in(name)));
  }
  TRY(files.replace(in("config"), config_of(borrower)));
  TRY(files.replace(in("objects/info/alternates"), borrower.objects + "\n"));
  return files.replace(in("HEAD"), "ref: refs/heads/" + borrower.branch + "\n");
}

}  // namespace pawl::git
