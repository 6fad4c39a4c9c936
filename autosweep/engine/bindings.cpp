// The Python module `autosweep.engine._core`. No state is shared: every thread has its own counter.
#include "components.hpp"
#include "counter.hpp"
#include "generate_bindings.hpp"
#include "player_bindings.hpp"
#include "ranking.hpp"

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <algorithm>
#include <limits>
#include <new>
#include <span>

namespace nb = nanobind;

namespace autosweep {
namespace {

// What a call returns instead of an answer.
constexpr int inconsistent = 1, too_large = 2;
constexpr std::size_t keep_at_most = std::size_t{32} << 20; // bytes kept between calls

struct Workspace {
    Gatherer gatherer;
    Counter counter;
    Problem problem;
    Findings findings;
};

// A thread's workspace; what a large position took is given back at the end of the call.
class Borrowed {
  public:
    Borrowed() : own_(workspace()) {}
    ~Borrowed() {
        if (own_.counter.memory() > keep_at_most)
            own_.counter = Counter{};
    }
    Borrowed(const Borrowed&) = delete;
    Borrowed& operator=(const Borrowed&) = delete;
    Workspace* operator->() { return &own_; }

  private:
    static Workspace& workspace() {
        thread_local Workspace own;
        return own;
    }
    Workspace& own_;
};

// Run without the interpreter's lock; 0 where it came to an end.
template <class Work> int attempt(Work&& work) {
    nb::gil_scoped_release release;
    int outcome = 0;
    try {
        work();
    } catch (const Contradiction&) {
        outcome = inconsistent;
    } catch (const TooLarge&) {
        outcome = too_large;
    } catch (const std::bad_alloc&) {
        outcome = too_large;
    }
    return outcome;
}

Limits limits(std::int64_t nodes, std::int64_t values, double seconds) {
    constexpr std::int64_t most = std::numeric_limits<std::int32_t>::max();
    return {std::clamp<std::int64_t>(nodes, 0, most), std::max<std::int64_t>(values, 0), seconds};
}

// The codes of a board, after a look at its size and at every code.
std::span<const std::uint8_t> checked(const nb::bytes& cells, std::int32_t rows,
                                      std::int32_t cols) {
    const auto size = static_cast<std::int64_t>(rows) * cols;
    if (rows < 1 || cols < 1 || size > std::numeric_limits<std::int32_t>::max() / 4 ||
        static_cast<std::int64_t>(cells.size()) != size)
        throw nb::value_error("rows x cols cells are needed");
    const auto* codes = reinterpret_cast<const std::uint8_t*>(cells.data());
    if (std::any_of(codes, codes + size, [](std::uint8_t code) { return code > 15; }))
        throw nb::value_error("a cell code is at most 15");
    return {codes, cells.size()};
}

nb::object cells_named(const std::vector<std::int32_t>& cells, nb::handle names) {
    nb::object set = nb::steal(PyFrozenSet_New(nullptr));
    for (const std::int32_t i : cells)
        if (PySet_Add(set.ptr(), PyTuple_GET_ITEM(names.ptr(), i)) != 0)
            throw nb::python_error();
    return set;
}

// One object for each cell: its probability, or None where it is not hidden.
nb::object chances(const Counter& counter, const Findings& found) {
    std::vector<nb::object> objects{nb::none(), nb::float_(0.0), nb::float_(1.0)};
    objects.reserve(counter.shares().size() + objects.size());
    for (const Share& share : counter.shares())
        objects.push_back(nb::float_(share.probability));
    const auto size = static_cast<Py_ssize_t>(found.value_of.size());
    nb::object tuple = nb::steal(PyTuple_New(size));
    for (Py_ssize_t i = 0; i < size; ++i) {
        PyObject* value = objects[found.value_of[static_cast<std::size_t>(i)]].ptr();
        Py_INCREF(value);
        PyTuple_SET_ITEM(tuple.ptr(), i, value);
    }
    return tuple;
}

nb::object weigh_board(nb::bytes cells, std::int32_t rows, std::int32_t cols, std::int64_t mines,
                       bool trust_flags, std::int64_t nodes, std::int64_t values, double seconds) {
    const std::span<const std::uint8_t> codes = checked(cells, rows, cols);
    Borrowed own;
    const int outcome = attempt([&] {
        own->gatherer.gather(codes.data(), rows, cols, mines, trust_flags, own->problem);
        own->counter.count(own->problem, limits(nodes, values, seconds));
        own->findings.value(own->counter, codes, trust_flags);
    });
    return outcome != 0 ? nb::int_(outcome) : chances(own->counter, own->findings);
}

nb::object survey_board(nb::bytes cells, std::int32_t rows, std::int32_t cols, std::int64_t mines,
                        bool trust_flags, std::int64_t nodes, std::int64_t values, double seconds,
                        nb::tuple names) {
    const std::span<const std::uint8_t> codes = checked(cells, rows, cols);
    if (names.size() != codes.size())
        throw nb::value_error("every cell needs a name");
    Borrowed own;
    const int outcome = attempt([&] {
        own->gatherer.gather(codes.data(), rows, cols, mines, trust_flags, own->problem);
        own->counter.count(own->problem, limits(nodes, values, seconds));
        own->findings.value(own->counter, codes, trust_flags);
        own->findings.list(own->counter, codes.data(), rows, cols);
    });
    if (outcome != 0)
        return nb::int_(outcome);
    const Findings& found = own->findings;
    nb::object ranking = nb::steal(PyTuple_New(static_cast<Py_ssize_t>(found.ranking.size())));
    for (std::size_t i = 0; i < found.ranking.size(); ++i) {
        PyObject* name = PyTuple_GET_ITEM(names.ptr(), found.ranking[i]);
        Py_INCREF(name);
        PyTuple_SET_ITEM(ranking.ptr(), static_cast<Py_ssize_t>(i), name);
    }
    return nb::make_tuple(chances(own->counter, found), cells_named(found.safe, names),
                          cells_named(found.mines, names), ranking);
}

// Read rules given as (cells, low, high); cells are numbers from 0 to size - 1, all unknown.
void load(Problem& problem, std::int32_t size, const nb::list& rules,
          const nb::object& mines_left) {
    problem.cell.assign(static_cast<std::size_t>(size), Cell::open);
    problem.clear_rules();
    problem.touched.clear();
    problem.unconstrained.clear();
    std::vector<std::int32_t> place(static_cast<std::size_t>(size), -1);
    for (const nb::handle rule : rules) {
        for (const nb::handle cell : rule[0]) {
            const auto i = nb::cast<std::int32_t>(cell);
            if (i < 0 || i >= size)
                throw nb::value_error("a rule has a cell that does not exist");
            if (place[i] < 0) {
                place[i] = static_cast<std::int32_t>(problem.touched.size());
                problem.touched.push_back(i);
            }
            problem.members.push_back(place[i]);
        }
        problem.close_rule(nb::cast<std::int32_t>(rule[1]), nb::cast<std::int32_t>(rule[2]));
    }
    for (std::int32_t i = 0; i < size; ++i)
        if (place[i] < 0)
            problem.unconstrained.push_back(i);
    problem.total_known = !mines_left.is_none();
    problem.mines_left = problem.total_known ? nb::cast<std::int64_t>(mines_left) : 0;
}

nb::object count_rules(std::int32_t size, nb::list rules, nb::object mines_left, std::int64_t nodes,
                       std::int64_t values, double seconds) {
    Borrowed own;
    load(own->problem, size, rules, mines_left);
    const int outcome =
        attempt([&] { own->counter.count(own->problem, limits(nodes, values, seconds)); });
    if (outcome != 0)
        return nb::int_(outcome);
    nb::list chances;
    nb::list safe, mines;
    std::vector<double> chance(static_cast<std::size_t>(size), 0.0);
    std::vector<Cell> verdict = own->counter.decided();
    for (const Share& share : own->counter.shares()) {
        for (const std::int32_t i : share.cells) {
            chance[i] = share.probability;
            verdict[i] = share.verdict;
        }
    }
    for (std::int32_t i = 0; i < size; ++i) {
        if (verdict[i] == Cell::safe)
            safe.append(i);
        if (verdict[i] == Cell::mine)
            mines.append(i);
        chances.append(verdict[i] == Cell::mine ? 1.0 : chance[i]);
    }
    return nb::make_tuple(chances, safe, mines, own->counter.log2_layouts());
}

// Count what was loaded: exact numbers of layouts of its components, modulo enough primes.
nb::object residues(Borrowed& own, nb::list primes, const Limits& bounds) {
    std::vector<std::uint64_t> moduli;
    for (const nb::handle prime : primes)
        moduli.push_back(nb::cast<std::uint32_t>(prime));
    std::vector<Residues> found;
    const int outcome = attempt([&] {
        own->counter.count(own->problem, bounds);
        found = own->counter.residues(moduli);
    });
    if (outcome != 0)
        return nb::int_(outcome);
    nb::list tables;
    for (const Residues& table : found) {
        nb::list all;
        for (const std::vector<std::uint64_t>& row : table.modulo) {
            nb::list one;
            for (const std::uint64_t residue : row)
                one.append(residue);
            all.append(one);
        }
        tables.append(nb::make_tuple(table.fewest, all));
    }
    const System& system = own->counter.system();
    return nb::make_tuple(system.unconstrained, system.mines_left, tables);
}

nb::object rules_residues(std::int32_t size, nb::list rules, nb::object mines_left, nb::list primes,
                          std::int64_t nodes, std::int64_t values, double seconds) {
    Borrowed own;
    load(own->problem, size, rules, mines_left);
    return residues(own, primes, limits(nodes, values, seconds));
}

nb::object board_residues(nb::bytes cells, std::int32_t rows, std::int32_t cols, std::int64_t mines,
                          bool trust_flags, nb::list primes, std::int64_t nodes,
                          std::int64_t values, double seconds) {
    const std::span<const std::uint8_t> codes = checked(cells, rows, cols);
    Borrowed own;
    const int outcome = attempt(
        [&] { own->gatherer.gather(codes.data(), rows, cols, mines, trust_flags, own->problem); });
    if (outcome != 0)
        return nb::int_(outcome);
    return residues(own, primes, limits(nodes, values, seconds));
}

using Mask = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

// Left, top, width, height and size of the areas of a mask, five numbers each in native order.
nb::bytes mask_areas(const Mask& mask, bool diagonals, std::int32_t least_side,
                     std::int32_t most_side) {
    if (mask.size() > static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max()))
        throw nb::value_error("the mask is too large");
    thread_local Components components;
    const std::vector<Area>* found = nullptr;
    {
        nb::gil_scoped_release release;
        found = &components.find(mask.data(), static_cast<std::int32_t>(mask.shape(0)),
                                 static_cast<std::int32_t>(mask.shape(1)), diagonals,
                                 {least_side, most_side});
    }
    static_assert(sizeof(Area) == 5 * sizeof(std::int32_t));
    return nb::bytes(reinterpret_cast<const char*>(found->data()), found->size() * sizeof(Area));
}

} // namespace
} // namespace autosweep

