#include "guards/text/chat_closings.hpp"

#include "base/text/text.hpp"
#include "guards/text/chat_sentences.hpp"

namespace pawl::guards::chat {

bool takes_leave(std::string_view said) {
  return starts_with_any(said, {"let me know if you need",
                                "let me know if you want",
                                "let me know if you would",
                                "let me know if you'd",
                                "let me know if you have any",
                                "let me know if there",
                                "let me know if any",
                                "let me know if this",
                                "i hope this helps",
                                "hope this helps",
                                "feel free to ask",
                                "would you like me to",
                                "do you want me to",
                                "shall i ",
                                "please let me know if",
                                "is there anything else",
                                "feel free to let me know",
                                "if you need any further",
                                "if you'd like me to",
                                "if you have any questions, feel",
                                "if you need any additional",
                                "happy coding",
                                "want me to "});
}

bool heads_list_of_changes(std::string_view said) {
  said = trim_end(said);
  while (!said.empty() && (said.back() == ':' || said.back() == '.')) said.remove_suffix(1);
  return among({"explanation",
                "changes made",
                "key changes",
                "summary of changes",
                "what changed",
                "what i changed",
                "key improvements",
                "explanation of changes",
                "explanation of the changes",
                "notes on the changes",
                "main changes",
                "the key changes",
                "the changes",
                "the main changes",
                "the changes are",
                "summary of the changes",
                "here's what changed",
                "here is what changed",
                "here's what i changed",
                "here's what i did",
                "here is what i did",
                "what i did",
                "changes i made",
                "list of changes",
                "the changes i made",
                "changes summary",
                "what was changed",
                "what's changed",
                "what has changed",
                "changes include",
                "the changes include",
                "key points",
                "improvements made",
                "modifications made",
                "modifications",
                "fixes applied",
                "fixes made",
                "summary of fixes",
                "changes in this version",
                "why this works",
                "notes on this change",
                "here are the changes",
                "here's a summary of the changes",
                "here is a summary of the changes",
                "i made the following changes",
                "i've made the following changes",
                "the following changes were made",
                "the following changes have been made"},
               said);
}

bool explains(std::string_view said) {
  const std::string_view plain = trim_end(said);
  if (among({"explanation:", "changes made:", "key changes:", "summary of changes:",
             "what changed:", "what i changed:", "key improvements:", "changes:", "explanation",
             "key changes", "changes made", "explanation of changes:", "notes on the changes:"},
            plain)) {
    return true;
  }
  if (heads_list_of_changes(plain)) return true;
  return starts_with_any(said, {"explanation of the ",
                                "the changes are ",
                                "the main changes ",
                                "the key changes ",
                                "this updated ",
                                "this modified ",
                                "this revised ",
                                "this code ",
                                "this change ",
                                "this version ",
                                "this implementation ",
                                "this refactored ",
                                "this fix ",
                                "in this updated ",
                                "in this version",
                                "the above code ",
                                "the code above ",
                                "note that i ",
                                "these changes ",
                                "this should fix ",
                                "everything else ",
                                "no other changes",
                                "the rest remains ",
                                "the main change ",
                                "the key change ",
                                "the file now ",
                                "the code now ",
                                "this will fix ",
                                "with these changes",
                                "with this change",
                                "the fix ",
                                "the updated code "});
}

bool refuses(std::string_view said) {
  const std::string_view start = said.starts_with("sorry, but ") ? said.substr(11) : said;
  if (starts_with_any(said, {"as an ai language model", "as an ai assistant", "as an ai,",
                             "as a large language model", "as an ai model", "as a language model",
                             "i'm just an ai", "i am just an ai"})) {
    return true;
  }
  if (starts_with_any(
          said, {"i'm sorry, but ", "i am sorry, but ", "i apologize, but ", "sorry, but i ",
                 "sorry, i can", "i'm sorry, i ", "unfortunately, i can", "unfortunately, i don't",
                 "unfortunately, i do not", "i'm unable to ", "i am unable to ", "i'm not able to ",
                 "i am not able to ", "i'm afraid i can"})) {
    return true;
  }
  return starts_with_any(
      start, {"i can't assist",      "i cannot assist",        "i can't help with",
              "i cannot help with",  "i cannot provide",       "i can't provide",
              "i cannot fulfill",    "i can't fulfill",        "i cannot complete",
              "i can't complete",    "i won't be able to",     "i cannot comply",
              "i can't comply",      "i don't have access to", "i do not have access to",
              "i don't have enough", "i do not have enough",   "i cannot see the",
              "i can't see the",     "i cannot access",        "i can't access",
              "i must decline"});
}

}  // namespace pawl::guards::chat
