// The data of an event, from and to a plain struct. A module lists the fields of each struct once,
// for both directions:
//
//   template <class Visit>
//   void event_fields(Visit& visit, RunPhase& event) {
//     visit("phase", event.phase);
//   }
//
// and makes its codec of that: encoded(kRunPhase, event), decoded<RunPhase>(event). An optional
// without a value is left out. Reading is lenient: what is missing, of another type or out of
// range, keeps what the struct says by default. Only the sources that hold the codecs of a module
// include this.
#pragma once

#include <concepts>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/event.hpp"

namespace pawl {

class EventWriter {
 public:
  template <class Value>
  void operator()(std::string_view name, const Value& value) {
    data_.set(name, json_of(value));
  }
  template <class Value>
  void operator()(std::string_view name, const std::optional<Value>& value) {
    if (value) data_.set(name, json_of(*value));
  }
  // A field that is there only when there is something to say.
  void unless_empty(std::string_view name, const std::string& value) {
    if (!value.empty()) data_.set(name, value);
  }
  void unless_empty(std::string_view name, const std::vector<std::string>& values) {
    if (!values.empty()) data_.set(name, json_of(values));
  }
  // A field that is always there, and null without a value.
  template <class Value>
  void or_null(std::string_view name, const std::optional<Value>& value) {
    data_.set(name, value ? json_of(*value) : Json());
  }

  template <class Struct>
  static Json json_of_struct(const Struct& value) {
    EventWriter writer;
    Struct copy = value;  // one list of fields serves both directions, and reading needs a place
    event_fields(writer, copy);
    return std::move(writer.data_);
  }

 private:
  static Json json_of(Milliseconds value) { return value.count(); }
  template <class Value>
  static Json json_of(const std::vector<Value>& values) {
    Json::Array items;
    items.reserve(values.size());
    for (const Value& value : values) items.push_back(json_of(value));
    return {std::move(items)};
  }
  template <class Value>
  static Json json_of(const Value& value) {
    if constexpr (std::is_constructible_v<Json, const Value&>) {
      return Json(value);
    } else {
      return json_of_struct(value);
    }
  }

  Json data_ = Json::object();
};

class EventReader {
 public:
  explicit EventReader(const Json& data) : data_(data) {}

  template <class Value>
  void operator()(std::string_view name, Value& value) {
    if (const Json* found = data_.find(name)) read(*found, value);
  }
  void unless_empty(std::string_view name, std::string& value) { (*this)(name, value); }
  void unless_empty(std::string_view name, std::vector<std::string>& values) {
    (*this)(name, values);
  }
  template <class Value>
  void or_null(std::string_view name, std::optional<Value>& value) {
    (*this)(name, value);
  }

 private:
  static bool read(const Json& json, std::string& value) {
    if (json.is_string()) value = json.text();
    return json.is_string();
  }
  static bool read(const Json& json, bool& value) {
    value = json.bool_or(value);
    return json.is_bool();
  }
  static bool read(const Json& json, double& value) {
    value = json.number_or(value);
    return json.is_number();
  }
  static bool read(const Json& json, Milliseconds& value) {
    value = Milliseconds(json.int_or(value.count()));
    return json.is_int();
  }
  static bool read(const Json& json, Json& value) {
    value = json;
    return true;
  }
  template <std::integral Value>
  static bool read(const Json& json, Value& value) {
    const std::int64_t number = json.int_or(-1);
    if (!json.is_int() || !std::in_range<Value>(number)) return false;
    value = static_cast<Value>(number);
    return true;
  }
  template <class Value>
  static bool read(const Json& json, std::optional<Value>& value) {
    Value found{};
    if (read(json, found)) value = std::move(found);
    return value.has_value();
  }
  template <class Value>
  static bool read(const Json& json, std::vector<Value>& values) {
    values.clear();
    for (const Json& item : json.items()) read(item, values.emplace_back());
    return json.is_array();
  }
  template <class Struct>
  requires std::is_aggregate_v<Struct>
  static bool read(const Json& json, Struct& value) {
    EventReader reader(json);
    event_fields(reader, value);
    return json.is_object();
  }

  const Json& data_;
};

template <class Struct>
Event encoded(const EventKind& kind, const Struct& event) {
  return {.kind = kind, .data = EventWriter::json_of_struct(event)};
}

template <class Struct>
Struct decoded(const JournalEvent& event) {
  Struct out;
  EventReader reader(event.data);
  event_fields(reader, out);
  return out;
}

}  // namespace pawl
