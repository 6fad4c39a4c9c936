#include "counter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autosweep {

namespace {

// A priori odds of a mine where the total is unknown; the twin's SAFE_ODDS.
const double log_prior_odds = -std::log(4.0);
// Up to so many open cells every count fits a double without scaling.
constexpr std::int64_t small_board = 900;
// Terms this far below the largest one are dropped on larger boards; they cannot be seen in a double.
constexpr double negligible = 1e-30;
// Powers up to exp(mild) leave a number below 2^900 within a double's range.
constexpr double mild = 60;

// Divide numbers by a power of two, in two steps because it may exceed a double's range.
void divide(double* terms, std::int32_t size, int exponent) {
    const double half = std::ldexp(1.0, -(exponent / 2));
    const double rest = std::ldexp(1.0, -(exponent - exponent / 2));
    for (std::int32_t i = 0; i < size; ++i)
        terms[i] = terms[i] * half * rest;
}

} // namespace

void Counter::count(const Problem& problem, const Limits& limits) {
    reducer_.reduce(problem, system_);
    tables_.clear(limits, system_.total_known);
    const std::int32_t components = system_.component_rules.size();
    for (std::int32_t c = 0; c < components; ++c)
        tables_.build(system_, c, orderer_);
    tables_.reserve_values();
    const auto open = static_cast<std::int64_t>(system_.group_cells.items.size()) +
                      system_.sea;
    large_ = open > small_board;
    double log_odds = log_prior_odds;
    if (system_.total_known) {
        const double safe = static_cast<double>(open - system_.mines_left) + 0.5;
        log_odds = std::log((static_cast<double>(system_.mines_left) + 0.5) / safe);
    }
    for (Part& part : tables_.parts())
        tables_.forward(part, log_odds);
    sea_verdict_ = Cell::open;
    if (system_.total_known) {
        combine(log_odds);
    } else {
        for (const Part& part : tables_.parts()) {
            const double weight = 1 / tables_.numbers(part)[0];
            tables_.backward(part, {&weight, 1});
        }
        sea_probability_ = 1 / (1 + std::exp(-log_prior_odds));
        log2_layouts_ = std::numeric_limits<double>::quiet_NaN();
    }
    record(problem.sea);
}

// Weigh the components against each other and against the sea.
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
    sea_weights(left, log_odds);
    Poly weights{pool_.size(), root.lo, root.size};
    pool_.resize(pool_.size() + static_cast<std::size_t>(root.size));
    double total = 0, sea_mines = 0;
    for (std::int32_t j = 0; j < root.size; ++j) {
        const double weight = sea_[static_cast<std::size_t>(root.lo + j)];
        pool_[weights.at + static_cast<std::size_t>(j)] = weight;
        const double both = pool_[root.at + static_cast<std::size_t>(j)] * weight;
        total += both;
        sea_mines += both * static_cast<double>(left - root.lo - j);
    }
    if (system_.sea > 0)
        sea_probability_ = sea_mines / (total * static_cast<double>(system_.sea));
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

