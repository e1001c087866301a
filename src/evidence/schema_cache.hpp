// The public schemas of configuration files, kept below the state folder once somebody asked for
// them. Nothing here is fetched unasked.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "base/time.hpp"
#include "guards/config/public_schemas.hpp"
#include "os/cancel.hpp"
#include "os/files/files.hpp"
#include "os/network/http.hpp"

namespace pawl::evidence {

struct SchemaFetch {
  std::string mirror;  // asked for MIRROR/FILE instead of the schema's own address; empty: none
  const os::Cancel* cancel = nullptr;
};

class SchemaCache {
 public:
  struct Kept {
    std::uint64_t bytes = 0;
    Timestamp at;          // when it was fetched
    bool changed = false;  // of update: it is another text than before
  };

  // `files` is borrowed; the folder need not exist.
  SchemaCache(os::Files& files, std::string folder) : files_(files), folder_(std::move(folder)) {}

  // Fetches a schema and keeps it, when it is one. Errors: those of os::Http; upstream (no such
  // page, too large, no schema); io. What was kept before stays then.
  Result<Kept> update(const guards::PublicSchema& schema, os::Http& http, const SchemaFetch& how);
  Result<std::optional<Kept>> kept(const guards::PublicSchema& schema) const;
  std::optional<std::string> text(std::string_view file) const;
  // Goes back to the schemas Pawl carries.
  Status clear() { return files_.remove_tree(folder_); }

 private:
  std::string path_of(std::string_view file) const { return os::join_path(folder_, file); }

  os::Files& files_;
  std::string folder_;
};

// What guards look schemas up with.
guards::FetchedSchema fetched_schemas(os::Files& files, const std::string& folder);

}  // namespace pawl::evidence
