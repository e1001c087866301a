#include "repo/checks/node_locks.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "repo/documents/link_text.hpp"
#include "syntax/data/data.hpp"

namespace pawl::repo {
namespace {

constexpr int kPatchesOfPatchesMax = 8;

bool is_address(std::string_view text) { return contains(text, "://") || text.starts_with("git@"); }

// `resolution` of an entry of pnpm: where a package comes from. One with neither address nor folder
// is the registry's.
class Resolution {
 public:
  Resolution(NodeLock& lock, bool git) : lock_(lock), git_(git) {}

  void add(const Json& value, std::string_view key) {
    for (const Json& item : value.items()) add(item, key);
    for (const auto& [name, member] : value.members()) add(member, name);
    const std::string_view text = value.text();
    if (key == "repo" || (git_ && is_address(text))) {
      lock_.named.push_back("git+" + std::string(text));
    } else if (key == "directory" || text.starts_with("file:")) {
      lock_.others.emplace_back(text);
    } else if (is_address(text)) {
      lock_.named.emplace_back(text);
    }
  }

 private:
  NodeLock& lock_;
  bool git_;
};

void add_pnpm_packages(const Json& packages, NodeLock& lock) {
  for (const auto& [name, entry] : packages.members()) {
    const Json& resolution = entry["resolution"];
    Resolution(lock, resolution["type"].text() == "git").add(resolution, "");
  }
}

// Versions of what each package of a workspace depends on: `1.0.0`, `link:../b`, or an address.
void add_pnpm_importer(const Json& importer, NodeLock& lock) {
  for (const char* list : {"dependencies", "devDependencies", "optionalDependencies"}) {
    for (const auto& [name, entry] : importer[list].members()) {
      const std::string_view version = entry.is_object() ? entry["version"].text() : entry.text();
      // A scope and an address: `@scope/name@https://…`.
      const auto scheme = version.find("://");
      const auto start = scheme == std::string_view::npos ? 0 : version.rfind('@', scheme) + 1;
      if (is_address(version.substr(start))) lock.named.emplace_back(version.substr(start));
      if (version.starts_with("file:")) lock.others.emplace_back(version);
    }
  }
}

// A word of Yarn 1's format, which is bare or quoted as in JSON.
std::string plain_word(std::string_view word) {
  word = trim(word);
  if (!word.starts_with('"')) return std::string(word);
  const Result<Json> text = Json::parse(word);
  return text && text->is_string() ? std::string(text->text()) : std::string(word);
}

// `"@scope/a@^1", a@~1:` → `@scope/a@^1`, `a@~1`. A quoted one may have commas.
std::vector<std::string> patterns_of(std::string_view line) {
  std::vector<std::string> patterns;
  line = trim(line);
  if (line.ends_with(':')) line.remove_suffix(1);
  while (!line.empty()) {
    const bool quoted = line.front() == '"';
    const auto end = std::min(quoted ? line.find('"', 1) : line.find(','), line.size());
    const auto next = std::min(line.find(',', end), line.size());
    patterns.push_back(plain_word(line.substr(0, next)));
    line = trim(line.substr(std::min(next + 1, line.size())));
  }
  return patterns;
}

std::string_view range_in(std::string_view pattern) {
  const auto at = pattern.find('@', 1);
  return at == std::string_view::npos ? std::string_view() : pattern.substr(at + 1);
}

// https://github.com/yarnpkg/yarn/blob/master/src/lockfile/parse.js: entries without indentation,
// what is said of them two blanks deeper.
class ClassicReader {
 public:
  explicit ClassicReader(NodeLock& lock) : lock_(lock) {}

  void read(std::string_view text) {
    for (const std::string_view line : split_lines(text)) {
      if (trim(line).empty() || line.starts_with('#')) continue;
      if (line.front() != ' ') {
        end_entry();
        patterns_ = patterns_of(line);
      } else if (!line.starts_with("   ")) {
        field(trim(line));
      }
    }
    end_entry();
  }

 private:
  void field(std::string_view line) {
    const auto blank = line.find(' ');
    if (blank == std::string_view::npos || plain_word(line.substr(0, blank)) != "resolved") return;
    const std::string address = plain_word(line.substr(blank));
    resolved_ = true;
    (is_address(address) ? lock_.named : lock_.others).push_back(address);
  }

