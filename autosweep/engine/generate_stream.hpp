// Random numbers that Python can draw too: the same key gives the same board everywhere.
#pragma once

#include <cstdint>

namespace autosweep {

// SplitMix64; `autosweep/generate/stream.py` is its twin.
class Stream {
  public:
    explicit Stream(std::uint64_t key) : state_(key) {}

    // A key for something numbered within something that has a key.
    static std::uint64_t key(std::uint64_t outer, std::uint64_t number) {
        return mix(outer + step * (number + 1));
    }

    // A number from 0 to bound - 1, each equally likely.
    std::int32_t below(std::int32_t bound) {
        const auto n = static_cast<std::uint64_t>(bound);
        std::uint64_t product = (next() >> 32) * n;
        if ((product & low) < n) {
            const std::uint64_t uneven = (low + 1) % n;
            while ((product & low) < uneven)
                product = (next() >> 32) * n;
        }
        return static_cast<std::int32_t>(product >> 32);
    }

  private:
    static constexpr std::uint64_t step = 0x9e3779b97f4a7c15, low = 0xffffffff;

    std::uint64_t next() { return mix(state_ += step); }
    static std::uint64_t mix(std::uint64_t z) {
        z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
        z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
        return z ^ (z >> 31);
    }

    std::uint64_t state_;
};

} // namespace autosweep
