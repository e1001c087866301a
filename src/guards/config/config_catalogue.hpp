// Which keys a tool knows, and of what shape: the files of data/config-keys.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pawl::guards {

enum class Openness : std::uint8_t {
  closed,  // a key that is not here is a fault
  leaves,  // likewise, but a table may be a plugin's
  near,    // only a key that looks like a slip of one that is here
};

struct CatalogueKey {
  std::string_view name;  // may end in `*`
  std::vector<std::string_view> shapes;
};
struct CatalogueSlip {
  std::string_view key;
  std::string_view instead;  // a key's name, or what to do
};
struct CatalogueSection {
  std::string_view name;
  Openness openness = Openness::closed;
  bool loose = false;   // dashes, underscores and letter case do not count
  bool folded = false;  // letter case does not count
  std::vector<CatalogueKey> keys;
  std::vector<CatalogueSlip> slips;
  std::vector<std::string_view> required;

  const CatalogueKey* find(std::string_view key) const;
  const CatalogueSlip* slip(std::string_view key) const;
  // The known key that `key` is most likely meant to be.
  std::optional<std::string> nearest(std::string_view key) const;
};

// Views into the embedded file, which lives as long as the program.
class Catalogue {
 public:
  // `ruff` for data/config-keys/ruff.keys; empty when there is no such file.
  static Catalogue load(std::string_view tool);
  static Catalogue parse(std::string_view text);

  const CatalogueSection* section(std::string_view name) const;
  const std::vector<CatalogueSection>& sections() const { return sections_; }

 private:
  std::vector<CatalogueSection> sections_;
};

// `known_*` matches whatever starts so.
bool matches_word(std::string_view pattern, std::string_view word);

}  // namespace pawl::guards
