#include "base/text.hpp"
#include "cli/command.hpp"
#include "cli/output.hpp"

namespace pawl::cli {
namespace {

// The value with its own JSON type; a secret only says whether it is set.
Json json_value(const config::Config& config, const config::Setting& setting) {
  return std::visit(
      [&config](auto field) -> Json {
        const auto& value = config.*field;
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Secret>) {
          return value.empty() ? "not set" : "set";
        } else {
          return Json(value);
        }
      },
      setting.field);
}

class ConfigShow final : public Command {
 public:
  std::vector<std::string> keys;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"KEY", "show only these settings", &keys, false}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto rows, wanted());
    if (json) {
      show_json(context, rows);
    } else {
      show_table(context, rows);
    }
    return Exit::done;
  }

 private:
  Result<std::vector<const config::Setting*>> wanted() const {
    std::vector<const config::Setting*> rows;
    for (const std::string& key : keys) {
      const config::Setting* setting = config::find_setting(key);
      if (setting == nullptr) {
        const auto near = config::nearest_key(key);
        return fail(Errc::not_found, "there is no setting " + printable(key, 80) +
                                         (near ? "; did you mean " + *near + "?" : ""));
      }
      rows.push_back(setting);
    }
    if (keys.empty()) {
      for (const config::Setting& setting : config::settings()) rows.push_back(&setting);
    }
    return rows;
  }

  static void show_json(Context& context, const std::vector<const config::Setting*>& rows) {
    Json list = Json::array();
    for (const config::Setting* setting : rows) {
      list.push(Json::object({{"key", setting->key},
                              {"value", json_value(context.config.config, *setting)},
                              {"source", context.config.sources.find(setting->key)->second},
                              {"secret", config::is_secret(*setting)},
                              {"variable", setting->env}}));
    }
    context.console.document(Json::object({{"file", context.layout.config_file()},
                                           {"settings", list},
                                           {"warnings", Json::array_of(context.config.warnings)}}));
  }

  static void show_table(Context& context, const std::vector<const config::Setting*>& rows) {
    std::vector<std::vector<std::string>> cells;
    for (const config::Setting* setting : rows) {
      const std::string& source = context.config.sources.find(setting->key)->second;
      const Paint paint = source == "default" ? Paint::dim : Paint::plain;
      std::string value = config::shown(context.config.config, *setting);
      if (value.empty()) value = "-";
      cells.push_back({std::string(setting->key), value, painted(context, paint, source)});
    }
    context.console.out(table({"SETTING", "VALUE", "SOURCE"}, cells));
  }
};

}  // namespace

std::unique_ptr<Command> make_config_show() { return std::make_unique<ConfigShow>(); }

}  // namespace pawl::cli
