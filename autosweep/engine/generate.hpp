// Boards that reasoning alone solves.
//
// At low density layouts are drawn until one is solved: a fair sample. At higher density a drawn
// layout is repaired where the solver is stuck. What it found before stays true whatever is changed
// under hidden cells: a single clue decides all its cells, and of a pair that decided something
// only shared cells are left, so both numbers change alike. So mines may be moved without solving
// anew: a cell beside the clues changes such that a clue or pair decides, and a cell further in
// changes the other way. Every step decides a cell, so an attempt ends after at most as many steps
// as there are cells. No step cuts the safe cells in two: what is safe stays within reach.
//
// `autosweep/generate/pure_generator.py` is the twin: the same key gives the same board.
#pragma once

#include "counter.hpp"
#include "generate_board.hpp"
#include "generate_stream.hpp"

#include <cstdint>
#include <vector>

namespace autosweep {

struct Options {
    std::int32_t rows, cols, mines;
    std::int32_t start;       // in reading order; below 0: any
    std::int32_t spared;      // of mines at first: 0 nothing, 1 the start, 2 its neighbours too
    bool repair;                // move mines where the solver is stuck; otherwise only draw
    bool pairs;               // repair for pairs of clues, not for single clues only
    bool deep;                // let every deduction go on before a mine is moved
    bool count_mines;         // the solver may use the mine total
    std::int32_t ways;        // to go on that are compared while repairing
    std::int32_t most_buried; // mines with nothing but mines round them
};

// What a solution needs; the steps are those that neither single clues nor pairs provide.
struct Grade {
    bool solved = false;
    bool pairs = false;
    std::int32_t chains = 0;  // one cell supposed, single clues followed to a contradiction
    std::int32_t splits = 0;  // every way to meet the clues looked at
    std::int32_t counts = 0;  // the mine total used
};

class Generator {
  public:
    explicit Generator(const Options& options);

    // One attempt; true where it made a board. Whatever a key gives, it gives always.
    bool attempt(std::uint64_t key);

    // After an attempt: the board as it is, its start, and the safe cells that were not opened.
    const std::vector<std::uint8_t>& layout() const { return layout_; }
    std::int32_t start() const { return start_; }
    std::int32_t stuck() const { return stuck_; }

    // Solve a layout from a start by all means, as far as it goes.
    bool solve(const std::uint8_t* mines, std::int32_t start);

    // The same with the simplest means that work, and what was needed.
    Grade grade(const std::uint8_t* mines, std::int32_t start);

  private:
    struct State {
        WorkingBoard board;
        std::vector<std::uint8_t> frozen;
        std::int32_t buried;
    };

    void restore(const State& state);
    void draw(Stream& stream);
    bool solve_from(std::int32_t start);
    bool needs_guess() const;
    bool pick_start(Stream& stream);
    bool repair(Stream& stream);
    bool advance(Stream& stream);
    bool go_on(Stream& stream, std::int32_t until);
    bool connect(Stream& stream);
    bool connect_once(Stream& stream);
    bool step(Stream& stream);
    bool step(Stream& stream, int cost, bool more);
    bool change(Stream& stream, int net);
    std::int32_t partner(Stream& stream, bool mined) const;
    bool partner_fits(std::int32_t at, bool mined, bool inner) const;
    std::int32_t buries(std::int32_t at) const;
    std::int32_t frees(std::int32_t at) const;
    bool may_flip(std::int32_t at) const;
    void flip(std::int32_t at);
    void count_buried();
    bool deduce(bool count_mines);
    bool chain_step();
    bool refuted(std::int32_t at);
    bool exact_step(bool count_mines);
    bool count_position(bool count_mines);
    void freeze();

    Options options_;
    WorkingBoard board_;
    Gatherer gatherer_;
    Counter counter_;
    Problem problem_;
    std::vector<std::uint8_t> layout_, codes_, frozen_;
    std::vector<Cell> verdict_;
    std::vector<std::int32_t> free_, clues_, kept_, flips_, reached_, todo_, supposed_;
    std::vector<std::uint8_t> mark_;
    std::vector<std::int8_t> value_;
    std::int32_t start_ = -1, stuck_ = 0, buried_ = 0;
};

} // namespace autosweep
