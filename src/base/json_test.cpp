#include "base/json.hpp"

#include <doctest/doctest.h>

#include <array>
#include <cmath>
#include <limits>
#include <random>
#include <string>
#include <utility>

#include "base/text/text.hpp"

namespace pawl::json_test {
namespace {

// Values of every type, shape and size; the seed makes them the same in every run.
class Generator {
 public:
  explicit Generator(unsigned seed) : random_(seed) {}

  Json value(int depth) {
    switch (below(depth > 0 ? 8U : 6U)) {
      case 0: return {};
      case 1: return below(2) == 0;
      case 2: return static_cast<std::int64_t>(random_());
      case 3: return static_cast<int>(below(2000)) - 1000;
      case 4: return real();
      case 5: return text();
      case 6: return array(depth);
      default: return object(depth);
    }
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }

  double real() {
    const double mantissa = static_cast<double>(static_cast<std::int64_t>(random_()));
    return std::ldexp(mantissa, static_cast<int>(below(600)) - 300);
  }
  std::string text() {
    constexpr auto kPieces = std::to_array<std::string_view>(
        {"a", "\"", "\\", "/", "\n", "\t", "\r", "ä", "€", "𝄞", "\x01", "\x1F", "\x7F", " ", "{}"});
    std::string out(below(4) == 0 ? std::string(1, '\0') : std::string());
    for (std::size_t i = below(12); i > 0; --i) out += kPieces[below(kPieces.size())];
    return out;
  }
  Json array(int depth) {
    Json out = Json::array();
    for (std::size_t i = below(5); i > 0; --i) out.push(value(depth - 1));
    return out;
  }
  Json object(int depth) {
    Json out = Json::object();
    for (std::size_t i = below(5); i > 0; --i) out.set(text(), value(depth - 1));
    return out;
  }

