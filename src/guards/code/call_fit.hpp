// Whether a call gives a function what it takes.
#pragma once

#include <optional>
#include <string>

#include "index/index.hpp"

namespace pawl::guards {

struct Misfit {
  bool keyword = false;  // a keyword the function does not know, rather than the count
  std::string what;      // `gives 1 argument, but 2 are needed`
};

// Nothing when it fits, or when that cannot be said: spread arguments, languages without a count.
std::optional<Misfit> misfit_of(index::Family family, const syntax::Signature& signature,
                                const index::Site& site);

// Whether a call that fits `before` may not fit `after`, whatever it gives.
bool may_misfit(index::Family family, const syntax::Signature& before,
                const syntax::Signature& after);

// The first parameter of the old signature that has another place in the new one, because others
// came or went before it; nothing when none has, or where names do not say which is which.
std::optional<std::size_t> first_shifted(const syntax::Signature& before,
                                         const syntax::Signature& after);

}  // namespace pawl::guards