NB_MODULE(_core, module) {
    using namespace nb::literals;
    module.attr("INCONSISTENT") = autosweep::inconsistent;
    module.attr("TOO_LARGE") = autosweep::too_large;
    module.def("weigh_board", &autosweep::weigh_board, "cells"_a, "rows"_a, "cols"_a, "mines"_a,
               "trust_flags"_a, "nodes"_a, "values"_a, "seconds"_a);
    module.def("survey_board", &autosweep::survey_board, "cells"_a, "rows"_a, "cols"_a, "mines"_a,
               "trust_flags"_a, "nodes"_a, "values"_a, "seconds"_a, "names"_a);
    module.def("count_rules", &autosweep::count_rules, "size"_a, "rules"_a, "mines_left"_a.none(),
               "nodes"_a, "values"_a, "seconds"_a);
    module.def("rules_residues", &autosweep::rules_residues, "size"_a, "rules"_a,
               "mines_left"_a.none(), "primes"_a, "nodes"_a, "values"_a, "seconds"_a);
    module.def("board_residues", &autosweep::board_residues, "cells"_a, "rows"_a, "cols"_a,
               "mines"_a, "trust_flags"_a, "primes"_a, "nodes"_a, "values"_a, "seconds"_a);
    module.def("mask_areas", &autosweep::mask_areas, "mask"_a, "diagonals"_a, "least_side"_a,
               "most_side"_a);
    autosweep::bind_player(module);
    autosweep::bind_generator(module);
}
