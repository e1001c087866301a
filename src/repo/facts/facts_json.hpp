// Facts as a record that holds all of them, for the cache; to_json() in facts.hpp is for readers.
#pragma once

#include <optional>

#include "repo/facts/facts.hpp"

namespace pawl::repo {

Json record_of(const Facts& facts);
// Nothing when the record is none, or of something else.
std::optional<Facts> facts_of_record(const Json& record);

}  // namespace pawl::repo
