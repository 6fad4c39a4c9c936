#include "generate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace autosweep {

namespace {

constexpr std::uint8_t hidden_code = 9;

} // namespace

Generator::Generator(const Wish& wish) : wish_(wish), field_(wish.rows, wish.cols) {
    mark_.assign(static_cast<std::size_t>(field_.size()), 0);
}

bool Generator::attempt(std::uint64_t key) {
    Stream stream(key);
    start_ = wish_.start;
    if (start_ < 0 && wish_.mend)
        start_ = stream.below(field_.size());
    draw(stream);
    field_.lay(layout_.data());
    bool found = false;
    if (!wish_.mend && hopeless()) {
        stuck_ = field_.safe_left();
    } else if (start_ < 0) {
        found = pick_start(stream);
    } else if (layout_[static_cast<std::size_t>(start_)] != 0) {
        stuck_ = field_.safe_left();
    } else if (!wish_.mend) {
        found = solve_from(start_);
        stuck_ = field_.safe_left();
    } else if (mend(stream)) {
        for (std::int32_t i = 0; i < field_.size(); ++i)
            layout_[static_cast<std::size_t>(i)] = field_.mine(field_.inside(i)) ? 1 : 0;
        // what counts is a solution from scratch
        found = solve(layout_.data(), start_);
        stuck_ = field_.safe_left();
    } else {
        stuck_ = field_.safe_left();
    }
    if (!found)
        return false;
    count_buried();
    return buried_ <= wish_.most_buried;
}

void Generator::draw(Stream& stream) {
    const auto size = static_cast<std::size_t>(field_.size());
    layout_.assign(size, 0);
    free_.clear();
    for (std::int32_t i = 0; i < field_.size(); ++i) {
        bool kept = false;
        if (start_ >= 0 && wish_.spared > 0) {
            const std::int32_t y = std::abs(i / wish_.cols - start_ / wish_.cols);
            const std::int32_t x = std::abs(i % wish_.cols - start_ % wish_.cols);
            kept = std::max(x, y) < wish_.spared;
        }
        if (!kept)
            free_.push_back(i);
    }
    const auto room = static_cast<std::int32_t>(free_.size());
    for (std::int32_t i = 0; i < wish_.mines; ++i) {
        std::swap(free_[static_cast<std::size_t>(i)],
                  free_[static_cast<std::size_t>(i + stream.below(room - i))]);
        layout_[static_cast<std::size_t>(free_[static_cast<std::size_t>(i)])] = 1;
    }
}

// Is there a mine and a safe cell that no other safe cell tells apart? Nothing will ever do, not
// even the mine count: a quick no before anything is solved. Zeros and the start may be opened.
bool Generator::hopeless() const {
    for (std::int32_t i = 0; i < field_.size(); ++i) {
        const std::int32_t at = field_.inside(i);
        if (!field_.mine(at))
            continue;
        const auto safe = static_cast<std::uint8_t>(field_.board(at) & ~field_.mined(at));
        for (int down = -2; down <= 2; ++down) {
            for (int right = -2; right <= 2; ++right) {
                const std::int32_t other = field_.beside(at, down, right);
                const std::int32_t k = field_.position(other);
                if (k < 0 || k == start_ || field_.mine(other) || field_.number_is_zero(other))
                    continue;
                auto apart = static_cast<std::uint8_t>(
                    safe & ~seen_from(down, right, field_.board(other)));
                if (apart != 0 && std::has_single_bit(apart) &&
                    field_.beside(at, std::countr_zero(apart)) == other)
                    apart = 0;
                const std::uint8_t theirs = field_.board(other) & ~field_.mined(other) &
                                            ~seen_from(-down, -right, field_.board(at));
                if (apart == 0 && theirs == 0)
                    return true;
            }
        }
    }
    return false;
}

bool Generator::solve(const std::uint8_t* mines, std::int32_t start) {
    field_.lay(mines);
    return solve_from(start);
}

