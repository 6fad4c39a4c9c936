// A position taken apart into regions that cannot inform each other, and each searched alone.
//
// Two undecided cells belong together where a clue touches both or where they are neighbours: then
// opening one may tell about the other. What holds the same number of mines in every layout is not
// tied to the rest by the mine total either. Such a closed region is a game of its own. All layouts
// are the products of the regions' layouts, so the chance to win is the product of theirs, and when
// a region is played makes no difference.
#pragma once

#include "counter.hpp"
#include "endgame.hpp"
#include "layouts.hpp"
#include "position.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace autosweep {

struct Region {
    std::vector<std::int32_t> parts; // components
    bool unconstrained = false;      // whether the cells that no rule touches belong to it
    std::int64_t mines = 0;          // in each of its layouts
    std::vector<std::int32_t> cells; // the undecided ones, rising
};

// Holds the working memory.
class Regions {
  public:
    struct Best {
        std::int32_t cell = -1; // none where there was too much to search
        double won = 0;         // chance to win the region
        std::int32_t layouts = 0;
    };

    // Take apart a board that was counted just now; all of it must outlive the answers. `chance` is
    // that of a mine: exactly 0 or 1 where it is certain, more than 1 where the cell is open.
    void split(const Position& position, const Counter& counter,
               std::span<const std::int32_t> unconstrained, std::span<const double> chance);

    // Regions with the same number of mines in all layouts, by their first cells, then the rest, if
    // there is any.
    std::span<const Region> all() const { return regions_; }
    bool has_rest() const { return has_rest_; }

    // The number of layouts of a region; -1 where there are more than `most`. They are held until
    // the next call.
    std::int32_t list(const Region& region, std::int32_t most);

    // The best cell of the region whose layouts are held.
    Best search(const Region& region, Effort& effort);

    // The cells of a component with two layouts that no cell outside it tells apart; empty where
    // there is none. Whatever is opened elsewhere, both stay equally likely: guessing between them
    // now costs nothing, and what the guess shows may help.
    std::vector<std::int32_t> coin_toss();

  private:
    bool told_apart(std::span<const std::int32_t> toss, std::int32_t part);
    std::int32_t root(std::int32_t node);
    void bound();
    void link();

    Position position_{};
    const Counter* counter_ = nullptr;
    std::span<const std::int32_t> unconstrained_;
    std::span<const double> chance_;
    std::vector<Region> regions_;
    bool has_rest_ = false;
    std::vector<std::int32_t> node_of_; // of each cell: its component, the unconstrained, or -1
    std::vector<std::int64_t> fewest_, most_; // mines of each component, and of the rest
    std::vector<std::int32_t> leader_;
    std::vector<std::int32_t> place_;
    std::vector<std::int32_t> sum_;
    Layouts layouts_;
    Endgame endgame_;
};

} // namespace autosweep
