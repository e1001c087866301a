// A quick reader for the plain part of JSON: what Pawl itself writes into journals. It never
// accepts what the strict parser refuses; what it does not know, it leaves to that parser.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/json.hpp"

namespace pawl::store {

class JsonReader {
 public:
  explicit JsonReader(std::string_view text) : text_(text) {}

  // Takes exactly these bytes, or nothing.
  bool skip(std::string_view expected);
  std::optional<std::uint64_t> number();
  std::optional<std::string_view> take(std::size_t count);
  // Without a place to put it, a string or value is only checked and passed over.
  bool string(std::string* out);
  // Any value without blanks around it. False: not JSON, or not plain enough.
  bool value(Json* out, int depth = 0);
  bool starts_object() const { return peek() == '{'; }
  bool at_end() const { return at_ == text_.size(); }

 private:
  bool object(Json* out, int depth);
  bool array(Json* out, int depth);
  bool any_number(Json* out);
  bool escape(std::string* out);
  bool skip(char expected);
  char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  std::string_view text_;
  std::size_t at_ = 0;
};

}  // namespace pawl::store
