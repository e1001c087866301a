// Badges and links of the repository's own workflows whose file or name is another one now, where
// one workflow alone can be meant. The status badge by a workflow's name that shields.io gave up
// (github/workflow/status) becomes the one by its file.
#include <algorithm>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "recipes/common.hpp"
#include "recipes/recipes.hpp"
#include "recipes/slips.hpp"
#include "repo/documents/link_text.hpp"
#include "repo/kinds/family.hpp"
#include "syntax/data/data.hpp"

namespace pawl::recipes {
namespace {

struct Workflow {
  std::string file;     // `ci.yml`
  std::string name;     // as it calls itself; empty: it does not
  bool checks = false;  // runs on pushes and pull requests
};

std::vector<Workflow> workflows_of(const repo::RepoView& view) {
  std::vector<Workflow> found;
  for (const repo::Entry& entry : view.files()) {
    const std::string ending = repo::ending_of(entry.path.text());
    if (entry.path.folder() != ".github/workflows" || (ending != "yml" && ending != "yaml"))
      continue;
    Workflow workflow{.file = std::string(entry.path.name()), .name = ""};
    const std::string text = view.text(entry.path.text()).value_or("");
    const auto documents = syntax::parse_yaml(text);
    if (documents && !documents->empty()) {
      workflow.name = documents->front()["name"].string_or("");
      const Json& on = documents->front()["on"];
      const auto starts_on = [&](std::string_view event) {
        if (on.is_string()) return on.text() == event;
        if (on.is_object()) return on.has(event);
        return std::any_of(on.items().begin(), on.items().end(),
                           [&](const Json& one) { return one.text() == event; });
      };
      workflow.checks = starts_on("push") && starts_on("pull_request");
    }
    found.push_back(std::move(workflow));
  }
  return found;
}

std::string stem_of_file(std::string_view file) {
  return std::string(file.substr(0, file.rfind('.')));
}

bool speaks_of_checks(std::string_view name) {
  for (const std::string_view word : {"ci", "test", "tests", "testing", "build", "check", "checks",
                                      "unit", "main", "continuous"}) {
    if (repo::has_word(name, word)) return true;
  }
  return false;
}

class Badges {
 public:
  Badges(std::vector<Workflow> workflows, std::string place)
      : workflows_(std::move(workflows)), place_(std::move(place)) {}

  Write mend(const RepoPath& path, const std::string& text) {
    Write write{.path = path.text(), .content = text};
    by_file(write, "github.com/" + place_ + "/actions/workflows/");
    by_file(write, "img.shields.io/github/actions/workflow/status/" + place_ + "/");
    given_up(write, "img.shields.io/github/workflow/status/" + place_ + "/");
    return write;
  }

 private:
  static std::size_t end_of_part(std::string_view text, std::size_t at) {
    while (at < text.size() && (is_word(text[at]) || contains("-.%+", text.substr(at, 1)))) ++at;
    return at;
  }

  // The file that `wrong`, which is not there, was renamed to.
  std::optional<std::string> renamed(const std::string& wrong) const {
    std::vector<std::string> files;
    std::vector<std::string> twins;
    std::vector<std::string> kin;
    for (const Workflow& workflow : workflows_) {
      if (workflow.file == wrong) return {};
      files.push_back(workflow.file);
      if (equal_folded(stem_of_file(workflow.file), stem_of_file(wrong))) {
        twins.push_back(workflow.file);
      }
      if (workflow.checks && speaks_of_checks(stem_of_file(workflow.file))) {
        kin.push_back(workflow.file);
      }
    }
    if (!twins.empty()) return twins.size() == 1 ? std::optional(twins.front()) : std::nullopt;
    if (auto slip = only_slip(wrong, files)) return slip;
    const bool only = speaks_of_checks(stem_of_file(wrong)) && kin.size() == 1;
    return only ? std::optional(kin.front()) : std::nullopt;
  }

  void by_file(Write& write, const std::string& before) const {
    for (auto at = write.content.find(before); at != std::string::npos;
         at = write.content.find(before, at + 1)) {
      const std::size_t begin = at + before.size();
      const std::size_t end = end_of_part(write.content, begin);
      const std::string wrong = write.content.substr(begin, end - begin);
      if (!wrong.ends_with(".yml") && !wrong.ends_with(".yaml")) continue;
      const auto right = renamed(wrong);
      if (!right) continue;
      write.content.replace(begin, end - begin, *right);
      note(write, wrong + " → " + *right + ", the only workflow it can be");
    }
  }

  // `status/owner/repo/Name/branch?query` → `status/owner/repo/file.yml?branch=branch&query`.
  void given_up(Write& write, const std::string& before) const {
    for (auto at = write.content.find(before); at != std::string::npos;
         at = write.content.find(before, at + 1)) {
      const std::size_t begin = at + before.size();
      std::size_t end = end_of_part(write.content, begin);
      const std::string name = repo::percent_decoded(write.content.substr(begin, end - begin));
      const auto is_it = [&](const Workflow& workflow) { return workflow.name == name; };
      if (name.empty() || std::count_if(workflows_.begin(), workflows_.end(), is_it) != 1) continue;
      const std::string file = std::find_if(workflows_.begin(), workflows_.end(), is_it)->file;
      std::string branch;
      if (end < write.content.size() && write.content[end] == '/') {
        const std::size_t close = end_of_part(write.content, end + 1);
        branch = write.content.substr(end + 1, close - end - 1);
        end = close;
      }
      const bool query = end < write.content.size() && write.content[end] == '?';
      if (!branch.empty()) branch = "branch=" + branch;
      std::string right = "img.shields.io/github/actions/workflow/status/" + place_ + "/" + file;
      if (!branch.empty()) right += "?" + branch;
      if (query && !branch.empty()) {
        right += "&";
        ++end;
      }
      write.content.replace(at, end - at, right);
      note(write, "the badge of the workflow \"" + name + "\" is found by its file now");
    }
  }

  static void note(Write& write, std::string reason) {
    if (!among(write.reasons, reason)) write.reasons.push_back(std::move(reason));
  }

  std::vector<Workflow> workflows_;
  std::string place_;  // owner/repo
};

}  // namespace

std::vector<Write> badges(const Input& input) {
  constexpr std::string_view kForge = "https://github.com/";
  const auto address =
      input.facts.repository_url ? web_address(input.facts.repository_url->value) : std::nullopt;
  if (!address || !address->starts_with(kForge)) return {};
  std::vector<Workflow> workflows = workflows_of(input.view);
  if (workflows.empty()) return {};
  Badges mender(std::move(workflows), address->substr(kForge.size()));
  std::vector<Write> writes;
  for (const repo::Entry& entry : input.view.files()) {
    if (!repo::is_document(entry.path) || !is_own_text(input.view, entry)) continue;
    if (is_record(entry.path)) continue;
    const auto text = input.view.text(entry.path.text());
    if (!text || !is_utf8(*text) || is_made_by_tool(*text)) continue;
    Write write = mender.mend(entry.path, *text);
    if (write.content != *text) writes.push_back(std::move(write));
  }
  return writes;
}

}  // namespace pawl::recipes
