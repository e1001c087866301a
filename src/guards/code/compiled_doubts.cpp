#include "guards/code/compiled_doubts.hpp"

#include <algorithm>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/c_declarations.hpp"
#include "guards/code/symbol_users.hpp"
#include "guards/lexical.hpp"
#include "guards/text/near_miss.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using index::Origin;

constexpr std::size_t kIncludersMax = 40;
// So many includes that lead somewhere show what a folder's quotes mean.
constexpr int kHabit = 3;
constexpr std::size_t kNameMin = 3;

// Traits whose derives make no item of a name of its own.
constexpr auto kPlainDerives =
    fixed_words("Debug", "Clone", "Copy", "PartialEq", "Eq", "PartialOrd", "Ord", "Hash", "Default",
                "Serialize", "Deserialize", "Error", "Args", "Subcommand", "ValueEnum", "Zeroize");
constexpr auto kPlainAttributes = fixed_words(
    "derive", "cfg", "cfg_attr", "test", "allow", "warn", "deny", "forbid", "expect", "must_use",
    "doc", "inline", "cold", "repr", "non_exhaustive", "deprecated", "macro_use", "macro_export",
    "path", "ignore", "should_panic", "track_caller", "no_mangle", "link", "serde", "error",
    "default", "rustfmt", "clippy", "target_feature", "bench", "global_allocator", "feature",
    "tokio", "async_trait", "arg", "command", "clap", "source", "from", "automatically_derived");

// Beginnings and ends that tools put around the name of a class: AutoValue_Order, OrderBuilder.
constexpr auto kMadeStarts = fixed_words("AutoValue_", "AutoOneOf_", "Immutable", "Modifiable",
                                         "Dagger", "Hilt_", "Q", "Gen", "Meta");
constexpr auto kMadeEnds = fixed_words(
    "Builder", "_", "_Factory", "Grpc", "Proto", "Protos", "OuterClass", "Impl", "MapperImpl",
    "_MembersInjector", "Binding", "Args", "Directions", "Table", "Record", "Parser", "Lexer",
    "BaseVisitor", "Visitor", "BaseListener", "Listener", "Schema", "Stub", "Dto");
constexpr auto kMadeNames = fixed_words("R", "BR", "BuildConfig", "Version");
// What tools make classes of.
constexpr auto kModelEndings =
    fixed_words(".proto", ".thrift", ".avsc", ".avdl", ".xsd", ".wsdl", ".g4", ".jj", ".jjt",
                ".fbs", ".graphqls", ".javajet", ".ftl");
constexpr auto kTemplateEndings =
    fixed_words(".java.in", ".java.tmpl", ".java.template", ".java.ftl", ".java.mustache");

bool ends_with_any(std::string_view text, WordsView ends) {
  return std::any_of(ends.begin(), ends.end(),
                     [&](std::string_view end) { return text.ends_with(end); });
}

// Files beside it include nothing by quotes but what is here.
bool quotes_are_own(const CodeFile& code, const index::Graph& base, const Context& context) {
  std::vector<std::string> files = base.tree().files_in(folder_of(code.path));
  if (files.size() > kIncludersMax) files.resize(kIncludersMax);
  int own = 0;
  std::set<std::string> foreign;
  for (const std::string& path : files) {
    if (index::family_of(path) != index::Family::c) continue;
    for (const syntax::Import& each : base.imports_of(path)) {
      if (each.system || each.kind != syntax::ImportKind::plain) continue;
      // What has a folder of its own is another library's, what a build file names is made here.
      if (!base.resolve(path, each).paths.empty()) {
        ++own;
      } else if (!contains(each.module, "/")) {
        foreign.insert(each.module);
      }
    }
  }
  return own >= kHabit && mentioned(context.head, foreign).size() == foreign.size();
}

// Others of the base include it: they know from where.
bool is_included_elsewhere(const CodeFile& code, const syntax::Import& import,
                           const index::Graph& base) {
  const std::vector<std::string> paths =
      base.tree().with_key(index::import_key(index::stem_of(import.module)));
  return std::any_of(paths.begin(), paths.end(), [&](const std::string& path) {
    if (path == code.path || base.family_of(path) != index::Family::c) return false;
    const std::vector<syntax::Import> all = base.imports_of(path);
    return std::any_of(all.begin(), all.end(),
                       [&](const syntax::Import& each) { return each.module == import.module; });
  });
}

