#include "cli/kit/text_flags.hpp"

#include "os/files/files.hpp"

namespace pawl::cli {
namespace {

constexpr std::size_t kFileBytesMax = 1U << 20U;

}  // namespace

Result<std::string> read_named_file(Context& context, const std::string& file,
                                    std::string_view prompt) {
  if (file == "-") {
    if (context.console.facts().in_is_terminal) context.console.say(std::string(prompt));
    return context.console.read_all(kFileBytesMax);
  }
  const std::string path = file.starts_with('/') ? file : os::join_path(context.ports.folder, file);
  return context.ports.files.read(path, kFileBytesMax).during("reading " + file);
}

Result<std::string> BodyFlags::read(Context& context, std::string_view prompt) const {
  if (text && !file.empty()) {
    return fail(Errc::invalid, "--body and --body-file exclude each other");
  }
  if (text) return *text;
  return file.empty() ? Result<std::string>(std::string()) : read_named_file(context, file, prompt);
}

}  // namespace pawl::cli
