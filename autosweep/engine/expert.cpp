#include "expert.hpp"

#include <algorithm>
#include <cmath>

namespace autosweep {

namespace {

constexpr std::uint8_t hidden = 9, max_number = 8;
constexpr double opened = 2;         // stands for the chance of a mine where there is none to ask
constexpr double equal_within = 1e-9; // rounding must not decide a move
constexpr double zero_bonus = 0.15;

// The same after rounding: equal values compare equal however they were summed up.
double rounded(double value) { return std::round(value / equal_within); }

} // namespace

Choice Expert::choose(const Position& position, const Effort& effort) {
    gatherer_.gather(position.codes, position.rows, position.cols, position.mines, false, problem_);
    counter_.count(problem_, limits_);
    return choose(position, counter_, problem_, effort);
}

Choice Expert::choose(const Position& position, const Counter& counter, const Problem& problem,
                      const Effort& given) {
    const auto size = static_cast<std::size_t>(position.rows) *
                      static_cast<std::size_t>(position.cols);
    Choice choice;
    chance_.resize(size);
    read(counter, chance_);
    // half of the effort each, so that enough is left for a look ahead where the search fails
    Effort half{given.left / 2, given.deadline}, effort = half;
    regions_.split(position, counter, problem.unconstrained, chance_);
    const bool found = search(counter, half, choice);
    if (choice.exact)
        return choice;
    const double log2_layouts = counter.log2_layouts();
    codes_.assign(position.codes, position.codes + size);
    const Position scratch{codes_.data(), position.rows, position.cols, position.mines};
    if (values_.any())
        before_ = describe(position, chance_, log2_layouts);
    if (found) {
        if (values_.any()) {
            Candidate candidate{choice.cell, choice.survival, 0};
            score(scratch, candidate, log2_layouts, -1, {}, effort, true);
            choice.estimate = std::min(candidate.value, choice.score);
        }
        return choice;
    }
    if (policy_.layouts > 0 && toss(scratch, log2_layouts, effort, choice))
        return choice;
    std::vector<Candidate> candidates;
    nominate(position, candidates);
    double best = -1, second = -1;
    const auto take = [&](const Candidate& candidate) {
        if (candidate.score > best + equal_within) {
            second = best;
            best = candidate.score;
        } else if (candidate.score > second + equal_within) {
            second = candidate.score;
        }
    };
    bool live = false;
    for (Candidate& candidate : candidates) {
        // a second look takes all that are close to the best, otherwise the runner-up is enough
        const double enough =
            policy_.deeper > 1 ? std::min(second, best * (1 - policy_.close)) : second;
        if (candidate.survival * (1 + policy_.progress) <= enough)
            continue;
        candidate.score =
            score(scratch, candidate, log2_layouts, enough, {}, effort, values_.any());
        if (candidate.dead)
            continue;
        live = true;
        take(candidate);
    }
    // where some cell is live, one of those is at least as good as any that is dead
    if (live)
        std::erase_if(candidates, [](const Candidate& candidate) { return candidate.dead; });
    else
        std::for_each(candidates.begin(), candidates.end(), take);
    const double trust = values_.any() ? policy_.trust : 0;
    for (Candidate& candidate : candidates)
        candidate.merit = std::pow(std::max(candidate.score, 0.0), 1 - trust) *
                          std::pow(candidate.value, trust);
    std::erase_if(candidates, [&](const Candidate& candidate) {
        return candidate.score < (policy_.deeper > 1 ? best * (1 - policy_.close) : second);
    });
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) {
                         return rounded(a.merit) > rounded(b.merit);
                     });
    if (candidates.size() > 1 && policy_.deeper > 1 && trust < 1) {
        if (candidates.size() > static_cast<std::size_t>(policy_.deeper))
            candidates.resize(static_cast<std::size_t>(policy_.deeper));
        best = -1;
        for (Candidate& candidate : candidates) {
            const double weight = std::pow(candidate.value, trust);
            const double enough = best < 0 ? -1 : std::pow(best / weight, 1 / (1 - trust));
            const double value =
                score(scratch, candidate, log2_layouts, enough, {policy_.follow, true}, effort);
            // what was cut short is not better; how much worse it is remains unknown
            candidate.merit = value > enough ? std::pow(value, 1 - trust) * weight : -1;
            best = std::max(best, candidate.merit);
        }
        std::stable_sort(candidates.begin(), candidates.end(),
                         [](const Candidate& a, const Candidate& b) {
                             return rounded(a.merit) > rounded(b.merit);
                         });
    }
    if (!candidates.empty()) {
        choice.cell = candidates[0].cell;
        choice.survival = candidates[0].survival;
        choice.score = candidates[0].merit;
        choice.estimate = values_.any() ? candidates[0].value : -1;
    }
    if (candidates.size() > 1) {
        choice.runner_up = candidates[1].cell;
        choice.runner_up_survival = candidates[1].survival;
        choice.runner_up_estimate = values_.any() ? candidates[1].value : -1;
    }
    return choice;
}

