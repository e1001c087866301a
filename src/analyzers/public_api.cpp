#include "analyzers/public_api.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::analyzers {
namespace {

bool is_header(const RepoPath& path) {
  return among({".h", ".hpp", ".hh", ".hxx"}, path.extension());
}

bool has_folder(const RepoPath& path, std::initializer_list<std::string_view> names) {
  const auto parts = path.components();
  return std::any_of(parts.begin(), parts.end() - 1,
                     [&](const std::string& part) { return among(names, lower(part)); });
}

// `_impl.py` and `pkg/_impl/a.py`, not `__init__.py`.
bool is_private_module(const RepoPath& path) {
  const auto parts = path.components();
  return std::any_of(parts.begin(), parts.end(), [](const std::string& part) {
    return part.starts_with('_') && !part.starts_with("__");
  });
}

// `detail::`, `internal::`, and types whose names start with an underscore.
bool has_private_part(std::string_view qualified) {
  static constexpr auto kPrivate =
      fixed_words("detail", "details", "internal", "impl", "priv", "private");
  std::size_t from = 0;
  while (from < qualified.size()) {
    const std::size_t end = std::min(qualified.find_first_of(".:", from), qualified.size());
    const std::string_view part = qualified.substr(from, end - from);
    if (end < qualified.size() &&
        (among(kPrivate, lower(part)) || part.starts_with('_') || part.ends_with("_detail"))) {
      return true;
    }
    from = end + 1;
  }
  return false;
}

std::string_view first_part(std::string_view qualified) {
  return qualified.substr(0, qualified.find_first_of(".:"));
}

}  // namespace

PublicApi::PublicApi(const Input& input)
    : node_(node_exports(input.view, input.facts.manifests)),
      rust_(rust_exports(input.view, input.facts.manifests)) {
  const std::set<std::string> installed = installed_headers(input.view);
  for (const SampledFile& file : input.survey->sample) {
    if (file.family != repo::Family::native) continue;
    const RepoPath& path = file.entry->path;
    if (!is_header(path)) {
      only_headers_ = false;
      continue;
    }
    include_folder_ = include_folder_ || has_folder(path, {"include"});
    if (installed.contains(std::string(path.name()))) headers_.insert(std::string(path.name()));
  }
}

bool PublicApi::offers_header(const RepoPath& path) const {
  if (!is_header(path)) return false;
  if (has_folder(path, {"internal", "detail", "details", "impl", "private", "priv"})) return false;
  const std::string_view name = path.name();
  for (const std::string_view word : {"private", "internal", "priv", "impl", "inl", "p"}) {
    if (repo::has_word(name.substr(0, name.find('.')), word)) return false;
  }
  if (include_folder_) return has_folder(path, {"include"});
  if (!headers_.empty()) return headers_.contains(std::string(name));
  return only_headers_;
}

bool PublicApi::offers(const SampledFile& file) const {
  const RepoPath& path = file.entry->path;
  if (repo::is_helper_place(path) || file.program) return false;
  switch (file.family) {
    case repo::Family::shell: return false;
    case repo::Family::python: return !is_private_module(path);
    case repo::Family::native: return offers_header(path);
    case repo::Family::node: return node_.contains(path.text());
    case repo::Family::rust: return rust_.contains(path.text());
    case repo::Family::go:
    case repo::Family::jvm: return !has_folder(path, {"internal"});
    default: return true;
  }
}

bool PublicApi::holds(const SampledFile& file, const syntax::Definition& definition) const {
  static constexpr auto kKinds = fixed_words("function", "method", "class", "struct", "enum",
                                             "interface", "trait", "type", "union");
  if (!definition.is_public || definition.name == "main" || definition.name.starts_with("__") ||
      !among(kKinds, definition.kind) || has_private_part(definition.qualified)) {
    return false;
  }
  if (file.family == repo::Family::ruby && definition.name == "initialize") return false;
  // C repeats the names of others' types where a system lacks them; `a.b.c = …` in JavaScript sets
  // what belongs to another module.
  if (file.family == repo::Family::native && definition.kind == "type") return false;
  if (file.family == repo::Family::node &&
      std::count(definition.qualified.begin(), definition.qualified.end(), '.') > 1) {
    return false;
  }
  if (!offers(file)) return false;
  const auto& offered = file.family == repo::Family::rust ? rust_ : node_;
  if (file.family != repo::Family::rust && file.family != repo::Family::node) return true;
  const Offered& names = offered.at(file.entry->path.text());
  return names.all || names.names.contains(std::string(first_part(definition.qualified)));
}

}  // namespace pawl::analyzers