// Make sure that the total can be met and decide what it alone decides. `left` mines and `span`
// are what is left for, and what fits into, the components above their fewest mines.
void Counter::check_total(std::int64_t left, std::int64_t span) {
    const std::int64_t sea = system_.sea;
    const std::int64_t fewest = std::max<std::int64_t>(0, left - sea);
    const std::int64_t most = std::min(span, left);
    if (fewest > most)
        throw Contradiction{};
    if (fewest == 0 && most == span) {
        // whatever the components do, the sea makes it good: nothing else is decided
        if (left == 0)
            sea_verdict_ = Cell::safe;
        else if (span == left - sea)
            sea_verdict_ = Cell::mine;
        return;
    }
    // sets of sums, as bits: what earlier components can reach, and from where the rest can finish
    const auto words = static_cast<std::size_t>(span / 64 + 1);
    const std::vector<Part>& parts = tables_.parts();
    if ((parts.size() + 1) * words > static_cast<std::size_t>(tables_.value_limit()))
        throw TooLarge{};
    std::vector<std::vector<std::uint8_t>> own;
    for (const Part& part : parts)
        own.push_back(tables_.possible(part));
    const auto or_shifted_up = [words](std::uint64_t* to, const std::uint64_t* from, std::size_t by) {
        const std::size_t word = by / 64, bit = by % 64;
        for (std::size_t w = words; w-- > word;) {
            to[w] |= from[w - word] << bit;
            if (bit != 0 && w > word)
                to[w] |= from[w - word - 1] >> (64 - bit);
        }
    };
    const auto or_shifted_down = [words](std::uint64_t* to, const std::uint64_t* from, std::size_t by) {
        const std::size_t word = by / 64, bit = by % 64;
        for (std::size_t w = 0; w + word < words; ++w) {
            to[w] |= from[w + word] >> bit;
            if (bit != 0 && w + word + 1 < words)
                to[w] |= from[w + word + 1] << (64 - bit);
        }
    };
    std::vector<std::uint64_t> reached((parts.size() + 1) * words, 0);
    reached[0] = 1;
    for (std::size_t c = 0; c < parts.size(); ++c)
        for (std::size_t i = 0; i < own[c].size(); ++i)
            if (own[c][i])
                or_shifted_up(&reached[(c + 1) * words], &reached[c * words], i);
    std::vector<std::uint64_t> finish(words, 0), before(words), moved(words);
    for (std::int64_t j = fewest; j <= most; ++j)
        finish[static_cast<std::size_t>(j / 64)] |= std::uint64_t{1} << (j % 64);
    bool any = false, without_sea = true, full_sea = true;
    for (std::int64_t j = fewest; j <= most; ++j) {
        if ((reached[parts.size() * words + static_cast<std::size_t>(j / 64)] >> (j % 64)) & 1) {
            any = true;
            without_sea &= j == left;
            full_sea &= j == left - sea;
        }
    }
    if (!any)
        throw Contradiction{};
    sea_verdict_ = without_sea ? Cell::safe : full_sea ? Cell::mine : Cell::open;
    for (std::size_t c = parts.size(); c-- > 0;) {
        std::fill(before.begin(), before.end(), 0);
        bool narrower = false;
        for (std::size_t i = 0; i < own[c].size(); ++i) {
            if (!own[c][i])
                continue;
            std::fill(moved.begin(), moved.end(), 0);
            or_shifted_down(moved.data(), finish.data(), i);
            bool fits = false;
            for (std::size_t w = 0; w < words; ++w) {
                before[w] |= moved[w];
                fits |= (moved[w] & reached[c * words + w]) != 0;
            }
            narrower |= !fits;
            own[c][i] = fits;
        }
        if (narrower)
            tables_.narrow(parts[c], own[c]);
        finish.swap(before);
    }
}

// The odds of a mine (as a logarithm) at which components and sea together expect about the mines
// that are left: weighted by them, the terms that matter are the largest ones. By Newton's method,
// whose derivative is the variance; within half a deviation is near enough.
double Counter::balance(std::int64_t left, double start) const {
    double log_odds = start;
    for (int step = 0; step < 40; ++step) {
        const double chance = 1 / (1 + std::exp(-log_odds));
        double mines = static_cast<double>(system_.sea) * chance;
        double variance = mines * (1 - chance);
        for (const Part& part : tables_.parts()) {
            const auto numbers = tables_.numbers(part);
            const double odds = std::exp(log_odds - part.log_tilt);
            double sum = 0, first = 0, second = 0, power = 1;
            // from the end where the powers fall, so that none overflows
            for (std::size_t i = 0; i < numbers.size(); ++i) {
                const std::size_t m = odds > 1 ? numbers.size() - 1 - i : i;
                const double term = numbers[m] * power, count = static_cast<double>(m);
                sum += term;
                first += term * count;
                second += term * count * count;
                power *= odds > 1 ? 1 / odds : odds;
            }
            mines += first / sum;
            variance += second / sum - first / sum * (first / sum);
        }
        const double gap = static_cast<double>(left) - mines;
        if (std::abs(gap) < 0.5 * std::sqrt(variance))
            break;
        log_odds = std::clamp(log_odds + std::clamp(gap / (variance + 1e-9), -1.0, 1.0), -40.0, 40.0);
    }
    return log_odds;
}

