// A board while it is made and solved: where the mines are, what is known, and what follows from
// single clues and from pairs of clues.
//
// The solver looks at the truth only where a player sees it: the number of an open cell. What it
// needs of a number is how many mines its hidden neighbours hold, so each cell keeps two sets of
// its eight neighbours as bits, `unknown` and `mined`; the number less the mines found is the size
// of both together. Two clues A and B decide cells where the numbers differ by as many as A has
// cells of its own: then those are mines and B's own are safe. In bits: A's own cells are all mines
// and none of B's own is.
//
// All tables have a frame of two cells round the board: clues two cells apart are compared.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

namespace autosweep {

enum class Seen : std::uint8_t { hidden, open, mine, frame };

class WorkingBoard {
  public:
    WorkingBoard(std::int32_t rows, std::int32_t cols);

    std::int32_t rows() const { return rows_; }
    std::int32_t cols() const { return cols_; }
    std::int32_t size() const { return rows_ * cols_; }
    // From a position in reading order to one in the tables, and back.
    std::int32_t inside(std::int32_t i) const { return place_[static_cast<std::size_t>(i)]; }
    std::int32_t position(std::int32_t at) const { return position_[static_cast<std::size_t>(at)]; }
    std::int32_t beside(std::int32_t at, int direction) const {
        return at + around_[static_cast<std::size_t>(direction)];
    }
    std::int32_t beside(std::int32_t at, int down, int right) const {
        return at + down * width_ + right;
    }

    // Lay new mines; nothing is known.
    void lay(const std::uint8_t* mines);
    // Forget what is known, keep the mines.
    void cover();
    // Change the truth under a cell that is not decided.
    void flip(std::int32_t at);

    // What is known becomes more; the cell must be hidden.
    void open(std::int32_t at);
    void mark(std::int32_t at);
    // Follow single clues and pairs of clues to the end. With `pairs` off only single clues.
    void follow(bool pairs = true);

    bool mine(std::int32_t at) const { return mine_[at] != 0; }
    Seen seen(std::int32_t at) const { return seen_[at]; }
    bool clue(std::int32_t at) const { return seen_[at] == Seen::open && unknown_[at] != 0; }
    // Neighbours as bits: not decided; mines; on the board; open.
    std::uint8_t unknown(std::int32_t at) const { return unknown_[at]; }
    std::uint8_t mined(std::int32_t at) const { return mined_[at]; }
    std::uint8_t on_board(std::int32_t at) const { return on_board_[at]; }
    std::uint8_t opened(std::int32_t at) const { return opened_[at]; }
    bool number_is_zero(std::int32_t at) const { return mined_[at] == 0; }

    std::int32_t safe_left() const { return safe_left_; }   // hidden cells without a mine
    std::int32_t undecided() const { return undecided_; }
    std::int32_t mines() const { return mines_; }
    std::int32_t tables() const { return static_cast<std::int32_t>(position_.size()); }
    // Hidden cells that no open cell touches, and the mines among them.
    std::int32_t inner() const { return inner_; }
    std::int32_t inner_mines() const { return inner_mines_; }

  private:
    void decide(std::int32_t at);
    void watch(std::int32_t at);
    bool single(std::int32_t at);
    bool compare(std::int32_t at);

    std::int32_t rows_, cols_, width_;
    std::array<std::int32_t, 8> around_;
    std::vector<std::int32_t> place_, position_;
    std::vector<std::uint8_t> mine_, mined_, unknown_, on_board_, opened_;
    std::vector<Seen> seen_;
    std::vector<std::uint8_t> waiting_; // 1: for single, 2: for compare
    std::vector<std::int32_t> singles_, pairs_;
    std::int32_t safe_left_ = 0, undecided_ = 0, mines_ = 0, inner_ = 0, inner_mines_ = 0;
};

// The neighbours of a cell that are also neighbours of the cell `down` rows and `right` columns
// further, as bits of the first, given as bits of the second.
std::uint8_t seen_from(int down, int right, std::uint8_t bits);

} // namespace autosweep
