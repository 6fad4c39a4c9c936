// A problem taken apart without changing its layouts: decided cells, groups, components, the
// unconstrained cells.
#pragma once

#include "problem.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace autosweep {

// Lists of numbers side by side in one array.
struct Lists {
    std::vector<std::int32_t> begin{0};
    std::vector<std::int32_t> items;

    void clear() {
        begin.assign(1, 0);
        items.clear();
    }
    void close() { begin.push_back(static_cast<std::int32_t>(items.size())); }
    std::int32_t size() const { return static_cast<std::int32_t>(begin.size()) - 1; }
    std::span<const std::int32_t> operator[](std::int32_t i) const {
        return {items.data() + begin[i], static_cast<std::size_t>(begin[i + 1] - begin[i])};
    }
};

struct System {
    std::vector<Cell> cell;            // what is decided without counting
    std::vector<std::int32_t> low;     // of the rules that are left
    std::vector<std::int32_t> high;
    Lists rule_groups;                 // the groups of each rule
    Lists group_cells;                 // cells that the same rules touch
    Lists group_rules;
    Lists component_rules;
    Lists component_groups;
    bool total_known = false;
    std::int64_t mines_left = 0;       // in components and unconstrained cells
    std::int64_t unconstrained = 0;              // open cells that no rule touches
};

// The working memory of `reduce`, kept by the caller so that it need not be taken anew each time.
class Reducer {
  public:
    // Throws Contradiction.
    void reduce(const Problem& problem, System& system);

  private:
    struct Rule {
        std::int32_t begin;
        std::int32_t size;
        std::int32_t low;
        std::int32_t high;
        std::uint64_t mask; // one hashed bit a cell: a quick no to "is it inside?"
    };

    void load(const Problem& problem);
    void settle();
    void decide(std::int32_t rule, Cell value);
    bool inside(const Rule& inner, const Rule& outer) const;
    void subtract(std::int32_t inner, std::int32_t outer);
    void subtract_subsets();
    void drop_cell(Rule& rule, std::int32_t cell);
    void drop_rule(std::int32_t cell, std::int32_t rule);
    void group(System& system);
    void split(System& system);

    std::vector<Cell> cell_;
    std::vector<Rule> rules_;
    std::vector<std::int32_t> members_;
    std::vector<std::int32_t> touch_begin_;
    std::vector<std::int32_t> touch_size_;
    std::vector<std::int32_t> touching_;
    std::vector<std::int32_t> settle_;  // rules that may leave no choice
    std::vector<std::int32_t> todo_;    // rules that may lie inside others
    std::vector<std::int32_t> some_;
    std::vector<std::int32_t> class_of_;
    std::vector<std::int32_t> stamp_;
    std::vector<std::int32_t> fresh_;
    std::vector<std::int32_t> number_;
    std::vector<std::int32_t> order_;
    std::int64_t mines_found_ = 0;
    std::int64_t decided_ = 0;
    bool watch_ = false;                // put rules that lost cells on todo_ as well
};

} // namespace autosweep
