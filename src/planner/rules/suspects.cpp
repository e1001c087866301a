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
// A lead is a file that no test points at by more than its place: imported and not used, or a step
// behind what is imported. What its name says of the test counts most.
constexpr double kDirect = 0.5;
constexpr double kLeadNamed = 3;
// Of what a test imports, so many files are asked for what they import.
constexpr std::size_t kStepsMax = 60;
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

// The files that a test's imports lead to, and those that these lead to; helpers of tests are gone
// through. Kept for all tests together.
class Reach {
 public:
  struct Of {
    std::set<std::string> near;
    std::set<std::string> further;  // none of `near`
  };

  explicit Reach(const index::Graph& graph) : graph_(graph) {}

  Of of(const std::string& test) {
    Of out;
    std::size_t steps = 0;
    for (const std::string& path : from(test)) {
      if (is_product_file(path)) out.near.insert(path);
      if (++steps > kStepsMax) continue;
      const std::set<std::string>& behind = from(path);
      out.further.insert(behind.begin(), behind.end());
    }
    std::erase_if(out.further, [&](const std::string& path) {
      return out.near.contains(path) || !is_product_file(path);
    });
    return out;
  }

 private:
  const std::set<std::string>& from(const std::string& path) {
    const auto known = known_.find(path);
    if (known != known_.end()) return known->second;
    return known_.emplace(path, index::reached_from(graph_, path)).first->second;
  }

  const index::Graph& graph_;
  std::map<std::string, std::set<std::string>> known_;
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

// What is asked of the repository for all tests together.
struct Asked {
  explicit Asked(const repo::RepoView& of, const index::Graph* with)
      : view(of), graph(with), holders(of) {
    if (graph != nullptr) reach.emplace(*graph);
  }

  const repo::RepoView& view;
  const index::Graph* graph;
  Holders holders;
  std::optional<Reach> reach;
};

// One failing test's word about files.
class Witness {
 public:
  Witness(const TestFailure& failure, Asked& asked)
      : failure_(failure),
        view_(asked.view),
        graph_(asked.graph),
        asked_(asked),
        title_(words_of(failure.id)) {}

  void ask() {
    for (const std::string& path : files_named(failure_, view_)) {
      add(path, kNamed);
      names_product_ = names_product_ || is_product_file(path);
    }
    for (const std::string& path : files_of(failure_, view_)) {
      // Rust's tests, and doctests, are in the file they test.
      add(path, kNamedAlike);
      add_alike(path);
      if (graph_ != nullptr) add_by_graph(path);
    }
    // Whoever saw where it broke need not guess.
    if (names_product_) leads_.clear();
  }

  const Weights& weights() const { return weights_; }
  const Weights& leads() const { return leads_; }

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
    const Reach::Of reach = asked_.reach->of(test);
    for (const std::string& path : reach.near) {
      add(path, kImported);
      add_lead(path, test, kDirect);
    }
    for (const std::string& path : reach.further) add_lead(path, test, 0);
    const Lines own = lines_of(failure_.id, *language, *text);
    std::map<std::string, bool> names;  // whether the test itself uses it
    for (const syntax::Reference& reference : outline->references) {
      names[reference.name] = names[reference.name] || own.hold(reference.line);
    }
    for (const auto& [name, in_test] : names) add_definers(test, name, in_test, reach);
  }

  void add_definers(const std::string& test, const std::string& name, bool in_test,
                    const Reach::Of& reach) {
    std::set<std::string> nearby;
    std::set<std::string> further;
    std::set<std::string> anywhere;
    for (const index::Place& place : graph_->definers_of(name)) {
      if (!is_product_file(place.path) && place.path != test) continue;
      if (index::family_of(place.path) != index::family_of(test)) continue;
      if (reach.near.contains(place.path)) nearby.insert(place.path);
      if (reach.further.contains(place.path)) further.insert(place.path);
      anywhere.insert(place.path);
    }
    // A name the test file defines itself is no other's.
    if (anywhere.contains(test) && !is_product_file(test)) return;
    // An include leads to a declaration; who defines it is found by the name alone.
    const auto declared = [](const std::set<std::string>& paths) {
      return std::all_of(paths.begin(), paths.end(), is_header);
    };
    const std::set<std::string>& definers = !declared(nearby)    ? nearby
                                            : !declared(further) ? further
                                                                 : anywhere;
    const bool titled = in_test && is_named_in(title_, name);
    if (titled && definers.empty()) return add_holders(test, name);
    const double weight = titled ? kInTitle : in_test ? kUsedInTest : kUsedInFile;
    for (const std::string& path : definers) {
      add(path, weight / static_cast<double>(definers.size()));
    }
  }

  void add_lead(const std::string& path, const std::string& test, double weight) {
    if (is_header(path)) return;
    std::vector<std::string> spoken = words_of(index::stem_of(test));
    spoken.insert(spoken.end(), title_.begin(), title_.end());
    const std::vector<std::string> words = words_of(index::stem_of(path));
    const auto said = std::count_if(words.begin(), words.end(),
                                    [&](const auto& word) { return among(spoken, word); });
    leads_[path] += weight + 1 +
                    kLeadNamed * static_cast<double>(said) /
                        static_cast<double>(std::max<std::size_t>(words.size(), 1));
  }

  void add_holders(const std::string& test, const std::string& name) {
    const std::vector<std::string>& holders = asked_.holders.of(name, test);
    if (holders.size() > kHoldersMax) return;
    for (const std::string& path : holders) {
      add(path, kInTitle / static_cast<double>(holders.size()));
    }
  }

  const TestFailure& failure_;
  const repo::RepoView& view_;
  const index::Graph* graph_;
  Asked& asked_;
  std::vector<std::string> title_;  // the words of the test's id
  bool names_product_ = false;      // its output does
  Weights weights_;
  Weights leads_;
};

// All that tests say of files, each test with one voice.
struct Heard {
  void hear(const Weights& said, const std::string& test) {
    double sum = 0;
    for (const auto& [path, weight] : said) sum += weight;
    for (const auto& [path, weight] : said) {
      total[path] += weight / sum;
      tests[path].push_back(test);
    }
  }

  // The likeliest first.
  std::vector<std::pair<std::string, double>> ranked() const {
    std::vector<std::pair<std::string, double>> all(total.begin(), total.end());
    std::stable_sort(all.begin(), all.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
    return all;
  }

  Weights total;
  std::map<std::string, std::vector<std::string>> tests;
};

}  // namespace

std::vector<Suspect> suspects_of(std::span<const TestFailure> failures, const repo::RepoView& view,
                                 const index::Graph* graph) {
  Asked asked(view, graph);
  Heard heard;
  Heard leads;
  for (const TestFailure& failure : failures.first(std::min(failures.size(), kWitnessesMax))) {
    Witness witness(failure, asked);
    witness.ask();
    heard.hear(witness.weights(), failure.id);
    leads.hear(witness.leads(), failure.id);
  }
  std::vector<Suspect> out;
  const auto ranked = heard.ranked();
  for (const auto& [path, weight] : ranked) {
    if (out.size() == kSuspectsMax || weight < ranked.front().second * kWeakest) break;
    out.push_back({path, heard.tests[path]});
  }
  for (const auto& [path, weight] : leads.ranked()) {
    if (out.size() == kSuspectsMax) break;
    const bool known =
        std::any_of(out.begin(), out.end(), [&](const Suspect& one) { return one.path == path; });
    if (!known) out.push_back({path, leads.tests[path]});
  }
  return out;
}

}  // namespace pawl::planner
