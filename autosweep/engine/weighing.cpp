#include "weighing.hpp"

#include <algorithm>

namespace autosweep {

namespace {

constexpr std::uint8_t hidden = 9;
constexpr double nearly = 0.85; // of the best chance to survive

} // namespace

Weighed Weighing::play(const std::uint8_t* layout, std::int32_t start, std::uint64_t seed) {
    const auto size = static_cast<std::size_t>(rows_) * static_cast<std::size_t>(cols_);
    std::mt19937_64 random{seed};
    layout_.assign(layout, layout + size);
    codes_.assign(size, hidden);
    covered_ = static_cast<std::int64_t>(size);
    mines_ = std::count(layout_.begin(), layout_.end(), 1);
    number();
    Weighed game;
    std::vector<double> before;
    bool strayed = false;
    open(start);
    while (covered_ > mines_) {
        if (!count())
            continue;
        const Choice choice = expert_.choose({codes_.data(), rows_, cols_, mines_}, counter_,
                                             problem_, Effort{effort_});
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
            sampler_.prepare(counter_, problem_.sea);
            do
                sampler_.draw(random, layout_);
            while (layout_[static_cast<std::size_t>(cell)]);
            number();
        }
        if (strayed) {
            const Position position{codes_.data(), rows_, cols_, mines_};
            chance_.resize(size);
            gatherer_.gather(codes_.data(), rows_, cols_, mines_, false, problem_);
            counter_.count(problem_, Limits{});
            Expert::read(counter_, chance_);
            const std::vector<double> chance = chance_;
            const Sums start = describe(position, chance, counter_.log2_layouts());
            // as the player sees it: only this cell, without what follows from it
            codes_[static_cast<std::size_t>(cell)] = numbers_[static_cast<std::size_t>(cell)];
            gatherer_.gather(codes_.data(), rows_, cols_, mines_, false, problem_);
            counter_.count(problem_, Limits{});
            Expert::read(counter_, chance_);
            const Sums after = describe(position, chance_, counter_.log2_layouts());
            game.seen.push_back(join(position, chance, cell,
                                     numbers_[static_cast<std::size_t>(cell)], start, after));
            before.push_back(game.weight);
            codes_[static_cast<std::size_t>(cell)] = hidden;
        }
        open(cell);
    }
    for (const double weight : before)
        game.worth.push_back(game.weight / weight);
    return game;
}

std::int32_t Weighing::wander(double& survival, std::mt19937_64& random) {
    chance_.resize(codes_.size());
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
        for (std::int32_t y = std::max(cell / cols_ - 1, 0);
             y <= std::min(cell / cols_ + 1, rows_ - 1); ++y)
            for (std::int32_t x = std::max(cell % cols_ - 1, 0);
                 x <= std::min(cell % cols_ + 1, cols_ - 1); ++x)
                beside |= codes_[static_cast<std::size_t>(y * cols_ + x)] != hidden;
        (beside ? near : far).push_back(cell);
    }
    // the sea has many cells: do not let them crowd out the others
    auto& from = near.empty() || (!far.empty() && random() % 3 == 0) ? far : near;
    const std::int32_t cell = from[random() % from.size()];
    survival = 1 - chance_[static_cast<std::size_t>(cell)];
    return cell;
}

void Weighing::number() {
    numbers_.assign(layout_.size(), 0);
    for (std::int32_t i = 0; i < rows_ * cols_; ++i)
        for (std::int32_t y = std::max(i / cols_ - 1, 0);
             y <= std::min(i / cols_ + 1, rows_ - 1) && layout_[static_cast<std::size_t>(i)]; ++y)
            for (std::int32_t x = std::max(i % cols_ - 1, 0);
                 x <= std::min(i % cols_ + 1, cols_ - 1); ++x)
                ++numbers_[static_cast<std::size_t>(y * cols_ + x)];
}

void Weighing::open(std::int32_t cell) {
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
}

bool Weighing::count() {
    gatherer_.gather(codes_.data(), rows_, cols_, mines_, false, problem_);
    bool none = true;
    for (std::size_t i = 0; i < problem_.cell.size(); ++i) {
        if (problem_.cell[i] == Cell::safe) {
            none = false;
            open(static_cast<std::int32_t>(i));
        }
    }
    if (!none)
        return false;
    counter_.count(problem_, Limits{});
    chance_.resize(codes_.size());
    Expert::read(counter_, chance_);
    for (std::size_t i = 0; i < chance_.size(); ++i) {
        if (chance_[i] == 0) {
            none = false;
            open(static_cast<std::int32_t>(i));
        }
    }
    return none;
}

} // namespace autosweep
