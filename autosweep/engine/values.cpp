#include "values.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace autosweep {

namespace {

constexpr double furthest = 5; // deviations from the mean; beyond it nothing was learned

class Describer {
  public:
    Describer(const Position& position, std::span<const double> chance)
        : position_(position), chance_(chance) {}

    Sums describe(double log2_layouts);

  private:
    double at(std::int32_t r, std::int32_t c) const {
        return r < 0 || c < 0 || r >= position_.rows || c >= position_.cols
                   ? 1.0 // beyond the edge nothing is ever opened, as with a mine
                   : chance_[static_cast<std::size_t>(r * position_.cols + c)];
    }
    double pair(std::int32_t r, std::int32_t c, bool down) const;
    double square(std::int32_t r, std::int32_t c) const;
    void regions(double& count, double& small) const;

    const Position& position_;
    std::span<const double> chance_;
};

double mine(double chance) { return chance > 1 ? 0 : chance; }

double entropy(double p) { return -(p * std::log2(p) + (1 - p) * std::log2(1 - p)); }

// How likely a cell and the next one, below or to the right, end as a coin toss: one of them is a
// mine, and whatever touches only one of them is a mine too and never tells.
double Describer::pair(std::int32_t r, std::int32_t c, bool down) const {
    const double p = at(r, c), q = down ? at(r + 1, c) : at(r, c + 1);
    if (!(q > 0 && q < 1))
        return 0;
    double closed = 1;
    for (std::int32_t k = -1; k <= 1 && closed > 0; ++k)
        closed *= down ? mine(at(r - 1, c + k)) * mine(at(r + 2, c + k))
                       : mine(at(r + k, c - 1)) * mine(at(r + k, c + 2));
    if (closed == 0)
        return 0;
    return closed * (std::abs(p + q - 1) < 1e-9 ? 1 : p * (1 - q) + q * (1 - p));
}

// The same of four cells in a square whose mines lie across.
double Describer::square(std::int32_t r, std::int32_t c) const {
    const double a = at(r, c), b = at(r, c + 1), d = at(r + 1, c), e = at(r + 1, c + 1);
    for (const double p : {a, b, d, e})
        if (!(p > 0 && p < 1))
            return 0;
    const double closed =
        mine(at(r - 1, c - 1)) * mine(at(r - 1, c + 2)) * mine(at(r + 2, c - 1)) *
        mine(at(r + 2, c + 2));
    return closed * (a * e * (1 - b) * (1 - d) + b * d * (1 - a) * (1 - e));
}

// Undecided cells that hang together, and how many of them lie in small regions.
void Describer::regions(double& count, double& small) const {
    std::vector<std::uint8_t> seen(chance_.size(), 0);
    std::vector<std::int32_t> todo;
    for (std::size_t i = 0; i < chance_.size(); ++i) {
        if (seen[i] || !(chance_[i] > 0 && chance_[i] < 1))
            continue;
        std::int32_t size = 0;
        todo.assign(1, static_cast<std::int32_t>(i));
        seen[i] = 1;
        while (!todo.empty()) {
            const std::int32_t r = todo.back() / position_.cols, c = todo.back() % position_.cols;
            todo.pop_back();
            ++size;
            for (std::int32_t y = std::max(r - 1, 0); y <= std::min(r + 1, position_.rows - 1); ++y)
                for (std::int32_t x = std::max(c - 1, 0); x <= std::min(c + 1, position_.cols - 1);
                     ++x) {
                    const auto j = static_cast<std::size_t>(y * position_.cols + x);
                    if (!seen[j] && chance_[j] > 0 && chance_[j] < 1) {
                        seen[j] = 1;
                        todo.push_back(static_cast<std::int32_t>(j));
                    }
                }
        }
        count += 1;
        small += size <= 6 ? size : 0;
    }
}

Sums Describer::describe(double log2_layouts) {
    double safe = 0, best = 0, cells = 0, mines = 0, unconstrained = 0, unconstrained_chance = 0,
           entropies = 0;
    double doubt = 0, even = 0, likely = 0, pairs = 0, squares = 0, zeros = 0, shore = 0;
    double corners = 0, edges = 0;
    for (std::int32_t r = 0; r < position_.rows; ++r) {
        for (std::int32_t c = 0; c < position_.cols; ++c) {
            const double p = at(r, c);
            safe += p == 0;
            if (!(p > 0 && p < 1))
                continue;
            cells += 1;
            mines += p;
            best = std::max(best, 1 - p);
            likely += p < 0.05;
            bool beside = false, open_water = false;
            double zero = 1 - p;
            for (std::int32_t y = r - 1; y <= r + 1; ++y)
                for (std::int32_t x = c - 1; x <= c + 1; ++x) {
                    if (y < 0 || x < 0 || y >= position_.rows || x >= position_.cols ||
                        (y == r && x == c))
                        continue;
                    const double q = at(y, x);
                    beside |= q > 1;
                    zero *= q > 1 ? 1 : 1 - q;
                    open_water |= q > 0 && q < 1;
                }
            zeros += zero;
            const std::int32_t sides = (r == 0) + (c == 0) + (r == position_.rows - 1) +
                                       (c == position_.cols - 1);
            edges += sides > 0;
            corners += sides > 1;
            if (beside) {
                entropies += entropy(p);
                doubt += std::min(p, 1 - p);
                even += p > 0.4 && p < 0.6;
                shore += open_water;
            } else {
                unconstrained += 1;
                unconstrained_chance = p;
            }
            pairs += pair(r, c, false) + pair(r, c, true);
            squares += square(r, c);
        }
    }
    double count = 0, small = 0;
    regions(count, small);
    const double risk = cells > 0 ? std::log(best) : 0;
    return {safe > 0 ? 1.0 : 0.0,
            1 - std::exp(-safe / 2),
            std::log1p(safe),
            safe > 0 ? 0.0 : risk,
            risk,
            cells,
            mines,
            unconstrained,
            cells - unconstrained,
            unconstrained_chance,
            cells > 0 ? mines / cells : 0.0,
            entropies,
            doubt,
            even,
            likely,
            pairs,
            squares,
            std::sqrt(std::max(log2_layouts, 0.0)),
            log2_layouts,
            zeros,
            shore,
            corners,
            edges,
            count,
            small,
            std::sqrt(cells)};
}

} // namespace

