// Entries of `stages`, read into nodes.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "pipeline/documents.hpp"

namespace pawl::pipeline {

// The nodes of a reading, and where each of them stands.
struct ReadNodes {
  std::vector<Node> nodes;
  std::map<std::string, Place> places;  // by the path of the node, without rounds
};

// Those of the whole document, and of all that it includes.
ReadNodes read_nodes(Shared& shared, const Document& document);

// What stages read of each other: every artifact that is read was left before, and names of
// artifacts become their files. What is wrong is noted.
void check_artifacts(Shared& shared, Definition& definition,
                     const std::map<std::string, Place>& places);

}  // namespace pawl::pipeline
