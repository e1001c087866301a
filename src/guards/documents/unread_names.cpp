#include "guards/documents/unread_names.hpp"

#include <algorithm>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "git/change.hpp"
#include "guards/documents/documents.hpp"
#include "guards/documents/told_names.hpp"
#include "repo/views/view.hpp"
#include "syntax/documents/restructured.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kTreeFilesMax = 20'000;
constexpr std::size_t kTreeBytesMax = std::size_t{64} << 20U;
constexpr std::size_t kTreeReadAtOnce = 256;
constexpr std::size_t kToldMax = 40;

using Told = std::vector<std::pair<const git::FileChange*, ToldName>>;

// Pages on how to work on the project tell of the options of other programs.
bool is_about_tools(const RepoPath& path) {
  const std::string name = lower(path.name());
  for (const std::string_view part : {"contribut", "develop", "hacking", "releas", "install",
                                      "build", "agents", "claude", "maintain"}) {
    if (contains(name, part)) return true;
  }
  return false;
}

// Where code puts the name of a variable together from what all of them begin with.
bool computes_names(std::string_view text, std::string_view prefix) {
  const std::string big = upper(prefix);
  const std::string_view bare = std::string_view(big).substr(0, big.size() - 1);
  for (const char* quote : {"\"", "'", "`"}) {
    if (contains(text, quote + std::string(bare) + quote) || contains(text, quote + big)) {
      for (auto at = text.find(quote + big); at != std::string_view::npos;
           at = text.find(quote + big, at + 1)) {
        const std::string_view rest = text.substr(at + 1 + big.size());
        if (rest.empty() || !is_word(rest.front())) return true;
      }
      if (contains(text, quote + std::string(bare) + quote)) return true;
    }
  }
  static constexpr auto kMakers = fixed_words("auto_envvar_prefix", "env_prefix", "envprefix",
                                              "envconfig", "with_prefix", "env_var_prefix");
  for (const std::string_view line : split_lines(text)) {
    const std::string small = lower(line);
    const bool makes = std::any_of(kMakers.begin(), kMakers.end(),
                                   [&](std::string_view word) { return contains(small, word); });
    if (makes && contains(small, lower(bare))) return true;
  }
  return false;
}

class NameGrounds {
 public:
  NameGrounds(const git::Change& change, const repo::RepoView& head)
      : change_(change), head_(head) {}

  // Leaves the names that nothing of the tree holds, but for what the change's documents say now.
  void drop_known(Told& told) {
    // Of documents that move or go.
    for (const git::FileChange& file : change_.files) {
      if (file.before && !file.after) drop(*file.before, is_document(file.path), told);
    }
    std::vector<const repo::Entry*> entries;
    for (const repo::Entry& entry : head_.files()) {
      if (!entry.symlink && entries.size() < kTreeFilesMax) entries.push_back(&entry);
    }
    std::size_t bytes = 0;
    for (std::size_t from = 0; from < entries.size() && !told.empty(); from += kTreeReadAtOnce) {
      const auto some =
          std::span(entries).subspan(from, std::min(kTreeReadAtOnce, entries.size() - from));
      head_.expect(some);
      for (const repo::Entry* entry : some) {
        const auto text = text_of(entry->path);
        if (!text) continue;
        bytes += text->size();
        if (bytes > kTreeBytesMax) return told.clear();  // nobody knows what the rest holds
        drop(*text, is_document(entry->path), told);
      }
    }
  }

 private:
  std::optional<std::string> text_of(const RepoPath& path) const {
    const git::FileChange* file = change_.find(path);
    if (file != nullptr && is_document(path)) return file->before;
    auto text = head_.text(path.text());
    if (!text || looks_binary(*text)) return {};
    return text;
  }

  static void drop(std::string_view text, bool document, Told& told) {
    const std::string small = lower(text);
    std::erase_if(told, [&](const auto& each) {
      const ToldName& name = each.second;
      // Written alone, the beginning has no underscore at its end.
      const std::string_view alone =
          std::string_view(name.prefix).substr(0, name.prefix.empty() ? 0 : name.prefix.size() - 1);
      if (!document && !alone.empty() && contains(small, alone) &&
          computes_names(text, name.prefix)) {
        return true;
      }
      return std::any_of(name.forms.begin(), name.forms.end(),
                         [&](const std::string& form) { return contains(small, form); });
    });
  }

  const git::Change& change_;
  const repo::RepoView& head_;
};

std::string_view shown_as(ToldAs as) {
  switch (as) {
    case ToldAs::variable: return "variable of the environment";
    case ToldAs::option: return "option";
    case ToldAs::function: return "function";
    case ToldAs::key: break;
  }
  return "setting";
}

Finding unread_finding(const RepoPath& path, const ToldName& name) {
  const std::string written = "`" + printable(name.written, 80) + "`";
  return {.rule = "content-grounding/setting",
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = name.line,
          .message = "no file of the repository knows the " + std::string(shown_as(name.as)) + " " +
                     written,
          .feedback = "Tell of what the code reads; leave out " + written + "."};
}

// Where code of others lies that nobody sees here.
bool is_partial_tree(const repo::RepoView& head) { return head.has(".gitmodules"); }

}  // namespace

std::vector<Finding> unread_names(const git::Change& change, const repo::RepoView& head,
                                  const std::vector<const git::FileChange*>& files) {
  Told told;
  std::optional<std::set<std::string, std::less<>>> own;
  for (const git::FileChange* file : files) {
    if (file->before == file->after) continue;
    if (!own) own = project_names(head);
    const auto document = file->path.extension() == ".rst"
                              ? syntax::shared_restructured(*file->after)
                              : syntax::shared_markdown(*file->after);
    const std::string before = file->before ? lower(*file->before) : std::string();
    for (ToldName& name : told_names(*document, before, *own)) {
      if (name.as == ToldAs::option && is_about_tools(file->path)) continue;
      told.emplace_back(file, std::move(name));
    }
  }
  if (told.empty() || told.size() > kToldMax || is_partial_tree(head)) return {};
  NameGrounds(change, head).drop_known(told);
  std::vector<Finding> found;
  for (const auto& [file, name] : told) found.push_back(unread_finding(file->path, name));
  return found;
}

}  // namespace pawl::guards
