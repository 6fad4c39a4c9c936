#include "generate_board.hpp"

#include <algorithm>
#include <bit>

namespace autosweep {

namespace {

constexpr int down_of[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
constexpr int right_of[8] = {-1, 0, 1, -1, 1, -1, 0, 1};

constexpr std::uint8_t bit(int direction) { return static_cast<std::uint8_t>(1 << direction); }

constexpr int direction_of(int down, int right) {
    const int place = (down + 1) * 3 + right + 1;
    return place < 4 ? place : place - 1;
}

// Index (down + 2) * 5 + right + 2, then the bits of the second cell.
using Views = std::array<std::array<std::uint8_t, 256>, 25>;

constexpr Views make_views() {
    Views views{};
    for (int down = -2; down <= 2; ++down)
        for (int right = -2; right <= 2; ++right)
            for (int bits = 0; bits < 256; ++bits) {
                std::uint8_t seen = 0;
                for (int d = 0; d < 8; ++d) {
                    const int y = down + down_of[d], x = right + right_of[d];
                    const bool near = y >= -1 && y <= 1 && x >= -1 && x <= 1 && (y != 0 || x != 0);
                    if ((bits & bit(d)) != 0 && near)
                        seen = static_cast<std::uint8_t>(seen | bit(direction_of(y, x)));
                }
                views[static_cast<std::size_t>((down + 2) * 5 + right + 2)]
                     [static_cast<std::size_t>(bits)] = seen;
            }
    return views;
}

const Views views = make_views();
constexpr std::uint8_t for_single = 1, for_compare = 2;

} // namespace

std::uint8_t seen_from(int down, int right, std::uint8_t bits) {
    return views[static_cast<std::size_t>((down + 2) * 5 + right + 2)][bits];
}

WorkingBoard::WorkingBoard(std::int32_t rows, std::int32_t cols)
    : rows_(rows), cols_(cols), width_(cols + 4) {
    const auto all = static_cast<std::size_t>((rows + 4) * width_);
    for (int d = 0; d < 8; ++d)
        around_[static_cast<std::size_t>(d)] = down_of[d] * width_ + right_of[d];
    position_.assign(all, -1);
    seen_.assign(all, Seen::frame);
    mine_.assign(all, 0);
    mined_.assign(all, 0);
    unknown_.assign(all, 0);
    on_board_.assign(all, 0);
    opened_.assign(all, 0);
    waiting_.assign(all, 0);
    for (std::int32_t i = 0; i < rows * cols; ++i) {
        const std::int32_t at = (i / cols + 2) * width_ + i % cols + 2;
        place_.push_back(at);
        position_[static_cast<std::size_t>(at)] = i;
    }
    for (const std::int32_t at : place_)
        for (int d = 0; d < 8; ++d)
            if (position_[static_cast<std::size_t>(beside(at, d))] >= 0)
                on_board_[at] = static_cast<std::uint8_t>(on_board_[at] | bit(d));
}

void WorkingBoard::lay(const std::uint8_t* mines) {
    std::fill(mined_.begin(), mined_.end(), std::uint8_t{0});
    mines_ = 0;
    for (std::size_t i = 0; i < place_.size(); ++i) {
        const std::int32_t at = place_[i];
        mine_[at] = mines[i];
        if (mines[i] == 0)
            continue;
        ++mines_;
        for (int d = 0; d < 8; ++d)
            mined_[beside(at, d)] = static_cast<std::uint8_t>(mined_[beside(at, d)] | bit(7 - d));
    }
    cover();
}

void WorkingBoard::cover() {
    for (const std::int32_t at : singles_)
        waiting_[at] = 0;
    for (const std::int32_t at : pairs_)
        waiting_[at] = 0;
    singles_.clear();
    pairs_.clear();
    for (const std::int32_t at : place_)
        seen_[at] = Seen::hidden;
    unknown_ = on_board_;
    std::fill(opened_.begin(), opened_.end(), std::uint8_t{0});
    safe_left_ = size() - mines_;
    undecided_ = size();
    inner_ = size();
    inner_mines_ = mines_;
}

void WorkingBoard::flip(std::int32_t at) {
    const int change = mine_[at] != 0 ? -1 : 1;
    mine_[at] ^= 1;
    mines_ += change;
    safe_left_ -= change;
    if (opened_[at] == 0)
        inner_mines_ += change;
    for (int d = 0; d < 8; ++d) {
        const std::int32_t near = beside(at, d);
        mined_[near] ^= bit(7 - d);
        watch(near);
    }
}

void WorkingBoard::watch(std::int32_t at) {
    if (seen_[at] != Seen::open)
        return;
    if ((waiting_[at] & for_single) == 0)
        singles_.push_back(at);
    if ((waiting_[at] & for_compare) == 0)
        pairs_.push_back(at);
    waiting_[at] = for_single | for_compare;
}

void WorkingBoard::decide(std::int32_t at) {
    --undecided_;
    if (opened_[at] == 0) {
        --inner_;
        inner_mines_ -= mine_[at];
    }
    for (int d = 0; d < 8; ++d) {
        const std::int32_t near = beside(at, d);
        unknown_[near] = static_cast<std::uint8_t>(unknown_[near] & ~bit(7 - d));
        watch(near);
    }
}

void WorkingBoard::open(std::int32_t at) {
    seen_[at] = Seen::open;
    --safe_left_;
    decide(at);
    for (int d = 0; d < 8; ++d) {
        const std::int32_t near = beside(at, d);
        if (opened_[near] == 0 && seen_[near] == Seen::hidden) {
            --inner_;
            inner_mines_ -= mine_[near];
        }
        opened_[near] = static_cast<std::uint8_t>(opened_[near] | bit(7 - d));
    }
    watch(at);
}

void WorkingBoard::mark(std::int32_t at) {
    seen_[at] = Seen::mine;
    decide(at);
}

void WorkingBoard::follow(bool pairs) {
    while (true) {
        if (!singles_.empty()) {
            const std::int32_t at = singles_.back();
            singles_.pop_back();
            waiting_[at] &= static_cast<std::uint8_t>(~for_single);
            single(at);
        } else if (pairs && !pairs_.empty()) {
            const std::int32_t at = pairs_.back();
            pairs_.pop_back();
            waiting_[at] &= static_cast<std::uint8_t>(~for_compare);
            compare(at);
        } else {
            return;
        }
    }
}

bool WorkingBoard::single(std::int32_t at) {
    const std::uint8_t open = unknown_[at], mined = open & mined_[at];
    if (open == 0 || (mined != 0 && mined != open))
        return false;
    for (unsigned left = open; left != 0; left &= left - 1) {
        const std::int32_t near = beside(at, std::countr_zero(left));
        if (mined != 0)
            mark(near);
        else
            this->open(near);
    }
    return true;
}

// Compare a clue with those round it; decides the first cells that a pair decides.
bool WorkingBoard::compare(std::int32_t at) {
    if (unknown_[at] == 0)
        return false;
    for (int down = -2; down <= 2; ++down) {
        for (int right = -2; right <= 2; ++right) {
            const std::int32_t other = beside(at, down, right);
            if (seen_[other] != Seen::open || unknown_[other] == 0 || other == at)
                continue;
            const std::uint8_t a = unknown_[at], b = unknown_[other];
            const auto own_a = static_cast<std::uint8_t>(a & ~seen_from(down, right, b));
            const auto own_b = static_cast<std::uint8_t>(b & ~seen_from(-down, -right, a));
            if ((own_a | own_b) == 0)
                continue;
            const std::uint8_t mines_a = own_a & mined_[at], mines_b = own_b & mined_[other];
            const bool a_mined = mines_a == own_a && mines_b == 0;
            const bool b_mined = mines_b == own_b && mines_a == 0;
            if (!a_mined && !b_mined)
                continue;
            // a clue that is decided here looks at the rest of its neighbourhood again
            watch(at);
            for (unsigned left = own_a; left != 0; left &= left - 1) {
                const std::int32_t near = beside(at, std::countr_zero(left));
                if (a_mined)
                    mark(near);
                else
                    open(near);
            }
            for (unsigned left = own_b; left != 0; left &= left - 1) {
                const std::int32_t near = beside(other, std::countr_zero(left));
                if (a_mined)
                    open(near);
                else
                    mark(near);
            }
            return true;
        }
    }
    return false;
}

} // namespace autosweep
