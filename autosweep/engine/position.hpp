// A board as the player sees it.
#pragma once

#include <algorithm>
#include <cstdint>

namespace autosweep {

struct Position {
    const std::uint8_t* codes; // numbers, and 9 where a cell is hidden
    std::int32_t rows, cols;
    std::int64_t mines;
};

template <class Visit>
void around(const Position& position, std::int32_t cell, Visit&& visit) {
    const std::int32_t r = cell / position.cols, c = cell % position.cols;
    for (std::int32_t y = std::max(r - 1, 0); y <= std::min(r + 1, position.rows - 1); ++y)
        for (std::int32_t x = std::max(c - 1, 0); x <= std::min(c + 1, position.cols - 1); ++x)
            if (y != r || x != c)
                visit(y * position.cols + x);
}

} // namespace autosweep
