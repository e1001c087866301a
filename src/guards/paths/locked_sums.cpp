#include "guards/paths/locked_sums.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::guards {
namespace {

struct LockEntry {
  std::string name;
  std::string version;
  std::vector<std::string> sums;
  int line = 0;
};
using LockEntries = std::vector<LockEntry>;

// The text between the first pair of quotes.
std::string_view between_quotes(std::string_view line) {
  const auto open = line.find('"');
  if (open == std::string_view::npos) return {};
  const auto close = line.find('"', open + 1);
  return close == std::string_view::npos ? std::string_view()
                                         : line.substr(open + 1, close - open - 1);
}

std::string_view value_of_key(std::string_view line, std::string_view key) {
  line = trim(line);
  if (!line.starts_with(key)) return {};
  return trim(line.substr(key.size()));
}

class LockReader {
 public:
  explicit LockReader(std::string_view text) : lines_(split_lines(text)) {}

  // Cargo.lock, poetry.lock, uv.lock, pdm.lock
  LockEntries toml() {
    each([&](std::string_view line) {
      // Behind the packages stand tables of the lock itself, with checksums of their own.
      const bool table = line.starts_with('[') && !line.starts_with("[package.");
      if (table) return begin({}, {});
      if (line.starts_with("name = ")) return set_name(between_quotes(line));
      if (line.starts_with("version = ")) return set_version(between_quotes(line));
      if (line.starts_with("checksum = ")) return add(between_quotes(line));
      for (auto at = line.find("hash = \""); at != line.npos; at = line.find("hash = \"", at + 1)) {
        add(between_quotes(line.substr(at)));
      }
    });
    return take();
  }

  LockEntries go_sum() {
    each([&](std::string_view line) {
      const auto words = split_words(line);
      if (words.size() != 3) return;
      begin(words[0], words[1]);
      add(words[2]);
    });
    return take();
  }

  // package-lock.json, a key on each line
  LockEntries npm() {
    each([&](std::string_view raw) {
      const std::string_view line = trim(raw);
      if (line.ends_with("\": {")) return begin(between_quotes(line), {});
      if (const auto value = value_of_key(line, "\"version\":"); !value.empty()) {
        return set_version(between_quotes(value));
      }
      if (const auto value = value_of_key(line, "\"integrity\":"); !value.empty()) {
        add(between_quotes(value));
      }
    });
    return take();
  }

  LockEntries yarn() {
    each([&](std::string_view line) {
      if (line.empty() || line.front() == '#') return;
      if (line.front() != ' ') {
        std::string_view name = line.substr(line.front() == '"' ? 1 : 0);
        return begin(name.substr(0, name.find('@', 1)), {});
      }
      for (const std::string_view key : {"version: ", "version "}) {
        const auto value = value_of_key(line, key);
        if (!value.empty()) set_version(value.front() == '"' ? between_quotes(value) : value);
      }
      for (const std::string_view key : {"checksum: ", "integrity "}) {
        if (const auto value = value_of_key(line, key); !value.empty()) add(value);
      }
    });
    return take();
  }

  LockEntries pnpm() {
    each([&](std::string_view raw) {
      std::string_view line = trim(raw);
      const auto sum = line.find("integrity: ");
      if (sum != line.npos) {
        line = line.substr(sum + 11);
        return add(line.substr(0, line.find_first_of(",} ")));
      }
      if (!line.ends_with(':')) return;
      line.remove_suffix(1);
      while (!line.empty() && (line[0] == '\'' || line[0] == '/')) line.remove_prefix(1);
      line = line.substr(0, line.find_first_of("('"));
      const auto at = version_at(line);
      if (at == line.npos) return;
      const std::string_view version = line.substr(at + 1);
      begin(line.substr(0, at), line[at] == '@' ? version : version.substr(0, version.find('_')));
    });
    return take();
  }

 private:
  // What parts name and version: of `name@1.2.0`, or of `name/1.2.0_peer@3.4.5`, as lock files
  // before version 6 have it.
  static std::size_t version_at(std::string_view key) {
    for (auto at = key.find('/'); at != std::string_view::npos && at + 1 < key.size();
         at = key.find('/', at + 1)) {
      if (key.find('@', 1) < at) break;
      if (is_digit(key[at + 1])) return at;
    }
    const auto at = key.rfind('@');
    return at == 0 ? std::string_view::npos : at;
  }

