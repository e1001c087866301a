#include "guards/code/call_fit.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using syntax::Parameter;
using syntax::Signature;

std::optional<Misfit> count_misfit(std::string what) {
  return Misfit{.keyword = false, .what = std::move(what)};
}

std::string given(int count) { return counted(static_cast<std::size_t>(count), "argument"); }

std::optional<Misfit> too_many(const Signature& signature, int count) {
  const int most = signature.positional_max();
  if (signature.variadic || count <= most) return std::nullopt;
  return count_misfit("gives " + given(count) + ", but takes " +
                      (most == 0 ? std::string("none") : "at most " + std::to_string(most)));
}

std::optional<Misfit> too_few(const Signature& signature, int count) {
  const int least = signature.required();
  if (count >= least) return std::nullopt;
  return count_misfit("gives " + (count == 0 ? std::string("no argument") : given(count)) +
                      ", but needs " + std::to_string(least));
}

std::optional<Misfit> unknown_keyword(const Signature& signature, const index::Site& site,
                                      bool only_keywords) {
  if (signature.any_keywords) return std::nullopt;
  for (const std::string& keyword : site.keywords) {
    const bool known = std::any_of(
        signature.parameters.begin(), signature.parameters.end(), [&](const Parameter& parameter) {
          return parameter.name == keyword && !parameter.positional_only &&
                 (parameter.keyword_only || !only_keywords);
        });
    if (!known) return Misfit{.keyword = true, .what = "gives " + keyword + ", which it lacks"};
  }
  return std::nullopt;
}

std::optional<Misfit> python_misfit(const Signature& signature, const index::Site& site) {
  if (auto found = too_many(signature, site.arguments)) return found;
  if (auto found = unknown_keyword(signature, site, false)) return found;
  int position = 0;
  for (const Parameter& parameter : signature.parameters) {
    const bool by_position = !parameter.keyword_only && position++ < site.arguments;
    const bool by_name = !parameter.positional_only && among(site.keywords, parameter.name);
    if (by_position && by_name) {
      return count_misfit("gives " + parameter.name + " by position and by name");
    }
    if (!by_position && !by_name && !parameter.optional) {
      return count_misfit("gives no " + (parameter.name.empty() ? "argument" : parameter.name));
    }
  }
  return std::nullopt;
}

// Keywords of a call are a hash for a method that has none.
std::optional<Misfit> ruby_misfit(const Signature& signature, const index::Site& site) {
  const bool has_keywords =
      signature.any_keywords ||
      std::any_of(signature.parameters.begin(), signature.parameters.end(),
                  [](const Parameter& parameter) { return parameter.keyword_only; });
  if (!site.keywords.empty() && !has_keywords) return std::nullopt;
  if (auto found = too_many(signature, site.arguments)) return found;
  if (auto found = too_few(signature, site.arguments)) return found;
  if (auto found = unknown_keyword(signature, site, true)) return found;
  for (const Parameter& parameter : signature.parameters) {
    const bool needed = parameter.keyword_only && !parameter.optional;
    if (needed && !among(site.keywords, parameter.name)) {
      return count_misfit("gives no " + parameter.name);
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<Misfit> misfit_of(index::Family family, const Signature& signature,
                                const index::Site& site) {
  if (site.arguments < 0) return std::nullopt;
  switch (family) {
    case index::Family::python: return python_misfit(signature, site);
    case index::Family::ruby: return ruby_misfit(signature, site);
    case index::Family::bash:
    case index::Family::other: return std::nullopt;
    default: break;
  }
  if (auto found = too_many(signature, site.arguments)) return found;
  return too_few(signature, site.arguments);
}

std::optional<std::size_t> first_shifted(const Signature& before, const Signature& after) {
  if (before.variadic || after.variadic || before.parameters.size() == after.parameters.size()) {
    return std::nullopt;
  }
  const auto& now = after.parameters;
  for (std::size_t i = 0; i < before.parameters.size(); ++i) {
    const Parameter& was = before.parameters[i];
    if (was.name.size() < 2 || was.keyword_only) continue;
    const auto is = std::find_if(now.begin(), now.end(), [&](const Parameter& each) {
      return each.name == was.name && !each.keyword_only;
    });
    if (is != now.end() && static_cast<std::size_t>(is - now.begin()) != i) return i;
  }
  return std::nullopt;
}

bool may_misfit(index::Family family, const Signature& before, const Signature& after) {
  if (family == index::Family::bash || family == index::Family::other) return false;
  // Calls may name what they give.
  if (family == index::Family::python || family == index::Family::ruby) return before != after;
  if (after.required() > before.required()) return true;
  if (after.variadic) return false;
  return before.variadic || after.positional_max() < before.positional_max();
}

}  // namespace pawl::guards
