#include "llm/providers/ollama.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "llm/providers/openai_health.hpp"

namespace pawl::llm {
namespace {

std::optional<std::int64_t> positive(std::int64_t value) {
  return value > 0 ? std::optional(std::min(value, kContextMax)) : std::nullopt;
}

// The context the model was made for: `qwen3.context_length` and the like.
std::optional<std::int64_t> trained_context(const Json& shown) {
  for (const auto& [name, value] : shown["model_info"].members()) {
    if (name.ends_with(".context_length")) return positive(value.int_or(0));
  }
  return std::nullopt;
}

}  // namespace

std::optional<std::int64_t> loaded_context(const Json& ps, std::string_view model) {
  for (const Json& entry : ps["models"].items()) {
    const bool same =
        same_model(entry["name"].text(), model) || same_model(entry["model"].text(), model);
    if (same) return positive(entry["context_length"].int_or(0));
  }
  return std::nullopt;
}

std::optional<std::int64_t> num_ctx_of(const Json& shown) {
  for (const std::string_view line : split_lines(shown["parameters"].text())) {
    const auto words = split_words(line);
    if (words.size() != 2 || words[0] != "num_ctx") continue;
    return positive(parse_int(words[1]).value_or(0));
  }
  return std::nullopt;
}

std::string ollama_hint(const Json& shown, std::string_view model) {
  std::string hint =
      "Ollama decides it: start the server with OLLAMA_CONTEXT_LENGTH=16384, or make a model of "
      "its own with `FROM " +
      std::string(model) + "` and `PARAMETER num_ctx 16384`";
  if (const auto trained = trained_context(shown)) {
    hint += "; this one was made for up to " + std::to_string(*trained);
  }
  return hint;
}

}  // namespace pawl::llm
