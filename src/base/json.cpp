#include "base/json.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

#include <nlohmann/json.hpp>

#include "base/text/hidden.hpp"
#include "base/text/text.hpp"

namespace pawl {
namespace {

constexpr std::size_t kJsonDepthMax = 512;

// Builds a Json from nlohmann's parser events, without recursion.
class Builder final : public nlohmann::json_sax<nlohmann::json> {
 public:
  bool null() override { return add(Json()); }
  bool boolean(bool value) override { return add(Json(value)); }
  bool number_integer(std::int64_t value) override { return add(Json(value)); }
  bool number_unsigned(std::uint64_t value) override { return add(Json(value)); }
  bool number_float(double value, const std::string&) override { return add(Json(value)); }
  bool string(std::string& value) override { return add(Json(std::move(value))); }
  bool binary(binary_t&) override { return false; }
  bool start_object(std::size_t) override { return open(false); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool key(std::string& value) override {
    open_.back().key = std::move(value);
    return true;
  }
  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception& error) override {
    position_ = position;
    message_ = error.what();
    return false;
  }

  Json take() { return std::move(root_); }
  const std::string& message() const { return message_; }
  // How many bytes were read when the parser gave up, if it was the parser.
  std::optional<std::size_t> position() const { return position_; }

 private:
  struct Open {
    bool is_array = false;
    Json::Array items;
    Json::Object members;
    std::string key;
  };

  bool add(Json value) {
    if (open_.empty()) {
      root_ = std::move(value);
    } else if (Open& top = open_.back(); top.is_array) {
      top.items.push_back(std::move(value));
    } else {
      top.members.emplace_back(std::move(top.key), std::move(value));
    }
    return true;
  }
  bool open(bool is_array) {
    if (open_.size() >= kJsonDepthMax) {
      message_ = "nested deeper than 512 levels";
      return false;
    }
    open_.push_back({.is_array = is_array, .items = {}, .members = {}, .key = {}});
    return true;
  }
  bool close() {
    Open done = std::move(open_.back());
    open_.pop_back();
    return add(done.is_array ? Json(std::move(done.items))
                             : Json::object_of(std::move(done.members)));
  }

