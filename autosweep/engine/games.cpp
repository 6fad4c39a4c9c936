#include "games.hpp"

#include <ctime>

namespace autosweep {

Played Games::play(const std::uint8_t* layout, std::int32_t start) {
    const std::clock_t begun = std::clock();
    board_.lay(layout);
    board_.cover();
    Played game;
    bool alive = board_.open(start);
    while (alive && !board_.done()) {
        if (open_safe())
            continue;
        double survival = 0;
        const std::int32_t cell = guess(survival, game.expected);
        game.chances.push_back(survival);
        alive = board_.open(cell);
    }
    game.won = alive;
    game.seconds = static_cast<double>(std::clock() - begun) / CLOCKS_PER_SEC;
    return game;
}

bool Games::open_safe() {
    gatherer_.gather(board_.codes().data(), rows_, cols_, board_.mines(), false, problem_);
    bool any = false;
    // most of what is certain follows from single clues: no need to count
    for (std::size_t i = 0; i < problem_.cell.size(); ++i) {
        if (problem_.cell[i] == Cell::safe) {
            any = true;
            board_.open(static_cast<std::int32_t>(i));
        }
    }
    if (any)
        return true;
    counter_.count(problem_, limits_);
    const std::vector<Cell>& decided = counter_.decided();
    for (std::size_t i = 0; i < decided.size(); ++i) {
        if (decided[i] == Cell::safe) {
            any = true;
            board_.open(static_cast<std::int32_t>(i));
        }
    }
    for (const Share& share : counter_.shares()) {
        if (share.verdict == Cell::safe) {
            any = true;
            for (const std::int32_t i : share.cells)
                board_.open(i);
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
        choice = expert_.choose(board_.position(), counter_, problem_, Effort{effort_});
    } catch (const TooLarge&) {
        return least_risky(survival);
    }
    survival = choice.survival;
    if (choice.exact && expected < 0)
        expected = choice.score;
    return choice.cell;
}

std::int32_t Games::least_risky(double& survival) {
    findings_.value(counter_, board_.codes(), false);
    findings_.list(counter_, board_.codes().data(), rows_, cols_);
    const std::int32_t cell = findings_.ranking[0];
    const auto share = static_cast<std::size_t>(findings_.value_of[static_cast<std::size_t>(cell)] -
                                                Findings::first_share);
    survival = 1 - counter_.shares()[share].probability;
    return cell;
}

} // namespace autosweep
