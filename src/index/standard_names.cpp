#include "index/standard_names.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "index/resolver.hpp"

namespace pawl::index {
namespace {

Offer offered(const NameSet* names, std::string_view holder, std::string_view name) {
  if (names == nullptr) return {};
  if (names->count(std::string(name)) > 0) return {.is = Offer::Is::there};
  Offer out{.is = Offer::Is::absent, .holder = std::string(holder), .names = {}};
  out.names.assign(names->begin(), names->end());
  std::sort(out.names.begin(), out.names.end());
  return out;
}

Offer python_offer(std::string_view module, std::string_view name) {
  constexpr std::string_view kList = "languages/python-std.txt";
  const std::string whole = std::string(module) + "." + std::string(name);
  if (name.starts_with('_') || embedded_members(kList, whole) != nullptr) return {};
  return offered(embedded_members(kList, module), module, name);
}

Offer node_offer(std::string_view module, std::string_view name) {
  if (module.starts_with("node:")) module.remove_prefix(5);
  if (name == "default" || name.starts_with('_')) return {};
  return offered(embedded_members("languages/node-exports.txt", module), module, name);
}

// Follows the path as far as the list knows modules; below an item it knows nothing.
Offer rust_offer(std::string_view path, std::string_view name) {
  constexpr std::string_view kList = "languages/rust-std.txt";
  std::string holder;
  std::string whole(path);
  whole += "::";
  whole += name;
  for (std::size_t at = 0; at < whole.size();) {
    const auto end = std::min(whole.find("::", at), whole.size());
    const std::string part = whole.substr(at, end - at);
    const std::string next = holder.empty() ? part : holder + "::" + part;
    if (embedded_members(kList, next) != nullptr) {
      holder = next;
    } else if (holder.empty()) {
      return {};
    } else {
      return offered(embedded_members(kList, holder), holder, part);
    }
    at = end + 2;
  }
  return {};
}

// Packages of the platform that libraries add types to: JSR 250 and 305, JTA.
constexpr auto kSharedPackages = fixed_words("javax.annotation", "javax.transaction");

// `java.util` and `Map`; of `java.util.Map` and `Entry` only whether there is a Map.
Offer java_offer(std::string_view package, std::string_view name) {
  constexpr std::string_view kList = "languages/java-platform.txt";
  // Libraries have packages below those of the platform: `javax.xml.rpc`, `javax.security.jacc`.
  if (package.starts_with("javax.")) {
    return among(kSharedPackages, package)
               ? Offer{}
               : offered(embedded_members(kList, package), package, name);
  }
  std::string_view above = package;
  std::string_view type = name;
  while (!above.empty()) {
    if (const NameSet* names = embedded_members(kList, above)) return offered(names, above, type);
    const auto dot = above.rfind('.');
    if (dot == std::string_view::npos) break;
    type = above.substr(dot + 1);
    above = above.substr(0, dot);
  }
  // Nobody else may have packages of that name.
  if (!package.starts_with("java.")) return {};
  return {.is = Offer::Is::absent, .holder = "the Java platform", .names = {}};
}

// What is not exported nobody outside can mean.
Offer go_offer(std::string_view package, std::string_view name) {
  const bool exported = !name.empty() && name.front() >= 'A' && name.front() <= 'Z';
  if (!exported) return {};
  return offered(embedded_members("languages/go-members.txt", package), package, name);
}

}  // namespace

Offer standard_offer(Family family, const syntax::Import& import, std::string_view name) {
  if (name == "*" || name == "self") return {};
  switch (family) {
    case Family::python: return python_offer(import.module, name);
    case Family::script: return node_offer(import.module, name);
    case Family::rust: return rust_offer(import.module, name);
    case Family::java: return java_offer(import.module, name);
    case Family::go: return go_offer(import.module, name);
    default: return {};
  }
}

}  // namespace pawl::index
