#include "planner/concerns/traces.hpp"

#include <algorithm>
#include <set>

#include "base/text/line_diff.hpp"
#include "base/text/text.hpp"
#include "syntax/documents/markdown.hpp"
#include "syntax/language.hpp"
#include "syntax/outline/outline.hpp"

namespace pawl::planner {
namespace {

constexpr std::size_t kTracedLinesMax = 2'000;
constexpr std::size_t kTracePlacesMax = 200;
constexpr std::size_t kHashDigits = 10;
constexpr std::string_view kCreate = "create";
constexpr std::string_view kModify = "modify";
constexpr std::string_view kDelete = "delete";

std::string hash_of(std::string_view text) { return hash_hex(text).substr(0, kHashDigits); }

// What of a line counts; empty when it says nothing.
std::string essence_of_line(std::string_view line) {
  std::string out;
  bool says_something = false;
  for (const char c : line) {
    if (c == ' ' || c == '\t' || c == '\r') continue;
    const auto byte = static_cast<unsigned char>(c);
    says_something = says_something || byte >= 0x80 || (c >= '0' && c <= '9') ||
                     (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
    out += c;
  }
  return says_something ? out : std::string();
}

// The changed lines of one side: hashes and numbers, from 1.
struct Side {
  std::set<std::string> hashes;
  std::vector<int> lines;
};

void note_lines(Side& side, const std::vector<std::string_view>& lines, std::size_t begin,
                std::size_t end) {
  for (std::size_t i = begin; i < end && side.hashes.size() < kTracedLinesMax; ++i) {
    const std::string essence = essence_of_line(lines[i]);
    if (essence.empty()) continue;
    side.hashes.insert(hash_of(essence));
    side.lines.push_back(static_cast<int>(i) + 1);
  }
}

void note_definitions(std::set<std::string>& places, syntax::Language language,
                      const std::string& text, const std::vector<int>& lines) {
  const auto outline = syntax::shared_outline(language, text);
  for (const int line : lines) {
    const syntax::Definition* innermost = nullptr;
    for (const syntax::Symbol& symbol : outline->symbols) {
      const syntax::Definition& it = symbol.definition;
      if (it.line > line || it.end_line < line) continue;
      if (innermost == nullptr || it.line >= innermost->line) innermost = &it;
    }
    if (innermost != nullptr) places.insert(innermost->qualified);
  }
}

void note_sections(std::set<std::string>& places, const std::string& text,
                   const std::vector<int>& lines) {
  const auto document = syntax::shared_markdown(text);
  for (const int line : lines) {
    const syntax::Heading* above = nullptr;
    for (const syntax::Heading& heading : document->headings) {
      if (heading.line <= line) above = &heading;
    }
    // The title of a document stands above all of it.
    if (above != nullptr && above->level > 1) places.insert(syntax::anchor_of(above->text));
  }
}

void note_places(std::set<std::string>& places, const RepoPath& path, const std::string& text,
                 const Side& side) {
  const syntax::Kind kind = syntax::kind_of(path, text);
  if (kind.format == syntax::Format::markdown) {
    note_sections(places, text, side.lines);
  } else if (kind.language) {
    note_definitions(places, *kind.language, text, side.lines);
  }
}

std::size_t shared_by(const std::vector<std::string>& some, const std::vector<std::string>& all) {
  return static_cast<std::size_t>(std::count_if(
      some.begin(), some.end(),
      [&](const std::string& one) { return std::binary_search(all.begin(), all.end(), one); }));
}

// Four fifths of them.
bool nearly_all(std::size_t part, std::size_t all) { return all > 0 && 5 * part >= 4 * all; }

std::size_t lines_of(const FileTrace& trace) { return trace.removed.size() + trace.added.size(); }

bool is_document(const std::string& path) {
  const std::string name = lower(path);
  return name.ends_with(".md") || name.ends_with(".markdown") || name.ends_with(".mdx");
}

// The same lines give way, to what is not much longer.
bool replaces_same_lines(const FileTrace& file, const FileTrace& other) {
  constexpr std::size_t kTimesLonger = 3;
  const std::size_t shared = shared_by(file.removed, other.removed);
  return nearly_all(shared, file.removed.size()) && !other.added.empty() &&
         file.added.size() <= kTimesLonger * (file.removed.size() + 1);
}

bool is_same_work(const FileTrace& file, const FileTrace& other, const Likeness& likeness) {
  if (!file.after.empty() && file.after == other.after) return true;
  const std::size_t shared =
      shared_by(file.removed, other.removed) + shared_by(file.added, other.added);
  if (nearly_all(shared, lines_of(file))) return true;
  if (likeness.other_words && file.action == other.action && file.action != kModify) return true;
  if (likeness.other_words && replaces_same_lines(file, other)) return true;
  const bool by_place = is_document(file.path) ? likeness.by_section : likeness.by_definition;
  return by_place && !file.places.empty() &&
         shared_by(file.places, other.places) == file.places.size();
}

std::vector<std::string> texts(const Json& list, std::size_t most) {
  std::set<std::string> out;
  for (const Json& item : list.items()) {
    if (out.size() < most && item.is_string()) out.emplace(item.text());
  }
  return {out.begin(), out.end()};
}

}  // namespace

FileTrace trace_of(const RepoPath& path, const std::optional<std::string>& before,
                   const std::optional<std::string>& after) {
  FileTrace trace{.path = path.text()};
  trace.action = !before ? kCreate : !after ? kDelete : kModify;
  if (after) trace.after = hash_of(*after);
  const std::string old_text = before.value_or("");
  const std::string new_text = after.value_or("");
  if (looks_binary(old_text) || looks_binary(new_text)) return trace;
  const std::vector<std::string_view> old_lines = split_lines(old_text);
  const std::vector<std::string_view> new_lines = split_lines(new_text);
  Side removed;
  Side added;
  for (const Hunk& hunk : diff_lines(old_lines, new_lines)) {
    note_lines(removed, old_lines, hunk.before_begin, hunk.before_end);
    note_lines(added, new_lines, hunk.after_begin, hunk.after_end);
  }
  std::set<std::string> places;
  if (trace.action == kModify) {
    note_places(places, path, old_text, removed);
    note_places(places, path, new_text, added);
  }
  trace.removed.assign(removed.hashes.begin(), removed.hashes.end());
  trace.added.assign(added.hashes.begin(), added.hashes.end());
  for (const std::string& place : places) {
    if (trace.places.size() < kTracePlacesMax) trace.places.push_back(place);
  }
  return trace;
}

bool is_repeated(std::span<const FileTrace> change, std::span<const FileTrace> other,
                 const Likeness& likeness) {
  std::size_t all = 0;
  std::size_t repeated = 0;
  for (const FileTrace& file : change) {
    const std::size_t weight = std::max<std::size_t>(1, lines_of(file));
    all += weight;
    const auto same = std::find_if(other.begin(), other.end(),
                                   [&](const FileTrace& it) { return it.path == file.path; });
    if (same != other.end() && is_same_work(file, *same, likeness)) repeated += weight;
  }
  return all > 0 && 2 * repeated >= all;
}

Json to_json(std::span<const FileTrace> traces) {
  Json list = Json::array();
  for (const FileTrace& trace : traces) {
    list.push(Json::object({{"path", trace.path},
                            {"action", trace.action},
                            {"after", trace.after},
                            {"removed", Json::array_of(trace.removed)},
                            {"added", Json::array_of(trace.added)},
                            {"places", Json::array_of(trace.places)}}));
  }
  return list;
}

std::vector<FileTrace> traces_from_json(const Json& json) {
  std::vector<FileTrace> traces;
  for (const Json& item : json.items()) {
    if (!item["path"].is_string()) continue;
    traces.push_back({.path = item["path"].string_or(""),
                      .action = item["action"].string_or(kModify),
                      .after = item["after"].string_or(""),
                      .removed = texts(item["removed"], kTracedLinesMax),
                      .added = texts(item["added"], kTracedLinesMax),
                      .places = texts(item["places"], kTracePlacesMax)});
  }
  return traces;
}

}  // namespace pawl::planner
