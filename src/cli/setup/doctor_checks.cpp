#include <array>
#include <filesystem>
#include <set>
#include <system_error>

#include "base/text/text.hpp"
#include "cli/setup/doctor.hpp"
#include "cli/setup/doctor_sandbox.hpp"
#include "llm/models.hpp"
#include "runner/target.hpp"
#include "stages/roles.hpp"
#include "store/database.hpp"

namespace pawl::cli {
namespace {

constexpr std::uint64_t kDiskBytesWanted = 1ULL << 30U;
constexpr std::array<long long, 2> kGitVersionMin = {2, 38};

Finding writable_folder(os::Files& files, const std::string& name, const std::string& folder) {
  const std::string probe = os::join_path(folder, ".pawl-doctor");
  Status done = files.make_folders(folder, 0700);
  if (done) done = files.write_atomic(probe, "", 0600);
  if (done) done = files.remove(probe);
  if (!done) return {name, Health::fail, done.error().to_line()};
  return {name, Health::ok, folder};
}

Finding free_disk(const std::string& folder) {
  std::error_code error;
  const std::filesystem::space_info space = std::filesystem::space(folder, error);
  if (error) return {"disk", Health::warn, "free space is not known: " + error.message()};
  const std::string detail = std::to_string(space.available >> 20U) + " MiB free at " + folder;
  if (space.available < kDiskBytesWanted) {
    return {"disk", Health::warn, detail + "; worktrees and builds may need more than 1 GiB"};
  }
  return {"disk", Health::ok, detail};
}

Finding database(const store::Layout& layout) {
  const auto opened = store::Database::open(layout.database());
  if (!opened) return {"database", Health::fail, opened.error().to_line()};
  return {"database", Health::ok, layout.database()};
}

// `git version 2.39.5` → {2, 39}; nothing when it prints something else.
std::optional<std::array<long long, 2>> git_version(std::string_view detail) {
  const auto words = split_words(detail);
  if (words.size() < 3) return std::nullopt;
  const auto parts = split(words[2], '.');
  if (parts.size() < 2) return std::nullopt;
  const auto major = parse_int(parts[0]);
  const auto minor = parse_int(parts[1]);
  if (!major || !minor) return std::nullopt;
  return std::array<long long, 2>{*major, *minor};
}

Finding git_program(const Patient& patient) {
  git::Git git(patient.ports.processes, runner::git_options(patient.ports, patient.config.config));
  const auto finished =
      git.run({.folder = {}, .args = {"--version"}, .deadline = Milliseconds(10'000)});
  if (!finished) return {"git", Health::fail, finished.error().to_line()};
  const std::string detail(trim(finished->out));
  const auto version = git_version(detail);
  if (!finished->succeeded() || !version) {
    return {"git", Health::fail, "`git --version` says '" + printable(detail, 80) + "'"};
  }
  if (*version < kGitVersionMin) return {"git", Health::fail, detail + "; 2.38 or newer is needed"};
  return {"git", Health::ok, detail};
}

class NoEvents final : public EventSink {
 public:
  Status append(const Event&) override { return Done{}; }
};

Finding answer_of(const std::string& name, llm::ChatModel& model) {
  const auto health = model.check();
  if (!health) return {name, Health::fail, model.name() + ": " + health.error().to_line()};
  std::string detail = model.name() + " answers";
  if (health->context_length) {
    detail += ", context of " + std::to_string(*health->context_length) + " tokens";
  }
  if (const Status context = llm::check_context(*health, model.name()); !context) {
    return {name, Health::fail, context.error().message};
  }
  if (health->note.empty()) return {name, Health::ok, detail};
  return {name, Health::warn, detail + "; " + health->note};
}

Finding examine_choice(const Patient& patient, const std::string& name,
                       stages::ModelChoice choice) {
  if (choice.spec.provider == "recipes") return {name, Health::ok, "recipes: is built in"};
  if (choice.spec.provider == "scripted") {
    const auto model = llm::scripted_model(patient.ports.files, choice.spec.model);
    if (!model) return {name, Health::fail, model.error().to_line()};
    return answer_of(name, **model);
  }
  choice.endpoint.timeout = Seconds(10);
  choice.endpoint.retries = 0;
  NoEvents events;
  const auto model = stages::remote_model({.http = patient.ports.http,
                                           .clock = patient.ports.clock,
                                           .random = patient.ports.random,
                                           .events = events},
                                          choice);
  return model ? answer_of(name, *model) : Finding{name, Health::ok, stages::place_of(choice)};
}

// A model that several roles ask is looked at once, under the name of the first.
void examine_role(const Patient& patient, config::Role role, std::set<std::string>& seen,
                  Findings& findings) {
  const config::Config& config = patient.config.config;
  const std::string name =
      role == config::Role::planner ? "model" : std::string(to_string(role)) + " model";
  const auto choices = stages::choices_for(config, role, stages::spec_of(config, role));
  if (!choices) {
    findings.push_back({name, Health::fail, choices.error().to_line()});
    return;
  }
  bool first = true;
  for (const stages::ModelChoice& choice : *choices) {
    const std::string shown = first ? name : name + " (fallback)";
    first = false;
    if (!seen.insert(stages::place_of(choice)).second) continue;
    findings.push_back(examine_choice(patient, shown, choice));
  }
}

void examine_models(const Patient& patient, Findings& findings) {
  std::set<std::string> seen;
  for (std::size_t role = 0; role < config::kRoles; ++role) {
    examine_role(patient, static_cast<config::Role>(role), seen, findings);
  }
}

}  // namespace

Patient examine_configuration(os::Ports& ports, const store::Layout& layout, Findings& findings) {
  Patient patient{ports, layout, {}};
  auto loaded = config::load(ports.files, layout.config_file(), ports.environment, {});
  if (!loaded) {
    findings.push_back({"configuration", Health::fail, loaded.error().to_line()});
    patient.sound = false;
    loaded = config::load(ports.files, layout.config_folder + "/none", {}, {});
  } else {
    findings.push_back({"configuration", Health::ok, layout.config_file()});
    for (const std::string& warning : loaded->warnings) {
      findings.push_back({"configuration", Health::warn, warning});
    }
  }
  if (loaded) patient.config = *std::move(loaded);
  return patient;
}

void examine_machine(const Patient& patient, Findings& findings) {
  os::Files& files = patient.ports.files;
  const store::Layout& layout = patient.layout;
  findings.push_back(writable_folder(files, "config folder", layout.config_folder));
  findings.push_back(writable_folder(files, "state folder", layout.state_folder));
  findings.push_back(free_disk(layout.state_folder));
  findings.push_back(database(layout));
  findings.push_back(git_program(patient));
  examine_sandbox(patient, findings);
  examine_models(patient, findings);
}

}  // namespace pawl::cli
