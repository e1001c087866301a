// What an evaluation found, and which of several faults are worth reporting.
#pragma once

#include <cstddef>
#include <vector>

#include "schema/json_schema.hpp"
#include "schema/node.hpp"

namespace pawl::schema {

// What was found, with what the choice between alternatives needs to know of it.
struct Found {
  Violation violation;
  std::size_t depth = 0;
  Types types = 0;                   // of a wrong type: those that are right
  std::vector<const Json*> allowed;  // of a wrong value: those that are right
};
using Report = std::vector<Found>;

// Of the faults of several forms, those to report.
struct Choice {
  // The form that is meant for a value of this kind and comes nearest to it; nullptr when none is
  // for such values. Then the forms want one of these types, or one of these values.
  const Report* nearest = nullptr;
  Types types = 0;
  std::vector<const Json*> allowed;
};
// `depth` is that of the value the forms are about. Points into the branches.
Choice choose(const std::vector<Report>& branches, std::size_t depth);

}  // namespace pawl::schema
