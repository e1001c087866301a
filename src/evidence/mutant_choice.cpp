#include "evidence/mutant_choice.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "index/reached.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/outline/test_outline.hpp"

namespace pawl::evidence {
namespace {

using syntax::Definition;
using Names = std::set<std::string>;

constexpr std::size_t kAimsMax = 32;
// Of things with one name in files the test does not import, more than these could be anything.
constexpr std::size_t kNamesakesMax = 3;

bool is_product(const std::string& path) {
  const Result<RepoPath> parsed = RepoPath::from_git(path);
  return parsed && repo::is_product_file(*parsed);
}

bool holds_others(const Definition& definition) {
  for (const std::string_view kind :
       {"class", "struct", "enum", "interface", "type", "module", "trait", "union", "record",
        "annotation", "namespace", "concept"}) {
    if (definition.kind == kind) return true;
  }
  return false;
}

// What making an object of the type runs.
bool is_maker(const Definition& member, const Definition& type) {
  const bool inside = member.qualified.size() > type.qualified.size() &&
                      member.qualified.starts_with(type.qualified);
  return inside && (member.name == "__init__" || member.name == "constructor" ||
                    member.name == "new" || member.name == type.name);
}

// A definition to be made wrong, and the tests that use it.
struct Aim {
  std::string path;
  Definition definition;
  bool direct = true;  // a test uses it itself
  std::vector<std::string> used_by;
};

class Chooser {
 public:
  Chooser(const guards::AddedTestFile& file, const repo::RepoView& head, const index::Graph& graph)
      : file_(file), head_(head), graph_(graph), family_(index::family_of(file.path)) {}

  std::vector<MutantCandidate> choose() {
    outline_ = graph_.outline(file_.path);
    if (!outline_) return {};
    near_ = index::reached_from(graph_, file_.path);
    note_ranges();
    if (file_.whole) aim_for(file_.path, 0, 0);
    for (const guards::AddedTest& test : file_.tests) aim_for(test.name, test.line, test.last_line);
    if (aims_.empty()) aim_at_copies();
    aim_deeper();
    std::vector<MutantCandidate> out = interleaved(true);
    for (MutantCandidate& more : interleaved(false)) out.push_back(std::move(more));
    return out;
  }

 private:
  // Where the tests of the file begin: what stands above them is there for each.
  void note_ranges() {
    const auto text = head_.text(file_.path);
    const auto language = text ? index::language_of(file_.path, *text) : std::nullopt;
    if (!language) return;
    for (const syntax::Test& test : syntax::tests_of(*language, *text)) {
      starts_.push_back(test.line);
    }
  }
  bool is_shared(const syntax::Reference& reference) const {
    return reference.enclosing < 0 && (starts_.empty() || reference.line < starts_.front());
  }

  void aim_for(const std::string& test, int first, int last) {
    Names own;
    Names shared;
    for (const syntax::Reference& reference : outline_->references) {
      if (reference.kind == syntax::ReferenceKind::text) continue;
      if (reference.local && reference.receiver.empty()) continue;
      const bool inside = first == 0 || (reference.line >= first && reference.line <= last);
      if (inside) own.insert(reference.name);
      if (!inside && is_shared(reference)) shared.insert(reference.name);
    }
    for (const std::string& name : own) aim_at(name, test);
    // What a test's own lines do not use may be in a helper.
    for (const std::string& name : helpers_of(own)) aim_at(name, test);
    if (!is_aimed(test)) {
      for (const std::string& name : shared) aim_at(name, test);
    }
  }

  // Names used in functions of the test file that these names call.
  Names helpers_of(const Names& names) const {
    Names out;
    for (const syntax::Symbol& symbol : outline_->symbols) {
      const Definition& helper = symbol.definition;
      const bool fixture = helper.name == "setUp" || helper.name == "setup_method";
      if (holds_others(helper) || (!names.contains(helper.name) && !fixture)) continue;
      for (const syntax::Reference& reference : outline_->references) {
        const bool inside = reference.line >= helper.line && reference.line <= helper.end_line;
        if (inside && reference.name != helper.name) out.insert(reference.name);
      }
    }
    return out;
  }

  bool is_aimed(const std::string& test) const {
    return std::any_of(aims_.begin(), aims_.end(), [&](const Aim& aim) {
      return std::find(aim.used_by.begin(), aim.used_by.end(), test) != aim.used_by.end();
    });
  }

  void aim_at(const std::string& name, const std::string& test) {
    for (const index::Place& place : meant(name)) {
      const std::vector<syntax::Symbol> symbols = graph_.definitions_of(place.path);
      for (const syntax::Symbol& symbol : symbols) {
        if (symbol.definition.qualified != place.qualified) continue;
        if (!holds_others(symbol.definition)) {
          add(place.path, symbol.definition, true, test);
          continue;
        }
        for (const syntax::Symbol& member : symbols) {
          if (is_maker(member.definition, symbol.definition)) {
            add(place.path, member.definition, true, test);
          }
        }
      }
    }
  }

