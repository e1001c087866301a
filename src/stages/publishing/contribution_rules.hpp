// What a repository's own documents ask of contributions: whether programs may make them, whether
// that is to be said, whether commits are signed off, and how the text of a pull request is laid
// out. All of it is found by words (data/words/ai-policy.txt), at the commit a run begins at.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "stages/stage.hpp"

namespace pawl::stages {

enum class Programs : std::uint8_t { unmentioned, disclosed, refused };

struct ContributionRules {
  Programs programs = Programs::unmentioned;
  std::string where;     // that says so: `CONTRIBUTING.md:12`
  std::string sentence;  // what it says
  bool sign_off = false;
  std::string pull_template;  // the default one; empty: none
};

struct RuleDocument {
  std::string path;
  std::string text;
};
// Whether a file of that path is looked at.
bool is_rule_document(std::string_view path);
ContributionRules contribution_rules(std::span<const RuleDocument> documents);

// Of the commit the run begins at. What cannot be read says nothing.
Result<ContributionRules> read_contribution_rules(const Checkout& checkout,
                                                  const std::string& commit);

// A template with its headings and boxes, without its comments: `summary` below the heading that
// asks what it is about, `tests` below the one that asks how it was tested, `issue` below the one
// that asks what it belongs to. No box is ticked: nobody vouched for anything.
struct TemplateFacts {
  std::string summary;
  std::string tests;
  std::string issue;  // `Fixes #5`; empty: none
};
// Whether it has a heading that asks how it was tested.
bool has_tests_heading(std::string_view text);
std::string filled_template(std::string_view text, const TemplateFacts& facts);

}  // namespace pawl::stages
