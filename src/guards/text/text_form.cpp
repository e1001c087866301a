// The form of a text: how its lines end and how its letters are written.
#include <algorithm>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/text/text.hpp"
#include "guards/text/encoding_damage.hpp"
#include "guards/text/hygiene_parts.hpp"
#include "repo/kinds/family.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

enum class Endings : std::uint8_t { unclear, lf, crlf, mixed };

Endings endings_of(std::string_view text) {
  std::size_t lf = 0;
  std::size_t crlf = 0;
  for (std::size_t at = text.find('\n'); at != std::string_view::npos;
       at = text.find('\n', at + 1)) {
    ++(at > 0 && text[at - 1] == '\r' ? crlf : lf);
  }
  if (lf + crlf < 2) return Endings::unclear;
  if (crlf == 0) return Endings::lf;
  return lf * 10 <= crlf ? Endings::crlf : Endings::mixed;
}

// A shell reads the carriage return as a part of the last word, and the kernel as one of the
// interpreter's name.
bool breaks_by_crlf(const git::FileChange& file) {
  const syntax::Kind kind = syntax::kind_of(file.path, *file.after);
  const bool script = file.after->starts_with("#!") &&
                      contains(file.after->substr(0, file.after->find('\n') + 1), "\r\n");
  return script || (kind.language == syntax::Language::bash && contains(*file.after, "\r\n"));
}

// Tools of Windows write these so.
bool is_of_windows(const RepoPath& path) {
  return among(
      {".bat",    ".cmd",     ".ps1",    ".psm1",    ".sln",     ".cs",  ".csproj", ".vb",
       ".vbproj", ".fs",      ".fsproj", ".vcxproj", ".filters", ".rc",  ".reg",    ".prefs",
       ".props",  ".targets", ".resx",   ".vbs",     ".inf",     ".ini", ".csv",    ".txt"},
      path.extension());
}

// The files of its kind beside it, the first few, end their lines in LF.
bool others_end_in_lf(const git::FileChange& file, const repo::RepoView* base) {
  if (base == nullptr) return false;
  constexpr std::size_t kOthersMin = 2;
  constexpr std::size_t kOthersMax = 4;
  const std::string folder(file.path.folder());
  const auto files = base->files();
  auto each = std::lower_bound(files.begin(), files.end(), folder,
                               [](const repo::Entry& entry, const std::string& wanted) {
                                 return entry.path.text() < wanted;
                               });
  std::size_t seen = 0;
  for (; each != files.end() && each->path.text().starts_with(folder); ++each) {
    if (each->path == file.path || each->path.folder() != file.path.folder() ||
        each->path.extension() != file.path.extension()) {
      continue;
    }
    const auto text = base->text(each->path.text());
    if (!text) continue;
    if (contains(*text, "\r\n")) return false;
    if (++seen == kOthersMax) break;
  }
  return seen >= kOthersMin;
}

void check_endings(const git::FileChange& file, const Context& context, Verdict& verdict) {
  const bool had = file.before && contains(*file.before, "\r\n");
  if (!had && !contains(*file.after, "\r\n")) return;
  if (!had && breaks_by_crlf(file) && !repo::is_fixture(file.path)) {
    verdict.refuse(hygiene_finding("broken-endings", RuleKind::defect, file,
                                   "its lines end in CRLF, which no shell understands",
                                   "End the lines of " + file.path.text() + " in LF."));
    return;
  }
  if (!file.before) return;
  const Endings before = endings_of(*file.before);
  const Endings after = endings_of(*file.after);
  if (before == Endings::unclear || after == Endings::unclear || before == after) return;
  if (before == Endings::mixed) return;
  const bool code =
      !repo::is_document(file.path) && !repo::is_fixture(file.path) && !is_of_windows(file.path);
  if (after == Endings::mixed && code) {
    verdict.refuse(hygiene_finding("broken-endings", RuleKind::defect, file,
                                   "some lines end in CRLF and others in LF; all were alike before",
                                   "Keep the line endings of " + file.path.text() + "."));
    return;
  }
  if (after == Endings::mixed) {
    verdict.refuse(hygiene_finding("mixed-endings", RuleKind::scope, file,
                                   "some lines end in CRLF and others in LF; all were alike before",
                                   "Keep the line endings of " + file.path.text() + "."));
    return;
  }
  const bool to_crlf = after == Endings::crlf;
  // Who changes the line ends of a project does so in more than one file.
  if (to_crlf && !is_of_windows(file.path) && !repo::is_fixture(file.path) &&
      others_end_in_lf(file, context.base)) {
    verdict.refuse(hygiene_finding("broken-endings", RuleKind::defect, file,
                                   "every line ends in CRLF now; the files beside it end in LF",
                                   "End the lines of " + file.path.text() + " in LF."));
    return;
  }
  verdict.refuse(hygiene_finding("line-endings", RuleKind::scope, file,
                                 to_crlf ? "every line ends in CRLF now, and ended in LF before"
                                         : "every line ends in LF now, and ended in CRLF before",
                                 "Keep the line endings of " + file.path.text() + "."));
}