// `pattern.h` where `vendor/patternlib` is another repository, whose files are not here.
bool has_submodule_named(const Context& context, std::string_view stem) {
  if (context.head == nullptr || stem.size() < kNameMin) return false;
  const auto modules = context.head->text(".gitmodules");
  return modules && contains(lower(*modules), lower(stem));
}

bool has_model(const Context& context, const std::string& class_name) {
  if (context.head == nullptr) return true;
  for (const repo::Entry& entry : context.head->files()) {
    const std::string& path = entry.path.text();
    if (ends_with_any(path, kTemplateEndings) && contains(path, class_name)) return true;
    if (!ends_with_any(path, kModelEndings)) continue;
    if (contains(context.head->text(path).value_or(class_name), class_name)) return true;
  }
  return false;
}

// The names that the builds of the repository give to what they make.
std::set<std::string> own_artifacts(const Context& context, const index::Graph& head) {
  std::set<std::string> out;
  for (const std::string& path : head.tree().named("pom.xml")) {
    std::string text = context.head->text(path).value_or("");
    if (const auto end = text.find("</parent>"); end != std::string::npos) text.erase(0, end);
    constexpr std::string_view kOpen = "<artifactId>";
    const auto at = text.find(kOpen);
    if (at == std::string::npos) continue;
    const std::string_view rest = std::string_view(text).substr(at + kOpen.size());
    out.emplace(trim(rest.substr(0, rest.find('<'))));
  }
  return out;
}

// A dependency in that text is of the group, and none of ours.
bool depends_on_group(std::string_view text, const std::string& group,
                      const std::set<std::string>& own) {
  const std::string written = "<groupId>" + group + "</groupId>";
  constexpr std::string_view kOpen = "<artifactId>";
  const auto first = std::min(text.find("<dependencies>"), text.size());
  for (auto at = text.find(written, first); at != std::string_view::npos;
       at = text.find(written, at + 1)) {
    const auto name = text.find(kOpen, at);
    if (name == std::string_view::npos) return true;
    const std::string_view rest = text.substr(name + kOpen.size());
    if (!own.contains(std::string(trim(rest.substr(0, rest.find('<')))))) return true;
  }
  return false;
}

bool is_group_of(std::string_view manifest, const std::string& group,
                 const std::set<std::string>& own) {
  return contains(manifest, "'" + group + ":") || contains(manifest, "\"" + group + ":") ||
         depends_on_group(manifest, group, own);
}

// The packages from the one named up to the first that is ours, but for the last: what stands
// below ours is ours, unless a group has its very name. `folder` is where the package would be.
std::vector<std::string> packages_up_to_own(const index::Graph& head, std::string_view package,
                                            std::string_view folder) {
  std::vector<std::string> out;
  for (; std::count(package.begin(), package.end(), '.') >= 1;
       package = package.substr(0, package.rfind('.')), folder = folder_of(folder)) {
    out.emplace_back(package);
    const std::vector<std::string> files = head.tree().files_in(folder);
    const bool own = std::any_of(files.begin(), files.end(), [](const std::string& file) {
      return index::family_of(file) == index::Family::java;
    });
    if (own) break;
  }
  return out;
}

// A dependency of the same group may have packages beside ours.
bool shares_group(const Context& context, const index::Graph& head, std::string_view package,
                  std::string_view folder) {
  if (context.head == nullptr) return true;
  const std::vector<std::string> packages = packages_up_to_own(head, package, folder);
  const std::set<std::string> own = own_artifacts(context, head);
  for (const char* manifest : {"pom.xml", "build.gradle", "build.gradle.kts", "libs.versions.toml",
                               "ivy.xml", "BUILD.bazel", "BUILD"}) {
    for (const std::string& path : head.tree().named(manifest)) {
      const std::string text = context.head->text(path).value_or("");
      const bool shared = std::any_of(packages.begin(), packages.end(), [&](const auto& group) {
        return is_group_of(text, group, own);
      });
      if (shared) return true;
    }
  }
  return false;
}

// Attributes of functions wrap them, and make nothing beside.
bool is_on_function(std::string_view rest) {
  for (auto end = rest.find('\n'); end != std::string_view::npos; end = rest.find('\n')) {
    rest.remove_prefix(end + 1);
    const std::string_view line = trim(rest.substr(0, rest.find('\n')));
    if (line.starts_with("#[") || line.starts_with("//")) continue;
    return contains(line, "fn ");
  }
  return false;
}

}  // namespace

