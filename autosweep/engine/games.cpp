#include "games.hpp"

#include <algorithm>
#include <ctime>

namespace autosweep {

namespace {

constexpr std::uint8_t hidden = 9, mine = 9;

} // namespace

Played Games::play(const std::uint8_t* layout, std::int32_t start) {
    const std::clock_t begun = std::clock();
    const std::int32_t size = rows_ * cols_;
    codes_.assign(static_cast<std::size_t>(size), hidden);
    numbers_.assign(static_cast<std::size_t>(size), 0);
    for (std::int32_t i = 0; i < size; ++i) {
        for (std::int32_t y = std::max(i / cols_ - 1, 0);
             y <= std::min(i / cols_ + 1, rows_ - 1) && layout[i]; ++y)
            for (std::int32_t x = std::max(i % cols_ - 1, 0);
                 x <= std::min(i % cols_ + 1, cols_ - 1); ++x)
                ++numbers_[static_cast<std::size_t>(y * cols_ + x)];
    }
    for (std::int32_t i = 0; i < size; ++i)
        if (layout[i])
            numbers_[static_cast<std::size_t>(i)] = mine;
    covered_ = size;
    mines_ = std::count(numbers_.begin(), numbers_.end(), mine);
    Played game;
    bool alive = open(start);
    while (alive && covered_ > mines_) {
        if (open_safe())
            continue;
        double survival = 0;
        const std::int32_t cell = guess(survival, game.expected);
        game.chances.push_back(survival);
        alive = open(cell);
    }
    game.won = alive;
    game.seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    return game;
}

bool Games::open(std::int32_t cell) {
    if (numbers_[static_cast<std::size_t>(cell)] == mine)
        return false;
    todo_.assign(1, cell);
    while (!todo_.empty()) {
        const std::int32_t i = todo_.back();
        todo_.pop_back();
        if (codes_[static_cast<std::size_t>(i)] != hidden)
            continue;
        codes_[static_cast<std::size_t>(i)] = numbers_[static_cast<std::size_t>(i)];
        --covered_;
        if (codes_[static_cast<std::size_t>(i)] != 0)
            continue;
        for (std::int32_t y = std::max(i / cols_ - 1, 0); y <= std::min(i / cols_ + 1, rows_ - 1);
             ++y)
            for (std::int32_t x = std::max(i % cols_ - 1, 0);
                 x <= std::min(i % cols_ + 1, cols_ - 1); ++x)
                todo_.push_back(y * cols_ + x);
    }
    return true;
}

bool Games::open_safe() {
    gatherer_.gather(codes_.data(), rows_, cols_, mines_, false, problem_);
    bool any = false;
    // most of what is certain follows from single clues: no need to count
    for (std::size_t i = 0; i < problem_.cell.size(); ++i) {
        if (problem_.cell[i] == Cell::safe) {
            any = true;
            open(static_cast<std::int32_t>(i));
        }
    }
    if (any)
        return true;
    counter_.count(problem_, limits_);
    const std::vector<Cell>& decided = counter_.decided();
    for (std::size_t i = 0; i < decided.size(); ++i) {
        if (decided[i] == Cell::safe) {
            any = true;
            open(static_cast<std::int32_t>(i));
        }
    }
    for (const Share& share : counter_.shares()) {
        if (share.verdict == Cell::safe) {
            any = true;
            for (const std::int32_t i : share.cells)
                open(i);
        }
    }
    return any;
}

// Choose a cell on the board that was counted just now.
std::int32_t Games::guess(double& survival, double& expected) {
    if (!by_expert_)
        return least_risky(survival);
    Choice choice;
    try {
        choice = expert_.choose({codes_.data(), rows_, cols_, mines_}, counter_, problem_,
                                Effort{effort_});
    } catch (const TooLarge&) {
        return least_risky(survival);
    }
    survival = choice.survival;
    if (choice.exact && expected < 0)
        expected = choice.score;
    return choice.cell;
}

std::int32_t Games::least_risky(double& survival) {
    findings_.value(counter_, codes_, false);
    findings_.list(counter_, codes_.data(), rows_, cols_);
    const std::int32_t cell = findings_.ranking[0];
    const auto share = static_cast<std::size_t>(findings_.value_of[static_cast<std::size_t>(cell)] -
                                                Findings::first_share);
    survival = 1 - counter_.shares()[share].probability;
    return cell;
}

} // namespace autosweep
