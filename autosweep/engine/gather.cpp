#include "problem.hpp"

#include <algorithm>
#include <array>

namespace autosweep {

namespace {

enum Kind : std::uint8_t { number, doubtful, mine, other };

// The codes of board.py: 0 to 8, hidden, flag, question, mine, exploded, wrong flag, unread.
std::array<Kind, 16> kinds(bool trust_flags) {
    std::array<Kind, 16> kind{};
    std::fill_n(kind.begin(), 9, number);
    kind[9] = kind[11] = kind[15] = doubtful;
    kind[10] = trust_flags ? mine : doubtful;
    kind[12] = kind[13] = mine;
    kind[14] = other;
    return kind;
}

} // namespace

void gather(Problem& problem, const std::uint8_t* codes, std::int32_t rows, std::int32_t cols,
            std::int64_t mines, bool trust_flags) {
    const auto kind = kinds(trust_flags);
    const std::int32_t size = rows * cols;
    problem.cells = size;
    problem.unknown.resize(static_cast<std::size_t>(size));
    problem.begin.assign(1, 0);
    problem.members.clear();
    problem.low.clear();
    problem.high.clear();
    std::int64_t shown = 0;
    for (std::int32_t i = 0; i < size; ++i) {
        problem.unknown[i] = kind[codes[i]] == doubtful;
        shown += kind[codes[i]] == mine;
    }
    for (std::int32_t r = 0, i = 0; r < rows; ++r) {
        const std::int32_t top = std::max(r - 1, 0), bottom = std::min(r + 1, rows - 1);
        for (std::int32_t c = 0; c < cols; ++c, ++i) {
            if (kind[codes[i]] != number)
                continue;
            const std::int32_t left = std::max(c - 1, 0), right = std::min(c + 1, cols - 1);
            std::int32_t need = codes[i];
            const std::size_t before = problem.members.size();
            for (std::int32_t y = top; y <= bottom; ++y) {
                for (std::int32_t j = y * cols + left; j <= y * cols + right; ++j) {
                    if (problem.unknown[j])
                        problem.members.push_back(j);
                    else
                        need -= kind[codes[j]] == mine;
                }
            }
            if (problem.members.size() == before && need == 0)
                continue;
            problem.begin.push_back(static_cast<std::int32_t>(problem.members.size()));
            problem.low.push_back(need);
            problem.high.push_back(need);
        }
    }
    problem.total_known = mines >= 0;
    problem.mines_left = mines - shown;
}

} // namespace autosweep
