// A target's forge, opened for one command. The commands `pawl pr`, `pawl issue` and
// `pawl fix` work with it.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/kit/command.hpp"
#include "forge/forge.hpp"
#include "git/git.hpp"
#include "git/target.hpp"
#include "store/database.hpp"

namespace pawl::cli {

struct Desk {
  git::Git git;
  git::Target target;
  std::unique_ptr<store::Database> database;
  std::unique_ptr<forge::Forge> forge;
};

// `target` is as a person types it.
Result<std::unique_ptr<Desk>> open_desk(Context& context, const std::string& target);

// By number, page after page; of one state when it is given.
Result<std::vector<forge::Pull>> all_pulls(forge::Forge& forge,
                                           std::optional<forge::PullState> state);

// `a, b` → a and b.
std::vector<std::string> label_list(std::string_view text);

// `3` or `#3`; `what` is a pull request or an issue, `list` the command that shows those there are.
Result<std::int64_t> forge_number(const std::string& text, std::string_view what,
                                  std::string_view list);

}  // namespace pawl::cli
