#include "weighing.hpp"

#include <algorithm>

namespace autosweep {

namespace {

constexpr std::uint8_t hidden = Uncovering::hidden;
constexpr double nearly = 0.85; // of the best chance to survive

} // namespace

Weighed Weighing::play(const std::uint8_t* layout, std::int32_t start, std::uint64_t seed) {
    const auto size = static_cast<std::size_t>(rows_) * static_cast<std::size_t>(cols_);
    std::mt19937_64 random{seed};
    layout_.assign(layout, layout + size);
    board_.lay(layout);
    board_.cover();
    std::vector<std::uint8_t>& codes = board_.codes();
    Weighed game;
    std::vector<double> before;
    bool strayed = false;
    board_.open(start);
    while (!board_.done()) {
        if (!count())
            continue;
        const Choice choice =
            expert_.choose(board_.position(), counter_, problem_, Effort{effort_});
        if (choice.exact) {
            game.weight *= choice.score;
            break;
        }
        std::int32_t cell = choice.cell;
        double survival = choice.survival;
        if (stray_ > 0 && !strayed && static_cast<double>(random() >> 11) * 0x1p-53 < stray_) {
            strayed = true;
            cell = wander(survival, random);
        }
        game.weight *= survival;
        if (layout_[static_cast<std::size_t>(cell)]) {
            sampler_.prepare(counter_, problem_.unconstrained);
            do
                sampler_.draw(random, layout_);
            while (layout_[static_cast<std::size_t>(cell)]);
            board_.lay(layout_.data());
        }
        if (strayed) {
            const Position position = board_.position();
            look();
            const std::vector<double> chance = chance_;
            const Sums start = describe(position, chance, counter_.log2_layouts());
            // as the player sees it: only this cell, without what follows from it
            codes[static_cast<std::size_t>(cell)] = board_.number(cell);
            look();
            const Sums after = describe(position, chance_, counter_.log2_layouts());
            game.seen.push_back(join(position, chance, cell, board_.number(cell), start, after));
            before.push_back(game.weight);
            codes[static_cast<std::size_t>(cell)] = hidden;
        }
        board_.open(cell);
    }
    for (const double weight : before)
        game.worth.push_back(game.weight / weight);
    return game;
}

std::int32_t Weighing::wander(double& survival, std::mt19937_64& random) {
    chance_.resize(layout_.size());
    Expert::read(counter_, chance_);
    double best = 0;
    for (const double chance : chance_)
        if (chance < 1)
            best = std::max(best, 1 - chance);
    std::vector<std::int32_t> near, far;
    for (std::size_t i = 0; i < chance_.size(); ++i) {
        if (chance_[i] >= 1 || 1 - chance_[i] < nearly * best)
            continue;
        const auto cell = static_cast<std::int32_t>(i);
        bool beside = false;
        around(board_.position(), cell, [&](std::int32_t j) {
            beside |= board_.codes()[static_cast<std::size_t>(j)] != hidden;
        });
        (beside ? near : far).push_back(cell);
    }
    // the unconstrained cells are many and equal: do not let them crowd out the others
    auto& from = near.empty() || (!far.empty() && random() % 3 == 0) ? far : near;
    const std::int32_t cell = from[random() % from.size()];
    survival = 1 - chance_[static_cast<std::size_t>(cell)];
    return cell;
}

void Weighing::look() {
    gatherer_.gather(board_.codes().data(), rows_, cols_, board_.mines(), false, problem_);
    counter_.count(problem_, Limits{});
    chance_.resize(layout_.size());
    Expert::read(counter_, chance_);
}

bool Weighing::count() {
    gatherer_.gather(board_.codes().data(), rows_, cols_, board_.mines(), false, problem_);
    bool none = true;
    for (std::size_t i = 0; i < problem_.cell.size(); ++i) {
        if (problem_.cell[i] == Cell::safe) {
            none = false;
            board_.open(static_cast<std::int32_t>(i));
        }
    }
    if (!none)
        return false;
    counter_.count(problem_, Limits{});
    chance_.resize(layout_.size());
    Expert::read(counter_, chance_);
    for (std::size_t i = 0; i < chance_.size(); ++i) {
        if (chance_[i] == 0) {
            none = false;
            board_.open(static_cast<std::int32_t>(i));
        }
    }
    return none;
}

} // namespace autosweep
