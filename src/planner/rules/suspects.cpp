#include "planner/rules/suspects.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "index/reached.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/check.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::planner {
namespace {

// What a test's word is worth. The figures only order: a place in a stack trace says more than a
// name the test uses, that more than an import, and that more than a file name.
constexpr double kNamed = 8;
constexpr double kInTitle = 8;
constexpr double kUsedInTest = 3;
constexpr double kUsedInFile = 0.4;
constexpr double kImported = 0.5;
constexpr double kNamedAlike = 1.5;
// Of a name in a test's title that no file defines in a way that the index sees: files that hold
// it, unless there are more of them than say something.
constexpr std::size_t kHoldersMax = 3;
constexpr std::size_t kHeldBytesMax = 16U << 20U;
// A file with less than this share of the first one's weight is not worth a subtask.
constexpr double kWeakest = 0.25;
// More of them say nothing new: a fault that breaks hundreds of tests is found by twenty.
constexpr std::size_t kWitnessesMax = 20;

bool is_header(std::string_view path) {
  return path.ends_with(".h") || path.ends_with(".hpp") || path.ends_with(".hh") ||
         path.ends_with(".hxx");
}

using Weights = std::map<std::string, double>;

// `get_debug_flag`, `getDebugFlag` and `get debug flag` → get, debug, flag.
std::vector<std::string> words_of(std::string_view name) {
  std::vector<std::string> words;
  bool begins = true;
  bool small_before = false;
  for (const char c : name) {
    const bool capital = c >= 'A' && c <= 'Z';
    if (!is_letter_or_digit(c)) {
      begins = true;
      continue;
    }
    if (begins || (capital && small_before)) words.emplace_back();
    words.back() += lower(std::string_view(&c, 1));
    begins = false;
    small_before = !capital;
  }
  return words;
}

// Whether a title speaks of what has that name.
bool is_named_in(const std::vector<std::string>& title, std::string_view name) {
  constexpr std::size_t kShortest = 4;
  const std::vector<std::string> words = words_of(name);
  return name.size() >= kShortest && !words.empty() &&
         std::search(title.begin(), title.end(), words.begin(), words.end()) != title.end();
}

// Product files that hold a name, for all tests together.
class Holders {
 public:
  explicit Holders(const repo::RepoView& view) : view_(view) {}

  const std::vector<std::string>& of(const std::string& name, std::string_view like) {
    const auto [place, is_new] = known_.emplace(name, std::vector<std::string>());
    if (!is_new) return place->second;
    for (const repo::Entry& entry : view_.files()) {
      const std::string& path = entry.path.text();
      if (entry.symlink || index::family_of(path) != index::family_of(like)) continue;
      if (!is_product_file(path) || bytes_ > kHeldBytesMax) continue;
      const std::optional<std::string> text = view_.text(path);
      if (!text) continue;
      bytes_ += text->size();
      if (contains_word_folded(*text, name)) place->second.push_back(path);
    }
    return place->second;
  }

