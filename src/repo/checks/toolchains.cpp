#include "repo/checks/toolchains.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string_view>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "os/files/files.hpp"

namespace pawl::repo {
namespace {

bool is_or_lies_below(std::string_view path, std::string_view folder) {
  return path == folder ||
         (path.starts_with(folder) && path.substr(folder.size()).starts_with('/'));
}

bool is_of_the_system(std::string_view path) {
  static constexpr auto kFolders = fixed_words("/usr", "/bin", "/sbin", "/lib", "/lib64");
  return std::any_of(kFolders.begin(), kFolders.end(),
                     [&](std::string_view folder) { return is_or_lies_below(path, folder); });
}

// Version managers keep each version of a tool in a folder of its own below one of theirs; that
// version is the toolchain. `*` is one folder name.
constexpr auto kVersionFolders =
    fixed_words("/.pyenv/versions/*",                              // pyenv
                "/.rbenv/versions/*",                              // rbenv
                "/.nodenv/versions/*",                             // nodenv
                "/.goenv/versions/*",                              // goenv
                "/.nvm/versions/node/*",                           // nvm
                "/.local/share/fnm/node-versions/*/installation",  // fnm
                "/.fnm/node-versions/*/installation",
                "/.volta/tools/image/node/*",       // Volta
                "/.asdf/installs/*/*",              // asdf
                "/.local/share/mise/installs/*/*",  // mise
                "/.local/share/uv/python/*",        // uv
                "/.sdkman/candidates/*/*",          // SDKMAN!
                "/.jenv/versions/*",                // jEnv
                "/.rustup/toolchains/*",            // rustup
                "/.rvm/rubies/*",                   // RVM
                "/.gvm/gos/*",                      // gvm
                "/nix/store/*"                      // Nix
    );

// Of a toolchain that was unpacked somewhere: a file its folder holds beside `bin`. One of them is
// proof enough, for nobody has them in a folder of other things.
struct Marker {
  std::string_view program;  // in `bin`, or empty for any
  std::string_view file;
};
constexpr auto kMarkers = std::to_array<Marker>({
    {"node", "include/node/node_version.h"},
    {"npm", "include/node/node_version.h"},
    {"npx", "include/node/node_version.h"},
    {"go", "src/runtime/runtime.go"},
    {"gofmt", "src/runtime/runtime.go"},
    {"java", "lib/modules"},
    {"javac", "lib/modules"},
    {"mvn", "bin/m2.conf"},
    {"gradle", "lib/plugins"},
    {"cargo", "lib/rustlib"},
    {"rustc", "lib/rustlib"},
    {"cmake", "share/cmake/Help"},
    {"", "conda-meta/history"},
    {"", "pyvenv.cfg"},
});

bool exists(const std::string& path) {
  const auto stat = os::real_files()->stat(path);
  return stat && stat->has_value();
}

// The folder of the version when the path lies in one, as far as the pattern goes.
std::optional<std::string> version_folder(const std::string& path, std::string_view pattern) {
  const auto parts = split(pattern.substr(1), '/');
  const std::vector<std::string_view> names = split(std::string_view(path).substr(1), '/');
  for (std::size_t start = 0; start + parts.size() < names.size(); ++start) {
    const bool fits = std::equal(
        parts.begin(), parts.end(), names.begin() + static_cast<std::ptrdiff_t>(start),
        [](std::string_view part, std::string_view name) { return part == "*" || part == name; });
    if (!fits) continue;
    std::string folder;
    for (std::size_t i = 0; i < start + parts.size(); ++i) folder += "/" + std::string(names[i]);
    return folder;
  }
  return {};
}

bool is_python(std::string_view name) {
  return name.starts_with("python") || name.starts_with("pip") || name == "pytest";
}

// `lib/python3.11/os.py`: the standard library lies there, so the folder is an installation.
bool holds_python(const std::string& prefix) {
  const auto names = os::real_files()->list(prefix + "/lib");
  if (!names) return false;
  return std::any_of(names->begin(), names->end(), [&](const std::string& name) {
    return name.starts_with("python3") && exists(prefix + "/lib/" + name + "/os.py");
  });
}

std::optional<std::string> unpacked_folder(const std::string& path) {
  const std::string bin = os::parent_path(path);
  if (os::file_name(bin) != "bin") return {};
  const std::string prefix = os::parent_path(bin);
  const std::string name = os::file_name(path);
  for (const Marker& marker : kMarkers) {
    if (!marker.program.empty() && marker.program != name) continue;
    if (exists(prefix + "/" + std::string(marker.file))) return prefix;
  }
  if (is_python(name) && holds_python(prefix)) return prefix;
  return {};
}

// Of `…/node_modules/@yarnpkg/cli-dist/bin/yarn.js` the package, which brings along what it needs.
std::optional<std::string> package_folder(const std::string& path) {
  constexpr std::string_view kModules = "/node_modules/";
  const auto at = path.rfind(kModules);
  if (at == std::string::npos) return {};
  auto start = at + kModules.size();
  if (path[start] == '.') return {};  // `.bin`: links
  if (path[start] == '@') start = path.find('/', start) + 1;
  const auto end = start == 0 ? std::string::npos : path.find('/', start);
  if (end == std::string::npos) return {};
  return path.substr(0, end);
}

std::string readable_at(const std::string& path) {
  for (const std::string_view pattern : kVersionFolders) {
    if (auto folder = version_folder(path, pattern)) return *std::move(folder);
  }
  // `…/lib/node_modules/npm/bin/npm-cli.js` is where a link of Node's `bin` leads.
  if (const auto at = path.find("/lib/node_modules/"); at != std::string::npos) {
    const std::string prefix = path.substr(0, at);
    if (exists(prefix + "/include/node/node_version.h")) return prefix;
  }
  if (auto folder = unpacked_folder(path)) return *std::move(folder);
  if (auto folder = package_folder(path)) return *std::move(folder);
  // rustup's proxies call each other; cargo's credentials lie above them.
  if (exists(os::parent_path(path) + "/rustup")) return os::parent_path(path);
  return path;
}

}  // namespace

std::vector<std::string> readable_for(const std::string& program) {
  std::vector<std::string> readable;
  for (const std::string& path : {program, os::canonical_path(program).value_or(program)}) {
    if (is_of_the_system(path)) continue;
    std::string one = readable_at(path);
    if (std::find(readable.begin(), readable.end(), one) == readable.end()) {
      readable.push_back(std::move(one));
    }
  }
  return readable;
}

}  // namespace pawl::repo
