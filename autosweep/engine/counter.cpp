#include "counter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autosweep {

namespace {

// A priori odds of a mine where the total is unknown; the twin's SAFE_ODDS.
const double log_prior_odds = -std::log(4.0);
// Open cells up to which every count fits a double without scaling.
constexpr std::int64_t small_board = 900;
} // namespace

void Counter::count(const Problem& problem, const Limits& limits) {
    reducer_.reduce(problem, system_);
    tables_.clear(limits, system_.total_known);
    const std::int32_t components = system_.component_rules.size();
    for (std::int32_t c = 0; c < components; ++c)
        tables_.build(system_, c, orderer_);
    tables_.reserve_values();
    const auto open = static_cast<std::int64_t>(system_.group_cells.items.size()) +
                      system_.unconstrained;
    large_ = open > small_board;
    double log_odds = log_prior_odds;
    if (system_.total_known) {
        const double safe = static_cast<double>(open - system_.mines_left) + 0.5;
        log_odds = std::log((static_cast<double>(system_.mines_left) + 0.5) / safe);
    }
    for (Part& part : tables_.parts())
        tables_.forward(part, log_odds);
    unconstrained_verdict_ = Cell::open;
    if (system_.total_known) {
        combine(log_odds);
    } else {
        for (const Part& part : tables_.parts()) {
            const double weight = 1 / tables_.numbers(part)[0];
            tables_.backward(part, {&weight, 1});
        }
        unconstrained_probability_ = 1 / (1 + std::exp(-log_prior_odds));
        log2_layouts_ = std::numeric_limits<double>::quiet_NaN();
    }
    record(problem.unconstrained);
}

// Weigh the components against each other and against the unconstrained cells.
void Counter::combine(double log_odds) {
    std::int64_t left = system_.mines_left, span = 0;
    for (const Part& part : tables_.parts()) {
        left -= tables_.end(part).lo;
        span += tables_.end(part).width - 1;
    }
    check_total(left, span);
    log_odds = large_ ? balance(left, log_odds) : 0;
    pool_.clear();
    log2_scale_ = 0;
    load_leaves(log_odds);
    std::size_t levels = 1;
    for (; tree_[levels - 1].size() > 1; ++levels) {
        if (tree_.size() == levels)
            tree_.emplace_back();
        tree_[levels].clear();
        const std::vector<Poly>& level = tree_[levels - 1];
        for (std::size_t i = 0; i + 1 < level.size(); i += 2)
            tree_[levels].push_back(multiply(level[i], level[i + 1]));
        if (level.size() % 2 == 1)
            tree_[levels].push_back(level.back());
    }
    const Poly root = tree_[levels - 1][0];
    unconstrained_weights(left, log_odds);
    Poly weights{pool_.size(), root.lo, root.size};
    pool_.resize(pool_.size() + static_cast<std::size_t>(root.size));
    double total = 0, unconstrained_mines = 0;
    for (std::int32_t j = 0; j < root.size; ++j) {
        const double weight = unconstrained_[static_cast<std::size_t>(root.lo + j)];
        pool_[weights.at + static_cast<std::size_t>(j)] = weight;
        const double both = pool_[root.at + static_cast<std::size_t>(j)] * weight;
        total += both;
        unconstrained_mines += both * static_cast<double>(left - root.lo - j);
    }
    if (system_.unconstrained > 0)
        unconstrained_probability_ =
            unconstrained_mines / (total * static_cast<double>(system_.unconstrained));
    log2_layouts_ = std::log2(total) + log2_scale_;

    above_.assign(1, weights);
    for (std::size_t l = levels - 1; l-- > 0;) {
        const std::vector<Poly>& level = tree_[l];
        below_.clear();
        for (std::size_t i = 0; i < level.size(); ++i) {
            const bool paired = (i ^ 1) < level.size();
            below_.push_back(paired ? outside(level[i], level[i ^ 1], above_[i / 2])
                                    : above_[i / 2]);
        }
        above_.swap(below_);
    }
    // without components the tree still has one leaf, the polynomial 1
    for (std::size_t c = 0; c < tables_.parts().size(); ++c) {
        const Part& part = tables_.parts()[c];
        const auto numbers = tables_.numbers(part);
        const Poly own = tree_[0][c], share = above_[c];
        // undo tilt and scale of the leaf, so that the weights suit the numbers of the part
        factor_.assign(numbers.size(), 0.0);
        double sum = 0;
        for (std::int32_t i = 0; i < own.size; ++i)
            sum += pool_[own.at + static_cast<std::size_t>(i)] *
                   pool_[share.at + static_cast<std::size_t>(i)];
        for (std::int32_t i = 0; i < own.size; ++i) {
            const auto m = static_cast<std::size_t>(own.lo + i);
            if (numbers[m] > 0)
                factor_[m] = pool_[own.at + static_cast<std::size_t>(i)] *
                             pool_[share.at + static_cast<std::size_t>(i)] / (sum * numbers[m]);
        }
        tables_.backward(part, factor_);
    }
}

void Counter::record(std::span<const std::int32_t> unconstrained) {
    shares_.clear();
    for (const Part& part : tables_.parts()) {
        for (const Layer& layer : tables_.layers(part)) {
            const auto cells = system_.group_cells[layer.group];
            if (!layer.can_be_mine)
                shares_.push_back({cells, 0.0, Cell::safe});
            else if (!layer.can_be_safe)
                shares_.push_back({cells, 1.0, Cell::mine});
            else
                shares_.push_back(
                    {cells, std::clamp(layer.mines / layer.size, 0.0, 1.0), Cell::open});
        }
    }
    if (system_.unconstrained > 0) {
        const double certain = unconstrained_verdict_ == Cell::mine ? 1.0 : 0.0;
        const double value =
            unconstrained_verdict_ == Cell::open ? unconstrained_probability_ : certain;
        shares_.push_back({unconstrained, value, unconstrained_verdict_});
    }
}

std::vector<Residues> Counter::residues(std::span<const std::uint64_t> primes) {
    std::vector<Residues> all;
    for (const Part& part : tables_.parts()) {
        const auto numbers = tables_.numbers(part);
        Residues found{tables_.end(part).lo, {}};
        double sum = 0;
        for (const double number : numbers)
            sum += number;
        // tilted numbers say little about how many layouts there are: at most 2^cells
        const double layouts = part.log_tilt == 0
                                   ? std::log2(sum) + static_cast<double>(part.exponent)
                                   : static_cast<double>(part.cells);
        const double needed = layouts + 2;
        double have = 0;
        for (const std::uint64_t prime : primes) {
            if (have > needed)
                break;
            found.modulo.push_back(tables_.forward_modulo(part, prime));
            have += std::log2(static_cast<double>(prime));
        }
        if (have <= needed)
            throw TooLarge{};
        all.push_back(std::move(found));
    }
    return all;
}

} // namespace autosweep
