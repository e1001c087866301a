// What workflows and actions of GitHub and pipelines of GitLab name.
#include <algorithm>
#include <optional>
#include <set>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/paths/relative_path.hpp"
#include "guards/references/command_names.hpp"
#include "guards/references/name_readers.hpp"
#include "repo/checks/workflow_steps.hpp"

namespace pawl::guards {
namespace {

using Names = std::vector<std::string>;

// Inputs of actions that name a file of the repository.
constexpr auto kFileInputs = fixed_words(
    "go-version-file", "python-version-file", "node-version-file", "java-version-file",
    "ruby-version-file", "global-json-file", "cache-dependency-path", "bun-version-file");

Names keys_of(const Json& table) {
  Names names;
  for (const auto& [name, value] : table.members()) names.push_back(name);
  return names;
}

// The name behind `steps.`, `needs.` and the like in the expressions of a text, with what follows
// it: `steps.a.outputs.b` → a, `.outputs.b`.
struct Mentioned {
  std::string_view name;
  std::string_view rest;
};

std::string_view word_at(std::string_view text) {
  std::size_t end = 0;
  while (end < text.size() && (is_word(text[end]) || text[end] == '-')) ++end;
  return text.substr(0, end);
}

void find_mentions(std::string_view expression, std::string_view context,
                   std::vector<Mentioned>& out) {
  for (std::size_t at = expression.find(context); at != std::string_view::npos;
       at = expression.find(context, at + 1)) {
    const bool begins = at == 0 || (!is_word(expression[at - 1]) && expression[at - 1] != '.' &&
                                    expression[at - 1] != '-' && expression[at - 1] != '\'');
    const std::string_view tail = expression.substr(at + context.size());
    if (!begins || !tail.starts_with('.')) continue;
    const std::string_view name = word_at(tail.substr(1));
    if (!name.empty()) out.push_back({name, tail.substr(1 + name.size())});
  }
}

// In `${{ … }}`; all of the text where it is a condition.
std::vector<Mentioned> mentions(std::string_view text, std::string_view context, bool condition) {
  std::vector<Mentioned> out;
  std::size_t open = text.find("${{");
  if (condition && open == std::string_view::npos) find_mentions(text, context, out);
  while (open != std::string_view::npos) {
    const std::size_t close = std::min(text.find("}}", open), text.size());
    find_mentions(text.substr(open + 3, close - open - 3), context, out);
    open = text.find("${{", close);
  }
  return out;
}

template <class Visit>
void each_text(const Json& value, bool condition, const Visit& visit) {
  if (value.is_string()) return visit(value.text(), condition);
  for (const Json& item : value.items()) each_text(item, condition, visit);
  for (const auto& [key, item] : value.members()) {
    // What is only shown, or tells one cache from another, may be empty.
    if (among({"name", "key", "restore-keys"}, key)) continue;
    each_text(item, key == "if", visit);
  }
}

// Reports every unknown one of the mentions of a context once.
void check_mentions(NameCollector& out, const Json& value, std::string_view context,
                    std::string_view what, const std::string& where, const Names& known) {
  std::set<std::string_view> seen;
  each_text(value, false, [&](std::string_view text, bool condition) {
    for (const Mentioned& each : mentions(text, context, condition)) {
      const bool is_known = std::any_of(known.begin(), known.end(), [&](const std::string& name) {
        return equal_folded(name, each.name);
      });
      if (is_known || !seen.insert(each.name).second) continue;
      out.unknown(what, each.name, where, known);
    }
  });
}

// Steps may hold further ones.
void add_step_ids(const Json& steps, Names& ids) {
  for (const Json& step : steps.items()) {
    if (step.has("id")) ids.emplace_back(step["id"].text());
    for (const auto& [key, inner] : step.members()) {
      if (inner.is_array()) add_step_ids(inner, ids);
    }
  }
}

Names step_ids(const Json& steps) {
  Names ids;
  add_step_ids(steps, ids);
  return ids;
}

// What is run where the files of the repository are: nothing else was checked out.
class StepReader {
 public:
  StepReader(NameCollector& out, const Json& job, std::string_view folder)
      : out_(out), steps_(repo::steps_of_job(job)), folder_(folder) {}

  void read() {
    for (const Json* each : steps_) {
      const Json& step = *each;
      const std::string_view uses = step["uses"].text();
      const bool checkout = uses.starts_with("actions/checkout@");
      has_checkout_ = has_checkout_ || checkout;
      const Json& with = step["with"];
      if (checkout && (with.has("path") || with.has("repository") || with.has("ref"))) return;
      if (contains(uses, "download-artifact")) brings_files_ = true;
    }
    for (const Json* step : steps_) one(*step);
  }

