#include "generate.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>

namespace autosweep {

namespace {

constexpr std::uint8_t hidden_code = 9;

} // namespace

Generator::Generator(const Options& options)
    : options_(options), board_(options.rows, options.cols) {
    mark_.assign(static_cast<std::size_t>(board_.size()), 0);
}

bool Generator::attempt(std::uint64_t key) {
    Stream stream(key);
    start_ = options_.start;
    if (start_ < 0 && options_.repair)
        start_ = stream.below(board_.size());
    draw(stream);
    board_.lay(layout_.data());
    bool found = false;
    if (!options_.repair && needs_guess()) {
        stuck_ = board_.safe_left();
    } else if (start_ < 0) {
        found = pick_start(stream);
    } else if (layout_[static_cast<std::size_t>(start_)] != 0) {
        stuck_ = board_.safe_left();
    } else if (!options_.repair) {
        found = solve_from(start_);
        stuck_ = board_.safe_left();
    } else if (repair(stream)) {
        for (std::int32_t i = 0; i < board_.size(); ++i)
            layout_[static_cast<std::size_t>(i)] = board_.mine(board_.inside(i)) ? 1 : 0;
        // what counts is a solution from scratch
        found = solve(layout_.data(), start_);
        stuck_ = board_.safe_left();
    } else {
        stuck_ = board_.safe_left();
    }
    if (!found)
        return false;
    count_buried();
    return buried_ <= options_.most_buried;
}

void Generator::draw(Stream& stream) {
    const auto size = static_cast<std::size_t>(board_.size());
    layout_.assign(size, 0);
    free_.clear();
    for (std::int32_t i = 0; i < board_.size(); ++i) {
        bool kept = false;
        if (start_ >= 0 && options_.spared > 0) {
            const std::int32_t y = std::abs(i / options_.cols - start_ / options_.cols);
            const std::int32_t x = std::abs(i % options_.cols - start_ % options_.cols);
            kept = std::max(x, y) < options_.spared;
        }
        if (!kept)
            free_.push_back(i);
    }
    const auto room = static_cast<std::int32_t>(free_.size());
    for (std::int32_t i = 0; i < options_.mines; ++i) {
        std::swap(free_[static_cast<std::size_t>(i)],
                  free_[static_cast<std::size_t>(i + stream.below(room - i))]);
        layout_[static_cast<std::size_t>(free_[static_cast<std::size_t>(i)])] = 1;
    }
}

// Is there a mine and a safe cell that no other safe cell tells apart? Nothing will ever do, not
// even the mine count: a quick no before anything is solved. Zeros and the start may be opened.
bool Generator::needs_guess() const {
    for (std::int32_t i = 0; i < board_.size(); ++i) {
        const std::int32_t at = board_.inside(i);
        if (!board_.mine(at))
            continue;
        const auto safe = static_cast<std::uint8_t>(board_.on_board(at) & ~board_.mined(at));
        for (int down = -2; down <= 2; ++down) {
            for (int right = -2; right <= 2; ++right) {
                const std::int32_t other = board_.beside(at, down, right);
                const std::int32_t k = board_.position(other);
                if (k < 0 || k == start_ || board_.mine(other) || board_.number_is_zero(other))
                    continue;
                auto apart = static_cast<std::uint8_t>(
                    safe & ~seen_from(down, right, board_.on_board(other)));
                if (apart != 0 && std::has_single_bit(apart) &&
                    board_.beside(at, std::countr_zero(apart)) == other)
                    apart = 0;
                const std::uint8_t theirs = board_.on_board(other) & ~board_.mined(other) &
                                            ~seen_from(-down, -right, board_.on_board(at));
                if (apart == 0 && theirs == 0)
                    return true;
            }
        }
    }
    return false;
}

bool Generator::solve(const std::uint8_t* mines, std::int32_t start) {
    board_.lay(mines);
    return solve_from(start);
}

bool Generator::solve_from(std::int32_t start) {
    board_.open(board_.inside(start));
    board_.follow();
    while (board_.safe_left() > 0) {
        if (!deduce(options_.count_mines))
            return false;
        board_.follow();
    }
    return true;
}

// Look for an opening that solves the board, the largest first; start at any of its zeros.
bool Generator::pick_start(Stream& stream) {
    const std::int32_t size = board_.size();
    std::fill(mark_.begin(), mark_.end(), std::uint8_t{0});
    reached_.clear();                                   // zeros, opening after opening
    std::vector<std::pair<std::int32_t, std::int32_t>> openings; // size, place in reached_
    for (std::int32_t i = 0; i < size; ++i) {
        const auto zero = [&](std::int32_t at) {
            const std::int32_t k = board_.position(at);
            return k >= 0 && mark_[static_cast<std::size_t>(k)] == 0 && !board_.mine(at) &&
                   board_.number_is_zero(at);
        };
        if (!zero(board_.inside(i)))
            continue;
        const auto first = static_cast<std::int32_t>(reached_.size());
        mark_[static_cast<std::size_t>(i)] = 1;
        reached_.push_back(i);
        for (std::size_t next = static_cast<std::size_t>(first); next < reached_.size(); ++next)
            for (int d = 0; d < 8; ++d) {
                const std::int32_t at = board_.beside(board_.inside(reached_[next]), d);
                if (zero(at)) {
                    mark_[static_cast<std::size_t>(board_.position(at))] = 1;
                    reached_.push_back(board_.position(at));
                }
            }
        openings.emplace_back(static_cast<std::int32_t>(reached_.size()) - first, first);
    }
    std::stable_sort(openings.begin(), openings.end(),
                     [](const auto& a, const auto& b) { return a.first > b.first; });
    stuck_ = board_.safe_left();
    std::fill(mark_.begin(), mark_.end(), std::uint8_t{0});
    for (const auto& [count, first] : openings) {
        // an opening that another one reached without solving the board does not solve it either
        if (mark_[static_cast<std::size_t>(reached_[static_cast<std::size_t>(first)])] != 0)
            continue;
        board_.cover();
        const bool solved = solve_from(reached_[static_cast<std::size_t>(first)]);
        stuck_ = std::min(stuck_, board_.safe_left());
        if (solved) {
            std::sort(reached_.begin() + first, reached_.begin() + first + count);
            start_ = reached_[static_cast<std::size_t>(first + stream.below(count))];
            return true;
        }
        for (std::int32_t i = 0; i < size; ++i)
            if (board_.seen(board_.inside(i)) == Seen::open)
                mark_[static_cast<std::size_t>(i)] = 1;
    }
    return false;
}

// Count the position: what is the same in every layout is in verdict_. False where it is too large.
bool Generator::count_position(bool count_mines) {
    const auto size = static_cast<std::size_t>(board_.size());
    codes_.resize(size);
    for (std::size_t i = 0; i < size; ++i) {
        const std::int32_t at = board_.inside(static_cast<std::int32_t>(i));
        codes_[i] = board_.seen(at) == Seen::open
                        ? static_cast<std::uint8_t>(std::popcount(board_.mined(at)))
                        : hidden_code;
    }
    try {
        gatherer_.gather(codes_.data(), board_.rows(), board_.cols(),
                         count_mines ? board_.mines() : -1, false, problem_);
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
    for (std::int32_t i = 0; i < board_.size(); ++i) {
        const std::int32_t at = board_.inside(i);
        if (board_.seen(at) != Seen::hidden)
            continue;
        if (verdict_[static_cast<std::size_t>(i)] == Cell::safe) {
            board_.open(at);
            any = true;
        } else if (verdict_[static_cast<std::size_t>(i)] == Cell::mine) {
            board_.mark(at);
        }
    }
    return any;
}

void Generator::count_buried() {
    buried_ = 0;
    for (std::int32_t i = 0; i < board_.size(); ++i) {
        const std::int32_t at = board_.inside(i);
        if (board_.mine(at) && board_.on_board(at) != 0 && board_.mined(at) == board_.on_board(at))
            ++buried_;
    }
}

Grade Generator::grade(const std::uint8_t* mines, std::int32_t start) {
    Grade grade;
    board_.lay(mines);
    board_.open(board_.inside(start));
    while (true) {
        board_.follow(false);
        if (board_.safe_left() == 0)
            break;
        const std::int32_t before = board_.undecided();
        board_.follow();
        grade.pairs = grade.pairs || board_.undecided() < before;
        if (board_.safe_left() == 0)
            break;
        if (chain_step())
            ++grade.chains;
        else if (exact_step(false))
            ++grade.splits;
        else if (options_.count_mines && exact_step(true))
            ++grade.counts;
        else
            return grade;
    }
    grade.solved = true;
    return grade;
}

// Decide the first hidden cell that a chain of single clues decides.
bool Generator::chain_step() {
    for (std::int32_t i = 0; i < board_.size(); ++i) {
        const std::int32_t at = board_.inside(i);
        if (board_.seen(at) != Seen::hidden || board_.opened(at) == 0 || !refuted(at))
            continue;
        if (board_.mine(at))
            board_.mark(at);
        else
            board_.open(at);
        return true;
    }
    return false;
}

// Suppose that a cell is what it is not and follow single clues; true where one cannot be met.
bool Generator::refuted(std::int32_t at) {
    value_.resize(static_cast<std::size_t>(board_.tables()), -1);
    supposed_.assign(1, at);
    value_[static_cast<std::size_t>(at)] = board_.mine(at) ? 0 : 1;
    bool contradiction = false;
    for (std::size_t next = 0; next < supposed_.size() && !contradiction; ++next) {
        for (unsigned left = board_.opened(supposed_[next]); left != 0; left &= left - 1) {
            const std::int32_t clue = board_.beside(supposed_[next], std::countr_zero(left));
            int need = std::popcount(
                static_cast<std::uint8_t>(board_.unknown(clue) & board_.mined(clue)));
            unsigned open = 0;
            for (unsigned cells = board_.unknown(clue); cells != 0; cells &= cells - 1) {
                const int d = std::countr_zero(cells);
                const std::int8_t value = value_[static_cast<std::size_t>(board_.beside(clue, d))];
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
                const std::int32_t cell = board_.beside(clue, std::countr_zero(open));
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
    for (std::int32_t i = 0; i < board_.size(); ++i) {
        const std::int32_t at = board_.inside(i);
        if (board_.seen(at) == Seen::hidden &&
            verdict_[static_cast<std::size_t>(i)] == Cell::safe) {
            board_.open(at);
            return true;
        }
    }
    return false;
}

} // namespace autosweep
