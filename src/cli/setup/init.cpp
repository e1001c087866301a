// `pawl init`: a commented config.toml, with the model server of this machine if there is one.
#include <array>

#include "base/text/text.hpp"
#include "cli/kit/command.hpp"
#include "cli/kit/progress.hpp"
#include "cli/setup/init_pipelines.hpp"

namespace pawl::cli {
namespace {

// Where model servers listen by default. Nothing else is asked.
struct KnownServer {
  std::string_view name;
  std::string_view base_url;
};

constexpr auto kServers = std::to_array<KnownServer>({
    {"LM Studio", "http://127.0.0.1:1234/v1"},
    {"Ollama", "http://127.0.0.1:11434/v1"},
    {"llama.cpp", "http://127.0.0.1:8080/v1"},
    {"vLLM", "http://127.0.0.1:8000/v1"},
    {"Jan", "http://127.0.0.1:1337/v1"},
});

constexpr Milliseconds kConnectMax{300};
constexpr Milliseconds kAnswerMax{1'000};
constexpr std::size_t kModelListBytesMax = 1U << 20U;
constexpr std::size_t kModelsMax = 50;
constexpr std::size_t kModelNameMax = 200;

struct FoundServer {
  KnownServer server;
  std::vector<std::string> models;
};

// A name that a line of a TOML file and a model spec can hold.
bool is_usable(std::string_view name) {
  return !name.empty() && name.size() <= kModelNameMax && printable(name, kModelNameMax) == name &&
         name.find_first_of("\"\\") == std::string_view::npos && !contains(name, "@http");
}

std::optional<FoundServer> ask_server(os::Ports& ports, const KnownServer& server) {
  os::HttpRequest request;
  request.url = std::string(server.base_url) + "/models";
  request.connect_timeout = kConnectMax;
  request.timeout = kAnswerMax;
  request.body_bytes_max = kModelListBytesMax;
  // Past every proxy: what is asked for is this machine's own.
  request.may_connect = [](const std::string& address) { return address == "127.0.0.1"; };
  request.cancel = &ports.cancel;
  const auto response = ports.http.send(request);
  if (!response || response->status != 200) return std::nullopt;
  const auto list = Json::parse(response->body);
  if (!list || !(*list)["data"].is_array()) return std::nullopt;
  FoundServer found{server, {}};
  for (const Json& entry : (*list)["data"].items()) {
    std::string name = entry["id"].string_or("");
    if (is_usable(name) && found.models.size() < kModelsMax) found.models.push_back(name);
  }
  return found;
}

// Models that answer questions, as far as a name shows; one made for code goes first.
std::string chosen_model(const std::vector<std::string>& models) {
  std::string chosen;
  for (const std::string& model : models) {
    if (contains_folded(model, "embed") || contains_folded(model, "rerank")) continue;
    if (contains_folded(model, "code")) return model;
    if (chosen.empty()) chosen = model;
  }
  return chosen;
}

bool has_variable(const os::Ports& ports, std::string_view name) {
  for (const auto& [variable, value] : ports.environment) {
    if (variable == name && !value.empty()) return true;
  }
  return false;
}

std::string model_lines(const os::Ports& ports, const std::vector<FoundServer>& found) {
  std::string out = "[model]\n";
  bool set = false;
  for (const FoundServer& one : found) {
    const std::string model = chosen_model(one.models);
    out += "# " + std::string(one.server.name) + " answers at " + std::string(one.server.base_url) +
           (one.models.empty() ? " and offers no model yet.\n"
                               : " with " + join(one.models, ", ") + ".\n");
    if (model.empty() || set) continue;
    set = true;
    out += "spec = \"openai:" + model + "\"\nbase_url = \"" + std::string(one.server.base_url) +
           "\"\n";
  }
  if (has_variable(ports, "ANTHROPIC_API_KEY")) {
    out += "# ANTHROPIC_API_KEY is set:\n# spec = \"anthropic:NAME\"\n";
  }
  if (has_variable(ports, "OPENAI_API_KEY")) {
    out += "# OPENAI_API_KEY is set:\n# spec = \"openai:NAME@https://api.openai.com/v1\"\n";
  }
  if (!set) {
    out +=
        "# recipes: follows fixed rules without any model. A model is named by its provider:\n"
        "# openai:NAME for any server that speaks as OpenAI's, anthropic:NAME.\n"
        "# spec = \"recipes:\"\n# base_url = \"http://localhost:1234/v1\"\n";
  }
  return out +
         "# A key is better read than typed: pawl config set model.api_key\n# timeout = \"2m\"\n";
}

constexpr std::string_view kOtherLines =
    "\n[budget]\n"
    "# What one run may cost in US dollars, use in tokens, and how long it may take; 0 is no "
    "limit.\n"
    "# run_cost = 2.50\n# run_tokens = 500000\n# run_time = \"1h\"\n"
    "\n[work]\n# How often a subtask is tried.\n# attempts = 2\n"
    "\n[checks]\n# How long the repository's own build and tests may take.\n"
    "# build_timeout = \"5m\"\n# test_timeout = \"5m\"\n"
    "\n[sandbox]\n# auto runs nothing of a repository where it cannot be confined; require ends "
    "the run\n"
    "# there.\n# mode = \"auto\"\n"
    "\n[bot]\n# Who signs the commits.\n# name = \"Pawl\"\n# email = \"pawl@localhost\"\n";

class Init final : public Command {
 public:
  bool json = false;
  bool pipelines = false;
  std::string path;
  bool force = false;

  std::vector<Flag> flags() override {
    return {{"--pipelines", "", "write an example of pipelines into .pawl instead", &pipelines},
            {"--path", "DIR", "with --pipelines: where; the current directory when absent", &path},
            {"--force", "", "with --pipelines: replace what is there", &force},
            {"--json", "", "one JSON document: the file, and the servers that were found", &json}};
  }

  Result<Exit> run(Context& context) override {
    if (pipelines) return init_pipelines(context);
    if (!path.empty() || force) {
      return fail(Errc::invalid, "--path and --force are for --pipelines");
    }
    const std::string file = context.layout.config_file();
    TRY_ASSIGN(const auto there, context.ports.files.stat(file));
    if (there) {
      return fail(Errc::invalid, file +
                                     " is there already; change it by `pawl config set`, or move "
                                     "it away first");
    }
    const std::vector<FoundServer> found = look_around(context);
    if (context.ports.cancel.requested()) return fail(Errc::cancelled, "init was interrupted");
    TRY(context.ports.files.make_folders(context.layout.config_folder, 0700));
    TRY(context.ports.files.write_atomic(
        file,
        "# Settings of Pawl. `pawl config reference` lists all of them; flags and variables go\n"
        "# before this file.\n\n" +
            model_lines(context.ports, found) + std::string(kOtherLines),
        0600));
    report(context, file, found);
    return Exit::done;
  }

 private:
  Result<Exit> init_pipelines(Context& context) const {
    const std::string folder =
        path.starts_with('/') ? path : os::join_path(context.ports.folder, path);
    TRY_ASSIGN(const std::vector<std::string> written,
               write_pipelines(context, folder, force ? Replace::yes : Replace::no));
    if (json) {
      context.console.document(Json::object({{"files", Json::array_of(written)}}));
      return Exit::done;
    }
    for (const std::string& file : written) context.console.out("wrote " + file + "\n");
    context.console.say("commit them, then:  pawl launch example --dry-run");
    return Exit::done;
  }

  static std::vector<FoundServer> look_around(Context& context) {
    Progress progress(context.console, context.ports.clock);
    progress.doing("looking for model servers on this machine");
    std::vector<FoundServer> found;
    std::size_t asked = 0;
    for (const KnownServer& server : kServers) {
      if (auto one = ask_server(context.ports, server)) found.push_back(*std::move(one));
      progress.count(++asked, kServers.size());
    }
    return found;
  }

  void report(Context& context, const std::string& file,
              const std::vector<FoundServer>& found) const {
    if (json) {
      Json servers = Json::array();
      for (const FoundServer& one : found) {
        servers.push(Json::object({{"name", one.server.name},
                                   {"base_url", one.server.base_url},
                                   {"models", Json::array_of(one.models)}}));
      }
      context.console.document(Json::object({{"config", file}, {"servers", std::move(servers)}}));
      return;
    }
    for (const FoundServer& one : found) {
      context.console.out(std::string(one.server.name) + " at " + std::string(one.server.base_url) +
                          ": " + counted(one.models.size(), "model") + "\n");
    }
    if (found.empty()) context.console.out("no model server answers on this machine\n");
    context.console.out("wrote " + file + "\n");
    context.console.say("see what it amounts to:  pawl doctor");
  }
};

}  // namespace

std::unique_ptr<Command> make_init() { return std::make_unique<Init>(); }

}  // namespace pawl::cli
