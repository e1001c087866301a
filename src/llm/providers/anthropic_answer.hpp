// What a server of the Messages API answers.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "llm/answer_collector.hpp"

namespace pawl::llm {

// Text blocks are the answer, unless the wanted tool was called: then its input is, as JSON.
// Thinking is left out.
class AnthropicAnswer final : public AnswerCollector {
 private:
  void take_chunk(const Json& chunk) override;
  void take_document(const Json& document) override;
  void settle() override;
  void begin_block(std::int64_t index, const Json& block);
  void take_delta(std::int64_t index, const Json& delta);
  void take_error(const Json& error);
  void take_stop(const Json& reason);

  std::map<std::int64_t, std::string> tool_inputs_;  // by block
};

// The finish reason everybody here speaks of: `length` when the answer was cut off for want of
// tokens, `stop`, `content_filter` …; an unknown reason stays as it is.
std::string finish_of(std::string_view stop_reason);

}  // namespace pawl::llm
