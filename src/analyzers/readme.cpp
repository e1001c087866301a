// Does the README explain to a newcomer what this is, how to get, use and contribute to it?
#include <algorithm>

#include "analyzers/links.hpp"
#include "analyzers/rows.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "repo/documents/guides.hpp"

namespace pawl::analyzers {
namespace {

struct Topic {
  std::string_view name;
  std::string_view suggestion;
  double points;
  std::initializer_list<std::string_view> words;  // that say something on it, wherever they stand
};

// What a reader sees of the text: without badges and other pictures.
std::string prose_of(std::string_view text) {
  std::string prose;
  for (const std::string_view line : split_lines(text)) {
    const bool badge = contains(line, "shields.io") || contains_folded(line, "badge") ||
                       contains(line, "<img") || contains(line, "[![");
    if (!badge) prose += lower(line) + "\n";
  }
  return prose;
}

// A link to documents of its own: the place where people read the rest.
bool links_to_documents(const syntax::MarkdownDocument& document, std::string_view prose) {
  static constexpr auto kWords =
      fixed_words("documentation", "docs", "manual", "guide", "website", "tutorial", "user guide",
                  "handbook", "wiki", "api reference");
  static constexpr auto kPlaces =
      fixed_words("readthedocs", "/docs", "://docs.", "docs.rs", "pkg.go.dev", "/wiki", "github.io",
                  "rubydoc.info", "hexdocs", "javadoc.io", "/documentation", "swiftpackageindex");
  for (const syntax::Link& link : document.links) {
    if (link.target.starts_with('#')) continue;
    const auto speaks = [&](std::string_view word) { return contains_folded(link.text, word); };
    const auto leads = [&](std::string_view place) { return contains_folded(link.target, place); };
    if (std::any_of(std::begin(kWords), std::end(kWords), speaks)) return true;
    if (std::any_of(std::begin(kPlaces), std::end(kPlaces), leads)) return true;
  }
  return document.links.empty() &&
         std::any_of(std::begin(kPlaces), std::end(kPlaces),
                     [&](std::string_view place) { return contains(prose, place); });
}

// reStructuredText and plain text: a line underlined with one repeated sign is a heading.
syntax::MarkdownDocument read_plain(std::string_view text) {
  syntax::MarkdownDocument document;
  const auto lines = split_lines(text);
  for (std::size_t i = 0; i < lines.size(); ++i) {
    document.words += split_words(lines[i]).size();
    if (contains(lines[i], "::")) document.code_blocks.push_back({"", "", static_cast<int>(i) + 1});
    if (i == 0) continue;
    const std::string_view line = trim_end(lines[i]);
    const std::string_view title = trim(lines[i - 1]);
    const bool underline = line.size() >= 3 && line.find_first_not_of(line[0]) == line.npos &&
                           std::string_view("=-~^*#+").find(line[0]) != std::string_view::npos;
    if (underline && !title.empty() && title.size() <= line.size() + 4) {
      document.headings.push_back(
          {document.headings.empty() ? 1 : 2, std::string(title), static_cast<int>(i)});
    }
  }
  return document;
}

bool is_markdown(std::string_view path) {
  const std::string folded = lower(path);
  return folded.ends_with(".md") || folded.ends_with(".markdown") || folded.ends_with(".mdx");
}

class Readme {
 public:
  Readme(const Input& input, Metric& metric, std::string path, std::string_view text)
      : input_(input),
        metric_(metric),
        path_(std::move(path)),
        text_(text),
        document_(is_markdown(path_) ? syntax::parse_markdown(text) : read_plain(text)),
        prose_(prose_of(text)) {}

  void measure() {
    points_.add(20, 20);
    title();
    length();
    topics();
    code();
    links();
    grade(metric_, points_.score());
    metric_.details = path_ + ": " + counted(document_.words, "word") + ", " +
                      counted(document_.headings.size(), "heading") +
                      (missing_.empty() ? "" : ", nothing on " + join(missing_, ", "));
    if (broken_ > 0) metric_.details += ", " + counted(broken_, "broken link");
  }

 private:
  void title() {
    const bool has = !document_.headings.empty() || contains_folded(text_, "<h1");
    points_.add(has ? 10 : 0, 10);
    if (!has) suggest("Start " + path_ + " with the name of the project as a heading.");
  }

