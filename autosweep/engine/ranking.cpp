// The same rules as in solver/ranking.py: certain cells, then the lower probability; among equal
// lowest ones the cell likelier to open an area, then the one beside more numbers.
#include "ranking.hpp"

#include <algorithm>
#include <cmath>

namespace autosweep {

namespace {

constexpr std::uint8_t max_number = 8, flag = 10, mine_shown = 12, exploded = 13;
constexpr double equal_within = 1e-9; // rounding must not decide a move
constexpr double hopeless = -1e9;     // stands for the logarithm of 0

bool covered(std::uint8_t code) { return code > max_number && code < mine_shown; }

// to[i] = the sum of a table over the three by three cells round i
void sum_around(const double* __restrict from, double* __restrict across, double* __restrict to,
                std::size_t size, std::size_t width) {
    for (std::size_t i = 1; i + 1 < size; ++i)
        across[i] = from[i - 1] + from[i] + from[i + 1];
    for (std::size_t i = width; i + width < size; ++i)
        to[i] = across[i - width] + across[i] + across[i + width];
}

} // namespace

void Findings::value(const Counter& counter, std::span<const std::uint8_t> codes,
                     bool trust_flags) {
    const std::size_t size = codes.size();
    // decided cells: nothing, (open), 0, 1; a trusted flag is a mine from the start
    static_assert(static_cast<int>(Cell::safe) == zero + 1);
    static_assert(static_cast<int>(Cell::mine) == one + 1);
    value_of.resize(size);
    const std::vector<Cell>& decided = counter.decided();
    for (std::size_t i = 0; i < size; ++i) {
        const std::int32_t state = static_cast<std::int32_t>(decided[i]) - 1;
        value_of[i] = covered(codes[i]) & (state > 0) ? state : none;
    }
    if (trust_flags)
        for (std::size_t i = 0; i < size; ++i)
            if (codes[i] == flag)
                value_of[i] = one;
    for (std::size_t s = 0; s < counter.shares().size(); ++s) {
        const Share& share = counter.shares()[s];
        std::int32_t value = first_share + static_cast<std::int32_t>(s);
        if (share.verdict != Cell::open)
            value = share.verdict == Cell::safe ? zero : one;
        for (const std::int32_t i : share.cells)
            value_of[i] = covered(codes[i]) ? value : none;
    }
}

void Findings::list(const Counter& counter, const std::uint8_t* codes, std::int32_t rows,
                    std::int32_t cols) {
    const std::size_t size = value_of.size();
    safe.resize(size);
    mines.resize(size);
    std::size_t safes = 0, mined = 0;
    for (std::size_t i = 0; i < size; ++i) {
        safe[safes] = mines[mined] = static_cast<std::int32_t>(i);
        safes += value_of[i] == zero;
        mined += value_of[i] == one;
    }
    safe.resize(safes);
    mines.resize(mined);
    rank(counter, codes, rows, cols);
}

void Findings::rank(const Counter& counter, const std::uint8_t* codes, std::int32_t rows,
                    std::int32_t cols) {
    const std::vector<Share>& shares = counter.shares();
    const bool flags = std::find(codes, codes + value_of.size(), flag) != codes + value_of.size();
    const auto flags_last = [&](std::size_t from, std::size_t to) {
        if (flags)
            std::stable_partition(ranking.begin() + static_cast<std::ptrdiff_t>(from),
                                  ranking.begin() + static_cast<std::ptrdiff_t>(to),
                                  [codes](std::int32_t i) { return codes[i] != flag; });
    };
    ranking.assign(safe.begin(), safe.end());
    flags_last(0, ranking.size());
    open_.clear();
    for (std::size_t s = 0; s < shares.size(); ++s)
        if (shares[s].verdict == Cell::open)
            open_.push_back(static_cast<std::int32_t>(s));
    std::sort(open_.begin(), open_.end(), [&](std::int32_t a, std::int32_t b) {
        return std::tuple(shares[a].probability, a) < std::tuple(shares[b].probability, b);
    });
    std::size_t equals = 0;
    for (const std::int32_t s : open_) {
        const std::size_t from = ranking.size();
        for (const std::int32_t i : shares[s].cells)
            if (value_of[i] != none)
                ranking.push_back(i);
        flags_last(from, ranking.size());
        if (shares[s].probability <= shares[open_[0]].probability + equal_within)
            equals = ranking.size();
    }
    if (safe.empty() && equals > 1) {
        flags_last(0, equals);
        order_equals(counter, codes, rows, cols, equals);
    }
    ranking.insert(ranking.end(), mines.begin(), mines.end());
}

// Put the first cells, equally risky, into the order of what they are likely to tell: the chance
// that no mine touches them, as if their neighbours were independent, and the numbers beside them.
void Findings::order_equals(const Counter& counter, const std::uint8_t* codes, std::int32_t rows,
                            std::int32_t cols, std::size_t equals) {
    const auto width = static_cast<std::size_t>(cols) + 2;
    const std::size_t size = (static_cast<std::size_t>(rows) + 2) * width;
    std::vector<double> chance{0, 0, hopeless};
    for (const Share& share : counter.shares())
        chance.push_back(share.probability < 1 ? std::log1p(-share.probability) : hopeless);
    const auto framed = [&](std::int32_t i) {
        return static_cast<std::size_t>(i / cols + 1) * width +
               static_cast<std::size_t>(i % cols + 1);
    };
    a_.assign(size, 0);
    b_.resize(size);
    c_.resize(size);
    for (std::int32_t r = 0, i = 0; r < rows; ++r) {
        double* row = &a_[(static_cast<std::size_t>(r) + 1) * width + 1];
        for (std::int32_t c = 0; c < cols; ++c, ++i)
            row[c] = codes[i] == mine_shown || codes[i] == exploded ? hopeless
                                                                    : chance[value_of[i]];
    }
    sum_around(a_.data(), b_.data(), c_.data(), size, width);
    keyed_.clear();
    const bool only_flags = codes[ranking[0]] == flag;
    for (std::size_t n = 0; n < equals; ++n) {
        const std::int32_t i = ranking[n];
        if (codes[i] == flag && !only_flags)
            break;
        const double area = c_[framed(i)] - a_[framed(i)];
        keyed_.emplace_back(-std::round(std::max(area, hopeless) * 1e9), 0.0, i);
    }
    for (auto& [area, numbers, i] : keyed_) {
        const std::int32_t r = i / cols, c = i % cols;
        for (std::int32_t y = std::max(r - 1, 0); y <= std::min(r + 1, rows - 1); ++y)
            for (std::int32_t x = std::max(c - 1, 0); x <= std::min(c + 1, cols - 1); ++x)
                numbers -= codes[y * cols + x] <= max_number;
    }
    std::sort(keyed_.begin(), keyed_.end());
    for (std::size_t n = 0; n < keyed_.size(); ++n)
        ranking[n] = std::get<2>(keyed_[n]);
}

} // namespace autosweep
