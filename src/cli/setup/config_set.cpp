#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/folders.hpp"

namespace pawl::cli {
namespace {

class ConfigSet final : public Command {
 public:
  std::string key;
  std::vector<std::string> value;  // none or one
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"KEY", "the setting", &key, true, kOfferSettings},
            {"VALUE", "its value; `-` reads it", &value, false}};
  }

  Result<Exit> run(Context& context) override {
    if (value.size() > 1) {
      return fail(Errc::invalid,
                  "a value with blanks needs quotes: `pawl config set " + key + " \"…\"`");
    }
    const config::Setting* setting = config::find_setting(key);
    const bool secret = setting != nullptr && config::is_secret(*setting);
    TRY_ASSIGN(const std::string text, read_value(context, secret));
    TRY_ASSIGN(const store::Layout layout, resolve_layout(context.ports));
    TRY(check_folders(context.ports.files, layout));
    TRY(config::set(context.ports.files, layout.config_file(), key, text));
    context.console.say("wrote " + std::string(setting->key) + " to " + layout.config_file());
    warn_if_hidden(context, layout, *setting);
    if (json) {
      context.console.document(
          Json::object({{"key", setting->key}, {"file", layout.config_file()}}));
    }
    return Exit::done;
  }

 private:
  // A secret in argv would appear in the process list and in the shell's history. An empty one
  // gives nothing away, and is the way to take a secret out again.
  Result<std::string> read_value(Context& context, bool secret) const {
    if (secret && !value.empty() && value[0] != "-" && !value[0].empty()) {
      return fail(Errc::invalid, key +
                                     " is a secret: give it on standard input, as in `pawl "
                                     "config set " +
                                     key + " < file`");
    }
    if (!value.empty() && value[0] != "-") return value[0];
    if (context.console.facts().in_is_terminal) {
      context.console.say("Value of " + key + ", then Ctrl-D:");
    }
    TRY_ASSIGN(const std::string input, context.console.read_all());
    const std::string text(trim(input));
    if (text.empty()) return fail(Errc::invalid, "there is no value on standard input");
    return text;
  }

  // A variable that outranks the file would make the new value look lost.
  static void warn_if_hidden(Context& context, const store::Layout& layout,
                             const config::Setting& setting) {
    const auto loaded =
        config::load(context.ports.files, layout.config_file(), context.ports.environment, {});
    if (!loaded) {
      context.console.say("pawl: warning: " + loaded.error().to_line());
      return;
    }
    const std::string& source = loaded->sources.find(setting.key)->second;
    if (source == "config.toml") return;
    context.console.say("pawl: warning: " + source + " outranks config.toml and still counts");
  }
};

}  // namespace

std::unique_ptr<Command> make_config_set() { return std::make_unique<ConfigSet>(); }

}  // namespace pawl::cli