  template <typename Read>
  void each(Read read) {
    for (const std::string_view line : lines_) {
      ++row_;
      read(line);
    }
  }

  void begin(std::string_view name, std::string_view version) {
    entries_.push_back({std::string(name), std::string(version), {}, row_});
  }
  void set_name(std::string_view name) {
    if (!entries_.empty()) entries_.back().name = name;
  }
  void set_version(std::string_view version) {
    if (entries_.empty() || !entries_.back().version.empty()) return;
    entries_.back().version = version;
    entries_.back().line = row_;
  }
  void add(std::string_view sum) {
    if (!entries_.empty() && !sum.empty()) entries_.back().sums.emplace_back(sum);
  }

  LockEntries take() {
    std::erase_if(entries_, [](const LockEntry& each) {
      return each.name.empty() || each.version.empty() || each.sums.empty();
    });
    return std::move(entries_);
  }

  std::vector<std::string_view> lines_;
  int row_ = 0;
  LockEntries entries_;
};

LockEntries entries_of(std::string_view name, std::string_view text) {
  LockReader reader(text);
  if (among({"cargo.lock", "poetry.lock", "uv.lock", "pdm.lock"}, name)) return reader.toml();
  if (name == "go.sum") return reader.go_sum();
  if (name == "package-lock.json" || name == "npm-shrinkwrap.json") return reader.npm();
  if (name == "yarn.lock") return reader.yarn();
  return name == "pnpm-lock.yaml" ? reader.pnpm() : LockEntries();
}

// `sha512-…`, `sha256:…`, `h1:…`, `10c0/…`
std::string_view kind_of_sum(std::string_view sum) {
  return sum.substr(0, std::min(sum.find_first_of("-:/"), sum.size() < 20 ? sum.size() : 12));
}

bool same_kind(const LockEntry& a, const LockEntry& b) {
  const auto plain = [](std::string_view sum) { return sum.find_first_of("-:/") >= 12; };
  return (plain(a.sums[0]) && plain(b.sums[0])) || kind_of_sum(a.sums[0]) == kind_of_sum(b.sums[0]);
}

}  // namespace

std::vector<UnfitSum> unfit_sums(const git::FileChange& file) {
  std::vector<UnfitSum> out;
  if (!file.before || !file.after || file.before == file.after) return out;
  const std::string name = lower(file.path.name());
  const LockEntries now = entries_of(name, *file.after);
  if (now.empty()) return out;
  std::map<std::pair<std::string, std::string>, LockEntry> versions;
  std::map<std::string, std::pair<std::string, std::string>> owners;  // by checksum
  for (const LockEntry& each : entries_of(name, *file.before)) {
    for (const std::string& sum : each.sums) owners[sum] = {each.name, each.version};
    auto& known = versions[{each.name, each.version}];
    if (known.name.empty()) known = LockEntry{each.name, each.version, {}, 0};
    known.sums.insert(known.sums.end(), each.sums.begin(), each.sums.end());
  }
  for (const LockEntry& each : now) {
    const auto known = versions.find({each.name, each.version});
    const bool kept = std::any_of(each.sums.begin(), each.sums.end(), [&](const auto& sum) {
      const auto owner = owners.find(sum);
      return owner != owners.end() && owner->second.first == each.name &&
             owner->second.second != each.version;
    });
    if (known == versions.end()) {
      // Two versions of a module may have the same go.mod.
      if (kept && !each.version.ends_with("/go.mod"))
        out.push_back({each.name, each.version, each.line, true});
      continue;
    }
    const bool same = std::any_of(each.sums.begin(), each.sums.end(), [&](const auto& sum) {
      const auto& sums = known->second.sums;
      return std::find(sums.begin(), sums.end(), sum) != sums.end();
    });
    if (!same && same_kind(each, known->second)) {
      out.push_back({each.name, each.version, each.line, false});
    }
  }
  return out;
}

}  // namespace pawl::guards
