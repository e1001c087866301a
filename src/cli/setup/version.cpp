#include "base/version.hpp"

#include "cli/kit/command.hpp"
#include "store/journal.hpp"

namespace pawl::cli {
namespace {

class Version final : public Command {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    if (json) {
      context.console.document(Json::object({{"name", "pawl"},
                                             {"version", version()},
                                             {"journal", store::kJournalVersion},
                                             {"compiler", __VERSION__}}));
    } else {
      context.console.out("pawl " + std::string(version()) + "\n");
    }
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_version() { return std::make_unique<Version>(); }

}  // namespace pawl::cli