bool may_be_foreign_header(const CodeFile& code, const syntax::Import& import,
                           const index::Resolution& resolution, const index::CodeIndex& index,
                           const Context& context) {
  // A slip of the hand for a standard header.
  if (!resolution.package.empty()) {
    return is_included_elsewhere(code, import, index.base()) ||
           is_conditional_line(*code.file->after, import.line);
  }
  const index::Graph& head = index.head();
  const std::string& target = resolution.looked_for;
  const std::string_view folder = folder_of(target);
  const std::string name(index::name_of(target));
  bool is_slip = false;
  for (const std::string& file : head.tree().files_in(folder)) {
    const bool header = index::family_of(file) == index::Family::c && !file.ends_with(".c");
    is_slip = is_slip || (header && near_miss(index::stem_of(target), index::stem_of(file)));
    const bool made_from = index::stem_of(file) == index::stem_of(target) &&
                           index::family_of(file) != index::Family::c;
    if (made_from || index::name_of(file).starts_with(name + ".")) return true;
  }
  if (!head.tree().named(name + ".in").empty()) return true;
  // Others of the base include it, and no file is called so: it is fetched.
  if (!contains(import.module, "/") && index.base().tree().named(name).empty() &&
      is_included_elsewhere(code, import, index.base())) {
    return true;
  }
  if (!mentioned(context.head, {name}).empty()) return true;
  if (is_slip && !import.system) return false;
  if (has_submodule_named(context, index::stem_of(target))) return true;
  // A folder of ours that holds headers is nobody else's.
  const bool in_own_folder = contains(import.module, "/") && !import.module.starts_with('.') &&
                             target.ends_with(import.module) && head.tree().has_folder(folder) &&
                             folder != folder_of(code.path);
  if (in_own_folder || import.module.starts_with('.')) return false;
  return import.system || contains(import.module, "/") ||
         !quotes_are_own(code, index.base(), context);
}

bool may_be_foreign_class(const syntax::Import& import, const index::Resolution& resolution,
                          const index::Graph& head, const Context& context) {
  const std::string name = import.names.empty() ? std::string() : import.names.front().name;
  if (among(kMadeNames, name) || contains(name, "$")) return true;
  for (const std::string_view start : kMadeStarts) {
    if (!name.starts_with(start) || name.size() < start.size() + kNameMin) continue;
    if (!head.definers_of(name.substr(start.size())).empty()) return true;
  }
  for (const std::string_view end : kMadeEnds) {
    if (!name.ends_with(end) || name.size() < end.size() + kNameMin) continue;
    if (!head.definers_of(name.substr(0, name.size() - end.size())).empty()) return true;
  }
  if (has_model(context, name)) return true;
  const bool own_package = !head.tree().files_in(folder_of(resolution.looked_for)).empty();
  return !own_package &&
         shares_group(context, head, import.module, folder_of(resolution.looked_for));
}

// Looks at the words between `#[derive(` and its bracket, and at the names of attributes.
bool has_making_attribute(std::string_view text) {
  for (auto at = text.find("#["); at != std::string_view::npos; at = text.find("#[", at + 2)) {
    std::string_view rest = text.substr(at + 2);
    std::size_t end = 0;
    while (end < rest.size() && (is_identifier_byte(rest[end]) || rest[end] == ':')) ++end;
    const std::string_view whole = rest.substr(0, end);
    const std::string_view name = whole.substr(0, whole.find(':'));
    if (!among(kPlainAttributes, name) && !is_on_function(rest)) return true;
    if (name != "derive") continue;
    rest = rest.substr(end, rest.find(')') - std::min(end, rest.find(')')));
    for (std::string_view trait : split(rest, ',')) {
      const auto colon = trait.rfind(':');
      if (colon != std::string_view::npos) trait.remove_prefix(colon + 1);
      while (!trait.empty() && !is_identifier_byte(trait.front())) trait.remove_prefix(1);
      trait = trim(trait);
      if (!trait.empty() && !among(kPlainDerives, trait)) return true;
    }
  }
  return false;
}

bool may_be_derived(const index::Offer& offer, std::string_view name, const index::Graph& head) {
  const auto text = head.tree().text(offer.holder);
  if (!text) return true;
  if (!has_making_attribute(*text)) return false;
  if (name == "Rule") return true;  // of a grammar
  return std::any_of(offer.names.begin(), offer.names.end(), [&](const std::string& own) {
    return own.size() >= kNameMin && contains_folded(name, own) && !near_miss(name, own);
  });
}

}  // namespace pawl::guards
