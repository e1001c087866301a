// G11: a document does not say that the project is built with what it has nothing to do with. Only
// plain claims count, and any trace of the thing in the repository is reason to be silent.
#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/documents/content_claims.hpp"
#include "guards/documents/documents.hpp"
#include "guards/documents/licence_claims.hpp"
#include "guards/documents/project_facts.hpp"
#include "guards/documents/required_versions.hpp"
#include "guards/documents/template_blanks.hpp"
#include "guards/documents/unread_names.hpp"
#include "guards/guards.hpp"
#include "guards/lexical.hpp"
#include "repo/manifests/manifests.hpp"
#include "syntax/documents/restructured.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kClaimsPerFileMax = 5;
constexpr std::size_t kFilesReadMax = 20'000;
constexpr std::size_t kBytesReadMax = std::size_t{64} << 20U;
constexpr std::size_t kReadFileBytesMax = std::size_t{1} << 20U;

// Texts about other times, other projects, other people.
bool is_about_something_else(const RepoPath& path) {
  static constexpr auto kFolders = fixed_words(
      "adr", "adrs", "blog", "decisions", "demo", "demos", "example", "examples", "integrations",
      "posts", "proposals", "recipes", "rfc", "rfcs", "tutorial", "tutorials", "news", "roadmap",
      "_posts", "presentations", "talks", "research", ".changeset", "changelog.d", "cookbook",
      "prompts", ".cursor", ".claude", "skills");
  static constexpr auto kNames = fixed_words(
      "change", "history", "news", "release", "roadmap", "comparison", "alternatives", "todo",
      "awesome", "migrat", "credits", "acknowledg", "thanks", "showcase", "ideas");
  const auto parts = path.components();
  for (const std::string& part : parts.first(parts.size() - 1)) {
    if (std::find(kFolders.begin(), kFolders.end(), lower(part)) != kFolders.end()) return true;
  }
  const std::string name = lower(path.name());
  return std::any_of(kNames.begin(), kNames.end(),
                     [&](std::string_view part) { return contains(name, part); });
}

bool is_restructured_path(const RepoPath& path) { return path.extension() == ".rst"; }

bool judges_claims(const git::FileChange& file) {
  return is_own_text(file) && (is_markdown(file.path) || is_restructured_path(file.path)) &&
         !is_about_something_else(file.path);
}

std::shared_ptr<const syntax::MarkdownDocument> document_of(const RepoPath& path,
                                                            std::string_view text) {
  return is_restructured_path(path) ? syntax::shared_restructured(text)
                                    : syntax::shared_markdown(text);
}

// A mark that stands alone where it begins and ends with a letter or a digit.
bool has_mark(std::string_view small_text, std::string_view mark) {
  for (std::size_t at = small_text.find(mark); at != std::string_view::npos;
       at = small_text.find(mark, at + 1)) {
    const std::size_t end = at + mark.size();
    const bool free_before =
        !is_letter_or_digit(mark.front()) || at == 0 || !is_letter_or_digit(small_text[at - 1]);
    const bool free_after = !is_letter_or_digit(mark.back()) || end == small_text.size() ||
                            !is_letter_or_digit(small_text[end]);
    if (free_before && free_after) return true;
  }
  return false;
}

// The repository without the words of the change's documents, looked through once for all claims.
class Traces {
 public:
  Traces(const git::Change& change, const Context& context) : change_(change), context_(context) {}

  // Takes away the claims of which there is a trace.
  void drop_grounded(std::vector<std::pair<const git::FileChange*, Claim>>& claims) {
    std::size_t files = 0;
    std::size_t bytes = 0;
    for (const repo::Entry& entry : context_.head->files()) {
      drop_languages(entry.path, claims);
      if (claims.empty()) return;
      if (!is_looked_at(entry) || ++files > kFilesReadMax || bytes > kBytesReadMax) continue;
      const auto text = text_of(entry.path);
      if (!text) continue;
      bytes += text->size();
      drop_names(lower(*text), claims);
    }
  }

 private:
  static bool is_looked_at(const repo::Entry& entry) {
    return !entry.symlink && entry.size <= kReadFileBytesMax;
  }

  // What was there before; of files that are no documents also what the change brings.
  std::optional<std::string> text_of(const RepoPath& path) const {
    const git::FileChange* file = change_.find(path);
    if (file != nullptr && is_document(path)) return file->before;
    auto text = context_.head->read(path, kReadFileBytesMax);
    if (!text || looks_binary(*text)) return {};
    return *std::move(text);
  }

  static void drop_names(const std::string& text,
                         std::vector<std::pair<const git::FileChange*, Claim>>& claims) {
    std::erase_if(claims, [&](const auto& claim) {
      if (claim.second.name == nullptr) return false;
      for (const std::string_view mark : split(claim.second.name->marks, '|')) {
        if (has_mark(text, mark)) return true;
      }
      return false;
    });
  }

