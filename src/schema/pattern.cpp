#include "schema/pattern.hpp"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <algorithm>
#include <array>
#include <string>

#include <pcre2.h>

#include "base/text/text.hpp"
#include "schema/ecma_pattern.hpp"

namespace pawl::schema {
namespace {

constexpr std::uint32_t kGroupsNestedMax = 100;
constexpr std::uint32_t kHeapKibibytesMax = 32 * 1024;
constexpr std::uint32_t kDepthMax = 250'000;
// What is tried at one place of the text. The steps, which are counted over all places, end
// earlier.
constexpr std::uint32_t kTriesMax = 10'000'000;
// A step compares so many adjacent bytes; only back references compare more.
constexpr std::size_t kBytesPerStep = 16;

constexpr std::uint32_t kOptions = PCRE2_UTF | PCRE2_DOLLAR_ENDONLY | PCRE2_MATCH_UNSET_BACKREF |
                                   PCRE2_NEVER_BACKSLASH_C | PCRE2_AUTO_CALLOUT;

PCRE2_SPTR bytes_of(std::string_view text) {
  // A null pointer is no text to PCRE2, not even an empty one.
  return reinterpret_cast<PCRE2_SPTR>(text.data() == nullptr ? "" : text.data());
}

std::string message_of(int error) {
  std::array<PCRE2_UCHAR, 256> buffer{};
  pcre2_get_error_message(error, buffer.data(), buffer.size());
  return reinterpret_cast<const char*>(buffer.data());
}

}  // namespace

struct Pattern::Code {
  std::unique_ptr<pcre2_code, decltype(&pcre2_code_free)> code{nullptr, pcre2_code_free};
  bool refers_back = false;
};

Result<Pattern> Pattern::compile(std::string_view expression) {
  TRY_ASSIGN(const TranslatedPattern translated, translate_pattern(expression));
  const std::unique_ptr<pcre2_compile_context, decltype(&pcre2_compile_context_free)> context(
      pcre2_compile_context_create(nullptr), pcre2_compile_context_free);
  pcre2_set_parens_nest_limit(context.get(), kGroupsNestedMax);
  pcre2_set_compile_extra_options(context.get(), PCRE2_EXTRA_ALLOW_SURROGATE_ESCAPES);
  int error = 0;
  PCRE2_SIZE offset = 0;
  auto out = std::make_shared<Code>();
  out->refers_back = translated.refers_back;
  out->code.reset(pcre2_compile(bytes_of(translated.text), translated.text.size(), kOptions, &error,
                                &offset, context.get()));
  if (!out->code) {
    return fail(Errc::invalid,
                "the pattern \"" + printable(expression, 100) + "\": " + message_of(error));
  }
  return Pattern(std::move(out));
}

struct Matcher::State {
  std::unique_ptr<pcre2_match_context, decltype(&pcre2_match_context_free)> context{
      pcre2_match_context_create(nullptr), pcre2_match_context_free};
  std::unique_ptr<pcre2_match_data, decltype(&pcre2_match_data_free)> data{
      pcre2_match_data_create(1, nullptr), pcre2_match_data_free};
  std::size_t left = 0;
  std::size_t steps_an_item = 1;
  std::size_t place = 0;  // in the text

  bool take(std::size_t steps) {
    const bool is_enough = steps <= left;
    left = is_enough ? left - steps : 0;
    return is_enough;
  }

  // Called before each item that is tried.
  static int step(pcre2_callout_block* block, void* data) {
    State& state = *static_cast<State*>(data);
    const std::size_t now = block->current_position;
    const std::size_t passed = now > state.place ? now - state.place : state.place - now;
    state.place = now;
    return state.take(state.steps_an_item + passed) ? 0 : PCRE2_ERROR_CALLOUT;
  }
};

Matcher::Matcher(std::size_t steps_max) : state_(std::make_unique<State>()) {
  state_->left = steps_max;
  pcre2_match_context* context = state_->context.get();
  pcre2_set_heap_limit(context, kHeapKibibytesMax);
  pcre2_set_depth_limit(context, kDepthMax);
  pcre2_set_match_limit(context, kTriesMax);
  pcre2_set_callout(context, State::step, state_.get());
}

Matcher::~Matcher() = default;

Matcher::Match Matcher::search(const Pattern& pattern, std::string_view text) {
  const std::size_t in_a_row = text.size() / kBytesPerStep;
  state_->place = 0;
  state_->steps_an_item = pattern.code_->refers_back ? 1 + in_a_row : 1;
  if (!state_->take(1 + in_a_row)) return Match::unknown;
  const int found = pcre2_match(pattern.code_->code.get(), bytes_of(text), text.size(), 0, 0,
                                state_->data.get(), state_->context.get());
  if (found >= 0) return Match::yes;
  return found == PCRE2_ERROR_NOMATCH ? Match::no : Match::unknown;
}

}  // namespace pawl::schema
