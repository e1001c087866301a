// Versions of the project itself in commands and snippets that install it, where the manifest names
// a later one and the changelog has that, too. What speaks of older versions on purpose stays.
#include <algorithm>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "repo/documents/guides.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/documents/markdown.hpp"

namespace pawl::recipes {
namespace {

constexpr std::size_t kPartsMax = 4;
constexpr std::size_t kAroundBytes = 400;

using Parts = std::vector<long long>;

// `1.2.3`; nothing for anything else, as `1.2.3-rc.1`.
std::optional<Parts> parts_of(std::string_view version) {
  Parts parts;
  for (const std::string_view part : split(version, '.')) {
    const bool plain = !part.empty() && std::all_of(part.begin(), part.end(), is_digit);
    const auto number = plain ? parse_int(part) : std::nullopt;
    if (!number || parts.size() == kPartsMax) return {};
    parts.push_back(*number);
  }
  return parts;
}

std::string_view version_at(std::string_view text, std::size_t at) {
  std::size_t end = at;
  while (end < text.size() && (is_digit(text[end]) || text[end] == '.')) ++end;
  while (end > at && text[end - 1] == '.') --end;
  // `1.2.3-beta`, `1.x`: not ours to judge.
  if (end < text.size() && (is_word(text[end]) || text[end] == '-' || text[end] == '+')) return {};
  return text.substr(at, end - at);
}

// How a snippet says which version it takes.
struct Form {
  std::string before;       // the text up to the version
  bool range = false;       // later compatible versions are taken anyhow, as Cargo does
  bool whole_line = false;  // it begins its line
};

bool is_compatible(const Parts& written, const Parts& current) {
  if (written.front() != current.front()) return false;
  if (written.front() != 0 || written.size() < 2 || current.size() < 2) return true;
  return written[1] == current[1];
}

bool is_older(const Parts& written, const Parts& current) {
  return std::lexicographical_compare(
      written.begin(), written.end(), current.begin(),
      current.begin() + static_cast<std::ptrdiff_t>(std::min(written.size(), current.size())));
}

std::string cut_to(const Parts& current, std::size_t parts) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min(parts, current.size()); ++i) {
    out.push_back(std::to_string(current[i]));
  }
  return join(out, ".");
}

std::vector<Form> forms_of(const Input& input) {
  const std::string& name = input.facts.name->value;
  const std::string_view manifest = repo::last_part(input.facts.version->path);
  std::vector<Form> forms;
  if (manifest == "Cargo.toml") {
    forms.push_back({name + " = \"", true, true});
    forms.push_back({name + " = { version = \"", true, true});
    forms.push_back({name + " = {version = \"", true, true});
  } else if (manifest == "package.json") {
    for (const char* before :
         {"npm install ", "npm i ", "npm install --save ", "npm i -S ", "npm install -g ",
          "yarn add ", "pnpm add ", "https://unpkg.com/", "https://cdn.jsdelivr.net/npm/"}) {
      forms.push_back({before + name + "@"});
    }
  } else if (manifest == "pyproject.toml" || manifest == "setup.py" || manifest == "setup.cfg") {
    forms.push_back({"pip install " + name + "=="});
  } else if (manifest == "pom.xml") {
    const repo::Manifest* pom = input.facts.manifest(repo::ManifestKind::maven);
    const std::string group =
        pom == nullptr
            ? ""
            : pom->data["groupId"]["value"].string_or(pom->data["groupId"].string_or(""));
    const std::string artifact =
        pom == nullptr
            ? ""
            : pom->data["artifactId"]["value"].string_or(pom->data["artifactId"].string_or(""));
    if (!group.empty() && !artifact.empty()) forms.push_back({group + ":" + artifact + ":"});
  } else if (manifest.ends_with(".gemspec")) {
    for (const char* quote : {"'", "\""}) {
      forms.push_back({"gem " + (quote + name + quote) + ", " + quote + "~> ", true});
    }
  }
  return forms;
}

