#include "cli/setup/init_pipelines.hpp"

#include <array>

#include "base/assets.hpp"
#include "base/text/text.hpp"

namespace pawl::cli {
namespace {

struct ExampleFile {
  std::string_view asset;
  std::string_view path;  // below the folder
};

constexpr auto kExampleFiles = std::to_array<ExampleFile>({
    {"init/example.yaml", ".pawl/pipelines/example.yaml"},
    {"init/house-style.md", ".pawl/prompts/house-style.md"},
});

// No part of the way to the file leads elsewhere: a repository may hold links.
Status check_place(os::Files& files, const std::string& folder, std::string_view path,
                   Replace replace) {
  std::string at = folder;
  for (const std::string_view part : split(path, '/')) {
    at = os::join_path(at, part);
    TRY_ASSIGN(const auto there, files.stat(at));
    if (!there) return Done{};
    const bool last = at.size() == folder.size() + 1 + path.size();
    const os::FileType wanted = last ? os::FileType::file : os::FileType::folder;
    if (there->type != wanted) {
      return fail(Errc::denied, at + " is there and is no " + (last ? "file" : "folder"));
    }
    if (last && replace == Replace::no) {
      return fail(Errc::denied, at + " is there already; --force replaces it");
    }
  }
  return Done{};
}

}  // namespace

Result<std::vector<std::string>> write_pipelines(Context& context, const std::string& folder,
                                                 Replace replace) {
  os::Files& files = context.ports.files;
  TRY_ASSIGN(const std::string top, os::canonical_path(folder));
  for (const ExampleFile& file : kExampleFiles) TRY(check_place(files, top, file.path, replace));
  std::vector<std::string> written;
  for (const ExampleFile& file : kExampleFiles) {
    const auto text = asset(file.asset);
    PAWL_CHECK(text.has_value(), file.asset);
    const std::string path = os::join_path(top, file.path);
    Status done = files.make_folders(os::parent_path(path));
    if (done) done = files.write_atomic(path, *text);
    if (!done) {
      // What was there before and was replaced stays replaced.
      for (const std::string& one : written) {
        if (replace == Replace::no) TRY(files.remove(one));
      }
      return done.error();
    }
    written.push_back(path);
  }
  return written;
}

}  // namespace pawl::cli
