#include "order.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace autosweep {

namespace {

// Estimated states (as a power of two) above which other starts are tried.
constexpr float large = 7.0F;
constexpr float many_tries = 100, few_tries = 4;
constexpr float hopeless = 20; // above the limit, as a power of two

} // namespace

Orderer::Orderer() {
    for (std::size_t i = 1; i < log_.size(); ++i)
        log_[i] = std::log2(static_cast<float>(i));
}

float Orderer::order(const System& system, std::int32_t component, float limit,
                     std::vector<std::int32_t>& order) {
    used_.resize(system.low.size());
    left_.resize(system.low.size());
    added_.resize(system.low.size());
    bits_.resize(system.low.size());
    is_open_.resize(system.low.size());
    placed_.resize(static_cast<std::size_t>(system.group_rules.size()));
    const auto rules = system.component_rules[component];

    // first try: the rule with the fewest others beside it
    std::int32_t start = rules[0];
    std::size_t fewest = std::numeric_limits<std::size_t>::max();
    for (const std::int32_t r : rules) {
        std::size_t beside = 0;
        for (const std::int32_t g : system.rule_groups[r])
            beside += system.group_rules[g].size() - 1;
        if (beside < fewest) {
            fewest = beside;
            start = r;
        }
    }
    float best = greedy(system, component, start, std::numeric_limits<float>::infinity());
    const std::size_t place = order.size();
    order.insert(order.end(), result_.begin(), result_.end());
    if (best <= large)
        return best;
    // a try costs about as much as a few states for each rule: spend no more than it can save
    const float worth = std::exp2(std::min(best, 40.0F)) / (4 * static_cast<float>(rules.size()));
    const float most = best > limit + hopeless ? few_tries : many_tries;
    const auto tries =
        static_cast<std::size_t>(std::min({worth, most, static_cast<float>(rules.size())}));
    for (std::size_t t = 0; t < tries; ++t) {
        const float estimate = greedy(system, component, rules[t * rules.size() / tries], best);
        if (estimate < best) {
            best = estimate;
            std::copy(result_.begin(), result_.end(),
                      order.begin() + static_cast<std::ptrdiff_t>(place));
        }
    }
    return best;
}

// Complete one rule after the other, always the one that keeps the estimated number of states
// lowest; give up where the peak reaches `stop`.
float Orderer::greedy(const System& system, std::int32_t component, std::int32_t start,
                      float stop) {
    for (const std::int32_t r : system.component_rules[component]) {
        used_[r] = left_[r] = 0;
        bits_[r] = 0;
        is_open_[r] = 0;
        for (const std::int32_t g : system.rule_groups[r])
            left_[r] += static_cast<std::int32_t>(system.group_cells[g].size());
    }
    for (const std::int32_t g : system.component_groups[component])
        placed_[g] = 0;
    result_.clear();
    open_.assign(1, start);
    is_open_[start] = 1;
    float peak = 0, total = 0;
    while (!open_.empty()) {
        std::size_t chosen = 0;
        float lowest = std::numeric_limits<float>::infinity();
        if (open_.size() > 1) {
            for (std::size_t i = 0; i < open_.size(); ++i) {
                const float estimate = change(system, open_[i]);
                if (estimate < lowest) {
                    lowest = estimate;
                    chosen = i;
                }
            }
        }
        const std::int32_t rule = open_[chosen];
        touched_.clear();
        for (const std::int32_t g : system.rule_groups[rule])
            if (!placed_[g])
                touched_.push_back(g);
        std::stable_sort(touched_.begin(), touched_.end(), [&](std::int32_t a, std::int32_t b) {
            return system.group_rules[a].size() < system.group_rules[b].size();
        });
        for (const std::int32_t g : touched_) {
            placed_[g] = 1;
            result_.push_back(g);
            const auto size = static_cast<std::int32_t>(system.group_cells[g].size());
            for (const std::int32_t r : system.group_rules[g]) {
                used_[r] += size;
                left_[r] -= size;
                total -= bits_[r];
                bits_[r] = bits(system, r, used_[r], left_[r]);
                total += bits_[r];
                if (!is_open_[r]) {
                    is_open_[r] = 1;
                    open_.push_back(r);
                }
            }
            peak = std::max(peak, total);
            if (peak >= stop)
                return peak;
        }
        std::erase_if(open_, [&](std::int32_t r) { return left_[r] == 0; });
    }
    return peak;
}

// How the estimate changes when a rule is completed.
float Orderer::change(const System& system, std::int32_t rule) {
    touched_.clear();
    for (const std::int32_t g : system.rule_groups[rule]) {
        if (placed_[g])
            continue;
        const auto size = static_cast<std::int32_t>(system.group_cells[g].size());
        for (const std::int32_t r : system.group_rules[g]) {
            if (added_[r] == 0)
                touched_.push_back(r);
            added_[r] += size;
        }
    }
    float sum = 0;
    for (const std::int32_t r : touched_) {
        sum += bits(system, r, used_[r] + added_[r], left_[r] - added_[r]) - bits_[r];
        added_[r] = 0;
    }
    return sum;
}

float Orderer::bits(const System& system, std::int32_t rule, std::int32_t used,
                    std::int32_t left) const {
    if (left == 0)
        return 0;
    const std::int32_t high = system.high[rule], slack = high - system.low[rule];
    const std::int32_t values = std::min(high, left + slack) - (high - std::min(used, high)) + 1;
    if (values <= 1)
        return 0;
    return values < static_cast<std::int32_t>(log_.size())
               ? log_[values]
               : std::log2(static_cast<float>(values));
}

} // namespace autosweep