Sums describe(const Position& position, std::span<const double> chance, double log2_layouts) {
    return Describer{position, chance}.describe(log2_layouts);
}

Features join(const Position& position, std::span<const double> chance, std::int32_t cell,
              std::int32_t digit, const Sums& before, const Sums& after) {
    const std::int32_t r = cell / position.cols, c = cell % position.cols;
    bool beside = false;
    double undecided = 0, found = digit;
    for (std::int32_t y = std::max(r - 1, 0); y <= std::min(r + 1, position.rows - 1); ++y)
        for (std::int32_t x = std::max(c - 1, 0); x <= std::min(c + 1, position.cols - 1); ++x) {
            const double p = chance[static_cast<std::size_t>(y * position.cols + x)];
            beside |= p > 1;
            undecided += p > 0 && p < 1;
            found -= p == 1;
        }
    undecided -= 1; // the cell itself
    const double sides = (r == 0) + (c == 0) + (r == position.rows - 1) + (c == position.cols - 1);
    Features features;
    std::copy(after.begin(), after.end(), features.begin());
    std::copy(before.begin(), before.end(), features.begin() + sum_count);
    double* rest = features.data() + 2 * sum_count;
    rest[0] = beside ? 0 : 1;
    rest[1] = sides;
    rest[2] = undecided;
    rest[3] = found;
    rest[4] = undecided > 0 ? found / undecided : 0;
    rest[5] = std::log(1 - chance[static_cast<std::size_t>(cell)]);
    return features;
}

Values::Values(std::vector<double> numbers) : numbers_(std::move(numbers)) {
    const std::size_t fixed = 3 * feature_count + 1, unit = feature_count + 2;
    if (numbers_.size() < fixed || (numbers_.size() - fixed) % unit != 0)
        throw std::invalid_argument("the numbers of a network do not fit");
    units_ = (numbers_.size() - fixed) / unit;
}

double Values::operator()(const Features& features) const {
    Features input;
    const double* at = numbers_.data();
    for (std::size_t i = 0; i < feature_count; ++i)
        input[i] = std::clamp((features[i] - at[i]) / at[feature_count + i], -furthest, furthest);
    at += 2 * feature_count;
    double sum = 0;
    for (std::size_t u = 0; u < units_; ++u, at += feature_count + 2) {
        double inner = at[0];
        for (std::size_t i = 0; i < feature_count; ++i)
            inner += at[i + 1] * input[i];
        sum += at[feature_count + 1] * std::tanh(inner);
    }
    for (std::size_t i = 0; i < feature_count; ++i)
        sum += at[i] * input[i];
    return 1 / (1 + std::exp(-(sum + at[feature_count])));
}

} // namespace autosweep