// Lines that say what lines that went said, with blanks behind them.
std::vector<std::size_t> find_trailed(const git::FileChange& file) {
  std::vector<std::size_t> trailed;  // from 0
  if (!contains(*file.after, " \n") && !contains(*file.after, "\t\n")) return trailed;
  std::unordered_map<std::string_view, int> gone;
  for (const std::string_view line : split_lines(*file.before)) ++gone[line];
  const auto lines = split_lines(*file.after);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (const auto stays = gone.find(lines[i]); stays != gone.end()) {
      --stays->second;
    } else if (!lines[i].ends_with('\r') && trim_end(lines[i]).size() < lines[i].size()) {
      trailed.push_back(i);
    }
  }
  std::erase_if(trailed, [&](std::size_t line) {
    const std::string_view said = trim_end(lines[line]);
    const auto old = gone.find(said);
    return said.empty() || old == gone.end() || old->second-- <= 0;
  });
  return trailed;
}

// Those of strings and here-documents are part of what they say.
std::size_t count_outside_literals(const git::FileChange& file,
                                   const std::vector<std::size_t>& lines) {
  const TextChange change(file);
  return static_cast<std::size_t>(std::count_if(lines.begin(), lines.end(), [&](std::size_t line) {
    return change.place_of(line) != Place::literal;
  }));
}

std::size_t blank_lines_at_end(std::string_view text) {
  const std::size_t last = text.find_last_not_of(" \t\r\n");
  const std::string_view rest = last == std::string_view::npos ? text : text.substr(last + 1);
  const auto ends = std::count(rest.begin(), rest.end(), '\n');
  return ends > 1 ? static_cast<std::size_t>(ends) - 1 : 0;
}

// Nobody adds blanks that nobody sees; what writes a file anew does.
void check_blanks(const git::FileChange& file, Verdict& verdict) {
  constexpr std::size_t kTrailedMin = 3;
  constexpr std::size_t kAtEndMin = 3;
  if (!file.before || repo::is_fixture(file.path) || repo::is_generated(file.path) ||
      repo::is_vendored(file.path) || sort_of(file.path, *file.after) == TextSort::other) {
    return;
  }
  std::string what;
  const std::vector<std::size_t> trailed = find_trailed(file);
  const std::size_t seen = trailed.size() < kTrailedMin ? 0 : count_outside_literals(file, trailed);
  if (seen >= kTrailedMin) {
    what = std::to_string(seen) + " lines differ by blanks behind them alone";
  } else if (blank_lines_at_end(*file.after) >= blank_lines_at_end(*file.before) + kAtEndMin) {
    what = "it ends in blank lines that were not there";
  }
  if (what.empty()) return;
  verdict.refuse(hygiene_finding("trailing-blanks", RuleKind::defect, file, std::move(what),
                                 "Keep the lines of " + file.path.text() + " as they end."));
}

void check_last_end(const git::FileChange& file, Verdict& verdict) {
  if (!file.before || file.after->empty() || file.after->ends_with('\n')) return;
  if (!file.before->ends_with('\n') || repo::is_fixture(file.path)) return;
  if (sort_of(file.path, *file.after) == TextSort::other) return;
  verdict.refuse(hygiene_finding("final-newline", RuleKind::scope, file,
                                 "the last line has lost its end",
                                 "End " + file.path.text() + " with a line end, as it was."));
}

}  // namespace

void check_form(const git::FileChange& file, const Context& context, Verdict& verdict) {
  if (file.before == file.after) return;
  if (const auto fault = encoding_fault(file)) {
    const bool usual = fault->unusual && (is_of_windows(file.path) || repo::is_document(file.path));
    Finding found = hygiene_finding(usual ? "byte-order-mark" : "encoding",
                                    usual ? RuleKind::scope : RuleKind::defect, file, fault->what,
                                    "Write the file in UTF-8 without a byte order mark.");
    found.line = static_cast<int>(fault->line) + 1;
    verdict.refuse(std::move(found));
  }
  if (looks_binary(*file.after)) return;
  check_endings(file, context, verdict);
  check_last_end(file, verdict);
  check_blanks(file, verdict);
}

}  // namespace pawl::guards
