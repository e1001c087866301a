#include "stages/publishing/private_words.hpp"

#include <algorithm>

#include "base/text/text.hpp"
#include "stages/publishing/pr_body.hpp"

namespace pawl::stages {
namespace {

// Shorter ones reveal nothing of a machine, and are parts of other words.
constexpr std::size_t kWordBytesMin = 6;

// A folder is one where it begins, not in the middle of a path of the repository.
bool goes_on(std::string_view text, std::size_t at, std::string_view word) {
  if (!word.starts_with('/') || at == 0) return false;
  const char before = text[at - 1];
  return before == '_' || before == '-' || before == '.' || (before >= '0' && before <= '9') ||
         (before >= 'a' && before <= 'z') || (before >= 'A' && before <= 'Z');
}

std::string without_word(std::string_view text, std::string_view word) {
  std::string out;
  std::size_t begin = 0;
  for (std::size_t at = text.find(word); at != std::string_view::npos;
       at = text.find(word, at + 1)) {
    if (at < begin || goes_on(text, at, word)) continue;
    out += text.substr(begin, at - begin);
    out += "(private)";
    begin = at + word.size();
  }
  return out + std::string(text.substr(begin));
}

// The address behind the @ of a model spec; empty when it has none.
std::string_view server_of(std::string_view spec) {
  const auto at = spec.find("@http");
  return at == std::string_view::npos ? std::string_view() : spec.substr(at + 1);
}

// Also `models.example:8080` of `http://models.example:8080/v1`.
void add_server(std::vector<std::string>& words, std::string_view url) {
  // Those that everybody may know.
  for (const std::string_view known :
       {"://api.openai.com", "://api.anthropic.com", "://generativelanguage.googleapis.com"}) {
    if (contains(url, known)) return;
  }
  words.emplace_back(url);
  const auto scheme = url.find("://");
  if (scheme == std::string_view::npos) return;
  std::string_view host = url.substr(scheme + 3);
  host = host.substr(0, host.find('/'));
  if (host != "localhost") words.emplace_back(host);
}

void add_servers(std::vector<std::string>& words, std::string_view specs) {
  for (const std::string_view spec : split(specs, ',')) add_server(words, server_of(trim(spec)));
}

}  // namespace

std::vector<std::string> private_words(const config::Config& config, const Request& request,
                                       const store::Layout& layout, const git::Target& target,
                                       const std::string& folder) {
  std::vector<std::string> words{layout.state_folder, layout.config_folder, folder};
  if (target.kind == git::TargetKind::local) words.push_back(target.location);
  for (const std::string_view url : {config.model_base_url, config.anthropic_base_url,
                                     config.gemini_base_url, config.memory_gateway}) {
    add_server(words, url);
  }
  for (const std::string_view specs :
       {config.model, config.fallback, request.model, request.worker_model}) {
    add_servers(words, specs);
  }
  for (const config::RoleSettings& role : config.roles) {
    add_server(words, role.base_url);
    add_servers(words, role.model);
    add_servers(words, role.fallback);
  }
  std::erase_if(words, [](const std::string& word) { return word.size() < kWordBytesMin; });
  // The longest first: what holds another word goes as a whole.
  std::sort(words.begin(), words.end(), [](const std::string& a, const std::string& b) {
    return a.size() != b.size() ? a.size() > b.size() : a < b;
  });
  words.erase(std::unique(words.begin(), words.end()), words.end());
  return words;
}

std::string without_private_words(std::string text, const std::vector<std::string>& words) {
  constexpr std::size_t kWordBytesMax = 4096;
  for (const std::string& word : words) {
    text = without_word(text, word);
    // Behind something, as what begins with a slash at the start of a line may be a command.
    const std::string escaped = markdown_text("x" + word, kWordBytesMax).substr(1);
    if (escaped != word) text = without_word(text, escaped);
  }
  return text;
}

std::string public_model_name(std::string_view name) {
  const auto at = name.find("@http");
  const std::string_view model = name.substr(0, at);
  for (const std::string_view local : {"scripted:", "cassette:"}) {
    if (model.starts_with(local)) return std::string(local);
  }
  return std::string(model);
}

}  // namespace pawl::stages
