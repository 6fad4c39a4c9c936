// What the owner of a board wants to know: a value for every cell, what is certain, what is best.
#pragma once

#include "counter.hpp"

#include <cstdint>
#include <tuple>
#include <vector>

namespace autosweep {

// Holds the answer and the working memory.
class Findings {
  public:
    // Find the value of every cell.
    void value(const Counter& counter, std::span<const std::uint8_t> codes, bool trust_flags);

    // After that: list what is certain, and all hidden cells by how good they are to open.
    void list(const Counter& counter, const std::uint8_t* codes, std::int32_t rows,
              std::int32_t cols);

    // Places in `value_of`: nothing, 0, 1, and from there on the shares of the counter.
    static constexpr std::int32_t none = 0, zero = 1, one = 2, first_share = 3;
    std::vector<std::int32_t> value_of; // for each cell
    std::vector<std::int32_t> safe;     // hidden cells proven safe, rising
    std::vector<std::int32_t> mines;    // hidden cells proven mines, rising
    std::vector<std::int32_t> ranking;  // hidden cells from the best to open to the worst

  private:
    void rank(const Counter& counter, const std::uint8_t* codes, std::int32_t rows,
              std::int32_t cols);
    void order_equals(const Counter& counter, const std::uint8_t* codes, std::int32_t rows,
                      std::int32_t cols, std::size_t equals);

    std::vector<std::int32_t> open_; // shares that are not certain
    std::vector<double> a_, b_, c_;
    std::vector<std::tuple<double, double, std::int32_t>> keyed_;
};

} // namespace autosweep
