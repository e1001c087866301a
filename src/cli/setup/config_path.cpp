#include "cli/kit/command.hpp"
#include "cli/kit/folders.hpp"

namespace pawl::cli {
namespace {

class ConfigPath final : public Command {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const store::Layout layout, resolve_layout(context.ports));
    if (json) {
      context.console.document(
          Json::object({{"config", layout.config_file()}, {"state", layout.state_folder}}));
    } else {
      context.console.out(layout.config_file() + "\n");
    }
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_config_path() { return std::make_unique<ConfigPath>(); }

}  // namespace pawl::cli
