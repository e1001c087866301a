#include "guards/tools/psi_score.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/code_change.hpp"
#include "guards/config/js_config.hpp"
#include "guards/documents/content_claims.hpp"
#include "guards/documents/documents.hpp"
#include "guards/guards.hpp"
#include "syntax/check.hpp"
#include "syntax/documents/markdown.hpp"
#include "syntax/essence.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kStructureFilesMax = 5;

bool is_text(const git::FileChange& file) {
  return file.after && file.mode_after != 0120000 && !looks_binary(*file.after);
}

// ---- grounding

std::size_t refused_in(const Verdict& verdict, const RepoPath& path, std::string_view rule) {
  return static_cast<std::size_t>(
      std::count_if(verdict.findings.begin(), verdict.findings.end(), [&](const Finding& finding) {
        return finding.path == path.text() && finding.standing == Standing::refuses &&
               (rule.empty() || finding.rule == rule);
      }));
}

// What a file names: the claims of a document, the packages of a configuration.
std::size_t named_in(const git::FileChange& file) {
  if (is_markdown(file.path)) {
    std::set<std::string> names;
    for (const Claim& claim : claims_of(*syntax::shared_markdown(*file.after), {})) {
      names.insert(claim.written);
    }
    return names.size();
  }
  if (!is_js_config(file.path)) return 0;
  std::set<std::string> names;
  for (const PackageReference& reference : package_references(file.path, *file.after)) {
    if (!reference.packages.empty()) names.insert(reference.written);
  }
  return names.size();
}

// ---- carelessness

bool has_code_ending(const RepoPath& path) {
  static constexpr auto kEndings =
      fixed_words(".py", ".rs", ".go", ".ts", ".tsx", ".js", ".jsx", ".mjs", ".java", ".kt", ".rb",
                  ".php", ".c", ".cpp", ".h", ".hpp");
  return std::find(kEndings.begin(), kEndings.end(), path.extension()) != kEndings.end();
}

std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t n = 0;
  for (auto at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + part.size())) {
    ++n;
  }
  return n;
}

double literal_line_ends(std::string_view text) {
  double sum = 0;
  const auto document = syntax::shared_markdown(text);
  for (const syntax::CodeBlock& block : document->code_blocks) {
    for (const std::string_view line : split_lines(block.text)) {
      sum += std::min(0.5, 0.1 * static_cast<double>(count_of(line, "\\n")));
    }
  }
  return sum;
}

double blank_runs(const std::vector<std::string_view>& lines) {
  constexpr std::size_t kRun = 3;  // four line ends in a row
  std::size_t runs = 0;
  std::size_t length = 0;
  for (const std::string_view line : lines) {
    length = line.empty() ? length + 1 : 0;
    if (length == kRun) ++runs;
  }
  return std::min(0.3, 0.05 * static_cast<double>(runs));
}

// Two blanks at the end of a line of Markdown are a line break.
double trailing_blanks(const std::vector<std::string_view>& lines, bool markdown) {
  std::size_t found = 0;
  for (const std::string_view line : lines) {
    const std::string_view kept = trim_end(line);
    const bool line_break = markdown && !kept.empty() && line.substr(kept.size()) == "  ";
    if (kept.size() != line.size() && !line_break) ++found;
  }
  return std::min(0.2, static_cast<double>(found) /
                           static_cast<double>(std::max<std::size_t>(1, lines.size())));
}

double careless(const RepoPath& path, std::string_view text) {
  constexpr std::size_t kNextToEmpty = 5;
  const auto lines = split_lines(text);
  const bool markdown = is_markdown(path);
  double sum = blank_runs(lines) + trailing_blanks(lines, markdown);
  if (markdown) sum += literal_line_ends(text);
  if (has_code_ending(path)) {
    const std::string_view body = trim(text);
    if (body.starts_with("```") && body.ends_with("```") && body.size() > 3) sum += 0.6;
    // An empty `__init__.py` is how a package begins.
    if (body.size() < kNextToEmpty && path.name() != "__init__.py") sum += 0.4;
  }
  return std::min(1.0, sum);
}

// ---- reach

using CodesByName = std::map<std::string, std::vector<std::string>>;

// The type a constructor makes: who uses the type uses it. Empty for anything else.
std::string constructed_by(const syntax::Definition& definition) {
  static constexpr auto kNames = fixed_words("__init__", "__new__", "constructor", "initialize");
  const auto dot = definition.qualified.rfind('.');
  if (dot == std::string::npos) return {};
  const std::string owner = definition.qualified.substr(0, dot);
  const bool named_alike = owner == definition.name || owner.ends_with("." + definition.name);
  const bool constructor =
      named_alike || std::find(kNames.begin(), kNames.end(), definition.name) != kNames.end();
  return constructor ? owner : std::string();
}

