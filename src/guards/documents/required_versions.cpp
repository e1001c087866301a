#include "guards/documents/required_versions.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/config/config_document.hpp"
#include "guards/documents/content_claims.hpp"
#include "guards/documents/told_names.hpp"
#include "guards/lexical.hpp"
#include "repo/manifests/manifests.hpp"
#include "repo/manifests/native_calls.hpp"
#include "repo/manifests/python_literals.hpp"
#include "repo/views/view.hpp"

namespace pawl::guards {
namespace {

using syntax::Block;
using syntax::BlockKind;
using Numbers = std::vector<long long>;
using Spoken = std::vector<std::string_view>;

// The numbers a text begins with: `3.10`, `v18`, `1.8.x`.
Numbers version_at(std::string_view text) {
  if (text.starts_with('v')) text.remove_prefix(1);
  Numbers version;
  while (!text.empty() && is_digit(text.front()) && version.size() < 3) {
    std::size_t end = 0;
    while (end < text.size() && is_digit(text[end])) ++end;
    version.push_back(parse_int(text.substr(0, end)).value_or(0));
    text.remove_prefix(end);
    if (text.size() < 2 || text[0] != '.' || !is_digit(text[1])) break;
    text.remove_prefix(1);
  }
  return version;
}

// The lowest version that a range of any package manager lets in.
std::optional<Numbers> lowest(std::string_view range) {
  std::optional<Numbers> least;
  for (std::size_t i = 0; i < range.size(); ++i) {
    if (!is_digit(range[i]) || (i > 0 && (is_word(range[i - 1]) || range[i - 1] == '.'))) continue;
    std::size_t from = i;
    while (from > 0 && (range[from - 1] == ' ' || range[from - 1] == 'v')) --from;
    const bool bounds_above =
        from > 0 && (range[from - 1] == '<' || (from > 1 && range[from - 1] == '=' &&
                                                contains("<!", range.substr(from - 2, 1))));
    const Numbers version = version_at(range.substr(i));
    while (i + 1 < range.size() && (is_word(range[i + 1]) || range[i + 1] == '.')) ++i;
    if (bounds_above || version.empty()) continue;
    if (!least || version < *least) least = version;
  }
  return least;
}

struct Needed {
  Numbers version;
  std::string written;  // the range
  std::string path;     // of the manifest
};

// What the manifests at the root say.
class ManifestNeeds {
 public:
  explicit ManifestNeeds(const repo::RepoView& view) : view_(view) {}

  std::optional<Needed> of(std::string_view language) const {
    if (language == "Python") return python();
    if (language == "Node.js") return key("package.json", ConfigForm::json, {"engines", "node"});
    if (language == "PHP") return key("composer.json", ConfigForm::json, {"require", "php"});
    if (language == "Rust") return rust();
    if (language == "Go") return go();
    if (language == "Java") return java();
    if (language == "Ruby") return ruby();
    if (language == "CMake") return cmake();
    return {};
  }

 private:
  static std::optional<Needed> needed(std::string_view range, std::string path) {
    const auto version = lowest(range);
    if (!version) return {};
    return Needed{*version, std::string(trim(range)), std::move(path)};
  }
  std::optional<Needed> key(const char* path, ConfigForm form,
                            std::initializer_list<std::string_view> names) const {
    const auto text = view_.text(path);
    const auto data = text ? read_config(form, *text) : std::nullopt;
    if (!data) return {};
    const Json* at = &*data;
    for (const std::string_view name : names) at = &(*at)[name];
    return at->is_string() ? needed(at->text(), path) : std::nullopt;
  }