// Around what speaks of another version on purpose, or holds a checksum of it.
bool is_on_purpose(std::string_view text, std::size_t at) {
  const std::size_t begin = at > kAroundBytes ? at - kAroundBytes : 0;
  const std::string around = lower(text.substr(begin, 2 * kAroundBytes));
  for (const std::string_view word : {"older",
                                      "old version",
                                      "legacy",
                                      "previous",
                                      "deprecated",
                                      "prior",
                                      "before",
                                      "until",
                                      "upgrad",
                                      "migrat",
                                      "downgrad",
                                      "specific version",
                                      "particular version",
                                      "instead of",
                                      "support for",
                                      "last version",
                                      "integrity",
                                      "sha256",
                                      "sha512",
                                      "for example",
                                      "e.g."}) {
    if (contains(around, word)) return true;
  }
  return false;
}

bool is_released(const Input& input, const std::string& version) {
  const auto guide = repo::find_guide(input.view, repo::Guide::changelog);
  if (!guide) return false;
  const std::string text = input.view.text(*guide).value_or("");
  for (const std::string_view line : split_lines(text)) {
    const auto at = line.find(version);
    if (at == std::string_view::npos || version_at(line, at) != version) continue;
    if (at > 0 && (is_digit(line[at - 1]) || line[at - 1] == '.')) continue;
    const std::string said = lower(line);
    return !contains(said, "unreleased") && !contains(said, "tbd") && !contains(said, "dev") &&
           !contains(said, "xx") && !contains(said, "not yet");
  }
  return false;
}

class Versions {
 public:
  Versions(const Input& input, Parts current)
      : forms_(forms_of(input)), current_(std::move(current)) {}

  Write mend(const RepoPath& path, const std::string& text) const {
    Write write{.path = path.text(), .content = text};
    std::set<std::string> written;
    std::vector<std::size_t> places;
    for (const Form& form : forms_) {
      look(text, form, [&](std::size_t at, std::string_view version) {
        written.insert(std::string(version));
        const Parts parts = *parts_of(version);
        const bool stale =
            is_older(parts, current_) && !(form.range && is_compatible(parts, current_));
        if (stale) places.push_back(at);
      });
    }
    // Two of them: one is there on purpose, and nobody can say which.
    if (written.size() != 1 || places.empty()) return write;
    const std::string& old = *written.begin();
    const std::string fresh = cut_to(current_, parts_of(old)->size());
    std::sort(places.begin(), places.end(), std::greater<>());
    for (const std::size_t at : places) {
      if (is_on_purpose(text, at)) return {.path = path.text(), .content = text};
    }
    for (const std::size_t at : places) write.content.replace(at, old.size(), fresh);
    write.reasons.push_back(old + " → " + fresh + ", as the manifest and the changelog say");
    return write;
  }

 private:
  template <class Found>
  void look(std::string_view text, const Form& form, Found found) const {
    for (auto at = text.find(form.before); at != std::string_view::npos;
         at = text.find(form.before, at + 1)) {
      const std::size_t begin = at + form.before.size();
      const std::string_view version = version_at(text, begin);
      if (form.whole_line && at > 0 && text[at - 1] != '\n') continue;
      if (at > 0 && (is_word(text[at - 1]) || contains("-./@", text.substr(at - 1, 1)))) continue;
      if (parts_of(version)) found(begin, version);
    }
  }

  std::vector<Form> forms_;
  Parts current_;
};

}  // namespace

std::vector<Write> own_versions(const Input& input) {
  const auto& version = input.facts.version;
  if (!input.facts.name || !version || contains(version->path, "/")) return {};
  const auto current = parts_of(version->value);
  if (!current || current->size() < 2 || !is_released(input, version->value)) return {};
  const Versions versions(input, *current);
  std::vector<Write> writes;
  for (const repo::Entry& entry : input.view.files()) {
    if (!repo::is_page(entry.path.text()) || !is_own_text(input.view, entry)) continue;
    if (is_record(entry.path)) continue;
    const auto text = input.view.text(entry.path.text());
    if (!text || !is_utf8(*text) || is_made_by_tool(*text)) continue;
    Write write = versions.mend(entry.path, *text);
    if (write.content != *text) writes.push_back(std::move(write));
  }
  return writes;
}

}  // namespace pawl::recipes