  // Where the name is defined: in what the test imports, else anywhere if that can mean one thing.
  // A header declares what there is, and the code is elsewhere.
  std::vector<index::Place> meant(const std::string& name) const {
    std::vector<index::Place> near;
    std::vector<index::Place> all;
    for (index::Place& place : graph_.definers_of(name)) {
      if (index::family_of(place.path) != family_ || !is_product(place.path)) continue;
      if (near_.contains(place.path)) near.push_back(place);
      all.push_back(std::move(place));
    }
    const bool split = family_ == index::Family::c;
    if (!near.empty() && !split) return near;
    if (all.size() > kNamesakesMax) return near;
    return all;
  }

  // A test file may hold copies of what it is to test.
  void aim_at_copies() {
    for (const syntax::Symbol& symbol : outline_->symbols) {
      for (const guards::AddedTest& test : file_.tests) aim_at(symbol.definition.name, test.name);
      if (file_.whole) aim_at(symbol.definition.name, file_.path);
    }
  }

  void add(const std::string& path, const Definition& definition, bool direct,
           const std::string& test) {
    auto known = std::find_if(aims_.begin(), aims_.end(), [&](const Aim& aim) {
      return aim.path == path && aim.definition.begin == definition.begin;
    });
    if (known == aims_.end()) {
      if (aims_.size() == kAimsMax) return;
      aims_.push_back({.path = path, .definition = definition, .direct = direct, .used_by = {}});
      known = aims_.end() - 1;
    }
    auto& tests = known->used_by;
    if (std::find(tests.begin(), tests.end(), test) == tests.end()) tests.push_back(test);
  }

  // What the definitions call in their own files.
  void aim_deeper() {
    const std::vector<Aim> direct = aims_;
    for (const Aim& aim : direct) {
      const index::OutlinePtr outline = graph_.outline(aim.path);
      if (!outline) continue;
      for (const syntax::Reference& reference : outline->references) {
        const bool inside = reference.line >= aim.definition.line &&
                            reference.line <= aim.definition.end_line && !reference.local;
        if (inside) add_beside(aim, *outline, reference.name);
      }
    }
  }

  void add_beside(const Aim& aim, const syntax::Outline& outline, const std::string& name) {
    for (const syntax::Symbol& symbol : outline.symbols) {
      const bool fits = symbol.definition.name == name && !holds_others(symbol.definition) &&
                        symbol.definition.begin != aim.definition.begin;
      if (!fits) continue;
      for (const std::string& test : aim.used_by) add(aim.path, symbol.definition, false, test);
    }
  }

  // One mutant of each kind before the second of any.
  std::vector<MutantCandidate> candidates_in(const Aim& aim) const {
    std::vector<MutantCandidate> out;
    const auto text = head_.text(aim.path);
    const auto language = text ? index::language_of(aim.path, *text) : std::nullopt;
    if (!language) return out;
    std::vector<std::pair<int, MutantCandidate>> ranked;
    std::map<syntax::Mutation, int> seen;
    for (syntax::Mutant& mutant :
         syntax::mutants(*language, *text, aim.definition.begin, aim.definition.end)) {
      const int number = seen[mutant.mutation]++;
      ranked.push_back({number, {aim.path, *language, std::move(mutant), aim.used_by}});
    }
    std::stable_sort(ranked.begin(), ranked.end(), [](const auto& a, const auto& b) {
      return std::pair(a.first, a.second.mutant.mutation) <
             std::pair(b.first, b.second.mutant.mutation);
    });
    out.reserve(ranked.size());
    for (auto& [number, candidate] : ranked) out.push_back(std::move(candidate));
    return out;
  }

  std::vector<MutantCandidate> interleaved(bool direct) const {
    std::vector<std::vector<MutantCandidate>> all;
    std::size_t longest = 0;
    for (const Aim& aim : aims_) {
      if (aim.direct != direct) continue;
      all.push_back(candidates_in(aim));
      longest = std::max(longest, all.back().size());
    }
    std::vector<MutantCandidate> out;
    for (std::size_t i = 0; i < longest; ++i) {
      for (auto& of_aim : all) {
        if (i < of_aim.size()) out.push_back(std::move(of_aim[i]));
      }
    }
    return out;
  }

  const guards::AddedTestFile& file_;
  const repo::RepoView& head_;
  const index::Graph& graph_;
  index::Family family_;
  index::OutlinePtr outline_;
  std::set<std::string> near_;
  std::vector<int> starts_;  // of the tests of the file
  std::vector<Aim> aims_;
};

}  // namespace

std::vector<MutantCandidate> mutant_candidates(const guards::AddedTestFile& file,
                                               const repo::RepoView& head,
                                               const index::Graph& graph) {
  return Chooser(file, head, graph).choose();
}

}  // namespace pawl::evidence
