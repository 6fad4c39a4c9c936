// The part of the generator that moves mines where the solver is stuck.
#include "generate.hpp"

#include <algorithm>
#include <array>
#include <bit>

namespace autosweep {

namespace {

constexpr int down_of[8] = {-1, -1, -1, 0, 0, 1, 1, 1};
constexpr int right_of[8] = {-1, 0, 1, -1, 1, -1, 0, 1};
constexpr int dearest = 3; // cells changed at once, besides their partners
constexpr std::int32_t stretches = 32; // of a board, between two choices of the best way
constexpr int draws = 200; // of a cell to be filled for a wall that was opened

// For each set of neighbours: do they hang together without the cell between them?
constexpr std::array<bool, 256> make_joined() {
    std::array<bool, 256> joined{};
    for (int all = 1; all < 256; ++all) {
        int reached = all & -all;
        for (int before = 0; before != reached;) {
            before = reached;
            for (int a = 0; a < 8; ++a)
                for (int b = 0; b < 8; ++b) {
                    const int y = down_of[a] - down_of[b], x = right_of[a] - right_of[b];
                    const bool touch = y >= -1 && y <= 1 && x >= -1 && x <= 1;
                    if ((before >> a & 1) != 0 && (all >> b & 1) != 0 && touch)
                        reached |= 1 << b;
                }
        }
        joined[static_cast<std::size_t>(all)] = reached == all;
    }
    return joined;
}

constexpr std::array<bool, 256> joined = make_joined();

// Is the rest of one board less dense than that of another? A solved one is best.
bool leaves_less(const WorkingBoard& one, const WorkingBoard& other) {
    if (one.safe_left() == 0 || other.safe_left() == 0)
        return one.safe_left() < other.safe_left();
    const auto mines = [](const WorkingBoard& board) {
        return static_cast<std::int64_t>(board.undecided() - board.safe_left());
    };
    return mines(one) * other.undecided() < mines(other) * one.undecided();
}

} // namespace

bool Generator::repair(Stream& stream) {
    count_buried();
    if (!connect(stream))
        return false;
    board_.cover();
    frozen_.assign(static_cast<std::size_t>(board_.tables()), 0);
    board_.open(board_.inside(start_));
    board_.follow(options_.pairs);
    while (board_.safe_left() > 0)
        if (!advance(stream))
            return false;
    return true;
}

// Go on for a while in several ways, and keep the one that leaves the fewest mines for the rest:
// a region with too few of them makes what is left too dense to be solved.
bool Generator::advance(Stream& stream) {
    if (options_.ways == 1)
        return go_on(stream, 0);
    const State before{board_, frozen_, buried_};
    const std::int32_t until = board_.undecided() - std::max(board_.size() / stretches, 1);
    State best = before;
    bool found = false;
    for (std::int32_t way = 0; way < options_.ways; ++way) {
        if (way > 0)
            restore(before);
        if (!go_on(stream, until))
            continue;
        if (!found || leaves_less(board_, best.board))
            best = {board_, frozen_, buried_};
        found = true;
    }
    restore(best);
    return found;
}

void Generator::restore(const State& state) {
    board_ = state.board;
    frozen_ = state.frozen;
    buried_ = state.buried;
}

// Solve and repair until `until` cells are left; false where nothing can be moved.
bool Generator::go_on(Stream& stream, std::int32_t until) {
    while (board_.safe_left() > 0 && board_.undecided() > until) {
        bool further = false;
        if (options_.deep) {
            further = deduce(false);
            if (further)
                freeze();
        }
        if (!further && !step(stream))
            return false;
        board_.follow(options_.pairs);
    }
    return true;
}

// Keep the numbers that a deduction of more than two clues may rest on, near what it decided.
void Generator::freeze() {
    for (std::int32_t i = 0; i < board_.size(); ++i) {
        if (verdict_[static_cast<std::size_t>(i)] != Cell::safe)
            continue;
        for (int down = -2; down <= 2; ++down)
            for (int right = -2; right <= 2; ++right)
                frozen_[static_cast<std::size_t>(board_.beside(board_.inside(i), down, right))] = 1;
    }
}

// Make all safe cells hang together, at a constant number of mines.
bool Generator::connect(Stream& stream) {
    const std::int32_t wanted = board_.mines();
    std::fill(mark_.begin(), mark_.end(), std::uint8_t{0});
    mark_[static_cast<std::size_t>(start_)] = 1;
    todo_.assign(1, start_);
    std::int32_t reached = 0;
    while (true) {
        for (; !todo_.empty(); ++reached) {
            const std::int32_t at = board_.inside(todo_.back());
            todo_.pop_back();
            for (unsigned left = board_.on_board(at) & ~board_.mined(at); left != 0;
                 left &= left - 1) {
                const std::int32_t i = board_.position(board_.beside(at, std::countr_zero(left)));
                if (mark_[static_cast<std::size_t>(i)] == 0) {
                    mark_[static_cast<std::size_t>(i)] = 1;
                    todo_.push_back(i);
                }
            }
        }
        if (reached == board_.size() - board_.mines())
            break;
        if (!connect_once(stream))
            return false;
    }
    for (int i = 0; board_.mines() < wanted; ++i) {
        if (i == draws)
            return false;
        const std::int32_t k = stream.below(board_.size());
        const bool near = std::abs(k / options_.cols - start_ / options_.cols) <= 1 &&
                          std::abs(k % options_.cols - start_ % options_.cols) <= 1;
        const std::int32_t at = board_.inside(k);
        if (!near && !board_.mine(at) && may_flip(at))
            flip(at);
    }
    return true;
}

// Open one wall between the safe cells that are reached and the first that are not.
bool Generator::connect_once(Stream& stream) {
    for (std::int32_t i = 0; i < board_.size(); ++i) {
        const std::int32_t at = board_.inside(i);
        if (board_.mine(at) || mark_[static_cast<std::size_t>(i)] != 0)
            continue;
        flips_.clear();
        for (unsigned left = board_.mined(at); left != 0; left &= left - 1) {
            const std::int32_t wall = board_.beside(at, std::countr_zero(left));
            for (unsigned near = board_.on_board(wall); near != 0; near &= near - 1) {
                const std::int32_t k =
                    board_.position(board_.beside(wall, std::countr_zero(near)));
                if (mark_[static_cast<std::size_t>(k)] != 0) {
                    flips_.push_back(wall);
                    break;
                }
            }
        }
        if (flips_.empty())
            continue;
        const std::int32_t wall = flips_[static_cast<std::size_t>(
            stream.below(static_cast<std::int32_t>(flips_.size())))];
        flip(wall);
        mark_[static_cast<std::size_t>(board_.position(wall))] = 1;
        todo_.assign(1, board_.position(wall));
        return true;
    }
    return false;
}

// Move mines so that one more cell is decided: as few as possible, and out of the inner cells
// where those are too dense.
bool Generator::step(Stream& stream) {
    clues_.clear();
    for (std::int32_t i = 0; i < board_.size(); ++i)
        if (board_.clue(board_.inside(i)))
            clues_.push_back(board_.inside(i));
    if (clues_.empty())
        return false;
    const bool more =
        board_.inner() > 0
            ? static_cast<std::int64_t>(board_.inner_mines()) * board_.size() >
                  static_cast<std::int64_t>(options_.mines) * board_.inner()
            : stream.below(2) != 0;
    for (int cost = 1; cost <= dearest - 1; ++cost)
        if (step(stream, cost, more))
            return true;
    for (int cost = 1; cost <= dearest - 1; ++cost)
        if (step(stream, cost, !more))
            return true;
    return step(stream, dearest, more) || step(stream, dearest, !more);
}

// Look for a clue, or two, that decide cells once `cost` cells are changed; with `more` the cells
// beside the clues get mines, otherwise they lose them.
bool Generator::step(Stream& stream, int cost, bool more) {
    const auto count = clues_.size();
    const auto first = static_cast<std::size_t>(stream.below(static_cast<std::int32_t>(count)));
    for (std::size_t k = 0; k < count; ++k) {
        const std::int32_t at = clues_[(first + k) % count];
        const std::uint8_t a = board_.unknown(at);
        for (int down = -2; down <= 2; ++down) {
            for (int right = -2; right <= 2; ++right) {
                const std::int32_t other = board_.beside(at, down, right);
                std::uint8_t fill = 0, clear = 0, b = 0;
                if (other == at) {
                    fill = more ? a & ~board_.mined(at) : 0;
                    clear = more ? 0 : a & board_.mined(at);
                } else {
                    if (!options_.pairs || !board_.clue(other))
                        continue;
                    b = board_.unknown(other);
                    const auto own = static_cast<std::uint8_t>(a & ~seen_from(down, right, b));
                    const auto theirs = static_cast<std::uint8_t>(b & ~seen_from(-down, -right, a));
                    if (own == a || (own | theirs) == 0)
                        continue;
                    fill = own & ~board_.mined(at);
                    clear = theirs & board_.mined(other);
                }
                const int net = std::popcount(fill) - std::popcount(clear);
                if (std::popcount(fill) + std::popcount(clear) != cost ||
                    (net != 0 && (net > 0) != more))
                    continue;
                flips_.clear();
                kept_.clear();
                for (int d = 0; d < 8; ++d) {
                    if ((fill >> d & 1) != 0)
                        flips_.push_back(board_.beside(at, d));
                    if ((clear >> d & 1) != 0)
                        flips_.push_back(board_.beside(other, d));
                    if ((a >> d & 1) != 0)
                        kept_.push_back(board_.beside(at, d));
                    if ((b >> d & 1) != 0)
                        kept_.push_back(board_.beside(other, d));
                }
                if (change(stream, net))
                    return true;
            }
        }
    }
    return false;
}

// Change the cells in flips_ and as many partners the other way; all or nothing.
bool Generator::change(Stream& stream, int net) {
    std::size_t done = 0;
    for (; done < flips_.size() && may_flip(flips_[done]); ++done)
        flip(flips_[done]);
    bool possible = done == flips_.size();
    while (possible && net != 0) {
        const std::int32_t at = partner(stream, net > 0);
        possible = at >= 0;
        if (!possible)
            break;
        flip(at);
        flips_.push_back(at);
        ++done;
        kept_.push_back(at);
        net += net > 0 ? -1 : 1;
    }
    if (!possible)
        while (done > 0)
            flip(flips_[--done]);
    return possible;
}

// A cell outside kept_ that may change, far from the clues if there is one; -1 if there is none.
std::int32_t Generator::partner(Stream& stream, bool mined) const {
    const std::int32_t size = board_.size(), first = stream.below(size);
    for (const bool inner : {true, false}) {
        for (std::int32_t k = 0; k < size; ++k) {
            const std::int32_t at = board_.inside(first + k < size ? first + k : first + k - size);
            if (partner_fits(at, mined, inner))
                return at;
        }
    }
    return -1;
}

bool Generator::partner_fits(std::int32_t at, bool mined, bool inner) const {
    return board_.seen(at) == Seen::hidden && board_.mine(at) == mined &&
           (!inner || board_.opened(at) == 0) && may_flip(at) &&
           std::find(kept_.begin(), kept_.end(), at) == kept_.end();
}

// Mines that would be buried if a mine were put here.
std::int32_t Generator::buries(std::int32_t at) const {
    std::int32_t count = 0;
    for (unsigned left = board_.mined(at); left != 0; left &= left - 1) {
        const std::int32_t near = board_.beside(at, std::countr_zero(left));
        if (std::popcount(static_cast<std::uint8_t>(board_.on_board(near) & ~board_.mined(near))) == 1)
            ++count;
    }
    return count;
}

// Buried mines that would no longer be buried without the mine here.
std::int32_t Generator::frees(std::int32_t at) const {
    std::int32_t count = 0;
    for (unsigned left = board_.mined(at); left != 0; left &= left - 1) {
        const std::int32_t near = board_.beside(at, std::countr_zero(left));
        if (board_.on_board(near) == board_.mined(near))
            ++count;
    }
    return count;
}

// Would the safe cells still hang together, with few enough buried mines, and no number changed
// that must stay?
bool Generator::may_flip(std::int32_t at) const {
    const auto safe = static_cast<std::uint8_t>(board_.on_board(at) & ~board_.mined(at));
    if (safe == 0)
        return false;
    if (options_.deep) {
        for (unsigned left = board_.opened(at); left != 0; left &= left - 1)
            if (frozen_[static_cast<std::size_t>(
                    board_.beside(at, std::countr_zero(left)))] != 0)
                return false;
    }
    if (board_.mine(at))
        return true;
    if (!joined[safe])
        return false;
    const std::int32_t buried = buries(at);
    return buried == 0 || buried_ + buried <= options_.most_buried;
}

void Generator::flip(std::int32_t at) {
    const bool buried = board_.on_board(at) != 0 && board_.on_board(at) == board_.mined(at);
    if (board_.mine(at))
        buried_ -= frees(at) + (buried ? 1 : 0);
    else
        buried_ += buries(at) + (buried ? 1 : 0);
    board_.flip(at);
}

} // namespace autosweep
