// Connected areas of a mask by runs: what the locator needs of them, and no label image.
#pragma once

#include <cstdint>
#include <vector>

namespace autosweep {

struct Area {
    std::int32_t left, top, width, height, size;
};

// Which areas are handed out.
struct Shape {
    std::int32_t least_side, most_side; // of the box, in pixels
};

// Holds the working memory.
class Components {
  public:
    // The areas of pixels that are not zero, in the order of their first pixels. Areas that touch
    // at corners only are one where `diagonals` says so.
    const std::vector<Area>& find(const std::uint8_t* mask, std::int32_t height, std::int32_t width,
                                  bool diagonals, const Shape& shape);

  private:
    struct Run { // [begin, end) in a row, part of the area `of`
        std::int32_t begin, end, of;
    };
    struct Growing {
        std::int32_t parent, left, right, top, bottom, size;
    };

    std::int32_t root(std::int32_t area);
    std::int32_t join(std::int32_t one, std::int32_t other);

    std::vector<Run> above_, here_;
    std::vector<Growing> growing_;
    std::vector<Area> found_;
};

} // namespace autosweep
