#include "system.hpp"

#include <algorithm>

namespace autosweep {

namespace {

std::uint64_t bit_of(std::int32_t cell) {
    return std::uint64_t{1} << ((static_cast<std::uint32_t>(cell) * 0x9E3779B1U) >> 26);
}

} // namespace

void Reducer::reduce(const Problem& problem, System& system) {
    load(problem);
    for (std::int32_t r = 0; r < problem.rules(); ++r)
        settle_.push_back(r);
    watch_ = false;
    settle();
    subtract_subsets();
    system.total_known = problem.total_known;
    system.mines_left = problem.mines_left - mines_found_;
    system.unconstrained = static_cast<std::int64_t>(problem.unconstrained.size());
    const auto touched = static_cast<std::int64_t>(problem.touched.size());
    const std::int64_t open = system.unconstrained + touched - decided_;
    if (problem.total_known && (system.mines_left < 0 || system.mines_left > open))
        throw Contradiction{};
    group(system);
    split(system);
    // back to the cells of the problem
    for (std::int32_t& cell : system.group_cells.items)
        cell = problem.touched[cell];
    system.cell.assign(problem.cell.begin(), problem.cell.end());
    for (std::size_t i = 0; i < cell_.size(); ++i)
        system.cell[problem.touched[i]] = cell_[i];
}

void Reducer::load(const Problem& problem) {
    const std::size_t cells = problem.touched.size();
    cell_.assign(cells, Cell::open);
    members_.assign(problem.members.begin(), problem.members.end());
    touch_begin_.assign(cells + 1, 0);
    for (const std::int32_t cell : members_)
        ++touch_begin_[cell + 1];
    for (std::size_t i = 0; i < cells; ++i)
        touch_begin_[i + 1] += touch_begin_[i];
    touch_size_.assign(cells, 0);
    touching_.resize(members_.size());
    rules_.clear();
    for (std::int32_t r = 0; r < problem.rules(); ++r) {
        Rule rule{problem.begin[r], problem.begin[r + 1] - problem.begin[r], problem.low[r],
                  problem.high[r], 0};
        for (std::int32_t m = rule.begin; m < rule.begin + rule.size; ++m) {
            const std::int32_t cell = members_[m];
            rule.mask |= bit_of(cell);
            touching_[touch_begin_[cell] + touch_size_[cell]++] = r;
        }
        rules_.push_back(rule);
    }
    settle_.clear();
    todo_.clear();
    mines_found_ = decided_ = 0;
}

// Apply rules that leave no choice until none does.
void Reducer::settle() {
    while (!settle_.empty()) {
        const std::int32_t r = settle_.back();
        settle_.pop_back();
        Rule& rule = rules_[r];
        rule.low = std::max(rule.low, 0);
        rule.high = std::min(rule.high, rule.size);
        if (rule.low > rule.high)
            throw Contradiction{};
        if (rule.size == 0)
            continue;
        if (rule.high == 0)
            decide(r, Cell::safe);
        else if (rule.low == rule.size)
            decide(r, Cell::mine);
    }
}

// All cells of a rule are safe, or mines: take them out of every rule.
void Reducer::decide(std::int32_t r, Cell value) {
    const std::int32_t mine = value == Cell::mine;
    const std::int32_t end = rules_[r].begin + rules_[r].size;
    for (std::int32_t m = rules_[r].begin; m < end; ++m) {
        const std::int32_t cell = members_[m];
        cell_[cell] = value;
        ++decided_;
        mines_found_ += mine;
        for (std::int32_t t = 0; t < touch_size_[cell]; ++t) {
            const std::int32_t other = touching_[touch_begin_[cell] + t];
            if (other == r)
                continue;
            Rule& rule = rules_[other];
            drop_cell(rule, cell);
            rule.low -= mine;
            rule.high -= mine;
            settle_.push_back(other);
            if (watch_)
                todo_.push_back(other);
        }
        touch_size_[cell] = 0;
    }
    rules_[r].size = rules_[r].low = rules_[r].high = 0;
}

void Reducer::drop_cell(Rule& rule, std::int32_t cell) {
    std::int32_t m = rule.begin;
    rule.mask = 0;
    const std::int32_t last = rule.begin + rule.size - 1;
    for (; members_[m] != cell; ++m)
        rule.mask |= bit_of(members_[m]);
    for (; m < last; ++m) {
        members_[m] = members_[m + 1];
        rule.mask |= bit_of(members_[m]);
    }
    --rule.size;
}

void Reducer::drop_rule(std::int32_t cell, std::int32_t rule) {
    const std::int32_t begin = touch_begin_[cell];
    std::int32_t t = begin;
    while (touching_[t] != rule)
        ++t;
    const std::int32_t last = begin + --touch_size_[cell];
    for (; t < last; ++t)
        touching_[t] = touching_[t + 1];
}

bool Reducer::inside(const Rule& inner, const Rule& outer) const {
    if ((inner.mask & ~outer.mask) != 0 || inner.size > outer.size)
        return false;
    const std::int32_t* begin = members_.data() + outer.begin;
    const std::int32_t* end = begin + outer.size;
    for (std::int32_t m = inner.begin; m < inner.begin + inner.size; ++m)
        if (std::find(begin, end, members_[m]) == end)
            return false;
    return true;
}

// Where an exact rule lies inside another, take it out of that one, until none does. Rules over
// equal cells merge into the tighter one on the way.
void Reducer::subtract_subsets() {
    watch_ = true;
    for (std::int32_t r = 0; r < static_cast<std::int32_t>(rules_.size()); ++r)
        if (rules_[r].size > 0)
            todo_.push_back(r);
    while (!todo_.empty()) {
        const std::int32_t inner = todo_.back();
        todo_.pop_back();
        const Rule& rule = rules_[inner];
        if (rule.size == 0)
            continue;
        std::int32_t rarest = members_[rule.begin];
        for (std::int32_t m = rule.begin + 1; m < rule.begin + rule.size; ++m)
            if (touch_size_[members_[m]] < touch_size_[rarest])
                rarest = members_[m];
        const auto first = touching_.begin() + touch_begin_[rarest];
        some_.assign(first, first + touch_size_[rarest]);
        for (const std::int32_t outer : some_) {
            if (outer == inner || !inside(rule, rules_[outer]))
                continue;
            if (rule.size != rules_[outer].size && rule.low != rule.high)
                continue;
            const std::int64_t before = decided_;
            subtract(inner, outer);
            settle();
            if (decided_ != before) {
                todo_.push_back(inner);
                break;
            }
        }
    }
}

void Reducer::subtract(std::int32_t inner, std::int32_t outer) {
    Rule& in = rules_[inner];
    Rule& out = rules_[outer];
    if (in.size == out.size) {
        in.low = std::max(in.low, out.low);
        in.high = std::min(in.high, out.high);
        out.low = out.high = 0;
        settle_.push_back(inner);
        todo_.push_back(inner);
    } else {
        out.low -= in.low;
        out.high -= in.low;
        settle_.push_back(outer);
        todo_.push_back(outer);
    }
    for (std::int32_t m = in.begin; m < in.begin + in.size; ++m) {
        drop_cell(out, members_[m]);
        drop_rule(members_[m], outer);
    }
}

// Put cells that the same rules touch into one group, by refining one class of all cells.
void Reducer::group(System& system) {
    class_of_.assign(cell_.size(), 0);
    stamp_.assign(1, -1);
    fresh_.assign(1, 0);
    order_.clear();
    number_.clear();
    system.low.clear();
    system.high.clear();
    for (std::int32_t r = 0; r < static_cast<std::int32_t>(rules_.size()); ++r) {
        const Rule& rule = rules_[r];
        number_.push_back(rule.size > 0 ? static_cast<std::int32_t>(order_.size()) : -1);
        if (rule.size == 0)
            continue;
        order_.push_back(r);
        system.low.push_back(rule.low);
        system.high.push_back(rule.high);
        for (std::int32_t m = rule.begin; m < rule.begin + rule.size; ++m) {
            std::int32_t& own = class_of_[members_[m]];
            if (stamp_[own] != r) {
                stamp_[own] = r;
                fresh_[own] = static_cast<std::int32_t>(stamp_.size());
                stamp_.push_back(-1);
                fresh_.push_back(0);
            }
            own = fresh_[own];
        }
    }
    // number the classes in use, gather their cells, turn rules over cells into rules over groups
    system.group_cells.clear();
    system.group_rules.clear();
    system.rule_groups.clear();
    std::fill(stamp_.begin(), stamp_.end(), -1);
    std::fill(fresh_.begin(), fresh_.end(), 0);
    some_.clear();
    for (const std::int32_t r : order_) {
        const Rule& rule = rules_[r];
        for (std::int32_t m = rule.begin; m < rule.begin + rule.size; ++m) {
            const std::int32_t cell = members_[m], own = class_of_[cell];
            if (stamp_[own] < 0) {
                stamp_[own] = static_cast<std::int32_t>(some_.size());
                some_.push_back(cell);
                for (std::int32_t t = 0; t < touch_size_[cell]; ++t)
                    system.group_rules.items.push_back(number_[touching_[touch_begin_[cell] + t]]);
                system.group_rules.close();
            }
        }
    }
    for (const std::int32_t sample : some_) {
        // all cells of a group are members of any one of its rules
        const Rule& rule = rules_[touching_[touch_begin_[sample]]];
        for (std::int32_t m = rule.begin; m < rule.begin + rule.size; ++m)
            if (class_of_[members_[m]] == class_of_[sample])
                system.group_cells.items.push_back(members_[m]);
        system.group_cells.close();
    }
    std::int32_t mark = 0;
    for (const std::int32_t r : order_) {
        ++mark;
        const Rule& rule = rules_[r];
        for (std::int32_t m = rule.begin; m < rule.begin + rule.size; ++m) {
            const std::int32_t own = class_of_[members_[m]];
            if (fresh_[own] != mark) {
                fresh_[own] = mark;
                system.rule_groups.items.push_back(stamp_[own]);
            }
        }
        system.rule_groups.close();
    }
}

// List the rules and groups that hang together.
void Reducer::split(System& system) {
    const std::int32_t rules = system.rule_groups.size();
    const std::int32_t groups = system.group_rules.size();
    stamp_.assign(static_cast<std::size_t>(rules), 0);
    fresh_.assign(static_cast<std::size_t>(groups), 0);
    Lists& parts = system.component_rules;
    parts.clear();
    system.component_groups.clear();
    for (std::int32_t start = 0; start < rules; ++start) {
        if (stamp_[start])
            continue;
        stamp_[start] = 1;
        std::size_t next = parts.items.size();
        parts.items.push_back(start);
        for (; next < parts.items.size(); ++next) {
            for (const std::int32_t g : system.rule_groups[parts.items[next]]) {
                if (fresh_[g])
                    continue;
                fresh_[g] = 1;
                system.component_groups.items.push_back(g);
                for (const std::int32_t other : system.group_rules[g]) {
                    if (!stamp_[other]) {
                        stamp_[other] = 1;
                        parts.items.push_back(other);
                    }
                }
            }
        }
        parts.close();
        system.component_groups.close();
    }
}

} // namespace autosweep
