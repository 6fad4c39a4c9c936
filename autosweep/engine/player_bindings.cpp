// What of the player is seen from Python: a choice on one board, and whole games.
#include "player_bindings.hpp"

#include "games.hpp"
#include "weighing.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <new>

namespace nb = nanobind;

namespace autosweep {
namespace {

// The numbers in the order of strategy/expert_policy.py.
Policy policy_from(const nb::tuple& numbers) {
    if (numbers.size() != 10)
        throw nb::value_error("a policy has ten numbers");
    Policy policy;
    policy.band = nb::cast<double>(numbers[0]);
    policy.far_cells = nb::cast<std::int32_t>(numbers[1]);
    policy.candidates = nb::cast<std::int32_t>(numbers[2]);
    policy.progress = nb::cast<double>(numbers[3]);
    policy.layouts = nb::cast<std::int32_t>(numbers[4]);
    policy.deeper = nb::cast<std::int32_t>(numbers[5]);
    policy.replies = nb::cast<std::int32_t>(numbers[6]);
    policy.close = nb::cast<double>(numbers[7]);
    policy.follow = nb::cast<std::int32_t>(numbers[8]);
    policy.trust = nb::cast<double>(numbers[9]);
    if (policy.far_cells < 0 || policy.candidates < 1 || policy.replies < 1)
        throw nb::value_error("a policy needs candidates");
    if (!(policy.trust >= 0 && policy.trust <= 1))
        throw nb::value_error("trust is a share");
    return policy;
}

// The numbers of the network as doubles side by side; none where there are no bytes.
Values values_from(const nb::bytes& bytes) {
    if (bytes.size() == 0)
        return {};
    std::vector<double> numbers(bytes.size() / sizeof(double));
    std::memcpy(numbers.data(), bytes.data(), numbers.size() * sizeof(double));
    return Values{std::move(numbers)};
}

std::size_t checked_size(std::int32_t rows, std::int32_t cols) {
    const auto size = static_cast<std::int64_t>(rows) * cols;
    if (rows < 1 || cols < 1 || size > std::numeric_limits<std::int32_t>::max() / 4)
        throw nb::value_error("a board has at least one cell");
    return static_cast<std::size_t>(size);
}

nb::object choose_cell(nb::bytes cells, std::int32_t rows, std::int32_t cols, std::int64_t mines,
                       nb::tuple numbers, nb::bytes network, std::int64_t nodes, double seconds) {
    const std::size_t size = checked_size(rows, cols);
    const auto* codes = reinterpret_cast<const std::uint8_t*>(cells.data());
    if (cells.size() != size || mines < 0 || std::any_of(codes, codes + size, [](std::uint8_t c) {
            return c > 9;
        }))
        throw nb::value_error("numbers, hidden cells and a total are needed");
    const Policy policy = policy_from(numbers);
    const Values values = values_from(network);
    Choice choice;
    {
        nb::gil_scoped_release release;
        Limits limits;
        limits.seconds = seconds;
        Effort effort{std::max<std::int64_t>(nodes, 0)};
        if (std::isfinite(seconds))
            effort.deadline = std::chrono::steady_clock::now() +
                              std::chrono::microseconds(static_cast<std::int64_t>(
                                  std::clamp(seconds, 0.0, 1e6) * 1e6));
        try {
            Expert expert{policy, limits, values};
            choice = expert.choose({codes, rows, cols, mines}, effort);
        } catch (const Contradiction&) {
        } catch (const TooLarge&) {
        } catch (const std::bad_alloc&) {
        }
    }
    if (choice.cell < 0)
        return nb::none();
    return nb::make_tuple(choice.cell, choice.survival, choice.score, choice.exact,
                          choice.estimate, choice.runner_up, choice.runner_up_survival,
                          choice.runner_up_estimate, choice.region);
}

// Play games one after the other; `layouts` has a byte a cell, 1 for a mine, game after game.
nb::object play_games(nb::bytes layouts, std::int32_t rows, std::int32_t cols, std::int32_t start,
                      nb::object numbers, nb::bytes network, std::int64_t nodes) {
    const std::size_t size = checked_size(rows, cols);
    if (layouts.size() % size != 0 || start < 0 || static_cast<std::size_t>(start) >= size)
        throw nb::value_error("whole layouts and a start on the board are needed");
    const bool expert = !numbers.is_none();
    const Policy policy = expert ? policy_from(nb::cast<nb::tuple>(numbers)) : Policy{};
    const Values values = values_from(network);
    const auto* at = reinterpret_cast<const std::uint8_t*>(layouts.data());
    const std::size_t count = layouts.size() / size;
    std::vector<Played> played;
    bool countable = true;
    try {
        nb::gil_scoped_release release;
        Games games{rows,   cols,     expert, policy,
                    values, Limits{}, std::max<std::int64_t>(nodes, 0)};
        for (std::size_t i = 0; i < count; ++i)
            played.push_back(games.play(at + i * size, start));
    } catch (const TooLarge&) {
        countable = false;
    }
    if (!countable)
        return nb::none();
    nb::list results;
    for (const Played& game : played) {
        nb::list chances;
        for (const double chance : game.chances)
            chances.append(chance);
        results.append(nb::make_tuple(game.won, chances, game.seconds));
    }
    return results;
}

// Play games for their weights; returns these and, where the player strays, what was seen after
// each guess with what it was worth, as doubles side by side.
nb::object weigh_games(nb::bytes layouts, std::int32_t rows, std::int32_t cols, std::int32_t start,
                       nb::tuple numbers, nb::bytes network, std::int64_t nodes, double stray,
                       std::uint64_t seed) {
    const std::size_t size = checked_size(rows, cols);
    if (layouts.size() % size != 0 || start < 0 || static_cast<std::size_t>(start) >= size ||
        size > 900)
        throw nb::value_error("whole layouts of at most 900 cells and a start are needed");
    const Policy policy = policy_from(numbers);
    const Values values = values_from(network);
    const auto* at = reinterpret_cast<const std::uint8_t*>(layouts.data());
    std::vector<double> weights, seen;
    bool countable = true;
    try {
        nb::gil_scoped_release release;
        Weighing games{rows, cols, policy, values, std::max<std::int64_t>(nodes, 0), stray};
        for (std::size_t i = 0; i < layouts.size() / size; ++i) {
            const Weighed game = games.play(at + i * size, start, seed + i);
            weights.push_back(game.weight);
            for (std::size_t k = 0; k < game.seen.size(); ++k) {
                seen.insert(seen.end(), game.seen[k].begin(), game.seen[k].end());
                seen.push_back(game.worth[k]);
            }
        }
    } catch (const TooLarge&) {
        countable = false;
    }
    if (!countable)
        return nb::none();
    return nb::make_tuple(nb::bytes(weights.data(), weights.size() * sizeof(double)),
                          nb::bytes(seen.data(), seen.size() * sizeof(double)));
}

} // namespace

void bind_player(nb::module_& module) {
    using namespace nb::literals;
    module.def("choose_cell", &choose_cell, "cells"_a, "rows"_a, "cols"_a, "mines"_a, "policy"_a,
               "network"_a, "nodes"_a, "seconds"_a);
    module.def("play_games", &play_games, "layouts"_a, "rows"_a, "cols"_a, "start"_a,
               "policy"_a.none(), "network"_a, "nodes"_a);
    module.def("weigh_games", &weigh_games, "layouts"_a, "rows"_a, "cols"_a, "start"_a, "policy"_a,
               "network"_a, "nodes"_a, "stray"_a, "seed"_a);
}

} // namespace autosweep
