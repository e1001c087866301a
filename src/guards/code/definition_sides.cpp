#include "guards/code/definition_sides.hpp"

namespace pawl::guards {
namespace {

const std::vector<const syntax::Definition*>& found_in(
    const std::unordered_map<std::string_view, std::vector<const syntax::Definition*>>& names,
    std::string_view name) {
  static const std::vector<const syntax::Definition*> kNone;
  const auto found = names.find(name);
  return found == names.end() ? kNone : found->second;
}

}  // namespace

Side::Side(std::string_view text, std::vector<syntax::Definition> definitions)
    : text_(text), definitions_(std::move(definitions)) {
  by_qualified_.reserve(definitions_.size());
  by_name_.reserve(definitions_.size());
  for (const syntax::Definition& each : definitions_) {
    by_qualified_[each.qualified].push_back(&each);
    by_name_[each.name].push_back(&each);
  }
}

const syntax::Definition* Side::find(std::string_view qualified) const {
  const auto& found = all(qualified);
  return found.empty() ? nullptr : found.front();
}

const std::vector<const syntax::Definition*>& Side::all(std::string_view qualified) const {
  return found_in(by_qualified_, qualified);
}

const std::vector<const syntax::Definition*>& Side::called(std::string_view name) const {
  return found_in(by_name_, name);
}

}  // namespace pawl::guards