  Json root_;
  std::vector<Open> open_;
  std::string message_;
  std::optional<std::size_t> position_;
};

// nlohmann reports `[json.exception.parse_error.101] parse error at line 1, column 2: syntax …`.
std::string plain_message(std::string_view message) {
  const auto place = message.find("column ");
  const auto colon = place == std::string_view::npos ? place : message.find(": ", place);
  if (colon != std::string_view::npos) return std::string(message.substr(colon + 2));
  const auto bracket = message.find("] ");
  return std::string(bracket == std::string_view::npos ? message : message.substr(bracket + 2));
}

// nlohmann's own line and column are those behind the line break when one ends the bad word.
std::string place_of(std::string_view text, std::size_t bytes_read) {
  std::size_t at = std::min(bytes_read, text.size());
  if (at > 0) --at;
  while (at > 0 && text[at] == '\n') --at;
  const std::string_view before = text.substr(0, at);
  const auto line = std::count(before.begin(), before.end(), '\n') + 1;
  const auto column = std::count_if(
      before.begin() + static_cast<std::ptrdiff_t>(before.rfind('\n') + 1), before.end(),
      [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; });
  return "at line " + std::to_string(line) + ", column " + std::to_string(column + 1) + ": ";
}

constexpr std::string_view kHex = "0123456789abcdef";

void write_unit(std::string& out, char32_t unit) {
  out += "\\u";
  for (int shift = 12; shift >= 0; shift -= 4)
    out += kHex[(unit >> static_cast<unsigned>(shift)) & 15U];
}

// As JSON writes what is above the first plane: two halves.
void write_code(std::string& out, char32_t code) {
  if (code < 0x10000) return write_unit(out, code);
  write_unit(out, 0xD800 + ((code - 0x10000) >> 10U));
  write_unit(out, 0xDC00 + ((code - 0x10000) & 0x3FFU));
}

void write_plain(std::string& out, std::string_view text) {
  for (const char c : text) {
    if (c == '"' || c == '\\') out += '\\';
    out += c;
  }
}

// Hidden characters are written as escapes, so that a document can be shown as it is.
void write_string(std::string& out, std::string_view text) {
  const std::string repaired = is_utf8(text) ? std::string() : to_utf8(text);
  const std::string_view clean = repaired.empty() ? text : std::string_view(repaired);
  out += '"';
  std::size_t done = 0;
  for (const HiddenChar& one : hidden_in(clean)) {
    write_plain(out, clean.substr(done, one.at - done));
    done = one.at + one.length;
    switch (one.code) {
      case '\n': out += "\\n"; break;
      case '\r': out += "\\r"; break;
      case '\t': out += "\\t"; break;
      default: write_code(out, one.code);
    }
  }
  write_plain(out, clean.substr(done));
  out += '"';
}

void write_double(std::string& out, double value) {
  if (!std::isfinite(value)) {
    out += "null";
  } else {
    out += nlohmann::json(value).dump();  // shortest text that reads back as the same double
  }
}

void write(std::string& out, const Json& value, int indent, int depth) {
  const auto newline = [&](int level) {
    if (indent == 0) return;
    out += '\n';
    out.append(static_cast<std::size_t>(indent) * static_cast<std::size_t>(level), ' ');
  };
  if (value.is_null()) {
    out += "null";
  } else if (value.is_bool()) {
    out += value.bool_or(false) ? "true" : "false";
  } else if (value.is_int()) {
    out += std::to_string(value.int_or(0));
  } else if (value.is_number()) {
    write_double(out, value.number_or(0));
  } else if (value.is_string()) {
    write_string(out, value.text());
  } else if (value.size() == 0) {
    out += value.is_array() ? "[]" : "{}";
  } else if (value.is_array()) {
    out += '[';
    for (std::size_t i = 0; i < value.items().size(); ++i) {
      if (i > 0) out += ',';
      newline(depth + 1);
      write(out, value.items()[i], indent, depth + 1);
    }
    newline(depth);
    out += ']';
  } else {
    out += '{';
    bool first = true;
    for (const auto& [key, member] : value.members()) {
      if (!first) out += ',';
      first = false;
      newline(depth + 1);
      write_string(out, key);
      out += indent == 0 ? ":" : ": ";
      write(out, member, indent, depth + 1);
    }
    newline(depth);
    out += '}';
  }
}

template <class Integer>
std::variant<std::monostate, bool, std::int64_t, double, std::string, Json::Array, Json::Object>
from_unsigned(Integer value) {
  if (value > static_cast<Integer>(std::numeric_limits<std::int64_t>::max())) {
    return static_cast<double>(value);
  }
  return static_cast<std::int64_t>(value);
}

}  // namespace

Json::Json() = default;
Json::Json(const Json& other) = default;
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) = default;
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json::Json(bool value) : value_(value) {}
Json::Json(long long value) : value_(static_cast<std::int64_t>(value)) {}
Json::Json(double value) : value_(value) {}
Json::Json(const char* value) : value_(std::string(value)) {}
Json::Json(std::string_view value) : value_(std::string(value)) {}
Json::Json(std::string value) : value_(std::move(value)) {}
Json::Json(Array value) : value_(std::move(value)) {}
Json::Json(unsigned long value) : value_(from_unsigned(value)) {}
Json::Json(unsigned long long value) : value_(from_unsigned(value)) {}

Json Json::array() { return Json(Array()); }

Json Json::object() { return object({}); }

Json Json::object(std::initializer_list<Member> members) {
  Json out;
  out.value_ = Object(members);
  return out;
}

Json Json::object_of(Object members) {
  std::unordered_map<std::string_view, std::size_t> last;
  for (std::size_t i = 0; i < members.size(); ++i) last[members[i].first] = i;
  Json out = object();
  auto& kept = std::get<Object>(out.value_);
  if (last.size() == members.size()) {
    kept = std::move(members);
    return out;
  }
  for (std::size_t i = 0; i < members.size(); ++i) {
    if (last[members[i].first] == i) kept.emplace_back(members[i]);
  }
  return out;
}

Result<Json> Json::parse(std::string_view text) {
  // nlohmann takes a NUL for the end of the text, and would not look at what follows.
  if (contains(text, std::string_view("\0", 1))) {
    return fail(Errc::invalid, "not JSON: it holds a NUL byte");
  }
  Builder builder;
  bool parsed = false;
  try {
    parsed = nlohmann::json::sax_parse(text.begin(), text.end(), &builder);
  } catch (const nlohmann::json::exception& error) {
    return fail(Errc::invalid, std::string("not JSON: ") + plain_message(error.what()));
  }
  if (!parsed) {
    const auto position = builder.position();
    return fail(Errc::invalid, "not JSON: " + (position ? place_of(text, *position) : "") +
                                   plain_message(builder.message()));
  }
  return builder.take();
}

