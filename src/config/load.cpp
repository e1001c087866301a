#include <string_view>
#include <type_traits>
#include <unordered_map>
#include <utility>

#include "base/secrets/url_secret.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "config/config.hpp"
#include "config/file.hpp"
#include "config/value.hpp"

namespace pawl::config {
namespace {

constexpr std::size_t kVariableSecretBytesMin = 8;

// A value and the place that gave it.
struct Given {
  std::string text;
  std::string source;
  OutOfRange policy = OutOfRange::clamp;
};

// The environment by name: some hundred names are looked up in it.
class Variables {
 public:
  explicit Variables(const Environment& environment) {
    for (const auto& [name, value] : environment) values_.emplace(name, trim(value));
  }
  // Empty where there is none.
  std::string_view of(std::string_view name) const {
    const auto found = values_.find(name);
    return found == values_.end() ? std::string_view() : found->second;
  }

 private:
  std::unordered_map<std::string_view, std::string_view> values_;
};

std::optional<Given> from_environment(const Variables& variables, const Setting& setting) {
  if (const std::string_view text = variables.of(setting.env); !text.empty()) {
    return Given{std::string(text), "environment (" + std::string(setting.env) + ")"};
  }
  for (const std::string_view older : split_words(setting.older_names)) {
    const std::string_view text = variables.of(older);
    if (text.empty()) continue;
    return Given{meaning_of(older, text), "environment (" + std::string(older) + ")"};
  }
  return std::nullopt;
}

Result<std::optional<Given>> from_file(const FileValues& values, const Setting& setting) {
  const auto found = values.find(setting.key);
  if (found == values.end()) return std::optional<Given>();
  std::optional<std::string> text = scalar_text(found->second);
  if (!text) {
    return fail(Errc::invalid, "setting " + std::string(setting.key) + " (config.toml): found an " +
                                   std::string(found->second.type_name()) +
                                   "; wanted: " + allowed_values(setting));
  }
  return std::optional(Given{*std::move(text), "config.toml"});
}

Result<Given> find_value(const Setting& setting, const std::map<std::string, std::string>& flags,
                         const Variables& variables, const FileValues& values) {
  const auto flag = flags.find(std::string(setting.key));
  if (flag != flags.end()) return Given{flag->second, "flag", OutOfRange::refuse};
  if (std::optional<Given> given = from_environment(variables, setting)) return *given;
  TRY_ASSIGN(std::optional<Given> in_file, from_file(values, setting));
  if (in_file) return *in_file;
  return Given{std::string(setting.default_text), "default"};
}

// A misspelt key would silently do nothing.
Status check_keys(const FileValues& values) {
  for (const auto& [key, value] : values) {
    const Setting* setting = find_setting(key);
    if (setting != nullptr && setting->key == key) continue;
    std::string message = "config.toml: there is no setting " + printable(key, 80);
    if (setting != nullptr) {
      message += "; did you mean " + std::string(setting->key) + "?";
    } else if (const auto near = nearest_key(key)) {
      message += "; did you mean " + *near + "?";
    } else {
      message += "; `pawl config reference` lists those there are";
    }
    return fail(Errc::invalid, std::move(message));
  }
  return Done{};
}

// A misspelt PAWL_… variable would silently do nothing; other programs' PAWL_… are left alone.
void warn_unknown_variables(const Environment& environment, std::vector<std::string>& warnings) {
  std::vector<std::string> known = {"PAWL_HOME"};
  for (const Setting& setting : settings()) known.emplace_back(setting.env);
  for (const auto& [name, value] : environment) {
    if (!name.starts_with("PAWL_") || name == "PAWL_HOME" || find_setting(name) != nullptr) {
      continue;
    }
    if (const auto near = nearest(name, known)) {
      warnings.push_back("there is no variable " + printable(name, 80) + "; did you mean " + *near +
                         "?");
    }
  }
}

bool ends_with_folded(std::string_view text, std::string_view end) {
  return text.size() >= end.size() && equal_folded(text.substr(text.size() - end.size()), end);
}

// Proxies reach git and the HTTP library as they are, and appear in the messages of both.
Status check_proxies(const Environment& environment) {
  for (const auto& [name, value] : environment) {
    if (!ends_with_folded(name, "_proxy") || equal_folded(name, "no_proxy")) continue;
    const std::string url = contains(value, "://") ? value : "http://" + value;
    if (secret_in_url(url).empty()) continue;
    return fail(Errc::invalid,
                "the variable " + printable(name, 80) + " holds " +
                    std::string(secret_in_url(url)) +
                    ", and URLs are shown and logged; leave it out for Pawl (env -u " +
                    printable(name, 80) + " pawl …) and use a proxy that needs none");
  }
  return Done{};
}

bool holds_secret(const FileValues& values) {
  for (const auto& [key, value] : values) {
    const Setting* setting = find_setting(key);
    if (setting != nullptr && is_secret(*setting) && !value.text().empty()) return true;
  }
  return false;
}

Result<FileValues> read_file(os::Files& files, const std::string& path,
                             std::vector<std::string>& warnings) {
  Result<std::string> text = files.read(path, kConfigBytesMax);
  if (!text) {
    if (text.error().code == Errc::not_found) return FileValues{};
    return std::move(text).error();
  }
  TRY_ASSIGN(FileValues values, parse_file(path, *text));
  TRY_ASSIGN(const std::optional<os::FileStat> stat, files.stat(path));
  const bool regular = stat && stat->type == os::FileType::file;
  if (regular && (stat->mode & 077U) != 0 && holds_secret(values)) {
    warnings.push_back(path + " holds a secret and others may read it; run: chmod 600 " + path);
  }
  TRY(check_keys(values));
  return values;
}

bool names_a_secret(std::string_view variable) {
  static constexpr auto kEndings =
      fixed_words("TOKEN", "KEY", "SECRET", "PASSWORD", "PASSWD", "CREDENTIALS");
  const std::string folded = upper(variable);
  for (const std::string_view ending : kEndings) {
    if (folded.ends_with(ending)) return true;
  }
  return false;
}

Redactor make_redactor(const Config& config, const Environment& environment) {
  Redactor redactor;
  for (const Setting& setting : settings()) {
    std::visit(
        [&](const auto& field) {
          const auto& value = value_at(config, field);
          if constexpr (std::is_same_v<std::decay_t<decltype(value)>, Secret>) redactor.add(value);
        },
        setting.field);
  }
  for (const auto& [name, value] : environment) {
    if (value.size() >= kVariableSecretBytesMin && names_a_secret(name)) {
      redactor.add(Secret(value));
    }
  }
  return redactor;
}

}  // namespace

Result<Resolved> load(os::Files& files, const std::string& config_file,
                      const Environment& environment,
                      const std::map<std::string, std::string>& flags) {
  for (const auto& [key, value] : flags) {
    const Setting* setting = find_setting(key);
    PAWL_CHECK(setting != nullptr && setting->key == key, "a flag for no setting: " + key);
  }
  Resolved resolved;
  TRY(check_proxies(environment));
  TRY_ASSIGN(const FileValues values, read_file(files, config_file, resolved.warnings));
  warn_unknown_variables(environment, resolved.warnings);
  const Variables variables(environment);
  for (const Setting& setting : settings()) {
    TRY_ASSIGN(Given given, find_value(setting, flags, variables, values));
    const std::string name = "setting " + std::string(setting.key) + " (" + given.source + ")";
    TRY_ASSIGN(const std::optional<std::string> remark,
               assign(resolved.config, setting, given.text, given.policy).during(name));
    if (remark) resolved.warnings.push_back(name + ": " + *remark);
    resolved.sources[std::string(setting.key)] = std::move(given.source);
  }
  resolved.config.run_cost_by_default = resolved.sources["budget.run_cost"] == "default";
  resolved.redactor = make_redactor(resolved.config, environment);
  return resolved;
}

std::map<std::string, std::string> set_by_flags(const Resolved& resolved) {
  std::map<std::string, std::string> out;
  for (const Setting& setting : settings()) {
    const auto source = resolved.sources.find(setting.key);
    const bool flag = source != resolved.sources.end() && source->second == "flag";
    if (flag && !is_secret(setting)) out.emplace(setting.key, shown(resolved.config, setting));
  }
  return out;
}

}  // namespace pawl::config
