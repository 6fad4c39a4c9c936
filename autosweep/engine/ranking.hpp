// Covered cells from the best to open to the worst; the same rules as solver/ranking.py.
#pragma once

#include "counter.hpp"

#include <cstdint>
#include <vector>

namespace autosweep {

// What a board's owner wants to know about each cell.
struct Findings {
    std::vector<double> probability; // of a mine; below 0 where the cell is not covered
    std::vector<std::int32_t> safe;  // proven, rising
    std::vector<std::int32_t> mines; // proven, rising
    std::vector<std::int32_t> ranking;
};

void find(const Counter& counter, const std::uint8_t* codes, std::int32_t rows, std::int32_t cols,
          bool trust_flags, Findings& findings);

} // namespace autosweep