// What the position is worth that was looked at just now: by what it shows or, with depth left, by
// what may follow its safe cells where they are few, or the best guess.
double Expert::onward(const Position& position, const Outlook& outlook, Depth depth,
                      Effort& effort) {
    if (outlook.safe > depth.safe_cells || (outlook.safe == 0 && !(depth.guess && outlook.open)))
        return worth(outlook);
    std::vector<double> saved(chance_.size());
    saved.swap(chance_);
    chance_.resize(saved.size());
    read(counter_, chance_);
    double best = 0;
    if (outlook.safe > 0) {
        const auto safe = std::find(chance_.begin(), chance_.end(), 0.0) - chance_.begin();
        Candidate next{static_cast<std::int32_t>(safe), 1, 1};
        best = score(position, next, outlook.log2_layouts, -1, {depth.safe_cells - 1, false},
                     effort);
    } else {
        std::vector<Candidate> candidates;
        nominate(position, candidates);
        if (candidates.size() > static_cast<std::size_t>(policy_.replies))
            candidates.resize(static_cast<std::size_t>(policy_.replies));
        for (Candidate& candidate : candidates)
            if (candidate.survival * (1 + policy_.progress) > best)
                best = std::max(best, score(position, candidate, outlook.log2_layouts, best, {},
                                            effort));
    }
    saved.swap(chance_);
    return best;
}

// Search every region alone that is small enough. False where none is; where all are, the choice is
// exact. The region that is lost most often comes first: the order makes no difference to winning.
bool Expert::search(const Counter& counter, Effort& effort, Choice& choice) {
    if (policy_.layouts <= 0)
        return false;
    double log2_left = counter.log2_layouts(), won = 1;
    bool all = true;
    choice.score = 2;
    for (const Region& region : regions_.all()) {
        const bool rest = regions_.has_rest() && &region == &regions_.all().back();
        const std::int32_t layouts = rest && !(log2_left <= std::log2(policy_.layouts + 0.5))
                                         ? -1
                                         : regions_.list(region, policy_.layouts);
        const Regions::Best best = layouts > 0 ? regions_.search(region, effort) : Regions::Best{};
        if (layouts > 0)
            log2_left -= std::log2(layouts);
        if (best.cell < 0) {
            all = false;
            continue;
        }
        won *= best.won;
        if (best.won < choice.score) {
            choice.cell = best.cell;
            choice.survival = 1 - chance_[static_cast<std::size_t>(best.cell)];
            choice.score = best.won;
            choice.region = regions_.all().size() > 1 || best.layouts == 2 ? best.layouts : 0;
        }
    }
    if (choice.cell < 0) {
        choice.score = 0;
        return false;
    }
    if (all) {
        choice.exact = true;
        choice.score = choice.estimate = won;
    }
    return true;
}

// Where two layouts of a component are never told apart from outside, guess between them now: the
// chance stays one half, and what the cell shows may help elsewhere.
bool Expert::toss(const Position& position, double log2_layouts, Effort& effort, Choice& choice) {
    const std::vector<std::int32_t> cells = regions_.coin_toss();
    double best = -1;
    for (const std::int32_t cell : cells) {
        Candidate candidate{cell, 1 - chance_[static_cast<std::size_t>(cell)], 0};
        const double value =
            score(position, candidate, log2_layouts, -1, {}, effort, values_.any());
        if (value > best + equal_within) {
            best = value;
            choice.cell = cell;
            choice.survival = candidate.survival;
            choice.score = 0.5;
            choice.estimate = values_.any() ? std::min(candidate.value, 0.5) : -1;
            choice.region = 2;
        }
    }
    return !cells.empty();
}

// Take over the chances of a counted board.
void Expert::read(const Counter& counter, std::vector<double>& chance) {
    const std::vector<Cell>& decided = counter.decided();
    for (std::size_t i = 0; i < chance.size(); ++i)
        chance[i] = decided[i] == Cell::mine ? 1 : decided[i] == Cell::safe ? 0 : opened;
    for (const Share& share : counter.shares())
        for (const std::int32_t i : share.cells)
            chance[static_cast<std::size_t>(i)] =
                share.verdict == Cell::open
                    ? std::clamp(share.probability, 1e-300, 1 - 1e-16)
                    : (share.verdict == Cell::mine ? 1.0 : 0.0);
}

