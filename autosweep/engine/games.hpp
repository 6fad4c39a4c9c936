// Whole games, one after the other, without leaving the engine: what benchmarks are made of.
#pragma once

#include "expert.hpp"
#include "ranking.hpp"
#include "uncovering.hpp"

#include <cstdint>
#include <vector>

namespace autosweep {

struct Played {
    bool won = false;
    std::vector<double> chances; // to survive, as the player saw it, of every guess
    double seconds = 0;          // of this thread's processor time
    double expected = -1;        // chance to win where the search of the endgame began, if it did
};

class Games {
  public:
    // Without `expert`: the least risky cell, as in ranking.cpp. `effort` is for one guess.
    Games(std::int32_t rows, std::int32_t cols, bool expert, const Policy& policy,
          const Values& values, const Limits& limits, std::int64_t effort)
        : rows_(rows), cols_(cols), by_expert_(expert), limits_(limits), effort_(effort),
          expert_(policy, limits, values), board_(rows, cols) {}

    // Play a game; `layout` has a 1 for every mine. The start is opened first, mine or not. Throws
    // TooLarge where a position cannot be counted.
    Played play(const std::uint8_t* layout, std::int32_t start);

  private:
    bool open_safe(); // what is certain; false where nothing is
    std::int32_t guess(double& survival, double& expected);
    std::int32_t least_risky(double& survival);

    std::int32_t rows_, cols_;
    bool by_expert_;
    Limits limits_;
    std::int64_t effort_;
    Expert expert_;
    Gatherer gatherer_;
    Counter counter_;
    Problem problem_;
    Findings findings_;
    Uncovering board_;
};

} // namespace autosweep
