// What the mine total alone decides: by sets of possible sums, never by probabilities.
#include "counter.hpp"

#include <algorithm>

namespace autosweep {

// Make sure that the total can be met and decide what it alone decides. `left` mines and `span`
// are what is left for, and what fits into, the components above their fewest mines.
void Counter::check_total(std::int64_t left, std::int64_t span) {
    const std::int64_t unconstrained = system_.unconstrained;
    const std::int64_t fewest = std::max<std::int64_t>(0, left - unconstrained);
    const std::int64_t most = std::min(span, left);
    if (fewest > most)
        throw Contradiction{};
    if (fewest == 0 && most == span) {
        // whatever the components do, the unconstrained cells make it good: nothing else is decided
        if (left == 0)
            unconstrained_verdict_ = Cell::safe;
        else if (span == left - unconstrained)
            unconstrained_verdict_ = Cell::mine;
        return;
    }
    // sets of sums, as bits: what earlier components can reach, and from where the rest can finish
    const auto words = static_cast<std::size_t>(span / 64 + 1);
    const std::vector<Part>& parts = tables_.parts();
    if ((parts.size() + 1) * words > static_cast<std::size_t>(tables_.value_limit()))
        throw TooLarge{};
    std::vector<std::vector<std::uint8_t>> own;
    for (const Part& part : parts)
        own.push_back(tables_.possible(part));
    using Word = std::uint64_t;
    const auto or_shifted_up = [words](Word* to, const Word* from, std::size_t by) {
        const std::size_t word = by / 64, bit = by % 64;
        for (std::size_t w = words; w-- > word;) {
            to[w] |= from[w - word] << bit;
            if (bit != 0 && w > word)
                to[w] |= from[w - word - 1] >> (64 - bit);
        }
    };
    const auto or_shifted_down = [words](Word* to, const Word* from, std::size_t by) {
        const std::size_t word = by / 64, bit = by % 64;
        for (std::size_t w = 0; w + word < words; ++w) {
            to[w] |= from[w + word] >> bit;
            if (bit != 0 && w + word + 1 < words)
                to[w] |= from[w + word + 1] << (64 - bit);
        }
    };
    std::vector<std::uint64_t> reached((parts.size() + 1) * words, 0);
    reached[0] = 1;
    for (std::size_t c = 0; c < parts.size(); ++c)
        for (std::size_t i = 0; i < own[c].size(); ++i)
            if (own[c][i])
                or_shifted_up(&reached[(c + 1) * words], &reached[c * words], i);
    std::vector<std::uint64_t> finish(words, 0), before(words), moved(words);
    for (std::int64_t j = fewest; j <= most; ++j)
        finish[static_cast<std::size_t>(j / 64)] |= std::uint64_t{1} << (j % 64);
    bool any = false, without_unconstrained = true, full_unconstrained = true;
    for (std::int64_t j = fewest; j <= most; ++j) {
        if ((reached[parts.size() * words + static_cast<std::size_t>(j / 64)] >> (j % 64)) & 1) {
            any = true;
            without_unconstrained &= j == left;
            full_unconstrained &= j == left - unconstrained;
        }
    }
    if (!any)
        throw Contradiction{};
    unconstrained_verdict_ = without_unconstrained ? Cell::safe
                             : full_unconstrained  ? Cell::mine
                                                   : Cell::open;
    for (std::size_t c = parts.size(); c-- > 0;) {
        std::fill(before.begin(), before.end(), 0);
        bool narrower = false;
        for (std::size_t i = 0; i < own[c].size(); ++i) {
            if (!own[c][i])
                continue;
            std::fill(moved.begin(), moved.end(), 0);
            or_shifted_down(moved.data(), finish.data(), i);
            bool fits = false;
            for (std::size_t w = 0; w < words; ++w) {
                before[w] |= moved[w];
                fits |= (moved[w] & reached[c * words + w]) != 0;
            }
            narrower |= !fits;
            own[c][i] = fits;
        }
        if (narrower)
            tables_.narrow(parts[c], own[c]);
        finish.swap(before);
    }
}

} // namespace autosweep
