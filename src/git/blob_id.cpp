#include "git/blob_id.hpp"

#include <string>

#include "git/sha1.hpp"
#include "git/sha256.hpp"

namespace pawl::git {

bool is_blob(std::string_view bytes, std::string_view id) {
  std::string header = "blob " + std::to_string(bytes.size());
  header += '\0';
  if (id.size() == 64) return sha256_hex(header.append(bytes)) == id;
  Sha1 hash;
  hash.add(header);
  hash.add(bytes);
  return hash.hex() == id;
}

}  // namespace pawl::git
