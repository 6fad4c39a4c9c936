// The layouts of components by dynamic programming: states and steps first, numbers second.
//
// The groups of a component are counted one after the other. A state is what every rule that is
// begun and not complete may still take; a step puts k mines into the next group, in C(size, k)
// ways. All components live in the same arrays, so that limits hold for the whole position.
#pragma once

#include "order.hpp"
#include "problem.hpp"
#include "system.hpp"

#include <chrono>
#include <cstdint>
#include <span>
#include <vector>

namespace autosweep {

struct Node {
    std::int64_t value; // where its numbers begin, one for each possible number of mines so far
    std::uint32_t edge; // where its steps begin: the node after least, least + 1, ... mines
    std::int32_t least;
    std::int32_t steps;
    std::int32_t lo;    // fewest mines so far
    std::int32_t hi;
    std::int32_t width; // hi - lo + 1; 0 where the end cannot be reached
};

struct Layer {
    std::int32_t group;
    std::int32_t size;       // cells of the group
    std::int32_t first_node; // the nodes up to the first of the next layer are before this group
    bool can_be_mine;        // some layout has a mine in the group,
    bool can_be_safe;        // or a safe cell
    std::int32_t rescale;    // numbers after this layer were divided by 2^rescale
    double mines;            // expected mines in the group
};

struct Part {
    std::int32_t first_layer;
    std::int32_t last_layer; // one beyond
    std::int32_t end_node;
    std::int32_t cells;
    double log_tilt;         // every mine in it was weighted by exp(log_tilt)
    std::int64_t exponent;   // sum of rescale
};

class Tables {
  public:
    // Mines are told apart by number only where the total is known.
    void clear(const Limits& limits, bool by_mines);

    // Build the states of a component. Throws Contradiction and TooLarge.
    void build(const System& system, std::int32_t component, Orderer& orderer);

    // Take the memory for the numbers of all parts. Throws TooLarge.
    void reserve_values();

    // Sum up the ways to every state; each mine weighs exp(log_odds) in parts too large for
    // doubles, and everywhere where mines are not told apart.
    void forward(Part& part, double log_odds);

    // The same modulo a prime below 2^31 and without weights; returns the end's numbers.
    std::vector<std::uint64_t> forward_modulo(const Part& part, std::uint64_t prime);

    // Given the weight of each number of mines in a part, find the expected mines of its groups.
    void backward(const Part& part, std::span<const double> weights);

    // Which numbers of mines can a part have?
    std::vector<std::uint8_t> possible(const Part& part);

    // Redo can_be_mine and can_be_safe where only some numbers of mines are allowed.
    void narrow(const Part& part, std::span<const std::uint8_t> allowed);

    std::vector<Part>& parts() { return parts_; }
    const std::vector<Part>& parts() const { return parts_; }
    const std::vector<Layer>& all_layers() const { return layers_; }
    const std::vector<Node>& nodes() const { return nodes_; }
    const std::vector<std::uint32_t>& edges() const { return edges_; }
    std::span<Layer> layers(const Part& part) {
        return {layers_.data() + part.first_layer,
                static_cast<std::size_t>(part.last_layer - part.first_layer)};
    }
    const Node& end(const Part& part) const { return nodes_[part.end_node]; }
    std::span<const double> numbers(const Part& part) const {
        const Node& node = end(part);
        return {values_.data() + node.value, static_cast<std::size_t>(node.width)};
    }
    // All numbers of all states after `forward`; Node::value says where those of a state begin.
    std::span<const double> values() const { return values_; }
    void look_at_clock() const;
    std::size_t memory() const;
    // Nodes built since `clear`.
    std::int64_t spent() const { return spent_; }
    std::int64_t value_limit() const { return limits_.values; }

  private:
    template <int words> void build_states(const System& system, std::int32_t first_layer);
    std::int32_t choose_slots(const System& system, std::int32_t first_layer);
    bool mark_alive(const Part& part);
    std::span<const double> weigh(std::int32_t size, double log_odds);
    void reach(const Part& part);
    std::int32_t next_layer_node(const Part& part, std::int32_t layer) const {
        return layer + 1 < part.last_layer ? layers_[layer + 1].first_node : part.end_node;
    }

    struct Check {
        std::int32_t rule;
        std::int32_t slot;
        std::int32_t spare; // what later groups and the slack of the rule can make good
        bool begins;
        bool completes;
    };

    Limits limits_;
    bool by_mines_ = true;
    std::int64_t spent_ = 0;
    std::chrono::steady_clock::time_point start_;
    std::vector<Part> parts_;
    std::vector<Layer> layers_;
    std::vector<Node> nodes_;
    std::vector<std::uint32_t> edges_;
    std::vector<double> values_;
    std::vector<std::vector<double>> ways_; // binomial coefficients, made when first needed
    std::vector<double> weights_;
    std::vector<double> back_, back_after_;
    std::vector<std::uint8_t> reach_;
    std::vector<std::int32_t> order_;
    std::vector<std::int32_t> room_;       // cells of a rule still to come
    std::vector<std::int32_t> slot_of_;
    std::vector<std::int32_t> free_slots_;
    std::vector<Check> checks_;            // of all layers of the part being built
    std::vector<std::int32_t> check_begin_;
    std::vector<std::uint64_t> keys_, keys_after_, table_keys_;
    std::vector<std::uint32_t> table_stamp_, table_index_;
    std::uint32_t stamp_ = 0;
};

} // namespace autosweep
