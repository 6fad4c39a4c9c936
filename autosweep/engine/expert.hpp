// Which cell to open where none is safe: exact search of the endgame, before that a look ahead over
// the digits that a cell may show. docs/player.md says how and what it gains.
#pragma once

#include "counter.hpp"
#include "endgame.hpp"
#include "regions.hpp"
#include "values.hpp"

#include <cstdint>
#include <vector>

namespace autosweep {

// The numbers of a policy; strategy/expert_policy.py holds what they are and why.
struct Policy {
    double band = 0.9;
    std::int32_t far_cells = 4;
    std::int32_t candidates = 14;
    double progress = 0.1;
    std::int32_t layouts = 8000;
    std::int32_t deeper = 6;
    std::int32_t replies = 4;
    double close = 0.1;
    std::int32_t follow = 3;
    double trust = 0;
};

struct Choice {
    std::int32_t cell = -1;
    double survival = 0;       // chance that it is no mine
    double score = 0;          // chance to win where exact, else what it was chosen by
    bool exact = false;        // whether the whole game tree was searched
    std::int32_t runner_up = -1;
    double runner_up_survival = 0;
    double estimate = -1; // about the chance to win, -1 where there is none
    double runner_up_estimate = -1;
    std::int32_t region = 0; // layouts of the region that it decides alone, 0 where there is none
};

// Holds the working memory, so two threads need two.
class Expert {
  public:
    Expert(const Policy& policy, const Limits& limits, Values values = {})
        : policy_(policy), limits_(limits), values_(std::move(values)) {}

    // Choose a cell on a board on which none is certainly safe. Throws Contradiction and TooLarge,
    // where even the board itself is too large to count.
    Choice choose(const Position& position, const Effort& effort);

    // The same on a board that was counted just now.
    Choice choose(const Position& position, const Counter& counter, const Problem& problem,
                  const Effort& effort);

    // Take over the chances of a counted board: exactly 0 or 1 where certain, 2 where open.
    static void read(const Counter& counter, std::vector<double>& chance);

  private:
    struct Candidate {
        std::int32_t cell;
        double survival;
        double rank;
        double score = -1; // by what may follow
        double value = 1;  // by what was learned
        double merit = 0;  // both together
        bool dead = false; // shows the same in all layouts in which it is safe
    };
    struct Outlook {
        bool possible = false;
        std::int32_t safe = 0;  // cells that are safe for certain
        bool open = false;      // whether any cell is undecided
        double survival = 0;    // of the best cell
        double log2_layouts = 0;
    };

    // How far a score looks beyond the position after the candidate.
    struct Depth {
        std::int32_t safe_cells = 0; // opened one by one where there are no more than that
        bool guess = false;          // whether a guess is looked at where nothing is safe
    };

    bool search(const Counter& counter, Effort& effort, Choice& choice);
    bool toss(const Position& position, double log2_layouts, Effort& effort, Choice& choice);
    void nominate(const Position& position, std::vector<Candidate>& found) const;
    double score(const Position& position, Candidate& candidate, double log2_layouts,
                 double enough, Depth depth, Effort& effort, bool learn = false);
    double onward(const Position& position, const Outlook& outlook, Depth depth,
                  Effort& effort);
    double worth(const Outlook& outlook) const;
    double learned(const Position& position, std::int32_t cell, std::int32_t digit,
                   const Outlook& outlook);
    Outlook look(const Position& position);

    Policy policy_;
    Limits limits_;
    Values values_;
    Gatherer gatherer_;
    Counter counter_;
    Problem problem_;
    Regions regions_;
    Sums before_;
    std::vector<double> leaf_;
    std::vector<double> chance_; // of a mine, for each cell; 2 where the cell is open
    std::vector<std::uint8_t> codes_;
};

} // namespace autosweep