  std::optional<Needed> python() const {
    for (const auto& names : {std::initializer_list<std::string_view>{"project", "requires-python"},
                              {"tool", "poetry", "dependencies", "python"}}) {
      if (auto found = key("pyproject.toml", ConfigForm::toml, names)) return found;
    }
    if (auto found = key("setup.cfg", ConfigForm::ini, {"options", "python_requires"}))
      return found;
    const auto text = view_.text("setup.py");
    const auto range =
        text ? repo::python_argument(*text, "setup", "python_requires") : std::nullopt;
    return range ? needed(range->value, "setup.py") : std::nullopt;
  }
  std::optional<Needed> rust() const {
    if (auto found = key("Cargo.toml", ConfigForm::toml, {"package", "rust-version"})) return found;
    return key("Cargo.toml", ConfigForm::toml, {"workspace", "package", "rust-version"});
  }
  std::optional<Needed> go() const {
    const auto text = view_.text("go.mod");
    return text ? needed(repo::parse_go_mod(*text)["go"].string_or(""), "go.mod") : std::nullopt;
  }
  // `1.8` is 8.
  std::optional<Needed> java() const {
    const auto text = view_.text("pom.xml");
    if (!text) return {};
    for (const std::string_view tag : {"<maven.compiler.release>", "<maven.compiler.target>",
                                       "<java.version>", "<release>", "<target>"}) {
      const auto at = text->find(tag);
      if (at == std::string::npos) continue;
      const std::string_view rest = std::string_view(*text).substr(at + tag.size());
      auto found = needed(rest.substr(0, rest.find('<')), "pom.xml");
      if (found && found->version.size() > 1 && found->version[0] == 1) {
        found->version.erase(found->version.begin());
      }
      return found;
    }
    return {};
  }
  std::optional<Needed> ruby() const {
    std::string path;
    view_.each_name("", [&](std::string_view name) {
      if (name.ends_with(".gemspec")) path = name;
    });
    const auto text = path.empty() ? std::nullopt : view_.text(path);
    if (!text) return {};
    for (const std::string_view line : split_lines(*text)) {
      const auto at = line.find("required_ruby_version");
      if (at != std::string_view::npos) return needed(line.substr(at + 21), path);
    }
    return {};
  }
  std::optional<Needed> cmake() const {
    const auto text = view_.text("CMakeLists.txt");
    if (!text) return {};
    const auto calls = repo::native_calls(*text, "cmake_minimum_required");
    if (calls.size() != 1) return {};
    const std::string range = calls.front().after("VERSION");
    return needed(range.substr(0, range.find("...")), "CMakeLists.txt");
  }

