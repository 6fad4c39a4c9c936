// From a board to rules. Most numbers of a position leave no choice at all, so what single clues
// decide is decided here, at first by sweeps over whole tables of bytes that compilers turn into
// vector instructions, then number by number where chains of deductions are long.
#include "problem.hpp"

#include <algorithm>

namespace autosweep {

namespace {

constexpr std::int8_t never = 120; // the need of a cell that is no number: it cannot be met
constexpr int sweeps = 6;

// to[i] = the sum of a table over the three by three cells round i
void sum_around(const std::uint8_t* __restrict from, std::uint8_t* __restrict across,
                std::uint8_t* __restrict to, std::size_t size, std::size_t width) {
    for (std::size_t i = 1; i + 1 < size; ++i)
        across[i] = static_cast<std::uint8_t>(from[i - 1] + from[i] + from[i + 1]);
    for (std::size_t i = width; i + width < size; ++i)
        to[i] = static_cast<std::uint8_t>(across[i - width] + across[i] + across[i + width]);
}

} // namespace

void Gatherer::gather(const std::uint8_t* codes, std::int32_t rows, std::int32_t cols,
                      std::int64_t mines, bool trust_flags, Problem& problem) {
    load(codes, rows, cols, trust_flags);
    int left = sweeps;
    while (left > 0 && sweep())
        --left;
    if (left == 0)
        settle();
    emit(rows, cols, problem);
    problem.total_known = mines >= 0;
    problem.mines_left = mines - shown_ - std::count(found_.begin(), found_.end(), 1);
}

// Fill the tables. Codes as in board.py: 0 to 8, hidden 9, flag 10, question 11, mine 12,
// exploded 13, wrong flag 14, unread 15.
void Gatherer::load(const std::uint8_t* codes, std::int32_t rows, std::int32_t cols,
                    bool trust_flags) {
    width_ = static_cast<std::size_t>(cols) + 2;
    size_ = (static_cast<std::size_t>(rows) + 2) * width_;
    const auto w = static_cast<std::int32_t>(width_);
    const std::int32_t steps[8] = {-w - 1, -w, -w + 1, -1, 1, w - 1, w, w + 1};
    std::copy_n(steps, 8, around_);
    for (auto* table : {&open_, &number_, &found_, &a_, &b_, &c_, &d_})
        table->assign(size_, 0);
    need_.assign(size_, never);
    room_.assign(size_, 0);
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
        const std::size_t at = (r + 1) * width_ + 1, length = static_cast<std::size_t>(cols);
        const std::uint8_t* __restrict code = codes + r * length;
        std::uint8_t* __restrict open = open_.data() + at;
        std::uint8_t* __restrict shown = c_.data() + at;
        std::uint8_t* __restrict number = number_.data() + at;
        std::int8_t* __restrict need = need_.data() + at;
        const auto distrust = static_cast<std::uint8_t>(!trust_flags);
        for (std::size_t c = 0; c < length; ++c) {
            const std::uint8_t value = code[c], flagged = value == 10;
            open[c] = (value == 9) | (value == 11) | (value == 15) | (flagged & distrust);
            shown[c] = (value == 12) | (value == 13) | (flagged & (distrust ^ 1));
            number[c] = value < 9;
            need[c] = value < 9 ? static_cast<std::int8_t>(value) : never;
        }
    }
    shown_ = std::count(c_.begin(), c_.end(), 1);
    asked_ = open_;
    sum_around(open_.data(), a_.data(), b_.data(), size_, width_);
    sum_around(c_.data(), a_.data(), d_.data(), size_, width_);
    update();
}

// Take over the sums of a step: open cells round each cell from b_, fresh mines from d_.
void Gatherer::update() {
    const std::size_t size = size_;
    const std::uint8_t* __restrict open = b_.data();
    const std::uint8_t* __restrict mines = d_.data();
    std::int8_t* __restrict room = room_.data();
    std::int8_t* __restrict need = need_.data();
    for (std::size_t i = 0; i < size; ++i) {
        room[i] = static_cast<std::int8_t>(open[i]);
        need[i] = static_cast<std::int8_t>(need[i] - mines[i]);
    }
}

