// The Python module `autosweep.engine._core`. No state is shared: every thread has its own counter.
#include "counter.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/stl/vector.h>

#include <cmath>

namespace nb = nanobind;

namespace autosweep {
namespace {

enum class Outcome { counted = 0, inconsistent = 1, too_large = 2 };

constexpr std::size_t keep_at_most = 64u << 20; // bytes of working memory kept between calls

Counter& own_counter() {
    thread_local Counter counter;
    return counter;
}

template <class Work> Outcome attempt(Work&& work) {
    nb::gil_scoped_release release;
    try {
        work();
        return Outcome::counted;
    } catch (const Contradiction&) {
        return Outcome::inconsistent;
    } catch (const TooLarge&) {
        return Outcome::too_large;
    } catch (const std::bad_alloc&) {
        return Outcome::too_large;
    }
}

nb::object count_board(nb::bytes cells, std::int32_t rows, std::int32_t cols, std::int64_t mines,
                       bool trust_flags, std::int64_t nodes, std::int64_t values, double seconds) {
    if (rows < 1 || cols < 1 || cells.size() != static_cast<std::size_t>(rows) * static_cast<std::size_t>(cols))
        throw nb::value_error("rows x cols cells are needed");
    const auto* codes = reinterpret_cast<const std::uint8_t*>(cells.data());
    for (std::size_t i = 0; i < cells.size(); ++i)
        if (codes[i] > 15)
            throw nb::value_error("a cell code is at most 15");
    Counter& counter = own_counter();
    const Outcome outcome = attempt([&] {
        gather(counter.scratch(), codes, rows, cols, mines, trust_flags);
        counter.count(counter.scratch(), {nodes, values, seconds});
    });
    if (outcome != Outcome::counted)
        return nb::int_(static_cast<int>(outcome));
    nb::list probability = nb::steal<nb::list>(PyList_New(static_cast<Py_ssize_t>(cells.size())));
    nb::list safe, mine;
    nb::float_ zero(0.0), one(1.0);
    const auto set = [&](std::int32_t i, nb::handle value) {
        PyList_SET_ITEM(probability.ptr(), i, value.inc_ref().ptr());
    };
    for (std::int32_t i = 0; i < rows * cols; ++i) {
        const Cell cell = counter.decided()[i];
        if (cell == Cell::open)
            continue;
        set(i, cell == Cell::known ? nb::handle(nb::none()) : cell == Cell::mine ? nb::handle(one) : nb::handle(zero));
        if (cell == Cell::safe) safe.append(i);
        if (cell == Cell::mine) mine.append(i);
    }
    for (const Share& share : counter.shares()) {
        nb::float_ value(share.probability);
        for (const std::int32_t i : share.cells) {
            set(i, value);
            if (share.verdict == Cell::safe) safe.append(i);
            if (share.verdict == Cell::mine) mine.append(i);
        }
    }
    return nb::make_tuple(probability, safe, mine, counter.log2_layouts());
}

} // namespace
} // namespace autosweep

NB_MODULE(_core, module) {
    using namespace nb::literals;
    module.def("count_board", &autosweep::count_board, "cells"_a, "rows"_a, "cols"_a, "mines"_a,
               "trust_flags"_a, "nodes"_a, "values"_a, "seconds"_a);
}