  void length() {
    const double words = static_cast<double>(document_.words);
    points_.add(15 * std::min(1.0, words / 100), 15);
    if (words < 25) suggest("Say in " + path_ + " what the project does and for whom.");
  }

  void topic(const Topic& topic, bool elsewhere) {
    const auto heads = [&](std::string_view word) {
      return std::any_of(document_.headings.begin(), document_.headings.end(),
                         [&](const syntax::Heading& h) { return contains_folded(h.text, word); });
    };
    const auto says = [&](std::string_view word) { return contains(prose_, word); };
    const bool whole = elsewhere || std::any_of(topic.words.begin(), topic.words.end(), heads);
    const bool has = whole || std::any_of(topic.words.begin(), topic.words.end(), says);
    points_.add(whole ? topic.points : has ? topic.points / 2 : 0, topic.points);
    if (has) return;
    missing_.emplace_back(topic.name);
    suggest("Add to " + path_ + " " + std::string(topic.suggestion) + ".");
  }

  void topics() {
    const Survey& survey = *input_.survey;
    if (survey.product_files > 0) {
      const bool documented_there = links_to_documents(document_, prose_);
      topic({"installation",
             "how to install or build it",
             15,
             {"install", "set up", "setup", "getting started", "quick start", "quickstart", "build",
              "compil", "download", "requirements", "deploy", "dependencies]", "dependency",
              "nuget", "go get", "pip ", "cargo add", "npm i ", "brew "}},
            documented_there);
      topic({"usage",
             "how to use it, with an example",
             20,
             {"usage", "how to", "using", "example", "getting started", "quick start", "quickstart",
              "how it works", "commands", "tutorial", "demo", "features"}},
            documented_there || !document_.code_blocks.empty());
    }
    topic(
        {"contributing",
         "how to contribute, or a link to CONTRIBUTING",
         10,
         {"contribut", "development", "developing", "hacking", "participat", "pull request",
          "patches", "bug report", "feature request", "report bugs", "reporting bugs", "/issues"}},
        repo::find_guide(input_.view, repo::Guide::contributing).has_value());
    topic({"licence",
           "the name of its licence",
           10,
           {"licen", "copying", "public domain", "copyright"}},
          contains_folded(text_, "/license") || contains_folded(text_, "license:") ||
              contains_word_folded(text_, "license") || contains_word_folded(text_, "licence"));
  }

  void code() {
    if (input_.survey->product_files == 0) return;
    const bool has = !document_.code_blocks.empty() || contains_folded(text_, "<pre");
    points_.add(has ? 10 : 0, 10);
    if (!has) suggest("Show a command or a few lines of code in " + path_ + ".");
  }

  void links() {
    const auto path = RepoPath::from_git(path_);
    if (!is_markdown(path_) || !path) return;
    LinkCheck check = check_links(input_.view, *path, text_, document_);
    if (check.relative == 0) return;
    broken_ = check.broken.size();
    points_.add(10 * (1 - static_cast<double>(broken_) / static_cast<double>(check.relative)), 10);
    if (broken_ > 0) suggest("Repair the broken relative links in " + path_ + ".");
    metric_.evidence = std::move(check.broken);
  }

  void suggest(std::string text) { metric_.suggestions.push_back(std::move(text)); }

  const Input& input_;
  Metric& metric_;
  std::string path_;
  std::string_view text_;
  syntax::MarkdownDocument document_;
  std::string prose_;  // in lower case
  Points points_;
  std::vector<std::string> missing_;
  std::size_t broken_ = 0;
};

}  // namespace

void measure_readme(const Input& input, Metric& metric) {
  if (!input.facts.readme) {
    for (const repo::Entry& entry : input.view.files()) {
      const bool named =
          entry.path.folder().empty() && starts_with_folded(entry.path.name(), "readme");
      if (named && entry.symlink) {
        return cannot_tell(metric, entry.path.text() + " is a symbolic link; none is followed.");
      }
    }
  }
  const auto text = input.facts.readme ? input.view.text(input.facts.readme->value) : std::nullopt;
  if (!text || trim(*text).empty()) {
    grade(metric, 0);
    metric.details = text ? input.facts.readme->value + " is empty" : "no README";
    metric.suggestions = {"Write a README.md: what the project is, how to install and use it."};
    return;
  }
  Readme(input, metric, input.facts.readme->value, *text).measure();
}

}  // namespace pawl::analyzers
