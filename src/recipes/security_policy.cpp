// SECURITY.md with the contact that the settings name. A policy is a promise: an address found in a
// manifest or in the history made none, so without a contact it refuses, and beside any policy that
// is there under another name, too.
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "repo/documents/guides.hpp"

namespace pawl::recipes {

std::vector<Write> security_policy(const Input& input) {
  const std::string_view contact = trim(input.settings.security_contact);
  if (contact.empty() || repo::find_guide(input.view, repo::Guide::security)) return {};
  const std::string_view way = contains(contact, "://") ? "at" : "by mail to";
  return {{.path = "SECURITY.md",
           .content =
               "# Security policy\n\n## Reporting a vulnerability\n\nPlease report it privately " +
               std::string(way) + " <" + std::string(contact) +
               ">, with the version you use and the\nsteps that show it.\n"}};
}

}  // namespace pawl::recipes
