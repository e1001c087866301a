#include "guards/paths/copies.hpp"

#include <algorithm>
#include <initializer_list>
#include <unordered_map>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

constexpr std::size_t kLinesMin = 3;
constexpr std::size_t kWeakLinesMin = 10;
constexpr unsigned kStrongPercent = 60;
constexpr unsigned kWeakPercent = 90;
constexpr unsigned kMisplacedPercent = 60;
constexpr std::size_t kCandidatesMax = 40;

// Words by which people and programs call a second one, in a name or a folder.
constexpr auto kStrong = fixed_words(
    "copy", "copie", "copia", "kopie", "kopi", "another", "bak", "backup", "orig", "original",
    "fixed", "fix", "updated", "modified", "patched", "improved", "refactored", "final", "working",
    "correct", "corrected", "wip", "tmp", "temp", "before", "after", "prev", "unused", "disabled",
    "off", "old", "clean", "cleaned", "rewrite", "rewritten", "phpbak");
// Names of versions that projects give, too.
constexpr auto kWeak = fixed_words("new", "enhanced", "simple", "alt", "legacy", "deprecated",
                                   "debug", "v2", "v3", "x", "alternative", "full");

struct NameKey {
  std::string key;      // what is left without such words
  bool strong = false;  // one of the strong ones was there
  bool weak = false;    // or one of the others, or a number
};

bool is_all_digits(std::string_view word) {
  return !word.empty() && std::all_of(word.begin(), word.end(), is_digit);
}

struct NameWord {
  std::string text;  // in small letters; `/` between folders
  char before = '/';
  bool version = false;  // the `0` of `1.0`
};

// `loaderNew` is `loader new`.
std::vector<NameWord> words_of_path(std::string_view path) {
  std::vector<NameWord> words;
  std::size_t begin = 0;
  const auto end = [&](std::size_t at) {
    if (at > begin) {
      const bool version = begin > 1 && path[begin - 1] == '.' && is_digit(path[begin - 2]);
      words.push_back(
          {lower(path.substr(begin, at - begin)), begin > 0 ? path[begin - 1] : '/', version});
    }
    begin = at;
  };
  for (std::size_t at = 0; at < path.size(); ++at) {
    const char c = path[at];
    const bool other = static_cast<unsigned char>(c) >= 0x80;
    if (!is_letter_or_digit(c) && !other) {
      end(at);
      if (c == '/') words.push_back({"/", '/'});
      begin = at + 1;
      continue;
    }
    const char before = at > 0 ? path[at - 1] : '/';
    const bool hump = is_upper(c) && is_lower(before);
    const bool number = is_digit(c) != is_digit(before) && is_letter_or_digit(before);
    const bool version = is_digit(c) && (before == 'v' || before == 'V');
    if (hump || (number && !version)) end(at);
  }
  end(path.size());
  return words;
}

// `parser (1).py`, `parser.1.py`, `parser_20240502.py`: `middleware18.go` may be another one.
bool counts_copies(const NameWord& word) {
  constexpr std::size_t kDateMin = 8;
  const bool marked = word.before == ' ' || word.before == '(' || word.before == '.';
  return is_all_digits(word.text) && !word.version && (marked || word.text.size() >= kDateMin);
}

NameKey key_of(std::string_view path) {
  constexpr std::string_view kJapaneseCopy = "\u30b3\u30d4\u30fc";
  NameKey out;
  std::string folder;
  for (const NameWord& word : words_of_path(path)) {
    if (word.text == "/") {
      if (!folder.empty()) out.key += folder + "/";
      folder.clear();
    } else if (among(kStrong, word.text) || contains(word.text, kJapaneseCopy)) {
      out.strong = true;
    } else if (counts_copies(word)) {
      out.strong = true;
    } else if (among(kWeak, word.text)) {
      out.weak = true;
    } else {
      folder += word.text + ' ';
    }
  }
  out.key += folder;
  return out;
}

// Lines that say something, with how often each is there.
std::unordered_map<std::string_view, int> counted_lines(std::string_view text) {
  std::unordered_map<std::string_view, int> lines;
  for (const std::string_view line : split_lines(text)) {
    const std::string_view said = trim(line);
    if (said.size() > 2) ++lines[said];
  }
  return lines;
}

bool ends_as(std::string_view path, std::string_view end) {
  return path.size() > end.size() && path.ends_with(end) &&
         path[path.size() - end.size() - 1] == '/';
}

// `parser.py`; what follows the last dot of `runtime-3.11` is part of a version.
bool has_ending(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const std::size_t dot = name.rfind('.');
  return dot != std::string_view::npos && !is_all_digits(name.substr(dot + 1));
}

