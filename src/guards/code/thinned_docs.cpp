#include "guards/code/thinned_docs.hpp"

#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/fixed_words.hpp"
#include "base/text/text.hpp"
#include "guards/code/changed_span.hpp"
#include "guards/code/definition_docs.hpp"
#include "guards/documents/doc_comment.hpp"
#include "guards/lexical.hpp"

namespace pawl::guards {
namespace {

using syntax::Definition;
using Lines = std::vector<std::string_view>;

// Less is a heading.
constexpr std::size_t kWordsMin = 5;
// `Documentation pending`
constexpr std::size_t kEmptyWordsMax = 3;
// Comments stand above what they are for.
constexpr std::size_t kAboveMax = 4096;
constexpr std::size_t kHeadMax = 2000;

constexpr auto kOpenMarks = fixed_words("todo", "fixme", "xxx", "tbd", "hack");
constexpr auto kLittleWords = fixed_words("a", "an", "the", "this", "of", "for", "function",
                                          "method", "class", "type", "fn", "def", "struct");

std::string_view first_word(std::string_view text) {
  const auto begin = std::find_if(text.begin(), text.end(), is_word);
  const auto end = std::find_if_not(begin, text.end(), is_word);
  return text.substr(static_cast<std::size_t>(begin - text.begin()),
                     static_cast<std::size_t>(end - begin));
}

std::vector<std::string_view> words_in(const Lines& lines) {
  std::vector<std::string_view> out;
  for (const std::string_view line : lines) {
    for (const std::string_view word : split_words(line)) {
      if (const auto bare = first_word(word); !bare.empty()) out.push_back(bare);
    }
  }
  return out;
}

bool says_only_name(const std::vector<std::string_view>& words, std::string_view qualified) {
  return std::all_of(words.begin(), words.end(), [&](std::string_view word) {
    const std::string folded = lower(word);
    return among(kLittleWords, folded) || contains_folded(qualified, folded);
  });
}

// The parameter that a line is about: `@param {string} name …`, `:param str name: …`,
// `\\param[in] name …`, `name (str): …` of a docstring.
std::string_view parameter_of(std::string_view line, std::string_view head) {
  static constexpr auto kTags = {"@param", ":param", "\\param", "@arg ", "@tparam"};
  const auto is_tag = [&](std::string_view tag) { return line.starts_with(tag); };
  const bool tagged = std::any_of(kTags.begin(), kTags.end(), is_tag);
  const auto colon = line.find(':', 1);
  std::string_view rest = line;
  if (tagged) {
    rest.remove_prefix(std::min(line.find_first_of(" \t"), line.size()));
    if (const auto type = rest.find('}'); trim(rest).starts_with('{') && type < rest.size()) {
      rest.remove_prefix(type + 1);
    }
    if (line.front() == ':' && colon < line.size()) rest = rest.substr(0, rest.find(':'));
  } else if (colon == std::string_view::npos || !is_word(line.front())) {
    return {};
  }
  const auto words = split_words(rest);
  const auto typed = [](std::string_view word) { return word.starts_with('$'); };  // of PHP
  auto word = std::find_if(words.begin(), words.end(), typed);
  if (word == words.end()) word = words.begin();
  if (words.empty()) return {};
  const std::string_view name = first_word(line.front() == ':' ? words.back() : *word);
  const bool explained = !tagged || line.front() == ':' || words.size() > 1;
  return explained && !name.empty() && contains_word_folded(head, name) ? name : std::string_view();
}

class ThinnedSearch {
 public:
  ThinnedSearch(const std::vector<FileSides>& all, const FileSides& sides)
      : all_(all),
        sides_(sides),
        before_(sides.language, sides.before.text()),
        after_(sides.language, sides.after.text()),
        changed_(changed_span(sides.before.text(), sides.after.text()).before) {}

  // Those of one name in their order: overloads.
  std::vector<ThinnedDoc> run() {
    std::vector<ThinnedDoc> out;
    NameSet compared;
    for (const Definition& each : sides_.before.definitions()) {
      if (each.name.empty() || !compared.insert(each.qualified).second) continue;
      const auto& was = sides_.before.all(each.qualified);
      const auto& is = sides_.after.all(each.qualified);
      if (was.size() != is.size()) continue;
      for (std::size_t i = 0; i < was.size(); ++i) {
        if (!is_touched(*was[i]) || !was[i]->documented || !is[i]->documented) continue;
        look_at(*was[i], *is[i], out);
      }
    }
    return out;
  }

 private:
  bool is_touched(const Definition& old) const {
    return !old.name.empty() && changed_.begin < old.end && old.begin < changed_.end + kAboveMax;
  }

  void look_at(const Definition& old, const Definition& now, std::vector<ThinnedDoc>& out) {
    const Lines was = before_.lines(old);
    const Lines is = after_.lines(now);
    Lines gone;
    std::copy_if(was.begin(), was.end(), std::back_inserter(gone), [&](std::string_view line) {
      return std::find(is.begin(), is.end(), line) == is.end();
    });
    if (gone.empty() || is_still_said(all_, gone, 1)) return;
    if (gone.size() == was.size()) {
      std::string what = lack_of_all(words_in(was), is, old.qualified);
      if (!what.empty()) out.push_back({&now, std::move(what), true});
    } else if (gone.size() + is.size() == was.size()) {
      // In a text that was written anew a parameter may have found its place.
      std::string what = lack_of_parameter(gone, is, now);
      if (!what.empty()) out.push_back({&now, std::move(what)});
    }
  }

  // Both answers are empty when nothing is lacking.
  static std::string lack_of_all(const std::vector<std::string_view>& was, const Lines& is,
                                 std::string_view qualified) {
    const auto left = words_in(is);
    if (was.size() < kWordsMin || left.empty()) return {};
    if (left.size() * 2 < was.size() && says_only_name(left, qualified)) {
      return "says only its name";
    }
    const auto is_mark = [](std::string_view word) { return among(kOpenMarks, lower(word)); };
    if (is_mark(left.front()) && std::none_of(was.begin(), was.end(), is_mark)) {
      return "says only that it is to be written";
    }
    if (left.size() > kEmptyWordsMax || left.size() * 4 > was.size()) return {};
    return "says no more than `" + printable(is.front(), 60) + "`";
  }

  std::string lack_of_parameter(const Lines& gone, const Lines& is, const Definition& now) const {
    std::string_view head = sides_.after.text_of(now).substr(0, kHeadMax);
    const auto open = head.find('(');
    if (open == std::string_view::npos) return {};
    head = head.substr(open, head.find(')', open) - open);
    for (const std::string_view line : gone) {
      const std::string_view name = parameter_of(line, head);
      const bool said = std::any_of(is.begin(), is.end(), [&](std::string_view each) {
        return parameter_of(each, head) == name;
      });
      if (!name.empty() && !said) return "says nothing of `" + std::string(name) + "` any more";
    }
    return {};
  }

  const std::vector<FileSides>& all_;
  const FileSides& sides_;
  DocReader before_;
  DocReader after_;
  ChangedSpan::Range changed_;
};

}  // namespace

std::vector<ThinnedDoc> thinned_docs(const std::vector<FileSides>& all, const FileSides& sides) {
  if (!sides.file->before || !sides.file->after) return {};
  return ThinnedSearch(all, sides).run();
}

}  // namespace pawl::guards
