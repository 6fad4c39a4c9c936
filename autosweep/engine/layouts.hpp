// All layouts of a position one by one, where they are few.
#pragma once

#include "counter.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace autosweep {

// Holds the list and the working memory.
class Layouts {
  public:
    // After `counter` has counted a position with a known total: list the layouts of some of its
    // parts and unconstrained cells with `mines` mines, if at most `most`. False if there are more,
    // or if a part has too many to look at.
    bool list(const Counter& counter, std::span<const std::int32_t> parts,
              std::span<const std::int32_t> unconstrained, std::int64_t mines, std::int32_t most);

    std::int32_t size() const { return static_cast<std::int32_t>(begin_.size()) - 1; }
    // The mines of a layout among the cells that the clues alone do not decide.
    std::span<const std::int32_t> operator[](std::int32_t i) const {
        return {mines_.data() + begin_[i], static_cast<std::size_t>(begin_[i + 1] - begin_[i])};
    }

  private:
    struct Piece { // the layouts of one component
        std::vector<std::int32_t> begin, mines;
        std::int32_t fewest, most;
    };

    bool walk(const Counter& counter, const Part& part, std::int32_t layer, std::int32_t node);
    bool put(const Counter& counter, const Part& part, std::int32_t layer, std::int32_t next,
             std::span<const std::int32_t> cells, std::int32_t mines);
    bool join(std::size_t piece, std::int64_t left);
    bool fill_unconstrained(std::size_t from, std::int64_t left);

    std::int32_t most_ = 0;
    std::int64_t looked_ = 0;
    std::span<const std::int32_t> unconstrained_;
    std::vector<Piece> pieces_;
    Piece* piece_ = nullptr;
    std::vector<std::int64_t> fewest_after_, most_after_; // mines of the later pieces and the rest
    std::vector<std::int32_t> chosen_;
    std::vector<std::int32_t> begin_{0};
    std::vector<std::int32_t> mines_;
};

} // namespace autosweep
