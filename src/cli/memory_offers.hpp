// What `pawl memory` says of pull requests of earlier runs.
#pragma once

#include <string>
#include <vector>

#include "cli/kit/command.hpp"
#include "memory/offer_table.hpp"
#include "store/database.hpp"

namespace pawl::cli {

// Asks what became of them: of the repository that is meant, or, without one, of all with a pull
// request that was open when last seen. What cannot be asked stays as it is remembered, and is
// said.
Status ask_forges(Context& context, store::Database& database, const std::string& target);

// It was closed without a merge, and that counts.
bool is_declined(const memory::Offer& offer);
// A row each, with what it says to the next run; `of_all`: with the repository.
std::string offers_table(const Context& context, const std::vector<memory::Offer>& offers,
                         bool of_all);

}  // namespace pawl::cli
