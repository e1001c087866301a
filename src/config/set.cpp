#include "config/config.hpp"
#include "config/edit.hpp"
#include "config/file.hpp"
#include "config/value.hpp"

namespace pawl::config {
namespace {

constexpr std::uint32_t kFileMode = 0600;
constexpr std::uint32_t kFolderMode = 0700;

Result<const Setting*> known_setting(std::string_view key) {
  if (const Setting* setting = find_setting(key)) return setting;
  std::string message = "there is no setting " + std::string(key);
  if (const auto near = nearest_key(key)) {
    message += "; did you mean " + *near + "?";
  } else {
    message += "; `pawl config show` lists them all";
  }
  return fail(Errc::invalid, std::move(message));
}

// The file behind a symlink, so that a linked config.toml stays a link.
Result<std::string> real_file(os::Files& files, const std::string& path) {
  TRY_ASSIGN(const std::optional<os::FileStat> stat, files.stat(path));
  if (stat && stat->type == os::FileType::symlink) return os::canonical_path(path);
  return path;
}

Result<std::string> read_or_empty(os::Files& files, const std::string& path) {
  Result<std::string> text = files.read(path, kConfigBytesMax);
  if (!text && text.error().code == Errc::not_found) return std::string();
  return text;
}

}  // namespace

Status set(os::Files& files, const std::string& config_file, std::string_view key,
           std::string_view value) {
  TRY_ASSIGN(const Setting* setting, known_setting(key));
  Config scratch;
  const std::string text = meaning_of(key, value);
  TRY(assign(scratch, *setting, text, OutOfRange::refuse)
          .during("setting " + std::string(setting->key)));

  TRY_ASSIGN(const std::string path, real_file(files, config_file));
  TRY_ASSIGN(const std::string before, read_or_empty(files, path));
  TRY_ASSIGN(FileValues wanted, parse_file(path, before));
  const std::string literal = toml_value(scratch, *setting);
  const std::string after = with_value(before, setting->key, literal);

  TRY_ASSIGN(const FileValues only, parse_file(path, "value = " + literal));
  wanted.insert_or_assign(std::string(setting->key), only.at("value"));
  const Result<FileValues> got = parse_file(path, after);
  if (!got || *got != wanted) {
    return fail(Errc::invalid, path + " writes " + std::string(setting->key) +
                                   " in a form that cannot be edited line by line; change it "
                                   "with a text editor");
  }
  TRY(files.make_folders(os::parent_path(path), kFolderMode));
  return files.write_atomic(path, after, kFileMode);
}

}  // namespace pawl::config
