#include "layouts.hpp"

namespace autosweep {

namespace {

// A component may have more layouts than the whole: some do not fit the total. So many times more
// are still looked at.
constexpr std::int32_t spare = 16;

} // namespace

bool Layouts::list(const Counter& counter, std::span<const std::int32_t> parts,
                   std::span<const std::int32_t> unconstrained, std::int64_t mines,
                   std::int32_t most) {
    most_ = most;
    looked_ = 0;
    unconstrained_ = unconstrained;
    begin_.assign(1, 0);
    mines_.clear();
    pieces_.resize(parts.size());
    for (std::size_t c = 0; c < parts.size(); ++c) {
        const Part& part = counter.tables().parts()[static_cast<std::size_t>(parts[c])];
        piece_ = &pieces_[c];
        piece_->begin.assign(1, 0);
        piece_->mines.clear();
        chosen_.clear();
        const std::int32_t layer = part.first_layer;
        if (!walk(counter, part, layer, counter.tables().all_layers()[layer].first_node))
            return false;
        const Node& end = counter.tables().end(part);
        piece_->fewest = end.lo;
        piece_->most = end.hi;
    }
    fewest_after_.assign(parts.size() + 1, 0);
    most_after_.assign(parts.size() + 1, static_cast<std::int64_t>(unconstrained.size()));
    for (std::size_t c = parts.size(); c-- > 0;) {
        fewest_after_[c] = fewest_after_[c + 1] + pieces_[c].fewest;
        most_after_[c] = most_after_[c + 1] + pieces_[c].most;
    }
    chosen_.clear();
    return join(0, mines);
}

// Follow every step from a state of a component; false where there are too many.
bool Layouts::walk(const Counter& counter, const Part& part, std::int32_t layer,
                   std::int32_t node) {
    if (layer == part.last_layer) {
        piece_->mines.insert(piece_->mines.end(), chosen_.begin(), chosen_.end());
        piece_->begin.push_back(static_cast<std::int32_t>(piece_->mines.size()));
        return static_cast<std::int32_t>(piece_->begin.size()) <= most_ * spare;
    }
    const Tables& tables = counter.tables();
    const Node& here = tables.nodes()[node];
    const auto cells = counter.system().group_cells[tables.all_layers()[layer].group];
    for (std::int32_t s = 0; s < here.steps; ++s) {
        const auto next = static_cast<std::int32_t>(
            tables.edges()[here.edge + static_cast<std::uint32_t>(s)]);
        if (tables.nodes()[next].width != 0 &&
            !put(counter, part, layer, next, cells, here.least + s))
            return false;
    }
    return true;
}

// Put mines into the cells of a group in every way, and go on from there.
bool Layouts::put(const Counter& counter, const Part& part, std::int32_t layer, std::int32_t next,
                  std::span<const std::int32_t> cells, std::int32_t mines) {
    if (mines == 0)
        return walk(counter, part, layer + 1, next);
    for (std::size_t i = 0; i + static_cast<std::size_t>(mines) <= cells.size(); ++i) {
        chosen_.push_back(cells[i]);
        const bool fits = put(counter, part, layer, next, cells.subspan(i + 1), mines - 1);
        chosen_.pop_back();
        if (!fits)
            return false;
    }
    return true;
}

// Join the layouts of the components from `piece` on that fit what is left of the total.
bool Layouts::join(std::size_t piece, std::int64_t left) {
    if (left < fewest_after_[piece] || left > most_after_[piece])
        return true;
    if (piece == pieces_.size())
        return fill_unconstrained(0, left);
    const Piece& own = pieces_[piece];
    for (std::size_t i = 0; i + 1 < own.begin.size(); ++i) {
        if (++looked_ > static_cast<std::int64_t>(most_) * spare * spare)
            return false;
        const std::size_t size = chosen_.size();
        chosen_.insert(chosen_.end(), own.mines.begin() + own.begin[i],
                       own.mines.begin() + own.begin[i + 1]);
        const bool fits = join(piece + 1, left - (own.begin[i + 1] - own.begin[i]));
        chosen_.resize(size);
        if (!fits)
            return false;
    }
    return true;
}

bool Layouts::fill_unconstrained(std::size_t from, std::int64_t left) {
    if (left == 0) {
        mines_.insert(mines_.end(), chosen_.begin(), chosen_.end());
        begin_.push_back(static_cast<std::int32_t>(mines_.size()));
        return size() <= most_;
    }
    for (std::size_t i = from; i + static_cast<std::size_t>(left) <= unconstrained_.size(); ++i) {
        chosen_.push_back(unconstrained_[i]);
        const bool fits = fill_unconstrained(i + 1, left - 1);
        chosen_.pop_back();
        if (!fits)
            return false;
    }
    return true;
}

} // namespace autosweep
