#include "git/change.hpp"

#include <algorithm>

#include "base/digest.hpp"

namespace pawl::git {
namespace {

// Length first, so that no two different lists of fields give the same bytes.
void put(std::string& out, std::string_view field) {
  out += std::to_string(field.size());
  out += ':';
  out += field;
}

void put_content(std::string& out, const std::optional<std::string>& content) {
  if (content) {
    put(out, *content);
  } else {
    out += '-';
  }
}

}  // namespace

std::string_view to_string(Action action) {
  switch (action) {
    case Action::create: return "create";
    case Action::modify: return "modify";
    case Action::remove: return "remove";
  }
  return "unknown";
}

const FileChange* Change::find(const RepoPath& path) const {
  const auto at = std::find_if(files.begin(), files.end(),
                               [&](const FileChange& file) { return file.path == path; });
  return at == files.end() ? nullptr : &*at;
}

std::string Change::fingerprint() const {
  std::string bytes;
  for (const FileChange& file : files) {
    put(bytes, file.path.text());
    put(bytes, to_string(file.action));
    put(bytes, std::to_string(file.mode_before) + ">" + std::to_string(file.mode_after));
    put_content(bytes, file.before);
    put_content(bytes, file.after);
  }
  for (const SubmoduleChange& submodule : submodules) {
    put(bytes, "submodule");
    put(bytes, submodule.path.text());
    put_content(bytes, submodule.before);
    put_content(bytes, submodule.after);
  }
  return digest_hex(Hash::sha256, {bytes});
}

}  // namespace pawl::git
