// Tables known when Pawl is built whose rows hold several texts, as constants without pointers: see
// fixed_words.hpp. The rows stand in the source as they are meant; what is left of them in the
// program are their texts, behind one another, and where each begins.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pawl {

// `Row::*` of the texts, in the order of the columns.
template <std::size_t Rows, std::size_t Bytes, auto... Columns>
class FixedColumns {
 public:
  template <class Row>
  explicit consteval FixedColumns(const std::array<Row, Rows>& rows) {
    std::size_t n = 0;
    std::uint32_t at = 0;
    const auto take = [&](std::string_view text) {
      std::copy(text.begin(), text.end(), text_.begin() + at);
      at += static_cast<std::uint32_t>(text.size());
      starts_[++n] = at;
    };
    for (const Row& row : rows) (take(row.*Columns), ...);
  }

  static constexpr std::size_t size() { return Rows; }

  // The texts of that row, which has to be there, in their places; valid as long as the table is.
  template <class Row>
  constexpr void put(std::size_t row, Row& into) const {
    std::size_t n = row * sizeof...(Columns);
    const auto next = [&]() -> std::string_view {
      const std::uint32_t begin = starts_[n];
      return {text_.data() + begin, starts_[++n] - begin};
    };
    ((into.*Columns = next()), ...);
  }

 private:
  std::array<std::uint32_t, Rows * sizeof...(Columns) + 1> starts_{};
  std::array<char, Bytes> text_{};
};

// The texts of the rows that a lambda without captures returns as a std::array:
// `constexpr auto kTexts = fixed_columns<&Row::name, &Row::help>([] { return rows(); });`.
template <auto... Columns, class Make>
consteval auto fixed_columns(Make) {
  constexpr auto rows = Make{}();
  constexpr std::size_t bytes = [&] {
    std::size_t sum = 0;
    for (const auto& row : rows) sum += ((row.*Columns).size() + ...);
    return sum;
  }();
  return FixedColumns<rows.size(), bytes, Columns...>(rows);
}

}  // namespace pawl