  std::mt19937_64 random_;
};

// What a loop over it would read is there as long as the loop.
template <class T>
concept Iterable = requires(T&& json) {
  std::forward<T>(json).items();
  std::forward<T>(json).members();
};
template <class T>
concept HasIterableMember = requires(T&& json) {
  std::forward<T>(json)["a"].items();
};

static_assert(Iterable<Json&> && Iterable<const Json&>);
static_assert(!Iterable<Json> && !Iterable<const Json>);
static_assert(HasIterableMember<const Json&> && !HasIterableMember<Json>);

TEST_CASE("what is written is read back as the same value") {
  Generator generator(20260420);
  for (int i = 0; i < 2'000; ++i) {
    const Json value = generator.value(5);
    CAPTURE(value.dump());
    for (const std::string& text : {value.dump(), value.pretty()}) {
      const auto read = Json::parse(text);
      REQUIRE(read);
      CHECK(*read == value);
      CHECK(read->dump() == value.dump());
    }
  }
}

struct Case {
  std::string_view text;
  std::string_view want;
};

TEST_CASE("numbers keep their kind and value") {
  const auto cases = std::to_array<Case>({
      {"0", "0"},
      {"-0", "0"},
      {"-0.0", "-0.0"},
      {"1.0", "1.0"},
      {"1e2", "100.0"},
      {"9223372036854775807", "9223372036854775807"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"9223372036854775808", "9.223372036854775808e18"},
      {"123456789012345678901234567890", "1.2345678901234568e+29"},
      {"0.1", "0.1"},
      {"5e-324", "5e-324"},
  });
  for (const Case& each : cases) {
    CAPTURE(each.text);
    const auto value = Json::parse(each.text);
    REQUIRE(value);
    CHECK(*value == *Json::parse(each.want));
    CHECK(value->is_int() == Json::parse(each.want)->is_int());
  }
  CHECK(Json(std::numeric_limits<double>::quiet_NaN()).dump() == "null");
  CHECK(Json(std::numeric_limits<double>::infinity()).dump() == "null");
  CHECK(Json(18446744073709551615ULL).dump() == "1.8446744073709552e+19");
  CHECK(Json(1) == Json(1.0));
  CHECK(!(Json(1) == Json("1")));
  CHECK(!(Json(0) == Json(false)));
  CHECK(!(Json(0) == Json()));
}

TEST_CASE("nesting has a limit") {
  const std::string deep = std::string(512, '[') + std::string(512, ']');
  CHECK(Json::parse(deep));
  const auto deeper = Json::parse("[" + deep + "]");
  REQUIRE(!deeper);
  CHECK(deeper.error().message == "not JSON: nested deeper than 512 levels");
  CHECK(!Json::parse(std::string(1'000'000, '[')));
  CHECK(!Json::parse(std::string(1'000'000, '{')));
}

TEST_CASE("of a repeated key the last value counts") {
  CHECK(Json::parse(R"({"a":1,"b":2,"a":3})")->dump() == R"({"b":2,"a":3})");
  CHECK(Json::object_of({{"a", 1}, {"a", 2}}).dump() == R"({"a":2})");
}

TEST_CASE("what is no JSON is told with line and column") {
  const auto broken = Json::parse("{\n  \"a\": tru\n}");
  REQUIRE(!broken);
  CHECK(broken.error().code == Errc::invalid);
  CHECK(broken.error().message.starts_with("not JSON: at line 2, column 10: "));
  CHECK(Json::parse("[\"ä\", x]").error().message.starts_with("not JSON: at line 1, column 7: "));
  for (const std::string_view text :
       {"", " ", "{", "[1,]", "{'a':1}", "nul", "01", "1.", "\"\\x\"", "\"a\nb\"", "[1] 2", "1e999",
        "\"\xFF\"", "\"\\ud800\"", "// c\n1", "NaN"}) {
    CAPTURE(text);
    CHECK(!Json::parse(text));
  }
}

TEST_CASE("text that is no UTF-8 is written as text that is") {
  CHECK(Json("a\xFF").dump() == "\"a\xEF\xBF\xBD\"");
  CHECK(is_utf8(Json("\xC3").dump()));
  CHECK(Json("\x01\x1F\"\\/\n").dump() == "\"\\u0001\\u001f\\\"\\\\/\\n\"");
}

TEST_CASE("members keep their order and are compared without it") {
  Json value;
  value.set("b", 1).set("a", Json::array_of(std::array<int, 2>{1, 2}));
  CHECK(value.dump() == R"({"b":1,"a":[1,2]})");
  CHECK(value.pretty() == "{\n  \"b\": 1,\n  \"a\": [\n    1,\n    2\n  ]\n}\n");
  CHECK(value == *Json::parse(R"({"a":[1,2],"b":1})"));
  CHECK(!(value == *Json::parse(R"({"a":[2,1],"b":1})")));
  CHECK(!(value == *Json::parse(R"({"a":[1,2],"c":1})")));
  value.set("b", 2);
  value.erase("a");
  CHECK(value.dump() == R"({"b":2})");
  CHECK(Json::object().pretty() == "{}\n");
}

TEST_CASE("a value of another type gives the fallback") {
  const Json value = Json::object({{"n", 1}, {"s", "x"}, {"l", Json::array()}});
  CHECK(value["n"].int_or(7) == 1);
  CHECK(value["s"].int_or(7) == 7);
  CHECK(value["n"].number_or(0) == 1.0);
  CHECK(value["s"].string_or("y") == "x");
  CHECK(value["none"].string_or("y") == "y");
  CHECK(value["none"].is_null());
  CHECK(value["none"]["deeper"].is_null());
  CHECK(value["s"].text() == "x");
  CHECK(value["n"].text().empty());
  CHECK(value["s"].items().empty());
  CHECK(value["l"].bool_or(true));
  CHECK(!value.has("none"));
  CHECK(value["n"].type_name() == "number");
  CHECK(Json().type_name() == "null");
}

TEST_CASE("large objects are read and compared in a moment") {
  std::string text = "{";
  for (int i = 0; i < 50'000; ++i) {
    text += (i > 0 ? ",\"k" : "\"k") + std::to_string(i) + "\":" + std::to_string(i);
  }
  text += "}";
  const auto value = Json::parse(text);
  REQUIRE(value);
  CHECK(*value == *Json::parse(text));
}

}  // namespace
TEST_CASE("a NUL byte does not end the text unseen") {
  CHECK_FALSE(Json::parse(std::string_view("77\0x", 4)).ok());
  CHECK_FALSE(Json::parse(std::string_view("77\0", 3)).ok());
  CHECK(Json::parse("\"\\u0000\"")->text() == std::string_view("\0", 1));
}

}  // namespace pawl::json_test
