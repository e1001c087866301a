#include "git/objects/blob_id.hpp"

#include <string>

#include "base/digest.hpp"

namespace pawl::git {

bool is_blob(std::string_view bytes, std::string_view id) {
  std::string header = "blob " + std::to_string(bytes.size());
  header += '\0';
  return digest_hex(id.size() == 64 ? Hash::sha256 : Hash::sha1, {header, bytes}) == id;
}

}  // namespace pawl::git
