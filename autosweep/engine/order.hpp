// In which order the groups of a component are counted: it decides how many states there are.
#pragma once

#include "system.hpp"

#include <array>
#include <cstdint>
#include <vector>

namespace autosweep {

class Orderer {
  public:
    Orderer();

    // Append the groups of a component to `order`; returns the estimated peak number of states, as
    // a power of two. No great effort is made for components that are far above `limit`.
    float order(const System& system, std::int32_t component, float limit,
                std::vector<std::int32_t>& order);

  private:
    float greedy(const System& system, std::int32_t component, std::int32_t start, float stop);
    float change(const System& system, std::int32_t rule);
    float bits(const System& system, std::int32_t rule, std::int32_t used, std::int32_t left) const;

    std::array<float, 256> log_{};
    std::vector<std::int32_t> used_;   // cells of a rule already counted
    std::vector<std::int32_t> left_;   // and those to come
    std::vector<std::int32_t> added_;
    std::vector<float> bits_;          // values a rule's need can have, as a power of two
    std::vector<std::uint8_t> placed_;
    std::vector<std::uint8_t> is_open_;
    std::vector<std::int32_t> open_;   // rules that are begun and not complete
    std::vector<std::int32_t> touched_;
    std::vector<std::int32_t> result_;
};

} // namespace autosweep