  const repo::RepoView& view_;
};

struct LanguageName {
  std::string_view written;
  std::string_view language;
};
constexpr auto kVersioned = std::to_array<LanguageName>({{"Python", "Python"},
                                                         {"CPython", "Python"},
                                                         {"Node.js", "Node.js"},
                                                         {"Node", "Node.js"},
                                                         {"NodeJS", "Node.js"},
                                                         {"PHP", "PHP"},
                                                         {"Rust", "Rust"},
                                                         {"rustc", "Rust"},
                                                         {"Go", "Go"},
                                                         {"Golang", "Go"},
                                                         {"Java", "Java"},
                                                         {"JDK", "Java"},
                                                         {"OpenJDK", "Java"},
                                                         {"Ruby", "Ruby"},
                                                         {"CMake", "CMake"}});

// A sentence with one of these is about a part, other times, or the work on the project.
constexpr auto kPartsAndTimes = fixed_words(
    "if", "when", "for", "only", "feature", "features", "older", "previous", "before", "until",
    "longer", "dropped", "drop", "drops", "will", "develop", "development", "contribute",
    "contributing", "docs", "documentation", "example", "examples", "optional", "optionally",
    "extra", "not", "removed", "deprecated", "plugin", "might", "may", "could", "would", "should",
    "tests", "test", "branch", "because", "module", "async", "since", "unless", "except", "was",
    "were", "recommended", "recommend", "next", "future", "plan", "planned", "option", "using",
    "cython", "type", "typing", "annotations", "syntax", "legacy", "latest", "less", "some",
    "these", "method", "function", "then", "which", "earlier");
constexpr auto kNeedVerbs = fixed_words("requires", "require", "needs", "need", "supports", "works",
                                        "runs", "targets", "demands", "compatible", "tested");

// A version of a language, and where it stands among the words.
struct Mention {
  bool list = false;  // `3.7, 3.8 and 3.9`
  const LanguageName* name = nullptr;
  std::size_t from = 0;
  std::size_t to = 0;  // behind the last word
  Numbers version;
  bool least = false;  // `or newer`, `+`, `>=`
};

bool is_newer(std::string_view word) {
  return among({"newer", "later", "above", "higher", "greater", "up", "upwards", "onwards", "over",
                "better"},
               lower(bare_word(word)));
}

std::optional<Mention> mention_at(const Spoken& words, std::size_t at) {
  const auto* name =
      std::find_if(kVersioned.begin(), kVersioned.end(),
                   [&](const LanguageName& row) { return row.written == bare_word(words[at]); });
  if (name == kVersioned.end()) return {};
  Mention mention{false, name, at, at + 1, {}, false};
  std::size_t i = at + 1;
  while (i < words.size() && i < at + 4) {
    std::string_view word = words[i];
    while (!word.empty() && contains("(`*_", word.substr(0, 1))) word.remove_prefix(1);
    if (word.starts_with(">=") || word.starts_with("\u2265")) {
      mention.least = true;
      word.remove_prefix(word.starts_with(">=") ? 2 : 3);
    }
    mention.version = version_at(word);
    ++i;
    if (!mention.version.empty()) {
      mention.least = mention.least || contains(word, "+");
      break;
    }
    const bool between =
        word.empty() ||
        among({"version", "versions", "v", "at", "least", "is", "must", "be", "of", ":", "-", "|"},
              lower(bare_word(word))) ||
        word == ":" || word == "|";
    if (!between) return {};
    mention.least = mention.least || lower(word) == "least";
  }
  if (mention.version.empty()) return {};
  if (i + 1 < words.size() && among({"or", "and"}, lower(words[i])) && is_newer(words[i + 1])) {
    mention.least = true;
    i += 2;
  }
  // The others of a list.
  std::size_t end = i;
  while (end < words.size()) {
    const std::string_view word = bare_word(words[end]);
    const bool link = among({"and", "or", "to", "through", "-", "\u2013", "&"}, lower(word));
    if (!link && version_at(word).empty()) break;
    ++end;
    if (!link) i = end;
    mention.list = mention.list || !link;
  }
  mention.to = i;
  return mention;
}

// Nothing but words that ask for something, and one that says so.
bool asks_before(const Spoken& words, std::size_t end, bool least) {
  static constexpr auto kPlain = fixed_words(
      "the", "our", "a", "an", "you", "have", "is", "at", "of", "that", "system", "version",
      "versions", "first", "before", "start", "begin", "starting", "has", "with", "need", "please",
      "make", "language", "lowest", "and", "will", "to", "be", "must");
  bool strong = false;
  for (std::size_t i = 0; i < end; ++i) {
    const std::string word = lower(bare_word(words[i]));
    const bool asks = among({"prerequisite", "prerequisites", "requirement", "requirements",
                             "minimum", "min", "required", "supported", "msrv"},
                            word);
    const bool tells = among({"install", "ensure", "sure"}, word) && least;
    strong = strong || asks || tells;
    if (!asks && !tells && !word.empty() && !among(kPlain, word)) return false;
  }
  return strong;
}

// What may stand behind it: `is installed on your system`.
bool ends_plainly(const Spoken& words, std::size_t from) {
  return std::all_of(words.begin() + static_cast<std::ptrdiff_t>(from), words.end(),
                     [](std::string_view word) {
                       return among({"is", "are", "required", "needed", "installed", "and", "on",
                                     "your", "system", "machine", "first", "supported", "must",
                                     "be", "it", "minimum", "higher", "the", "computer"},
                                    lower(bare_word(word)));
                     });
}

bool tells_requirements(std::string_view heading) {
  for (const std::string_view word :
       {"requirement", "prerequisite", "compatib", "before you begin"}) {
    if (contains_folded(heading, word)) return true;
  }
  return false;
}

class RequiredVersions {
 public:
  RequiredVersions(const RepoPath& path, const repo::RepoView& head,
                   const syntax::MarkdownDocument& before)
      : path_(path), head_(head), before_(before) {}

