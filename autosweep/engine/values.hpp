// What a position is worth: a small network over a few sums, fitted to the outcome of many games.
// solver/strategy/values.json holds the numbers; tools/train_values.py makes them.
#pragma once

#include "position.hpp"

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace autosweep {

constexpr std::size_t sum_count = 26;
using Sums = std::array<double, sum_count>;

// What the network sees: the position after a cell was opened, the one before, and the cell.
constexpr std::size_t feature_count = 2 * sum_count + 6;
using Features = std::array<double, feature_count>;

// Sums over the cells of a counted position. `chance` is that of a mine: exactly 0 or 1 where it is
// certain, more than 1 where the cell is open.
Sums describe(const Position& position, std::span<const double> chance, double log2_layouts);

// All about a cell that shows a digit; position and chances are those before it was opened.
Features join(const Position& position, std::span<const double> chance, std::int32_t cell,
              std::int32_t digit, const Sums& before, const Sums& after);

// The network; without numbers it is not used.
class Values {
  public:
    Values() = default;
    // Means and scales of the features, then for each unit its bias, its weights and what it adds,
    // then the direct weights and the bias of the end.
    explicit Values(std::vector<double> numbers);

    bool any() const { return units_ > 0; }
    // The chance to win, about.
    double operator()(const Features& features) const;

  private:
    std::vector<double> numbers_;
    std::size_t units_ = 0;
};

} // namespace autosweep
