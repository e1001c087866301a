// Names of files: text only, but for canonical_path.
#include <climits>
#include <cstdlib>
#include <memory>

#include <unistd.h>

#include "base/text/text.hpp"
#include "os/files/fd.hpp"
#include "os/files/files.hpp"

namespace pawl::os {

std::string join_path(std::string_view a, std::string_view b) {
  while (a.size() > 1 && a.ends_with('/')) a.remove_suffix(1);
  while (b.starts_with('/')) b.remove_prefix(1);
  if (a.empty()) return std::string(b);
  if (b.empty()) return std::string(a);
  std::string joined(a);
  if (!joined.ends_with('/')) joined += '/';
  return joined.append(b);
}

std::string parent_path(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  const std::size_t slash = path.rfind('/');
  if (slash == std::string_view::npos) return {};
  path = path.substr(0, slash);
  while (path.ends_with('/')) path.remove_suffix(1);
  return path.empty() ? "/" : std::string(path);
}

std::string file_name(std::string_view path) {
  while (path.size() > 1 && path.ends_with('/')) path.remove_suffix(1);
  return std::string(path.substr(path.rfind('/') + 1));
}

Result<std::string> canonical_path(const std::string& path) {
  const std::unique_ptr<char, decltype(&std::free)> real(::realpath(path.c_str(), nullptr),
                                                         &std::free);
  if (!real) return errno_error(errno, path);
  return std::string(real.get());
}

std::string absolute_path(std::string_view path) {
  std::string whole(path);
  if (!whole.starts_with('/')) {
    const std::unique_ptr<char, decltype(&std::free)> here(::getcwd(nullptr, 0), &std::free);
    whole = join_path(here ? here.get() : "/", whole);
  }
  std::vector<std::string_view> kept;
  for (const std::string_view part : split(whole, '/')) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      kept.push_back(part);
    } else if (!kept.empty()) {
      kept.pop_back();
    }
  }
  return "/" + join(kept, "/");
}

}  // namespace pawl::os
