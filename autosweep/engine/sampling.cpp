#include "sampling.hpp"

#include <algorithm>
#include <numeric>

namespace autosweep {

namespace {

// A number from 0 to just below 1; the same on every machine, unlike those of the library.
double fraction(std::mt19937_64& random) {
    return static_cast<double>(random() >> 11) * 0x1p-53;
}

void scatter(std::vector<std::int32_t>& cells, std::int32_t mines, std::mt19937_64& random,
             std::vector<std::uint8_t>& found) {
    for (std::int32_t k = 0; k < mines; ++k) {
        const auto left = static_cast<double>(cells.size() - static_cast<std::size_t>(k));
        const auto at = static_cast<std::size_t>(k) +
                        static_cast<std::size_t>(fraction(random) * left);
        std::swap(cells[static_cast<std::size_t>(k)], cells[at]);
        found[static_cast<std::size_t>(cells[static_cast<std::size_t>(k)])] = 1;
    }
}

double choose(std::int64_t size, std::int64_t k) {
    if (k < 0 || k > size)
        return 0;
    double ways = 1;
    for (std::int64_t i = 1; i <= k; ++i)
        ways = ways * static_cast<double>(size - k + i) / static_cast<double>(i);
    return ways;
}

} // namespace

void Sampler::prepare(const Counter& counter, std::span<const std::int32_t> unconstrained) {
    counter_ = &counter;
    unconstrained_ =
        counter.system().unconstrained > 0 ? unconstrained : std::span<const std::int32_t>{};
    const std::vector<Part>& parts = counter.tables().parts();
    const auto left = static_cast<std::size_t>(counter.system().mines_left);
    rest_.assign(parts.size() + 1, std::vector<double>(left + 1, 0.0));
    for (std::size_t m = 0; m <= left; ++m)
        rest_.back()[m] = choose(static_cast<std::int64_t>(unconstrained_.size()),
                                 static_cast<std::int64_t>(m));
    for (std::size_t c = parts.size(); c-- > 0;) {
        const auto numbers = counter.tables().numbers(parts[c]);
        const auto fewest = static_cast<std::size_t>(counter.tables().end(parts[c]).lo);
        for (std::size_t m = 0; m <= left; ++m)
            for (std::size_t k = 0; k < numbers.size() && fewest + k <= m; ++k)
                rest_[c][m] += numbers[k] * rest_[c + 1][m - fewest - k];
    }
}

std::int32_t Sampler::pick(std::mt19937_64& random) {
    double at = fraction(random) * std::accumulate(weights_.begin(), weights_.end(), 0.0);
    std::size_t i = 0;
    for (; i + 1 < weights_.size() && at >= weights_[i]; ++i)
        at -= weights_[i];
    while (weights_[i] == 0) // rounding may run past the last that counts
        --i;
    return static_cast<std::int32_t>(i);
}

void Sampler::draw(std::mt19937_64& random, std::vector<std::uint8_t>& mines) {
    const std::vector<Cell>& decided = counter_->decided();
    mines.assign(decided.size(), 0);
    for (std::size_t i = 0; i < decided.size(); ++i)
        mines[i] = decided[i] == Cell::mine;
    auto left = static_cast<std::int32_t>(counter_->system().mines_left);
    const std::vector<Part>& parts = counter_->tables().parts();
    for (std::size_t c = 0; c < parts.size(); ++c) {
        const auto numbers = counter_->tables().numbers(parts[c]);
        const std::int32_t fewest = counter_->tables().end(parts[c]).lo;
        weights_.clear();
        for (std::size_t k = 0; k < numbers.size(); ++k) {
            const std::int32_t after = left - fewest - static_cast<std::int32_t>(k);
            weights_.push_back(
                after < 0 ? 0 : numbers[k] * rest_[c + 1][static_cast<std::size_t>(after)]);
        }
        const std::int32_t own = fewest + pick(random);
        walk_back(parts[c], own, random, mines);
        left -= own;
    }
    cells_.assign(unconstrained_.begin(), unconstrained_.end());
    scatter(cells_, left, random, mines);
}

// From the end of a part to its beginning, each step by its share of the ways.
void Sampler::walk_back(const Part& part, std::int32_t mines, std::mt19937_64& random,
                        std::vector<std::uint8_t>& found) {
    const Tables& tables = counter_->tables();
    std::int32_t at = part.end_node;
    for (std::int32_t i = part.last_layer - 1; i >= part.first_layer; --i) {
        const Layer& layer = tables.all_layers()[static_cast<std::size_t>(i)];
        const std::int32_t end =
            i + 1 < part.last_layer
                ? tables.all_layers()[static_cast<std::size_t>(i) + 1].first_node
                : part.end_node;
        weights_.clear();
        choices_.clear();
        for (std::int32_t u = layer.first_node; u < end; ++u) {
            const Node& node = tables.nodes()[static_cast<std::size_t>(u)];
            for (std::int32_t s = 0; node.width != 0 && s < node.steps; ++s) {
                const std::int32_t k = node.least + s, before = mines - k - node.lo;
                if (static_cast<std::int32_t>(
                        tables.edges()[node.edge + static_cast<std::uint32_t>(s)]) != at ||
                    before < 0 || before >= node.width)
                    continue;
                choices_.emplace_back(u, k);
                weights_.push_back(choose(layer.size, k) *
                                   tables.values()[static_cast<std::size_t>(node.value + before)]);
            }
        }
        const auto [node, k] = choices_[static_cast<std::size_t>(pick(random))];
        const auto group = counter_->system().group_cells[layer.group];
        cells_.assign(group.begin(), group.end());
        scatter(cells_, k, random, found);
        mines -= k;
        at = node;
    }
}

} // namespace autosweep
