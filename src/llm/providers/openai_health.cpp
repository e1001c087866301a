#include "llm/providers/openai_health.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"

namespace pawl::llm {
namespace {

constexpr std::size_t kNearMax = 3;
constexpr std::size_t kNamedMax = 5;

constexpr auto kContextMembers =
    fixed_words("context_length", "loaded_context_length", "max_context_length", "max_model_len",
                "context_window", "n_ctx", "n_ctx_train");

std::optional<std::int64_t> context_length(const Json& entry) {
  for (const Json* place : {&entry, &entry["meta"]}) {
    for (const std::string_view member : kContextMembers) {
      const std::int64_t length = (*place)[member].int_or(0);
      if (length > 0) return std::min(length, kContextMax);
    }
  }
  return std::nullopt;
}

std::string name_of(const Json& entry) {
  if (entry.is_string()) return std::string(entry.text());
  for (const std::string_view member : {"id", "name", "model"}) {
    if (entry[member].is_string()) return std::string(entry[member].text());
  }
  return {};
}

// The array of entries, wherever it is; null when there is none.
const Json& entries_of(const Json& list) {
  if (list.is_array()) return list;
  return list["data"].is_array() ? list["data"] : list["models"];
}

std::set<std::string> words_of(std::string_view name) {
  std::set<std::string> words;
  std::string word;
  for (const char c : lower(name) + "-") {
    if (std::string_view("/-_:. ").find(c) == std::string_view::npos) {
      word += c;
    } else if (!word.empty()) {
      words.insert(std::exchange(word, {}));
    }
  }
  return words;
}

bool is_path_end(std::string_view whole, std::string_view end) {
  return whole.size() > end.size() && whole[whole.size() - end.size() - 1] == '/' &&
         equal_folded(whole.substr(whole.size() - end.size()), end);
}

std::string quoted(const std::vector<std::string>& names, std::size_t most) {
  std::string out;
  for (std::size_t i = 0; i < std::min(most, names.size()); ++i) {
    out += (i == 0 ? "" : ", ") + printable(names[i], 100);
  }
  return names.size() > most ? out + " …" : out;
}

Error no_such_model(std::string_view model, const std::vector<std::string>& models,
                    std::string_view where) {
  std::string message = std::string(where) + " has no model " + std::string(model);
  const auto near = near_models(model, models);
  if (!near.empty()) message += "; near: " + quoted(near, kNearMax);
  message += "; it offers " + quoted(models, kNamedMax) + ". Set model to one of these.";
  return fail(Errc::not_found, std::move(message));
}

}  // namespace

bool same_model(std::string_view a, std::string_view b) {
  const auto without_tag = [](std::string_view name) {
    constexpr std::string_view kLatest = ":latest";
    if (name.ends_with(kLatest)) name.remove_suffix(kLatest.size());
    return name;
  };
  a = without_tag(a);
  b = without_tag(b);
  return equal_folded(a, b) || is_path_end(a, b) || is_path_end(b, a);
}

std::vector<std::string> near_models(std::string_view name,
                                     const std::vector<std::string>& models) {
  const std::set<std::string> wanted = words_of(name);
  std::vector<std::pair<std::size_t, std::string>> scored;
  for (const std::string& model : models) {
    std::size_t shared = 0;
    for (const std::string& word : words_of(model)) shared += wanted.count(word);
    if (shared > 0) scored.emplace_back(shared, model);
  }
  if (const auto slip = nearest(name, models); slip && scored.empty())
    scored.emplace_back(1, *slip);
  std::stable_sort(scored.begin(), scored.end(),
                   [](const auto& a, const auto& b) { return a.first > b.first; });
  std::vector<std::string> out;
  for (std::size_t i = 0; i < std::min(kNearMax, scored.size()); ++i) {
    out.push_back(std::move(scored[i].second));
  }
  return out;
}

Result<ModelHealth> health_from_list(const Json& list, std::string_view model,
                                     std::string_view where) {
  ModelHealth health;
  const bool known = list.is_array() || list.has("data") || list.has("models");
  if (!known) {
    health.note = std::string(where) + " does not list its models; " + std::string(model) +
                  " is taken on trust";
    return health;
  }
  const Json* chosen = nullptr;
  for (const Json& entry : entries_of(list).items()) {
    std::string name = name_of(entry);
    if (name.empty()) continue;
    const bool exact = name == model;
    if (exact || (chosen == nullptr && same_model(name, model))) chosen = &entry;
    health.models.push_back(std::move(name));
  }
  if (health.models.empty()) {
    return fail(Errc::not_found, std::string(where) + " offers no model at all: load " +
                                     std::string(model) + " there first");
  }
  if (chosen == nullptr) return no_such_model(model, health.models, where);
  health.context_length = context_length(*chosen);
  return health;
}

Status check_context(const ModelHealth& health, const std::string& model) {
  if (!health.context_length || *health.context_length >= kContextMin) return Done{};
  std::string message = "the context of " + model + " is " +
                        std::to_string(*health.context_length) + " tokens, at least " +
                        std::to_string(kContextMin) + " are needed";
  if (!health.context_hint.empty()) message += ". " + health.context_hint;
  return fail(Errc::invalid, message + ". If its server is wrong, set model.context");
}

}  // namespace pawl::llm