 private:
  void one(const Json& step) {
    const std::string_view uses = step["uses"].text();
    if (uses.starts_with("./") && is_plain_path(uses)) {
      out_.add_from(
          "", {.key = "uses", .written = std::string(uses), .path = {}, .as = NamedAs::folder});
    }
    if (!has_checkout_) return;
    const Json& own = step["working-directory"];
    const auto folder = joined_path("", own.is_string() ? own.text() : folder_);
    if (!folder || folder->find_first_of("$*") != std::string::npos) return;
    if (own.is_string() && is_plain_path(own.text()) && !brings_files_ && !is_made(own.text())) {
      out_.add_from("", {.key = "working-directory",
                         .written = std::string(own.text()),
                         .path = {},
                         .as = NamedAs::folder});
    }
    for (const std::string_view key : kFileInputs) {
      const std::string_view file = step["with"][key].text();
      if (!is_plain_path(file)) continue;
      out_.add_from("", {.key = std::string(key), .written = std::string(file), .path = {}});
    }
    const std::string_view shell = step["shell"].text();
    const bool posix = shell.empty() || shell.starts_with("bash") || shell.starts_with("sh");
    if (posix && !brings_files_) {
      add_commands(out_, step["run"].text(), {.key = "run", .folder = *folder, .line = 0});
    }
  }

  // Some step speaks of it: it may make it.
  bool is_made(std::string_view folder) const {
    const std::string_view last = folder.substr(folder.rfind('/') + 1);
    return std::any_of(steps_.begin(), steps_.end(), [&](const Json* step) {
      return contains((*step)["run"].text(), last) || contains((*step)["with"].dump(), last);
    });
  }

  NameCollector& out_;
  std::vector<const Json*> steps_;
  std::string_view folder_;
  bool has_checkout_ = false;
  bool brings_files_ = false;
};

// Of a name or a list of names.
Names names_in(const Json& said) {
  Names names;
  if (said.is_string()) names.emplace_back(said.text());
  for (const Json& item : said.items()) names.emplace_back(item.text());
  return names;
}

class WorkflowReader {
 public:
  WorkflowReader(NameCollector& out, const Json& document) : out_(out), document_(document) {}

  void read() {
    const Json& jobs = document_["jobs"];
    const Names names = keys_of(jobs);
    for (const auto& [name, job] : jobs.members()) one(name, job, names);
    inputs();
  }

 private:
  void one(const std::string& name, const Json& job, const Names& jobs) {
    const std::string where = "the job \"" + name + "\"";
    const Names needs = names_in(job["needs"]);
    for (const std::string& need : needs) out_.unknown("job", need, "needs of " + where, jobs);
    const std::string_view uses = job["uses"].text();
    if (uses.starts_with("./") && is_plain_path(uses)) {
      out_.add_from("", {.key = "uses", .written = std::string(uses), .path = {}});
    }
    if (job.has("steps")) {
      const Names steps = step_ids(job["steps"]);
      check_mentions(out_, job, "steps", "step", where, steps);
      check_awaited(job, where, steps);
    }
    check_mentions(out_, job, "needs", "needed job", where, needs);
    check_outputs(job, where);
    check_environment(job, where);
    check_matrix(job, where);
    const Json& folder = job["defaults"]["run"].has("working-directory")
                             ? job["defaults"]["run"]["working-directory"]
                             : document_["defaults"]["run"]["working-directory"];
    StepReader(out_, job, folder.text()).read();
  }

  // `wait: server`, `cancel: server`.
  void check_awaited(const Json& job, const std::string& where, const Names& steps) {
    for (const Json& step : job["steps"].items()) {
      for (const std::string_view key : {"wait", "cancel"}) {
        for (const std::string& name : names_in(step[key])) {
          out_.unknown("step", name, std::string(key) + " of " + where, steps);
        }
      }
    }
  }

  // Actions may set further ones: only a slip of one that stands there counts.
  void check_environment(const Json& job, const std::string& where) {
    Names names = keys_of(document_["env"]);
    for (const std::string& name : keys_of(job["env"])) names.push_back(name);
    for (const Json* step : repo::steps_of_job(job)) {
      for (const std::string& name : keys_of((*step)["env"])) names.push_back(name);
    }
    NameCollector found(out_.path(), out_.text());
    check_mentions(found, job, "env", "variable", where, names);
    for (UnknownName& name : found.take().unknown) {
      // A script sets it.
      const bool set = contains(out_.text(), name.name + "=");
      if (!name.nearest.empty() && !set) out_.unknown(std::move(name));
    }
  }

