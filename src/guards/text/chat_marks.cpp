#include "guards/text/chat_marks.hpp"

#include <algorithm>

#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/lexical.hpp"
#include "guards/text/chat_sentences.hpp"

namespace pawl::guards::chat {
namespace {

// Of chat and tool protocols, at the begin of a line: nothing else is written so.
constexpr auto kMarks = fixed_words(
    "<think>", "</think>", "<thinking>", "</thinking>", "<tool_call>", "</tool_call>",
    "<tool_calls>", "</tool_calls>", "<tool_use>", "</tool_use>", "<tool_result>", "</tool_result>",
    "<tool_response>", "</tool_response>", "<function_calls>", "</function_calls>",
    "<function_call>", "</function_call>", "<function_results>", "<invoke name=", "</invoke>",
    "<function=", "</function>", "<parameter=", "<antArtifact", "</antArtifact>", "<antThinking>",
    "<boltArtifact", "<boltAction", "</boltAction>", "</boltArtifact>", "<write_to_file>",
    "</write_to_file>", "<replace_in_file>", "<apply_diff>", "</apply_diff>", "<execute_command>",
    "<attempt_completion>", "<str_replace>", "<create_file>", "<edit_file>", "<file_content",
    "</file_content>", "<file_contents>", "</file_contents>", "<updated_file>", "</updated_file>",
    "<new_file>", "<scratchpad>", "</scratchpad>", "<final_answer>", "</final_answer>",
    "<reasoning>", "</reasoning>", "<reflection>", "</reflection>", "<system-reminder>",
    "</system-reminder>", "[INST]", "[/INST]", "<<SYS>>", "<</SYS>>", "[TOOL_CALLS]", "</s>",
    "<s>[INST]", "<minimax:tool_call>", "<start_of_turn>", "<end_of_turn>", "<<<END_OF_FILE>>>",
    "<parameter name=");
// These are tags of other languages, too.
constexpr auto kTags = fixed_words(
    "<answer>", "</answer>", "<response>", "</response>", "<content>", "</content>", "<code>",
    "</code>", "<output>", "</output>", "<file>", "</file>", "<edit>", "</edit>", "<search>",
    "</search>", "<replace>", "</replace>", "<document>", "</document>", "<result>", "</result>",
    "<artifact>", "</artifact>", "<snippet>", "</snippet>", "<solution>", "</solution>",
    "<explanation>", "</explanation>", "<analysis>", "</analysis>", "<plan>", "</plan>",
    "<changes>", "</changes>", "<patch>", "</patch>");
constexpr auto kMarkup =
    fixed_words(".html", ".htm", ".xml", ".vue", ".svelte", ".astro", ".svg", ".jsx", ".tsx",
                ".csproj", ".xhtml", ".mdx", ".plist", ".xaml", ".props");

}  // namespace

bool is_markup(std::string_view extension) { return among(kMarkup, extension); }

// ```` ```python ````, `~~~`.
bool is_fence(std::string_view line) {
  line = trim(line);
  if (!line.starts_with("```") && !line.starts_with("~~~")) return false;
  const char mark = line.front();
  const std::size_t end = line.find_first_not_of(mark);
  if (end == std::string_view::npos) return true;
  const std::string_view info = trim(line.substr(end));
  constexpr std::size_t kInfoMax = 60;
  return info.size() <= kInfoMax && split_words(info).size() <= 3 &&
         info.find_first_of("`\"'();,$<>") == std::string_view::npos;
}

// `<|im_end|>` and its like, anywhere in a text.
std::size_t find_token(std::string_view line) {
  for (const std::string_view open : {"<|", "<\uFF5C"}) {
    for (auto at = line.find(open); at != std::string_view::npos; at = line.find(open, at + 1)) {
      std::size_t end = at + open.size();
      while (end < line.size() && (is_word(line[end]) || line[end] == '-')) ++end;
      const bool named = end > at + open.size() + 1;
      if (named && (line.substr(end).starts_with("|>") || line.substr(end).starts_with("\uFF5C>") ||
                    line.substr(end).starts_with("\u2581"))) {
        return at;
      }
    }
  }
  return std::string_view::npos;
}

bool is_mark(std::string_view line) {
  if (find_token(line) == 0) return true;
  return std::any_of(kMarks.begin(), kMarks.end(),
                     [&](std::string_view mark) { return line.starts_with(mark); });
}

// `<file path="a.py">` and a line that is one tag of an answer.
bool is_tag(std::string_view line) {
  if (line.starts_with("<file path=") || line.starts_with("<file name=") ||
      line.starts_with("<document path=") || line.starts_with("<artifact ") ||
      line.starts_with("<content path=") || line.starts_with("<edit path=") ||
      line.starts_with("<code_block")) {
    return line.ends_with('>');
  }
  return among(kTags, line);
}

// The place of a mark by which a chat cites its sources.
std::size_t find_citation(std::string_view line) {
  for (const std::string_view mark :
       {"contentReference[oaicite:", "[oaicite:", "oai_citation:", "\u3010oaicite",
        "utm_source=chatgpt.com", "utm_source=openai", "[cite_start]", "[cite: ", "citeturn",
        "\uE200cite", "\uE202turn", "turn0search", "sandbox:/mnt/data", "::antCitation",
        "utm_source=copilot.com", "grok_render_citation_card", "navlist\uE202"}) {
    const std::size_t at = line.find(mark);
    if (at != std::string_view::npos) return at;
  }
  const std::size_t bracket = line.find("\u3010");
  if (bracket != std::string_view::npos && bracket + 3 < line.size() &&
      is_digit(line[bracket + 3]) && contains(line.substr(bracket), "\u2020")) {
    return bracket;
  }
  return std::string_view::npos;
}

// What a model leaves for somebody to fill in: `[INSERT DATE]`, `[your name]`.
bool is_to_fill_in(std::string_view line) {
  const std::string said = lower(line);
  for (auto open = said.find_first_of("[<"); open != std::string::npos;
       open = said.find_first_of("[<", open + 1)) {
    const std::size_t close = said.find_first_of("]>", open);
    if (close == std::string::npos) return false;
    const std::string_view inside = std::string_view(line).substr(open + 1, close - open - 1);
    const std::string_view words = std::string_view(said).substr(open + 1, close - open - 1);
    const bool link = close + 1 < said.size() &&
                      (said[close + 1] == '(' || said[close + 1] == '[' || said[close + 1] == ':');
    if (link || split_words(words).size() < 2) continue;
    if (inside.starts_with("INSERT ") || inside.starts_with("Insert ")) return true;
    const bool square = said[open] == '[';
    if (square &&
        starts_with_any(
            words, {"your name", "your company", "your project", "your email", "your organization",
                    "add description", "add details", "fill in", "to be filled", "todo: add",
                    "todo: fill", "placeholder for", "add your ", "enter your ", "replace with ",
                    "your code ", "your text ", "your description"})) {
      return true;
    }
  }
  return false;
}

// The sequence by which a terminal changes its colours.
std::size_t find_colour(std::string_view line) {
  const std::size_t at = line.find("\x1b[");
  if (at == std::string_view::npos) return at;
  const std::size_t end = line.find_first_not_of("0123456789;", at + 2);
  return end != std::string_view::npos && (line[end] == 'm' || line[end] == 'K')
             ? at
             : std::string_view::npos;
}

}  // namespace pawl::guards::chat