// Each folder of a monorepo has its own.
bool is_of_every_folder(std::string_view name) {
  static constexpr auto kNames =
      fixed_words("package.json", "tsconfig.json", "__init__.py", "index.js", "index.ts", "mod.rs",
                  "license", "license.md", "readme.md", "dockerfile", "makefile", "cargo.toml",
                  "pyproject.toml", "setup.py", "go.mod", ".gitignore", "cmakelists.txt", "pom.xml",
                  "build.gradle", "conftest.py", "doc.go", "main.go", "lib.rs", "main.rs");
  return among(kNames, lower(name));
}

bool among_starts(std::string_view text, std::initializer_list<std::string_view> starts) {
  return std::any_of(starts.begin(), starts.end(),
                     [&](std::string_view start) { return text.starts_with(start); });
}

// `a.py:10-20`, `a.go#L10`
bool ends_with_lines(std::string_view name) {
  for (const std::string_view mark : {":", "#L"}) {
    const std::size_t at = name.rfind(mark);
    if (at == std::string_view::npos || at == 0 || at + mark.size() >= name.size()) continue;
    const std::string_view rest = name.substr(at + mark.size());
    const bool lines = std::all_of(rest.begin(), rest.end(), [](char c) {
      return is_digit(c) || c == '-' || c == ':' || c == 'L';
    });
    if (lines && is_digit(rest.front())) return true;
  }
  return false;
}

// FNV-1a, of letters and digits in small letters; with `all` of all bytes.
std::uint64_t number_of(std::string_view text, bool all) {
  std::uint64_t number = 0xcbf29ce484222325U;
  for (const char c : text) {
    if (!all && !is_letter_or_digit(c)) continue;
    const char small = is_upper(c) ? static_cast<char>(c + ('a' - 'A')) : c;
    number = (number ^ static_cast<unsigned char>(small)) * 0x100000001b3U;
  }
  return number;
}

// `src.report.py` has the letters of `src/report.py`.
std::uint64_t number_of_letters(std::string_view path) { return number_of(path, false); }
std::uint64_t number_of_name(std::string_view name) { return number_of(name, true); }

// `test` and `tests`, `github` and `.github`.
bool is_nearly(std::string_view a, std::string_view b) {
  if (a.starts_with('.')) a.remove_prefix(1);
  if (b.starts_with('.')) b.remove_prefix(1);
  const std::string_view more = a.size() > b.size() ? a : b;
  const std::string_view less = a.size() > b.size() ? b : a;
  return more == less || (more.substr(0, more.size() - 1) == less && more.ends_with('s'));
}

// Folder by folder the same or nearly so.
bool is_beside(const RepoPath& a, const RepoPath& b) {
  const auto one = a.components();
  const auto other = b.components();
  if (one.size() != other.size()) return false;
  for (std::size_t i = 0; i < one.size(); ++i) {
    if (!is_nearly(one[i], other[i]) && one[i] != other[i]) return false;
  }
  return true;
}

}  // namespace

std::string_view name_slip(std::string_view path) {
  const std::string_view name = path.substr(path.rfind('/') + 1);
  const bool quoted =
      contains(path, "`") || path.starts_with('"') || name.starts_with('"') || contains(path, "](");
  if (quoted) return "its name holds signs of a text";
  if (among_starts(path,
                   {"file:", "path:", "filename:", "File:", "Path:", "./", "~/", "$HOME/", "${"})) {
    return "its name is an address";
  }
  if (among_starts(path, {"# ", "* ", "- ", "'", "**"})) return "its name holds signs of a text";
  if (among_starts(name, {"=", "&", "<", ">", "|", "*"})) {
    return "a command line was written as its name";
  }
  if (ends_with_lines(name)) return "its name ends with the number of a line";
  if (name.size() > 1 && contains(":;,", name.substr(name.size() - 1))) {
    return "its name ends with a sign of a sentence";
  }
  const bool remark = name.ends_with(')') && !contains(name, "(");
  const std::size_t open = name.find(" (");
  const std::string_view said = open == std::string_view::npos ? "" : name.substr(open + 2);
  if (remark || among_starts(said, {"line", "new)", "modified)", "updated)", "deleted)"})) {
    return "a remark is part of its name";
  }
  return {};
}