CodesByName public_code(const git::FileChange& file, const std::optional<std::string>& text) {
  CodesByName out;
  if (!text) return out;
  const auto language = syntax::kind_of(file.path, *text).language;
  if (!language) return out;
  for (syntax::Essence& each : syntax::essences(*language, *text)) {
    const std::string type = constructed_by(each.definition);
    if (!each.definition.is_public && type.empty()) continue;
    out[type.empty() ? each.definition.qualified : type].push_back(std::move(each.code));
  }
  return out;
}

std::size_t uses_of(const index::Graph& graph, const std::string& path,
                    const std::string& qualified) {
  std::size_t uses = 0;
  for (const index::Site& site : graph.uses_of(path, qualified)) {
    const bool call =
        site.kind == syntax::ReferenceKind::call || site.kind == syntax::ReferenceKind::method_call;
    if ((call || site.imports) && site.confidence != index::Confidence::possible) ++uses;
  }
  return uses;
}

// ---- structure

std::set<std::string> qualified_names(const syntax::Outline& outline) {
  std::set<std::string> names;
  for (const syntax::Symbol& symbol : outline.symbols) names.insert(symbol.definition.qualified);
  return names;
}

double share_changed(double changed, std::size_t before, std::size_t after) {
  return changed / static_cast<double>(std::max<std::size_t>(1, std::max(before, after)));
}

double kept_in(const CodeFile& code, bool delete_allowed) {
  const std::string_view after = code.file->after ? trim(*code.file->after) : std::string_view();
  // Emptying a file removes what is in it.
  if (code.before && (!code.after || after.empty())) return delete_allowed ? 1 : 0;
  if (!code.before || !code.after || code.before->has_errors || code.after->has_errors) return 1;
  const auto before_names = qualified_names(*code.before);
  const auto after_names = qualified_names(*code.after);
  std::vector<std::string> differing;
  std::set_symmetric_difference(before_names.begin(), before_names.end(), after_names.begin(),
                                after_names.end(), std::back_inserter(differing));
  const std::size_t refs_before = code.before->references.size();
  const std::size_t refs_after = code.after->references.size();
  const std::size_t refs =
      refs_before > refs_after ? refs_before - refs_after : refs_after - refs_before;
  const double lost = share_changed(static_cast<double>(differing.size()), before_names.size(),
                                    after_names.size()) +
                      share_changed(static_cast<double>(refs), refs_before, refs_after);
  return std::clamp(1 - lost / 2, 0.0, 1.0);
}

}  // namespace

Part grounding(const git::Change& change, const Context& context) {
  Part lowest{1, {}};
  const Verdict claims = content_grounding(change, context);
  const Verdict packages = config_grounding(change, context);
  for (const git::FileChange& file : change.files) {
    if (!is_text(file)) continue;
    const std::size_t missing =
        is_markdown(file.path)
            ? refused_in(claims, file.path, {})
            : refused_in(packages, file.path, "config-grounding/undeclared-package");
    if (missing == 0) continue;
    const std::size_t named = std::max(named_in(file), missing);
    const double value = 1 - static_cast<double>(missing) / static_cast<double>(named);
    if (value < lowest.value) lowest = {value, file.path.text()};
  }
  return lowest;
}

Part carelessness(const git::Change& change) {
  Part highest{0, {}};
  for (const git::FileChange& file : change.files) {
    if (!is_text(file)) continue;
    const double before = file.before ? careless(file.path, *file.before) : 0;
    const double value = std::max(0.0, careless(file.path, *file.after) - before);
    if (value > highest.value) highest = {value, file.path.text()};
  }
  return highest;
}

Reach reach(const git::Change& change, const Context& context) {
  Reach out;
  if (context.index == nullptr) return out;
  double sum = 0;
  std::size_t count = 0;
  for (const git::FileChange& file : change.files) {
    if (!file.before || !may_be_code(file)) continue;
    const CodesByName after = public_code(file, file.after);
    for (const auto& [qualified, code] : public_code(file, file.before)) {
      const auto now = after.find(qualified);
      if (now != after.end() && now->second == code) continue;
      const std::size_t uses = uses_of(context.index->base(), file.path.text(), qualified);
      const double value = 1 / (1 + std::log(1 + static_cast<double>(uses)));
      sum += value;
      ++count;
      if (value < out.lowest.value || count == 1) {
        out.lowest = {value, file.path.text()};
        out.symbol = qualified;
        out.uses = uses;
      }
    }
  }
  if (count == 0 || !context.index->trouble().empty()) return Reach();
  out.active = true;
  out.mean = sum / static_cast<double>(count);
  return out;
}

double kept_structure(const git::Change& change, const Context& context) {
  if (context.index == nullptr) return 1;
  double sum = 0;
  std::size_t count = 0;
  for (const CodeFile& code : code_files(change, *context.index)) {
    if (count == kStructureFilesMax) break;
    sum += kept_in(code, context.settings.psi_delete_allowed);
    ++count;
  }
  return count == 0 ? 1 : sum / static_cast<double>(count);
}

}  // namespace pawl::guards
