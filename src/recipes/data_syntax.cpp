// Data files that do not parse, where one reading alone mends them: a comma before a closing
// bracket in JSON, tabs as indentation in YAML.
#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/check.hpp"
#include "syntax/data/data.hpp"

namespace pawl::recipes {
namespace {

// Their tools read them as JSON with commas and comments.
bool is_read_kindly(std::string_view name) {
  return among(
             {"deno.json", "babel.config.json", "turbo.json", "biome.json", "angular.json",
              "nx.json", "tslint.json", "wrangler.json", "project.json", "lerna.json", "tasks.json",
              "settings.json", "launch.json", "extensions.json", "keybindings.json"},
             name) ||
         name.starts_with("tsconfig") || name.starts_with(".");
}

bool is_wrong_on_purpose(const RepoPath& path) {
  for (const std::string& part : path.components()) {
    for (const std::string_view word : {"invalid", "broken", "malformed", "bad", "wrong", "error",
                                        "errors", "corrupt", "fail", "failing", "negative"}) {
      if (repo::has_word(part, word)) return true;
    }
  }
  return false;
}

std::string without_last_commas(std::string_view text) {
  std::string out;
  bool in_string = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string && c == '\\' && i + 1 < text.size()) {
      out += c;
      out += text[++i];
      continue;
    }
    if (c == '"') in_string = !in_string;
    if (c == ',' && !in_string) {
      const auto next = text.find_first_not_of(" \t\r\n", i + 1);
      const bool last = next != std::string_view::npos && (text[next] == '}' || text[next] == ']');
      // `[,]` is no comma too many, but a value too few.
      const auto before = out.find_last_not_of(" \t\r\n");
      const bool after_value =
          before != std::string::npos && !contains("[{,:", out.substr(before, 1));
      if (last && after_value) continue;
    }
    out += c;
  }
  return out;
}

// The lines that the parser refuses, with blanks for the tabs of their indentation.
std::optional<std::string> with_blanks(const syntax::Kind& kind, const std::string& text,
                                       std::size_t width) {
  std::string out = text;
  for (auto left = line_count(text) + 1; left > 0; --left) {
    const auto wrong = syntax::check(kind, out);
    if (wrong.empty()) return out;
    std::size_t begin = 0;
    for (int line = 1; line < wrong.front().line && begin < out.size(); ++line) {
      begin = std::min(out.find('\n', begin), out.size() - 1) + 1;
    }
    std::size_t end = begin;
    while (end < out.size() && (out[end] == ' ' || out[end] == '\t')) ++end;
    const std::string indent = out.substr(begin, end - begin);
    if (!contains(indent, "\t")) return {};
    out.replace(begin, indent.size(), replace_all(indent, "\t", std::string(width, ' ')));
  }
  return {};
}

// Mended text, where every width that parses says the same.
std::optional<std::string> without_tabs(const syntax::Kind& kind, const std::string& text) {
  std::optional<std::string> found;
  std::optional<std::string> meaning;
  for (const std::size_t width : {2U, 4U, 8U}) {
    auto mended = with_blanks(kind, text, width);
    if (!mended) continue;
    const auto documents = syntax::parse_yaml(*mended);
    if (!documents) continue;
    std::string said;
    for (const Json& document : *documents) said += document.dump() + "\n";
    if (meaning && *meaning != said) return {};
    meaning = said;
    if (!found) found = std::move(mended);
  }
  return found;
}

std::optional<std::string> parsed_after_all(const syntax::Kind& kind, const std::string& text) {
  if (kind.format == syntax::Format::yaml) {
    return contains(text, "\t") ? without_tabs(kind, text) : std::nullopt;
  }
  // Comments say that something else than JSON is meant.
  if (contains(text, "//") || contains(text, "/*")) return {};
  std::string mended = without_last_commas(text);
  if (mended == text || !syntax::check(kind, mended).empty()) return {};
  return mended;
}

}  // namespace

std::vector<Write> data_syntax(const Input& input) {
  std::vector<Write> writes;
  for (const repo::Entry& entry : input.view.files()) {
    const std::string ending = entry.path.extension();
    if (ending != ".json" && ending != ".yml" && ending != ".yaml") continue;
    if (!is_own_text(input.view, entry) || repo::is_sample_place(entry.path)) continue;
    if (is_for_tests(entry.path.folder()) || is_wrong_on_purpose(entry.path)) continue;
    const auto text = input.view.text(entry.path.text());
    if (!text || !is_utf8(*text) || is_made_by_tool(*text)) continue;
    const syntax::Kind kind = syntax::kind_of(entry.path, *text);
    if (ending == ".json" && is_read_kindly(entry.path.name())) continue;
    if (kind.format != syntax::Format::json && kind.format != syntax::Format::yaml) continue;
    if (syntax::check(kind, *text).empty()) continue;
    auto mended = parsed_after_all(kind, *text);
    if (!mended) continue;
    const bool yaml = kind.format == syntax::Format::yaml;
    writes.push_back({.path = entry.path.text(),
                      .content = *std::move(mended),
                      .reasons = {yaml ? "tabs indent lines of YAML, every width says the same"
                                       : "a comma stands before a closing bracket"}});
  }
  return writes;
}

}  // namespace pawl::recipes
