#include "cli/kit/desk.hpp"

#include "base/text/text.hpp"
#include "forge/open_forge.hpp"
#include "runner/target.hpp"

namespace pawl::cli {

Result<std::unique_ptr<Desk>> open_desk(Context& context, const std::string& target) {
  git::Git git(context.ports.processes, runner::git_options(context.ports, context.config.config));
  TRY_ASSIGN(git::Target place, runner::resolve_target(context.ports, git, target));
  TRY(context.ports.files.make_folders(context.layout.state_folder, 0700));
  TRY_ASSIGN(auto database, store::Database::open(context.layout.database()));
  auto desk = std::make_unique<Desk>(Desk{.git = std::move(git),
                                          .target = std::move(place),
                                          .database = std::move(database),
                                          .forge = nullptr});
  TRY_ASSIGN(desk->forge, forge::open_forge({.config = context.config.config,
                                             .target = desk->target,
                                             .layout = context.layout,
                                             .database = *desk->database,
                                             .git = desk->git,
                                             .ports = context.ports}));
  return desk;
}

Result<std::vector<forge::Pull>> all_pulls(forge::Forge& forge,
                                           std::optional<forge::PullState> state) {
  TRY_ASSIGN(std::vector<forge::Pull> pulls,
             forge::all_pages<forge::Pull>(
                 [&](const forge::PageRequest& page) { return forge.pulls().list(state, page); }));
  return pulls;
}

std::vector<std::string> label_list(std::string_view text) {
  std::vector<std::string> labels;
  for (const std::string_view label : split(text, ',')) {
    if (!trim(label).empty()) labels.emplace_back(trim(label));
  }
  return labels;
}

Result<std::int64_t> forge_number(const std::string& text, std::string_view what,
                                  std::string_view list) {
  const auto number = parse_int(text.starts_with('#') ? text.substr(1) : text);
  if (!number || *number < 1) {
    return fail(Errc::invalid, "not the number of " + std::string(what) + ": \"" +
                                   printable(text, 40) + "\"; see `" + std::string(list) + "`");
  }
  return static_cast<std::int64_t>(*number);
}

}  // namespace pawl::cli
