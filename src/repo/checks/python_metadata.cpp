#include "repo/checks/python_metadata.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "os/files/files.hpp"
#include "repo/manifests/python_literals.hpp"

namespace pawl::repo {
namespace {

using EntryGroups =
    std::map<std::string, std::map<std::string, std::string>>;  // group → name → target

const Manifest* at_root(const Facts& facts, ManifestKind kind, std::string_view name) {
  for (const Manifest& manifest : facts.manifests) {
    if (manifest.kind == kind && manifest.path.text() == name) return &manifest;
  }
  return nullptr;
}

// One line, of what a version or a name may have.
bool is_plain(std::string_view text) {
  return !text.empty() && text.size() < 100 && std::all_of(text.begin(), text.end(), [](char c) {
    return is_letter_or_digit(c) || c == '.' || c == '-' || c == '_' || c == '+' || c == '!';
  });
}

// `__version__ = "1.0"` of a module.
std::string version_in(const RepoView& view, const std::string& path) {
  const auto text = view.text(path);
  if (!text) return {};
  for (const std::string_view line : split_lines(*text)) {
    const auto equals = line.find('=');
    if (equals == std::string_view::npos) continue;
    const std::string_view left = trim(line.substr(0, std::min(equals, line.find(':'))));
    std::string_view right = trim(line.substr(equals + 1));
    if (!among({"__version__", "VERSION", "version"}, left) || right.size() < 3) continue;
    const char quote = right.front();
    const auto end = right.find(quote, 1);
    if ((quote != '"' && quote != '\'') || end == std::string_view::npos) continue;
    right = right.substr(1, end - 1);
    if (is_plain(right)) return std::string(right);
  }
  return {};
}

// The files of a module: `box.version` → box/version.py, box/version/__init__.py, also below src/.
std::string version_of_module(const RepoView& view, std::string_view module) {
  const std::string path = replace_all(module, ".", "/");
  for (const char* folder : {"", "src/", "lib/"}) {
    for (const char* ending : {".py", "/__init__.py", "/__about__.py", "/_version.py",
                               "/__version__.py", "/version.py"}) {
      std::string version = version_in(view, folder + path + ending);
      if (!version.empty()) return version;
    }
  }
  return {};
}

class MetadataReader {
 public:
  MetadataReader(const Facts& facts, const RepoView& view) : view_(view) {
    if (const Manifest* one = at_root(facts, ManifestKind::python, "pyproject.toml")) {
      read_pyproject(one->data);
    }
    if (const Manifest* one = at_root(facts, ManifestKind::python_setup, "setup.cfg")) {
      read_setup_cfg(one->data);
    }
    if (view.has("setup.py")) read_setup_py(view.text("setup.py").value_or(""));
    if (version_.empty() && !name_.empty()) {
      version_ = version_of_module(view, lower(replace_all(name_, "-", "_")));
    }
  }

  std::optional<PythonMetadata> written() const {
    if (!is_plain(name_) || !is_plain(version_)) return {};
    PythonMetadata out;
    out.folder = replace_all(name_, "-", "_") + "-" + version_ + ".dist-info";
    out.metadata = "Metadata-Version: 2.1\nName: " + name_ + "\nVersion: " + version_ + "\n";
    for (const auto& [group, entries] : groups_) {
      out.entry_points += "[" + group + "]\n";
      for (const auto& [name, target] : entries) out.entry_points += name + " = " + target + "\n";
      out.entry_points += "\n";
    }
    return out;
  }

 private:
  static void say(std::string& slot, std::string_view text) {
    if (slot.empty() && is_plain(trim(text))) slot = trim(text);
  }

  void add_group(const std::string& group, const Json& entries) {
    for (const auto& [name, target] : entries.members()) add_entry(group, name, target.text());
  }

  void add_entry(const std::string& group, std::string_view name, std::string_view target) {
    const bool one_line = group.find_first_of("\r\n]") == std::string::npos &&
                          name.find_first_of("\r\n=") == std::string_view::npos &&
                          target.find_first_of("\r\n") == std::string_view::npos;
    if (one_line && !trim(name).empty() && !trim(target).empty()) {
      groups_[group].emplace(trim(name), trim(target));
    }
  }

  void read_pyproject(const Json& data) {
    const Json& project = data["project"];
    const Json& tool = data["tool"];
    for (const Json* one : {&project, &tool["poetry"], &tool["flit"]["metadata"]}) {
      say(name_, (*one)["name"].text());
      say(version_, (*one)["version"].text());
      add_group("console_scripts", (*one)["scripts"]);
      add_group("gui_scripts", (*one)["gui-scripts"]);
    }
    for (const Json* all : {&project["entry-points"], &tool["poetry"]["plugins"]}) {
      for (const auto& [group, entries] : all->members()) add_group(group, entries);
    }
    if (version_.empty()) {
      say(version_, version_in(view_, tool["hatch"]["version"]["path"].string_or("")));
    }
    if (version_.empty()) {
      read_attribute(tool["setuptools"]["dynamic"]["version"]["attr"].text());
    }
  }

  // `box.__version__`.
  void read_attribute(std::string_view attribute) {
    const auto dot = attribute.rfind('.');
    if (dot == std::string_view::npos) return;
    say(version_, version_of_module(view_, attribute.substr(0, dot)));
  }

  void read_setup_cfg(const Json& data) {
    say(name_, data["metadata"]["name"].text());
    const std::string_view version = trim(data["metadata"]["version"].text());
    if (version.starts_with("attr:")) {
      read_attribute(trim(version.substr(5)));
    } else if (version.starts_with("file:")) {
      say(version_, view_.text(std::string(trim(version.substr(5)))).value_or(""));
    } else {
      say(version_, version);
    }
    for (const auto& [group, lines] : data["options.entry_points"].members()) {
      add_lines(group, split_lines(lines.text()));
    }
  }

  void add_lines(const std::string& group, const std::vector<std::string_view>& lines) {
    for (const std::string_view line : lines) {
      const auto equals = line.find('=');
      if (equals == std::string_view::npos) continue;
      add_entry(group, line.substr(0, equals), line.substr(equals + 1));
    }
  }

  void read_setup_py(const std::string& text) {
    if (const auto name = python_argument(text, "setup", "name")) say(name_, name->value);
    if (const auto version = python_argument(text, "setup", "version")) {
      say(version_, version->value);
    }
    for (const PythonString& one : python_lists_by_key(text, "entry_points")) {
      add_lines(one.key, {one.value});
    }
  }

  const RepoView& view_;
  std::string name_;
  std::string version_;
  EntryGroups groups_;
};

}  // namespace

std::optional<PythonMetadata> python_metadata(const Facts& facts, const RepoView& view) {
  return MetadataReader(facts, view).written();
}

}  // namespace pawl::repo
