// Which files are not the repository's own writing, recognised by their paths alone.
#include <algorithm>
#include <array>

#include "base/text/text.hpp"
#include "repo/views/view.hpp"

namespace pawl::repo {
namespace {

constexpr std::string_view kVendoredFolders[] = {
    ".bundle",     ".venv",       "3rd-party",     "3rdparty",     "_vendor",  "bower_components",
    "carthage",    "godeps",      "jspm_packages", "node_modules", "pods",     "site-packages",
    "third-party", "third_party", "thirdparty",    "vendor",       "vendored", "vendors",
    "venv",        "virtualenv"};

constexpr std::string_view kGeneratedFolders[] = {
    ".dart_tool",    ".gradle",   ".next",    ".nuxt", ".nyc_output",
    ".pytest_cache", ".tox",      ".turbo",   ".yarn", "__pycache__",
    "__snapshots__", "bazel-out", "coverage", "dist",  "htmlcov"};

constexpr std::string_view kGeneratedNames[] = {".pnp.cjs",
                                                ".pnp.js",
                                                "aclocal.m4",
                                                "bun.lock",
                                                "bun.lockb",
                                                "cargo.lock",
                                                "composer.lock",
                                                "config.guess",
                                                "config.sub",
                                                "configure",
                                                "deno.lock",
                                                "depcomp",
                                                "flake.lock",
                                                "gemfile.lock",
                                                "go.sum",
                                                "go.work.sum",
                                                "gradle-wrapper.jar",
                                                "gradle.lockfile",
                                                "gradlew",
                                                "gradlew.bat",
                                                "install-sh",
                                                "libtool.m4",
                                                "ltmain.sh",
                                                "mix.lock",
                                                "mvnw",
                                                "mvnw.cmd",
                                                "npm-shrinkwrap.json",
                                                "package-lock.json",
                                                "package.resolved",
                                                "packages.lock.json",
                                                "pdm.lock",
                                                "pipfile.lock",
                                                "pixi.lock",
                                                "pnpm-lock.yaml",
                                                "podfile.lock",
                                                "poetry.lock",
                                                "pubspec.lock",
                                                "uv.lock",
                                                "yarn.lock"};

constexpr std::string_view kGeneratedEndings[] = {
    "-min.css",      "-min.js",  ".bundle.css",  ".bundle.js",    ".css.map",      ".designer.cs",
    ".freezed.dart", ".g.cs",    ".g.dart",      ".generated.cs", ".generated.ts", ".js.map",
    ".min.css",      ".min.js",  ".min.mjs",     ".mjs.map",      ".pb.cc",        ".pb.go",
    ".pb.h",         ".snap",    ".ts.map",      "_generated.go", "_generated.rs", "_pb.js",
    "_pb2.py",       "_pb2.pyi", "_pb2_grpc.py", ".tsbuildinfo"};

// Sorted, for binary search.
constexpr std::array kBinaryEndings = std::to_array<std::string_view>(
    {".7z",    ".a",      ".apk",     ".avi",  ".bin",    ".bmp",   ".br",   ".bz2",
     ".class", ".cur",    ".db",      ".deb",  ".dll",    ".dylib", ".ear",  ".eot",
     ".exe",   ".flac",   ".gem",     ".gif",  ".gz",     ".h5",    ".heic", ".icns",
     ".ico",   ".jar",    ".jpeg",    ".jpg",  ".lib",    ".lz4",   ".mkv",  ".mov",
     ".mp3",   ".mp4",    ".npy",     ".npz",  ".nupkg",  ".o",     ".obj",  ".ogg",
     ".onnx",  ".otf",    ".parquet", ".pdf",  ".pickle", ".pkl",   ".png",  ".psd",
     ".pt",    ".pyc",    ".pyd",     ".pyo",  ".rar",    ".rlib",  ".rpm",  ".safetensors",
     ".so",    ".sqlite", ".sqlite3", ".swf",  ".tar",    ".tgz",   ".tif",  ".tiff",
     ".ttc",   ".ttf",    ".war",     ".wasm", ".wav",    ".webm",  ".webp", ".whl",
     ".woff",  ".woff2",  ".xls",     ".xlsx", ".xz",     ".zip",   ".zst"});
static_assert(std::is_sorted(kBinaryEndings.begin(), kBinaryEndings.end()));

template <std::size_t N>
bool in_a_folder_of(const RepoPath& path, const std::string_view (&folders)[N]) {
  const auto components = path.components();
  for (const std::string& component : components.first(components.size() - 1)) {
    const auto is_it = [&](std::string_view name) { return equal_folded(component, name); };
    if (std::any_of(std::begin(folders), std::end(folders), is_it)) return true;
  }
  return false;
}

}  // namespace

bool is_vendored(const RepoPath& path) {
  const auto components = path.components();
  // `deps` deeper down is as often a module of the project itself.
  if (components.size() > 1 && components.front() == "deps") return true;
  return in_a_folder_of(path, kVendoredFolders);
}

bool says_generated(std::string_view text) {
  constexpr std::size_t kHeadLines = 12;
  constexpr std::string_view kMarks[] = {"@generated",
                                         "do not edit",
                                         "a bison parser, made by",
                                         "a lexical scanner generated by",
                                         "generated by re2c",
                                         "code generated by",
                                         "automatically generated",
                                         "auto-generated",
                                         "autogenerated",
                                         "file is generated",
                                         "file was generated"};
  std::string_view rest = text.substr(0, 4096);
  for (std::size_t number = 0; number < kHeadLines && !rest.empty(); ++number) {
    const std::size_t end = std::min(rest.find('\n'), rest.size());
    const std::string_view line = trim(rest.substr(0, end));
    rest.remove_prefix(std::min(end + 1, rest.size()));
    const bool comment = line.starts_with("//") || line.starts_with('#') || line.starts_with('*') ||
                         line.starts_with("/*") || line.starts_with("--") ||
                         line.starts_with(';') || line.starts_with("<!--");
    if (!comment) continue;
    for (const std::string_view mark : kMarks) {
      if (contains_folded(line, mark)) return true;
    }
  }
  return false;
}

bool is_generated(const RepoPath& path) {
  const std::string name = lower(path.name());
  if (among(kGeneratedNames, name) || name.starts_with("zz_generated.")) return true;
  for (const std::string_view ending : kGeneratedEndings) {
    if (name.size() > ending.size() && name.ends_with(ending)) return true;
  }
  if (std::binary_search(kBinaryEndings.begin(), kBinaryEndings.end(), path.extension())) {
    return true;
  }
  if (in_a_folder_of(path, kGeneratedFolders)) return true;
  for (const std::string& component : path.components()) {
    if (component.ends_with(".egg-info") || component.ends_with(".dist-info")) return true;
  }
  return false;
}

}  // namespace pawl::repo
