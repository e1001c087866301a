// What an OpenAI-compatible endpoint answers.
#pragma once

#include <string>

#include "llm/answer_collector.hpp"

namespace pawl::llm {

class OpenAiAnswer final : public AnswerCollector {
 private:
  void take_chunk(const Json& chunk) override { take(chunk, "delta"); }
  void take_document(const Json& document) override;
  void settle() override;
  void take(const Json& chunk, std::string_view part);

  std::string refusal_;
};

}  // namespace pawl::llm
