// The numbers of a component: sums forward, weights backward, feasibility by number of mines.
#include "tables.hpp"

#include <algorithm>
#include <cmath>

namespace autosweep {

namespace {

// A component of fewer cells has fewer than 2^900 layouts: no double overflows, none underflows.
constexpr std::int32_t large_part = 900;
constexpr double much = 0x1p400;

// The binomial coefficients of a size modulo a prime, by Pascal's triangle.
std::vector<std::uint64_t> ways_modulo(std::int32_t size, std::uint64_t prime) {
    std::vector<std::uint64_t> row(static_cast<std::size_t>(size) + 1, 0);
    row[0] = 1;
    for (std::int32_t n = 1; n <= size; ++n)
        for (std::int32_t k = n; k > 0; --k)
            row[k] = (row[k] + row[k - 1]) % prime;
    return row;
}

} // namespace

void Tables::reserve_values() {
    std::int64_t total = 0;
    for (Node& node : nodes_) {
        node.value = total;
        total += node.width;
    }
    if (total > limits_.values)
        throw TooLarge{};
    values_.assign(static_cast<std::size_t>(total), 0.0);
    reach_.clear();
}

// The weights of 0, 1, ... mines in a group of some size; each mine weighs exp(log_odds).
std::span<const double> Tables::weigh(std::int32_t size, double log_odds) {
    while (static_cast<std::int32_t>(ways_.size()) <= size) {
        const auto cells = static_cast<std::int32_t>(ways_.size());
        std::vector<double> row{1};
        for (std::int32_t k = 1; k <= cells; ++k)
            row.push_back(std::round(row.back() * (cells - k + 1) / k));
        ways_.push_back(std::move(row));
    }
    const std::vector<double>& ways = ways_[size];
    if (log_odds == 0)
        return ways;
    weights_.assign(ways.begin(), ways.end());
    for (std::int32_t k = 1; k <= size; ++k)
        weights_[k] *= std::exp(k * log_odds);
    return weights_;
}

void Tables::forward(Part& part, double log_odds) {
    const bool tilted = !by_mines_ || part.cells > large_part;
    part.log_tilt = tilted ? log_odds : 0;
    values_[static_cast<std::size_t>(nodes_[layers_[part.first_layer].first_node].value)] = 1;
    for (std::int32_t i = part.first_layer; i < part.last_layer; ++i) {
        Layer& layer = layers_[i];
        const std::span<const double> weights = weigh(layer.size, part.log_tilt);
        const std::int32_t end = next_layer_node(part, i);
        for (std::int32_t u = layer.first_node; u < end; ++u) {
            const Node& node = nodes_[u];
            if (node.width == 0)
                continue;
            const double* from = &values_[static_cast<std::size_t>(node.value)];
            for (std::int32_t s = 0; s < node.steps; ++s) {
                const Node& next = nodes_[edges_[node.edge + static_cast<std::uint32_t>(s)]];
                if (next.width == 0)
                    continue;
                const std::int32_t k = node.least + s;
                const double weight = weights[k];
                double* to = &values_[static_cast<std::size_t>(next.value)] + (node.lo - next.lo) +
                             (by_mines_ ? k : 0);
                for (std::int32_t m = 0; m < node.width; ++m)
                    to[m] += weight * from[m];
            }
        }
        if (part.cells <= large_part)
            continue;
        look_at_clock();
        const std::int32_t last = i + 1 < part.last_layer ? next_layer_node(part, i + 1)
                                                          : part.end_node + 1;
        const auto first = values_.begin() + nodes_[end].value;
        const auto beyond = values_.begin() + nodes_[last - 1].value + nodes_[last - 1].width;
        const double largest = *std::max_element(first, beyond);
        if (largest > much) {
            layer.rescale = std::ilogb(largest);
            part.exponent += layer.rescale;
            const double factor = std::ldexp(1.0, -layer.rescale);
            for (auto value = first; value != beyond; ++value)
                *value *= factor;
        }
    }
}

std::vector<std::uint64_t> Tables::forward_modulo(const Part& part, std::uint64_t prime) {
    const std::int64_t base = nodes_[layers_[part.first_layer].first_node].value;
    const Node& last = nodes_[part.end_node];
    std::vector<std::uint64_t> values(static_cast<std::size_t>(last.value + last.width - base), 0);
    values[0] = 1;
    for (std::int32_t i = part.first_layer; i < part.last_layer; ++i) {
        const Layer& layer = layers_[i];
        const std::vector<std::uint64_t> ways = ways_modulo(layer.size, prime);
        for (std::int32_t u = layer.first_node; u < next_layer_node(part, i); ++u) {
            const Node& node = nodes_[u];
            for (std::int32_t s = 0; node.width != 0 && s < node.steps; ++s) {
                const Node& next = nodes_[edges_[node.edge + static_cast<std::uint32_t>(s)]];
                if (next.width == 0)
                    continue;
                const std::int32_t k = node.least + s;
                const std::int64_t to = next.value - base + node.lo - next.lo + (by_mines_ ? k : 0);
                const std::int64_t from = node.value - base;
                for (std::int64_t m = 0; m < node.width; ++m) {
                    std::uint64_t& value = values[static_cast<std::size_t>(to + m)];
                    value = (value + ways[k] * values[static_cast<std::size_t>(from + m)]) % prime;
                }
            }
        }
    }
    return {values.end() - last.width, values.end()};
}

void Tables::backward(const Part& part, std::span<const double> weights) {
    back_after_.assign(weights.begin(), weights.end());
    std::int64_t after = nodes_[part.end_node].value; // where the numbers of the layer after begin
    for (std::int32_t i = part.last_layer - 1; i >= part.first_layer; --i) {
        Layer& layer = layers_[i];
        const std::span<const double> ways = weigh(layer.size, part.log_tilt);
        const double scale = std::ldexp(1.0, -layer.rescale);
        const std::int64_t before = nodes_[layer.first_node].value;
        back_.assign(static_cast<std::size_t>(after - before), 0.0);
        double mines = 0;
        for (std::int32_t u = layer.first_node; u < next_layer_node(part, i); ++u) {
            const Node& node = nodes_[u];
            if (node.width == 0)
                continue;
            const double* sum = &values_[static_cast<std::size_t>(node.value)];
            double* back = &back_[static_cast<std::size_t>(node.value - before)];
            for (std::int32_t s = 0; s < node.steps; ++s) {
                const Node& next = nodes_[edges_[node.edge + static_cast<std::uint32_t>(s)]];
                if (next.width == 0)
                    continue;
                const std::int32_t k = node.least + s;
                const double weight = ways[k] * scale;
                const double* onward = &back_after_[static_cast<std::size_t>(next.value - after)] +
                                       (node.lo - next.lo) + (by_mines_ ? k : 0);
                double both = 0;
                for (std::int32_t m = 0; m < node.width; ++m) {
                    back[m] += weight * onward[m];
                    both += sum[m] * onward[m];
                }
                mines += k * weight * both;
            }
        }
        layer.mines = mines;
        back_.swap(back_after_);
        after = before;
    }
}

// Mark, for every state, the numbers of mines with which it can be reached.
void Tables::reach(const Part& part) {
    if (reach_.size() != values_.size())
        reach_.assign(values_.size(), 0);
    reach_[static_cast<std::size_t>(nodes_[layers_[part.first_layer].first_node].value)] = 1;
    for (std::int32_t i = part.first_layer; i < part.last_layer; ++i) {
        for (std::int32_t u = layers_[i].first_node; u < next_layer_node(part, i); ++u) {
            const Node& node = nodes_[u];
            for (std::int32_t s = 0; node.width != 0 && s < node.steps; ++s) {
                const Node& next = nodes_[edges_[node.edge + static_cast<std::uint32_t>(s)]];
                if (next.width == 0)
                    continue;
                const std::int64_t to = next.value + node.lo - next.lo + node.least + s;
                for (std::int64_t m = 0; m < node.width; ++m)
                    reach_[static_cast<std::size_t>(to + m)] |=
                        reach_[static_cast<std::size_t>(node.value + m)];
            }
        }
    }
}

std::vector<std::uint8_t> Tables::possible(const Part& part) {
    reach(part);
    const auto first = reach_.begin() + nodes_[part.end_node].value;
    return {first, first + nodes_[part.end_node].width};
}

void Tables::narrow(const Part& part, std::span<const std::uint8_t> allowed) {
    std::vector<std::uint8_t> onward(allowed.begin(), allowed.end()), back;
    std::int64_t after = nodes_[part.end_node].value;
    for (std::int32_t i = part.last_layer - 1; i >= part.first_layer; --i) {
        Layer& layer = layers_[i];
        layer.can_be_mine = layer.can_be_safe = false;
        const std::int64_t before = nodes_[layer.first_node].value;
        back.assign(static_cast<std::size_t>(after - before), 0);
        for (std::int32_t u = layer.first_node; u < next_layer_node(part, i); ++u) {
            const Node& node = nodes_[u];
            for (std::int32_t s = 0; node.width != 0 && s < node.steps; ++s) {
                const Node& next = nodes_[edges_[node.edge + static_cast<std::uint32_t>(s)]];
                if (next.width == 0)
                    continue;
                const std::int32_t k = node.least + s;
                const std::int64_t to = next.value - after + node.lo - next.lo + k;
                bool can = false;
                for (std::int64_t m = 0; m < node.width; ++m) {
                    const std::uint8_t fits = onward[static_cast<std::size_t>(to + m)];
                    back[static_cast<std::size_t>(node.value - before + m)] |= fits;
                    can |= fits && reach_[static_cast<std::size_t>(node.value + m)];
                }
                layer.can_be_mine |= can && k > 0;
                layer.can_be_safe |= can && k < layer.size;
            }
        }
        onward.swap(back);
        after = before;
    }
}

} // namespace autosweep
