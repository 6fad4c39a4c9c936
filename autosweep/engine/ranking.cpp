#include "ranking.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace autosweep {

namespace {

constexpr std::uint8_t max_number = 8, flag = 10, mine_shown = 12, exploded = 13;
constexpr double equal_within = 1e-9; // rounding must not decide a move

bool covered(std::uint8_t code) { return code > max_number && code < mine_shown; }

// How much a cell is likely to tell: the chance that no mine touches it, in units of 1e-9 and as if
// its neighbours were independent, and the numbers beside it.
std::pair<double, int> promise(const std::vector<double>& probability, const std::uint8_t* codes,
                               std::int32_t rows, std::int32_t cols, std::int32_t i) {
    const std::int32_t r = i / cols, c = i % cols;
    double chance = 1;
    int numbers = 0;
    for (std::int32_t y = std::max(r - 1, 0); y <= std::min(r + 1, rows - 1); ++y) {
        for (std::int32_t x = std::max(c - 1, 0); x <= std::min(c + 1, cols - 1); ++x) {
            const std::int32_t j = y * cols + x;
            if (j == i)
                continue;
            if (codes[j] == mine_shown || codes[j] == exploded)
                chance = 0;
            else if (probability[j] >= 0)
                chance *= 1 - probability[j];
            numbers += codes[j] <= max_number;
        }
    }
    return {std::round(chance * 1e9), numbers};
}

} // namespace

void find(const Counter& counter, const std::uint8_t* codes, std::int32_t rows, std::int32_t cols,
          bool trust_flags, Findings& findings) {
    const std::int32_t size = rows * cols;
    auto& [probability, safe, mines, ranking] = findings;
    probability.assign(static_cast<std::size_t>(size), -1.0);
    safe.clear();
    mines.clear();
    ranking.clear();
    std::vector<const Share*> open;
    for (const Share& share : counter.shares()) {
        if (share.verdict == Cell::open)
            open.push_back(&share);
        for (const std::int32_t i : share.cells) {
            if (!covered(codes[i]))
                continue;
            probability[i] = share.probability;
            if (share.verdict == Cell::safe)
                safe.push_back(i);
            else if (share.verdict == Cell::mine)
                mines.push_back(i);
        }
    }
    const std::vector<Cell>& decided = counter.decided();
    for (std::int32_t i = 0; i < size; ++i) {
        if (!covered(codes[i]) || decided[i] == Cell::open)
            continue;
        // a trusted flag is known to be a mine from the start
        const bool mine = decided[i] == Cell::mine || (trust_flags && codes[i] == flag);
        probability[i] = mine;
        (mine ? mines : safe).push_back(i);
    }
    std::sort(safe.begin(), safe.end());
    std::sort(mines.begin(), mines.end());

    const auto flagged = [codes](std::int32_t i) { return codes[i] == flag; };
    const auto flags_last = [&](std::size_t from) {
        std::stable_partition(ranking.begin() + static_cast<std::ptrdiff_t>(from), ranking.end(),
                              [&](std::int32_t i) { return !flagged(i); });
    };
    ranking.insert(ranking.end(), safe.begin(), safe.end());
    flags_last(0);
    std::sort(open.begin(), open.end(), [](const Share* a, const Share* b) {
        return std::tuple(a->probability, a->cells[0]) < std::tuple(b->probability, b->cells[0]);
    });
    std::size_t equals = 0;
    for (const Share* share : open) {
        const std::size_t from = ranking.size();
        for (const std::int32_t i : share->cells)
            if (covered(codes[i]))
                ranking.push_back(i);
        std::sort(ranking.begin() + static_cast<std::ptrdiff_t>(from), ranking.end());
        flags_last(from);
        if (share->probability <= open[0]->probability + equal_within)
            equals = ranking.size();
    }
    if (safe.empty() && equals > 1) {
        const auto last = std::stable_partition(
            ranking.begin(), ranking.begin() + static_cast<std::ptrdiff_t>(equals),
            [&](std::int32_t i) { return !flagged(i); });
        std::vector<std::tuple<double, int, std::int32_t>> keyed;
        for (auto i = ranking.begin(); i != last; ++i) {
            const auto [chance, numbers] = promise(probability, codes, rows, cols, *i);
            keyed.emplace_back(-chance, -numbers, *i);
        }
        std::sort(keyed.begin(), keyed.end());
        for (std::size_t n = 0; n < keyed.size(); ++n)
            ranking[n] = std::get<2>(keyed[n]);
    }
    ranking.insert(ranking.end(), mines.begin(), mines.end());
}

} // namespace autosweep