void Counter::load_leaves(double log_odds) {
    if (tree_.empty())
        tree_.emplace_back();
    tree_[0].clear();
    for (const Part& part : tables_.parts()) {
        const auto numbers = tables_.numbers(part);
        const double tilt = log_odds - part.log_tilt;
        Poly poly{pool_.size(), 0, static_cast<std::int32_t>(numbers.size())};
        std::size_t peak = 0;
        if (std::abs(tilt) * static_cast<double>(numbers.size()) < mild) {
            const double odds = std::exp(tilt);
            double power = 1;
            for (const double number : numbers) {
                pool_.push_back(number * power);
                power *= odds;
            }
        } else {
            // tilt about the largest term, so that neither end overflows
            double best = -std::numeric_limits<double>::infinity();
            for (std::size_t m = 0; m < numbers.size(); ++m) {
                const double height = std::log(numbers[m]) + static_cast<double>(m) * tilt;
                if (height > best) {
                    best = height;
                    peak = m;
                }
            }
            for (std::size_t m = 0; m < numbers.size(); ++m) {
                const double distance = static_cast<double>(m) - static_cast<double>(peak);
                pool_.push_back(numbers[m] * std::exp(distance * tilt));
            }
        }
        log2_scale_ += static_cast<double>(part.exponent) +
                       (static_cast<double>(peak) * tilt -
                        static_cast<double>(tables_.end(part).lo) * part.log_tilt) /
                           std::log(2.0);
        log2_scale_ += static_cast<double>(normalise(poly, large_));
        tree_[0].push_back(poly);
    }
    if (tree_[0].empty()) {
        pool_.push_back(1.0);
        tree_[0].push_back({0, 0, 1});
    }
}

// Bring the largest term near 1 and, with `trim`, drop negligible ends; returns the power of two
// taken out.
std::int64_t Counter::normalise(Poly& poly, bool trim) {
    double* terms = &pool_[poly.at];
    const double largest = *std::max_element(terms, terms + poly.size);
    if (!(largest > 0))
        return 0;
    const int exponent = std::ilogb(largest);
    divide(terms, poly.size, exponent);
    if (trim) {
        std::int32_t first = 0, last = poly.size - 1;
        while (terms[first] < negligible)
            ++first;
        while (terms[last] < negligible)
            --last;
        poly.at += static_cast<std::size_t>(first);
        poly.lo += first;
        poly.size = last - first + 1;
    }
    return exponent;
}

Counter::Poly Counter::multiply(const Poly& a, const Poly& b) {
    Poly product{pool_.size(), a.lo + b.lo, a.size + b.size - 1};
    pool_.resize(pool_.size() + static_cast<std::size_t>(product.size), 0.0);
    const Poly& shorter = a.size < b.size ? a : b;
    const Poly& longer = a.size < b.size ? b : a;
    for (std::int32_t i = 0; i < shorter.size; ++i) {
        const double factor = pool_[shorter.at + static_cast<std::size_t>(i)];
        const double* from = &pool_[longer.at];
        double* to = &pool_[product.at] + i;
        for (std::int32_t j = 0; j < longer.size; ++j)
            to[j] += factor * from[j];
    }
    log2_scale_ += static_cast<double>(normalise(product, large_));
    return product;
}

