#include "components.hpp"

#include <algorithm>
#include <cstring>

namespace autosweep {

std::int32_t Components::root(std::int32_t area) {
    while (growing_[area].parent != area) {
        growing_[area].parent = growing_[growing_[area].parent].parent;
        area = growing_[area].parent;
    }
    return area;
}

// The older of two areas takes the other in, so that areas stay in the order of first pixels.
std::int32_t Components::join(std::int32_t one, std::int32_t other) {
    one = root(one);
    other = root(other);
    if (one == other)
        return one;
    if (other < one)
        std::swap(one, other);
    Growing& into = growing_[one];
    const Growing& from = growing_[other];
    into.left = std::min(into.left, from.left);
    into.right = std::max(into.right, from.right);
    into.top = std::min(into.top, from.top);
    into.bottom = std::max(into.bottom, from.bottom);
    into.size += from.size;
    growing_[other].parent = one;
    return one;
}

const std::vector<Area>& Components::find(const std::uint8_t* mask, std::int32_t height,
                                          std::int32_t width, bool diagonals, const Shape& shape) {
    growing_.clear();
    above_.clear();
    const std::int32_t reach = diagonals ? 1 : 0;
    for (std::int32_t y = 0; y < height; ++y) {
        here_.clear();
        const std::uint8_t* row = mask + static_cast<std::size_t>(y) * width;
        std::size_t candidate = 0;
        for (std::int32_t x = 0; x < width;) {
            // Most pixels lie in long runs of either kind: whole words are skipped at once.
            std::uint64_t word;
            while (x + 8 <= width && (std::memcpy(&word, row + x, 8), word == 0))
                x += 8;
            while (x < width && row[x] == 0)
                ++x;
            if (x >= width)
                break;
            const std::int32_t begin = x;
            const void* zero = std::memchr(row + x, 0, static_cast<std::size_t>(width - x));
            x = zero == nullptr
                    ? width
                    : static_cast<std::int32_t>(static_cast<const std::uint8_t*>(zero) - row);
            while (candidate < above_.size() && above_[candidate].end + reach <= begin)
                ++candidate;
            std::int32_t of = -1;
            for (std::size_t k = candidate; k < above_.size() && above_[k].begin < x + reach; ++k)
                of = of < 0 ? root(above_[k].of) : join(of, above_[k].of);
            if (of < 0) {
                of = static_cast<std::int32_t>(growing_.size());
                growing_.push_back({of, begin, x, y, y + 1, x - begin});
            } else {
                Growing& area = growing_[of];
                area.left = std::min(area.left, begin);
                area.right = std::max(area.right, x);
                area.bottom = y + 1;
                area.size += x - begin;
            }
            here_.push_back({begin, x, of});
        }
        above_.swap(here_);
    }
    found_.clear();
    for (std::size_t i = 0; i < growing_.size(); ++i) {
        const Growing& area = growing_[i];
        const std::int32_t w = area.right - area.left, h = area.bottom - area.top;
        if (area.parent == static_cast<std::int32_t>(i) && std::min(w, h) >= shape.least_side &&
            std::max(w, h) <= shape.most_side)
            found_.push_back({area.left, area.top, w, h, area.size});
    }
    return found_;
}

} // namespace autosweep