  static void drop_languages(const RepoPath& path,
                             std::vector<std::pair<const git::FileChange*, Claim>>& claims) {
    const std::string ending = " " + path.extension() + " ";
    std::erase_if(claims, [&](const auto& claim) {
      const KnownLanguage* language = claim.second.language;
      return language != nullptr && ending.size() > 2 && contains(language->endings, ending);
    });
  }

  const git::Change& change_;
  const Context& context_;
};

Finding claim_finding(const RepoPath& path, const Claim& claim) {
  const std::string said = "\"" + printable(claim.sentence, 100) + "\"";
  if (claim.language != nullptr) {
    return {.rule = "content-grounding/language",
            .path = path.text(),
            .line = claim.line,
            .message = said + ": no file of the repository is " + claim.written,
            .feedback = "Say only what the files show; there is no " + claim.written + " here."};
  }
  return {.rule = "content-grounding/framework",
          .path = path.text(),
          .line = claim.line,
          .message = said + ": no manifest declares " + std::string(claim.name->shown) +
                     ", and no file mentions it",
          .feedback =
              "Say only what the manifests and the code show; this project has nothing to "
              "do with " +
              std::string(claim.name->shown) + "."};
}

using Claims = std::vector<std::pair<const git::FileChange*, Claim>>;

// The title of a document is often the project's name.
std::string title_of(const syntax::MarkdownDocument& document) {
  if (document.headings.empty() || document.headings.front().level != 1) return {};
  const auto words = split_words(document.headings.front().text);
  return words.size() == 1 ? std::string(words[0]) : std::string();
}

Claims new_claims(const git::Change& change, const std::vector<const git::FileChange*>& files) {
  Claims claims;
  std::optional<std::set<std::string>> known;
  for (const git::FileChange* file : files) {
    const auto document = document_of(file->path, *file->after);
    for (Claim& claim : claims_of(*document, title_of(*document))) {
      if (!known) {
        known.emplace();
        for (const git::FileChange& old : change.files) {
          if (old.before && (is_markdown(old.path) || is_restructured_path(old.path))) {
            known->merge(sentences_of(*document_of(old.path, *old.before)));
          }
        }
      }
      if (!known->contains(claim.sentence)) claims.emplace_back(file, std::move(claim));
    }
  }
  return claims;
}

bool has_manifest(const repo::RepoView& view) {
  const auto files = view.files();
  return std::any_of(files.begin(), files.end(), [](const repo::Entry& entry) {
    return repo::manifest_kind(entry.path).has_value();
  });
}

Finding blank_finding(const RepoPath& path, const TemplateBlank& blank) {
  return {.rule = "content-grounding/blank",
          .kind = RuleKind::defect,
          .path = path.text(),
          .line = blank.line,
          .message = "a blank of a template is left: " + blank.written,
          .feedback = "Fill it in, or leave it out."};
}

// What one document says of the project.
void check_facts(const git::FileChange& file, const repo::RepoView& head, Verdict& verdict) {
  const auto document = document_of(file.path, *file.after);
  for (Finding& denied : denied_facts(file, *document, head)) verdict.refuse(std::move(denied));
  if (file.before == file.after) return;
  const std::string_view text = file.before ? std::string_view(*file.before) : std::string_view();
  if (!is_licence_file(file.path)) {
    for (const TemplateBlank& blank : template_blanks(file.path, *document, text)) {
      verdict.refuse(blank_finding(file.path, blank));
    }
  }
  const auto before = document_of(file.path, text);
  for (Finding& denied : denied_versions(file.path, *document, *before, head)) {
    verdict.refuse(std::move(denied));
  }
}

}  // namespace

Verdict content_grounding(const git::Change& change, const Context& context) {
  Verdict verdict;
  std::vector<const git::FileChange*> files;
  for (const git::FileChange& file : change.files) {
    if (judges_claims(file)) files.push_back(&file);
    if (context.head == nullptr) continue;
    if (is_licence_file(file.path)) verdict.applies();
    for (Finding& damage : licence_damage(file, *context.head)) verdict.refuse(std::move(damage));
    if (judges_claims(file)) check_facts(file, *context.head, verdict);
  }
  if (files.empty()) return verdict;
  if (context.head != nullptr) {
    for (Finding& unread : unread_names(change, *context.head, files)) {
      verdict.refuse(std::move(unread));
    }
  }
  Claims claims = new_claims(change, files);
  if (!claims.empty()) {
    if (context.head == nullptr) {
      verdict.cannot("the tree the claims are about is not known");
      return verdict;
    }
    // Without a manifest nobody says what the project is built with.
    if (!has_manifest(*context.head)) return verdict;
    Traces(change, context).drop_grounded(claims);
  }
  verdict.applies();
  std::map<const git::FileChange*, std::set<std::string>> reported;
  for (const auto& [file, claim] : claims) {
    std::set<std::string>& names = reported[file];
    if (names.size() < kClaimsPerFileMax && names.insert(claim.written).second) {
      verdict.refuse(claim_finding(file->path, claim));
    }
  }
  return verdict;
}

}  // namespace pawl::guards
