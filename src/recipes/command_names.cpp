// Commands of documents that do not exist, a slip of the hand from the one that does: scripts of
// package.json (`npm run biuld`) and targets of a Makefile (`make tset`).
#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "recipes/slips.hpp"
#include "repo/documents/link_text.hpp"
#include "repo/manifests/manifests.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

struct Commands {
  std::vector<std::string> own;    // of the manifest nearest to the document
  std::set<std::string> anywhere;  // of any: a document may speak of another folder
};

bool is_name_part(char c) { return is_word(c) || c == '-' || c == ':' || c == '.'; }

std::string name_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && is_name_part(text[end])) ++end;
  // More of it, a path or a variable, is no name.
  if (end < text.size() && contains("/=*$<{@%", text.substr(end, 1))) return {};
  std::string name(text.substr(at, end - at));
  while (name.ends_with('.') || name.ends_with(':')) name.pop_back();
  return name;
}

// `caller` and behind it a name that is no command, where one alone is meant.
void mend_calls(Write& write, std::string_view caller, const Commands& commands,
                bool (*may_be_there)(std::string_view before)) {
  for (auto at = write.content.find(caller); at != std::string::npos;
       at = write.content.find(caller, at + 1)) {
    const std::string_view text = write.content;
    const bool begins = at == 0 || !(is_word(text[at - 1]) || text[at - 1] == '-');
    if (!begins || !may_be_there(text.substr(0, at))) continue;
    const std::size_t begin = at + caller.size();
    const std::string wrong = name_at(text, begin);
    if (wrong.empty() || commands.anywhere.contains(wrong)) continue;
    const auto right = only_slip(wrong, commands.own);
    if (!right) continue;
    write.content.replace(begin, wrong.size(), *right);
    write.reasons.push_back(std::string(caller) + wrong + " → " + *right +
                            ", the only one a slip of the hand away");
  }
}

bool anywhere(std::string_view) { return true; }

// At the start of a line of commands, or of what is in backticks: `make sure` is prose.
bool as_a_command(std::string_view before) {
  while (before.ends_with(' ')) before.remove_suffix(1);
  for (const std::string_view mark : {"`", "$", "&&", ";"}) {
    if (before.ends_with(mark)) return true;
  }
  return false;
}

Commands scripts_for(const Input& input, const RepoPath& document) {
  Commands commands;
  std::size_t nearest = 0;
  for (const repo::Manifest& manifest : input.facts.manifests) {
    if (manifest.kind != repo::ManifestKind::npm) continue;
    const std::string folder(manifest.path.folder());
    const bool above = folder.empty() || document.text().starts_with(folder + "/");
    const bool better = above && (commands.own.empty() || folder.size() >= nearest);
    if (better) commands.own.clear();
    for (const auto& [name, command] : manifest.data["scripts"].members()) {
      commands.anywhere.insert(name);
      if (better) commands.own.push_back(name);
    }
    if (better) nearest = folder.size();
  }
  return commands;
}

// All targets are known only of a Makefile that includes and computes none.
std::optional<Commands> make_targets(const repo::RepoView& view) {
  const auto text = view.text("Makefile");
  if (!text || view.has("GNUmakefile") || view.has("makefile")) return {};
  Commands commands;
  for (const std::string_view line : split_lines(*text)) {
    const std::string_view start = trim(line);
    const bool opaque = start.starts_with("include ") || start.starts_with("-include") ||
                        start.starts_with("sinclude") || start.starts_with("$(eval");
    const bool rule = !line.starts_with('\t') && contains(line, ":");
    const std::string_view head = line.substr(0, std::min(line.find(':'), line.size()));
    if (opaque || (rule && !contains(line, ":=") && (contains(head, "%") || contains(head, "$")))) {
      return {};
    }
    if (!rule || start.starts_with('#')) continue;
    for (const std::string_view word : split_words(head)) commands.anywhere.emplace(word);
  }
  for (const repo::MakeTarget& target : repo::make_targets(*text))
    commands.own.push_back(target.name);
  // Files and folders are made, too.
  for (const repo::Entry& entry : view.files()) {
    commands.anywhere.insert(entry.path.components().front());
  }
  return commands;
}

}  // namespace

std::vector<Write> command_names(const Input& input) {
  std::vector<Write> writes;
  const auto targets = make_targets(input.view);
  for (const repo::Entry& entry : input.view.files()) {
    if (!repo::is_page(entry.path.text()) || !is_own_text(input.view, entry)) continue;
    if (is_record(entry.path)) continue;
    const auto text = input.view.text(entry.path.text());
    if (!text || !is_utf8(*text) || is_made_by_tool(*text)) continue;
    Write write{.path = entry.path.text(), .content = *text};
    const Commands scripts = scripts_for(input, entry.path);
    // `yarn run` also starts programs of dependencies, whose names nobody knows here.
    for (const std::string_view caller : {"npm run ", "npm run-script ", "pnpm run "}) {
      mend_calls(write, caller, scripts, anywhere);
    }
    if (targets && entry.path.components().size() <= 2) {
      mend_calls(write, "make ", *targets, as_a_command);
    }
    if (write.content != *text) writes.push_back(std::move(write));
  }
  return writes;
}

}  // namespace pawl::recipes
