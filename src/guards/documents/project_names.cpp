// How a project calls itself.
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/documents/told_names.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/manifests/native_calls.hpp"
#include "repo/manifests/python_literals.hpp"

namespace pawl::guards {
namespace {

// `@scope/name`, `example.com/owner/name/v2`, `name-cli`
std::string plain_name(std::string_view name) {
  while (true) {
    const auto slash = name.rfind('/');
    if (slash == std::string_view::npos) break;
    const std::string_view last = name.substr(slash + 1);
    const bool version = last.size() > 1 && last.front() == 'v' && is_digit(last[1]);
    name = version ? name.substr(0, slash) : last;
  }
  std::string out = lower(name);
  for (char& c : out) {
    if (!is_letter_or_digit(c)) c = '_';
  }
  for (const std::string_view end : {"_core", "_cli", "_js", "_py", "_rs", "_parent", "_root"}) {
    if (out.size() > end.size() && out.ends_with(end)) out.resize(out.size() - end.size());
  }
  return out;
}

class ProjectNameReader {
 public:
  explicit ProjectNameReader(const repo::RepoView& view) : view_(view) {}

  std::set<std::string, std::less<>> read() {
    for (const char* path : {"package.json", "composer.json"}) {
      if (const auto data = config(path, ConfigForm::json)) add((*data)["name"]);
    }
    if (const auto data = config("pyproject.toml", ConfigForm::toml)) {
      add((*data)["project"]["name"]);
      add((*data)["tool"]["poetry"]["name"]);
      const Json& scripts = (*data)["project"]["scripts"];
      for (const auto& [name, target] : scripts.members()) take(name);
    }
    if (const auto data = config("Cargo.toml", ConfigForm::toml)) {
      add((*data)["package"]["name"]);
      const Json& programs = (*data)["bin"];
      for (const Json& program : programs.items()) add(program["name"]);
    }
    if (const auto data = config("setup.cfg", ConfigForm::ini)) add((*data)["metadata"]["name"]);
    if (const auto text = view_.text("go.mod")) add(repo::parse_go_mod(*text)["module"]);
    if (const auto text = view_.text("pom.xml")) add(repo::parse_pom(*text)["artifactId"]["value"]);
    setup_py();
    native("CMakeLists.txt", "project");
    native("configure.ac", "AC_INIT");
    return std::move(names_);
  }

 private:
  std::optional<Json> config(const char* path, ConfigForm form) const {
    const auto text = view_.text(path);
    auto data = text ? read_config(form, *text) : std::nullopt;
    if (data && !data->is_object()) return {};
    return data;
  }
  void take(std::string_view name) {
    std::string plain = plain_name(name);
    if (plain.size() > 1) names_.insert(std::move(plain));
  }
  void add(const Json& name) {
    if (name.is_string()) take(name.text());
  }
  void setup_py() {
    const auto text = view_.text("setup.py");
    if (!text) return;
    const auto name = repo::python_argument(*text, "setup", "name");
    if (name) take(name->value);
  }
  void native(const char* path, std::string_view call) {
    const auto text = view_.text(path);
    if (!text) return;
    for (const repo::NativeCall& each : repo::native_calls(*text, call)) {
      if (each.words.empty() || !repo::is_literal(each.words[0])) continue;
      std::string_view word = each.words[0];
      while (word.starts_with('[')) word.remove_prefix(1);
      while (word.ends_with(']')) word.remove_suffix(1);
      take(word);
    }
  }

  const repo::RepoView& view_;
  std::set<std::string, std::less<>> names_;
};

}  // namespace

std::set<std::string, std::less<>> project_names(const repo::RepoView& view) {
  return ProjectNameReader(view).read();
}

}  // namespace pawl::guards
