// A board with its truth while it is played: what every cell shows and what is seen of it.
#pragma once

#include "position.hpp"

#include <cstdint>
#include <vector>

namespace autosweep {

class Uncovering {
  public:
    static constexpr std::uint8_t hidden = 9, mine = 9;

    Uncovering(std::int32_t rows, std::int32_t cols) : rows_(rows), cols_(cols) {}

    // Cover all cells.
    void cover();
    // Lay mines, a 1 for each; what is seen stays.
    void lay(const std::uint8_t* layout);
    // Open a cell, and all round it where it shows nothing; false on a mine, which stays hidden.
    bool open(std::int32_t cell);

    std::vector<std::uint8_t>& codes() { return codes_; } // what is seen: numbers, and `hidden`
    std::uint8_t number(std::int32_t cell) const {
        return numbers_[static_cast<std::size_t>(cell)];
    }
    std::int64_t mines() const { return mines_; }
    bool done() const { return covered_ <= mines_; }
    Position position() const { return {codes_.data(), rows_, cols_, mines_}; }

  private:
    std::int32_t rows_, cols_;
    std::int64_t mines_ = 0, covered_ = 0;
    std::vector<std::uint8_t> codes_, numbers_; // a mine's number is `mine`
    std::vector<std::int32_t> todo_;
};

} // namespace autosweep
