// What the commands about landed work need of this machine.
#pragma once

#include <memory>

#include "cli/kit/command.hpp"
#include "git/git.hpp"
#include "landing/landing.hpp"
#include "runner/target.hpp"
#include "store/database.hpp"

namespace pawl::cli {

class LandingPorts {
 public:
  // Borrows the context.
  static Result<std::unique_ptr<LandingPorts>> open(Context& context) {
    TRY(context.ports.files.make_folders(context.layout.state_folder, 0700));
    TRY_ASSIGN(auto database, store::Database::open(context.layout.database()));
    return std::unique_ptr<LandingPorts>(new LandingPorts(context, std::move(database)));
  }

  landing::Ports ports() {
    return {.world = context_.ports,
            .git = git_,
            .database = *database_,
            .layout = context_.layout,
            .config = context_.config.config,
            .redactor = context_.config.redactor};
  }
  git::Git& git() { return git_; }

 private:
  LandingPorts(Context& context, std::unique_ptr<store::Database> database)
      : context_(context),
        git_(context.ports.processes, runner::git_options(context.ports, context.config.config)),
        database_(std::move(database)) {}

  Context& context_;
  git::Git git_;
  std::unique_ptr<store::Database> database_;
};

}  // namespace pawl::cli
