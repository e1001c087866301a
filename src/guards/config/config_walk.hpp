// Compares one table of a configuration file with a section of a catalogue. For config_faults.cpp.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "guards/config/config_catalogue.hpp"
#include "guards/config/config_document.hpp"
#include "guards/config/config_faults.hpp"

namespace pawl::guards {

class ConfigWalk {
 public:
  ConfigWalk(const Catalogue& catalogue, ConfigForm form, std::vector<ConfigFault>& out)
      : catalogue_(catalogue), form_(form), out_(out) {}

  // `path` leads to the table; `name` is how people call it: `[tool.ruff]`.
  void table(const CatalogueSection& section, const Json& table, std::vector<std::string> path,
             const std::string& name);

 private:
  struct Place {
    const CatalogueSection& section;
    std::vector<std::string> path;  // to the key
    std::string name;               // of the table around it
  };

  void unknown(const Place& place, const std::string& key, const Json& value);
  void value(const Place& place, const CatalogueKey& key, const Json& value);
  void items(const Place& place, const CatalogueKey& key, const Json& value);
  void add(ConfigFaultKind kind, const Place& place, std::string message, std::string advice);

  const Catalogue& catalogue_;
  ConfigForm form_;
  std::vector<ConfigFault>& out_;
};

}  // namespace pawl::guards