std::string Json::dump() const {
  std::string out;
  write(out, *this, 0, 0);
  return out;
}

std::string Json::pretty() const {
  std::string out;
  write(out, *this, 2, 0);
  return out + "\n";
}

std::string_view Json::type_name() const {
  if (is_null()) return "null";
  if (is_bool()) return "boolean";
  if (is_number()) return "number";
  if (is_string()) return "string";
  return is_array() ? "array" : "object";
}

bool Json::bool_or(bool fallback) const {
  const bool* value = std::get_if<bool>(&value_);
  return value != nullptr ? *value : fallback;
}

std::int64_t Json::int_or(std::int64_t fallback) const {
  const std::int64_t* value = std::get_if<std::int64_t>(&value_);
  return value != nullptr ? *value : fallback;
}

double Json::number_or(double fallback) const {
  if (is_int()) return static_cast<double>(int_or(0));
  const double* value = std::get_if<double>(&value_);
  return value != nullptr ? *value : fallback;
}

std::string Json::string_or(std::string_view fallback) const {
  return is_string() ? std::get<std::string>(value_) : std::string(fallback);
}

std::string_view Json::text() const {
  const std::string* value = std::get_if<std::string>(&value_);
  return value != nullptr ? std::string_view(*value) : std::string_view();
}

const Json::Array& Json::items() const& {
  static const Array kNone;
  const Array* value = std::get_if<Array>(&value_);
  return value != nullptr ? *value : kNone;
}

const Json::Object& Json::members() const& {
  static const Object kNone;
  const Object* value = std::get_if<Object>(&value_);
  return value != nullptr ? *value : kNone;
}

std::size_t Json::size() const { return is_array() ? items().size() : members().size(); }

const Json* Json::find(std::string_view key) const {
  for (const auto& [name, value] : members()) {
    if (name == key) return &value;
  }
  return nullptr;
}

Json* Json::find(std::string_view key) {
  return const_cast<Json*>(static_cast<const Json*>(this)->find(key));
}

const Json& Json::operator[](std::string_view key) const& {
  static const Json kNull;
  const Json* value = find(key);
  return value != nullptr ? *value : kNull;
}

Json Json::operator[](std::string_view key) const&& { return std::as_const(*this)[key]; }

Json& Json::set(std::string_view key, Json value) {
  if (is_null()) value_ = Object{};
  PAWL_CHECK(is_object(), "set() on a value that is no object");
  if (Json* member = find(key); member != nullptr) {
    *member = std::move(value);
  } else {
    std::get<Object>(value_).emplace_back(std::string(key), std::move(value));
  }
  return *this;
}

void Json::erase(std::string_view key) {
  if (Object* object = std::get_if<Object>(&value_); object != nullptr) {
    std::erase_if(*object, [&](const Member& member) { return member.first == key; });
  }
}

Json& Json::push(Json value) {
  if (is_null()) value_ = Array{};
  PAWL_CHECK(is_array(), "push() on a value that is no array");
  std::get<Array>(value_).push_back(std::move(value));
  return *this;
}

Json::Array& Json::mutable_items() {
  PAWL_CHECK(is_array(), "mutable_items() of a value that is no array");
  return std::get<Array>(value_);
}

bool Json::operator==(const Json& other) const {
  if (is_number() && other.is_number()) {
    if (is_int() && other.is_int()) return int_or(0) == other.int_or(0);
    return number_or(0) == other.number_or(0);
  }
  if (is_object() && other.is_object()) {
    if (size() != other.size()) return false;
    for (std::size_t i = 0; i < size(); ++i) {
      const auto& [key, value] = members()[i];
      // Equal objects mostly have equal order; looking each key up would take quadratic time.
      const Member& beside = other.members()[i];
      const Json* theirs = beside.first == key ? &beside.second : other.find(key);
      if (theirs == nullptr || !(value == *theirs)) return false;
    }
    return true;
  }
  return value_ == other.value_;
}

}  // namespace pawl
