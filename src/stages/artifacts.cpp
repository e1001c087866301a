#include "stages/artifacts.hpp"

#include "base/check.hpp"
#include "base/text/text.hpp"
#include "stages/planning/plan_artifact.hpp"

namespace pawl::stages {

std::string Artifacts::path(std::string_view name) const { return os::join_path(folder_, name); }

void Artifacts::limit_to(std::string_view reads, std::string_view writes) {
  limited_ = true;
  readable_ = {std::string(kPlanFileCopy)};
  writable_.clear();
  for (const std::string_view name : split_words(reads)) readable_.emplace(name);
  for (const std::string_view name : split_words(writes)) {
    readable_.emplace(name);
    writable_.emplace(name);
  }
}

Status Artifacts::write(std::string_view name, std::string_view text) {
  PAWL_CHECK(!limited_ || writable_.contains(name),
             "the row of the stage does not write " + std::string(name));
  TRY(files_.make_folders(folder_, 0700));
  return files_.write_atomic(path(name), redactor_.apply(text), 0600);
}

Result<std::optional<std::string>> Artifacts::read(std::string_view name) {
  PAWL_CHECK(!limited_ || readable_.contains(name),
             "the row of the stage does not read " + std::string(name));
  Result<std::string> text = files_.read(path(name));
  if (text) return std::optional<std::string>(*std::move(text));
  if (text.error().code == Errc::not_found) return std::optional<std::string>();
  return std::move(text).error();
}

Result<Json> Artifacts::read_json(std::string_view name) {
  TRY_ASSIGN(const std::optional<std::string> text, read(name));
  if (!text) return fail(Errc::not_found, "there is no " + path(name));
  return Json::parse(*text).during("reading " + path(name));
}

}  // namespace pawl::stages
