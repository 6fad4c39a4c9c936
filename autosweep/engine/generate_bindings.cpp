// What of the generator is seen from Python: attempts in a row, and the grade of a board.
#include "generate_bindings.hpp"

#include "generate.hpp"

#include <algorithm>
#include <chrono>
#include <limits>
#include <new>

namespace nb = nanobind;

namespace autosweep {
namespace {

void check(const Options& options) {
    const auto size = static_cast<std::int64_t>(options.rows) * options.cols;
    if (options.rows < 1 || options.cols < 1 ||
        size > std::numeric_limits<std::int32_t>::max() / 16)
        throw nb::value_error("a board has at least one cell");
    // a start that is chosen later may have eight neighbours
    std::int64_t kept = options.spared == 2 ? 9 : options.spared;
    if (options.start < 0 && !options.repair)
        kept = 0;
    else if (options.start >= 0 && options.spared == 2)
        kept = (options.rows == 1                                        ? 1
                : options.start / options.cols % (options.rows - 1) == 0 ? 2
                                                                         : 3) *
               (options.cols == 1                                        ? 1
                : options.start % options.cols % (options.cols - 1) == 0 ? 2
                                                                         : 3);
    if (options.mines < 0 || options.mines > size - kept || options.start >= size ||
        options.ways < 1)
        throw nb::value_error("the mines do not fit, or the start is outside");
}

// Attempts `first` to `first + count - 1` until one makes a board or the time is over. Returns how
// many were made, the fewest cells any was stuck with, and the start and layout of a board or None.
nb::object generate(std::int32_t rows, std::int32_t cols, std::int32_t mines, std::int32_t start,
                    std::int32_t spared, bool repair, bool pairs, bool deep, bool count_mines,
                    std::int32_t ways, std::int32_t most_buried, std::uint64_t key,
                    std::int64_t first, std::int64_t count, double seconds) {
    const Options options{rows,  cols, mines, start,       spared,
                    repair, pairs, deep,  count_mines, ways, most_buried};
    check(options);
    std::int64_t made = 0;
    std::int32_t stuck = rows * cols;
    bool found = false;
    std::vector<std::uint8_t> layout;
    std::int32_t begin = -1;
    {
        nb::gil_scoped_release release;
        const auto end = std::chrono::steady_clock::now() +
                         std::chrono::microseconds(
                             static_cast<std::int64_t>(std::clamp(seconds, 0.0, 1e9) * 1e6));
        Generator generator(options);
        while (made < count && !found) {
            found = generator.attempt(
                Stream::key(key, static_cast<std::uint64_t>(first + made)));
            ++made;
            stuck = std::min(stuck, generator.stuck());
            if (std::chrono::steady_clock::now() > end)
                break;
        }
        if (found) {
            layout = generator.layout();
            begin = generator.start();
        }
    }
    if (!found)
        return nb::make_tuple(made, stuck, nb::none());
    const nb::bytes mask(reinterpret_cast<const char*>(layout.data()), layout.size());
    return nb::make_tuple(made, stuck, nb::make_tuple(begin, mask));
}

// Whether a layout is solved from a start, and what that needs: pairs, chains, splits, counts.
nb::object grade(nb::bytes layout, std::int32_t rows, std::int32_t cols, std::int32_t start,
                 bool count_mines) {
    const Options options{rows, cols, 0, start, 0, false, true, false, count_mines, 1, 0};
    check(options);
    const auto* mines = reinterpret_cast<const std::uint8_t*>(layout.data());
    if (static_cast<std::int64_t>(layout.size()) != static_cast<std::int64_t>(rows) * cols ||
        start < 0 || mines[start] != 0 ||
        std::any_of(mines, mines + layout.size(), [](std::uint8_t mine) { return mine > 1; }))
        throw nb::value_error("a 0 or 1 for each cell and a safe start are needed");
    Grade grade;
    {
        nb::gil_scoped_release release;
        grade = Generator(options).grade(mines, start);
    }
    return nb::make_tuple(grade.solved, grade.pairs, grade.chains, grade.splits, grade.counts);
}

} // namespace

void bind_generator(nb::module_& module) {
    using namespace nb::literals;
    module.def("generate", &generate, "rows"_a, "cols"_a, "mines"_a, "start"_a, "spared"_a,
               "repair"_a, "pairs"_a, "deep"_a, "count_mines"_a, "ways"_a, "most_buried"_a, "key"_a,
               "first"_a, "count"_a, "seconds"_a);
    module.def("grade", &grade, "layout"_a, "rows"_a, "cols"_a, "start"_a, "count_mines"_a);
}

} // namespace autosweep
