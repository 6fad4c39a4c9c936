// The states and steps of a component.
#include "tables.hpp"

#include <algorithm>
#include <cmath>

namespace autosweep {

namespace {

constexpr std::int64_t look_every = 8192; // nodes between two looks at the clock
constexpr std::int32_t wide = 8;          // words of the largest key
constexpr float estimate_slack = 3.5F;    // estimates come out too large by a factor of ten at most
constexpr std::int32_t large_group = 512; // cells above which binomials could overflow

// Bits of one field of a key; fields do not cross words.
constexpr std::int32_t field_bits(std::int32_t high) {
    return high < 16 ? 4 : high < 256 ? 8 : 16;
}

} // namespace

void Tables::clear(const Limits& limits, bool by_mines) {
    limits_ = limits;
    by_mines_ = by_mines;
    spent_ = 0;
    start_ = std::chrono::steady_clock::now();
    parts_.clear();
    layers_.clear();
    nodes_.clear();
    edges_.clear();
}

std::size_t Tables::memory() const {
    return nodes_.capacity() * sizeof(Node) + edges_.capacity() * sizeof(std::uint32_t) +
           (values_.capacity() + back_.capacity() + back_after_.capacity()) * sizeof(double) +
           (keys_.capacity() + keys_after_.capacity() + table_keys_.capacity() +
            table_stamp_.capacity()) * sizeof(std::uint64_t) + reach_.capacity();
}

void Tables::look_at_clock() const {
    const std::chrono::duration<double> used = std::chrono::steady_clock::now() - start_;
    if (used.count() > limits_.seconds)
        throw TooLarge{};
}

void Tables::build(const System& system, std::int32_t component, Orderer& orderer) {
    order_.clear();
    // the steps of all layers come to some times the states of the largest one
    const float limit = std::log2(static_cast<float>(limits_.nodes)) + estimate_slack;
    if (orderer.order(system, component, limit, order_) > limit)
        throw TooLarge{};
    const auto first_layer = static_cast<std::int32_t>(layers_.size());
    std::int32_t cells = 0;
    for (const std::int32_t g : order_) {
        const auto size = static_cast<std::int32_t>(system.group_cells[g].size());
        if (size > large_group)
            throw TooLarge{};
        layers_.push_back({g, size, 0, false, false, 0, 0.0});
        cells += size;
    }
    room_.resize(system.low.size());
    slot_of_.resize(system.low.size());
    for (const std::int32_t r : system.component_rules[component]) {
        room_[r] = 0;
        slot_of_[r] = -1;
        for (const std::int32_t g : system.rule_groups[r])
            room_[r] += static_cast<std::int32_t>(system.group_cells[g].size());
    }
    const std::int32_t words = choose_slots(system, first_layer);
    if (words == 1)
        build_states<1>(system, first_layer);
    else if (words == 2)
        build_states<2>(system, first_layer);
    else if (words <= wide)
        build_states<wide>(system, first_layer);
    else
        throw TooLarge{};
    const Part part{first_layer, static_cast<std::int32_t>(layers_.size()),
                    static_cast<std::int32_t>(nodes_.size()) - 1, cells, 0.0, 0};
    if (!mark_alive(part))
        throw Contradiction{};
    parts_.push_back(part);
}

// Give every rule that is begun a field of the key until it is complete; returns words of a key.
std::int32_t Tables::choose_slots(const System& system, std::int32_t first_layer) {
    std::int32_t slots = 0, highest = 0;
    free_slots_.clear();
    checks_.clear();
    check_begin_.assign(1, 0);
    for (std::size_t i = static_cast<std::size_t>(first_layer); i < layers_.size(); ++i) {
        for (const std::int32_t r : system.group_rules[layers_[i].group]) {
            const bool begins = slot_of_[r] < 0;
            if (begins) {
                highest = std::max(highest, system.high[r]);
                if (free_slots_.empty()) {
                    slot_of_[r] = slots++;
                } else {
                    slot_of_[r] = free_slots_.back();
                    free_slots_.pop_back();
                }
            }
            room_[r] -= layers_[i].size;
            checks_.push_back({r, slot_of_[r], room_[r] + system.high[r] - system.low[r], begins,
                               room_[r] == 0});
        }
        for (const std::int32_t r : system.group_rules[layers_[i].group])
            if (room_[r] == 0)
                free_slots_.push_back(slot_of_[r]);
        check_begin_.push_back(static_cast<std::int32_t>(checks_.size()));
    }
    const std::int32_t bits = field_bits(highest);
    if (highest >= 1 << 16)
        return wide + 1;
    for (Check& check : checks_)
        check.slot *= bits;
    return (slots * bits + 63) / 64;
}

template <int words> void Tables::build_states(const System& system, std::int32_t first_layer) {
    std::int32_t highest = 0;
    for (const Check& check : checks_)
        highest = std::max(highest, system.high[check.rule]);
    const std::uint64_t mask = (std::uint64_t{1} << field_bits(highest)) - 1;
    if (table_stamp_.empty() || table_keys_.size() < table_stamp_.size() * words) {
        const std::size_t size = std::max<std::size_t>(table_stamp_.size(), 256);
        table_stamp_.assign(size, 0);
        table_index_.resize(size);
        table_keys_.resize(size * wide);
        stamp_ = 0;
    }
    const auto slot_for = [&](const std::uint64_t* key) {
        std::uint64_t hash = 0;
        for (int w = 0; w < words; ++w)
            hash = (hash ^ key[w]) * 0x9E3779B97F4A7C15ULL;
        std::size_t at = (hash >> 32) & (table_stamp_.size() - 1);
        while (table_stamp_[at] == stamp_ &&
               !std::equal(key, key + words, &table_keys_[at * words]))
            at = (at + 1) & (table_stamp_.size() - 1);
        return at;
    };
    const auto enter = [&](std::size_t at, const std::uint64_t* key, std::uint32_t index) {
        table_stamp_[at] = stamp_;
        table_index_[at] = index;
        std::copy(key, key + words, &table_keys_[at * words]);
    };

    keys_.assign(words, 0);
    nodes_.push_back({0, 0, 0, 0, 0, 0, 0});
    std::int64_t looked = spent_;
    for (std::size_t i = static_cast<std::size_t>(first_layer); i < layers_.size(); ++i) {
        Layer& layer = layers_[i];
        const std::size_t count = keys_.size() / words;
        const std::size_t first = nodes_.size() - count;
        const auto after = static_cast<std::uint32_t>(nodes_.size());
        layer.first_node = static_cast<std::int32_t>(first);
        std::uint64_t begins[words] = {}, one[words] = {}, keep[words];
        std::fill_n(keep, words, ~std::uint64_t{0});
        const std::size_t layer_number = i - static_cast<std::size_t>(first_layer);
        const std::span<const Check> checks{checks_.data() + check_begin_[layer_number],
                                            checks_.data() + check_begin_[layer_number + 1]};
        for (const Check& check : checks) {
            const std::int32_t word = check.slot / 64, shift = check.slot % 64;
            one[word] += std::uint64_t{1} << shift;
            if (check.begins)
                begins[word] += static_cast<std::uint64_t>(system.high[check.rule]) << shift;
            if (check.completes)
                keep[word] &= ~(mask << shift);
        }
        keys_after_.clear();
        if (++stamp_ == 0) {
            std::fill(table_stamp_.begin(), table_stamp_.end(), 0);
            stamp_ = 1;
        }
        for (std::size_t u = 0; u < count; ++u) {
            std::uint64_t key[words];
            for (int w = 0; w < words; ++w)
                key[w] = keys_[u * words + static_cast<std::size_t>(w)] + begins[w];
            std::int32_t least = 0, most = layer.size;
            for (const Check& check : checks) {
                const std::uint64_t word = words == 1 ? key[0] : key[check.slot / 64];
                const auto lacks = static_cast<std::int32_t>((word >> (check.slot % 64)) & mask);
                most = std::min(most, lacks);
                least = std::max(least, lacks - check.spare);
            }
            const std::int32_t steps = std::max(most - least + 1, 0);
            spent_ += steps + 1;
            if (spent_ > limits_.nodes)
                throw TooLarge{};
            if (spent_ - looked > look_every) {
                looked = spent_;
                look_at_clock();
            }
            const std::int32_t lo = nodes_[first + u].lo, hi = nodes_[first + u].hi;
            nodes_[first + u].edge = static_cast<std::uint32_t>(edges_.size());
            nodes_[first + u].least = least;
            nodes_[first + u].steps = steps;
            for (std::int32_t k = least; k <= most; ++k) {
                std::uint64_t next[words];
                for (int w = 0; w < words; ++w)
                    next[w] = (key[w] - static_cast<std::uint64_t>(k) * one[w]) & keep[w];
                const std::int32_t mines = by_mines_ ? k : 0;
                const std::size_t at = slot_for(next);
                if (table_stamp_[at] == stamp_) {
                    Node& node = nodes_[table_index_[at]];
                    node.lo = std::min(node.lo, lo + mines);
                    node.hi = std::max(node.hi, hi + mines);
                    edges_.push_back(table_index_[at]);
                    continue;
                }
                const auto index = static_cast<std::uint32_t>(nodes_.size());
                enter(at, next, index);
                keys_after_.insert(keys_after_.end(), next, next + words);
                nodes_.push_back({0, 0, 0, 0, lo + mines, hi + mines, 0});
                edges_.push_back(index);
                if ((nodes_.size() - after) * 2 > table_stamp_.size()) {
                    table_stamp_.assign(table_stamp_.size() * 4, 0);
                    table_index_.resize(table_stamp_.size());
                    table_keys_.resize(table_stamp_.size() * words);
                    stamp_ = 1;
                    for (std::size_t v = 0; v < nodes_.size() - after; ++v) {
                        const std::uint64_t* known = &keys_after_[v * words];
                        enter(slot_for(known), known, after + static_cast<std::uint32_t>(v));
                    }
                }
            }
        }
        keys_.swap(keys_after_);
        if (keys_.empty())
            throw Contradiction{};
    }
}

// Find the states from which the end can be reached; false where the first one is not among them.
bool Tables::mark_alive(const Part& part) {
    nodes_[part.end_node].width = nodes_[part.end_node].hi - nodes_[part.end_node].lo + 1;
    for (std::int32_t i = part.last_layer - 1; i >= part.first_layer; --i) {
        Layer& layer = layers_[i];
        for (std::int32_t u = layer.first_node; u < next_layer_node(part, i); ++u) {
            Node& node = nodes_[u];
            bool alive = false;
            for (std::int32_t s = 0; s < node.steps; ++s) {
                if (nodes_[edges_[node.edge + static_cast<std::uint32_t>(s)]].width == 0)
                    continue;
                alive = true;
                layer.can_be_mine |= node.least + s > 0;
                layer.can_be_safe |= node.least + s < layer.size;
            }
            if (alive)
                node.width = node.hi - node.lo + 1;
        }
    }
    return nodes_[layers_[part.first_layer].first_node].width > 0;
}

template void Tables::build_states<1>(const System&, std::int32_t);
template void Tables::build_states<2>(const System&, std::int32_t);
template void Tables::build_states<wide>(const System&, std::int32_t);

} // namespace autosweep
