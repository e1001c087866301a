#include "index/resolver.hpp"

#include <algorithm>
#include <map>
#include <mutex>

#include "base/assets.hpp"
#include "base/text/text.hpp"

namespace pawl::index {
namespace {

// `*` stands for anything but a slash, where the pattern has `**` for anything.
bool matches(std::string_view pattern, std::string_view text) {
  const bool crosses = contains(pattern, "**");
  std::size_t p = 0;
  std::size_t t = 0;
  std::size_t star = std::string_view::npos;
  std::size_t resume = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      resume = t;
    } else if (p < pattern.size() && (pattern[p] == text[t] || pattern[p] == '?')) {
      ++p;
      ++t;
    } else if (star != std::string_view::npos && (crosses || text[resume] != '/')) {
      p = star + 1;
      t = ++resume;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

}  // namespace

const NameSet& embedded_names(std::string_view asset_path) {
  static std::mutex mutex;
  static std::map<std::string, NameSet, std::less<>> lists;
  const std::lock_guard guard(mutex);
  const auto known = lists.find(asset_path);
  if (known != lists.end()) return known->second;
  NameSet names;
  for (const std::string_view line : split_lines(asset(asset_path).value_or(""))) {
    if (line.starts_with('#')) continue;
    for (const std::string_view word : split_words(line)) names.emplace(word);
  }
  return lists.emplace(asset_path, std::move(names)).first->second;
}

const NameSet* embedded_members(std::string_view asset_path, std::string_view holder) {
  using Members = std::map<std::string, NameSet, std::less<>>;
  static std::mutex mutex;
  static std::map<std::string, Members, std::less<>> lists;
  const std::lock_guard guard(mutex);
  auto list = lists.find(asset_path);
  if (list == lists.end()) {
    Members members;
    for (const std::string_view line : split_lines(asset(asset_path).value_or(""))) {
      const std::vector<std::string_view> words = split_words(line);
      if (words.empty() || words[0].starts_with('#')) continue;
      NameSet& names = members[std::string(words[0])];
      for (std::size_t i = 1; i < words.size(); ++i) names.emplace(words[i]);
    }
    list = lists.emplace(asset_path, std::move(members)).first;
  }
  const auto found = list->second.find(holder);
  return found == list->second.end() ? nullptr : &found->second;
}

void Ignored::read() {
  read_ = true;
  for (const std::string& file : tree_.named(".gitignore")) {
    const std::string text = tree_.text(file).value_or("");
    const std::string folder(folder_of(file));
    for (std::string_view line : split_lines(text)) {
      line = trim(line);
      if (line.empty() || line.front() == '#' || line.front() == '!') continue;
      while (line.ends_with('/') || line.ends_with("/*") || line.ends_with("/**")) {
        line.remove_suffix(line.ends_with("/**") ? 3 : (line.ends_with('/') ? 1 : 2));
      }
      const bool anywhere = line.starts_with("**/");
      while (line.starts_with("**/")) line.remove_prefix(3);
      const bool anchored = contains(line, "/");
      if (line.starts_with('/')) line.remove_prefix(1);
      if (line.empty()) continue;
      const auto add = [&](std::string pattern) {
        patterns_.push_back({.folder = folder, .text = std::move(pattern), .anchored = anchored});
      };
      add(std::string(line));
      // Two stars between slashes are any number of folders, or none.
      if (anchored && anywhere) add("**/" + std::string(line));
      if (contains(line, "/**/")) add(replace_all(line, "/**/", "/"));
    }
  }
}

// The path itself, and each folder on the way to it.
bool Ignored::may_match(std::string_view path, Of by) {
  if (!read_) read();
  return std::any_of(patterns_.begin(), patterns_.end(), [&](const Pattern& pattern) {
    if (by == Of::name && pattern.text.starts_with("*.")) return false;
    std::string_view below = path;
    if (!pattern.folder.empty()) {
      if (!below.starts_with(pattern.folder + "/")) return false;
      below.remove_prefix(pattern.folder.size() + 1);
    }
    for (std::size_t end = 0; end != std::string_view::npos;) {
      end = below.find('/', end + 1);
      const std::string_view part = below.substr(0, end);
      if (matches(pattern.text, pattern.anchored ? part : name_of(part))) return true;
    }
    return false;
  });
}

}  // namespace pawl::index