void CopyFinder::read_names() {
  if (read_ || base_ == nullptr) return;
  read_ = true;
  const auto files = base_->files();
  by_name_.reserve(files.size());
  by_letters_.reserve(files.size());
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (files[i].symlink) continue;
    const auto place = static_cast<std::uint32_t>(i);
    by_name_.emplace_back(number_of_name(files[i].path.name()), place);
    by_letters_.emplace_back(number_of_letters(files[i].path.text()), place);
  }
  std::sort(by_name_.begin(), by_name_.end());
  std::sort(by_letters_.begin(), by_letters_.end());
}

std::vector<std::string> CopyFinder::files_at(const Places& places, std::uint64_t number) const {
  std::vector<std::string> found;
  const std::pair<std::uint64_t, std::uint32_t> first(number, 0);
  for (auto at = std::lower_bound(places.begin(), places.end(), first);
       at != places.end() && at->first == number && found.size() < kCandidatesMax; ++at) {
    found.push_back(base_->files()[at->second].path.text());
  }
  return found;
}

// Not moved: the change leaves it there.
bool CopyFinder::stays(const std::string& path) const {
  return std::none_of(change_.files.begin(), change_.files.end(),
                      [&](const auto& file) { return file.path.text() == path && !file.after; });
}

// What the change leaves of it: lines that moved away are no copy.
std::optional<std::string> CopyFinder::text_left(const std::string& path) const {
  for (const git::FileChange& each : change_.files) {
    if (each.path.text() == path) return each.after;
  }
  return base_->text(path);
}

bool CopyFinder::holds_same(const git::FileChange& file, const std::string& original,
                            unsigned percent) const {
  const auto text = text_left(original);
  if (!text || looks_binary(*text)) return false;
  auto lines = counted_lines(*text);
  std::size_t all = 0;
  std::size_t same = 0;
  for (const std::string_view line : split_lines(*file.after)) {
    const std::string_view said = trim(line);
    if (said.size() <= 2) continue;
    ++all;
    const auto found = lines.find(said);
    if (found == lines.end() || found->second == 0) continue;
    --found->second;
    ++same;
  }
  const std::size_t least = percent >= kWeakPercent ? kWeakLinesMin : kLinesMin;
  return all >= least && same * 100 >= all * percent;
}

// `parser_new.py` of `parser.py`.
std::optional<std::string> CopyFinder::copied_name(const git::FileChange& file) const {
  const std::string& path = file.path.text();
  // `parser.py.txt`, `parser.py_`
  for (std::size_t at = path.size() - 1; at > 0 && path[at] != '/'; --at) {
    const std::string own = path.substr(0, at);
    if (is_letter_or_digit(path[at]) || !has_ending(own) || !base_->has(own)) continue;
    if (stays(own) && holds_same(file, own, kStrongPercent)) return own;
  }
  const NameKey own = key_of(path);
  // Documents tell of old versions, too.
  if (!own.strong && (!own.weak || repo::is_document(file.path))) return std::nullopt;
  for (const std::string& other : files_at(by_letters_, number_of_letters(own.key))) {
    if (other == path || key_of(other).key != own.key || !stays(other)) continue;
    if (holds_same(file, other, own.strong ? kStrongPercent : kWeakPercent)) return other;
  }
  return std::nullopt;
}

// `app/src/parser.py`, `parser.py` and `src.parser.py` of `src/parser.py`.
std::optional<std::string> CopyFinder::other_place(const git::FileChange& file) const {
  const RepoPath& path = file.path;
  for (const std::string& other : files_at(by_letters_, number_of_letters(path.text()))) {
    if (stays(other) && holds_same(file, other, kMisplacedPercent)) return other;
  }
  if (is_of_every_folder(path.name())) return std::nullopt;
  for (const std::string& other : files_at(by_name_, number_of_name(path.name()))) {
    const auto parsed = RepoPath::parse(other);
    const bool longer = contains(other, "/") && ends_as(path.text(), other);
    const bool shorter = ends_as(other, path.text());
    const bool beside = parsed && contains(other, "/") && is_beside(*parsed, path);
    if (!longer && !shorter && !beside) continue;
    if (stays(other) && holds_same(file, other, kMisplacedPercent)) return other;
  }
  return std::nullopt;
}

std::optional<Copy> CopyFinder::find(const git::FileChange& file) {
  if (base_ == nullptr || file.before || !file.after || repo::is_fixture(file.path)) return {};
  if (looks_binary(*file.after)) return {};
  if (repo::is_generated(file.path) || repo::is_vendored(file.path)) return {};
  read_names();
  if (auto original = copied_name(file)) return Copy{std::move(*original)};
  // Of documents there are translations.
  if (repo::is_document(file.path)) return {};
  if (auto original = other_place(file)) return Copy{std::move(*original), true};
  return {};
}

}  // namespace pawl::guards
