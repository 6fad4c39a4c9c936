#include "uncovering.hpp"

#include <algorithm>

namespace autosweep {

void Uncovering::cover() {
    covered_ = std::int64_t{rows_} * cols_;
    codes_.assign(static_cast<std::size_t>(covered_), hidden);
}

void Uncovering::lay(const std::uint8_t* layout) {
    const std::int32_t size = rows_ * cols_;
    numbers_.assign(static_cast<std::size_t>(size), 0);
    for (std::int32_t i = 0; i < size; ++i)
        if (layout[i])
            around(position(), i, [&](std::int32_t j) { ++numbers_[static_cast<std::size_t>(j)]; });
    for (std::int32_t i = 0; i < size; ++i)
        if (layout[i])
            numbers_[static_cast<std::size_t>(i)] = mine;
    mines_ = std::count(numbers_.begin(), numbers_.end(), mine);
}

bool Uncovering::open(std::int32_t cell) {
    if (number(cell) == mine)
        return false;
    todo_.assign(1, cell);
    while (!todo_.empty()) {
        const std::int32_t i = todo_.back();
        todo_.pop_back();
        if (codes_[static_cast<std::size_t>(i)] != hidden)
            continue;
        codes_[static_cast<std::size_t>(i)] = number(i);
        --covered_;
        if (number(i) == 0)
            around(position(), i, [&](std::int32_t j) { todo_.push_back(j); });
    }
    return true;
}

} // namespace autosweep