  std::vector<Finding> read(const syntax::MarkdownDocument& document) {
    examples_ = document.code_blocks;
    bool required = false;
    for (const Block& block : document.blocks) {
      if (block.kind == BlockKind::heading) {
        required = tells_requirements(block.text);
        below_code_ = is_code(block);
      }
      const bool prose = block.kind == BlockKind::paragraph || block.kind == BlockKind::table;
      if (!prose || block.quoted) continue;
      if (block.text.find_first_of("0123456789") == std::string::npos) continue;
      about_release_ = false;
      for (const std::string& sentence : split_sentences(block.text)) {
        look_at(sentence, block.line, required);
        about_release_ = about_release_ || names_release(sentence);
      }
    }
    for (const syntax::Link& link : document.links) badge(link);
    return std::move(found_);
  }

 private:
  // `shields.io/badge/python-3.7%2B-blue`
  void badge(const syntax::Link& link) {
    constexpr std::string_view kBadge = "shields.io/badge/";
    const auto at = link.target.find(kBadge);
    if (at == std::string::npos) return;
    std::string text = replace_all(link.target.substr(at + kBadge.size()), "%20", " ");
    text = replace_all(replace_all(text, "%2B", "+"), "%3E%3D", ">=");
    const auto parts = split(text, '-');
    if (parts.size() < 2) return;
    for (const LanguageName& row : kVersioned) {
      if (!equal_folded(trim(parts[0]), row.written)) continue;
      std::string_view version = trim(parts[1]);
      while (version.starts_with(">") || version.starts_with("=")) version.remove_prefix(1);
      Mention mention{false, &row, 0, 0, version_at(trim(version)), true};
      if (mention.version.empty() || contains(version, "|") || contains(version, " ")) return;
      return judge(link.target, mention, link.line);
    }
  }

  void look_at(const std::string& sentence, int line, bool required) {
    const Spoken words = split_words(sentence);
    if (words.size() < 2 || words.size() > 24) return;
    std::optional<Mention> only;
    std::size_t numbers = 0;
    for (std::size_t i = 0; i < words.size(); ++i) {
      numbers += std::any_of(words[i].begin(), words[i].end(), is_digit);
      const auto mention = mention_at(words, i);
      if (mention && only) return;
      if (mention) only = mention;
    }
    if (!only) return;
    std::size_t own = 0;
    for (std::size_t i = only->from; i < only->to; ++i) {
      own += std::any_of(words[i].begin(), words[i].end(), is_digit);
    }
    if (numbers != own) return;
    const bool silenced = std::any_of(words.begin(), words.end(), [](std::string_view word) {
      return among(kPartsAndTimes, lower(bare_word(word)));
    });
    const bool item = required && only->from == 0 && words.size() <= only->to + 2;
    if (silenced || !(item || is_claim(words, *only))) return;
    judge(sentence, *only, line);
  }

  // `Box 3.x is no longer maintained. Requires PHP 5.3+.`
  static bool names_release(std::string_view sentence) {
    const Spoken words = split_words(sentence);
    return std::any_of(words.begin(), words.end(), [](std::string_view word) {
      word = bare_word(word);
      return word.size() > 2 && word.ends_with(".x") && is_digit(word[word.size() - 3]);
    });
  }

  // A heading that is a name of the code (`signal`): what is below it is about that one part.
  static bool is_code(const Block& heading) {
    const auto& pieces = heading.pieces;
    return !pieces.empty() && std::all_of(pieces.begin(), pieces.end(), [](const auto& piece) {
      return piece.kind == syntax::PieceKind::code || trim(piece.text).empty();
    });
  }

  bool is_subject(const Spoken& words, std::size_t end) const {
    if (end == 0) return !below_code_ && !about_release_;
    if (end > 4) return false;
    const std::string first = lower(bare_word(words[0]));
    if (first == "it" || first == "you" || first == "you'll" || first == "we") return end <= 2;
    if (first == "this" || first == "the" || first == "our") {
      return end <= 3 && among({"project", "library", "package", "tool", "program", "application",
                                "app", "crate", "module", "cli", "software", "server", "framework"},
                               lower(bare_word(words[end - 1])));
    }
    if (!own_) own_ = project_names(head_);
    return end == 1 && own_->contains(replace_all(first, "-", "_"));
  }

