#include "analyzers/steps.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <optional>

#include "base/text/text.hpp"
#include "syntax/check.hpp"
#include "syntax/data/data.hpp"

namespace pawl::analyzers {
namespace {

constexpr int kDepthMax = 40;
constexpr std::size_t kExpandedBytesMax = 64U << 10U;

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

// Commands people hide behind a name: npm scripts and make targets of the root.
class Names {
 public:
  explicit Names(const repo::RepoView& view) {
    if (const auto text = view.text("package.json")) read_scripts(*text);
    if (const auto text = view.text("Makefile")) read_targets(*text);
  }

  // The text with what its names stand for written out behind it.
  std::string expanded(std::string text) const {
    for (int depth = 0; depth < 3; ++depth) {
      std::string more;
      for (const auto& words : shell_commands(text)) more += meaning(words);
      if (more.empty() || contains(text, more)) break;
      if (text.size() + more.size() > kExpandedBytesMax) break;
      text += "\n" + more;
    }
    return text;
  }

 private:
  void read_scripts(std::string_view text) {
    const Result<Json> package = Json::parse(text);
    if (!package) return;
    for (const auto& [name, command] : (*package)["scripts"].members()) {
      scripts_[name] = std::string(command.text());
    }
  }

  void read_targets(std::string_view text) {
    std::string* recipe = nullptr;
    for (const std::string_view line : split_lines(text)) {
      if (line.starts_with('\t')) {
        if (recipe != nullptr) *recipe += std::string(trim(line)) + "\n";
        continue;
      }
      if (line.empty() || line.front() == '#') continue;
      const std::size_t colon = line.find(':');
      recipe = nullptr;
      if (colon == std::string_view::npos || line.substr(colon).starts_with(":=")) continue;
      recipe = &targets_[std::string(trim(line.substr(0, colon)))];
      // Prerequisites run too.
      for (const std::string_view word : split_words(line.substr(colon + 1))) {
        *recipe += "make " + std::string(word) + "\n";
      }
    }
  }

  std::string meaning(const std::vector<std::string>& words) const {
    std::string found;
    const auto add = [&](const std::map<std::string, std::string>& table, const std::string& name) {
      if (const auto at = table.find(name); at != table.end()) found += at->second + "\n";
    };
    for (std::size_t i = 1; i < words.size(); ++i) {
      const std::string& program = words.front();
      if (program == "npm" || program == "yarn" || program == "pnpm" || program == "bun") {
        add(scripts_, words[i]);
      } else if (program == "make" || program == "gmake") {
        add(targets_, words[i]);
      }
    }
    return found;
  }

  std::map<std::string, std::string> scripts_;
  std::map<std::string, std::string> targets_;
};

class Reader {
 public:
  Reader(const RepoPath& path, std::string_view text, const Names& names, Ci& ci)
      : path_(path.text()), text_(text), names_(names), ci_(ci) {}

  void walk(const Json& node, int depth);
  void command(std::string_view text);

 private:
  void action(const Json& node);
  void commands(const Json& value);
  int line_of(std::string_view text) const;

  const std::string& path_;
  std::string_view text_;
  const Names& names_;
  Ci& ci_;
};

bool is_command_key(std::string_view key) {
  constexpr std::string_view kKeys[] = {"run",      "script", "before_script", "after_script",
                                        "bash",     "pwsh",   "powershell",    "command",
                                        "commands", "sh",     "tasks",         "before_install",
                                        "install"};
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
  ci_.steps.push_back({path_, line_of(text), false, names_.expanded(std::string(text))});
}

void Reader::commands(const Json& value) {
  if (value.is_string()) command(value.text());
  for (const Json& item : value.items()) {
    if (item.is_string()) command(item.text());
  }
}

void Reader::action(const Json& node) {
  const std::string_view name =
      node["uses"].is_string() ? node["uses"].text() : node["task"].text();
  ci_.steps.push_back({path_, line_of(name), true, std::string(name)});
  // `actions-rs/cargo` with `command: test` runs `cargo test`.
  const std::string_view verb = node["with"]["command"].text();
  const std::string_view tool = name.substr(0, name.find('@'));
  if (!verb.empty()) {
    command(std::string(tool.substr(tool.rfind('/') + 1)) + " " + std::string(verb));
  }
}

void Reader::walk(const Json& node, int depth) {
  if (depth > kDepthMax) return;
  for (const Json& item : node.items()) walk(item, depth + 1);
  if (!node.is_object()) return;
  const bool uses = node["uses"].is_string() || node["task"].is_string();
  if (uses) action(node);
  for (const auto& [key, value] : node.members()) {
    if (uses && key == "with") continue;
    if (key == "template" && value.is_string()) {
      ci_.steps.push_back({path_, line_of(value.text()), true, std::string(value.text())});
    }
    if (is_command_key(key)) commands(value);
    walk(value, depth + 1);
  }
}

bool is_automatic(std::string_view system, const Json& root) {
  if (!system.ends_with("Actions")) return true;
  constexpr std::string_view kTriggers[] = {"push", "pull_request", "pull_request_target",
                                            "merge_group"};
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

Pipeline read_pipeline(const RepoPath& path, std::string_view system, std::string_view text,
                       const Names& names, Ci& ci) {
  Pipeline pipeline{.system = std::string(system), .path = path.text()};
  const std::size_t before = ci.steps.size();
  Reader reader(path, text, names, ci);
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
  std::optional<Names> names;
  for (const repo::Entry& entry : view.files()) {
    if (entry.symlink) continue;
    const std::string_view system = system_of(entry.path);
    if (system.empty()) continue;
    const Result<std::string> text = view.read(entry.path);
    if (!text) continue;
    if (!names) names.emplace(view);
    ci.pipelines.push_back(read_pipeline(entry.path, system, *text, *names, ci));
  }
  return ci;
}

}  // namespace pawl::analyzers
