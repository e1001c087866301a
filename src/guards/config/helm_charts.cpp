#include "guards/config/helm_charts.hpp"

#include <algorithm>
#include <set>

#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/documents/documents.hpp"
#include "guards/paths/relative_path.hpp"

namespace pawl::guards {
namespace {

// Where the folder of a chart ends in the path of a template; nothing in other paths.
std::optional<std::size_t> end_of_chart(std::string_view path) {
  const auto at = path.rfind("/templates/");
  if (at != std::string_view::npos) return at;
  return path.starts_with("templates/") ? std::optional<std::size_t>(0) : std::nullopt;
}

bool has_template_ending(std::string_view name) {
  return name.ends_with(".yaml") || name.ends_with(".yml") || name.ends_with(".tpl") ||
         name.ends_with(".txt");
}

std::set<std::string> names_of(const std::vector<HelmName>& names) {
  std::set<std::string> out;
  for (const HelmName& each : names) out.insert(each.name);
  return out;
}

// Charts in one repository may lend each other their templates.
class TemplateSearch {
 public:
  TemplateSearch(const git::Change& change, const repo::RepoView& head)
      : change_(change), head_(head) {}

  std::vector<LostTemplate> search() {
    for (const git::FileChange& file : change_.files) {
      if (file.before != file.after) look_at(file);
    }
    if (!gone_.empty()) look_for_gone();
    return std::move(out_);
  }

 private:
  void look_at(const git::FileChange& file) {
    const auto chart = chart_of_template(file.path, head_);
    if (!chart) return;
    const HelmText before = file.before ? read_helm_text(*file.before) : HelmText();
    const HelmText after = file.after ? read_helm_text(*file.after) : HelmText();
    const std::set<std::string> defined = names_of(after.defines);
    for (const HelmName& each : before.defines) {
      if (after.faults.empty() && !defined.contains(each.name)) gone_.insert(each.name);
    }
    const std::set<std::string> known = names_of(before.calls);
    for (const HelmName& call : after.calls) {
      const bool judged = !known.contains(call.name) && is_of_chart(*chart, call.name);
      if (judged && !is_defined(call.name)) out_.push_back({file.path, call, false});
    }
  }

  // A chart with dependencies gets templates from elsewhere, but not under its own name.
  bool is_of_chart(const std::string& chart, const std::string& name) const {
    const auto text = head_.text(path_in(chart, "Chart.yaml"));
    const auto document = text ? read_config(ConfigForm::yaml, *text) : std::nullopt;
    if (!document) return false;
    const std::string own((*document)["name"].text());
    const bool alone = (*document)["dependencies"].size() == 0 &&
                       !head_.has(path_in(chart, "requirements.yaml")) &&
                       !contains("/" + chart + "/", "/charts/" + own + "/charts/");
    const bool prefixed = !own.empty() && name.starts_with(own + ".");
    return prefixed || (alone && !head_.has_folder(path_in(chart, "charts")));
  }

  bool is_defined(const std::string& name) {
    read_defines();
    return defines_.contains(name);
  }

  void read_defines() {
    if (read_) return;
    read_ = true;
    each_template([&](const repo::Entry&, const HelmText& text) {
      const auto names = names_of(text.defines);
      defines_.insert(names.begin(), names.end());
    });
  }

  template <typename Take>
  void each_template(Take take) const {
    for (const repo::Entry& entry : head_.files()) {
      const std::string_view path = entry.path.text();
      if (!end_of_chart(path) || !has_template_ending(entry.path.name())) continue;
      const auto text = head_.text(path);
      if (text && contains(*text, "{{")) take(entry, read_helm_text(*text));
    }
  }

  void look_for_gone() {
    read_defines();
    std::erase_if(gone_, [&](const std::string& name) { return defines_.contains(name); });
    if (gone_.empty()) return;
    each_template([&](const repo::Entry& entry, const HelmText& text) {
      const auto call = std::find_if(text.calls.begin(), text.calls.end(),
                                     [&](const auto& each) { return gone_.contains(each.name); });
      const bool reported = std::any_of(out_.begin(), out_.end(), [&](const LostTemplate& each) {
        return each.path == entry.path;
      });
      if (call != text.calls.end() && !reported) out_.push_back({entry.path, *call, true});
    });
  }

  const git::Change& change_;
  const repo::RepoView& head_;
  bool read_ = false;
  std::set<std::string> defines_;
  std::set<std::string> gone_;
  std::vector<LostTemplate> out_;
};

}  // namespace

std::optional<std::string> chart_of_template(const RepoPath& path, const repo::RepoView& tree) {
  const std::string_view text = path.text();
  const auto end = end_of_chart(text);
  if (!end || !has_template_ending(path.name())) return std::nullopt;
  const repo::Entry* chart = tree.find(path_in(text.substr(0, *end), "Chart.yaml"));
  if (chart == nullptr || is_specimen(chart->path)) return std::nullopt;
  return std::string(text.substr(0, *end));
}

std::vector<LostTemplate> lost_templates(const git::Change& change, const repo::RepoView& head) {
  return TemplateSearch(change, head).search();
}

}  // namespace pawl::guards
