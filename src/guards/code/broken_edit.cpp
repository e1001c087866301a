#include "guards/code/broken_edit.hpp"

#include "syntax/check.hpp"

namespace pawl::guards {
namespace {

std::size_t faults_in(const RepoPath& path, const std::string& text) {
  return syntax::check(syntax::kind_of(path, text), text).size();
}

}  // namespace

bool newly_broken(const git::FileChange& file) {
  if (!file.after) return false;
  const std::size_t now = faults_in(file.path, *file.after);
  return now > 0 && now > (file.before ? faults_in(file.path, *file.before) : 0);
}

}  // namespace pawl::guards
