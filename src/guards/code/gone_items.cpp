#include "guards/code/gone_items.hpp"

#include <algorithm>
#include <set>
#include <string>

#include "base/text/text.hpp"
#include "guards/limits.hpp"

namespace pawl::guards {
namespace {

using index::Family;
using index::Offer;

// A change that takes out more is no edit, but a move of a whole tree.
constexpr std::size_t kLostNamesMax = 400;
// Of one name: who uses it in more files than these hears of the first ones.
constexpr std::size_t kUsersMax = 60;

bool names_items(Family family) {
  return family == Family::rust || family == Family::go || family == Family::java;
}

// What the file defined at its top, or in a class, and defines no more.
std::set<std::string> names_lost(const CodeFile& code) {
  std::set<std::string> lost;
  if (code.before == nullptr || code.before->has_errors) return lost;
  if (code.after != nullptr && code.after->has_errors) return lost;
  for (const syntax::Symbol& each : code.before->symbols) {
    const bool offered = code.family == Family::java || each.definition.top_level;
    if (offered && each.definition.name.size() > 1) lost.insert(each.definition.name);
  }
  if (code.after == nullptr) return lost;
  for (const syntax::Symbol& each : code.after->symbols) lost.erase(each.definition.name);
  // Rust: `doc! { macro_rules! name { … } }`
  std::erase_if(lost, [&](const std::string& name) {
    return code.family == Family::rust && contains(*code.file->after, "macro_rules! " + name);
  });
  return lost;
}

class GoneItems {
 public:
  GoneItems(const index::CodeIndex& index, const ImportDoubts& doubts)
      : base_(index.base()), head_(index.head()), doubts_(doubts) {}

  void follow(const CodeFile& code, const std::string& name) {
    std::set<std::string> users;
    for (const index::Key key : {index::use_key(name), index::import_key(name)}) {
      for (std::string& path : head_.tree().with_key(key)) {
        if (path != code.path && head_.family_of(path) == code.family) {
          users.insert(std::move(path));
        }
      }
    }
    std::size_t looked = 0;
    for (const std::string& path : users) {
      if (++looked > kUsersMax) return;
      const index::OutlinePtr was = base_.outline(path);
      const index::OutlinePtr is = head_.outline(path);
      if (was == nullptr || is == nullptr || was->has_errors || is->has_errors) continue;
      if (code.family == Family::go) {
        look_at_members(code, name, path, *was, *is);
      } else {
        look_at_imports(code, name, path, *was, *is);
      }
    }
  }

  std::vector<Finding> take() { return std::move(found_); }

 private:
  // `use crate::a::Name;`, `import org.a.Name;`
  void look_at_imports(const CodeFile& code, const std::string& name, const std::string& path,
                       const syntax::Outline& was, const syntax::Outline& is) {
    for (const syntax::Import& import : is.imports) {
      if (import.kind != syntax::ImportKind::plain || !names(import, name)) continue;
      const bool old = std::any_of(was.imports.begin(), was.imports.end(), [&](const auto& each) {
        return each.module == import.module && each.scope == import.scope && names(each, name);
      });
      if (old && is_lost(path, import, name)) report(code, name, path, import.line);
    }
  }

  static bool names(const syntax::Import& import, const std::string& name) {
    return std::any_of(import.names.begin(), import.names.end(),
                       [&](const syntax::ImportedName& each) { return each.name == name; });
  }

  // `pkg.Name`
  void look_at_members(const CodeFile& code, const std::string& name, const std::string& path,
                       const syntax::Outline& was, const syntax::Outline& is) {
    for (const syntax::Reference& each : is.references) {
      if (each.name != name || each.receiver.empty() || each.local) continue;
      if (each.kind == syntax::ReferenceKind::text) continue;
      const bool old = std::any_of(
          was.references.begin(), was.references.end(),
          [&](const auto& other) { return other.name == name && other.receiver == each.receiver; });
      if (!old || among(is.bindings, each.receiver)) continue;
      for (const syntax::Import& import : is.imports) {
        if (!is_called(path, import, each.receiver) || !is_lost(path, import, name)) continue;
        return report(code, name, path, each.line);
      }
    }
  }

  bool is_called(const std::string& path, const syntax::Import& import,
                 const std::string& receiver) const {
    if (import.alias == receiver) return true;
    if (import.alias != index::name_of(import.module)) return false;
    const index::Resolution found = head_.resolve(path, import);
    if (found.origin != index::Origin::file || found.paths.empty()) return false;
    const index::OutlinePtr outline = head_.outline(found.paths.front());
    return outline != nullptr && outline->package == receiver;
  }

  bool is_lost(const std::string& path, const syntax::Import& import, const std::string& name) {
    const Offer is = head_.offer(path, import, name);
    if (is.is != Offer::Is::absent) return false;
    if (base_.offer(path, import, name).is != Offer::Is::there) return false;
    const CodeFile user{.path = path,
                        .family = base_.family_of(path),
                        .before = base_.outline(path),
                        .after = head_.outline(path)};
    return !doubts_.may_be_compiled(user, import, is, name);
  }

  void report(const CodeFile& code, const std::string& name, const std::string& path, int line) {
    const std::string place = path + ":" + std::to_string(line);
    if (found_.size() >= kFindingsMax || !reported_.insert(place + name).second) return;
    const std::string fate = code.after == nullptr ? " is removed" : " no longer has it";
    found_.push_back({.rule = "imports/dangling",
                      .kind = RuleKind::defect,
                      .path = path,
                      .line = line,
                      .message = "names " + name + ", but " + code.path + fate,
                      .feedback = "Change " + place + " along with this, or leave " + name +
                                  " in " + code.path + "."});
  }

  const index::Graph& base_;
  const index::Graph& head_;
  const ImportDoubts& doubts_;
  std::set<std::string> reported_;
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> gone_items(const std::vector<CodeFile>& files, const index::CodeIndex& index,
                                const ImportDoubts& doubts) {
  GoneItems search(index, doubts);
  std::size_t looked = 0;
  for (const CodeFile& code : files) {
    if (!names_items(code.family)) continue;
    for (const std::string& name : names_lost(code)) {
      if (++looked > kLostNamesMax) return search.take();
      search.follow(code, name);
    }
  }
  return search.take();
}

}  // namespace pawl::guards