 private:
  const repo::RepoView& view_;
  std::map<std::string, std::vector<std::string>> known_;
  std::size_t bytes_ = 0;
};

std::string last_word(const std::string& id) {
  std::string name = id.substr(0, id.find('['));
  for (const std::string_view mark : {"::", " > ", ".", "#", "/"}) {
    const auto at = name.rfind(mark);
    if (at != std::string::npos && at + mark.size() < name.size()) {
      name = name.substr(at + mark.size());
    }
  }
  return std::string(trim(name));
}

struct Lines {
  int first = 0;
  int last = 0;
  bool hold(int line) const { return line >= first && line <= last; }
};

// From the head of the test to the head of the next; all lines when it cannot be found.
Lines lines_of(const std::string& id, const syntax::Language language, const std::string& text) {
  Lines lines{1, 1'000'000'000};
  const std::string name = last_word(id);
  bool found = false;
  for (const syntax::Test& test : syntax::tests_of(language, text)) {
    if (found) {
      lines.last = test.line - 1;
      return lines;
    }
    if (last_word(test.name) != name) continue;
    found = true;
    lines.first = test.line;
  }
  return lines;
}

// One failing test's word about files.
class Witness {
 public:
  Witness(const TestFailure& failure, const repo::RepoView& view, const index::Graph* graph,
          Holders& holders)
      : failure_(failure),
        view_(view),
        graph_(graph),
        holders_(holders),
        title_(words_of(failure.id)) {}

  Weights ask() {
    for (const std::string& path : files_named(failure_, view_)) add(path, kNamed);
    for (const std::string& path : files_of(failure_, view_)) {
      // Rust's tests, and doctests, are in the file they test.
      add(path, kNamedAlike);
      add_alike(path);
      if (graph_ != nullptr) add_by_graph(path);
    }
    return std::move(weights_);
  }

 private:
  void add(const std::string& path, double weight) {
    // A header declares what there is; what it does is elsewhere.
    if (is_product_file(path)) weights_[path] += is_header(path) ? weight / 20 : weight;
  }

  void add_alike(const std::string& test) {
    const std::string subject = subject_of(test);
    const auto family = index::family_of(test);
    for (const repo::Entry& entry : view_.files()) {
      const std::string& path = entry.path.text();
      if (index::family_of(path) != family || lower(index::stem_of(path)) != subject) continue;
      add(path, kNamedAlike);
    }
  }

  void add_by_graph(const std::string& test) {
    const index::OutlinePtr outline = graph_->outline(test);
    const std::optional<std::string> text = view_.text(test);
    if (!outline || !text) return;
    const auto language = index::language_of(test, *text);
    if (!language) return;
    std::set<std::string> near = index::reached_from(*graph_, test);
    std::erase_if(near, [](const std::string& path) { return !is_product_file(path); });
    for (const std::string& path : near) add(path, kImported);
    const Lines own = lines_of(failure_.id, *language, *text);
    std::map<std::string, bool> names;  // whether the test itself uses it
    for (const syntax::Reference& reference : outline->references) {
      names[reference.name] = names[reference.name] || own.hold(reference.line);
    }
    for (const auto& [name, in_test] : names) add_definers(test, name, in_test, near);
  }

  void add_definers(const std::string& test, const std::string& name, bool in_test,
                    const std::set<std::string>& near) {
    std::set<std::string> nearby;
    std::set<std::string> anywhere;
    for (const index::Place& place : graph_->definers_of(name)) {
      if (!is_product_file(place.path) && place.path != test) continue;
      if (index::family_of(place.path) != index::family_of(test)) continue;
      if (near.contains(place.path)) nearby.insert(place.path);
      anywhere.insert(place.path);
    }
    // A name the test file defines itself is no other's.
    if (anywhere.contains(test) && !is_product_file(test)) return;
    // An include leads to a declaration; who defines it is found by the name alone.
    const bool only_declared = std::all_of(nearby.begin(), nearby.end(), is_header);
    const std::set<std::string>& definers = only_declared ? anywhere : nearby;
    const bool titled = in_test && is_named_in(title_, name);
    if (titled && definers.empty()) return add_holders(test, name);
    const double weight = titled ? kInTitle : in_test ? kUsedInTest : kUsedInFile;
    for (const std::string& path : definers) {
      add(path, weight / static_cast<double>(definers.size()));
    }
  }

  void add_holders(const std::string& test, const std::string& name) {
    const std::vector<std::string>& holders = holders_.of(name, test);
    if (holders.size() > kHoldersMax) return;
    for (const std::string& path : holders) {
      add(path, kInTitle / static_cast<double>(holders.size()));
    }
  }

  const TestFailure& failure_;
  const repo::RepoView& view_;
  const index::Graph* graph_;
  Holders& holders_;
  std::vector<std::string> title_;  // the words of the test's id
  Weights weights_;
};

}  // namespace

std::vector<Suspect> suspects_of(std::span<const TestFailure> failures, const repo::RepoView& view,
                                 const index::Graph* graph) {
  Weights total;
  Holders holders(view);
  std::map<std::string, std::vector<std::string>> tests;
  for (const TestFailure& failure : failures.first(std::min(failures.size(), kWitnessesMax))) {
    const Weights said = Witness(failure, view, graph, holders).ask();
    double sum = 0;
    for (const auto& [path, weight] : said) sum += weight;
    for (const auto& [path, weight] : said) {
      total[path] += weight / sum;
      tests[path].push_back(failure.id);
    }
  }
  std::vector<std::pair<std::string, double>> ranked(total.begin(), total.end());
  std::stable_sort(ranked.begin(), ranked.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  std::vector<Suspect> out;
  for (const auto& [path, weight] : ranked) {
    if (out.size() == kSuspectsMax || weight < ranked.front().second * kWeakest) break;
    out.push_back({path, tests[path]});
  }
  return out;
}

}  // namespace pawl::planner
