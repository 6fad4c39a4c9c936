#include "regions.hpp"

#include <algorithm>
#include <numeric>

namespace autosweep {

namespace {

bool undecided(double chance) { return chance > 0 && chance < 1; }

} // namespace

void Regions::split(const Position& position, const Counter& counter,
                    std::span<const std::int32_t> unconstrained, std::span<const double> chance) {
    position_ = position;
    counter_ = &counter;
    unconstrained_ =
        counter.system().unconstrained > 0 ? unconstrained : std::span<const std::int32_t>{};
    chance_ = chance;
    bound();
    link();
    const std::size_t nodes = leader_.size();
    std::vector<Region> found(nodes);
    for (std::size_t n = 0; n < nodes; ++n) {
        Region& region = found[static_cast<std::size_t>(root(static_cast<std::int32_t>(n)))];
        if (n + 1 == nodes)
            region.unconstrained = true;
        else
            region.parts.push_back(static_cast<std::int32_t>(n));
    }
    for (std::size_t i = 0; i < chance_.size(); ++i)
        if (undecided(chance_[i]))
            found[static_cast<std::size_t>(root(node_of_[i]))].cells.push_back(
                static_cast<std::int32_t>(i));
    // what varies hangs together, so all but one have a number of mines of their own
    std::int64_t left = counter.system().mines_left;
    std::size_t rest = nodes;
    for (std::size_t n = 0; n < nodes; ++n) {
        if (fewest_[n] == most_[n]) {
            found[static_cast<std::size_t>(root(static_cast<std::int32_t>(n)))].mines += fewest_[n];
            left -= fewest_[n];
        } else {
            rest = static_cast<std::size_t>(root(static_cast<std::int32_t>(n)));
        }
    }
    has_rest_ = rest < nodes;
    if (has_rest_)
        found[rest].mines += left;
    regions_.clear();
    for (std::size_t n = 0; n < nodes; ++n)
        if (n != rest && !found[n].cells.empty())
            regions_.push_back(std::move(found[n]));
    std::sort(regions_.begin(), regions_.end(), [](const Region& a, const Region& b) {
        return a.cells.front() < b.cells.front();
    });
    if (has_rest_)
        regions_.push_back(std::move(found[rest]));
}

// Fewest and most mines of every component and of the unconstrained cells that the total allows.
void Regions::bound() {
    const std::vector<Part>& parts = counter_->tables().parts();
    fewest_.clear();
    most_.clear();
    for (const Part& part : parts) {
        fewest_.push_back(counter_->tables().end(part).lo);
        most_.push_back(counter_->tables().end(part).hi);
    }
    fewest_.push_back(0);
    most_.push_back(static_cast<std::int64_t>(unconstrained_.size()));
    const std::int64_t left = counter_->system().mines_left;
    const std::int64_t low = std::accumulate(fewest_.begin(), fewest_.end(), std::int64_t{0});
    const std::int64_t high = std::accumulate(most_.begin(), most_.end(), std::int64_t{0});
    for (std::size_t n = 0; n < fewest_.size(); ++n) {
        const std::int64_t fewest = fewest_[n], most = most_[n];
        fewest_[n] = std::max(fewest, left - (high - most));
        most_[n] = std::min(most, left - (low - fewest));
    }
}

// Join what is not apart: neighbours, and everything whose number of mines may vary.
void Regions::link() {
    const std::vector<Part>& parts = counter_->tables().parts();
    node_of_.assign(chance_.size(), -1);
    for (std::size_t p = 0; p < parts.size(); ++p)
        for (std::int32_t layer = parts[p].first_layer; layer < parts[p].last_layer; ++layer)
            for (const std::int32_t cell : counter_->system().group_cells
                     [counter_->tables().all_layers()[static_cast<std::size_t>(layer)].group])
                node_of_[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(p);
    for (const std::int32_t cell : unconstrained_)
        node_of_[static_cast<std::size_t>(cell)] = static_cast<std::int32_t>(parts.size());
    leader_.resize(parts.size() + 1);
    std::iota(leader_.begin(), leader_.end(), 0);
    const auto join = [&](std::int32_t a, std::int32_t b) {
        leader_[static_cast<std::size_t>(root(a))] = root(b);
    };
    std::int32_t varying = -1;
    for (std::size_t n = 0; n < leader_.size(); ++n) {
        if (fewest_[n] == most_[n])
            continue;
        if (varying >= 0)
            join(static_cast<std::int32_t>(n), varying);
        varying = static_cast<std::int32_t>(n);
    }
    for (std::size_t i = 0; i < chance_.size(); ++i)
        if (undecided(chance_[i]))
            around(position_, static_cast<std::int32_t>(i), [&](std::int32_t j) {
                if (undecided(chance_[static_cast<std::size_t>(j)]))
                    join(node_of_[i], node_of_[static_cast<std::size_t>(j)]);
            });
}

std::int32_t Regions::root(std::int32_t node) {
    while (leader_[static_cast<std::size_t>(node)] != node)
        node = leader_[static_cast<std::size_t>(node)] =
            leader_[static_cast<std::size_t>(leader_[static_cast<std::size_t>(node)])];
    return node;
}

std::int32_t Regions::list(const Region& region, std::int32_t most) {
    const auto unconstrained =
        region.unconstrained ? unconstrained_ : std::span<const std::int32_t>{};
    return layouts_.list(*counter_, region.parts, unconstrained, region.mines, most)
               ? layouts_.size()
               : -1;
}

Regions::Best Regions::search(const Region& region, Effort& effort) {
    const auto layouts = static_cast<std::size_t>(layouts_.size());
    place_.assign(chance_.size(), -1);
    std::vector<std::uint8_t> shown(region.cells.size() * layouts, 0);
    for (std::size_t n = 0; n < region.cells.size(); ++n) {
        place_[static_cast<std::size_t>(region.cells[n])] = static_cast<std::int32_t>(n);
        std::uint8_t known = 0;
        around(position_, region.cells[n], [&](std::int32_t j) {
            known += chance_[static_cast<std::size_t>(j)] == 1;
        });
        std::fill_n(shown.begin() + static_cast<std::ptrdiff_t>(n * layouts), layouts, known);
    }
    for (std::size_t i = 0; i < layouts; ++i)
        for (const std::int32_t m : layouts_[static_cast<std::int32_t>(i)])
            if (chance_[static_cast<std::size_t>(m)] < 1)
                around(position_, m, [&](std::int32_t j) {
                    if (const std::int32_t n = place_[static_cast<std::size_t>(j)]; n >= 0)
                        ++shown[static_cast<std::size_t>(n) * layouts + i];
                });
    for (std::size_t i = 0; i < layouts; ++i)
        for (const std::int32_t m : layouts_[static_cast<std::int32_t>(i)])
            if (const std::int32_t n = place_[static_cast<std::size_t>(m)]; n >= 0)
                shown[static_cast<std::size_t>(n) * layouts + i] = Endgame::mine;
    const Endgame::Best best =
        endgame_.search(std::move(shown), static_cast<std::int32_t>(region.cells.size()),
                        static_cast<std::int32_t>(layouts), effort);
    if (best.cell < 0)
        return {};
    return {region.cells[static_cast<std::size_t>(best.cell)],
            best.won / static_cast<double>(layouts), static_cast<std::int32_t>(layouts)};
}

std::vector<std::int32_t> Regions::coin_toss() {
    std::vector<std::int32_t> first;
    for (std::size_t p = 0; p + 1 < fewest_.size(); ++p) {
        if (fewest_[p] != most_[p])
            continue;
        const auto part = static_cast<std::int32_t>(p);
        if (!layouts_.list(*counter_, std::span{&part, 1}, {}, fewest_[p], 2) ||
            layouts_.size() != 2)
            continue;
        std::vector<std::int32_t> toss;
        for (std::size_t i = 0; i < chance_.size(); ++i)
            if (node_of_[i] == part && undecided(chance_[i]))
                toss.push_back(static_cast<std::int32_t>(i));
        if (!told_apart(toss, part) && (first.empty() || toss.front() < first.front()))
            first = std::move(toss);
    }
    return first;
}

// Whether any undecided cell outside a component sees more mines in one of its two layouts than in
// the other.
bool Regions::told_apart(std::span<const std::int32_t> toss, std::int32_t part) {
    sum_.assign(chance_.size(), 0);
    for (std::int32_t i = 0; i < 2; ++i)
        for (const std::int32_t m : layouts_[i])
            around(position_, m, [&](std::int32_t j) {
                sum_[static_cast<std::size_t>(j)] += i == 0 ? 1 : -1;
            });
    bool told = false;
    for (const std::int32_t cell : toss)
        around(position_, cell, [&](std::int32_t j) {
            const auto at = static_cast<std::size_t>(j);
            told |= undecided(chance_[at]) && node_of_[at] != part && sum_[at] != 0;
        });
    return told;
}

} // namespace autosweep
