// A JSON value. Objects keep the order in which members were added, so what Pawl writes is
// byte-stable. Parsing and writing use nlohmann/json, which only json.cpp includes
// (docs/adr/0002-json-value.md).
#pragma once

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/result.hpp"

namespace pawl {

class Json {
 public:
  using Array = std::vector<Json>;
  using Member = std::pair<std::string, Json>;
  using Object = std::vector<Member>;

  // Out of line, what there is to copy, move and end: every file that holds a Json would compile
  // it.
  Json();
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  Json(std::nullptr_t) : Json() {}
  Json(bool value);
  Json(int value) : Json(static_cast<long long>(value)) {}
  Json(unsigned value) : Json(static_cast<long long>(value)) {}
  Json(long value) : Json(static_cast<long long>(value)) {}
  Json(long long value);
  Json(unsigned long value);       // above 2^63-1 it becomes a double
  Json(unsigned long long value);  // likewise
  Json(double value);
  Json(const char* value);
  Json(std::string_view value);
  Json(std::string value);
  Json(Array value);

  static Json array();
  static Json object();
  static Json object(std::initializer_list<Member> members);
  // Of members that may repeat a key: the last value counts.
  static Json object_of(Object members);
  template <class Range>
  static Json array_of(const Range& range) {
    Array items;
    for (const auto& item : range) items.emplace_back(Json(item));
    return Json(std::move(items));
  }

  // Strict RFC 8259, UTF-8; nesting at most 512; a repeated key keeps the last value. The error
  // names line and column.
  static Result<Json> parse(std::string_view text);
  // One line. Bytes that are not UTF-8 are written as U+FFFD; NaN and infinities as null.
  std::string dump() const;
  // Indented by two blanks, with a final newline: for files people read.
  std::string pretty() const;

  bool is_null() const { return std::holds_alternative<std::monostate>(value_); }
  bool is_bool() const { return std::holds_alternative<bool>(value_); }
  bool is_int() const { return std::holds_alternative<std::int64_t>(value_); }
  bool is_number() const { return is_int() || std::holds_alternative<double>(value_); }
  bool is_string() const { return std::holds_alternative<std::string>(value_); }
  bool is_array() const { return std::holds_alternative<Array>(value_); }
  bool is_object() const { return std::holds_alternative<Object>(value_); }
  std::string_view type_name() const;

  // The value if it has that type, else the fallback.
  bool bool_or(bool fallback) const;
  std::int64_t int_or(std::int64_t fallback) const;
  double number_or(double fallback) const;
  std::string string_or(std::string_view fallback) const;
  // The string's text, empty if it is no string. Lives as long as this value.
  std::string_view text() const;

  // The elements of an array or the members of an object; empty for any other type. They live as
  // long as this value: a loop over those of a value that nobody holds would read freed memory.
  const Array& items() const&;
  const Array& items() const&& = delete;
  const Object& members() const&;
  const Object& members() const&& = delete;
  std::size_t size() const;

  // The member of that name, or a null value. Lives as long as this value; of one that nobody holds
  // it is a value of its own.
  const Json& operator[](std::string_view key) const&;
  Json operator[](std::string_view key) const&&;
  const Json* find(std::string_view key) const;
  bool has(std::string_view key) const { return find(key) != nullptr; }

  // Adds or replaces a member; a null value becomes an object first.
  Json& set(std::string_view key, Json value);
  void erase(std::string_view key);
  // Appends to an array; a null value becomes an array first.
  Json& push(Json value);
  Json* find(std::string_view key);
  Array& mutable_items();

  // Equal values; the order of an object's members does not count, 1 and 1.0 are equal.
  bool operator==(const Json& other) const;

 private:
  std::variant<std::monostate, bool, std::int64_t, double, std::string, Array, Object> value_;
};

}  // namespace pawl
