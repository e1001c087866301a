#include "cli/desk.hpp"

#include "base/text.hpp"
#include "forge/local_forge.hpp"
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
  desk->forge = forge::local_forge(
      *desk->database, desk->git, context.ports.files, context.ports.clock,
      {.target = desk->target, .scratch = context.layout.state_folder + "/scratch/forge"});
  return desk;
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
