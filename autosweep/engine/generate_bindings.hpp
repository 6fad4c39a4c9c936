// The generator's part of the Python module.
#pragma once

#include <nanobind/nanobind.h>

namespace autosweep {

void bind_generator(nanobind::module_& module);

} // namespace autosweep
