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
    std::int64_t values = 40'000'000; // numbers kept at the same time, 8 bytes each
    double seconds = std::numeric_limits<double>::infinity();
};

enum class Cell : std::uint8_t { known, open, safe, mine }; // known: not in question

struct Problem {
    std::vector<Cell> cell;             // open, or decided already by a look at single clues
    std::vector<std::int32_t> touched;  // the open cells that rules speak of, by their place here
    std::vector<std::int32_t> unconstrained;      // the other open cells
    std::vector<std::int32_t> begin{0}; // rule r has the members begin[r] to begin[r + 1]
    std::vector<std::int32_t> members;  // places in `touched`
    std::vector<std::int32_t> low;
    std::vector<std::int32_t> high;
    bool total_known = false;
    std::int64_t mines_left = 0;        // among the open cells

    std::int32_t rules() const { return static_cast<std::int32_t>(low.size()); }
    void clear_rules() {
        begin.assign(1, 0);
        members.clear();
        low.clear();
        high.clear();
    }
    void close_rule(std::int32_t least, std::int32_t most) {
        begin.push_back(static_cast<std::int32_t>(members.size()));
        low.push_back(least);
        high.push_back(most);
    }
};

// A limit was reached.
struct TooLarge {};

// No layout fits.
struct Contradiction {};

// Turns boards into problems; holds the working memory.
class Gatherer {
  public:
    // Read a board of cell codes (see board.py) row by row and decide what single clues decide.
    // `mines` below 0: the total is unknown. Throws Contradiction.
    void gather(const std::uint8_t* codes, std::int32_t rows, std::int32_t cols, std::int64_t mines,
                bool trust_flags, Problem& problem);

  private:
    void load(const std::uint8_t* codes, std::int32_t rows, std::int32_t cols, bool trust_flags);
    void update();
    bool sweep();
    void settle();
    void decide(std::int32_t at, bool mine);
    void emit(std::int32_t rows, std::int32_t cols, Problem& problem);

    // All tables have a frame of one cell round the board, so that every cell has eight neighbours.
    std::size_t size_ = 0;
    std::size_t width_ = 0;
    std::int32_t around_[8] = {};
    std::int64_t shown_ = 0;              // mines on the board
    std::vector<std::uint8_t> asked_;     // 1 where a mine was in question at first
    std::vector<std::uint8_t> open_;      // 1 where it still is
    std::vector<std::uint8_t> number_;    // 1 where the cell is a number
    std::vector<std::uint8_t> found_;     // 1 where single clues prove a mine
    std::vector<std::int8_t> need_;       // mines a number still lacks; out of reach elsewhere
    std::vector<std::int8_t> room_;       // open cells round a number
    std::vector<std::uint8_t> a_, b_, c_, d_; // of one sweep
    std::vector<std::int32_t> todo_;
    std::vector<std::int32_t> place_;     // in Problem::touched, or -1
};

} // namespace autosweep
