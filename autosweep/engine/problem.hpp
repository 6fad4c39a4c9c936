// What is to be counted: rules over cells that may be mines, and how many mines are left.
//
// A cell is a number from 0 on; a rule says that between low and high of its cells are mines. The
// core knows no board: `gather` turns one into rules, and other neighbourhoods or rule variants can
// do the same.
#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace autosweep {

struct Limits {
    std::int64_t nodes = 1'000'000;   // states and steps of all components together
    std::int64_t values = 48'000'000; // numbers kept at the same time, 8 bytes each
    double seconds = std::numeric_limits<double>::infinity();
};

struct Problem {
    std::int32_t cells = 0;
    std::vector<std::uint8_t> unknown;  // for each cell: may it be a mine or not
    std::vector<std::int32_t> begin{0}; // rule r has the members begin[r] to begin[r + 1]
    std::vector<std::int32_t> members;
    std::vector<std::int32_t> low;
    std::vector<std::int32_t> high;
    bool total_known = false;
    std::int64_t mines_left = 0; // among the unknown cells

    std::int32_t rules() const { return static_cast<std::int32_t>(low.size()); }
};

// Read a board of cell codes (see board.py) row by row. `mines` below 0: the total is unknown.
void gather(Problem& problem, const std::uint8_t* codes, std::int32_t rows, std::int32_t cols,
            std::int64_t mines, bool trust_flags);

// A limit was reached.
struct TooLarge {};

// No layout fits.
struct Contradiction {};

} // namespace autosweep
