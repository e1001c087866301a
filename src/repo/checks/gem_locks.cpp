#include "repo/checks/gem_locks.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"

namespace pawl::repo {
namespace {

constexpr std::size_t kGemsMax = 10'000;
constexpr std::size_t kGemWordMax = 120;
constexpr std::size_t kSha256Digits = 64;

// Safe as a part of a file's name and of an address.
bool is_gem_word(std::string_view text) {
  return !text.empty() && text.size() <= kGemWordMax &&
         (is_letter_or_digit(text.front()) || text.front() == '_') &&
         std::all_of(text.begin(), text.end(),
                     [](char c) { return is_word(c) || c == '-' || c == '.'; });
}

bool is_sha256(std::string_view text) {
  return text.size() == kSha256Digits && std::all_of(text.begin(), text.end(), is_hex_digit);
}

std::size_t indentation_of(std::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

// `nokogiri (1.16.0-x86_64-linux)`, as the sections of packages and of digests have it.
Result<LockedGem> gem_of(std::string_view text) {
  const auto open = text.find(" (");
  if (open == std::string_view::npos || !text.ends_with(')')) {
    return fail(Errc::invalid, "`" + printable(text, 80) + "` is no package");
  }
  const std::string_view written = text.substr(open + 2, text.size() - open - 3);
  const auto dash = written.find('-');
  LockedGem gem{.name = std::string(text.substr(0, open)),
                .version = std::string(written.substr(0, dash)),
                .platform = "ruby"};
  if (dash != std::string_view::npos) gem.platform = written.substr(dash + 1);
  if (!is_gem_word(gem.name) || !is_gem_word(gem.version) || !is_gem_word(gem.platform)) {
    return fail(Errc::invalid, "`" + printable(text, 80) + "` is no package");
  }
  return gem;
}

std::string identity_of(const LockedGem& gem) {
  return gem.name + " " + gem.version + " " + gem.platform;
}

// Registries were named in plain for years; what is fetched comes by TLS all the same.
std::string as_fetched(std::string_view remote) {
  constexpr std::string_view kPlain = "http://rubygems.org";
  const bool plain = remote.starts_with(kPlain) &&
                     (remote.size() == kPlain.size() || remote[kPlain.size()] == '/');
  return plain ? "https" + std::string(remote.substr(4)) : std::string(remote);
}

bool leaves_repository(std::string_view remote) {
  if (remote.starts_with('/') || remote.starts_with('~')) return true;
  int depth = 0;
  for (const std::string_view part : split(remote, '/')) {
    if (part == "..") --depth;
    if (!part.empty() && part != "." && part != "..") ++depth;
    if (depth < 0) return true;
  }
  return false;
}

// https://github.com/ruby/rubygems/blob/master/bundler/lib/bundler/lockfile_parser.rb: sections
// without indentation, keys of a source two blanks deep, its packages four, what those need six.
class GemLockReader {
 public:
  Result<GemLock> read(std::string_view text) {
    for (const std::string_view raw : split_lines(text)) {
      const std::string_view line = trim_end(raw);
      if (line.starts_with("<<<<<<<") || line.starts_with(">>>>>>>")) {
        return fail(Errc::invalid, "it has conflicts of a merge");
      }
      if (line.empty()) continue;
      if (line.front() != ' ') {
        start(line);
      } else {
        TRY(add(line));
      }
    }
    if (!known_) return fail(Errc::invalid, "it has no section that Bundler writes");
    for (LockedGem& gem : lock_.gems) {
      const auto digest = digests_.find(identity_of(gem));
      if (digest != digests_.end()) gem.sha256 = digest->second;
    }
    return std::move(lock_);
  }

 private:
  enum class Section : std::uint8_t { other, gem, git, path, plugin, checksums };

  void start(std::string_view title) {
    remotes_.clear();
    section_ = Section::other;
    if (title == "GEM") section_ = Section::gem;
    if (title == "GIT") section_ = Section::git;
    if (title == "PATH") section_ = Section::path;
    if (title == "PLUGIN SOURCE") section_ = Section::plugin;
    if (title == "CHECKSUMS") section_ = Section::checksums;
    known_ = known_ || section_ != Section::other || title == "DEPENDENCIES";
    if (section_ == Section::plugin) lock_.others.emplace_back("the source of a plugin");
  }

  Status add(std::string_view line) {
    const std::size_t depth = indentation_of(line);
    const std::string_view text = line.substr(depth);
    if (section_ == Section::checksums && depth == 2) return add_digest(text);
    if (depth == 2 && text.starts_with("remote: ")) add_remote(text.substr(8));
    if (section_ == Section::gem && depth == 4) return add_gem(text);
    return Done{};
  }

  void add_remote(std::string_view remote) {
    if (section_ == Section::git) lock_.named.push_back("git+" + std::string(remote));
    if (section_ == Section::path && leaves_repository(remote)) lock_.others.emplace_back(remote);
    // One without packages is not asked.
    if (section_ == Section::gem) remotes_.push_back(as_fetched(remote));
  }

  Status add_gem(std::string_view text) {
    TRY_ASSIGN(LockedGem gem, gem_of(text));
    lock_.named.insert(lock_.named.end(), remotes_.begin(), remotes_.end());
    remotes_.clear();
    if (lock_.gems.size() == kGemsMax) {
      return fail(Errc::invalid, "it names more than 10,000 packages");
    }
    if (seen_.insert(identity_of(gem)).second) lock_.gems.push_back(std::move(gem));
    return Done{};
  }

  // `rake (13.0.6) sha256=5ce4…`; without a digest where Bundler did not know it.
  Status add_digest(std::string_view text) {
    const auto end = text.find(") ");
    if (end == std::string_view::npos) return Done{};
    TRY_ASSIGN(const LockedGem gem, gem_of(text.substr(0, end + 1)));
    for (const std::string_view digest : split(text.substr(end + 2), ',')) {
      constexpr std::string_view kStart = "sha256=";
      if (!digest.starts_with(kStart)) continue;
      if (!is_sha256(digest.substr(kStart.size()))) {
        return fail(Errc::invalid, "the digest of " + gem.name + " is none");
      }
      digests_[identity_of(gem)] = lower(digest.substr(kStart.size()));
    }
    return Done{};
  }

  GemLock lock_;
  Section section_ = Section::other;
  bool known_ = false;
  std::vector<std::string> remotes_;  // of the section
  std::set<std::string> seen_;
  std::map<std::string, std::string> digests_;
};

}  // namespace

Result<GemLock> read_gem_lock(std::string_view text) { return GemLockReader().read(text); }

}  // namespace pawl::repo
