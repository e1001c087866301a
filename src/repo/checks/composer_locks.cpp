#include "repo/checks/composer_locks.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

constexpr const char* kComposerLockKeys[] = {
    "content-hash",  "aliases",  "minimum-stability", "stability-flags",    "prefer-stable",
    "prefer-lowest", "platform", "platform-dev",      "platform-overrides", "plugin-api-version"};
constexpr const char* kComposerPackageKeys[] = {"name",     "version",       "version_normalized",
                                                "type",     "require",       "conflict",
                                                "provide",  "replace",       "bin",
                                                "autoload", "include-path",  "target-dir",
                                                "extra",    "default-branch"};
constexpr const char* kArchiveKeys[] = {"type", "reference", "shasum"};

// `acme/box`
bool is_composer_name(std::string_view name) {
  const auto slash = name.find('/');
  if (slash == 0 || slash == std::string_view::npos || slash + 1 == name.size()) return false;
  if (name.find('/', slash + 1) != std::string_view::npos || name.size() > 200) return false;
  if (!is_letter_or_digit(name.front()) || !is_letter_or_digit(name[slash + 1])) return false;
  return std::all_of(name.begin(), name.end(),
                     [](char c) { return is_word(c) || c == '/' || c == '-' || c == '.'; });
}

// `https://api.github.com/repos/o/r/zipball/REF` → `https://codeload.github.com/o/r/legacy.zip/REF`
std::string led_to(std::string_view address) {
  constexpr std::string_view kStart = "https://api.github.com/repos/";
  constexpr std::string_view kArchive = "zipball";
  if (!address.starts_with(kStart)) return std::string(address);
  const auto parts = split(address.substr(kStart.size()), '/');
  if (parts.size() != 4 || parts[2] != kArchive) return std::string(address);
  return "https://codeload.github.com/" + std::string(parts[0]) + "/" + std::string(parts[1]) +
         "/legacy.zip/" + std::string(parts[3]);
}

template <std::size_t N>
Json only(const Json& from, const char* const (&keys)[N]) {
  Json kept = Json::object();
  for (const char* key : keys) {
    if (from.has(key)) kept.set(key, from[key]);
  }
  return kept;
}

Result<Json> package_anew(const Json& package, ComposerLock& lock) {
  const std::string_view name = package["name"].text();
  if (!is_composer_name(name) || package["version"].text().empty()) {
    return fail(Errc::invalid, "`" + printable(name, 80) + "` is no package");
  }
  Json kept = only(package, kComposerPackageKeys);
  if (package["type"].text() == "metapackage") return kept;
  const Json& dist = package["dist"];
  const std::string_view kind = dist["type"].text();
  const std::string address = led_to(dist["url"].text());
  if ((kind != "zip" && kind != "tar") || !contains(address, "://")) {
    lock.others.emplace_back(name);
    return kept;
  }
  lock.named.push_back(address);
  Json archive = only(dist, kArchiveKeys);
  archive.set("url", address);
  kept.set("dist", std::move(archive));
  return kept;
}

}  // namespace

Result<ComposerLock> read_composer_lock(std::string_view text) {
  TRY_ASSIGN(const Json data, Json::parse(text));
  if (!data["packages"].is_array()) return fail(Errc::invalid, "it has no list of packages");
  ComposerLock lock;
  lock.anew = only(data, kComposerLockKeys);
  for (const char* list : {"packages", "packages-dev"}) {
    Json packages = Json::array();
    for (const Json& package : data[list].items()) {
      TRY_ASSIGN(Json anew, package_anew(package, lock));
      packages.push(std::move(anew));
    }
    lock.anew.set(list, std::move(packages));
  }
  return lock;
}

}  // namespace pawl::repo