bool Generator::solve_from(std::int32_t start) {
    field_.open(field_.inside(start));
    field_.follow();
    while (field_.safe_left() > 0) {
        if (!deduce(wish_.count_mines))
            return false;
        field_.follow();
    }
    return true;
}

// Look for an opening that solves the board, the largest first; start at any of its zeros.
bool Generator::pick_start(Stream& stream) {
    const std::int32_t size = field_.size();
    std::fill(mark_.begin(), mark_.end(), std::uint8_t{0});
    reached_.clear();                                   // zeros, opening after opening
    std::vector<std::pair<std::int32_t, std::int32_t>> openings; // size, place in reached_
    for (std::int32_t i = 0; i < size; ++i) {
        const auto zero = [&](std::int32_t at) {
            const std::int32_t k = field_.position(at);
            return k >= 0 && mark_[static_cast<std::size_t>(k)] == 0 && !field_.mine(at) &&
                   field_.number_is_zero(at);
        };
        if (!zero(field_.inside(i)))
            continue;
        const auto first = static_cast<std::int32_t>(reached_.size());
        mark_[static_cast<std::size_t>(i)] = 1;
        reached_.push_back(i);
        for (std::size_t next = static_cast<std::size_t>(first); next < reached_.size(); ++next)
            for (int d = 0; d < 8; ++d) {
                const std::int32_t at = field_.beside(field_.inside(reached_[next]), d);
                if (zero(at)) {
                    mark_[static_cast<std::size_t>(field_.position(at))] = 1;
                    reached_.push_back(field_.position(at));
                }
            }
        openings.emplace_back(static_cast<std::int32_t>(reached_.size()) - first, first);
    }
    std::stable_sort(openings.begin(), openings.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    stuck_ = field_.safe_left();
    std::fill(mark_.begin(), mark_.end(), std::uint8_t{0});
    for (const auto& [count, first] : openings) {
        // an opening that another one reached without solving the board does not solve it either
        if (mark_[static_cast<std::size_t>(reached_[static_cast<std::size_t>(first)])] != 0)
            continue;
        field_.cover();
        const bool solved = solve_from(reached_[static_cast<std::size_t>(first)]);
        stuck_ = std::min(stuck_, field_.safe_left());
        if (solved) {
            std::sort(reached_.begin() + first, reached_.begin() + first + count);
            start_ = reached_[static_cast<std::size_t>(first + stream.below(count))];
            return true;
        }
        for (std::int32_t i = 0; i < size; ++i)
            if (field_.seen(field_.inside(i)) == Seen::open)
                mark_[static_cast<std::size_t>(i)] = 1;
    }
    return false;
}

// Count the position: what is the same in every layout is in verdict_. False where it is too large.
bool Generator::count_position(bool count_mines) {
    const auto size = static_cast<std::size_t>(field_.size());
    codes_.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
        const std::int32_t at = field_.inside(static_cast<std::int32_t>(i));
        codes_[i] = field_.seen(at) == Seen::open
                        ? static_cast<std::uint8_t>(std::popcount(field_.mined(at)))
                        : hidden_code;
    }
    try {
        gatherer_.gather(codes_.data(), field_.rows(), field_.cols(),
                         count_mines ? field_.mines() : -1, false, problem_);
        counter_.count(problem_, Limits{});
    } catch (const TooLarge&) {
        return false;
    }
    verdict_ = counter_.decided();
    for (const Share& share : counter_.shares())
        for (const std::int32_t i : share.cells)
            verdict_[static_cast<std::size_t>(i)] = share.verdict;
    return true;
}

// Open and mark what is certain by any means; false where no safe cell is.
bool Generator::deduce(bool count_mines) {
    if (!count_position(count_mines))
        return false;
    bool any = false;
    for (std::int32_t i = 0; i < field_.size(); ++i) {
        const std::int32_t at = field_.inside(i);
        if (field_.seen(at) != Seen::hidden)
            continue;
        if (verdict_[static_cast<std::size_t>(i)] == Cell::safe) {
            field_.open(at);
            any = true;
        } else if (verdict_[static_cast<std::size_t>(i)] == Cell::mine) {
            field_.mark(at);
        }
    }
    return any;
}

