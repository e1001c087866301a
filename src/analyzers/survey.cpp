#include "analyzers/survey.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include "analyzers/definition_notes.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "os/parallel.hpp"
#include "syntax/language.hpp"

namespace pawl::analyzers {
namespace {

constexpr double kShareMin = 0.1;

std::uint64_t stable_hash(std::string_view text) {
  std::uint64_t hash = 0xcbf29ce484222325U;
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001b3U;
  return hash ^ (hash >> 29U);
}

struct File {
  const repo::Entry* entry = nullptr;
  std::optional<repo::Family> family;
  repo::Purpose purpose = repo::Purpose::support;
  bool scanned = false;
  std::size_t cases = 0;  // tests it holds
  bool empty = false;     // no line of code but imports
};

// What one thread found; merged and sorted afterwards.
struct Found {
  std::vector<repo::SecretHit> secrets;
  std::vector<SampledFile> sample;
};

std::vector<File> readable_files(const repo::RepoView& view, unsigned threads) {
  const auto entries = view.files();
  std::vector<File> files(entries.size());
  os::run_parallel(entries.size(), threads, 512, [&](std::size_t i, unsigned) {
    const repo::Entry& entry = entries[i];
    if (entry.symlink || entry.size == 0 || entry.size > kScanBytesMax) return;
    if (repo::is_vendored(entry.path) || repo::is_generated(entry.path)) return;
    File& file = files[i];
    file.entry = &entry;
    file.family = repo::family_of(entry.path);
    if (file.family) file.purpose = repo::purpose_of(entry.path, *file.family);
  });
  std::erase_if(files, [](const File& file) { return file.entry == nullptr; });
  return files;
}

bool may_be_sampled(const File& file) {
  return file.family && file.purpose == repo::Purpose::product &&
         file.entry->size <= kParseBytesMax;
}

// Files that are read together: no more of them than a view holds at once.
std::size_t end_of_window(const std::vector<File>& files, std::size_t from) {
  constexpr std::size_t kFilesMax = 16'384;
  std::uint64_t bytes = 0;
  std::size_t end = from;
  for (; end < files.size() && end - from < kFilesMax; ++end) {
    bytes += files[end].entry->size;
    if (bytes > repo::kExpectBytesMax && end > from) break;
  }
  return end;
}

void expect_window(const repo::RepoView& view, std::span<const File> files) {
  std::vector<const repo::Entry*> entries;
  entries.reserve(files.size());
  for (const File& file : files) entries.push_back(file.entry);
  view.expect(entries);
}

// Marks the files with the smallest path hashes among those with a grammar: the same files on every
// machine, and mostly the same ones after a change.
std::vector<bool> choose_sample(const std::vector<File>& files, std::size_t& population) {
  std::vector<std::pair<std::uint64_t, std::size_t>> heap;
  for (std::size_t i = 0; i < files.size(); ++i) {
    if (may_be_sampled(files[i])) heap.emplace_back(stable_hash(files[i].entry->path.text()), i);
  }
  population = heap.size();
  std::make_heap(heap.begin(), heap.end(), std::greater<>());
  std::vector<bool> chosen(files.size());
  for (std::size_t count = 0; count < kSampleMax && !heap.empty();) {
    std::pop_heap(heap.begin(), heap.end(), std::greater<>());
    const std::size_t i = heap.back().second;
    heap.pop_back();
    if (!syntax::kind_of(files[i].entry->path, {}).language) continue;
    chosen[i] = true;
    ++count;
  }
  return chosen;
}

// Scripts without an ending say on their first line what runs them.
void identify_script(File& file, std::string_view text) {
  if (!text.starts_with("#!")) return;
  const std::string_view line = text.substr(0, text.find('\n'));
  struct Interpreter {
    std::string_view name;
    repo::Family family;
  };
  constexpr Interpreter kInterpreters[] = {
      {"python", repo::Family::python}, {"node", repo::Family::node},
      {"ruby", repo::Family::ruby},     {"php", repo::Family::php},
      {"bash", repo::Family::shell},    {"zsh", repo::Family::shell},
      {"/sh", repo::Family::shell},     {" sh", repo::Family::shell},
      {"bats", repo::Family::shell},    {"dash", repo::Family::shell}};
  for (const Interpreter& one : kInterpreters) {
    if (!contains(line, one.name)) continue;
    file.family = one.family;
    file.purpose = repo::purpose_of(file.entry->path, one.family);
    return;
  }
}

// Rules of scanners: their comments show what is looked for.
bool is_rule_file(const RepoPath& path) {
  const auto parts = path.components();
  const bool in_folder = std::any_of(parts.begin(), parts.end() - 1, [](const std::string& part) {
    return among({"rules", "detectors", "signatures", "patterns"}, lower(part));
  });
  const std::string name = lower(path.name());
  return in_folder || contains(name, "gitleaks") || contains(name, "semgrep") ||
         contains(name, "trufflehog") || contains(name, "secret");
}

bool is_comment(std::string_view line) {
  line = trim(line);
  for (const std::string_view start : {"#", "//", "*", "/*", ";", "<!--", "--"}) {
    if (line.starts_with(start)) return true;
  }
  return false;
}

bool has_no_code(std::string_view text) {
  static constexpr auto kStarts = fixed_words("//", "#", "*", "/*", "import ", "\"\"\"", "from ",
                                              "use ", "package ", "require");
  const auto lines = split_lines(text);
  return std::all_of(lines.begin(), lines.end(), [&](std::string_view line) {
    line = trim(line);
    return line.empty() || std::any_of(std::begin(kStarts), std::end(kStarts),
                                       [&](std::string_view s) { return line.starts_with(s); });
  });
}

void look_inside(const repo::RepoView& view, File& file, bool sampled, Found& found) {
  const Result<std::string> text = view.read(file.entry->path, kScanBytesMax);
  if (!text || looks_binary(*text)) return;
  file.scanned = true;
  const std::size_t known = found.secrets.size();
  repo::find_secrets(file.entry->path, *text, found.secrets);
  if (found.secrets.size() > known && is_rule_file(file.entry->path)) {
    const auto lines = split_lines(*text);
    std::erase_if(found.secrets, [&](const repo::SecretHit& hit) {
      return hit.path == file.entry->path.text() &&
             is_comment(lines[static_cast<std::size_t>(hit.line - 1)]);
    });
  }
  if (!file.family && file.entry->path.extension().empty()) identify_script(file, *text);
  if (!file.family) return;
  if (repo::says_generated(*text)) {
    file.family.reset();
    return;
  }
  // A helper below a folder of tests may hold some, too.
  const bool among_tests = repo::lies_among_tests(file.entry->path);
  if (file.purpose == repo::Purpose::test || among_tests) {
    file.cases = repo::count_tests(*file.family, *text);
    file.empty = repo::is_named_test(file.entry->path) && file.cases == 0 &&
                 *file.family != repo::Family::native && has_no_code(*text);
  } else if (file.purpose == repo::Purpose::product &&
             repo::holds_inner_tests(*file.family, *text)) {
    file.cases = repo::count_tests(*file.family, *text);
  }
  if (!sampled) return;
  const auto language = syntax::kind_of(file.entry->path, *text).language;
  if (!language) return;
  SampledFile sample{file.entry, *file.family, *language,
                     syntax::measured_definitions(*language, *text), file.cases > 0};
  sample.program = *file.family == repo::Family::go && contains("\n" + *text, "\npackage main\n");
  complete_definitions(*language, *text, sample.definitions);
  found.sample.push_back(std::move(sample));
}

void count_families(const std::vector<File>& files, Survey& survey) {
  for (std::size_t i = 0; i < repo::kFamilyCount; ++i) {
    survey.all_families.at(i).family = static_cast<repo::Family>(i);
  }
  for (const File& file : files) {
    if (!file.family || !file.scanned) continue;
    ++survey.code_files;
    FamilyCount& count = survey.all_families.at(static_cast<std::size_t>(*file.family));
    if (file.purpose == repo::Purpose::product) {
      ++count.product;
      count.helpers += repo::is_helper_place(file.entry->path) ? 1U : 0U;
      ++survey.product_files;
    }
    count.cases += file.cases;
    if (file.cases > 0) ++count.tests;
    if (file.empty) {
      survey.empty_tests.push_back(file.entry->path.text());
    }
  }
}

// Shell glues most repositories together: it counts where it is most of the code.
void rank_families(Survey& survey) {
  const auto weight = [](const FamilyCount& count) {
    return static_cast<double>(std::max(count.product, count.tests));
  };
  double total = 0;
  std::size_t products = 0;
  for (const FamilyCount& count : survey.all_families) {
    if (count.family == repo::Family::shell) continue;
    total += weight(count);
    products += count.product;
  }
  const FamilyCount& shell = survey.all_families.at(static_cast<std::size_t>(repo::Family::shell));
  const bool shell_counts = shell.product > 0 && shell.product >= products;
  if (shell_counts) total += weight(shell);
  const bool only_helpers =
      std::all_of(survey.all_families.begin(), survey.all_families.end(),
                  [](const FamilyCount& count) { return count.product == count.helpers; });
  for (const FamilyCount& count : survey.all_families) {
    if (count.product == 0 || (count.family == repo::Family::shell && !shell_counts)) continue;
    if (!only_helpers && count.product == count.helpers) continue;
    if (weight(count) >= kShareMin * total) survey.families.push_back(count);
  }
  std::stable_sort(
      survey.families.begin(), survey.families.end(),
      [](const FamilyCount& a, const FamilyCount& b) { return a.product > b.product; });
  double kept = 0;
  for (const FamilyCount& count : survey.families) kept += weight(count);
  for (FamilyCount& count : survey.families) count.share = weight(count) / kept;
}

bool is_shelf(const RepoPath& path) {
  const std::string_view folder = path.folder();
  return folder.empty() || folder == ".github" || folder == ".gitlab" || folder == "docs" ||
         folder == "doc";
}

}  // namespace

const std::string& shown_name(const SampledFile& file, const syntax::Definition& definition) {
  return file.family == repo::Family::native ? definition.name : definition.qualified;
}

bool Survey::uses(repo::Family family) const {
  return std::any_of(families.begin(), families.end(),
                     [&](const FamilyCount& count) { return count.family == family; });
}

const repo::Entry* Survey::on_shelf(std::initializer_list<std::string_view> stems) const {
  const repo::Entry* best = nullptr;
  for (const repo::Entry* entry : shelf) {
    const std::string_view name = entry->path.name();
    const std::string_view stem = name.substr(0, name.find('.', 1));
    const bool match = std::any_of(stems.begin(), stems.end(), [&](std::string_view wanted) {
      return equal_folded(stem, wanted);
    });
    if (!match) continue;
    if (entry->path.folder().empty()) return entry;
    if (best == nullptr) best = entry;
  }
  return best;
}

Survey survey(const repo::RepoView& view, unsigned threads, const os::Cancel* cancel) {
  Survey survey;
  std::vector<File> files = readable_files(view, threads);
  const std::vector<bool> sampled = choose_sample(files, survey.sample_population);
  std::vector<Found> found(std::max(threads, 1U));
  const auto stopped = [&] { return cancel != nullptr && cancel->requested(); };
  const auto expect = [&](std::size_t from, std::size_t end) {
    if (from < end && !stopped()) expect_window(view, std::span(files).subspan(from, end - from));
  };
  std::size_t end = end_of_window(files, 0);
  expect(0, end);
  for (std::size_t from = 0; from < files.size();) {
    const std::size_t next = end_of_window(files, end);
    // The first thing to do is to get the next files, while others look into these.
    os::run_parallel(end - from + 1, threads, 16, [&](std::size_t i, unsigned worker) {
      if (i == 0) return expect(end, next);
      if (stopped()) return;
      look_inside(view, files[from + i - 1], sampled[from + i - 1], found[worker]);
    });
    from = std::exchange(end, next);
  }
  for (Found& part : found) {
    std::move(part.secrets.begin(), part.secrets.end(), std::back_inserter(survey.secrets));
    std::move(part.sample.begin(), part.sample.end(), std::back_inserter(survey.sample));
  }
  std::sort(survey.secrets.begin(), survey.secrets.end(),
            [](const repo::SecretHit& a, const repo::SecretHit& b) {
              return a.path != b.path ? a.path < b.path : a.line < b.line;
            });
  std::sort(
      survey.sample.begin(), survey.sample.end(),
      [](const SampledFile& a, const SampledFile& b) { return a.entry->path < b.entry->path; });
  count_families(files, survey);
  rank_families(survey);
  survey.files_scanned = static_cast<std::size_t>(
      std::count_if(files.begin(), files.end(), [](const File& file) { return file.scanned; }));
  for (const repo::Entry& entry : view.files()) {
    if (is_shelf(entry.path) && !entry.symlink) survey.shelf.push_back(&entry);
  }
  survey.ci = read_ci(view);
  return survey;
}

}  // namespace pawl::analyzers