// The cells worth a look, the likeliest to survive first: those near the best, and only a few of
// the many that no number touches.
void Expert::nominate(const Position& position, std::vector<Candidate>& found) const {
    double best = 0;
    for (const double chance : chance_)
        if (chance < 1)
            best = std::max(best, 1 - chance);
    std::vector<Candidate> far;
    for (std::size_t i = 0; i < chance_.size(); ++i) {
        const double survival = 1 - chance_[i];
        if (chance_[i] >= 1 || survival < policy_.band * best - equal_within)
            continue;
        bool beside = false;
        double zero = 1;
        const auto cell = static_cast<std::int32_t>(i);
        around(position, cell, [&](std::int32_t j) {
            const auto at = static_cast<std::size_t>(j);
            beside |= position.codes[at] <= max_number;
            if (chance_[at] <= 1)
                zero *= 1 - chance_[at];
        });
        (beside ? found : far).push_back({cell, survival, survival * (1 + zero_bonus * zero)});
    }
    const auto by_rank = [](const Candidate& a, const Candidate& b) {
        const double x = rounded(a.rank), y = rounded(b.rank);
        return x != y ? x > y : a.cell < b.cell;
    };
    std::sort(far.begin(), far.end(), by_rank);
    if (far.size() > static_cast<std::size_t>(policy_.far_cells))
        far.resize(static_cast<std::size_t>(policy_.far_cells));
    found.insert(found.end(), far.begin(), far.end());
    std::sort(found.begin(), found.end(), [&](const Candidate& a, const Candidate& b) {
        const double x = rounded(a.survival), y = rounded(b.survival);
        return x != y ? x > y : by_rank(a, b);
    });
    if (found.size() > static_cast<std::size_t>(policy_.candidates))
        found.resize(static_cast<std::size_t>(policy_.candidates));
}

// What a candidate is worth: the worth of what may follow, weighted by its chance. Stops early
// where it cannot exceed `enough`; then less is returned.
double Expert::score(const Position& position, Candidate& candidate, double log2_layouts,
                     double enough, Depth depth, Effort& effort, bool learn) {
    std::int32_t least = 0, most = 0;
    around(position, candidate.cell, [&](std::int32_t j) {
        const double chance = chance_[static_cast<std::size_t>(j)];
        least += chance == 1;
        most += chance > 0 && chance <= 1;
    });
    double total = 0, left = candidate.survival, won = 0;
    const auto at = static_cast<std::size_t>(candidate.cell);
    for (std::int32_t digit = least; digit <= most && left > equal_within; ++digit) {
        if (total + left * (1 + policy_.progress) <= enough)
            break;
        if (!effort.spend(static_cast<std::int64_t>(codes_.size()))) {
            total += left; // what is not known counts as neither good nor bad
            won += left * won / std::max(candidate.survival - left, equal_within);
            break;
        }
        codes_[at] = static_cast<std::uint8_t>(digit);
        const Outlook outlook = look(position);
        // a count that builds more states than the board has cells costs as many
        const auto cells = static_cast<std::int64_t>(codes_.size());
        effort.left -= std::max<std::int64_t>(counter_.tables().spent() - cells, 0);
        if (outlook.possible) {
            const double share = std::exp2(outlook.log2_layouts - log2_layouts);
            if (learn)
                won += share * learned(position, candidate.cell, digit, outlook);
            total += share * onward(position, outlook, depth, effort);
            left -= share;
            candidate.dead =
                left + share >= candidate.survival - equal_within && left <= equal_within;
        }
    }
    codes_[at] = hidden;
    if (learn)
        candidate.value = won;
    return total;
}

double Expert::worth(const Outlook& outlook) const {
    if (outlook.safe > 0)
        return 1 + policy_.progress * (1 - std::exp(-outlook.safe / 2.0));
    return outlook.open ? outlook.survival : 1 + policy_.progress;
}

// About the chance to win after a cell of the board at hand has shown a digit.
double Expert::learned(const Position& position, std::int32_t cell, std::int32_t digit,
                       const Outlook& outlook) {
    if (!outlook.open)
        return 1;
    leaf_.resize(codes_.size());
    read(counter_, leaf_);
    return values_(join(position, chance_, cell, digit, before_,
                        describe(position, leaf_, outlook.log2_layouts)));
}

Expert::Outlook Expert::look(const Position& position) {
    Outlook outlook;
    try {
        gatherer_.gather(position.codes, position.rows, position.cols, position.mines, false,
                         problem_);
        counter_.count(problem_, limits_);
    } catch (const Contradiction&) {
        return outlook;
    }
    outlook.possible = true;
    outlook.log2_layouts = counter_.log2_layouts();
    for (const Cell cell : counter_.decided())
        outlook.safe += cell == Cell::safe;
    for (const Share& share : counter_.shares()) {
        if (share.verdict == Cell::safe) {
            outlook.safe += static_cast<std::int32_t>(share.cells.size());
        } else if (share.verdict == Cell::open) {
            outlook.open = true;
            outlook.survival = std::max(outlook.survival, 1 - share.probability);
        }
    }
    return outlook;
}

} // namespace autosweep
