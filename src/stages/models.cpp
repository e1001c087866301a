#include "stages/models.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "llm/spending/ledger.hpp"
#include "llm/spending/metered.hpp"
#include "llm/spending/prices.hpp"
#include "recipes/recipe.hpp"

namespace pawl::stages {
namespace {

using ModelResult = Result<std::unique_ptr<llm::ChatModel>>;

ModelResult local_model(const ModelSetup& setup, const llm::ModelSpec& spec) {
  os::Ports& ports = setup.ports;
  if (spec.provider == "scripted") {
    const bool absolute = spec.model.starts_with('/');
    return llm::scripted_model(ports.files,
                               absolute ? spec.model : os::join_path(ports.folder, spec.model));
  }
  if (spec.provider == "cassette") {
    TRY_ASSIGN(const std::string folder, setup.find_records(spec.model));
    return llm::cassette_model(ports.files, folder);
  }
  TRY_ASSIGN(const std::vector<std::string> enabled,
             recipes::names_in(setup.config.recipes_enabled));
  const recipes::Settings settings{.default_license = setup.config.default_license,
                                   .author = setup.config.default_author,
                                   .today = to_iso8601(ports.clock.now()).substr(0, 10),
                                   .security_contact = setup.config.security_contact,
                                   .asked = setup.recipes.empty() ? enabled : setup.recipes};
  return recipes::recipe_model(setup.view, settings);
}

ModelResult make_model(const ModelSetup& setup, const ModelChoice& choice,
                       llm::EndpointMemory& endpoints) {
  const llm::HttpPorts ports{.http = setup.ports.http,
                             .clock = setup.ports.clock,
                             .random = setup.ports.random,
                             .events = setup.events,
                             .endpoints = &endpoints};
  if (choice.spec.is_remote()) return remote_model(ports, choice);
  return local_model(setup, choice.spec).during("setting up the model " + place_of(choice));
}

Result<llm::PriceTable> load_prices(const ModelSetup& setup) {
  llm::PriceTable prices = llm::PriceTable::builtin();
  const std::string& file = setup.config.prices_file;
  if (file.empty()) return prices;
  const std::string path = file.starts_with('/') ? file : os::join_path(setup.ports.folder, file);
  TRY_ASSIGN(const std::string text, setup.ports.files.read(path).during("reading prices.file"));
  TRY_ASSIGN(llm::PriceTable own, llm::PriceTable::parse(text, path));
  prices.prefer(std::move(own));
  return prices;
}

llm::Counting counting_of(const llm::ModelSpec& spec) {
  const bool free = spec.provider == "recipes" || spec.provider == "cassette";
  return free ? llm::Counting::none : llm::Counting::tokens;
}

// Some limit in dollars that a person set.
bool wants_cost_limited(const config::Config& config) {
  llm::BudgetRules rules = budget_rules(config);
  if (config.run_cost_by_default) {
    rules.limits[static_cast<std::size_t>(llm::Scope::run)].cost = 0;
  }
  return rules.limits_cost();
}

// A limit in dollars that cannot be held is worse than none; the default binds where it can.
Status price_is_known(const ModelSetup& setup, const ModelChoice& choice,
                      const std::optional<llm::Price>& price) {
  if (price || !wants_cost_limited(setup.config)) return Done{};
  return fail(Errc::invalid, "nobody knows what " + place_of(choice) +
                                 " costs, so a limit in dollars cannot be held; add its price to "
                                 "a prices.file, or limit tokens");
}

// The terms that hold whichever of the chain answers.
void widen(llm::CallTerms& terms, const ModelSetup& setup, const ModelChoice& choice,
           const llm::Price& price) {
  terms.price.in = std::max(terms.price.in, price.in);
  terms.price.out = std::max(terms.price.out, price.out);
  const bool remote = choice.spec.is_remote();
  terms.max_tokens = std::max(terms.max_tokens, remote ? choice.endpoint.max_tokens
                                                       : static_cast<int>(setup.config.max_tokens));
  if (counting_of(choice.spec) == llm::Counting::tokens) terms.counting = llm::Counting::tokens;
}

// Recipes do not read: their questions are only cut so that no record of one becomes too large.
std::int64_t prompt_max_of(const config::Config& config, const llm::ModelSpec& spec) {
  constexpr std::int64_t kOfRecipes = 1'000'000;
  return spec.provider == "recipes" ? kOfRecipes : config.prompt_tokens_max;
}

ModelResult played_role(const ModelSetup& setup, Models& models, config::Role role,
                        const std::string& spec, llm::Room& window) {
  std::unique_ptr<llm::ChatModel> model = setup.played(role, spec);
  window.model = model->name();
  window.prompt_max = setup.config.prompt_tokens_max;
  model = llm::recorded_model(std::move(model), setup.ports.files, setup.ports.clock, setup.events,
                              setup.redactor, setup.record_folder);
  const llm::CallTerms free{.price = {}, .max_tokens = 0, .counting = llm::Counting::none};
  return llm::budgeted_model(std::move(model), *models.budget, setup.ports.clock, free);
}

// The role's model and its fallbacks, recorded as the one model they are to the stages, and asked
// only as long as the budgets hold.
ModelResult make_role(const ModelSetup& setup, Models& models, const llm::PriceTable& prices,
                      config::Role role, const std::string& spec, llm::Room& window) {
  if (setup.played) return played_role(setup, models, role, spec, window);
  TRY_ASSIGN(const std::vector<ModelChoice> choices, choices_for(setup.config, role, spec));
  std::vector<llm::CircuitModel> chain;
  llm::CallTerms terms{.price = {}, .max_tokens = 0, .counting = llm::Counting::none};
  window.prompt_max = prompt_max_of(setup.config, choices.front().spec);
  std::optional<double> fewest;  // bytes a token, of those that may answer
  for (const ModelChoice& choice : choices) {
    const std::optional<llm::Price> price = prices.find(choice.spec, choice.endpoint.base_url);
    TRY(price_is_known(setup, choice, price));
    if (!price) models.unpriced.push_back(setup.redactor.apply(place_of(choice)));
    if (counting_of(choice.spec) == llm::Counting::tokens) models.uses_tokens = true;
    widen(terms, setup, choice, price.value_or(llm::Price()));
    TRY_ASSIGN(auto model, make_model(setup, choice, *models.endpoints));
    if (choice.spec.is_remote()) {
      const std::string endpoint = setup.redactor.apply(place_of(choice));
      const double bytes =
          models.endpoints->bytes_per_token(endpoint).value_or(llm::kBytesPerTokenUnknown);
      fewest = std::min(bytes, fewest.value_or(bytes));
      model = llm::gauged_model(std::move(model), *models.endpoints, endpoint);
    }
    const int longest = choice.spec.is_remote() ? choice.endpoint.max_tokens
                                                : static_cast<int>(setup.config.max_tokens);
    chain.push_back(
        {.model = llm::priced_model(std::move(model), price, counting_of(choice.spec), longest),
         .key = place_of(choice)});
  }
  window.model = chain.front().model->name();
  window.answer = terms.max_tokens;
  window.bytes_per_token = fewest.value_or(llm::kBytesPerTokenUnknown);
  auto model = llm::recorded_model(
      llm::fallback_model(std::move(chain), *models.circuits, setup.events), setup.ports.files,
      setup.ports.clock, setup.events, setup.redactor, setup.record_folder);
  return llm::budgeted_model(std::move(model), *models.budget, setup.ports.clock, terms);
}

// Whose settings a role has: who asks questions is the adversary, unless it has its own.
config::Role settings_of(const config::Config& config, config::Role role) {
  const bool asks = role == config::Role::questioner;
  return asks && !has_own_settings(config.role(role)) ? config::Role::devil : role;
}

// A role without settings of its own is the planner's. Recipes judge nothing: nobody is asked then.
Status add_role(const ModelSetup& setup, Models& models, const llm::PriceTable& prices,
                config::Role role, const std::string& planner) {
  const config::Role as = settings_of(setup.config, role);
  const config::RoleSettings& own = setup.config.role(as);
  const std::string& text = own.model.empty() ? planner : own.model;
  TRY_ASSIGN(const llm::ModelSpec spec, llm::parse_spec(text));
  TRY_ASSIGN(const llm::ModelSpec of_planner, llm::parse_spec(planner));
  RoleModel& made = models.others[role];
  if (spec.provider == "recipes") return Done{};
  // Settings of the planner's own do not make another model of who has none.
  if (spec == of_planner && (!has_own_settings(own) || !spec.is_remote())) {
    made.model = models.planner.get();
    return Done{};
  }
  TRY_ASSIGN(made.own, make_role(setup, models, prices, as, text, made.window));
  made.model = made.own.get();
  return Done{};
}

}  // namespace

Result<Models> make_models(const ModelSetup& setup, const std::string& planner,
                           const std::string& worker) {
  const config::Config& config = setup.config;
  Models models;
  models.endpoints = std::make_unique<llm::EndpointMemory>(setup.ports.files, setup.ports.clock,
                                                           setup.endpoints_file);
  models.circuits = std::make_unique<llm::Circuits>(
      setup.ports.clock, setup.events,
      llm::CircuitRules{.failures = static_cast<int>(config.circuit_failures),
                        .cooldown = Seconds(config.circuit_cooldown_s)});
  models.day = llm::day_account(setup.database, setup.ports.clock, setup.process);
  models.budget = std::make_unique<llm::Budget>(budget_rules(config), setup.ports.clock,
                                                setup.events, *models.day, setup.spent);
  TRY_ASSIGN(llm::PriceTable loaded, load_prices(setup));
  models.prices = std::make_unique<llm::PriceTable>(std::move(loaded));
  const llm::PriceTable& prices = *models.prices;
  TRY_ASSIGN(models.planner, make_role(setup, models, prices, config::Role::planner, planner,
                                       models.planner_window));
  TRY_ASSIGN(const llm::ModelSpec of_planner, llm::parse_spec(planner));
  TRY_ASSIGN(const llm::ModelSpec of_worker, llm::parse_spec(worker));
  const bool own = has_own_settings(config.role(config::Role::planner)) ||
                   has_own_settings(config.role(config::Role::worker));
  if (!setup.played && of_planner == of_worker && (!own || !of_worker.is_remote())) {
    models.worker_window = models.planner_window;
  } else {
    TRY_ASSIGN(models.worker, make_role(setup, models, prices, config::Role::worker, worker,
                                        models.worker_window));
  }
  for (const config::Role role : setup.others) TRY(add_role(setup, models, prices, role, planner));
  return models;
}

Result<std::unique_ptr<llm::ChatModel>> make_agent_chat(const ModelSetup& setup, Models& models,
                                                        const std::string& spec) {
  TRY_ASSIGN(const llm::ModelSpec named, llm::parse_spec(spec));
  if (!named.is_remote() && named.provider != "scripted") {
    return fail(Errc::invalid, "a coding agent cannot be made of " + named.provider + ":");
  }
  llm::Room window;
  return make_role(setup, models, *models.prices, config::Role::worker, spec, window);
}

std::vector<config::Role> other_roles(const Request& request, const config::Config& config) {
  std::vector<config::Role> roles;
  if (request.self_review) roles.push_back(config::Role::reviewer);
  const bool repairs = request.ci_watch && request.ci_fix;
  if (config.critics_mode != "off" || repairs) roles.push_back(config::Role::critic);
  if (config.critics_devil) roles.push_back(config::Role::devil);
  if (config.critics_qa) {
    roles.push_back(config::Role::questioner);
    roles.push_back(config::Role::defender);
  }
  if (repairs) roles.push_back(config::Role::fixer);
  return roles;
}

std::string budget_words(const config::Config& config, const Models& models) {
  if (!models.uses_tokens) return {};
  const llm::MicroUsd most =
      budget_rules(config).limits[static_cast<std::size_t>(llm::Scope::run)].cost;
  if (most == 0) return "budget of this run: no limit in dollars";
  std::string words = "budget of this run: " + llm::usd(most) +
                      (config.run_cost_by_default ? " (the default; --max-cost sets another)" : "");
  if (!models.unpriced.empty()) {
    words +=
        "; nobody knows what " + join(models.unpriced, ", ") +
        " costs, so it is not held there: add the price to a prices.file, or give --max-tokens";
  }
  return words;
}

}  // namespace pawl::stages