void Generator::count_buried() {
    buried_ = 0;
    for (std::int32_t i = 0; i < field_.size(); ++i) {
        const std::int32_t at = field_.inside(i);
        if (field_.mine(at) && field_.board(at) != 0 && field_.mined(at) == field_.board(at))
            ++buried_;
    }
}

Grade Generator::grade(const std::uint8_t* mines, std::int32_t start) {
    Grade grade;
    field_.lay(mines);
    field_.open(field_.inside(start));
    while (true) {
        field_.follow(false);
        if (field_.safe_left() == 0)
            break;
        const std::int32_t before = field_.undecided();
        field_.follow();
        grade.pairs = grade.pairs || field_.undecided() < before;
        if (field_.safe_left() == 0)
            break;
        if (chain_step())
            ++grade.chains;
        else if (exact_step(false))
            ++grade.splits;
        else if (wish_.count_mines && exact_step(true))
            ++grade.counts;
        else
            return grade;
    }
    grade.solved = true;
    return grade;
}

// Decide the first hidden cell that a chain of single clues decides.
bool Generator::chain_step() {
    for (std::int32_t i = 0; i < field_.size(); ++i) {
        const std::int32_t at = field_.inside(i);
        if (field_.seen(at) != Seen::hidden || field_.opened(at) == 0 || !refuted(at))
            continue;
        if (field_.mine(at))
            field_.mark(at);
        else
            field_.open(at);
        return true;
    }
    return false;
}

// Suppose that a cell is what it is not and follow single clues; true where one cannot be met.
bool Generator::refuted(std::int32_t at) {
    value_.resize(static_cast<std::size_t>(field_.tables()), -1);
    supposed_.assign(1, at);
    value_[static_cast<std::size_t>(at)] = field_.mine(at) ? 0 : 1;
    bool contradiction = false;
    for (std::size_t next = 0; next < supposed_.size() && !contradiction; ++next) {
        for (unsigned left = field_.opened(supposed_[next]); left != 0; left &= left - 1) {
            const std::int32_t clue = field_.beside(supposed_[next], std::countr_zero(left));
            int need = std::popcount(
                static_cast<std::uint8_t>(field_.unknown(clue) & field_.mined(clue)));
            unsigned open = 0;
            for (unsigned cells = field_.unknown(clue); cells != 0; cells &= cells - 1) {
                const int d = std::countr_zero(cells);
                const std::int8_t value = value_[static_cast<std::size_t>(field_.beside(clue, d))];
                if (value < 0)
                    open |= 1U << d;
                else
                    need -= value;
            }
            const int room = std::popcount(open);
            if (need < 0 || need > room) {
                contradiction = true;
                break;
            }
            if (need != 0 && need != room)
                continue;
            for (; open != 0; open &= open - 1) {
                const std::int32_t cell = field_.beside(clue, std::countr_zero(open));
                value_[static_cast<std::size_t>(cell)] = need != 0 ? 1 : 0;
                supposed_.push_back(cell);
            }
        }
    }
    for (const std::int32_t cell : supposed_)
        value_[static_cast<std::size_t>(cell)] = -1;
    return contradiction;
}

// Decide the first safe cell that counting decides.
bool Generator::exact_step(bool count_mines) {
    if (!count_position(count_mines))
        return false;
    for (std::int32_t i = 0; i < field_.size(); ++i) {
        const std::int32_t at = field_.inside(i);
        if (field_.seen(at) == Seen::hidden &&
            verdict_[static_cast<std::size_t>(i)] == Cell::safe) {
            field_.open(at);
            return true;
        }
    }
    return false;
}

} // namespace autosweep
