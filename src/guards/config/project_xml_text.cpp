#include <algorithm>

#include "base/text/characters.hpp"
#include "base/text/text.hpp"
#include "guards/config/build_texts.hpp"

namespace pawl::guards {
namespace {

// Whether tags are closed in their order; what they mean is not asked. Stops at the first fault.
class TagBalance {
 public:
  explicit TagBalance(std::string_view text) : text_(text) {}

  BuildFaults read() {
    for (std::size_t at = text_.find('<'); at != std::string_view::npos && faults_.empty();
         at = text_.find('<', at)) {
      at = piece(at);
    }
    if (faults_.empty() && !open_.empty()) {
      add(open_.back(), "<" + printable(name_at(open_.back()), 60) + "> is never closed");
    }
    return std::move(faults_);
  }

 private:
  void add(std::size_t at, std::string message) {
    const auto end = text_.begin() + static_cast<std::ptrdiff_t>(std::min(at, text_.size()));
    const auto row = static_cast<int>(std::count(text_.begin(), end, '\n')) + 1;
    faults_.push_back({kBuildParseError, row, std::move(message)});
  }

  std::string_view name_at(std::size_t open) const {
    const std::size_t begin = open + 1;
    return text_.substr(begin, text_.find_first_of(" \t\r\n/>", begin) - begin);
  }

  // Behind the end of what begins with a `<`.
  std::size_t piece(std::size_t at) {
    struct Other {
      std::string_view begin;
      std::string_view end;
    };
    for (const Other& other :
         {Other{"<!--", "-->"}, Other{"<![CDATA[", "]]>"}, Other{"<?", "?>"}, Other{"<!", ">"}}) {
      if (!text_.substr(at).starts_with(other.begin)) continue;
      const std::size_t end = text_.find(other.end, at + other.begin.size());
      if (end != std::string_view::npos) return end + other.end.size();
      add(at, printable(other.begin, 20) + " is never closed");
      return text_.size();
    }
    return tag(at);
  }

  std::size_t tag(std::size_t at) {
    const std::size_t end = end_of_tag(at);
    if (end == std::string_view::npos) {
      add(at, "a tag that is never closed: <" + printable(name_at(at), 60));
      return text_.size();
    }
    if (text_.substr(at).starts_with("</")) {
      const std::string_view name = trim(text_.substr(at + 2, end - at - 2));
      if (open_.empty() || name_at(open_.back()) != name) {
        add(at, "</" + printable(name, 60) + "> closes " +
                    (open_.empty() ? std::string("nothing")
                                   : "<" + printable(name_at(open_.back()), 60) + ">"));
        return text_.size();
      }
      open_.pop_back();
    } else if (text_[end - 1] != '/') {
      open_.push_back(at);
    }
    return end + 1;
  }

  std::size_t end_of_tag(std::size_t at) const {
    char quote = 0;
    for (std::size_t i = at + 1; i < text_.size(); ++i) {
      const char c = text_[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '"' || c == '\'') {
        quote = c;
      } else if (c == '>') {
        return i;
      } else if (c == '<') {
        break;
      }
    }
    return std::string_view::npos;
  }

  std::string_view text_;
  std::vector<std::size_t> open_;  // where the tags that are open begin
  BuildFaults faults_;
};

}  // namespace

BuildFaults faults_in_project_xml(std::string_view text) { return TagBalance(text).read(); }

}  // namespace pawl::guards
