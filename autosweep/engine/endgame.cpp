#include "endgame.hpp"

#include <algorithm>
#include <array>
#include <numeric>

namespace autosweep {

namespace {

// One of the usual mixers of 64 bits; the same numbers on every machine.
std::uint64_t mixed(std::uint64_t x) {
    x += 0x9e3779b97f4a7c15;
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
    x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
    return x ^ (x >> 31);
}

} // namespace

Endgame::Best Endgame::search(std::vector<std::uint8_t> shown, std::int32_t cells,
                              std::int32_t layouts, Effort& effort) {
    shown_ = std::move(shown);
    layouts_ = static_cast<std::size_t>(layouts);
    effort_ = &effort;
    known_.clear();
    name_.resize(layouts_);
    for (std::size_t i = 0; i < layouts_; ++i)
        name_[i] = mixed(i);
    List alive(layouts_), active(static_cast<std::size_t>(cells));
    std::iota(alive.begin(), alive.end(), 0);
    std::iota(active.begin(), active.end(), 0);
    Best best{-1, 0};
    value(alive, active, 0, &best);
    if (effort.left < 0)
        best.cell = -1;
    return best;
}

std::int32_t Endgame::value(std::span<const std::int32_t> alive,
                            std::span<const std::int32_t> active, std::int32_t floor, Best* best) {
    const auto size = static_cast<std::int32_t>(alive.size());
    if (size == 1 && best == nullptr)
        return 1;
    std::uint64_t key = static_cast<std::uint64_t>(size);
    for (const std::int32_t i : alive)
        key += name_[static_cast<std::size_t>(i)];
    if (best == nullptr)
        if (const auto found = known_.find(key);
            found != known_.end() && (found->second.exact || found->second.at_most <= floor))
            return found->second.at_most;
    if (!effort_->spend(static_cast<std::int64_t>(alive.size() * active.size())))
        return 0;
    // cells that are safe in all layouts tell them apart at no risk; those that are mines in all
    // never do. Dead cells, which show the same wherever they are safe, stay dead, and a live one
    // is at least as good: what follows the dead one can be done without it, and it opened at the
    // end.
    List left, safe_in;
    std::int32_t safest = -1, safest_in = 0; // of the dead ones
    std::vector<std::uint64_t> told(alive.size(), 0);
    bool any = false;
    for (const std::int32_t cell : active) {
        const std::uint8_t* row = &shown_[static_cast<std::size_t>(cell) * layouts_];
        const std::uint8_t first = row[alive[0]];
        std::int32_t safe = 0;
        bool same = true;
        std::uint8_t lowest = mine, highest = 0; // of the numbers
        for (const std::int32_t i : alive) {
            safe += row[i] != mine;
            same &= row[i] == first;
            lowest = std::min(lowest, row[i]);
            highest = std::max(highest, row[i] == mine ? std::uint8_t{0} : row[i]);
        }
        if (same)
            continue;
        if (lowest == highest) {
            if (safe > safest_in) {
                safest = cell;
                safest_in = safe;
            }
            continue;
        }
        if (safe < size) {
            left.push_back(cell);
            safe_in.push_back(safe);
            continue;
        }
        any = true;
        for (std::size_t n = 0; n < alive.size(); ++n)
            told[n] = mixed(told[n] ^ row[alive[n]]);
    }
    std::int32_t won = 0;
    if (any) {
        won = split(alive, left, told, floor);
    } else if (left.empty()) {
        won = 1; // only dead cells: nothing but the mines themselves tells the layouts apart
        if (best != nullptr)
            *best = {safest, won};
    } else {
        won = guess(alive, left, safe_in, floor, best);
    }
    if (effort_->left >= 0)
        known_.insert_or_assign(key, Known{won, won > floor});
    return won;
}

// What safe cells tell apart is won part by part: nothing is to be chosen. Small parts come first,
// as they are cheap, and what they lose may be enough to know.
std::int32_t Endgame::split(std::span<const std::int32_t> alive, const List& active,
                            const std::vector<std::uint64_t>& told, std::int32_t floor) {
    List order(alive.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        return told[static_cast<std::size_t>(a)] != told[static_cast<std::size_t>(b)]
                   ? told[static_cast<std::size_t>(a)] < told[static_cast<std::size_t>(b)]
                   : a < b;
    });
    List members;
    std::vector<std::span<const std::int32_t>> parts;
    members.reserve(alive.size()); // so that the parts stay where they are
    std::size_t begin = 0;
    for (std::size_t n = 0; n < order.size(); ++n) {
        const auto i = static_cast<std::size_t>(order[n]);
        members.push_back(alive[i]);
        if (n + 1 < order.size() && told[static_cast<std::size_t>(order[n + 1])] == told[i])
            continue;
        parts.emplace_back(members.data() + begin, n + 1 - begin);
        begin = n + 1;
    }
    std::sort(parts.begin(), parts.end(), [](const auto& a, const auto& b) {
        return a.size() != b.size() ? a.size() < b.size() : a.front() < b.front();
    });
    auto won = static_cast<std::int32_t>(alive.size()); // at the most
    for (const auto& part : parts) {
        const auto size = static_cast<std::int32_t>(part.size());
        won -= size - value(part, active, size - (won - floor), nullptr);
        if (won <= floor || effort_->left < 0)
            break;
    }
    return won;
}

std::int32_t Endgame::guess(std::span<const std::int32_t> alive, const List& active,
                            const List& safe_in, std::int32_t floor, Best* best) {
    List order(active.size());
    std::iota(order.begin(), order.end(), 0);
    std::sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
        const auto x = safe_in[static_cast<std::size_t>(a)];
        const auto y = safe_in[static_cast<std::size_t>(b)];
        return x != y ? x > y : a < b;
    });
    std::int32_t most = floor, at_most = 0; // of all cells that were looked at
    std::array<List, mine> parts;
    for (const std::int32_t n : order) {
        const std::int32_t cell = active[static_cast<std::size_t>(n)];
        std::int32_t won = safe_in[static_cast<std::size_t>(n)]; // at the most
        if (won <= most) {
            at_most = std::max(at_most, won);
            break;
        }
        for (List& part : parts)
            part.clear();
        for (const std::int32_t i : alive)
            if (at(cell, i) != mine)
                parts[at(cell, i)].push_back(i);
        // small parts first: they are cheap, and each may show that the cell is not the best
        std::array<std::int32_t, mine> by_size;
        std::iota(by_size.begin(), by_size.end(), 0);
        std::sort(by_size.begin(), by_size.end(), [&](std::int32_t a, std::int32_t b) {
            const auto x = parts[static_cast<std::size_t>(a)].size();
            const auto y = parts[static_cast<std::size_t>(b)].size();
            return x != y ? x < y : a < b;
        });
        for (const std::int32_t digit : by_size) {
            const List& part = parts[static_cast<std::size_t>(digit)];
            if (part.empty())
                continue;
            const auto size = static_cast<std::int32_t>(part.size());
            won -= size - value(part, active, size - (won - most), nullptr);
            if (won <= most || effort_->left < 0)
                break;
        }
        if (effort_->left < 0)
            return most;
        at_most = std::max(at_most, won);
        if (won > most) {
            most = won;
            if (best != nullptr)
                *best = {cell, won};
        }
    }
    return at_most;
}

} // namespace autosweep
