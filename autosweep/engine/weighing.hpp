// Games that are never lost: at every guess the chance to survive goes into a weight instead, and a
// layout with a mine there is exchanged for one that fits without. The mean weight is the win rate,
// with a third of the noise; what a position was worth is the weight gathered after it.
#pragma once

#include "expert.hpp"
#include "sampling.hpp"
#include "uncovering.hpp"

#include <cstdint>
#include <random>
#include <vector>

namespace autosweep {

struct Weighed {
    double weight = 1;
    std::vector<Features> seen;  // positions just after a guess
    std::vector<double> worth;   // weight gathered from there on
};

class Weighing {
  public:
    // With `stray`, once a game a guess is made at random among cells nearly as good, at each one
    // with that chance: so more is seen than what the player would choose, and what is seen from
    // there on is worth what its own play makes of it.
    Weighing(std::int32_t rows, std::int32_t cols, const Policy& policy, const Values& values,
             std::int64_t effort, double stray)
        : rows_(rows), cols_(cols), effort_(effort), stray_(stray),
          expert_(policy, Limits{}, values), board_(rows, cols) {}

    Weighed play(const std::uint8_t* layout, std::int32_t start, std::uint64_t seed);

  private:
    void look();  // count what is seen and keep the chance of every cell
    bool count(); // false where something is safe, which is opened
    std::int32_t wander(double& survival, std::mt19937_64& random);

    std::int32_t rows_, cols_;
    std::int64_t effort_;
    double stray_;
    Expert expert_;
    Gatherer gatherer_;
    Counter counter_;
    Problem problem_;
    Sampler sampler_;
    Uncovering board_;
    std::vector<std::uint8_t> layout_;
    std::vector<double> chance_;
};

} // namespace autosweep
