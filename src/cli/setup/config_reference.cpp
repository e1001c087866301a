#include "base/text/text.hpp"
#include "cli/kit/command.hpp"

namespace pawl::cli {
namespace {

std::string code(std::string_view text) {
  return text.empty() ? std::string() : "`" + std::string(text) + "`";
}

std::string row_of(const config::Setting& setting) {
  std::string variables = code(setting.env);
  for (const std::string_view older : split_words(setting.older_names)) {
    variables += ", " + code(older);
  }
  std::string allowed = config::allowed_values(setting);
  if (config::is_secret(setting)) allowed += "; secret";
  return "| " + code(setting.key) + " | " + code(setting.default_text) + " | " +
         replace_all(allowed, "|", "\\|") + " | " + variables + " | " +
         replace_all(setting.help, "|", "\\|") + " |\n";
}

class ConfigReference final : public Command {
 public:
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }

  Result<Exit> run(Context& context) override {
    if (json) {
      Json list = Json::array();
      for (const config::Setting& setting : config::settings()) {
        list.push(Json::object({{"key", setting.key},
                                {"default", setting.default_text},
                                {"allowed", config::allowed_values(setting)},
                                {"secret", config::is_secret(setting)},
                                {"variable", setting.env},
                                {"older", Json::array_of(split_words(setting.older_names))},
                                {"help", setting.help}}));
      }
      context.console.document(Json::object({{"settings", list}}));
      return Exit::done;
    }
    std::string page =
        "| setting | default | allowed | variables | meaning |\n|---|---|---|---|---|\n";
    for (const config::Setting& setting : config::settings()) page += row_of(setting);
    context.console.out(page);
    return Exit::done;
  }
};

}  // namespace

std::unique_ptr<Command> make_config_reference() { return std::make_unique<ConfigReference>(); }

}  // namespace pawl::cli
