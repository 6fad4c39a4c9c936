// Components weighed against each other: polynomials in the number of mines, in a product tree.
#include "counter.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autosweep {

namespace {

// Terms this far below the largest one are dropped on larger boards: no double shows them.
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

// The odds of a mine (as a logarithm) at which components and unconstrained cells together expect
// about the mines that are left: weighted by them, the terms that matter are the largest ones. By
// Newton's method, whose derivative is the variance; within half a deviation is near enough.
double Counter::balance(std::int64_t left, double start) const {
    double log_odds = start;
    for (int round = 0; round < 40; ++round) {
        const double chance = 1 / (1 + std::exp(-log_odds));
        double mines = static_cast<double>(system_.unconstrained) * chance;
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
        const double step = std::clamp(gap / (variance + 1e-9), -1.0, 1.0);
        log_odds = std::clamp(log_odds + step, -40.0, 40.0);
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

// For each number of mines in the components above their fewest: in how many ways do the
// unconstrained cells hold the rest? Relative to the largest; the tilt of the components is undone
// here.
void Counter::unconstrained_weights(std::int64_t left, double log_odds) {
    const std::int64_t unconstrained = system_.unconstrained;
    std::int64_t span = 0;
    for (const Part& part : tables_.parts())
        span += tables_.end(part).width - 1;
    const std::int64_t fewest = std::max<std::int64_t>(0, left - unconstrained);
    const std::int64_t most = std::min(span, left);
    const double odds = std::exp(log_odds);
    // ways(j + 1) / ways(j), falling in j
    const auto ratio = [&](std::int64_t j) {
        const auto rest = static_cast<double>(left - j);
        return rest / ((static_cast<double>(unconstrained) - rest + 1) * odds);
    };
    unconstrained_.assign(static_cast<std::size_t>(span + 1), 0.0);
    std::int64_t peak = fewest;
    while (peak < most && ratio(peak) > 1)
        ++peak;
    unconstrained_[static_cast<std::size_t>(peak)] = 1;
    for (std::int64_t j = peak; j < most; ++j)
        unconstrained_[static_cast<std::size_t>(j + 1)] =
            unconstrained_[static_cast<std::size_t>(j)] * ratio(j);
    for (std::int64_t j = peak; j > fewest; --j)
        unconstrained_[static_cast<std::size_t>(j - 1)] =
            unconstrained_[static_cast<std::size_t>(j)] / ratio(j - 1);
    const auto n = static_cast<double>(unconstrained), rest = static_cast<double>(left - peak);
    const double log_ways = std::lgamma(n + 1) - std::lgamma(rest + 1) - std::lgamma(n - rest + 1);
    log2_scale_ += (log_ways - static_cast<double>(peak) * log_odds) / std::log(2.0);
}

} // namespace autosweep
