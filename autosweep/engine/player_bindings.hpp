// The player's part of the Python module.
#pragma once

#include <nanobind/nanobind.h>

namespace autosweep {

void bind_player(nanobind::module_& module);

} // namespace autosweep
