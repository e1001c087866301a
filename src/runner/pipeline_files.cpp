#include "runner/pipeline_files.hpp"

#include <algorithm>
#include <set>

#include "agents/agent.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "git/objects/tree.hpp"
#include "git/worktrees/clone.hpp"
#include "git/worktrees/worktree.hpp"
#include "os/files/root.hpp"
#include "stages/stage.hpp"

namespace pawl::runner {
namespace {

constexpr std::size_t kPipelineBytesMax = std::size_t{1} << 20U;
constexpr std::size_t kPromptBytesMax = std::size_t{256} << 10U;
constexpr auto kProjectFolders = fixed_words(".pawl/pipelines/", ".gremlins/pipelines/");
constexpr auto kYamlEnds = fixed_words(".yaml", ".yml");
constexpr std::size_t kPathShown = 200;

bool is_yaml(std::string_view path) {
  return std::any_of(kYamlEnds.begin(), kYamlEnds.end(),
                     [&](std::string_view end) { return path.ends_with(end); });
}

std::string_view without_end(std::string_view name, std::string_view end) {
  return name.ends_with(end) ? name.substr(0, name.size() - end.size()) : name;
}

std::string_view stem(std::string_view path) {
  path = path.substr(path.rfind('/') + 1);
  return path.substr(0, path.rfind('.'));
}

// `path` from `folder`, without `.` and `..`; denied where it leads out of their root.
Result<RepoPath> resolved(std::string_view folder, std::string_view path) {
  const Error outside{.code = Errc::denied,
                      .message = "\"" + printable(path, kPathShown) +
                                 "\" leads out of the repository of the pipeline",
                      .trail = {}};
  if (path.starts_with('/')) return outside;
  std::vector<std::string_view> parts = split(folder, '/');
  for (const std::string_view part : split(path, '/')) parts.push_back(part);
  std::vector<std::string> kept;
  for (const std::string_view part : parts) {
    if (part.empty() || part == ".") continue;
    if (part != "..") {
      kept.emplace_back(part);
      continue;
    }
    if (kept.empty()) return outside;
    kept.pop_back();
  }
  return RepoPath::parse(join(kept, "/"));
}

// How `folder` would name `path`.
std::string relative(std::string_view folder, std::string_view path) {
  const std::vector<std::string_view> from = split(folder, '/');
  const std::vector<std::string_view> to = split(path, '/');
  std::size_t same = 0;
  while (same < from.size() && same + 1 < to.size() && from[same] == to[same]) ++same;
  std::string text;
  for (std::size_t i = same; i < from.size(); ++i) text += from[i].empty() ? "" : "../";
  for (std::size_t i = same; i < to.size(); ++i) {
    text += std::string(to[i]) + (i + 1 < to.size() ? "/" : "");
  }
  return text;
}

// A file from the current folder, and no name.
bool is_path(std::string_view name) { return contains(name, "/") || is_yaml(name); }

bool is_regular(std::uint32_t mode) { return (mode & 0170000U) == 0100000U; }

bool is_prompt_name(std::string_view path) {
  return path.ends_with(".md") || path.ends_with(".txt");
}

}  // namespace

Result<std::optional<Project>> project_of(git::Git& git, os::Files& files,
                                          const git::Target& target, const std::string& base,
                                          const std::string& look) {
  const bool here = target.kind == git::TargetKind::local;
  Result<git::Tip> tip =
      here ? git::local_tip(git, target, base)
           : git::clone_tip(git, files,
                            {.target = target, .folder = look, .base_branch = base, .branch = {}});
  if (!tip && base.empty() && tip.error().code == Errc::not_found) return std::optional<Project>();
  if (!tip) return std::move(tip).error();
  Project project{
      .folder = here ? target.location : look, .branch = tip->branch, .commit = tip->commit};
  if (!here) project.from = target;
  return std::optional(std::move(project));
}

std::string_view to_string(Origin origin) {
  switch (origin) {
    case Origin::direct: return "file";
    case Origin::project: return "project";
    case Origin::bundled: return "bundled";
  }
  return "";
}

Origin origin_of(const pipeline::SourceFile& file) {
  if (file.origin == to_string(Origin::project)) return Origin::project;
  return file.origin == to_string(Origin::bundled) ? Origin::bundled : Origin::direct;
}

PipelineFiles::PipelineFiles(os::Ports& ports, git::Git& git, std::optional<Project> project)
    : ports_(ports), git_(git), project_(std::move(project)) {
  if (project_) objects_ = std::make_unique<git::ObjectReader>(git_, project_->folder);
}
PipelineFiles::~PipelineFiles() = default;

std::string PipelineFiles::reading() const {
  return "reading the pipelines of the branch " + project_->branch;
}

Result<std::optional<std::string>> PipelineFiles::project_text(const std::string& path) {
  using Text = std::optional<std::string>;
  if (!project_) return Text();
  TRY_ASSIGN(const auto node, git::node_at(*objects_, project_->commit, path).during(reading()));
  if (!node || !is_regular(node->mode)) return Text();
  const std::string& object = node->object;
  const Error too_large =
      fail(Errc::invalid, path + " is larger than " + human_bytes(kPipelineBytesMax));
  if (project_->from) {
    TRY_ASSIGN(auto content, git::blob_of_tip(git_, *project_->from, project_->folder, object,
                                              kPipelineBytesMax));
    return content ? std::move(content) : Result<Text>(too_large);
  }
  TRY_ASSIGN(auto blobs, objects_->read_all({&object, 1}, {.each = kPipelineBytesMax}));
  std::optional<git::Object>& blob = blobs.front();
  if (!blob) {
    return fail(Errc::io, "the object " + object + " of " + path +
                              " is missing or damaged; fetch it there first, or repair the "
                              "repository");
  }
  return blob->whole ? Text(std::move(blob->content)) : Result<Text>(too_large);
}

// Regular files below a folder of the project, by their paths in it.
Result<std::vector<std::string>> PipelineFiles::project_files(const std::string& folder) {
  std::vector<std::string> paths;
  if (!project_) return paths;
  TRY_ASSIGN(const auto node, git::node_at(*objects_, project_->commit, folder).during(reading()));
  if (!node || !node->is_folder()) return paths;
  TRY_ASSIGN(const auto entries, git::list_files(*objects_, node->object).during(reading()));
  for (const git::TreeEntry& entry : entries) {
    if (is_regular(entry.mode)) paths.push_back(folder + "/" + entry.path);
  }
  return paths;
}

Result<std::optional<pipeline::SourceFile>> PipelineFiles::direct(const std::string& name) {
  const std::string path = name.starts_with('/') ? name : os::join_path(ports_.folder, name);
  const Result<std::string> text = ports_.files.read(path, kPipelineBytesMax);
  if (!text && text.error().code == Errc::not_found) return std::optional<pipeline::SourceFile>();
  if (!text) return text.error();
  const std::string folder = os::parent_path(path);
  const Result<std::string> top = git_.top_level(folder);
  pipeline::SourceFile file{.name = name, .text = *text};
  // Of a repository all of it can be named, of any other folder what is below it.
  const bool within = top && (folder + "/").starts_with(*top + "/");
  file.origin = "file:" + (within ? *top : folder);
  file.folder = within && folder.size() > top->size() ? folder.substr(top->size() + 1) : "";
  return std::optional(std::move(file));
}

Result<std::optional<pipeline::SourceFile>> PipelineFiles::pipeline(const std::string& name) {
  if (is_path(name)) return direct(name);
  for (const std::string_view folder : kProjectFolders) {
    for (const std::string_view end : kYamlEnds) {
      const std::string path = std::string(folder) + name + std::string(end);
      TRY_ASSIGN(std::optional<std::string> text, project_text(path));
      if (!text) continue;
      return std::optional(pipeline::SourceFile{.name = path,
                                                .text = *std::move(text),
                                                .folder = std::string(without_end(folder, "/")),
                                                .origin = std::string(to_string(Origin::project))});
    }
  }
  return OwnFiles::pipeline(name);
}

Result<std::optional<pipeline::SourceFile>> PipelineFiles::included(const pipeline::SourceFile& of,
                                                                    const std::string& name) {
  if (!is_path(name) || origin_of(of) == Origin::direct) return pipeline(name);
  return fail(Errc::denied, "\"" + printable(name, kPathShown) +
                                "\" is a path; a pipeline of a repository includes others by name");
}

Result<std::vector<std::string>> PipelineFiles::pipeline_names() {
  std::set<std::string> names;
  for (const std::string_view folder : kProjectFolders) {
    TRY_ASSIGN(const auto paths, project_files(std::string(without_end(folder, "/"))));
    for (const std::string& path : paths) {
      const bool here = path.find('/', folder.size()) == std::string::npos;
      if (here && is_yaml(path)) names.emplace(stem(path));
    }
  }
  TRY_ASSIGN(const std::vector<std::string> own, OwnFiles::pipeline_names());
  names.insert(own.begin(), own.end());
  return std::vector<std::string>(names.begin(), names.end());
}

Result<std::optional<std::string>> PipelineFiles::prompt(const pipeline::SourceFile& of,
                                                         const std::string& path) {
  if (origin_of(of) == Origin::bundled) return OwnFiles::prompt(of, path);
  TRY_ASSIGN(const RepoPath place, resolved(of.folder, path));
  if (origin_of(of) == Origin::project) {
    TRY_ASSIGN(std::optional<std::string> text, project_text(place.text()));
    if (text && text->size() > kPromptBytesMax) {
      return fail(Errc::invalid, place.text() + " is larger than " + human_bytes(kPromptBytesMax));
    }
    return text;
  }
  TRY_ASSIGN(const std::unique_ptr<os::Root> root,
             os::Root::open(of.origin.substr(of.origin.find(':') + 1)));
  Result<std::string> text = root->read(place, kPromptBytesMax, &ports_.cancel);
  if (text) return std::optional<std::string>(*std::move(text));
  if (text.error().code == Errc::not_found) return std::optional<std::string>();
  return std::move(text).error();
}

Result<std::vector<std::string>> PipelineFiles::prompt_paths(const pipeline::SourceFile& of) {
  if (origin_of(of) == Origin::bundled) return OwnFiles::prompt_paths(of);
  std::vector<std::string> paths;
  if (origin_of(of) == Origin::project) {
    for (const char* folder : {".gremlins", ".pawl"}) {
      TRY_ASSIGN(const auto below, project_files(folder));
      for (const std::string& path : below) {
        if (is_prompt_name(path)) paths.push_back(relative(of.folder, path));
      }
    }
    return paths;
  }
  const std::string root = of.origin.substr(of.origin.find(':') + 1);
  const std::string folder = of.folder.empty() ? root : os::join_path(root, of.folder);
  for (const std::string_view beside : {"", "prompts/", "../prompts/"}) {
    const auto names = ports_.files.list(os::join_path(folder, std::string(beside) + "."));
    if (!names) continue;
    for (const std::string& name : *names) {
      if (is_prompt_name(name)) paths.push_back(std::string(beside) + name);
    }
  }
  return paths;
}

pipeline::Knowledge knowledge_of(pipeline::Sources& files) {
  static const std::vector<pipeline::StageKind> kKinds = stages::kinds();
  const auto check_client = [](std::string_view client, const pipeline::SourceFile& of) -> Status {
    TRY(agents::check_spec(client));
    return origin_of(of) == Origin::project ? agents::check_names_no_file(client) : Status(Done{});
  };
  return {.kinds = kKinds, .check_client = check_client, .sources = &files};
}

Result<pipeline::Reading> read_pipeline(PipelineFiles& files, const std::string& name) {
  TRY_ASSIGN(const std::optional<pipeline::SourceFile> file, files.pipeline(name));
  if (file) return pipeline::read(*file, knowledge_of(files));
  TRY_ASSIGN(const std::vector<std::string> names, files.pipeline_names());
  return fail(Errc::not_found, "there is no pipeline \"" + printable(name, kPathShown) + "\"" +
                                   pipeline::suggestion(name, names));
}

Result<pipeline::Definition> load_pipeline(PipelineFiles& files, const std::string& name) {
  TRY_ASSIGN(pipeline::Reading reading, read_pipeline(files, name));
  if (!reading.problems.empty()) return pipeline::error_of(reading.problems);
  return std::move(reading.definition);
}

}  // namespace pawl::runner
