// Layouts drawn at random from all that fit a counted position, each with the same chance.
#pragma once

#include "counter.hpp"

#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace autosweep {

class Sampler {
  public:
    // After `counter` has counted a board of at most a few hundred cells with a known total; both
    // must stay as they are while layouts are drawn.
    void prepare(const Counter& counter, std::span<const std::int32_t> unconstrained);

    // Draw a layout: a byte a cell of the board, 1 for a mine.
    void draw(std::mt19937_64& random, std::vector<std::uint8_t>& mines);

  private:
    std::int32_t pick(std::mt19937_64& random);
    void walk_back(const Part& part, std::int32_t mines, std::mt19937_64& random,
                   std::vector<std::uint8_t>& found);

    const Counter* counter_ = nullptr;
    std::span<const std::int32_t> unconstrained_;
    std::vector<std::vector<double>> rest_; // ways of the later parts and the rest, by mines
    std::vector<double> weights_;           // of the choices at hand
    std::vector<std::pair<std::int32_t, std::int32_t>> choices_;
    std::vector<std::int32_t> cells_;
};

} // namespace autosweep