// Look at all numbers at once; false where nothing new was decided.
bool Gatherer::sweep() {
    // numbers that have all their mines, and numbers that need all their cells
    const std::size_t size = size_;
    const std::uint8_t* __restrict number = number_.data();
    const std::int8_t* __restrict need = need_.data();
    const std::int8_t* __restrict room = room_.data();
    std::uint8_t* __restrict safe_by = c_.data();
    std::uint8_t* __restrict mine_by = d_.data();
    for (std::size_t i = 0; i < size; ++i) {
        safe_by[i] = number[i] & (need[i] == 0);
        mine_by[i] = number[i] & (need[i] == room[i]);
    }
    sum_around(c_.data(), a_.data(), b_.data(), size_, width_);
    sum_around(d_.data(), a_.data(), c_.data(), size_, width_);
    std::uint8_t any = 0, both = 0;
    std::uint8_t* __restrict open = open_.data();
    std::uint8_t* __restrict found = found_.data();
    const std::uint8_t* __restrict safes = b_.data();
    std::uint8_t* __restrict mines = c_.data();
    for (std::size_t i = 0; i < size; ++i) {
        const std::uint8_t safe = open[i] & (safes[i] != 0), mine = open[i] & (mines[i] != 0);
        both |= safe & mine;
        any |= safe | mine;
        open[i] &= static_cast<std::uint8_t>(1 ^ (safe | mine));
        found[i] |= mine;
        mines[i] = mine;
    }
    if (both != 0)
        throw Contradiction{};
    if (any == 0)
        return false;
    sum_around(c_.data(), a_.data(), d_.data(), size_, width_);
    sum_around(open_.data(), a_.data(), b_.data(), size_, width_);
    update();
    return true;
}

// Decide round numbers that leave no choice until none does.
void Gatherer::settle() {
    todo_.clear();
    for (std::size_t i = 0; i < size_; ++i)
        if (room_[i] > 0 && (need_[i] == 0 || need_[i] == room_[i]) && number_[i])
            todo_.push_back(static_cast<std::int32_t>(i));
    while (!todo_.empty()) {
        const std::int32_t at = todo_.back();
        todo_.pop_back();
        if (room_[at] <= 0 || (need_[at] != 0 && need_[at] != room_[at]))
            continue;
        const bool mine = need_[at] != 0;
        for (const std::int32_t step : around_)
            if (open_[at + step])
                decide(at + step, mine);
    }
}

void Gatherer::decide(std::int32_t at, bool mine) {
    open_[at] = 0;
    found_[at] = mine;
    for (const std::int32_t step : around_) {
        const std::int32_t other = at + step;
        --room_[other];
        need_[other] = static_cast<std::int8_t>(need_[other] - mine);
        if (number_[other] && (need_[other] == 0 || need_[other] == room_[other]))
            todo_.push_back(other);
    }
}

// Write down what is decided and make a rule of every number that still leaves a choice.
void Gatherer::emit(std::int32_t rows, std::int32_t cols, Problem& problem) {
    std::uint8_t wrong = 0;
    const std::uint8_t* number = number_.data();
    const std::int8_t* need = need_.data();
    const std::int8_t* room = room_.data();
    for (std::size_t i = 0, size = size_; i < size; ++i)
        wrong |= number[i] & ((need[i] < 0) | (need[i] > room[i]));
    if (wrong != 0)
        throw Contradiction{};
    problem.clear_rules();
    problem.touched.clear();
    const auto width = static_cast<std::size_t>(cols);
    problem.cell.resize(static_cast<std::size_t>(rows) * width);
    place_.assign(size_, -1);
    todo_.resize(width);
    for (std::int32_t r = 0; r < rows; ++r) {
        const std::size_t at = (static_cast<std::size_t>(r) + 1) * width_ + 1;
        std::size_t count = 0;
        for (std::size_t c = 0; c < width; ++c) {
            todo_[count] = static_cast<std::int32_t>(c);
            count += number[at + c] & (room[at + c] > 0);
        }
        for (std::size_t n = 0; n < count; ++n) {
            const std::int32_t here = static_cast<std::int32_t>(at) + todo_[n];
            for (int d = 0; d < 8; ++d) {
                const std::int32_t other = here + around_[d];
                if (!open_[other])
                    continue;
                if (place_[other] < 0) {
                    place_[other] = static_cast<std::int32_t>(problem.touched.size());
                    // a row of the frame is two cells longer than one of the board
                    const std::int32_t row = r + (d > 4) - (d < 3);
                    const std::int32_t first = static_cast<std::int32_t>(width_) + 1 + 2 * row;
                    problem.touched.push_back(other - first);
                }
                problem.members.push_back(place_[other]);
            }
            problem.close_rule(need_[here], need_[here]);
        }
    }
    problem.unconstrained.resize(problem.cell.size());
    std::size_t unconstrained = 0;
    for (std::int32_t r = 0, i = 0; r < rows; ++r) {
        const std::size_t at = (static_cast<std::size_t>(r) + 1) * width_ + 1;
        for (std::size_t c = 0; c < width; ++c, ++i) {
            const std::size_t here = at + c;
            const int state = open_[here] ? 1 : 2 + found_[here];
            problem.cell[i] = static_cast<Cell>(asked_[here] * state);
            problem.unconstrained[unconstrained] = i;
            unconstrained += open_[here] & (place_[here] < 0);
        }
    }
    problem.unconstrained.resize(unconstrained);
}

} // namespace autosweep
