#include "analyzers/steps.hpp"

#include <algorithm>
#include <utility>

#include "analyzers/follow.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "syntax/check.hpp"
#include "syntax/data/data.hpp"

namespace pawl::analyzers {
namespace {

constexpr int kDepthMax = 40;
constexpr int kIncludeDepthMax = 4;

struct System {
  std::string_view path;  // a file, or a folder when it ends in a slash
  std::string_view name;
};

constexpr System kSystems[] = {
    {".github/workflows/", "GitHub Actions"},
    {".gitea/workflows/", "Gitea Actions"},
    {".forgejo/workflows/", "Forgejo Actions"},
    {".gitlab-ci.yml", "GitLab CI"},
    {".gitlab-ci.yaml", "GitLab CI"},
    {".circleci/config.yml", "CircleCI"},
    {".travis.yml", "Travis CI"},
    {"azure-pipelines.yml", "Azure Pipelines"},
    {".azure-pipelines.yml", "Azure Pipelines"},
    {"bitbucket-pipelines.yml", "Bitbucket Pipelines"},
    {".drone.yml", "Drone"},
    {".woodpecker.yml", "Woodpecker"},
    {".woodpecker.yaml", "Woodpecker"},
    {".woodpecker/", "Woodpecker"},
    {".cirrus.yml", "Cirrus CI"},
    {"appveyor.yml", "AppVeyor"},
    {".appveyor.yml", "AppVeyor"},
    {".buildkite/pipeline.yml", "Buildkite"},
    {".build.yml", "builds.sr.ht"},
    {".builds/", "builds.sr.ht"},
    {".semaphore/semaphore.yml", "Semaphore"},
    {"Jenkinsfile", "Jenkins"},
};

std::string_view system_of(const RepoPath& path) {
  const std::string& text = path.text();
  const bool near = text.front() == '.' || path.components().size() == 1;
  if (!near) return {};
  for (const System& system : kSystems) {
    if (!system.path.ends_with('/')) {
      if (text == system.path) return system.name;
      continue;
    }
    const std::string ending = path.extension();
    if (text.starts_with(system.path) && (ending == ".yml" || ending == ".yaml") &&
        text.find('/', system.path.size()) == std::string::npos) {
      return system.name;
    }
  }
  return {};
}

class Reader {
 public:
  Reader(const repo::RepoView& view, std::string path, std::string_view text, Follower& follower,
         Ci& ci)
      : view_(view), path_(std::move(path)), text_(text), follower_(follower), ci_(ci) {}

  void walk(const Json& node, int depth);
  void command(std::string_view text);

 private:
  void action(const Json& node);
  void hides(std::string_view what);
  void include(const std::string& path);
  void includes(const Json& node);
  void commands(const Json& value);
  int line_of(std::string_view text) const;