  void end_entry() {
    const auto linked = [](const std::string& one) { return range_in(one).starts_with("link:"); };
    const bool here = !resolved_ && !std::any_of(patterns_.begin(), patterns_.end(), linked);
    if (here && !patterns_.empty()) lock_.others.emplace_back(range_in(patterns_.front()));
    lock_.patterns.insert(patterns_.begin(), patterns_.end());
    patterns_.clear();
    resolved_ = false;
  }

  NodeLock& lock_;
  std::vector<std::string> patterns_;
  bool resolved_ = false;
};

// `name@npm:1.0.0::__archiveUrl=…`, `name@patch:name@npm%3A1.0.0#…`: Yarn's locators.
void add_locator(std::string_view locator, int depth, NodeLock& lock) {
  const auto at = locator.find('@', 1);
  const std::string_view reference =
      at == std::string_view::npos ? locator : locator.substr(at + 1);
  if (names_program(reference)) {
    lock.others.emplace_back(reference);
  } else if (reference.starts_with("patch:") && depth < kPatchesOfPatchesMax) {
    add_locator(percent_decoded(reference.substr(6, reference.find('#') - 6)), depth + 1, lock);
  } else if (reference.starts_with("npm:")) {
    const std::string bindings =
        percent_decoded(reference.substr(std::min(reference.find("::"), reference.size())));
    const auto scheme = bindings.find("://");
    if (scheme == std::string::npos) return;
    lock.named.push_back(bindings.substr(bindings.rfind('=', scheme) + 1));
  } else if (is_address(reference)) {
    const bool git = contains(reference, "commit=") || contains(reference, ".git#");
    const bool marked = reference.starts_with("git");
    lock.named.push_back((git && !marked ? "git+" : "") + std::string(reference));
  } else if (!reference.starts_with("workspace:") && !reference.starts_with("link:")) {
    lock.others.emplace_back(reference);
  }
}

Result<NodeLock> read_berry_lock(std::string_view text) {
  const auto documents = syntax::parse_yaml(text);
  if (!documents) return documents.error();
  if (documents->size() != 1) return fail(Errc::invalid, "it is more than one document");
  NodeLock lock;
  for (const auto& [name, entry] : documents->front().members()) {
    if (name == "__metadata") {
      lock.settings = entry;
      continue;
    }
    add_locator(entry["resolution"].text(), 0, lock);
    for (const char* list : {"dependencies", "peerDependencies"}) {
      for (const auto& [dependency, range] : entry[list].members()) {
        if (names_program(range.text())) lock.others.emplace_back(range.text());
      }
    }
    if (names_program(name)) lock.others.push_back(name);
  }
  const Json& version = lock.settings["version"];
  lock.version = version.is_string() ? std::string(version.text()) : version.dump();
  return lock;
}

}  // namespace

bool names_program(std::string_view range) {
  std::string text(range);
  for (int i = 0; i < kPatchesOfPatchesMax && contains(text, "%"); ++i)
    text = percent_decoded(text);
  return contains(text, "exec:");
}

bool is_berry_lock(std::string_view text) {
  return text.starts_with("__metadata:") || contains(text, "\n__metadata:");
}

Result<NodeLock> read_pnpm_lock(std::string_view text) {
  const auto documents = syntax::parse_yaml(text);
  if (!documents) return documents.error();
  NodeLock lock;
  // Of several, the last is the lock; those before it are of pnpm itself and of its plugins.
  for (const Json& document : *documents) {
    add_pnpm_packages(document["packages"], lock);
    add_pnpm_importer(document, lock);
    for (const auto& [folder, importer] : document["importers"].members()) {
      add_pnpm_importer(importer, lock);
    }
    const Json& version = document["lockfileVersion"];
    lock.version = version.is_string() ? std::string(version.text()) : version.dump();
    lock.settings = document["settings"];
  }
  const bool known = !lock.version.empty() && is_digit(lock.version.front());
  if (!known) return fail(Errc::invalid, "it names no lockfileVersion");
  return lock;
}

Result<NodeLock> read_yarn_lock(std::string_view text) {
  if (is_berry_lock(text)) return read_berry_lock(text);
  NodeLock lock{.version = "1"};
  ClassicReader(lock).read(text);
  return lock;
}

}  // namespace pawl::repo
