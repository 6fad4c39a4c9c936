// Optimal play where the layouts can be listed: a search of the whole game tree.
//
// After everything safe has been opened, what is open follows from the set of layouts that are
// still possible. So that set alone is a state; its value is the number of its layouts won. A state
// is left as soon as it is known to be worth no more than what is won elsewhere.
#pragma once

#include <chrono>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

namespace autosweep {

// What a search may spend; the steps decide alone unless there is a deadline.
struct Effort {
    std::int64_t left; // looks at one cell in one layout, and the nodes of counts
    std::chrono::steady_clock::time_point deadline = std::chrono::steady_clock::time_point::max();

    // False where nothing is left.
    bool spend(std::int64_t steps) {
        left -= steps;
        if (deadline != std::chrono::steady_clock::time_point::max() &&
            std::chrono::steady_clock::now() > deadline)
            left = -1;
        return left >= 0;
    }
};

class Endgame {
  public:
    static constexpr std::uint8_t mine = 9;

    struct Best {
        std::int32_t cell; // place in the table, -1 where the search was cut short
        std::int32_t won;  // layouts won with it
    };

    // Find the cell that wins most layouts. `shown` has one row a cell: what it shows in each
    // layout, or `mine`.
    Best search(std::vector<std::uint8_t> shown, std::int32_t cells, std::int32_t layouts,
                Effort& effort);

  private:
    using List = std::vector<std::int32_t>;

    // What is known of a state: its value, or only that this is no more.
    struct Known {
        std::int32_t at_most;
        bool exact;
    };

    // How many of the layouts are won from here on, exact where it is more than `floor`, otherwise
    // some number from the value up to `floor`. `best` is given at the root alone, where nothing is
    // safe.
    std::int32_t value(std::span<const std::int32_t> alive, std::span<const std::int32_t> active,
                       std::int32_t floor, Best* best);
    std::int32_t split(std::span<const std::int32_t> alive, const List& active,
                       const std::vector<std::uint64_t>& told, std::int32_t floor);
    std::int32_t guess(std::span<const std::int32_t> alive, const List& active, const List& safe_in,
                       std::int32_t floor, Best* best);
    std::uint8_t at(std::int32_t cell, std::int32_t layout) const {
        return shown_[static_cast<std::size_t>(cell) * layouts_ +
                      static_cast<std::size_t>(layout)];
    }

    std::vector<std::uint8_t> shown_;
    std::size_t layouts_ = 0;
    std::vector<std::uint64_t> name_; // a random number for each layout
    std::unordered_map<std::uint64_t, Known> known_;
    Effort* effort_ = nullptr;
};

} // namespace autosweep