// What each term of `own` weighs when its partner is summed out of the weights of both.
Counter::Poly Counter::outside(const Poly& own, const Poly& partner, const Poly& whole) {
    Poly share{pool_.size(), own.lo, own.size};
    pool_.resize(pool_.size() + static_cast<std::size_t>(own.size), 0.0);
    double* to = &pool_[share.at];
    const double* other = &pool_[partner.at];
    const double* weights = &pool_[whole.at];
    double largest = 0;
    for (std::int32_t i = 0; i < own.size; ++i) {
        const std::int32_t shift = own.lo + i + partner.lo - whole.lo;
        const std::int32_t first = std::max(0, -shift);
        const std::int32_t last = std::min(partner.size, whole.size - shift);
        double sum = 0;
        for (std::int32_t j = first; j < last; ++j)
            sum += other[j] * weights[j + shift];
        to[i] = sum;
        largest = std::max(largest, sum);
    }
    if (largest > 0)
        divide(to, own.size, std::ilogb(largest));
    return share;
}

// For each number of mines in the components above their fewest: in how many ways does the sea hold
// the rest? Relative to the largest; the tilt of the components is undone here.
void Counter::sea_weights(std::int64_t left, double log_odds) {
    const std::int64_t sea = system_.sea;
    std::int64_t span = 0;
    for (const Part& part : tables_.parts())
        span += tables_.end(part).width - 1;
    const std::int64_t fewest = std::max<std::int64_t>(0, left - sea);
    const std::int64_t most = std::min(span, left);
    const double odds = std::exp(log_odds);
    // ways(j + 1) / ways(j), falling in j
    const auto ratio = [&](std::int64_t j) {
        const auto rest = static_cast<double>(left - j);
        return rest / ((static_cast<double>(sea) - rest + 1) * odds);
    };
    sea_.assign(static_cast<std::size_t>(span + 1), 0.0);
    std::int64_t peak = fewest;
    while (peak < most && ratio(peak) > 1)
        ++peak;
    sea_[static_cast<std::size_t>(peak)] = 1;
    for (std::int64_t j = peak; j < most; ++j)
        sea_[static_cast<std::size_t>(j + 1)] = sea_[static_cast<std::size_t>(j)] * ratio(j);
    for (std::int64_t j = peak; j > fewest; --j)
        sea_[static_cast<std::size_t>(j - 1)] = sea_[static_cast<std::size_t>(j)] / ratio(j - 1);
    const auto n = static_cast<double>(sea), rest = static_cast<double>(left - peak);
    const double log_ways = std::lgamma(n + 1) - std::lgamma(rest + 1) - std::lgamma(n - rest + 1);
    log2_scale_ += (log_ways - static_cast<double>(peak) * log_odds) / std::log(2.0);
}

void Counter::record(std::span<const std::int32_t> sea) {
    shares_.clear();
    for (const Part& part : tables_.parts()) {
        for (const Layer& layer : tables_.layers(part)) {
            const auto cells = system_.group_cells[layer.group];
            if (!layer.can_be_mine)
                shares_.push_back({cells, 0.0, Cell::safe});
            else if (!layer.can_be_safe)
                shares_.push_back({cells, 1.0, Cell::mine});
            else
                shares_.push_back({cells, std::clamp(layer.mines / layer.size, 0.0, 1.0), Cell::open});
        }
    }
    if (system_.sea > 0) {
        const double certain = sea_verdict_ == Cell::mine ? 1.0 : 0.0;
        const double value = sea_verdict_ == Cell::open ? sea_probability_ : certain;
        shares_.push_back({sea, value, sea_verdict_});
    }
}

std::vector<Residues> Counter::residues(std::span<const std::uint64_t> primes) {
    std::vector<Residues> all;
    for (const Part& part : tables_.parts()) {
        const auto numbers = tables_.numbers(part);
        Residues found{tables_.end(part).lo, 0, {}};
        double sum = 0;
        for (const double number : numbers)
            sum += number;
        // an unweighted bound: tilted numbers are of less use here
        found.log2_layouts = part.log_tilt == 0 ? std::log2(sum) + static_cast<double>(part.exponent)
                                                : static_cast<double>(part.cells);
        const double needed = found.log2_layouts + 2;
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
