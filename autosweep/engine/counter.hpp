// Counting a position: the whole way from rules to mine probabilities.
#pragma once

#include "order.hpp"
#include "problem.hpp"
#include "system.hpp"
#include "tables.hpp"

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace autosweep {

struct Share {
    std::span<const std::int32_t> cells;
    double probability; // of a mine, for each of the cells
    Cell verdict;       // safe, mine or open
};

// Layouts of a component by number of mines, exact, as residues.
struct Residues {
    std::int32_t fewest;
    std::vector<std::vector<std::uint64_t>> modulo; // for each prime, by mines from `fewest` on
};

// Counts positions one after the other; holds the working memory and nothing else, so two threads
// need two counters.
class Counter {
  public:
    // The problem must outlive the answers. Throws Contradiction and TooLarge.
    void count(const Problem& problem, const Limits& limits);

    // After count: the cells that are not decided by the clues alone, and the decided ones.
    const std::vector<Share>& shares() const { return shares_; }
    const std::vector<Cell>& decided() const { return system_.cell; }
    const System& system() const { return system_; }
    const Tables& tables() const { return tables_; }
    // The number of layouts as a power of two, a close estimate; not for an unknown total.
    double log2_layouts() const { return log2_layouts_; }

    // After count: exact numbers of layouts of each component.
    std::vector<Residues> residues(std::span<const std::uint64_t> primes);

    // Bytes of working memory held.
    std::size_t memory() const { return tables_.memory() + pool_.capacity() * sizeof(double); }

  private:
    // A polynomial in the number of mines: where its coefficients are and its lowest term.
    struct Poly {
        std::size_t at;
        std::int32_t lo;
        std::int32_t size;
    };

    void combine(double log_odds);
    void check_total(std::int64_t left, std::int64_t span);
    double balance(std::int64_t left, double start) const;
    void load_leaves(double log_odds);
    std::int64_t normalise(Poly& poly, bool trim);
    Poly multiply(const Poly& a, const Poly& b);
    Poly outside(const Poly& own, const Poly& partner, const Poly& whole);
    void unconstrained_weights(std::int64_t left, double log_odds);
    void record(std::span<const std::int32_t> unconstrained);

    Reducer reducer_;
    System system_;
    Orderer orderer_;
    Tables tables_;
    std::vector<Share> shares_;
    std::vector<double> pool_;          // coefficients
    std::vector<std::vector<Poly>> tree_;
    std::vector<Poly> below_, above_;
    std::vector<double> unconstrained_; // weight of the unconstrained cells by mines outside them
    std::vector<double> factor_;
    double log2_layouts_ = 0;
    double log2_scale_ = 0;
    double unconstrained_probability_ = 0;
    Cell unconstrained_verdict_ = Cell::open;
    bool large_ = false;
};

} // namespace autosweep