  bool is_claim(const Spoken& words, const Mention& mention) const {
    if (ends_plainly(words, mention.to)) {
      if (asks_before(words, mention.from, mention.least)) return true;
      // `Python 3.7, 3.8 and 3.9 are supported`
      const std::string last = lower(bare_word(words.back()));
      if (mention.from == 0 && mention.to < words.size() && last == "supported") return true;
    }
    // `Python 3.8 or later is required`
    std::size_t from = mention.from;
    if (from > 0 && lower(words[from - 1]) == "least") from = from > 1 ? from - 2 : 0;
    if (from == 0 && mention.to + 1 < words.size()) {
      const bool is = lower(words[mention.to]) == "is";
      const std::string verb = lower(bare_word(words[mention.to + 1]));
      const bool ends = mention.to + 2 == words.size() || words.size() <= mention.to + 6;
      if (is && ends && (verb == "required" || verb == "needed")) return true;
    }
    // `It requires at least Python 3.8`
    for (std::size_t i = 0; i < from; ++i) {
      const std::string verb = lower(bare_word(words[i]));
      if (!among(kNeedVerbs, verb)) continue;
      const bool needs = verb.starts_with("require") || verb.starts_with("need");
      if (!needs && !mention.least && !mention.list) return false;
      if (from > i + 4 || words.size() > mention.to + 3) return false;
      // `is compatible with`
      const bool is = i > 0 && among({"is", "are"}, lower(words[i - 1]));
      return is_subject(words, is ? i - 1 : i);
    }
    return false;
  }

  bool stood_before(const Mention& mention) const {
    const std::string number = shown(mention.version);
    return std::any_of(before_.blocks.begin(), before_.blocks.end(), [&](const Block& block) {
      return contains(block.text, mention.name->written) &&
             (contains_word_folded(block.text, number) ||
              contains_word_folded(block.text, "v" + number));
    });
  }

  // An example of the page says so of a project of the reader's own:
  // `cmake_minimum_required(VERSION 3.20)`.
  bool shows_a_project(const Mention& mention) const {
    const std::string number = shown(mention.version);
    return std::any_of(examples_.begin(), examples_.end(),
                       [&](const syntax::CodeBlock& block) {
                         return contains_word_folded(block.text, number) &&
                                contains_folded(block.text, mention.name->written);
                       });
  }

  static std::string shown(const Numbers& version) {
    std::string out;
    for (const long long part : version) {
      out += (out.empty() ? "" : ".") + std::to_string(part);
    }
    return out;
  }

  // Another package may lie in the document's folder.
  bool is_of_root(const std::string& manifest) const {
    const std::string folder(path_.folder());
    return folder.empty() || !head_.has(folder.substr(0, folder.find('/')) + "/" + manifest);
  }

  void judge(const std::string& sentence, const Mention& mention, int line) {
    const auto needed = ManifestNeeds(head_).of(mention.name->language);
    if (!needed || !is_of_root(needed->path) || stood_before(mention)) return;
    if (shows_a_project(mention)) return;
    const std::size_t same = std::min(mention.version.size(), needed->version.size());
    const bool equal = std::equal(mention.version.begin(),
                                  mention.version.begin() + static_cast<std::ptrdiff_t>(same),
                                  needed->version.begin());
    // A list has older ones than its manifest lets in.
    if (equal || (mention.list && mention.version > needed->version)) return;
    found_.push_back({.rule = "content-grounding/version",
                      .kind = RuleKind::defect,
                      .path = path_.text(),
                      .line = line,
                      .message = "\"" + printable(sentence, 100) + "\": " + needed->path +
                                 " asks for " + printable(needed->written, 40),
                      .feedback = "Name the version that " + needed->path + " asks for."});
  }

  const RepoPath& path_;
  const repo::RepoView& head_;
  const syntax::MarkdownDocument& before_;
  std::span<const syntax::CodeBlock> examples_;
  mutable std::optional<std::set<std::string, std::less<>>> own_;
  bool below_code_ = false;
  bool about_release_ = false;  // what the block said before
  std::vector<Finding> found_;
};

}  // namespace

std::vector<Finding> denied_versions(const RepoPath& path, const syntax::MarkdownDocument& document,
                                     const syntax::MarkdownDocument& before,
                                     const repo::RepoView& head) {
  return RequiredVersions(path, head, before).read(document);
}

}  // namespace pawl::guards