  const repo::RepoView& view_;
  std::string path_;
  std::string_view text_;
  Follower& follower_;
  Ci& ci_;
  std::string folder_;     // where the commands of the current step run
  int include_depth_ = 0;  // of files of the repository that this one includes
};

bool is_command_key(std::string_view key) {
  static constexpr auto kKeys =
      fixed_words("run", "script", "before_script", "after_script", "bash", "pwsh", "powershell",
                  "command", "commands", "sh", "tasks", "before_install", "install", "ps", "cmd",
                  "before_build", "build", "test", "before_test", "after_build");
  return std::find(std::begin(kKeys), std::end(kKeys), key) != std::end(kKeys) ||
         key.ends_with("_script");
}

int Reader::line_of(std::string_view text) const {
  for (const std::string_view line : split_lines(text)) {
    if (trim(line).empty()) continue;
    const std::size_t at = text_.find(trim(line));
    if (at == std::string_view::npos) return 0;
    return static_cast<int>(
               std::count(text_.begin(), text_.begin() + static_cast<long>(at), '\n')) +
           1;
  }
  return 0;
}

void Reader::command(std::string_view text) {
  if (trim(text).empty()) return;
  const std::string start = folder_.empty() ? "" : "cd " + folder_ + "\n";
  ci_.steps.push_back(
      {path_, line_of(text), false, follower_.expanded(start + std::string(text), text_)});
}

void Reader::commands(const Json& value) {
  if (value.is_string()) command(value.text());
  for (const Json& item : value.items()) {
    if (item.is_string()) command(item.text());
  }
}

// Something outside of the repository that runs steps nobody can see here.
void Reader::hides(std::string_view what) {
  ci_.hidden.push_back({path_, line_of(what), true, std::string(what)});
}

// A composite action or an included definition of the repository: its steps are those of this one.
void Reader::include(const std::string& path) {
  const auto text = include_depth_ < kIncludeDepthMax ? view_.text(path) : std::nullopt;
  if (!text) return;
  const Result<std::vector<Json>> documents = syntax::parse_yaml(*text);
  if (!documents) return;
  Reader reader(view_, path, *text, follower_, ci_);
  reader.include_depth_ = include_depth_ + 1;
  for (const Json& document : *documents) reader.walk(document, 0);
}

void Reader::action(const Json& node) {
  const std::string_view name =
      node["uses"].is_string() ? node["uses"].text() : node["task"].text();
  ci_.steps.push_back({path_, line_of(name), true, std::string(name)});
  if (name.starts_with("./")) {
    const std::string folder(name.substr(2));
    // A workflow of the repository is read by itself.
    for (const char* file : {"/action.yml", "/action.yaml"}) include(folder + file);
    return;
  }
  if (contains(name, "/workflows/")) hides(name);
  // `actions-rs/cargo` with `command: test` runs `cargo test`.
  const std::string_view verb = node["with"]["command"].text();
  const std::string_view tool = name.substr(0, name.find('@'));
  if (!verb.empty()) {
    command(std::string(tool.substr(tool.rfind('/') + 1)) + " " + std::string(verb));
  }
  // Virtual machines and retries are handed what they run.
  for (const char* key : {"run", "script"}) command(node["with"][key].text());
}

// GitLab's `include` and CircleCI's `orbs`.
void Reader::includes(const Json& node) {
  const auto one = [&](const Json& item) {
    const std::string_view local = item.is_string() ? item.text() : item["local"].text();
    if (!local.empty() && !contains(local, "://")) {
      return include(std::string(local.substr(local.starts_with('/') ? 1 : 0)));
    }
    for (const char* key : {"project", "remote", "template", "component"}) {
      if (item[key].is_string()) hides(item[key].text());
    }
  };
  one(node["include"]);
  for (const Json& item : node["include"].items()) one(item);
  for (const auto& [name, orb] : node["orbs"].members()) {
    if (orb.is_string()) hides(orb.text());
  }
}

void Reader::walk(const Json& node, int depth) {
  if (depth > kDepthMax) return;
  for (const Json& item : node.items()) walk(item, depth + 1);
  if (!node.is_object()) return;
  if (depth == 0) includes(node);
  const bool uses = node["uses"].is_string() || node["task"].is_string();
  if (uses) action(node);
  const std::string folder = folder_;
  for (const Json* place :
       {&node["working-directory"], &node["defaults"]["run"]["working-directory"]}) {
    if (place->is_string() && !contains(place->text(), "$")) folder_ = std::string(place->text());
  }
  for (const auto& [key, value] : node.members()) {
    if (uses && key == "with") continue;
    if (key == "template" && value.is_string()) {
      ci_.steps.push_back({path_, line_of(value.text()), true, std::string(value.text())});
      hides(value.text());
    }
    if (is_command_key(key)) commands(value);
    walk(value, depth + 1);
  }
  folder_ = folder;
}

bool is_automatic(std::string_view system, const Json& root) {
  if (!system.ends_with("Actions")) return true;
  static constexpr auto kTriggers =
      fixed_words("push", "pull_request", "pull_request_target", "merge_group");
  const Json& on = root["on"];
  const auto names = [&](std::string_view trigger) {
    if (on.text() == trigger || on.has(trigger)) return true;
    return std::any_of(on.items().begin(), on.items().end(),
                       [&](const Json& item) { return item.text() == trigger; });
  };
  return std::any_of(std::begin(kTriggers), std::end(kTriggers), names);
}

// Travis runs the usual test command of the language when no script is named.
void travis_default(const Json& root, Reader& reader) {
  if (root["language"].is_string() && !root.has("script") && !root.has("jobs")) {
    reader.command("make test");
  }
}

Pipeline read_pipeline(const repo::RepoView& view, const RepoPath& path, std::string_view system,
                       std::string_view text, Follower& follower, Ci& ci) {
  Pipeline pipeline{.system = std::string(system), .path = path.text()};
  const std::size_t before = ci.steps.size();
  Reader reader(view, path.text(), text, follower, ci);
  if (system == "Jenkins") {
    for (const std::string_view line : split_lines(text)) {
      const std::string_view bare = trim(line);
      if (!bare.starts_with("//") && bare.starts_with("sh")) reader.command(bare.substr(2));
    }
    pipeline.parsed = true;
  } else {
    const Result<std::vector<Json>> documents = syntax::parse_yaml(text);
    pipeline.parsed = documents.ok();
    if (!documents) {
      pipeline.error = documents.error().message;
      const syntax::Kind yaml{syntax::Format::yaml, std::nullopt};
      const auto problems = syntax::check(yaml, text);
      if (!problems.empty()) pipeline.error_line = problems.front().line;
    } else {
      for (const Json& document : *documents) reader.walk(document, 0);
      if (!documents->empty()) {
        pipeline.automatic = is_automatic(system, documents->front());
        if (system == "Travis CI") travis_default(documents->front(), reader);
      }
    }
  }
  pipeline.steps = ci.steps.size() - before;
  return pipeline;
}

}  // namespace

Ci read_ci(const repo::RepoView& view) {
  Ci ci;
  Follower follower(view);
  for (const repo::Entry& entry : view.files()) {
    if (entry.symlink) continue;
    const std::string_view system = system_of(entry.path);
    if (system.empty()) continue;
    const Result<std::string> text = view.read(entry.path);
    if (!text) continue;
    ci.pipelines.push_back(read_pipeline(view, entry.path, system, *text, follower, ci));
  }
  return ci;
}

}  // namespace pawl::analyzers
