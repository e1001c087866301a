#include "planner/rules/past_blocks.hpp"

#include <algorithm>
#include <map>
#include <set>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::planner {
namespace {

constexpr auto kDay = std::chrono::hours(24);
constexpr std::size_t kBulletsMax = 15;
constexpr std::size_t kBulletBytesMax = 200;
constexpr std::size_t kLanguagesMax = 5;
constexpr std::size_t kDependenciesMax = 12;
constexpr std::size_t kNamesMax = 20;
constexpr std::size_t kNameBytesMax = 60;

struct OfFile {
  Timestamp success;  // the newest
  std::vector<const PastSubtask*> failures;
};

std::map<std::string, OfFile> by_file(std::span<const PastSubtask> past, Timestamp now) {
  std::map<std::string, OfFile> files;
  for (const PastSubtask& one : past) {
    if (now - one.at > kDay) continue;
    for (const std::string& path : std::set<std::string>(one.paths.begin(), one.paths.end())) {
      OfFile& file = files[path];
      if (one.succeeded) {
        file.success = std::max(file.success, one.at);
      } else {
        file.failures.push_back(&one);
      }
    }
  }
  for (auto& [path, file] : files) {
    const Timestamp success = file.success;
    std::erase_if(file.failures, [&](const PastSubtask* one) { return one->at <= success; });
  }
  return files;
}

std::string failed_bullet(const std::string& path, const OfFile& file) {
  std::set<std::string> why;
  for (const PastSubtask* one : file.failures) {
    const auto& reasons = one->rules.empty() ? one->failure_modes : one->rules;
    why.insert(reasons.begin(), reasons.end());
  }
  const std::vector<std::string> reasons(why.begin(), why.end());
  std::string bullet = "failed " + counted(file.failures.size(), "time") + ": " + path;
  if (!reasons.empty()) bullet += " (" + join(reasons, ", ") + ")";
  return printable(bullet, kBulletBytesMax);
}

std::vector<std::string> bullets(const std::map<std::string, OfFile>& files) {
  std::vector<const std::pair<const std::string, OfFile>*> failed;
  std::vector<std::string> succeeded;
  for (const auto& entry : files) {
    if (entry.second.failures.empty()) {
      succeeded.push_back(printable("succeeded: " + entry.first, kBulletBytesMax));
    } else {
      failed.push_back(&entry);
    }
  }
  std::stable_sort(failed.begin(), failed.end(), [](const auto* a, const auto* b) {
    return a->second.failures.size() > b->second.failures.size();
  });
  std::vector<std::string> out;
  for (const auto* entry : failed) out.push_back(failed_bullet(entry->first, entry->second));
  std::move(succeeded.begin(), succeeded.end(), std::back_inserter(out));
  if (out.size() > kBulletsMax) out.resize(kBulletsMax);
  return out;
}

// The strings of a list, so many of them at most; `more` counts the others.
std::vector<std::string> names_of(const Json& list, std::size_t limit) {
  std::vector<std::string> out;
  std::size_t more = 0;
  for (const Json& item : list.items()) {
    if (!item.is_string()) continue;
    if (out.size() == limit) {
      ++more;
    } else {
      out.push_back(printable(item.text(), kNameBytesMax));
    }
  }
  if (more > 0) out.push_back("(+" + std::to_string(more) + " more)");
  return out;
}

void add_names(std::string& out, std::string_view label, const std::vector<std::string>& names) {
  if (!names.empty()) out += std::string(label) + ": " + join(names, ", ") + "\n";
}

std::vector<std::string> languages_of(const Json& list) {
  std::vector<std::string> out;
  for (const Json& language : list.items()) {
    if (out.size() == kLanguagesMax) break;
    if (!language["name"].is_string()) continue;
    out.push_back(printable(language["name"].text(), kNameBytesMax) + "(" +
                  std::to_string(language["files"].int_or(0)) + ")");
  }
  return out;
}

}  // namespace

std::string prior_runs_lines(std::span<const PastSubtask> past, Timestamp now) {
  std::string lines;
  for (const std::string& bullet : bullets(by_file(past, now))) lines += bullet + "\n";
  return lines;
}

std::string fingerprint_lines(const Json& fingerprint) {
  static constexpr auto kEcosystems = fixed_words("rust", "npm", "python", "go");
  std::string out;
  add_names(out, "languages", languages_of(fingerprint["languages"]));
  add_names(out, "stack", names_of(fingerprint["stack"], kNamesMax));
  const Json& frameworks = fingerprint["declared_frameworks"];
  if (frameworks.is_array()) {
    const std::vector<std::string> names = names_of(frameworks, kNamesMax);
    add_names(out, "frameworks declared",
              names.empty() ? std::vector<std::string>{"(none)"} : names);
  }
  for (const std::string_view ecosystem : kEcosystems) {
    add_names(out, std::string(ecosystem) + " dependencies",
              names_of(fingerprint["declared_deps"][ecosystem], kDependenciesMax));
  }
  add_names(out, "entry points", names_of(fingerprint["entrypoints"], kNamesMax));
  add_names(out, "manifests", names_of(fingerprint["manifest_files"], kNamesMax));
  return out;
}

}  // namespace pawl::planner