  // `needs.a.outputs.b`, where the job a is of this file and has no output b.
  void check_outputs(const Json& job, const std::string& where) {
    std::set<std::string> seen;
    each_text(job, false, [&](std::string_view text, bool condition) {
      for (const Mentioned& each : mentions(text, "needs", condition)) {
        const Json* other = document_["jobs"].find(each.name);
        if (other == nullptr || other->has("uses") || !each.rest.starts_with(".outputs.")) continue;
        const std::string_view output = word_at(each.rest.substr(9));
        if (output.empty() || !seen.emplace(output).second) continue;
        out_.unknown("output", output, where + ", of the job \"" + std::string(each.name) + "\"",
                     keys_of((*other)["outputs"]));
      }
    });
  }

  void check_matrix(const Json& job, const std::string& where) {
    const Json& matrix = job["strategy"]["matrix"];
    if (matrix.is_string()) return;
    Names names;
    for (const auto& [key, values] : matrix.members()) {
      if (key == "exclude") continue;
      if (key != "include") {
        names.push_back(key);
        continue;
      }
      if (values.is_string()) return;
      for (const Json& item : values.items()) {
        if (item.is_string()) return;
        for (const std::string& inner : keys_of(item)) names.push_back(inner);
      }
    }
    check_values(job, where, names);
  }

  // What is left over of a matrix is empty, and mostly does no harm: it counts when another name is
  // likely meant, or when it is all of a value and there is no matrix.
  void check_values(const Json& job, const std::string& where, const Names& names) {
    NameCollector found(out_.path(), out_.text());
    check_mentions(found, job, "matrix", "matrix value", where, names);
    for (UnknownName& name : found.take().unknown) {
      bool whole = false;
      bool asked = false;  // whether it is empty
      const std::string own = "matrix." + name.name;
      each_text(job, false, [&](std::string_view text, bool) {
        const std::string said = replace_all(text, " ", "");
        whole = whole || said == "${{" + own + "}}";
        asked = asked || contains(said, own + "!=''") || contains(said, own + "==''");
      });
      if (asked) continue;
      if (!name.nearest.empty() || (names.empty() && whole)) out_.unknown(std::move(name));
    }
  }

  // Of a workflow that is started by hand or by another one.
  void inputs() {
    const Json& on = document_["on"];
    Names names;
    bool takes = false;
    for (const std::string_view event : {"workflow_dispatch", "workflow_call"}) {
      const Json& inputs = on[event]["inputs"];
      takes = takes || inputs.size() > 0;
      for (const std::string& name : keys_of(inputs)) names.push_back(name);
    }
    if (takes) check_mentions(out_, document_["jobs"], "inputs", "input", "the jobs", names);
  }

  NameCollector& out_;
  const Json& document_;
};

}  // namespace

void read_workflow(NameCollector& out) {
  const auto document = read_config(ConfigForm::yaml, out.text());
  if (document) WorkflowReader(out, *document).read();
}

void read_action(NameCollector& out) {
  const auto document = read_config(ConfigForm::yaml, out.text());
  if (!document) return;
  const Json& runs = (*document)["runs"];
  if (!runs.is_object()) return;
  for (const std::string_view key : {"main", "pre", "post"}) {
    out.add(std::string("runs.") + std::string(key), runs[key].text(), NamedAs::file);
  }
  if (runs["using"].text() != "composite") return;
  check_mentions(out, *document, "steps", "step", "the action", step_ids(runs["steps"]));
  check_mentions(out, runs, "inputs", "input", "the action", keys_of((*document)["inputs"]));
}

void read_gitlab_ci(NameCollector& out) {
  const auto document = read_config(ConfigForm::yaml, out.text());
  if (!document || document->has("include")) return;
  const Names jobs = keys_of(*document);
  Names stages{".pre", "build", "test", "deploy", ".post"};
  for (const Json& stage : (*document)["stages"].items()) stages.emplace_back(stage.text());
  for (const auto& [name, job] : document->members()) {
    if (!job.is_object()) continue;
    const std::string where = "the job \"" + name + "\"";
    if (job["stage"].is_string()) out.unknown("stage", job["stage"].text(), where, stages);
    for (const Json& need : job["needs"].items()) {
      if (need.is_object() && (need.has("project") || need.has("pipeline"))) continue;
      const std::string_view other = need.is_object() ? need["job"].text() : need.text();
      out.unknown("job", other.substr(0, other.find(':')), "needs of " + where, jobs);
    }
    for (const Json& other : job["dependencies"].items()) {
      out.unknown("job", other.text(), "dependencies of " + where, jobs);
    }
    if (job["extends"].is_string()) out.unknown("job", job["extends"].text(), where, jobs);
    for (const std::string_view key : {"before_script", "script", "after_script"}) {
      for (const Json& line : job[key].items()) {
        add_commands(out, line.text(), {.key = std::string(key), .folder = {}, .line = 0});
      }
    }
  }
}

}  // namespace pawl::guards
