#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/output.hpp"
#include "stages/roles.hpp"

namespace pawl::cli {
namespace {

// A secret only says whether it is set; what a role has not of its own is null.
struct AsJson {
  Json operator()(const Secret& value) const { return value.empty() ? "not set" : "set"; }
  template <class T>
  Json operator()(const std::optional<T>& value) const {
    return value ? Json(*value) : Json();
  }
  template <class T>
  Json operator()(const T& value) const {
    return Json(value);
  }
};

// The value with its own JSON type.
Json json_value(const config::Config& config, const config::Setting& setting) {
  return std::visit(
      [&config](const auto& field) -> Json { return AsJson{}(config::value_at(config, field)); },
      setting.field);
}

// What a role comes to when its own settings and model.* are put together.
Json role_json(const config::Config& config, config::Role role) {
  Json out = Json::object({{"role", to_string(role)}});
  const auto choices = stages::choices_for(config, role, stages::spec_of(config, role));
  if (!choices) return out.set("error", choices.error().to_line());
  const stages::ModelChoice& first = choices->front();
  const bool remote = first.spec.is_remote();
  Json fallback = Json::array();
  for (std::size_t i = 1; i < choices->size(); ++i) {
    fallback.push(stages::place_of((*choices)[i]));
  }
  out.set("model", first.spec.provider + ":" + first.spec.model);
  out.set("base_url", remote ? Json(first.endpoint.base_url) : Json());
  out.set("api_key", first.endpoint.api_key.empty() ? "not set" : "set");
  out.set("temperature", remote ? Json(first.endpoint.temperature) : Json());
  out.set("max_tokens", remote ? Json(first.endpoint.max_tokens) : Json());
  out.set("timeout", remote ? Json(first.endpoint.timeout.count() / 1000) : Json());
  out.set("fallback", std::move(fallback));
  return out;
}

Json roles_json(const config::Config& config) {
  Json roles = Json::array();
  for (std::size_t role = 0; role < config::kRoles; ++role) {
    roles.push(role_json(config, static_cast<config::Role>(role)));
  }
  return roles;
}

std::string cell(const Json& value) {
  if (value.is_null()) return "-";
  return value.is_string() ? std::string(value.text()) : value.dump();
}

std::string roles_table(const config::Config& config) {
  std::vector<std::vector<std::string>> cells;
  const Json roles = roles_json(config);
  for (const Json& json : roles.items()) {
    if (json.has("error")) {
      cells.push_back({cell(json["role"]), cell(json["error"]), "-", "-", "-", "-", "-"});
      continue;
    }
    std::vector<std::string> fallback;
    for (const Json& each : json["fallback"].items()) fallback.push_back(cell(each));
    cells.push_back({cell(json["role"]), cell(json["model"]), cell(json["base_url"]),
                     cell(json["temperature"]), cell(json["max_tokens"]), cell(json["timeout"]),
                     fallback.empty() ? "-" : join(fallback, ", ")});
  }
  return table({"ROLE", "MODEL", "SERVER", "TEMPERATURE", "MAX TOKENS", "TIMEOUT", "FALLBACK"},
               cells);
}

class ConfigShow final : public Command {
 public:
  std::vector<std::string> keys;
  bool json = false;

  std::vector<Flag> flags() override { return {{"--json", "", "one JSON document", &json}}; }
  std::vector<Argument> arguments() override {
    return {{"KEY", "show only these settings", &keys, false, kOfferSettings}};
  }

  Result<Exit> run(Context& context) override {
    TRY_ASSIGN(const auto rows, wanted());
    if (json) {
      show_json(context, rows);
    } else {
      show_table(context, rows);
      if (keys.empty()) context.console.out("\n" + roles_table(context.config.config));
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

  void show_json(Context& context, const std::vector<const config::Setting*>& rows) const {
    Json list = Json::array();
    for (const config::Setting* setting : rows) {
      list.push(Json::object({{"key", setting->key},
                              {"value", json_value(context.config.config, *setting)},
                              {"source", context.config.sources.find(setting->key)->second},
                              {"secret", config::is_secret(*setting)},
                              {"variable", setting->env}}));
    }
    Json document = Json::object({{"file", context.layout.config_file()},
                                  {"settings", list},
                                  {"warnings", Json::array_of(context.config.warnings)}});
    if (keys.empty()) document.set("roles", roles_json(context.config.config));
    context.console.document(document);
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
