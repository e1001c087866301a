#include "evidence/schema_cache.hpp"

namespace pawl::evidence {
namespace {

constexpr std::size_t kSchemaBytesMax = 16U << 20U;
constexpr Milliseconds kTimeout{60'000};
constexpr int kSchemaRedirectsMax = 5;

std::string address(const guards::PublicSchema& schema, const std::string& mirror) {
  return mirror.empty() ? std::string(schema.url) : os::join_path(mirror, schema.file);
}

Result<std::string> get(os::Http& http, std::string url, const os::Cancel* cancel) {
  for (int hop = 0; hop <= kSchemaRedirectsMax; ++hop) {
    TRY_ASSIGN(os::HttpResponse response, http.send({.url = url,
                                                     .timeout = kTimeout,
                                                     .body_bytes_max = kSchemaBytesMax,
                                                     .cancel = cancel}));
    if (response.status == 200) return std::move(response.body);
    const bool moved = response.status / 100 == 3 && !response.redirect_url.empty();
    if (!moved) {
      return fail(Errc::upstream, url + " answers " + std::to_string(response.status));
    }
    if (url.starts_with("https:") && !response.redirect_url.starts_with("https:")) {
      return fail(Errc::upstream, url + " leads to a place without TLS");
    }
    url = response.redirect_url;
  }
  return fail(Errc::upstream, url + " leads from one place to the next");
}

}  // namespace

Result<SchemaCache::Kept> SchemaCache::update(const guards::PublicSchema& schema, os::Http& http,
                                              const SchemaFetch& how) {
  const std::string url = address(schema, how.mirror);
  TRY_ASSIGN(const std::string fetched, get(http, url, how.cancel));
  const auto others = [this](std::string_view file) { return text(file); };
  if (const auto compiled = guards::compile_public_schema(schema, fetched, others); !compiled) {
    return fail(Errc::upstream, url + " has no schema: " + compiled.error().message);
  }
  const bool changed = text(schema.file) != fetched;
  TRY(files_.make_folders(folder_, 0700));
  // Written anew also when it is the same: the file's time says when it was fetched.
  TRY(files_.write_atomic(path_of(schema.file), fetched, 0600));
  TRY_ASSIGN(auto now, kept(schema));
  if (!now) return fail(Errc::io, path_of(schema.file) + " went away while it was written");
  now->changed = changed;
  return *now;
}

Result<std::optional<SchemaCache::Kept>> SchemaCache::kept(
    const guards::PublicSchema& schema) const {
  TRY_ASSIGN(const auto stat, files_.stat(path_of(schema.file)));
  if (!stat || stat->type != os::FileType::file) return std::optional<Kept>();
  return std::optional<Kept>(Kept{.bytes = stat->size, .at = stat->modified});
}

std::optional<std::string> SchemaCache::text(std::string_view file) const {
  Result<std::string> content = files_.read(path_of(file));
  return content ? std::optional<std::string>(*std::move(content)) : std::nullopt;
}

guards::FetchedSchema fetched_schemas(os::Files& files, const std::string& folder) {
  return [cache = SchemaCache(files, folder)](std::string_view file) { return cache.text(file); };
}

}  // namespace pawl::evidence
